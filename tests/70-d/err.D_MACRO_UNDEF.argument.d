/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A macro argument must be given.
 */
BEGIN
{
	trace($1);
}

/* >>> output
[D_MACRO_UNDEF] line 7: macro argument $1 is not defined: the program has 0 arguments, and option defaultargs is not set
<<< */
