/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A stack is printed by %k only.
 */
BEGIN
{
	printf("%A", ustack());
}
