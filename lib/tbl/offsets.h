/* SPDX-License-Identifier: MIT */
/*
 * Members of the kernel's structures that programs of the kernel engine read.
 * The engine finds their offsets in the kernel's BTF.  Readers: rt/ (symbols
 * dt_imm_<name>), kernel/ (the offsets, and the values of those symbols).
 *
 * DT_OFFSET(name, type, member, runs)
 *	type	"" for the struct without a name that struct mm_struct begins
 *		with, and which all of its members are in
 *	runs	that need it: ALL, or those with probes of the thread that a
 *		switch brings (NEXT), of changes of priority (PRIO), of waits
 *		for locks (WAIT), or those that use structures of the kernel
 *		(KERNEL)
 */
DT_OFFSET(task_info, "task_struct", "thread_info", ALL)
DT_OFFSET(task_parent, "task_struct", "real_parent", ALL)
DT_OFFSET(task_pid, "task_struct", "pid", ALL)
DT_OFFSET(task_tgid, "task_struct", "tgid", ALL)
DT_OFFSET(task_comm, "task_struct", "comm", ALL)
DT_OFFSET(task_prio, "task_struct", "prio", ALL)
DT_OFFSET(task_signal, "task_struct", "signal", ALL)
DT_OFFSET(task_thread_pid, "task_struct", "thread_pid", ALL)
DT_OFFSET(task_mm, "task_struct", "mm", ALL)
DT_OFFSET(mm_arg_start, "", "arg_start", ALL)
DT_OFFSET(mm_arg_end, "", "arg_end", ALL)
DT_OFFSET(task_cred, "task_struct", "cred", NEXT | PRIO)
DT_OFFSET(task_real_cred, "task_struct", "real_cred", PRIO)
DT_OFFSET(task_links, "task_struct", "pid_links", PRIO)
DT_OFFSET(task_policy, "task_struct", "policy", PRIO)
DT_OFFSET(task_static_prio, "task_struct", "static_prio", PRIO)
DT_OFFSET(task_normal_prio, "task_struct", "normal_prio", PRIO)
DT_OFFSET(task_tasks, "task_struct", "tasks", PRIO)
DT_OFFSET(task_node, "task_struct", "thread_node", PRIO)
DT_OFFSET(task_leader, "task_struct", "group_leader", PRIO)
DT_OFFSET(info_compat, "thread_info", DT_ARCH_COMPAT_WORD, ALL)
DT_OFFSET(signal_pids, "signal_struct", "pids", ALL)
DT_OFFSET(signal_threads, "signal_struct", "thread_head", PRIO)
DT_OFFSET(pid_level, "pid", "level", ALL)
DT_OFFSET(pid_numbers, "pid", "numbers", ALL)
DT_OFFSET(pid_tasks, "pid", "tasks", PRIO)
DT_OFFSET(upid_ns, "upid", "ns", ALL)
DT_OFFSET(cred_uid, "cred", "uid", NEXT | PRIO)
DT_OFFSET(cred_gid, "cred", "gid", NEXT)
DT_OFFSET(cred_userns, "cred", "user_ns", PRIO)
DT_OFFSET(userns_level, "user_namespace", "level", PRIO)
DT_OFFSET(ns_idr, "pid_namespace", "idr", PRIO)
DT_OFFSET(idr_tree, "idr", "idr_rt", PRIO)
DT_OFFSET(tree_head, "xarray", "xa_head", PRIO)
DT_OFFSET(node_shift, "xa_node", "shift", PRIO)
DT_OFFSET(node_slots, "xa_node", "slots", PRIO)
DT_OFFSET(sem_count, "rw_semaphore", "count", WAIT)
DT_OFFSET(task_fs, "task_struct", "fs", KERNEL)
DT_OFFSET(fs_root, "fs_struct", "root", KERNEL)
DT_OFFSET(path_mnt, "path", "mnt", KERNEL)
DT_OFFSET(path_dentry, "path", "dentry", KERNEL)
DT_OFFSET(dentry_parent, "dentry", "d_parent", KERNEL)
DT_OFFSET(mount_mnt, "mount", "mnt", KERNEL)
DT_OFFSET(mount_parent, "mount", "mnt_parent", KERNEL)
DT_OFFSET(mount_point, "mount", "mnt_mountpoint", KERNEL)
DT_OFFSET(mnt_root, "vfsmount", "mnt_root", KERNEL)
