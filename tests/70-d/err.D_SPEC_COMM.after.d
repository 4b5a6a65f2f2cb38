/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: speculate() does not follow commit().
 */
BEGIN
{
	commit(1);
	speculate(2);
}
