/* SPDX-License-Identifier: MIT */
/* ASSERTION: Only integers are bit-fields. */
struct s {
	int a;
	int *x : 3;
};

/* >>> output
[D_DECL_BFTYPE] line 5: bit-field x must be an integer
<<< */
