/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What is added must be a number.
 */
BEGIN
{
	@ = sum("text");
}

/* >>> output
[D_AGG_SCALAR] line 7: sum() aggregates integers, not a value of type string
<<< */
