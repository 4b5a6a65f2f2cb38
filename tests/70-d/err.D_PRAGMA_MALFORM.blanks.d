/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There are no blanks at the = of an option.
 */
#pragma D option aggsize = 4m

BEGIN
{
	trace(1);
}
