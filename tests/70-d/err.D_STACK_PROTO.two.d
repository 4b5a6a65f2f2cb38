/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: stack() takes at most one argument.
 */
BEGIN
{
	stack(1, 2);
}

/* >>> output
[D_STACK_PROTO] line 7: stack() takes 0 or 1 arguments, but 2 are given
<<< */
