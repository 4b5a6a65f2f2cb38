/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: #pragma D option names an option.
 */
#pragma D option

BEGIN
{
	trace(1);
}

/* >>> output
[D_PRAGMA_MALFORM] line 5: malformed option: write #pragma D option name, or #pragma D option name=value, without spaces around "="
<<< */
