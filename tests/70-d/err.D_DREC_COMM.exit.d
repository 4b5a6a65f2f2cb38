/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: exit() records its status, so it does not follow commit().
 */
BEGIN
{
	commit(1);
	exit(0);
}

/* >>> output
[D_DREC_COMM] line 8: exit() records data and cannot follow commit(): write a second clause
<<< */
