/* SPDX-License-Identifier: MIT */
/*
 * priv.h - the files of a victim among themselves.
 *
 *	victim.c	the handle of a process
 *	spawn.c		starts tracers, and processes to be held
 *	orders.c	orders to a tracer and its answers
 *	psinfo.c	what a consumer may ask about the process
 */
#ifndef DT_VICTIM_PRIV_H
#define DT_VICTIM_PRIV_H

#include <libproc.h>
#include "victim/order.h"
#include "victim/victim.h"

struct ps_prochandle {
	pid_t pid;
	int pidfd;
	bool created, ended, held;
	bool traced;			/* for a run, at least until now */
	int status;
	uint32_t notes, noted;		/* DT_NOTE_*; those that were said */

	/* The tracer, if sock is a descriptor. */
	pid_t tracer;
	int sock, tracer_fd;
	struct dt_trace_ctl *ctl;
	bool has_ended;			/* it said so */
	int crashed;			/* by this signal, or 0 */

	/* For <libproc.h>, as they were read last. */
	void *owner;
	psinfo_t psinfo;
	pstatus_t pstatus;
};

/*
 * spawn.c: 0 or -errno; -ENOTSUP: a tracer cannot be executed here.  After
 * hold p->pid is set if there is a child to be waited for.
 */
int dt_spawn_tracer(struct ps_prochandle *p);
int dt_spawn_held(struct ps_prochandle *p, const char *file,
    char *const argv[], char *const envp[]);

/* orders.c: send fds (-1: none) and wait for the answer; 0 or -errno */
int dt_order(struct ps_prochandle *p, enum dt_order order, int fd, int fd2);
int dt_order_answer(struct ps_prochandle *p);
void dt_order_wake(const struct ps_prochandle *p);
/*
 * The signal that has ended the tracer, or 0.  What ends with it is never seen
 * to end before that is known.
 */
int dt_order_lost(struct ps_prochandle *p);
/*
 * The tracer ends as soon as that does no harm; unless what it traces is bound
 * to it, this waits until then.  Nothing if there is none.
 */
void dt_order_leave(struct ps_prochandle *p);

#endif /* DT_VICTIM_PRIV_H */
