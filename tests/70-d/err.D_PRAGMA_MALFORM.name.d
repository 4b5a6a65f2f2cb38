/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: #pragma D option names an option.
 */
#pragma D option

BEGIN
{
	trace(1);
}
