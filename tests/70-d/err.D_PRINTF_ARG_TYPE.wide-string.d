/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %ls and %ws are for strings of wide characters, and D has none.
 */
BEGIN
{
	printf("%ls\n", "narrow");
}
