/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A format is a string constant.
 */
BEGIN
{
	printf(1);
}

/* >>> output
[D_PROTO_ARG] line 7: argument 1 of printf() must be a format, a string constant
<<< */
