/* SPDX-License-Identifier: MIT */
/* ASSERTION: A wide character has 4 bytes. */
BEGIN
{
	printf("%wc\n", (char)65);
}
