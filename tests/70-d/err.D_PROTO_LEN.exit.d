/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: exit() takes one argument.
 */
BEGIN
{
	exit();
}

/* >>> output
[D_PROTO_LEN] line 7: exit() takes 1 argument, but 0 are given
<<< */
