/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: speculate() does not follow commit().
 */
BEGIN
{
	commit(1);
	speculate(2);
}

/* >>> output
[D_SPEC_COMM] line 8: speculate() cannot follow commit() in one clause
<<< */
