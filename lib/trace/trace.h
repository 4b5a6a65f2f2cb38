/* SPDX-License-Identifier: MIT */
/*
 * trace.h - the system calls of one process and of all that it starts, as
 * firings, by ptrace: the source of probes of the embedded engine.
 */
#ifndef DT_TRACE_H
#define DT_TRACE_H

#include <sys/types.h>
#include "engine/site.h"
#include "victim/order.h"

struct dt_trace;

struct dt_trace_ops {
	/* Both until ctl->quiet is set. */
	void (*fire)(void *arg, const struct dt_firing *f);
	void (*gone)(void *arg, const struct dt_firing *f);	/* a thread */
	/* A descriptor of the waker polls readable.  False: let go. */
	bool (*woken)(void *arg);
};

/* How the process came to be traced. */
enum dt_trace_how {
	DT_TRACE_HELD,		/* stopped by this thread, its exec is over */
	DT_TRACE_SEIZE,		/* it runs, and is to be attached to */
};

/* What sites points to is borrowed. */
int dt_trace_create(struct dt_trace **tp, const struct dt_trace_conf *conf,
    const struct dt_sites *sites, const struct dt_trace_ops *ops, void *arg,
    struct dt_trace_ctl *ctl, pid_t pid);

/* Take over; -EPERM if somebody else traces it or may not be traced. */
int dt_trace_begin(struct dt_trace *t, enum dt_trace_how how);
/*
 * Report until it and all that it started have ended, or are to be let go of:
 * that happens as the calling process ends.
 */
void dt_trace_loop(struct dt_trace *t);

#endif /* DT_TRACE_H */
