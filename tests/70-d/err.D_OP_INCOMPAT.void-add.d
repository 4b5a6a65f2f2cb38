/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: What a void * points to has no size to count in.
 */
BEGIN
{
	trace((uintptr_t)((void *)0 + 1));
}
