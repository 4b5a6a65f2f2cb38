/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A key is an integer, a string, a pointer or a struct.
 */
int a[double];

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_PROTO_TYPE] line 5: a key of a[] cannot have type double: keys are integers, strings, pointers and structs
<<< */
