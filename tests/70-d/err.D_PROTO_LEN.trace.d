/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: trace() takes one argument.
 */
BEGIN
{
	trace(1, 2);
}

/* >>> output
[D_PROTO_LEN] line 7: trace() takes 1 argument, but 2 are given
<<< */
