/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: exit() takes an integer.
 */
BEGIN
{
	exit("status");
}

/* >>> output
[D_PROTO_ARG] line 7: the status of exit() must be an integer
<<< */
