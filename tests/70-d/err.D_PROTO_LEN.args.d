/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: args[] has one index.
 */
BEGIN
{
	trace(args[0, 1]);
}

/* >>> output
[D_PROTO_LEN] line 7: args[] takes one index, a constant from 0 to 9
<<< */
