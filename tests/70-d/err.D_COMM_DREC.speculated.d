/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: commit() does not follow what records speculatively.
 */
BEGIN
{
	speculate(1);
	trace(1);
	commit(1);
}

/* >>> output
[D_COMM_DREC] line 9: commit() cannot follow trace(), which records data: write a separate clause for commit()
<<< */
