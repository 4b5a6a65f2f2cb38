/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An option must exist.
 */
#pragma D option nosuchoption

BEGIN
{
}
