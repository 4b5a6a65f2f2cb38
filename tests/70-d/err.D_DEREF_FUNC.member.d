/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A function has no value.
 * needs: btf
 */
BEGIN
{
	trace(*((struct hrtimer *)arg0)->function);
}

/* >>> output
[D_DEREF_FUNC] line 8: cannot dereference a pointer to a function: cast it to a pointer to the type of the data
<<< */
