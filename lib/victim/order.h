/* SPDX-License-Identifier: MIT */
/*
 * order.h - what the consumer and the tracer of a process tell each other.  The
 * tracer is a program of its own.  They share a socket, which keeps messages
 * apart and whose end each of them sees, a page of words, and the memory of the
 * run that is traced for.
 */
#ifndef DT_ORDER_H
#define DT_ORDER_H

#include <stdbool.h>
#include <stdint.h>
#include "engine/engine.h"

/* Descriptors that the tracer starts with. */
enum { DT_FD_SOCKET, DT_FD_CTL, DT_FD_CONSUMER };

enum dt_order {
	DT_ORDER_HOLD,		/* from pid itself, before its exec */
	DT_ORDER_TRACE,		/* pid; with the run and perhaps a socket */
	DT_ORDER_GUARD,		/* pid, which was created, dies with us */
	DT_ORDER_RUN,		/* a held process goes on */
	DT_ORDER_KILL,
	DT_ORDER_WAKE,		/* look at the page */
	DT_ORDER_LEAVE,		/* let go, and end: nobody listens any more */
};

struct dt_order_msg {
	uint32_t order;
	int32_t pid;
};

enum dt_answer {
	DT_ANSWER_ATTACHED,	/* to a process that asks to be held */
	DT_ANSWER_DONE,		/* value is 0 or -errno */
	DT_ANSWER_CRASHED,	/* value is the signal */
	DT_ANSWER_ENDED,	/* the last one, unless it is killed */
};

struct dt_answer_msg {
	uint32_t what;
	int32_t value;
};

/* The page.  All words are atomic. */
struct dt_trace_ctl {
	/* of the consumer */
	uint32_t quiet;		/* nothing is to be fired */
	uint64_t due;		/* probes to be sampled, by place */
	/* of both */
	uint32_t woken;		/* an order to wake up is under way */
	/* of the tracer */
	uint32_t bound;		/* the traced need a tracer to the end, */
	uint32_t left;		/* and there are so many threads */
	uint32_t notes;		/* DT_NOTE_* */
	uint32_t alone;		/* it takes no more orders */
};

/* Where a process was not as it would have been untraced. */
#define	DT_NOTE_SETUID	1	/* a set-user-id program had not its rights */
#define	DT_NOTE_PTRACE	2	/* one could not trace another */
#define	DT_NOTE_LEFT	4	/* one is traced by its parent instead */
#define	DT_NOTE_UNSEEN	8	/* a thread was not traced for want of memory */
#define	DT_NOTE_UNPROBED 16	/* a probe could not be placed, or was passed */

#define	DT_NSAMPLED	64

/* What a run wants of the processes that are traced for it. */
struct dt_trace_conf {
	uint32_t ncpus;			/* those that firings may name */
	uint32_t needs;			/* DT_NEED_* of all clauses */
	uint32_t ends;			/* those of the ends of calls */
	bool regs;			/* firings have registers */
	uint32_t enter[DT_NSYSROWS];	/* probe id by row of a call, 0 none */
	uint32_t leave[DT_NSYSROWS];
	uint32_t event[DT_NEVENTS];	/* probe id, 0 none */
	uint32_t sampled[DT_NSAMPLED];	/* probe id by place */
};

/*
 * A question of the tracer on the second socket: the consumer looks up what is
 * mapped at these addresses of pid, and answers with one byte.
 */
#define	DT_ASK_MAX	128
struct dt_ask {
	int32_t pid;
	uint32_t n;
	uint64_t pcs[DT_ASK_MAX];
};

#endif /* DT_ORDER_H */
