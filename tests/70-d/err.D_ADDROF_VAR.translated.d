/* SPDX-License-Identifier: MIT */
/* ASSERTION: A translated struct has no address. */
struct a { int m; };
struct b { int x; char *s; };
translator struct b < int A > { x = A; };
BEGIN { trace((&xlate <struct b> (1))->x); }

/* >>> output
[D_ADDROF_VAR] line 6: cannot take the address of a variable or value of D: & applies to memory, structs and arrays
<<< */
