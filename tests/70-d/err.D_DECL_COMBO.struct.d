/* SPDX-License-Identifier: MIT */
/* ASSERTION: A semicolon ends the definition of a struct. */
struct a { int x; }
struct b { int y; };
BEGIN { exit(0); }

/* >>> output
[D_DECL_COMBO] line 3: "struct a struct b" is not a type: write ";" after the definition
<<< */
