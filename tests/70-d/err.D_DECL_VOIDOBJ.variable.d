/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable is not void.
 */
void x;

BEGIN
{
	trace(1);
}

/* >>> output
[D_DECL_VOIDOBJ] line 5: variable x cannot have type void, which has no values
<<< */
