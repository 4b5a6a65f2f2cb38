/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: usym() has no value to compute with.
 */
BEGIN
{
	x = usym(arg1);
}

/* >>> output
[D_OP_ACT] line 7: usym() is an action and has no value: write it as a statement
<<< */
