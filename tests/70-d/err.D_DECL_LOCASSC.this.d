/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: this-> has no arrays.
 */
this int a[int];

BEGIN
{
	exit(0);
}

/* >>> output
[D_DECL_LOCASSC] line 5: this->a[]: a this-> variable cannot be an array: declare a global or self-> one
<<< */
