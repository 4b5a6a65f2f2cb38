/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: strlen() takes a string.
 */
BEGIN
{
	trace(strlen(12));
}

/* >>> output
[D_PROTO_ARG] line 7: argument 1 of strlen() must be a string, not a value of type int
<<< */
