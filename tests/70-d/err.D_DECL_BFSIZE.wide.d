/* SPDX-License-Identifier: MIT */
/* ASSERTION: A bit-field fits its type. */
struct s {
	int a;
	char x : 9;
};

/* >>> output
[D_DECL_BFSIZE] line 5: bit-field x has 9 bits, and its type only 8
<<< */
