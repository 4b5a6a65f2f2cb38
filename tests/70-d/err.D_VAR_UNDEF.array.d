/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An array of self-> that is read is declared or assigned before.
 */
BEGIN
{
	trace(self->a[1]);
}
