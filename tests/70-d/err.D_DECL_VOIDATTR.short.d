/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: void has no size and no sign.
 */
short void *x;

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_VOIDATTR] line 5: "short void" is not a type: void has no size and no sign
<<< */
