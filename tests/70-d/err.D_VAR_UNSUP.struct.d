/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A program cannot define types.
 */
struct s { int x; };

BEGIN
{
	trace(1);
}
