/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A speculation is an integer.
 */
BEGIN
{
	speculate("one");
}

/* >>> output
[D_PROTO_ARG] line 7: the id that speculate() takes from speculation() must be an integer
<<< */
