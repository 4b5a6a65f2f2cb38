/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What records does not follow commit().
 */
BEGIN
{
	commit(1);
	trace(1);
}

/* >>> output
[D_DREC_COMM] line 8: trace() records data and cannot follow commit(): write a second clause
<<< */
