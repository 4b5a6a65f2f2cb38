/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A key must fit in the type of the first use.
 */
BEGIN
{
	@a[1] = count();
	@a[timestamp] = count();
}

/* >>> output
[D_KEY_TYPE] line 8: key 1 of @a is of type int where it is first used, but here it is of type uint64_t
<<< */
