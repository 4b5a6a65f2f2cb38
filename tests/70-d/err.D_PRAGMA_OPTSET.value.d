/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An option must have a good value.
 */
#pragma D option bufsize=much

BEGIN
{
}

/* >>> output
[D_PRAGMA_OPTSET] line 5: failed to set option bufsize: Invalid value for specified option: bufsize takes a number of bytes, such as 65536 or 4m, not "much"
<<< */
