/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A description must match a probe.
 */
syscall::nosuchcall:entry
{
}

/* >>> output
[D_PDESC_ZERO] line 5: probe description syscall::nosuchcall:entry does not match any probes
<<< */
