/* SPDX-License-Identifier: MIT */
/*
 * Members that kernel structs have only in D, named as on other systems.
 * Reader: front/check_added.c.
 *
 * DT_MEMBER(type, name, func): a computed member, where none of the kernel's
 *	has the value that the name means.
 *	type	the kernel's name of the struct
 *	func	the value is DT_F_<func> of the struct's address
 * DT_SYNONYM(type, name, path): another name of a member of the kernel, or of
 *	one of its members or targets: with . and -> between names.
 * DT_DERIVED(type, name, func): made from members by a function of the reader.
 * DT_PREFIX(type, prefix, other): a struct of another system, in messages about
 *	members whose names begin so.
 */
#ifdef DT_MEMBER
/* Ids in the consumer's PID namespace; pid and tgid are in the initial one */
DT_MEMBER("struct task_struct", "pr_pid", PROCESS_ID)	/* Solaris: psinfo_t */
DT_MEMBER("struct task_struct", "pr_pgid", PROCESS_GROUP)
DT_MEMBER("struct task_struct", "pr_sid", PROCESS_SESSION)
DT_MEMBER("struct task_struct", "pr_lwpid", THREAD_ID)	/* lwpsinfo_t */
DT_MEMBER("struct task_struct", "p_pid", PROCESS_ID)	/* FreeBSD: proc */
DT_MEMBER("struct task_struct", "td_tid", THREAD_ID)	/* thread */
/* The directory where the file system of a path is mounted, a string */
DT_MEMBER("struct path", "mount_point", MOUNT_POINT)
/* The path of a dentry by the first mount of its file system, and that mount */
DT_MEMBER("struct dentry", "path_name", DENTRY_PATH)
DT_MEMBER("struct dentry", "mount_point", DENTRY_MOUNT)
/* The name of a file that was looked up last, a struct dentry, or 0 */
DT_MEMBER("struct inode", "first_dentry", INODE_DENTRY)
/* The inode of the file that a transfer begins in, and the offset there */
DT_MEMBER("struct bio", "bi_inode", BIO_INODE)
DT_MEMBER("struct bio", "bi_offset", BIO_OFFSET)
/* Of a CPU, whose address is its number: dlib/types.d */
DT_MEMBER("struct dtrace_cpu", "chip", CPU_CHIP)
DT_MEMBER("struct dtrace_cpu", "node", CPU_NODE)
DT_MEMBER("struct dtrace_cpu", "mhz", CPU_MHZ)
DT_MEMBER("cpu_t", "cpu_id", CPU_ID)
/* The old priority until change-pri has fired for the thread */
DT_MEMBER("struct task_struct", "td_priority", THREAD_PRIO)
#endif

#ifdef DT_SYNONYM
/* FreeBSD: thread */
DT_SYNONYM("struct task_struct", "td_name", "comm")
DT_SYNONYM("struct task_struct", "td_proc", "group_leader")
DT_SYNONYM("struct task_struct", "td_lastcpu", "thread_info.cpu")
DT_SYNONYM("struct task_struct", "td_flags", "flags")
DT_SYNONYM("struct task_struct", "td_state", "__state")
DT_SYNONYM("struct task_struct", "td_base_pri", "normal_prio")
DT_SYNONYM("struct task_struct", "td_ucred", "cred")
DT_SYNONYM("struct task_struct", "td_runtime", "se.sum_exec_runtime")
/* proc */
DT_SYNONYM("struct task_struct", "p_comm", "comm")
DT_SYNONYM("struct task_struct", "p_flag", "flags")
DT_SYNONYM("struct task_struct", "p_numthreads", "signal->nr_threads")
DT_SYNONYM("struct task_struct", "p_pptr", "real_parent")
DT_SYNONYM("struct task_struct", "p_state", "exit_state")
DT_SYNONYM("struct task_struct", "p_ucred", "cred")
/* ucred */
DT_SYNONYM("struct cred", "cr_uid", "euid.val")
DT_SYNONYM("struct cred", "cr_ruid", "uid.val")
DT_SYNONYM("struct cred", "cr_svuid", "suid.val")
DT_SYNONYM("struct cred", "cr_gid", "egid.val")
DT_SYNONYM("struct cred", "cr_rgid", "gid.val")
DT_SYNONYM("struct cred", "cr_svgid", "sgid.val")
#endif

#ifdef DT_DERIVED
DT_DERIVED("struct task_struct", "td_oncpu", cpu_of)
DT_DERIVED("struct task_struct", "p_nice", nice_of)
#endif

#ifdef DT_PREFIX
DT_PREFIX("struct task_struct", "td_", "struct thread")
DT_PREFIX("struct task_struct", "p_", "struct proc")
#endif
