/* SPDX-License-Identifier: MIT */
/* ASSERTION: A bit-field with a name has a bit. */
struct s {
	int a;
	int x : 0;
};

/* >>> output
[D_DECL_BFCONST] line 5: the width of bit-field x must be positive, not 0
<<< */
