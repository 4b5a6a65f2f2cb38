/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What changes the system cannot be speculative.
 */
BEGIN
{
	speculate(1);
	system("true");
}

/* >>> output
[D_ACT_SPEC] line 8: system() cannot follow speculate(): it cannot be discarded
<<< */
