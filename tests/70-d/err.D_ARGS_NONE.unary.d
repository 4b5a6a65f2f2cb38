/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An operator of one operand makes no array of args[].
 */
BEGIN
/!args[0]/
{
	exit(0);
}
