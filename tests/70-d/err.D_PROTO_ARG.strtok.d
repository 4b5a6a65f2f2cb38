/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: strtok() takes a string, or 0 to go on with the one before.
 */
BEGIN
{
	trace(strtok(1, ","));
}

/* >>> output
[D_PROTO_ARG] line 7: argument 1 of strtok() must be a string, not a value of type int
<<< */
