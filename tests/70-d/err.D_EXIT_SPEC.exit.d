/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: exit() cannot be speculative.
 */
BEGIN
{
	speculate(1);
	exit(0);
}

/* >>> output
[D_EXIT_SPEC] line 8: exit() cannot follow speculate(): it cannot be discarded
<<< */
