/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A name must be a variable when it is read.
 */
BEGIN
{
	trace(never_assigned);
}

/* >>> output
[D_IDENT_UNDEF] line 7: failed to resolve never_assigned: Unknown variable name: declare or assign it before it is read
<<< */
