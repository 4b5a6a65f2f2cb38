/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable has one aggregating function.
 */
BEGIN
{
	@a = count();
	@a = sum(1);
}

/* >>> output
[D_AGG_REDEF] line 8: @a was assigned a different function before sum()
<<< */
