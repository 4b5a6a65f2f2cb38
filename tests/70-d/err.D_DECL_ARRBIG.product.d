/* SPDX-License-Identifier: MIT */
/* ASSERTION: An array is not larger than 4 GiB. */
struct s { int a[65536][65536]; };

BEGIN
{
	exit(0);
}
