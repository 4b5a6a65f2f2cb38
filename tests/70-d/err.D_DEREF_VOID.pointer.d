/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A pointer to void must be cast before it is followed.
 */
BEGIN
{
	trace(*(void *)arg0);
}

/* >>> output
[D_DEREF_VOID] line 7: cannot dereference a pointer to void: cast it to a pointer to the type of the data
<<< */
