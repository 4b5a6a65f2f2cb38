/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A declaration declares a variable.
 */
int;

BEGIN
{
	trace(1);
}

/* >>> output
[D_DECL_USELESS] line 5: the declaration declares nothing: name a variable
<<< */
