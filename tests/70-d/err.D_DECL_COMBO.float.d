/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The words of a type must go together.
 */
unsigned float x;

BEGIN
{
	x = 1;
}

/* >>> output
[D_DECL_COMBO] line 5: "unsigned float" is not a type
<<< */
