/* SPDX-License-Identifier: MIT */
/* ASSERTION: There are no bit-fields. */
struct s { int a : 3; };

BEGIN
{
	exit(0);
}
