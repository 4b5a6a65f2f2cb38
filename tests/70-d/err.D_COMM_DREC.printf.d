/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: commit() does not follow what records.
 */
BEGIN
{
	printf("x");
	commit(1);
}
