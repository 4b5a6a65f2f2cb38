/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A description must match a probe.
 */
BEGINN
{
}
