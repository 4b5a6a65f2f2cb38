/* SPDX-License-Identifier: MIT */
/*
 * priv.h - what the files of the tracer share.
 *
 *	trace.c		the loop
 *	stop.c		handles each stop of a thread
 *	life.c		births, execs and ends of threads
 *	seize.c		attaches to the threads of a running process
 *	thread.c	the table of threads, and their data in /proc
 *	event.c		the probes of provider proc
 *	filter.c	a filter that stops only calls with probes
 *	compat.c	programs that behave differently while traced
 *	regs.c		registers
 *	waker.c		wakes the loop
 *	guard.c		restores memory if the tracer is killed
 *	break.h		breakpoints
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

/* Marks the stops of the tracer's filter: the program may have filters, too. */
#define	DT_FILTER_DATA	0xd7ce

struct dt_thread {
	struct dt_thread *next;		/* of its bucket */
	pid_t tid, pid;
	pid_t parent;			/* process, at its first stop */
	uint64_t rseq;			/* address of its rseq area, or 0 */
	uint32_t serial;		/* see life.c */
	uint32_t leave;			/* probe at the end of its call, or 0 */
	uint32_t cpu;			/* since its call began, or DT_NOCPU */
	const struct dt_call *call;	/* event.c awaits its end, or NULL */
	uint64_t args[3];		/* of call */
	uint32_t restarted;		/* row + 1 of a call that restarts only
					 * because it is traced, or 0 */
	uint32_t restarted_leave;	/* probe at the end of that, or 0 */
	int64_t end;			/* the error that ended its call, if
					 * that is not fired yet; or 0 */
	bool told;			/* the end of its call was fired */
	uint32_t compat;		/* row of a compat.c call, or 0 */
	uint64_t asked, asked_at;	/* flags or request of that call */
	bool plain;			/* its next stop ends the call */
	bool ended;			/* runs no more code */
	bool known;			/* its birth event was read */
	bool waits;			/* stopped until it is known */
	bool lives;			/* its first stop is over */
	bool interrupted;		/* asked to stop, and still runs */
	int stop;			/* signal of job control, or 0 */
	int64_t fails;			/* until this time, job control may
					 * have interrupted its call */
	uint64_t due;			/* samples to fire at its stop */
	struct dt_space *space;		/* with breakpoints, or NULL */
	uint64_t pass, pass_sp;		/* a breakpoint whose probes have fired,
					 * but not its instruction run */
	bool stepped;			/* the stop of its step is due */
	struct dt_frame *frames;
	uint32_t nframes, maxframes;
	uint32_t ancestors[DT_NANCESTORS + 1];	/* of its process */
	uint32_t ancestry;		/* dt_trace.ends + 1 at that time */
};

#define	DT_THREADHASH	1024

struct dt_trace {
	struct dt_trace_conf conf;
	const struct dt_trace_ops *ops;
	void *arg;
	struct dt_trace_ctl *ctl;
	pid_t root, waker;
	bool filter;			/* only calls with probes stop */
	bool bound;			/* threads have a filter, and so need
					 * a tracer */
	bool leaves;			/* detach each thread as it stops */
	struct dt_sites sites;
	struct dt_space *spaces;
	struct dt_space *ended;		/* the last few, without processes */
	uint32_t nended;
	uint32_t serial;		/* of the newest thread */
	uint32_t nthreads;
	uint32_t nending;		/* threads with `ended` */
	uint32_t ends;			/* threads that have ended */
	uint32_t nwaits;		/* threads that wait for their birth */
	int64_t patience;		/* when their wait ends, ns */
	uint32_t ninterrupted;
	int64_t rest;			/* take no samples before this, ns */
	struct dt_thread *hash[DT_THREADHASH];
};

/* trace.c */
void dt_trace_fire(struct dt_trace *t, struct dt_thread *th,
    struct dt_firing *f);
/* Free the variables of a thread that has ended. */
void dt_trace_gone(struct dt_trace *t, const struct dt_thread *th);
/* Have the probes in code looked up that a stopped process has mapped. */
void dt_trace_mapped(struct dt_trace *t, pid_t pid);
void dt_trace_note(const struct dt_trace *t, uint32_t note);

/* stop.c */
void dt_stop_at(struct dt_trace *t, struct dt_thread *th, int status);
/* Resume the thread, with signal sig unless that is 0. */
void dt_stop_resume(const struct dt_trace *t, const struct dt_thread *th,
    int sig);
/* The same, unless stop is a signal of job control: then it stays stopped. */
void dt_stop_rest(const struct dt_trace *t, const struct dt_thread *th,
    int stop);
/* Fire the end of the thread's call. */
void dt_stop_leave(struct dt_trace *t, struct dt_thread *th, int64_t rval,
    bool failed);
/* Request a stop; th->interrupted until it happens.  False: it has ended. */
bool dt_stop_interrupt(struct dt_trace *t, struct dt_thread *th);

/* life.c */
struct dt_thread *dt_life_new(struct dt_trace *t, pid_t tid);	/* or NULL */
/* Handle its first stop.  False: it waits there for its birth event. */
bool dt_life_first_stop(struct dt_trace *t, struct dt_thread *th, int stop);
void dt_life_birth(struct dt_trace *t, struct dt_thread *parent, int event);
void dt_life_exec(struct dt_trace *t, struct dt_thread *th);
void dt_life_exiting(struct dt_trace *t, struct dt_thread *th);
void dt_life_end(struct dt_trace *t, pid_t tid, int status);
/* Start the threads that wait for their birth events. */
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
/* Does the thread ignore the signal, by its choice or by default? */
bool dt_event_ignores(const struct dt_thread *th, int sig);

/* thread.c */
struct dt_thread *dt_thread_find(const struct dt_trace *t, pid_t tid);
struct dt_thread *dt_thread_add(struct dt_trace *t, pid_t tid);	/* or NULL */
void dt_thread_drop(struct dt_trace *t, pid_t tid);
/* Set th->ended. */
void dt_thread_set_ended(struct dt_trace *t, struct dt_thread *th, bool ended);
/* Find its process and parent, after its start and after an exec. */
void dt_thread_identify(struct dt_thread *th);
/* Is it on a CPU, or about to be? */
bool dt_thread_runs(const struct dt_thread *th);
/* Set all of f but probe, args and err; comm has DT_COMMLEN + 1 bytes. */
void dt_thread_describe(const struct dt_trace *t, struct dt_thread *th,
    struct dt_firing *f, char *comm);

/*
 * filter.c: let only calls with probes stop the child, which is at the end of
 * its exec.  1: no call has a probe, so no filter is needed; -errno: there is
 * no filter, and all calls must stop.
 */
int dt_trace_filter(const struct dt_trace_conf *conf, pid_t child);

/* Does any call have a probe? */
bool dt_trace_wants_calls(const struct dt_trace_conf *conf);

/* compat.c */
enum dt_compat { DT_COMPAT_NONE, DT_COMPAT_ANY, DT_COMPAT_UNTRACED };
/* Must the call stop always, or only with CLONE_UNTRACED as its argument? */
enum dt_compat dt_compat_stops(uint32_t row);
/* Handle the entry of a call.  False: the thread was detached. */
bool dt_compat_enter(struct dt_trace *t, struct dt_thread *th, uint32_t row,
    const uint64_t args[6]);
void dt_compat_leave(struct dt_trace *t, struct dt_thread *th, int64_t rval);
/* Restore the arguments of its call. */
void dt_compat_restore(struct dt_thread *th);
void dt_compat_inherit(struct dt_thread *child, const struct dt_thread *parent);
void dt_compat_exec(struct dt_trace *t, const struct dt_thread *th);

/* waker.c */
int dt_waker_create(struct dt_trace *t);
void dt_waker_resume(const struct dt_trace *t);	/* after it stopped */
void dt_waker_destroy(struct dt_trace *t);

/*
 * guard.c: start the guard, before any memory is changed.  Without one the
 * consumer restores the memory when it learns of the tracer's end.
 */
void dt_guard_create(const struct dt_trace *t);

/* regs.c: registers of a stopped thread */
/* Set f->user, the start of its stack. */
void dt_regs_stack(pid_t tid, struct dt_firing *f);
/* All registers, as member regs of struct dt_firing. */
bool dt_regs_all(const struct dt_firing *f, uint64_t *v);
/* Is it in a call that fails with EINTR? */
bool dt_regs_call_broken(pid_t tid);
/* The number of the call that it is in, if the call restarts; or -1. */
int64_t dt_regs_restarted_call(pid_t tid);
/* Does a call that ends with this value restart? */
bool dt_regs_is_restart(int64_t rval);
/* Make its broken call restart, unless a handler runs first. */
void dt_regs_keep_call(pid_t tid);
/* Make the call that it enters fail with ENOSYS. */
void dt_regs_refuse_call(pid_t tid);
/* Set the first argument of its call, at the call's entry. */
void dt_regs_set_arg0(pid_t tid, bool compat, uint64_t value);
/* Restore that argument at the call's end, where the program expects it. */
void dt_regs_put_arg0(pid_t tid, bool compat, uint64_t value);

#endif /* DT_TRACE_PRIV_H */
