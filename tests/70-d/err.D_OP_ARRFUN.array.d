/* SPDX-License-Identifier: MIT */
/* ASSERTION: An array is not assigned as a whole. */
this int a[2];
this int b[2];

BEGIN
{
	this->a = this->b;
}

/* >>> output
[D_OP_ARRFUN] line 8: an array cannot be assigned: assign its elements, or copy them with bcopy()
<<< */
