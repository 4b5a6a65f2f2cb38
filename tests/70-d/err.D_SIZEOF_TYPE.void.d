/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: void has no size.
 */
BEGIN
{
	trace(sizeof (void));
}

/* >>> output
[D_SIZEOF_TYPE] line 7: sizeof needs a type of known size, and void has none
<<< */
