/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: freopen() names a file.
 */
BEGIN
{
	freopen(".");
}

/* >>> output
[D_FREOPEN_INVALID] line 7: freopen(): "." is not a file: write "" to restore the output
<<< */
