/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: strtoll() takes a string.
 */
BEGIN
{
	trace(strtoll(1));
}

/* >>> output
[D_PROTO_ARG] line 7: argument 1 of strtoll() must be a string, not a value of type int
<<< */
