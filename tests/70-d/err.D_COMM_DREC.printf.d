/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: commit() does not follow what records.
 */
BEGIN
{
	printf("x");
	commit(1);
}

/* >>> output
[D_COMM_DREC] line 8: commit() cannot follow printf(), which records data: write a separate clause for commit()
<<< */
