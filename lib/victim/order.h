/* SPDX-License-Identifier: MIT */
/*
 * order.h - what a consumer and the tracer of a process share: a socket for
 * orders and answers, a page of atomic words, and the memory of a run.
 */
#ifndef DT_ORDER_H
#define DT_ORDER_H

#include <stdbool.h>
#include <stdint.h>
#include "engine/engine.h"

/* Descriptors that the tracer starts with. */
enum { DT_FD_SOCKET, DT_FD_CTL, DT_FD_CONSUMER };

enum dt_order {
	DT_ORDER_HOLD,		/* hold pid, the sender, at its exec */
	DT_ORDER_TRACE,		/* trace pid; fds: run, socket for look-ups */
	DT_ORDER_GUARD,		/* kill pid when the consumer ends */
	DT_ORDER_RUN,		/* resume the held process */
	DT_ORDER_KILL,		/* kill the held process */
	DT_ORDER_WAKE,		/* the page has changed */
	DT_ORDER_LEAVE,		/* detach and end; no answer is read */
};

struct dt_order_msg {
	uint32_t order;
	int32_t pid;
};

enum dt_answer {
	DT_ANSWER_ATTACHED,	/* to the sender of DT_ORDER_HOLD */
	DT_ANSWER_DONE,		/* value is 0 or -errno */
	DT_ANSWER_CRASHED,	/* value is the signal */
	DT_ANSWER_ENDED,	/* the last one, unless the tracer is killed */
};

struct dt_answer_msg {
	uint32_t what;
	int32_t value;
};

/* The page.  All words are atomic. */
struct dt_trace_ctl {
	/* written by the consumer */
	uint32_t quiet;		/* fire no more probes */
	uint64_t due;		/* probes to sample: bits are places */
	/* by both */
	uint32_t woken;		/* DT_ORDER_WAKE is sent and not read yet */
	/* by the tracer */
	uint32_t bound;		/* the threads cannot run without a tracer */
	uint32_t left;		/* the number of traced threads */
	uint32_t running;	/* of those that have not begun to end */
	uint32_t notes;		/* DT_NOTE_* */
	uint32_t alone;		/* the tracer reads no more orders */
	int32_t guard;		/* the process of guard.c: it sets notes */
	int32_t passed;		/* the last thread moved past a breakpoint */
	uint64_t passed_sp;	/* its stack pointer then */
};

/* Differences that tracing made to a process, and missed firings. */
#define	DT_NOTE_SETUID	1	/* a set-user-id program had no privileges */
#define	DT_NOTE_PTRACE	2	/* a program could not trace another */
#define	DT_NOTE_LEFT	4	/* a process is traced by its parent instead */
#define	DT_NOTE_UNSEEN	8	/* no memory to trace a thread */
#define	DT_NOTE_UNPROBED 16	/* a probe was not placed, or missed */
#define	DT_NOTE_LOST	32	/* a thread was at a probe of a dead tracer */

#define	DT_NSAMPLED	64

/* Which events of traced processes fire probes of a run. */
struct dt_trace_conf {
	uint32_t ncpus;			/* CPUs with buffers */
	uint32_t needs;			/* DT_NEED_* of all clauses */
	uint32_t ends;			/* of clauses at ends of calls */
	bool regs;			/* firings need registers */
	bool names, grows;		/* requests to make: struct dt_ask */
	uint32_t enter[DT_NSYSROWS];	/* probe id by row of a call, 0 none */
	uint32_t leave[DT_NSYSROWS];
	uint32_t event[DT_NEVENTS];	/* probe id, 0 none */
	uint32_t sampled[DT_NSAMPLED];	/* probe id by place */
};

/*
 * A request of the tracer on the second socket: the consumer looks up the
 * mappings at these addresses of pid, or without any the probes in the code
 * that pid has mapped, and answers with one byte.
 */
#define	DT_ASK_MAX	128
struct dt_ask {
	int32_t pid;
	uint32_t n;
	uint64_t pcs[DT_ASK_MAX];
};

#endif /* DT_ORDER_H */
