/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: substr() takes two or three arguments.
 */
BEGIN
{
	trace(substr("abc"));
}

/* >>> output
[D_PROTO_LEN] line 7: substr() takes 2 or 3 arguments, but 1 is given
<<< */
