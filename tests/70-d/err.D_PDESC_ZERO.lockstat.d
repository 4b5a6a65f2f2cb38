/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: Probes of lockstat that other systems have are refused with what to
 * use instead.
 */
lockstat:::adaptive-acquire
{
}

/* >>> output
[D_PDESC_ZERO] line 6: Linux reports only waits for locks, so there is no adaptive-acquire: where the kernel's functions can be traced, use fbt::mutex_lock:return or lockstat -H
<<< */
