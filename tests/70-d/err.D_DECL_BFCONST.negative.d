/* SPDX-License-Identifier: MIT */
/* ASSERTION: The width of a bit-field is positive. */
struct s {
	int a;
	int x : -1;
};

/* >>> output
[D_DECL_BFCONST] line 5: the width of bit-field x must be positive, not -1
<<< */
