/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A command is a format.
 */
BEGIN
{
	system(pid);
}

/* >>> output
[D_PROTO_ARG] line 7: argument 1 of system() must be a format, a string constant
<<< */
