/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A string cannot be counted up.
 */
BEGIN
{
	self->s = "a";
	self->s++;
}
