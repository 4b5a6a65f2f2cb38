/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The number of frames is a constant.
 */
BEGIN
{
	x = 3;
	stack(x);
}

/* >>> output
[D_STACK_SIZE] line 8: the number of frames of stack() must be a constant from 1 to 127
<<< */
