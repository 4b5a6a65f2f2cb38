/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: ustack() takes at most two arguments.
 */
BEGIN
{
	ustack(1, 2, 3);
}

/* >>> output
[D_USTACK_PROTO] line 7: ustack() takes 0 to 2 arguments, but 3 are given
<<< */
