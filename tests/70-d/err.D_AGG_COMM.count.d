/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An aggregation does not follow commit().
 */
BEGIN
{
	commit(1);
	@ = count();
}
