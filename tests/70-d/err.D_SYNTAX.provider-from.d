/* SPDX-License-Identifier: MIT */
/* ASSERTION: A translated argument is made from a native one. */
provider foo { probe a(int x) : (int y); };

/* >>> output
[D_SYNTAX] line 3: probe a: no argument before the ":" has the name of args[0], int y
<<< */
