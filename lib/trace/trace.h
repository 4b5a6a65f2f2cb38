/* SPDX-License-Identifier: MIT */
/*
 * trace.h - traces a process and its descendants by ptrace: the source of the
 * embedded engine's firings.
 */
#ifndef DT_TRACE_H
#define DT_TRACE_H

#include <sys/types.h>
#include "engine/site.h"
#include "victim/order.h"

struct dt_trace;

struct dt_trace_ops {
	/* Neither is called once ctl->quiet is set. */
	void (*fire)(void *arg, const struct dt_firing *f);
	void (*gone)(void *arg, const struct dt_firing *f); /* a thread ended */
	/* The process runs a new program; no probe has fired in it yet. */
	void (*exec)(void *arg, pid_t pid);
	/*
	 * Process pid has mapped code: sites gets the probes there.  False:
	 * they could not be looked up.
	 */
	bool (*mapped)(void *arg, pid_t pid, struct dt_sites *sites);
	/* The consumer has sent an order, or ended.  False: detach. */
	bool (*woken)(void *arg);
};

enum dt_trace_how {
	DT_TRACE_HELD,		/* a tracee, stopped after its exec */
	DT_TRACE_SEIZE,		/* a running process: attach to it */
};

/* sites must stay valid while t is used. */
int dt_trace_create(struct dt_trace **tp, const struct dt_trace_conf *conf,
    const struct dt_sites *sites, const struct dt_trace_ops *ops, void *arg,
    struct dt_trace_ctl *ctl, pid_t pid);

/* -EPERM if the process is traced already, or may not be traced. */
int dt_trace_begin(struct dt_trace *t, enum dt_trace_how how);
/*
 * Fire until the process and its descendants have ended, or woken() returns
 * false.  Their threads are detached when the calling process ends.
 */
void dt_trace_loop(struct dt_trace *t);

#endif /* DT_TRACE_H */
