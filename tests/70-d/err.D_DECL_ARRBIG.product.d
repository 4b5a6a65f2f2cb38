/* SPDX-License-Identifier: MIT */
/* ASSERTION: An array is not larger than 4 GiB. */
struct s { int a[65536][65536]; };

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_ARRBIG] line 3: the array is larger than 4 GiB
<<< */
