/* SPDX-License-Identifier: MIT */
/*
 * tracer.h - the state of the tracer.
 *
 *	main.c		handles the orders of the consumer
 *	hold.c		holds a process at its exec
 *	names.c		asks the consumer to look up addresses
 *
 * priv.h lists the files that trace.
 */
#ifndef DT_TRACER_H
#define DT_TRACER_H

#include "trace/trace.h"
#include "vm/vm.h"

/* Pages of code that the consumer has looked up; a hash without chains. */
#define	DT_SEENBITS	10
struct dt_seen {
	uint32_t pid;
	uint64_t page;
};

struct tracer {
	struct dt_trace_ctl *ctl;
	pid_t pid;			/* of the process, 0: none yet */
	int pidfd;			/* of a process to be killed, or -1 */
	bool held;
	bool leaves;			/* detach as soon as possible */
	struct dt_vm vm;
	struct dt_trace *trace;		/* NULL: there is no run */
	int ask;			/* socket for look-ups, or -1 */
	struct dt_seen seen[1 << DT_SEENBITS];
};

void dt_answer(enum dt_answer what, int value);

/* hold.c: attach, answer the process, and wait for its exec; 0 or -errno */
int dt_hold(pid_t pid);
void dt_hold_kill(pid_t pid);

/* names.c: have the mappings at these addresses of a stopped process known */
void dt_names_saw(void *arg, uint32_t pid, const uint64_t *pcs, uint32_t n);

#endif /* DT_TRACER_H */
