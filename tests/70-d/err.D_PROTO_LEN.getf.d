/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: getf() takes one number.
 */
BEGIN
{
	trace(getf());
}

/* >>> output
[D_PROTO_LEN] line 7: getf() takes 1 argument, but 0 are given
<<< */
