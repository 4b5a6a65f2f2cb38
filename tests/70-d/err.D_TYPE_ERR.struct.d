/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A type must exist.
 */
BEGIN
{
	trace(sizeof(struct nosuchstruct));
}
