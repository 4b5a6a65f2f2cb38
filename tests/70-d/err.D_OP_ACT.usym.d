/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: usym() has no value to compute with.
 */
BEGIN
{
	x = usym(arg1);
}
