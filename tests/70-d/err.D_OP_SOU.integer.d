/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: . wants a struct.
 */
BEGIN
{
	trace(pid.x);
}

/* >>> output
[D_OP_SOU] line 7: .x needs a struct or union on its left, not a value of type pid_t
<<< */
