/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A self-> variable is written before it is read.
 */
BEGIN
{
	trace(self->never);
}
