/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: chill() takes a number.
 */
BEGIN
{
	chill("1ms");
}

/* >>> output
[D_PROTO_ARG] line 7: the nanoseconds of chill() must be an integer
<<< */
