/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A clause commits once.
 */
BEGIN
{
	commit(1);
	commit(2);
}
