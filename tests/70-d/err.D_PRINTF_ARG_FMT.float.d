/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There are no floating-point numbers.
 */
BEGIN
{
	printf("%f\n", 1);
}
