/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: The value of an option is a string.
 */
BEGIN
{
	setopt("quiet", 1);
}
