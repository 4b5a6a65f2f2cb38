/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string cannot be cast to an integer.
 */
BEGIN
{
	trace((int)execname);
}

/* >>> output
[D_CAST_INVAL] line 7: a value of type string cannot be cast to int: only integers and pointers can be cast to such types
<<< */
