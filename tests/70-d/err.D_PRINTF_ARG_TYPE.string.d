/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A conversion fits its key.
 */
BEGIN
{
	@a[1] = count();
	printa("%s %@d\n", @a);
}

/* >>> output
[D_PRINTF_ARG_TYPE] line 8: printa(): key 1 of @a is of type int, which %s cannot print: use %d
<<< */
