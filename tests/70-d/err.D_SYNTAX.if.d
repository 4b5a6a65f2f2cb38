/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There is no if.
 */
BEGIN
{
	if (pid)
		trace(1);
}
