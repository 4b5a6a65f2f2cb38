/* SPDX-License-Identifier: MIT */
/*
 * victim.h - processes that a consumer starts, or names, to trace them.  Ids
 * are those of the caller's PID namespace.
 */
#ifndef DT_VICTIM_H
#define DT_VICTIM_H

#include <libproc.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct ps_prochandle;

/*
 * Start file (looked up in PATH) with the environment envp, or if it is NULL
 * the caller's, and hold it before its first instruction.  An error of
 * execve(2) if the file cannot be executed, -ENOTSUP if the tracer's program
 * cannot.  The process is killed if the caller ends without releasing it.  A
 * set-user-id program has its privileges only if the caller may trace any
 * process.
 */
int dt_victim_create(struct ps_prochandle **pp, const char *file,
    char *const argv[], char *const envp[]);
/*
 * Watch a running process, without stopping it.  -ESRCH if there is none,
 * -EPERM if it belongs to another user.
 */
int dt_victim_grab(struct ps_prochandle **pp, pid_t pid);
/* Resume a held victim; no-op for others.  -ESRCH if it was killed. */
int dt_victim_continue(struct ps_prochandle *p);
/*
 * Stop tracing, and free p.  A created process is killed and reaped; a grabbed
 * one runs on.
 */
void dt_victim_release(struct ps_prochandle *p);

/*
 * Fire the probes of a run in the process and its descendants.  run is a
 * descriptor of the run's memory; names a socket for struct dt_ask, or -1.
 * -EBUSY if it is traced for a run already, -EPERM if it may not be traced or
 * another process traces it, -EDEADLK if it is this process, -ENOTSUP if the
 * tracer's program cannot be executed.
 */
int dt_victim_trace(struct ps_prochandle *p, int run, int names);
/* Is it traced by ptrace? */
bool dt_victim_traced(const struct ps_prochandle *p);
/* End the firings.  No-op if it is not traced. */
void dt_victim_untrace(struct ps_prochandle *p);
/* Fire the probe of this place for each thread that is on a CPU. */
void dt_victim_sample(struct ps_prochandle *p, uint32_t place);

/* The signal that has killed the tracer, and the tracer's id; or 0. */
int dt_victim_lost(struct ps_prochandle *p, pid_t *tracer);

/* The DT_NOTE_* of order.h that are new since the last call. */
uint32_t dt_victim_notes(struct ps_prochandle *p);

pid_t dt_victim_pid(const struct ps_prochandle *p);
/* A descriptor that polls readable once the process has ended. */
int dt_victim_fd(const struct ps_prochandle *p);
/* Does it run?  Only if it was created, not if it was grabbed or is held. */
bool dt_victim_runs(struct ps_prochandle *p);
/* Would the end of the tracer kill threads that have not begun to end? */
bool dt_victim_bound(struct ps_prochandle *p);
/*
 * Has it ended?  If so, *status (unless NULL) is set as by waitpid(), or to -1
 * if it is not a child or was waited for elsewhere.
 */
bool dt_victim_ended(struct ps_prochandle *p, int *status);
/* 0 or -errno. */
int dt_victim_kill(struct ps_prochandle *p);

/* A pointer for the caller: the handle that p belongs to. */
void dt_victim_set_owner(struct ps_prochandle *p, void *owner);
void *dt_victim_owner(const struct ps_prochandle *p);

/* psinfo.c: see <libproc.h>. */
int dt_victim_state(struct ps_prochandle *p);
const psinfo_t *dt_victim_psinfo(struct ps_prochandle *p);
const pstatus_t *dt_victim_pstatus(struct ps_prochandle *p);

#endif
