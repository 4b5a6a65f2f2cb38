/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A self-> variable is written before it is read.
 */
BEGIN
{
	trace(self->never);
}

/* >>> output
[D_VAR_UNDEF] line 7: self->never has not been declared or assigned before it is read
<<< */
