/* SPDX-License-Identifier: MIT */
/*
 * Members that a struct of the kernel has for D alone, by the names that other
 * systems give them: what the kernel's own member cannot tell.  Reader:
 * front/check_mem.c.
 *
 * DT_MEMBER(type, name, func)
 *	type	as the kernel's types name it
 *	func	DT_F_<func> of the struct's address is its value
 */
/* Ids of the consumer's PID namespace, where pid and tgid are the kernel's */
DT_MEMBER("struct task_struct", "pr_pid", PROCESS_ID)	/* Solaris: psinfo_t */
DT_MEMBER("struct task_struct", "pr_lwpid", THREAD_ID)	/* lwpsinfo_t */
DT_MEMBER("struct task_struct", "p_pid", PROCESS_ID)	/* FreeBSD: proc */
DT_MEMBER("struct task_struct", "td_tid", THREAD_ID)	/* thread */
