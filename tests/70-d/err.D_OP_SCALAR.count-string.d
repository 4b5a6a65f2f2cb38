/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string cannot be counted up.
 */
BEGIN
{
	self->s = "a";
	self->s++;
}

/* >>> output
[D_OP_SCALAR] line 8: ++ needs an integer, but self->s is a string
<<< */
