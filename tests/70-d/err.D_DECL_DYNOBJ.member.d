/* SPDX-License-Identifier: MIT */
/* ASSERTION: A string of D is no member. */
struct s { string a; };

BEGIN
{
	exit(0);
}
