/* SPDX-License-Identifier: MIT */
/* The providers, in the order of their probe ids: DT_PROV(symbol) */
DT_PROV(dtrace)
DT_PROV(syscall)
DT_PROV(sched)
DT_PROV(sdt)
DT_PROV(proc)
DT_PROV(profile)
DT_PROV(pid)
DT_PROV(usdt)
DT_PROV(fbt)
DT_PROV(vminfo)
DT_PROV(sysinfo)
DT_PROV(lockstat)
