/* SPDX-License-Identifier: MIT */
/* ASSERTION: A condition that is no constant does not choose an action. */


BEGIN
{
	pid ? exit(0) : exit(1);
}

/* >>> output
[D_OP_ACT] line 7: exit() is an action and has no value: write it as a statement
<<< */
