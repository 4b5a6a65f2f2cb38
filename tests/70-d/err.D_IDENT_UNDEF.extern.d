/* SPDX-License-Identifier: MIT */
/* ASSERTION: An external object cannot be used. */
extern int x;

BEGIN
{
	exit(x);
}

/* >>> output
[D_IDENT_UNDEF] line 7: failed to resolve x: Unknown variable name: declare or assign it before it is read
<<< */
