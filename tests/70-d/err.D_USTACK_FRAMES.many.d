/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A stack of a process has at most 127 frames.
 */
BEGIN
{
	ustack(128);
}

/* >>> output
[D_USTACK_FRAMES] line 7: the number of frames of ustack() must be a constant from 1 to 127
<<< */
