/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A function that is newer than the version of D that the program
 * requires cannot be called.
 * run: -x version=1.6
 */

BEGIN { trace(toupper("a")); }

BEGIN { @ = llquantize(1, 10, 0, 3, 10); }

BEGIN { print(1); }

int stddev;

/* >>> output
[D_FUNC_UNDEF] line 8: toupper() is a function of D 1.8, and the program requires an older version: raise option version
[D_FUNC_UNDEF] line 10: llquantize() is a function of D 1.7, and the program requires an older version: raise option version
[D_FUNC_UNDEF] line 12: print() is a function of D 1.9, and the program requires an older version: raise option version
[D_DECL_IDRED] line 14: stddev is a function of D: choose another name
<<< */
