/* SPDX-License-Identifier: MIT */
/* ASSERTION: D does not compute with floating-point numbers. */
double d;
BEGIN { d = d + d; }

/* >>> output
[D_OP_ARITH] line 4: + needs an integer, not a value of type double
<<< */
