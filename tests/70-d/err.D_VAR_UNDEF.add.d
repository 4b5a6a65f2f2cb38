/* SPDX-License-Identifier: MIT */
/* ASSERTION: += reads the variable, so it does not create one. */

BEGIN
{
	x += 2;
	exit(0);
}

/* >>> output
[D_VAR_UNDEF] line 6: x has not been declared or assigned before it is read
<<< */
