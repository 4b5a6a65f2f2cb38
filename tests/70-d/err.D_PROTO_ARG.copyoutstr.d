/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: copyoutstr() takes a string.
 */
BEGIN
{
	copyoutstr(1, arg0, 4);
}

/* >>> output
[D_PROTO_ARG] line 7: argument 1 of copyoutstr() must be a string, not a value of type int
<<< */
