/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: commit() has one argument.
 */
BEGIN
{
	commit();
}

/* >>> output
[D_PROTO_LEN] line 7: commit() takes 1 argument, but 0 are given
<<< */
