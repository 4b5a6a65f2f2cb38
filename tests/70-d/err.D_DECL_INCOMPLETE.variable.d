/* SPDX-License-Identifier: MIT */
/* ASSERTION: The struct of a variable is defined before the variable. */
struct later;
this struct later a;

/* >>> output
[D_DECL_INCOMPLETE] line 4: the size of a is not known: struct later is not defined
<<< */
