/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An integer variable takes no string.
 */
int n;

BEGIN
{
	n = "a";
}

/* >>> output
[D_OP_INCOMPAT] line 9: n holds an integer and cannot be assigned a string
<<< */
