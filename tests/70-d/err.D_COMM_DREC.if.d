/* SPDX-License-Identifier: MIT */
/* ASSERTION: Rules about speculations hold for each branch. */
BEGIN
{
	if (1) {
		printf("x");
		commit(1);
	}
}

/* >>> output
[D_COMM_DREC] line 7: commit() cannot follow printf(), which records data: write a separate clause for commit()
<<< */
