/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: raise() takes a number.
 */
BEGIN
{
	raise("USR1");
}

/* >>> output
[D_PROTO_ARG] line 7: the signal of raise() must be an integer
<<< */
