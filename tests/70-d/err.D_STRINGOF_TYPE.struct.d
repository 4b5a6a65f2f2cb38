/* SPDX-License-Identifier: MIT */
/* ASSERTION: A struct has no string. */
struct s { int x; } s;
BEGIN { trace(stringof(s)); }

/* >>> output
[D_STRINGOF_TYPE] line 4: argument 1 of stringof() must be an address or a string, not a value of type struct s
<<< */
