/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A counter of Solaris that Linux has no event for is named.
 */
mib:::tcpHalfOpenDrop
{
}

/* >>> output
[D_PDESC_ZERO] line 5: provider mib has no probe tcpHalfOpenDrop: Linux has no event where it counts that; list the probes with dtrace -l -P mib
<<< */
