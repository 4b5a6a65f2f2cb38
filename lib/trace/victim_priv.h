/* SPDX-License-Identifier: MIT */
/*
 * victim_priv.h - the files of a victim among themselves.
 *
 *	victim.c	the handle of a process
 *	tracer.c	the process that holds and traces it
 *	exec.c		starts a program and holds it at its exec
 */
#ifndef DT_VICTIM_PRIV_H
#define DT_VICTIM_PRIV_H

#include <pthread.h>
#include <signal.h>
#include "trace/trace.h"
#include "trace/victim.h"

/* What the tracer is to do next; HOLD is 0, the word that waits. */
enum order { HOLD, RUN, KILL, LEAVE };

struct ps_prochandle {
	pid_t pid;
	int pidfd;
	bool created, ended;
	int status;

	/* Of a created victim.  While it is held the tracer awaits orders. */
	bool held;
	uint32_t order;			/* enum order */
	uint32_t ready;			/* 1: err is the answer of the tracer */
	uint32_t idle;			/* 1: the tracer traces nothing more */
	int err;
	struct dt_trace *trace;
	uint32_t notes, noted;		/* DT_NOTE_*; those that were said */

	bool has_tracer;		/* there is one to be joined */
	pthread_t lender;		/* of thread-local storage */
	int (*work)(void *arg);		/* of the tracer */
	pid_t tracer, consumer;
	int lost;			/* the signal that has ended it, or 0 */
	pthread_mutex_t lock;		/* of what follows, not the tracer's */
	bool over;			/* the tracer has done its work */
	bool orphan;			/* and frees p at its end */
	/* For the tracer's start only. */
	const char *file;
	char *const *argv;
	char *const *envp;
	sigset_t mask;
};

/* victim.c: when nobody knows of p any more. */
void dt_victim_forget(struct ps_prochandle *p);

/* exec.c, for the tracer; p->pid is set if there is a child to be waited for */
int dt_exec_hold(struct ps_prochandle *p);
void dt_exec_kill(pid_t pid);

/* tracer.c: 0 or -errno, and without a tracer then */
int dt_tracer_create(struct ps_prochandle *p);	/* starts and holds a victim */
int dt_tracer_seize(struct ps_prochandle *p);	/* traces one that runs */
/* What becomes of a held victim: RUN or KILL. */
int dt_tracer_order(struct ps_prochandle *p, enum order order);
/* Until it has let go of all that it traces; once that was asked for. */
void dt_tracer_await(struct ps_prochandle *p);
/* It no longer kills its victim when the consumer dies. */
void dt_tracer_dismiss(struct ps_prochandle *p);
void dt_tracer_join(struct ps_prochandle *p);
/* One that cannot end yet has p to itself from now on; false: it is over. */
bool dt_tracer_leave(struct ps_prochandle *p);
/*
 * The signal that has ended it, or 0.  What ends with it is never seen to end
 * before that is known.
 */
int dt_tracer_lost(const struct ps_prochandle *p);

#endif /* DT_VICTIM_PRIV_H */
