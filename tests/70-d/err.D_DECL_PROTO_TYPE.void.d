/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A key has a type with values.
 */
int a[int, void];

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_PROTO_TYPE] line 5: a key of a[] cannot have type void: keys are integers, strings, pointers and structs
<<< */
