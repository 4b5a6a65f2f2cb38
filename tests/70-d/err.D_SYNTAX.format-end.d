/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A conversion has a letter.
 */
BEGIN
{
	@a[1] = count();
	printa("%", @a);
}

/* >>> output
[D_SYNTAX] line 8: printa(): cannot print "%": the format ends inside a conversion
<<< */
