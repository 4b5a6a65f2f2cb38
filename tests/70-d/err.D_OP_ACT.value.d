/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An action has no value.
 */
BEGIN
{
	x = trace(1);
}

/* >>> output
[D_OP_ACT] line 7: trace() is an action and has no value: write it as a statement
<<< */
