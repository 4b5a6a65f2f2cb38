/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Descriptions are separated by commas.
 */
BEGIN END
{
	trace(1);
}
