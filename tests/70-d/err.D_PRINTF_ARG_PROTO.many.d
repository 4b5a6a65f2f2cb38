/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A format has no more conversions than there are keys.
 */
BEGIN
{
	@a[1] = count();
	printa("%d %d %@d\n", @a);
}

/* >>> output
[D_PRINTF_ARG_PROTO] line 8: printa(): @a has 1 key, and the format has more conversions: print the value with %@d
<<< */
