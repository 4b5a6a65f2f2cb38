/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A key that is the width of a conversion of printa() must be an
 * integer.
 */
BEGIN
{
	@a["x", 1] = count();
	printa("%*d", @a);
}

/* >>> output
[D_PRINTF_DYN_TYPE] line 9: printa(): key 1 of @a is a width and must be an integer
<<< */
