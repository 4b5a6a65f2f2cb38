/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A function has no value.
 */
BEGIN
{
	trace(*((struct hrtimer *)arg0)->function);
}
