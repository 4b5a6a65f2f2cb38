/* SPDX-License-Identifier: MIT */
/* ASSERTION: No variable is a struct. */
struct s { int x; } v;

BEGIN
{
	exit(0);
}
