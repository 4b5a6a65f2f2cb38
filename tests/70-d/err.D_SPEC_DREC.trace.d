/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: speculate() stands before what records.
 */
BEGIN
{
	trace(1);
	speculate(1);
}

/* >>> output
[D_SPEC_DREC] line 8: speculate() cannot follow trace(), which records data: put speculate() first
<<< */
