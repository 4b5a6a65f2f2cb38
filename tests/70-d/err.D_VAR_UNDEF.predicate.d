/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable of a thread that is read and never assigned is unknown.
 */
BEGIN
/self->x == 0/
{
	trace(1);
}

/* >>> output
[D_VAR_UNDEF] line 6: self->x has not been declared or assigned before it is read
<<< */
