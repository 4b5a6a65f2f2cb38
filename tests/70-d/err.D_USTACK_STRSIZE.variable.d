/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The size of the strings of jstack() is a constant.
 */
BEGIN
{
	jstack(3, pid);
}

/* >>> output
[D_USTACK_STRSIZE] line 7: the size of strings of jstack() must be a constant from 0 to 65536
<<< */
