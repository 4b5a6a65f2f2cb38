/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: An option must have a good value.
 */
#pragma D option bufsize=much

BEGIN
{
}
