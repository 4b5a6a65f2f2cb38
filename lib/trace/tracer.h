/* SPDX-License-Identifier: MIT */
/*
 * tracer.h - the state of the tracer.
 *
 *	main.c		handles the orders of the consumer
 *	hold.c		holds a process at its exec
 *	names.c		asks the consumer to look up addresses
 *	unwind.c	finds the frames of a stack
 *
 * priv.h lists the files that trace.
 */
#ifndef DT_TRACER_H
#define DT_TRACER_H

#include "trace/trace.h"
#include "vm/vm.h"

/* A page of code that the consumer has looked up, in a hash without chains. */
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
	struct dt_unwinder *unwinder;	/* NULL: there is no run */
};

void dt_answer(enum dt_answer what, int value);

/* hold.c: attach, answer the process, and wait for its exec; 0 or -errno */
int dt_hold(pid_t pid);
void dt_hold_kill(pid_t pid);

/*
 * names.c, for a stopped process.  Have the probes in new code looked up; false
 * if that failed.
 */
bool dt_names_mapped(struct tracer *s, pid_t pid);
/* Have the mappings at these addresses looked up. */
void dt_names_saw(void *arg, uint32_t pid, const uint64_t *pcs, uint32_t n);

/*
 * unwind.c: member unwind of struct dt_firing; arg is the tracer.  Forget a
 * process when it ends or runs a new program.
 */
struct dt_unwinder *dt_unwind_create(void);
uint32_t dt_unwind(void *arg, const struct dt_firing *f, uint64_t *pcs,
    uint32_t max);
void dt_unwind_forget(struct dt_unwinder *u, uint32_t pid);

#endif /* DT_TRACER_H */
