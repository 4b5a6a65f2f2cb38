/* SPDX-License-Identifier: MIT */
/* ASSERTION: |= reads the variable, so it does not create one. */

BEGIN
{
	self->x |= 2;
	exit(0);
}

/* >>> output
[D_VAR_UNDEF] line 6: self->x has not been declared or assigned before it is read
<<< */
