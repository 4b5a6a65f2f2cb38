/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A symbol is not printed as a number.
 */
BEGIN
{
	printf("%d", usym(arg1));
}
