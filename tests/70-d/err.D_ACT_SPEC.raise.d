/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: raise() cannot be discarded, so it cannot be speculated.
 */
BEGIN
{
	speculate(1);
	raise(10);
}

/* >>> output
[D_ACT_SPEC] line 8: raise() cannot follow speculate(): it cannot be discarded
<<< */
