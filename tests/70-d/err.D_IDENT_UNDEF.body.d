/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable that nothing assigns is unknown in the statements of a
 * clause whose predicate could assign one.
 */
BEGIN
/x++ == 0/
{
	trace(x + nowhere);
}

/* >>> output
[D_IDENT_UNDEF] line 9: failed to resolve nowhere: Unknown variable name: declare or assign it before it is read
<<< */
