/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Members have an offset, integers have no members.
 */
BEGIN
{
	trace(offsetof(int, x));
}

/* >>> output
[D_OFFSETOF_TYPE] line 7: offsetof() needs a struct or a union
<<< */
