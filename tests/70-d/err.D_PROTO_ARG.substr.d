/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The position that substr() takes is an integer.
 */
BEGIN
{
	trace(substr("abc", "b"));
}

/* >>> output
[D_PROTO_ARG] line 7: argument 2 of substr() must be an integer, not a value of type string
<<< */
