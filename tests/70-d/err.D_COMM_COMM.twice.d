/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A clause commits once.
 */
BEGIN
{
	commit(1);
	commit(2);
}

/* >>> output
[D_COMM_COMM] line 8: commit() is allowed once in a clause: write a second clause for another speculation
<<< */
