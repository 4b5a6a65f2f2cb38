/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: chill() has no value.
 */
BEGIN
{
	x = chill(1);
}

/* >>> output
[D_OP_ACT] line 7: chill() is an action and has no value: write it as a statement
<<< */
