/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: this-> has no arrays.
 */
BEGIN
{
	this->a[1] = 1;
}

/* >>> output
[D_ARR_LOCAL] line 7: this->a[]: a this-> variable cannot be an array: use a global or self-> one
<<< */
