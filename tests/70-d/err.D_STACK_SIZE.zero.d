/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A stack has at least one frame.
 */
BEGIN
{
	stack(0);
}

/* >>> output
[D_STACK_SIZE] line 7: the number of frames of stack() must be a constant from 1 to 127
<<< */
