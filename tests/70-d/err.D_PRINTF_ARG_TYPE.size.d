/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: %ld prints an integer of 8 bytes.
 */
BEGIN
{
	printf("%ld\n", 1);
}
