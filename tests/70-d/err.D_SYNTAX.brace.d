/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A clause ends with a brace.
 */
BEGIN
{
	trace(1);

/* >>> output
[D_SYNTAX] line 12: syntax error at the end of the program: expected a statement or "}"
<<< */
