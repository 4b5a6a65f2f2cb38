/* SPDX-License-Identifier: MIT */
/*
 * The columns of percpustat(1), in their order.  Reader: main.c; the man page
 * explains them.
 *
 * COLUMN(title, probes, predicate, value, is_share)
 *	probes	separated by commas; if none exists, the column is left out
 *	predicate	or NULL
 *	value	what each firing adds
 *	is_share	printed as a percentage of all such columns
 */
COLUMN("flt", "vminfo:::as_fault,vminfo:::cow_fault,vminfo:::prot_fault", NULL,
    "arg0", false)
COLUMN("xcal", "sysinfo:::xcalls", NULL, "arg0", false)
COLUMN("intr", "sysinfo:::intr", NULL, "arg0", false)
COLUMN("csw", "sysinfo:::pswitch", NULL, "arg0", false)
COLUMN("icsw", "sysinfo:::inv_swtch", NULL, "arg0", false)
COLUMN("wake", "sched:::wakeup", NULL, "1", false)
COLUMN("migr", "sdt:sched::sched_migrate_task", NULL, "1", false)
COLUMN("smtx", "lockstat:::adaptive-block,lockstat:::adaptive-spin", NULL,
    "1", false)
COLUMN("srw", "lockstat:::rw-block", NULL, "1", false)
COLUMN("spin", "lockstat:::spin-spin,lockstat:::rw-spin", NULL, "1", false)
COLUMN("syscl", "syscall:::entry", NULL, "1", false)
COLUMN("usr", "profile:::profile-199", "arg1 != 0", "1", true)
COLUMN("sys", "profile:::profile-199", "arg1 == 0 && pid != 0", "1", true)
COLUMN("idl", "profile:::profile-199", "arg1 == 0 && pid == 0", "1", true)
