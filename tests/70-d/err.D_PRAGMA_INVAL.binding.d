/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Of the D pragmas there is option.
 */
#pragma D binding "1.0" x

BEGIN
{
	trace(1);
}
