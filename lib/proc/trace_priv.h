/* SPDX-License-Identifier: MIT */
/*
 * trace_priv.h - the files of the tracer among themselves.
 *
 *	trace.c		what each stop of a thread means
 *	trace_thread.c	the threads, and what /proc tells of one
 *	trace_event.c	births, ends, programs and signals
 *	trace_filter.c	stops only at calls that somebody wants
 *	trace_bell.c	wakes the tracing thread
 */
#ifndef DT_TRACE_PRIV_H
#define DT_TRACE_PRIV_H

#include <pthread.h>
#include "proc/trace.h"

#define	DT_NOROW	UINT32_MAX
#define	DT_NSAMPLES	8	/* samples that can wait for the loop */
#define	DT_NANCESTORS	31

struct dt_thread {
	struct dt_thread *next;		/* of its bucket */
	pid_t tid, pid;
	pid_t parent;			/* process, when it was seen first */
	uint64_t rseq;			/* address of its rseq area, or 0 */
	uint32_t serial;		/* tells users of a tid apart */
	uint32_t leave;			/* probe of the end of its call, or 0 */
	const struct dt_call *call;	/* its end is awaited, or NULL */
	uint64_t args[3];		/* of that */
	bool ended;			/* it runs no more code */
	bool known;			/* its parent has told of it */
	bool waits;			/* stopped until it is known */
	bool lives;			/* its first stop is over */
	bool leaving;			/* to be detached from at its stop */
	uint32_t sample;		/* probe to fire at its stop, or 0 */
	uint32_t ancestors[DT_NANCESTORS + 1];	/* of its process, */
	uint32_t ancestry;		/* at this count of ends, plus 1 */
};

#define	DT_THREADHASH	1024

struct dt_trace {
	struct dt_trace_conf conf;
	pid_t root;
	bool filter;			/* only wanted calls stop */
	bool bound;			/* for that they need a tracer */
	uint32_t serial;
	uint32_t nthreads;
	uint32_t ends;			/* of threads, which change parents */
	struct dt_thread *hash[DT_THREADHASH];

	pthread_mutex_t lock;		/* of what follows */
	pid_t bell;
	uint32_t left;			/* threads, since one ended last */
	bool quiet, let_go;
	uint32_t sample[DT_NSAMPLES];
	uint32_t nsamples;
};

/* trace.c */
void dt_trace_fire(struct dt_trace *t, struct dt_thread *th,
    struct dt_firing *f);

/* trace_event.c */
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

/* trace_thread.c */
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
 * trace_filter.c: have only those calls stop that conf wants.  The child is at
 * the end of its exec.  1: no call is wanted, and none will stop without a
 * filter either; -ENOTSUP and others: it goes on without a filter.
 */
int dt_trace_filter(const struct dt_trace_conf *conf, pid_t child);

/* trace_bell.c */
int dt_bell_create(struct dt_trace *t);
void dt_bell_ring(const struct dt_trace *t);
void dt_bell_answer(const struct dt_trace *t);	/* after it has stopped */
void dt_bell_destroy(struct dt_trace *t);

/* trace_regs.c: where its own code is, of a thread that is stopped */
void dt_thread_regs(pid_t tid, struct dt_firing *f);

#endif /* DT_TRACE_PRIV_H */
