/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A description must match a probe.
 */
BEGINN
{
}

/* >>> output
[D_PDESC_ZERO] line 5: probe description :::BEGINN does not match any probes
<<< */
