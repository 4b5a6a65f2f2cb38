/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A struct is neither long nor short.
 */
long struct s {
	int a;
} *x;

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_LONGINT] line 5: "long struct s" is not a type: short and long apply to integers only
<<< */
