/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A variable of a thread that is read and never assigned is unknown.
 */
BEGIN
/self->x == 0/
{
	trace(1);
}
