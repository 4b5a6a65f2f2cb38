/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An operator of one operand makes no array of args[].
 */
BEGIN
/!args[0]/
{
	exit(0);
}

/* >>> output
[D_ARGS_IDX] line 6: the types of this probe's arguments are not known: use arg0, arg1 ... arg9 instead of args[]
<<< */
