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
