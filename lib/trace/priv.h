/* SPDX-License-Identifier: MIT */
/*
 * priv.h - the files of the tracer among themselves.
 *
 *	trace.c		the loop, and what other threads ask of it
 *	stop.c	what each stop of a thread means
 *	life.c	births, execs and ends of threads
 *	seize.c	attaches to the threads of a process that runs
 *	thread.c	the threads, and what /proc tells of one
 *	event.c	the probes of provider proc
 *	filter.c	stops only at calls that somebody wants
 *	compat.c	what threads may not do, or no more, as they are traced
 *	regs.c	registers
 *	waker.c	wakes the loop
 *	break.h	breakpoints
 */
#ifndef DT_TRACE_PRIV_H
#define DT_TRACE_PRIV_H

#include <signal.h>
#include <sys/ptrace.h>
#include "engine/site.h"
#include "trace/trace.h"

#define	DT_NOROW	UINT32_MAX
#define	DT_NOCPU	UINT32_MAX
#define	IA32(nr)	(DT_ROW_COMPAT + (nr))	/* row of a 32-bit call */
#define	DT_NANCESTORS	31

#define	DT_STOP_SYSCALL	(SIGTRAP | 0x80)
#define	DT_TRACE_OPTIONS	(PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | \
	PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | \
	PTRACE_O_TRACEEXIT)

/* Tells a stop of our filter's from one of the program's own filters. */
#define	DT_FILTER_DATA	0xd7ce

struct dt_thread {
	struct dt_thread *next;		/* of its bucket */
	pid_t tid, pid;
	pid_t parent;			/* process, when it was seen first */
	uint64_t rseq;			/* address of its rseq area, or 0 */
	uint32_t serial;		/* see life.c */
	uint32_t leave;			/* probe of the end of its call, or 0 */
	uint32_t cpu;			/* since its call began, or DT_NOCPU */
	const struct dt_call *call;	/* its end is awaited, or NULL */
	uint64_t args[3];		/* of that */
	uint32_t restarted;		/* row of the call that restarts for
					 * us alone, plus 1; or 0 */
	uint32_t restarted_leave;	/* probe of the end of that, or 0 */
	int64_t end;			/* of its call, not told yet, or 0 */
	bool told;			/* that has been; another is not */
	uint32_t compat;		/* row of a compat.c call, or 0 */
	uint64_t asked, asked_at;	/* of that */
	bool plain;			/* its next stop is the call's end */
	bool ended;			/* it runs no more code */
	bool known;			/* its parent has told of it */
	bool waits;			/* until it is known, stopped */
	bool lives;			/* its first stop is over */
	bool interrupted;		/* by us, and has not stopped yet */
	int stop;			/* of job control, its signal; or 0 */
	int64_t fails;			/* its call may, for that, until then */
	uint64_t due;			/* samples to fire at its stop */
	struct dt_space *space;		/* with breakpoints, or NULL */
	uint64_t pass, pass_sp;		/* the probes there have fired */
	bool stepped;			/* that is still to be reported */
	struct dt_frame *frames;
	uint32_t nframes, maxframes;
	uint32_t ancestors[DT_NANCESTORS + 1];	/* of its process, */
	uint32_t ancestry;		/* at this count of ends, plus 1 */
};

#define	DT_THREADHASH	1024

struct dt_trace {
	struct dt_trace_conf conf;
	const struct dt_trace_ops *ops;
	void *arg;
	struct dt_trace_ctl *ctl;
	pid_t root, waker;
	bool filter;			/* only wanted calls stop */
	bool bound;			/* for that they need a tracer */
	bool leaves;			/* each is detached as it stops */
	struct dt_sites sites;
	struct dt_space *spaces;
	struct dt_space *ended;		/* of processes that have, */
	uint32_t nended;		/* the last few */
	uint32_t serial;
	uint32_t nthreads;
	uint32_t ends;			/* of threads, which change parents */
	uint32_t nwaits;		/* threads that wait, */
	int64_t patience;		/* until then at most, ns */
	uint32_t ninterrupted;
	int64_t rest;			/* no samples until then, ns */
	struct dt_thread *hash[DT_THREADHASH];
};

/* trace.c */
void dt_trace_fire(struct dt_trace *t, struct dt_thread *th,
    struct dt_firing *f);
/* Its variables can go. */
void dt_trace_gone(struct dt_trace *t, const struct dt_thread *th);
void dt_trace_note(struct dt_trace *t, uint32_t note);

/* stop.c */
void dt_stop_at(struct dt_trace *t, struct dt_thread *th, int status);
/* On from a stop; stop is the signal of one of job control, or 0. */
void dt_stop_resume(const struct dt_trace *t, const struct dt_thread *th,
    int sig);
void dt_stop_rest(const struct dt_trace *t, const struct dt_thread *th,
    int stop);
void dt_stop_leave(struct dt_trace *t, struct dt_thread *th, int64_t rval,
    bool failed);
/* Have it stop soon; it counts as interrupted until it does. */
bool dt_stop_interrupt(struct dt_trace *t, struct dt_thread *th);

/* life.c */
struct dt_thread *dt_life_new(struct dt_trace *t, pid_t tid);	/* or NULL */
/* Its first stop.  False: it is to remain there. */
bool dt_life_first_stop(struct dt_trace *t, struct dt_thread *th, int stop);
void dt_life_birth(struct dt_trace *t, struct dt_thread *parent, int event);
void dt_life_exec(struct dt_trace *t, struct dt_thread *th);
void dt_life_last_words(struct dt_trace *t, struct dt_thread *th);
void dt_life_end(struct dt_trace *t, pid_t tid, int status);
/* No more waiting for parents to tell. */
void dt_life_release(struct dt_trace *t);

/* seize.c */
int dt_seize_all(struct dt_trace *t);

/* event.c */
bool dt_event_wants(const struct dt_trace_conf *c, uint32_t row);
void dt_event_enter(struct dt_trace *t, struct dt_thread *th, uint32_t row,
    const uint64_t args[6]);
void dt_event_leave(struct dt_trace *t, struct dt_thread *th, int64_t rval);
void dt_event_signal(struct dt_trace *t, struct dt_thread *th, int sig);
void dt_event_create(struct dt_trace *t, struct dt_thread *th,
    const struct dt_thread *child);
void dt_event_start(struct dt_trace *t, struct dt_thread *th);
void dt_event_exec(struct dt_trace *t, struct dt_thread *th);
void dt_event_exit(struct dt_trace *t, struct dt_thread *th, int status);
/* Will the signal that it is to be given change nothing? */
bool dt_event_ignores(const struct dt_thread *th, int sig);

/* thread.c */
struct dt_thread *dt_thread_find(const struct dt_trace *t, pid_t tid);
struct dt_thread *dt_thread_add(struct dt_trace *t, pid_t tid);	/* or NULL */
void dt_thread_drop(struct dt_trace *t, pid_t tid);
/* Its process, and where its rseq area is; after a start and after an exec. */
void dt_thread_identify(struct dt_thread *th);
/* Is it on a CPU, or about to be? */
bool dt_thread_runs(const struct dt_thread *th);
/* All of f but probe, args and err; comm has room for DT_COMMLEN + 1. */
void dt_thread_describe(const struct dt_trace *t, struct dt_thread *th,
    struct dt_firing *f, char *comm);

/*
 * filter.c: have only those calls stop that conf wants.  The child is at
 * the end of its exec.  1: no call is wanted, and none will stop without a
 * filter either; -ENOTSUP and others: it goes on without a filter.
 */
int dt_trace_filter(const struct dt_trace_conf *conf, pid_t child);

/* Does it want the beginning or end of any call? */
bool dt_trace_wants_calls(const struct dt_trace_conf *conf);

/* compat.c */
enum dt_compat { DT_COMPAT_NONE, DT_COMPAT_ANY, DT_COMPAT_UNTRACED };
/* A call that matters here: always, or with CLONE_UNTRACED as its argument. */
enum dt_compat dt_compat_stops(uint32_t row);
/* It begins a call.  False: it was let go of. */
bool dt_compat_enter(struct dt_trace *t, struct dt_thread *th, uint32_t row,
    const uint64_t args[6]);
void dt_compat_leave(struct dt_trace *t, struct dt_thread *th, int64_t rval);
/* What its call was made with is put back: its child is born, or it is one. */
void dt_compat_restore(struct dt_thread *th);
void dt_compat_inherit(struct dt_thread *child, const struct dt_thread *parent);
void dt_compat_exec(struct dt_trace *t, const struct dt_thread *th);

/* waker.c */
int dt_waker_create(struct dt_trace *t);
void dt_waker_answer(const struct dt_trace *t);	/* after it has stopped */
void dt_waker_destroy(struct dt_trace *t);

/* regs.c: of a thread that is stopped */
void dt_regs_stack(pid_t tid, struct dt_firing *f);
/* All of them, for the member of struct dt_firing. */
bool dt_regs_all(const struct dt_firing *f, uint64_t *v);
/* Does what it has called fail for what has woken it? */
bool dt_regs_call_broken(pid_t tid);
/* Its number, if the call that it is stopped in restarts, or -1. */
int64_t dt_regs_restarted_call(pid_t tid);
/* Is this the end of a call that will? */
bool dt_regs_is_restart(int64_t rval);
/* That does not fail, but is called again unless a handler runs. */
void dt_regs_keep_call(pid_t tid);
/* What it is about to call fails with ENOSYS. */
void dt_regs_refuse_call(pid_t tid);
/* The first argument of the call that it is in. */
void dt_regs_set_arg0(pid_t tid, bool compat, uint64_t value);
/* And afterwards, where the thread expects to find it still. */
void dt_regs_put_arg0(pid_t tid, bool compat, uint64_t value);

#endif /* DT_TRACE_PRIV_H */
