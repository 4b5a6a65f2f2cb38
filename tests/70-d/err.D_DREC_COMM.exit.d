/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: exit() records its status, so it does not follow commit().
 */
BEGIN
{
	commit(1);
	exit(0);
}
