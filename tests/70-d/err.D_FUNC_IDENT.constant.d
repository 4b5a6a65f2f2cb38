/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Only a name can be called.
 */
BEGIN
{
	1(2);
}

/* >>> output
[D_FUNC_IDENT] line 7: only a function can be called: write its name before "("
<<< */
