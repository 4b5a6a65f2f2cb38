/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An array that is read is declared or assigned before.
 */
BEGIN
{
	trace(a[1]);
}

/* >>> output
[D_IDENT_UNDEF] line 7: failed to resolve a: Unknown variable name: declare or assign it before it is read
<<< */
