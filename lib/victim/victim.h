/* SPDX-License-Identifier: MIT */
/*
 * victim.h - the processes that a consumer starts or names in order to watch
 * them.  Ids are those of the caller's PID namespace, as getpid() gives them.
 */
#ifndef DT_VICTIM_H
#define DT_VICTIM_H

#include <libproc.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct ps_prochandle;

/*
 * Start file (looked up in PATH), with the environment envp, or the caller's
 * if that is NULL, and hold it where its exec has just ended: nothing of its
 * own has run.  -ENOENT, -EACCES and so on if it cannot be executed, -ENOTSUP
 * if that is true of the tracer's program.  It is killed if this process dies
 * before it has released it.  A set-user-id program runs without that privilege
 * unless the caller may trace any process.
 */
int dt_victim_create(struct ps_prochandle **pp, const char *file,
    char *const argv[], char *const envp[]);
/*
 * Watch a process that is there; it is not stopped.  -ESRCH if there is none,
 * -EPERM if it belongs to somebody else.
 */
int dt_victim_grab(struct ps_prochandle **pp, pid_t pid);
/* Let a held victim run; others run already.  -ESRCH if it was killed. */
int dt_victim_continue(struct ps_prochandle *p);
/*
 * Let go of it and free p.  One that was created is killed, unless it has
 * ended, and waited for; one that was grabbed goes on.
 */
void dt_victim_release(struct ps_prochandle *p);

/*
 * Fire the probes of a run in it and in all that it starts: in a held victim
 * from when it is continued, in another from now.  run is the descriptor of the
 * memory of a struct dt_vm_run; names that of a socket for struct dt_ask, or
 * -1.  -EBUSY if that was done already, -EPERM if it may not be traced or is
 * traced, -EDEADLK if it is this process, -ENOTSUP if a tracer cannot be
 * executed here.
 */
int dt_victim_trace(struct ps_prochandle *p, int run, int names);
/* No more firings.  Nothing if it is not traced. */
void dt_victim_untrace(struct ps_prochandle *p);
/* Fire the probe of this place for each of its threads that is on a CPU. */
void dt_victim_sample(struct ps_prochandle *p, uint32_t place);

/*
 * Was the process killed that holds or traces it?  By this signal, *tracer is
 * its id then; or 0.
 */
int dt_victim_lost(struct ps_prochandle *p, pid_t *tracer);

/* DT_NOTE_* of order.h, each said once. */
uint32_t dt_victim_notes(struct ps_prochandle *p);

pid_t dt_victim_pid(const struct ps_prochandle *p);
/* A descriptor that polls readable once the process has ended. */
int dt_victim_fd(const struct ps_prochandle *p);
/* Was it created and continued, and has not ended? */
bool dt_victim_runs(struct ps_prochandle *p);
/* Is what it has started killed when its tracer ends? */
bool dt_victim_bound(struct ps_prochandle *p);
/*
 * Has it ended?  Then *status (unless NULL) is what waitpid() said, or -1 if
 * it was not our child or somebody else has waited for it.
 */
bool dt_victim_ended(struct ps_prochandle *p, int *status);
/* 0 or -errno. */
int dt_victim_kill(struct ps_prochandle *p);

/* The handle that p belongs to, which nothing here knows. */
void dt_victim_set_owner(struct ps_prochandle *p, void *owner);
void *dt_victim_owner(const struct ps_prochandle *p);

/* psinfo.c: see <libproc.h>. */
int dt_victim_state(struct ps_prochandle *p);
const psinfo_t *dt_victim_psinfo(struct ps_prochandle *p);
const pstatus_t *dt_victim_pstatus(struct ps_prochandle *p);

#endif
