/* SPDX-License-Identifier: MIT */
/* ASSERTION: A tag has one definition. */
struct s { int a; };
struct s { int b; };

BEGIN
{
	exit(0);
}
