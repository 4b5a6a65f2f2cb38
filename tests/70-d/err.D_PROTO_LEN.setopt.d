/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An option has one value.
 */
BEGIN
{
	setopt("quiet", "1", "2");
}
