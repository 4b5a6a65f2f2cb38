/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The value of an option is a string.
 */
BEGIN
{
	setopt("quiet", 1);
}

/* >>> output
[D_PROTO_ARG] line 7: argument 2 of setopt() must be a string
<<< */
