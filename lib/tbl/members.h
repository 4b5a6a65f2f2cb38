/* SPDX-License-Identifier: MIT */
/*
 * Members that kernel structs have only in D, named as on other systems.
 * Reader: front/check_mem.c.
 *
 * DT_MEMBER(type, name, func): a computed member, where none of the kernel's
 *	has the value that the name means.
 *	type	the kernel's name of the struct
 *	func	the value is DT_F_<func> of the struct's address
 * DT_SYNONYM(type, name, is): another name of the kernel's member `is`.
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
DT_SYNONYM("struct task_struct", "td_name", "comm")	/* FreeBSD: thread */
DT_SYNONYM("struct task_struct", "td_proc", "group_leader")
DT_SYNONYM("struct task_struct", "p_comm", "comm")	/* proc */
#endif
