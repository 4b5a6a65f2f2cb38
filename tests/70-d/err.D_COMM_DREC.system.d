/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: commit() does not follow what leaves a record of what to do.
 */
BEGIN
{
	system("true");
	commit(1);
}
