/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A global variable that neither the predicate nor the statements
 * assign is unknown to !, which makes no global one.
 */
BEGIN
/!nowhere/
{
	trace(1);
}

/* >>> output
[D_IDENT_UNDEF] line 7: failed to resolve nowhere: Unknown variable name: declare or assign it before it is read
<<< */
