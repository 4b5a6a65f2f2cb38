/* SPDX-License-Identifier: MIT */
/* ASSERTION: A struct has no member of its own type. */
struct s { int a; struct s b; };

BEGIN
{
	exit(0);
}
