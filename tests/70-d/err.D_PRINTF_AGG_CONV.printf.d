/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %@d is for printa().
 */
BEGIN
{
	printf("%@d\n", 1);
}
