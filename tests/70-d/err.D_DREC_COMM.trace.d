/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What records does not follow commit().
 */
BEGIN
{
	commit(1);
	trace(1);
}
