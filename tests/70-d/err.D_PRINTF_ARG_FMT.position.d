/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Arguments come in their order.
 */
BEGIN
{
	printf("%1$d\n", 1);
}
