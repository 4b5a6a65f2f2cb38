/* SPDX-License-Identifier: MIT */
/* ASSERTION: A member has a size. */
struct s { void a; };

BEGIN
{
	exit(0);
}
