/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string is compared with a string.
 */
BEGIN
{
	trace(execname == 1);
}

/* >>> output
[D_OP_INCOMPAT] line 7: == compares two integers or two strings, not one of each
<<< */
