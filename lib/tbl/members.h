/* SPDX-License-Identifier: MIT */
/*
 * Members that a struct of the kernel has for D alone, by the names that other
 * systems give them.  Reader: front/check_mem.c.
 *
 * DT_MEMBER(type, name, func): computed, where the kernel's own member does not
 *	have the value that the name means.
 *	type	as the kernel's types name it
 *	func	DT_F_<func> of the struct's address is its value
 * DT_SYNONYM(type, name, is): another name of the kernel's member `is`.
 */
#ifdef DT_MEMBER
/* Ids of the consumer's PID namespace, where pid and tgid are the kernel's */
DT_MEMBER("struct task_struct", "pr_pid", PROCESS_ID)	/* Solaris: psinfo_t */
DT_MEMBER("struct task_struct", "pr_lwpid", THREAD_ID)	/* lwpsinfo_t */
DT_MEMBER("struct task_struct", "p_pid", PROCESS_ID)	/* FreeBSD: proc */
DT_MEMBER("struct task_struct", "td_tid", THREAD_ID)	/* thread */
/* The old priority until change-pri has fired for the thread */
DT_MEMBER("struct task_struct", "td_priority", THREAD_PRIO)
#endif

#ifdef DT_SYNONYM
DT_SYNONYM("struct task_struct", "td_name", "comm")	/* FreeBSD: thread */
DT_SYNONYM("struct task_struct", "td_proc", "group_leader")
DT_SYNONYM("struct task_struct", "p_comm", "comm")	/* proc */
#endif
