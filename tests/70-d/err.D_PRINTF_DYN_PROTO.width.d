/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: printa() has no argument for *.
 */
BEGIN
{
	@a[1] = count();
	printa("%*d", @a);
}

/* >>> output
[D_PRINTF_DYN_PROTO] line 8: printa(): * cannot take a width from an argument: write a number
<<< */
