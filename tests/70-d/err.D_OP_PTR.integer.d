/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: -> wants a pointer.
 */
BEGIN
{
	trace(pid->x);
}

/* >>> output
[D_OP_PTR] line 7: ->x needs a pointer to a struct or union on its left, not a value of type pid_t
<<< */
