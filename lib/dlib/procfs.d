/* SPDX-License-Identifier: MIT */
/*
 * procfs.d - processes and threads.  curpsinfo and curlwpsinfo use the built-in
 * variables where there are some, and curthread for all other members.
 */
#pragma D depends_on library types.d
#pragma D depends_on library machine.d

inline char SSLEEP = 1;
inline char SRUN = 2;
inline char SZOMB = 3;
inline char SSTOP = 4;
inline char SIDL = 5;
inline char SONPROC = 6;
inline char SWAIT = 7;

inline int PR_STOPPED = 0x1;
inline int PR_ISTOP = 0x2;
inline int PR_ASLEEP = 0x10;
inline int PR_ISSYS = 0x1000;
inline int PR_PTRACE = 0x4000000;
inline int PR_IDLE = 0x10000000;

inline char PR_MODEL_ILP32 = 1;
inline char PR_MODEL_LP64 = 2;

inline char SOBJ_NONE = 0;
inline char SOBJ_MUTEX = 1;
inline char SOBJ_RWLOCK = 2;
inline char SOBJ_CV = 3;
inline char SOBJ_SEMA = 4;
inline char SOBJ_USER = 5;
inline char SOBJ_USER_PI = 6;
inline char SOBJ_SHUTTLE = 7;

translator timestruc_t < int64_t NS > {
	tv_sec = NS / 1000000000;
	tv_nsec = NS % 1000000000;
};

typedef struct psinfo {
	int pr_flag;
	int pr_nlwp;
	int pr_nzomb;
	pid_t pr_pid;
	pid_t pr_ppid;
	pid_t pr_pgid;
	pid_t pr_sid;
	uid_t pr_uid;
	uid_t pr_euid;
	gid_t pr_gid;
	gid_t pr_egid;
	uintptr_t pr_addr;
	size_t pr_size;
	size_t pr_rssize;
	dev_t pr_ttydev;
	timestruc_t pr_start;
	char pr_fname[16];
	char pr_psargs[80];
	int pr_wstat;
	int pr_argc;
	uintptr_t pr_argv;
	uintptr_t pr_envp;
	unsigned int pr_arglen;
	char pr_dmodel;
	taskid_t pr_taskid;
	projid_t pr_projid;
	poolid_t pr_poolid;
	zoneid_t pr_zoneid;
	int pr_contract;
} psinfo_t;

typedef struct lwpsinfo {
	int pr_flag;
	int pr_lwpid;
	uintptr_t pr_addr;
	uintptr_t pr_wchan;
	char pr_stype;
	char pr_state;
	char pr_sname;
	char pr_nice;
	short pr_syscall;
	int pr_pri;
	int pr_oldpri;
	short pr_cpu;
	char pr_clname[8];
	char pr_name[16];
	processorid_t pr_onpro;
	processorid_t pr_bindpro;
	psetid_t pr_bindpset;
	lgrp_id_t pr_lgrp;
} lwpsinfo_t;

/* A 32-bit program; the kernel has no other mark of it in all versions. */
inline int dtrace_is_32[struct task_struct *T] = T->mm != NULL &&
    T->mm->task_size <= 1LL << 32;
inline int dtrace_word[struct task_struct *T] = dtrace_is_32[T] ? 4 : 8;

/* The arguments of another process cannot be read; its name stands for them. */
translator psinfo_t < struct task_struct *T > {
	pr_flag = 0;
	pr_nlwp = T->signal->nr_threads;
	pr_nzomb = 0;
	pr_pid = T->pr_pid;
	pr_ppid = T->real_parent->pr_pid;
	pr_pgid = T->pr_pgid;
	pr_sid = T->pr_sid;
	pr_uid = T->real_cred->uid.val;
	pr_euid = T->real_cred->euid.val;
	pr_gid = T->real_cred->gid.val;
	pr_egid = T->real_cred->egid.val;
	pr_addr = (uintptr_t)T;
	pr_size = T->mm == NULL ? 0 : T->mm->total_vm * 4;
	pr_ttydev = T->signal->tty == NULL ? -1 :
	    (T->signal->tty->driver->major << 20) +
	    T->signal->tty->driver->minor_start + T->signal->tty->index;
	pr_start = xlate <timestruc_t> ((int64_t)(walltimestamp - timestamp +
	    T->group_leader->start_time));
	pr_fname = T->group_leader->comm;
	pr_psargs = T->group_leader->comm;
	pr_wstat = T->group_leader->exit_code;
	pr_argv = T->mm == NULL ? 0 : T->mm->start_stack + dtrace_word[T];
	pr_arglen = T->mm == NULL ? 0 : T->mm->arg_end - T->mm->arg_start;
	pr_dmodel = dtrace_is_32[T] ? PR_MODEL_ILP32 : PR_MODEL_LP64;
	pr_taskid = 0;
	pr_projid = 0;
	pr_poolid = 0;
	pr_zoneid = 0;
	pr_contract = -1;
};

/* The state is 0 for a thread that runs, and for one that waits to run. */
translator lwpsinfo_t < struct task_struct *T > {
	pr_flag = ((T->__state & 12) != 0 ? PR_STOPPED | PR_ISTOP : 0) |
	    ((T->__state & 1) != 0 ? PR_ASLEEP : 0) |
	    (T->ptrace != 0 ? PR_PTRACE : 0) |
	    ((T->flags & 0x200000) != 0 ? PR_ISSYS : 0) |
	    (T->pid == 0 ? PR_IDLE : 0);
	pr_lwpid = T->pr_lwpid;
	pr_addr = (uintptr_t)T;
	pr_wchan = T->pi_blocked_on != NULL ?
	    (uintptr_t)T->pi_blocked_on->lock : 0;
	pr_stype = T->pi_blocked_on != NULL ? SOBJ_USER_PI :
	    (T->__state & 3) != 0 ? SOBJ_CV : SOBJ_NONE;
	pr_state = (T->exit_state & 0x20) != 0 ? SZOMB :
	    (T->__state & 12) != 0 ? SSTOP :
	    T->__state == 0 ? (T->on_cpu != 0 ? SONPROC : SRUN) :
	    (T->__state & 0x800) != 0 ? SIDL : SSLEEP;
	pr_sname = (T->exit_state & 0x20) != 0 ? 'Z' :
	    (T->__state & 12) != 0 ? 'T' :
	    T->__state == 0 ? (T->on_cpu != 0 ? 'O' : 'R') :
	    (T->__state & 0x800) != 0 ? 'I' : 'S';
	pr_nice = T->static_prio - 100;
	pr_pri = T->prio;
	pr_clname = T->policy == 0 ? "OTHER" : T->policy == 1 ? "FIFO" :
	    T->policy == 2 ? "RR" : T->policy == 3 ? "BATCH" :
	    T->policy == 5 ? "IDLE" : T->policy == 6 ? "DL" :
	    T->policy == 7 ? "EXT" : "";
	pr_name = T->comm;
	pr_onpro = T->on_cpu != 0 ? T->thread_info.cpu : -1;
	pr_bindpro = T->nr_cpus_allowed == 1 ? T->thread_info.cpu : -1;
	pr_bindpset = -1;
	pr_lgrp = ((struct dtrace_cpu *)(uintptr_t)T->thread_info.cpu)->node;
};

/* The thread that fires the probe: the address is not used. */
struct dtrace_current;

#pragma D attributes Stable/Stable/Common translator
translator psinfo_t < struct dtrace_current *C > {
	pr_flag = 0;
	pr_nlwp = xlate <psinfo_t> (curthread).pr_nlwp;
	pr_nzomb = 0;
	pr_pid = pid;
	pr_ppid = ppid;
	pr_pgid = xlate <psinfo_t> (curthread).pr_pgid;
	pr_sid = xlate <psinfo_t> (curthread).pr_sid;
	pr_uid = uid;
	pr_euid = xlate <psinfo_t> (curthread).pr_euid;
	pr_gid = gid;
	pr_egid = xlate <psinfo_t> (curthread).pr_egid;
	pr_addr = (uintptr_t)curthread;
	pr_size = xlate <psinfo_t> (curthread).pr_size;
	pr_ttydev = xlate <psinfo_t> (curthread).pr_ttydev;
	pr_start = xlate <psinfo_t> (curthread).pr_start;
	pr_fname = execname;
	pr_psargs = substr(execargs, 0, 79);
	pr_wstat = xlate <psinfo_t> (curthread).pr_wstat;
	pr_argc = *(int *)copyin(curthread->mm->start_stack, sizeof (int));
	pr_argv = xlate <psinfo_t> (curthread).pr_argv;
	pr_envp = xlate <psinfo_t> (curthread).pr_argv +
	    dtrace_word[curthread] * (1 + *(int *)
	    copyin(curthread->mm->start_stack, sizeof (int)));
	pr_arglen = xlate <psinfo_t> (curthread).pr_arglen;
	pr_dmodel = xlate <psinfo_t> (curthread).pr_dmodel;
	pr_taskid = 0;
	pr_projid = 0;
	pr_poolid = 0;
	pr_zoneid = 0;
	pr_contract = -1;
};

#pragma D attributes Stable/Stable/Common translator
translator lwpsinfo_t < struct dtrace_current *C > {
	pr_flag = xlate <lwpsinfo_t> (curthread).pr_flag;
	pr_lwpid = tid;
	pr_addr = (uintptr_t)curthread;
	pr_wchan = xlate <lwpsinfo_t> (curthread).pr_wchan;
	pr_stype = xlate <lwpsinfo_t> (curthread).pr_stype;
	pr_state = xlate <lwpsinfo_t> (curthread).pr_state;
	pr_sname = xlate <lwpsinfo_t> (curthread).pr_sname;
	pr_syscall = DTRACE_SYSCALL;
	pr_nice = xlate <lwpsinfo_t> (curthread).pr_nice;
	pr_pri = xlate <lwpsinfo_t> (curthread).pr_pri;
	pr_clname = xlate <lwpsinfo_t> (curthread).pr_clname;
	pr_name = execname;
	pr_onpro = cpu;
	pr_bindpro = xlate <lwpsinfo_t> (curthread).pr_bindpro;
	pr_bindpset = -1;
	pr_lgrp = ((struct dtrace_cpu *)(uintptr_t)cpu)->node;
};

#pragma D attributes Stable/Stable/Common curpsinfo
inline psinfo_t *curpsinfo =
    xlate <psinfo_t *> ((struct dtrace_current *)NULL);
#pragma D attributes Stable/Stable/Common curlwpsinfo
inline lwpsinfo_t *curlwpsinfo =
    xlate <lwpsinfo_t *> ((struct dtrace_current *)NULL);
