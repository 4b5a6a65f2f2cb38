/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A built-in variable cannot be counted up.
 */
BEGIN
{
	timestamp++;
}

/* >>> output
[D_OP_WRITE] line 7: timestamp is a built-in variable and can only be read
<<< */
