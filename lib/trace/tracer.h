/* SPDX-License-Identifier: MIT */
/*
 * tracer.h - the state of the program that holds and traces a process.
 *
 *	main.c		the orders of the consumer
 *	hold.c		holds a process at its exec
 *	names.c		has the consumer look up addresses
 *
 * The files of priv.h do the tracing.
 */
#ifndef DT_TRACER_H
#define DT_TRACER_H

#include "trace/trace.h"
#include "vm/vm.h"

/* Pages of code that the consumer was asked about. */
#define	DT_SEENBITS	10
struct dt_seen {
	uint32_t pid;
	uint64_t page;
};

struct tracer {
	struct dt_trace_ctl *ctl;
	pid_t pid;			/* of the process, 0: none yet */
	int pidfd;			/* its, if it was created for us */
	bool held;
	bool leaves;			/* the consumer has let go of us */
	struct dt_vm vm;
	struct dt_trace *trace;		/* NULL: there is no run */
	int ask;			/* socket to ask for names, or -1 */
	struct dt_seen seen[1 << DT_SEENBITS];
};

void dt_answer(enum dt_answer what, int value);

/* hold.c: tells the process when it is attached to; 0 or -errno */
int dt_hold(pid_t pid);
void dt_hold_kill(pid_t pid);

/* names.c: these addresses are code of a process that is stopped */
void dt_names_saw(void *arg, uint32_t pid, const uint64_t *pcs, uint32_t n);

#endif /* DT_TRACER_H */
