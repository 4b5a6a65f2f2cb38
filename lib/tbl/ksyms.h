/* SPDX-License-Identifier: MIT */
/*
 * The types of well-known variables of the kernel, whose BTF has only those of
 * per-CPU variables.  Reader: sym/kvar.c.
 *
 * DT_KVAR(name, type)
 *	type	one of D or of the kernel.  If the kernel does not have it, the
 *		variable is an uintptr_t, as all others are.
 */
DT_KVAR("avenrun", "unsigned long [3]")
DT_KVAR("init_cred", "struct cred")
DT_KVAR("init_mm", "struct mm_struct")
DT_KVAR("init_net", "struct net")
DT_KVAR("init_nsproxy", "struct nsproxy")
DT_KVAR("init_pid_ns", "struct pid_namespace")
DT_KVAR("init_task", "struct task_struct")
DT_KVAR("init_user_ns", "struct user_namespace")
DT_KVAR("init_uts_ns", "struct uts_namespace")
DT_KVAR("jiffies", "unsigned long")
DT_KVAR("jiffies_64", "uint64_t")
DT_KVAR("linux_banner", "char [256]")
DT_KVAR("linux_proc_banner", "char [256]")
DT_KVAR("loops_per_jiffy", "unsigned long")
DT_KVAR("max_low_pfn", "unsigned long")
DT_KVAR("max_pfn", "unsigned long")
DT_KVAR("min_low_pfn", "unsigned long")
DT_KVAR("nr_cpu_ids", "unsigned int")
DT_KVAR("nr_threads", "int")
DT_KVAR("panic_timeout", "int")
DT_KVAR("saved_command_line", "char *")
DT_KVAR("total_forks", "unsigned long")
DT_KVAR("vm_swappiness", "int")
