/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What a void * points to has no elements.
 */
BEGIN
{
	trace(((void *)arg0)[1]);
}

/* >>> output
[D_DEREF_VOID] line 7: cannot dereference a pointer to void: cast it to a pointer to the type of the data
<<< */
