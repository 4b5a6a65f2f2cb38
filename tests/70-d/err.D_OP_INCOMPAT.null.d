/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string is equal to NULL or not; it is not less.
 */
BEGIN
{
	trace(probename < NULL);
}

/* >>> output
[D_OP_INCOMPAT] line 7: < compares two integers or two strings, not one of each
<<< */
