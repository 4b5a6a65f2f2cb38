/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A struct has no sign.
 */
unsigned struct s {
	int a;
} *x;

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_SIGNINT] line 5: "unsigned struct s" is not a type: signed and unsigned apply to integers only
<<< */
