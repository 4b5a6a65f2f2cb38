/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A function has no value.
 * needs: btf
 */
BEGIN
{
	trace(*((struct hrtimer *)arg0)->function);
}
