/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: copyoutstr() cannot be discarded, so it cannot be speculated.
 */
BEGIN
{
	speculate(1);
	copyoutstr("x", arg0, 4);
}

/* >>> output
[D_ACT_SPEC] line 8: copyoutstr() cannot follow speculate(): it cannot be discarded
<<< */
