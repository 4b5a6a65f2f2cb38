/* SPDX-License-Identifier: MIT */
/* ASSERTION: Without a format the first argument of printa() aggregates. */
BEGIN { printa(1); }

/* >>> output
[D_PRINTA_AGGARG] line 3: argument 1 of printa() must be an aggregation or a format, a string constant
<<< */
