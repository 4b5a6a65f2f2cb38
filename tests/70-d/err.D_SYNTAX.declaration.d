/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A clause declares this and self variables only.
 */
BEGIN
{
	int x;
}

/* >>> output
[D_SYNTAX] line 7: a global variable cannot be declared in a clause: declare it before the clause, or write self or this before the type
<<< */
