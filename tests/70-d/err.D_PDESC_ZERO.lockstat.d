/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Probes of lockstat that other systems have are refused with the
 * reason.
 */
lockstat:::rw-upgrade
{
}

/* >>> output
[D_PDESC_ZERO] line 6: there is no rw-upgrade: a reader cannot become a writer on Linux
<<< */
