/* SPDX-License-Identifier: MIT */
/*
 * What a consumer may ask about the processes that dtrace_proc_create() and
 * dtrace_proc_grab() return, as on Solaris and illumos.
 *
 * A structure belongs to the process handle, is valid until it is released, and
 * is brought up to date by the next call that returns it. Once the process has
 * ended, all members but pr_wstat keep the values of the last call before, or
 * are 0 if there was none; pr_pid is always set. A NULL handle gives NULL.
 */
#ifndef _LIBPROC_H
#define _LIBPROC_H

#include <sched.h>	/* struct timespec, in C89 and C99 as well */
#include <sys/dtrace.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ps_prochandle;

/* Flags of dtrace_proc_grab(), which never stops a process and ignores them. */
#define PGRAB_RETAIN	0x01
#define PGRAB_FORCE	0x02
#define PGRAB_RDONLY	0x04
#define PGRAB_NOSTOP	0x08

/* What a process does. */
#define PS_RUN		1	/* it runs, sleeps, or is stopped by a signal */
#define PS_STOP		2	/* it waits for dtrace_proc_continue() */
#define PS_LOST		3	/* its tracer was killed, and it may be, too */
#define PS_UNDEAD	4	/* it has ended */

#define PR_MODEL_UNKNOWN	0
#define PR_MODEL_ILP32		1
#define PR_MODEL_LP64		2

#define PRFNSZ		16
#define PRARGSZ		80

typedef struct timespec timestruc_t;

typedef struct pstatus {
	int pr_flags;			/* 0 */
	int pr_nlwp;			/* threads */
	pid_t pr_pid;
	pid_t pr_ppid;
	pid_t pr_pgid;
	pid_t pr_sid;
	timestruc_t pr_utime;		/* CPU time of the process */
	timestruc_t pr_stime;
	timestruc_t pr_cutime;		/* of children it has waited for */
	timestruc_t pr_cstime;
	char pr_dmodel;			/* PR_MODEL_* */
} pstatus_t;

typedef struct psinfo {
	int pr_flag;			/* 0 */
	int pr_nlwp;			/* threads */
	pid_t pr_pid;
	pid_t pr_ppid;
	pid_t pr_pgid;
	pid_t pr_sid;
	uid_t pr_uid;			/* real */
	uid_t pr_euid;
	gid_t pr_gid;
	gid_t pr_egid;
	size_t pr_size;			/* of its memory, in KB */
	size_t pr_rssize;		/* of that in RAM */
	dev_t pr_ttydev;		/* 0: no terminal */
	timestruc_t pr_start;		/* since 1970 */
	timestruc_t pr_time;		/* CPU time, user and system */
	timestruc_t pr_ctime;		/* of children it has waited for */
	char pr_fname[PRFNSZ];		/* its name */
	char pr_psargs[PRARGSZ];	/* its arguments, with blanks between */
	int pr_wstat;			/* for WIFEXITED() and its kin; 0 if */
					/* the handle did not create it */
	int pr_argc;
	char pr_dmodel;			/* PR_MODEL_* */
} psinfo_t;

/* PS_* of a process; -1 if proc is NULL. */
extern int Pstate(struct ps_prochandle *proc);

extern const pstatus_t *Pstatus(struct ps_prochandle *proc);
extern const psinfo_t *Ppsinfo(struct ps_prochandle *proc);

#define PRELEASE_CLEAR	0x10	/* no effect */
#define PRELEASE_RETAIN	0x20	/* no effect */
#define PRELEASE_HANG	0x40	/* no effect */
#define PRELEASE_KILL	0x80	/* kill it, even if it was grabbed */

/* Release a process of a handle, as dtrace_proc_release() does. */
extern void Prelease(struct ps_prochandle *proc, int flags);

#define SIG2STR_MAX	32

/*
 * Write the name of a signal, such as SIGTERM, or SIG and its number, cut to
 * size bytes. Returns buf.
 */
extern char *proc_signame(int sig, char *buf, size_t size);

#ifdef __cplusplus
}
#endif

#endif
