/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable cannot have a built-in one's name.
 */
int pid;

BEGIN
{
	trace(pid);
}

/* >>> output
[D_DECL_IDRED] line 5: pid is a built-in variable: choose another name
<<< */
