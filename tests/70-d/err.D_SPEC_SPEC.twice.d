/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A clause speculates once.
 */
BEGIN
{
	speculate(1);
	speculate(2);
}

/* >>> output
[D_SPEC_SPEC] line 8: speculate() is allowed once in a clause: write a second clause for another speculation
<<< */
