/* SPDX-License-Identifier: MIT */
/*
 * trace.h - the system calls of one process and of all that it starts, as
 * firings, by ptrace: the source of probes of the embedded engine.
 *
 * ptrace belongs to a thread.  The one that calls dt_trace_begin() and
 * dt_trace_loop() owns the traced processes; the other functions may be called
 * by any.
 */
#ifndef DT_TRACE_H
#define DT_TRACE_H

#include <stdbool.h>
#include <sys/types.h>
#include "engine/engine.h"

struct dt_trace;

struct dt_trace_conf {
	/* Called by the tracing thread, until dt_trace_quiet(). */
	void (*fire)(void *arg, const struct dt_firing *f);
	/* A thread has ended; as fire(). */
	void (*gone)(void *arg, const struct dt_firing *f);
	void *arg;
	uint32_t ncpus;			/* those that firings may name */
	uint32_t needs;			/* DT_NEED_* of all clauses */
	uint32_t ends;			/* those of the ends of calls */
	bool regs;			/* firings have registers */
	uint32_t enter[DT_NSYSROWS];	/* probe id by row of a call, 0 none */
	uint32_t leave[DT_NSYSROWS];
	uint32_t event[DT_NEVENTS];	/* probe id, 0 none */
};

/* How the process came to be traced. */
enum dt_trace_how {
	DT_TRACE_HELD,		/* stopped by this thread, its exec is over */
	DT_TRACE_SEIZE,		/* it runs, and is to be attached to */
};

/* Has the file of this program rights that its process has not? */
bool dt_right_lost(pid_t tid);

/* Where a process was not as it would have been untraced. */
#define	DT_NOTE_SETUID	1	/* a set-user-id program had not its rights */
#define	DT_NOTE_PTRACE	2	/* one could not trace another */
#define	DT_NOTE_LEFT	4	/* one is traced by its parent instead */
#define	DT_NOTE_UNSEEN	8	/* a thread was not traced for want of memory */

int dt_trace_create(struct dt_trace **tp, const struct dt_trace_conf *conf,
    pid_t pid);
void dt_trace_destroy(struct dt_trace *t);

/* Take over; -EPERM if somebody else traces it or may not be traced. */
int dt_trace_begin(struct dt_trace *t, enum dt_trace_how how);
/*
 * Report until it and all that it started have ended, or are to be let go of:
 * that happens as the calling process ends.
 */
void dt_trace_loop(struct dt_trace *t);

/* Would some of them end with the tracer? */
bool dt_trace_bound(struct dt_trace *t);

/* After this nothing is fired. */
void dt_trace_quiet(struct dt_trace *t);
/*
 * Ask the loop to end, and so to let go of all.  False if that would harm them:
 * calls that stop for a tracer fail once there is none.
 */
bool dt_trace_let_go(struct dt_trace *t);
/* The calling process's tracer was killed, and its bell with it. */
void dt_bell_forget(struct dt_trace *t);
/* DT_NOTE_*, as many as there are by now. */
uint32_t dt_trace_notes(struct dt_trace *t);
/* Fire probe, one of so many, once for each thread that is on a CPU now. */
#define	DT_NSAMPLED	64
void dt_trace_sample(struct dt_trace *t, uint32_t probe);

#endif /* DT_TRACE_H */
