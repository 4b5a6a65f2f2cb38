/* SPDX-License-Identifier: MIT */
/* ASSERTION: A translated argument is made from a native one. */
provider foo { probe a(int x) : (int y); };

/* >>> output
[D_SYNTAX] line 3: probe a: args[0], a int y, has no argument before the ":" to be made from
<<< */
