/* SPDX-License-Identifier: MIT */
/* ASSERTION: An argument of a probe cannot be assigned. */
BEGIN
{
	args[0] = 1;
}

/* >>> output
[D_OP_WRITE] line 5: args is a built-in variable and can only be read
<<< */
