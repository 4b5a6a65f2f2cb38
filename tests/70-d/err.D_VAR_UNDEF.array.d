/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An array of self-> that is read is declared or assigned before.
 */
BEGIN
{
	trace(self->a[1]);
}

/* >>> output
[D_VAR_UNDEF] line 7: self->a has not been declared or assigned before it is read
<<< */
