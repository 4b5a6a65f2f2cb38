/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An option must exist.
 */
#pragma D option nosuchoption

BEGIN
{
}

/* >>> output
[D_PRAGMA_OPTSET] line 5: failed to set option nosuchoption: Invalid option name
<<< */
