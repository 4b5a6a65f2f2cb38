/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Both values of ?: are of one kind.
 */
BEGIN
{
	trace(pid ? 1 : "x");
}

/* >>> output
[D_OP_INCOMPAT] line 7: both values of ?: must be integers, strings, or pointers of the same type
<<< */
