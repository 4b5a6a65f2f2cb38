/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Only a pointer can be followed.
 */
BEGIN
{
	trace(*pid);
}

/* >>> output
[D_DEREF_NONPTR] line 7: cannot dereference a value of type pid_t: * needs a pointer
<<< */
