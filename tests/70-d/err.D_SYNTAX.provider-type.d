/* SPDX-License-Identifier: MIT */
/* ASSERTION: An argument has a type. */
provider foo { probe a(const); };

/* >>> output
[D_SYNTAX] line 3: syntax error near ")": expected the type of an argument
<<< */
