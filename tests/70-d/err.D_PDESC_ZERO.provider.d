/* SPDX-License-Identifier: MIT */
/*
 * ASSERTION: A description must match a probe.
 */
nosuch:::entry
{
}

/* >>> output
[D_PDESC_ZERO] line 5: no provider matches nosuch: the providers are dtrace, syscall, sched, sdt, proc, profile, pid, usdt, fbt, vminfo, sysinfo, lockstat, tcp, udp, ip, mib, io, fsinfo and cpc
<<< */
