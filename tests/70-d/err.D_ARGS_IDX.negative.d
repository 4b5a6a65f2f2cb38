/* SPDX-License-Identifier: MIT */
/* ASSERTION: A probe has at most ten arguments, which count from 0. */
BEGIN
{
	trace(args[-1]);
}

/* >>> output
[D_ARGS_IDX] line 5: the index of args[] must be from 0 to 9
<<< */
