/* SPDX-License-Identifier: MIT */
/*
 * priv.h - shared by the files of victim/.
 *
 *	victim.c	the handle of a process
 *	spawn.c		starts tracers, and processes to be held
 *	orders.c	orders to a tracer and its answers
 *	psinfo.c	the structs of <libproc.h>
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
	bool traced;			/* for a run, now or earlier */
	int status;			/* as by waitpid(), or -1 */
	uint32_t notes, noted;		/* DT_NOTE_*; the reported ones */

	/* The tracer, if sock is a descriptor. */
	pid_t tracer;
	int sock, tracer_fd;
	struct dt_trace_ctl *ctl;
	bool has_ended;			/* it has sent DT_ANSWER_ENDED */
	int crashed;			/* the signal of its crash, or 0 */

	/* For <libproc.h>: the handle, and the data that was read last. */
	void *owner;
	psinfo_t psinfo;
	pstatus_t pstatus;
};

/*
 * spawn.c: 0 or -errno; -ENOTSUP if the tracer's program cannot be executed.
 * dt_spawn_held() sets p->pid if there is a child to reap, even at an error.
 */
int dt_spawn_tracer(struct ps_prochandle *p);
int dt_spawn_held(struct ps_prochandle *p, const char *file,
    char *const argv[], char *const envp[]);

/* orders.c: send fds (-1: none) and wait for the answer; 0 or -errno */
int dt_order(struct ps_prochandle *p, enum dt_order order, int fd, int fd2);
int dt_order_answer(struct ps_prochandle *p);
void dt_order_wake(const struct ps_prochandle *p);
/*
 * The signal that has killed the tracer, or 0.  This is known before the ends
 * of the processes that are killed with it.
 */
int dt_order_lost(struct ps_prochandle *p);
/*
 * Make the tracer detach and end, and wait for it.  If its threads are bound it
 * ends after them, and is not waited for.  No-op without a tracer.
 */
void dt_order_leave(struct ps_prochandle *p);

#endif /* DT_VICTIM_PRIV_H */
