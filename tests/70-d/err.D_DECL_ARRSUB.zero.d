/* SPDX-License-Identifier: MIT */
/* ASSERTION: An array has a size above 0. */
struct s { int a[0]; };

BEGIN
{
	exit(0);
}
