/* SPDX-License-Identifier: MIT */
/* ASSERTION: A condition is an integer or a pointer. */
BEGIN
{
	if (execname)
		exit(0);
}

/* >>> output
[D_OP_SCALAR] line 5: the condition of if must be an integer: compare a string, as in != ""
<<< */
