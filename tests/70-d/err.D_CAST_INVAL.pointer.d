/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string cannot be cast to a pointer.
 */
BEGIN
{
	trace((char *)execname);
}

/* >>> output
[D_CAST_INVAL] line 7: a value of type string cannot be cast to char *: only integers and pointers can be cast to such types
<<< */
