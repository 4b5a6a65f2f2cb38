/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There is no conversion %z.
 */
BEGIN
{
	printf("%z\n", 1);
}
