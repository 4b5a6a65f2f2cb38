/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: There are no blanks at the = of an option.
 */
#pragma D option aggsize = 4m

BEGIN
{
	trace(1);
}

/* >>> output
[D_PRAGMA_MALFORM] line 5: malformed option: write #pragma D option name, or #pragma D option name=value, without spaces around "="
<<< */
