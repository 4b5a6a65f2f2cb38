/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: commit() does not follow what leaves a record of what to do.
 */
BEGIN
{
	system("true");
	commit(1);
}

/* >>> output
[D_COMM_DREC] line 8: commit() cannot follow system(), which records data: write a separate clause for commit()
<<< */
