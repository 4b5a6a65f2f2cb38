/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A format is not empty.
 */
BEGIN
{
	@a[1] = count();
	printa("", @a);
}

/* >>> output
[D_PRINTF_FMT_EMPTY] line 8: printa(): the format is empty
<<< */
