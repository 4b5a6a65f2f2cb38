/* SPDX-License-Identifier: MIT */
/* victim.c - the handles of processes that a consumer starts or watches. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>
#include "victim/priv.h"
#include "victim/suid.h"

static struct ps_prochandle *
new_handle(void)
{
	struct ps_prochandle *p = calloc(1, sizeof(*p));

	if (p == NULL)
		return NULL;
	p->pidfd = p->sock = p->tracer_fd = -1;
	p->status = -1;
	return p;
}

static void
forget(struct ps_prochandle *p)
{
	dt_order_leave(p);
	if (p->pidfd >= 0)
		(void) close(p->pidfd);
	free(p);
}

/* pidfd_open() sets close-on-exec by itself. */
static int
open_pidfd(struct ps_prochandle *p)
{
	p->pidfd = pidfd_open(p->pid, 0);
	return p->pidfd < 0 ? -errno : 0;
}

/*
 * Wait for a victim that was killed, or could not start (and needs __WALL: see
 * spawn.c).  A pidfd is safer than its id, which may be that of another child
 * if the consumer has waited for it.
 */
static void
reap(const struct ps_prochandle *p)
{
	bool by_fd = p->pidfd >= 0;
	siginfo_t si;

	while (p->pid > 0 && waitid(by_fd ? P_PIDFD : P_PID, (id_t)(by_fd ?
	    p->pidfd : p->pid), &si, WEXITED | __WALL) < 0 && errno == EINTR)
		;
}

static int
order_held(struct ps_prochandle *p, enum dt_order order)
{
	int err = dt_order(p, order, -1, -1);

	p->held = false;
	return err;
}

static int
create(struct ps_prochandle *p, const char *file, char *const argv[],
    char *const envp[])
{
	int err = dt_spawn_tracer(p);

	err = err ? err : dt_spawn_held(p, file, argv, envp);
	p->held = err == 0;
	err = err ? err : open_pidfd(p);
	if (err == 0 && dt_suid_lost(p->pid))
		p->notes = DT_NOTE_SETUID;
	return err;
}

int
dt_victim_create(struct ps_prochandle **pp, const char *file,
    char *const argv[], char *const envp[])
{
	struct ps_prochandle *p;
	int err;

	if (file == NULL || argv == NULL || argv[0] == NULL)
		return -EINVAL;
	p = new_handle();
	if (p == NULL)
		return -ENOMEM;
	p->created = true;
	err = create(p, file, argv, envp != NULL ? envp : environ);
	if (err != 0) {
		if (p->held)
			(void) order_held(p, DT_ORDER_KILL);
		reap(p);
		forget(p);
		return err;
	}
	*pp = p;
	return 0;
}

static bool
has_ended(const struct ps_prochandle *p)
{
	struct pollfd pfd = { .fd = p->pidfd, .events = POLLIN };

	return poll(&pfd, 1, 0) == 1 && (pfd.revents & POLLIN) != 0;
}

int
dt_victim_grab(struct ps_prochandle **pp, pid_t pid)
{
	struct ps_prochandle *p;
	int err;

	if (pid <= 0)
		return -EINVAL;
	p = new_handle();
	if (p == NULL)
		return -ENOMEM;
	p->pid = pid;
	err = open_pidfd(p);
	if (err == 0 && pidfd_send_signal(p->pidfd, 0, NULL, 0) != 0)
		err = -errno;
	if (err == 0 && has_ended(p))
		err = -ESRCH;
	if (err != 0) {
		forget(p);
		return err;
	}
	*pp = p;
	return 0;
}

int
dt_victim_continue(struct ps_prochandle *p)
{
	return p->held ? order_held(p, DT_ORDER_RUN) : 0;
}

int
dt_victim_trace(struct ps_prochandle *p, int run, int names)
{
	int err = 0;

	if (p->traced)
		return -EBUSY;
	if (p->pid == getpid())		/* it would wait for itself */
		return -EDEADLK;
	if (p->sock < 0)
		err = dt_spawn_tracer(p);
	err = err ? err : dt_order(p, DT_ORDER_TRACE, run, names);
	p->traced = err == 0;
	if (err != 0 && !p->held)
		dt_order_leave(p);
	return err;
}

bool
dt_victim_traced(const struct ps_prochandle *p)
{
	return p->traced && p->sock >= 0;
}

bool
dt_victim_runs(struct ps_prochandle *p)
{
	return p->created && !p->held && !dt_victim_ended(p, NULL);
}

/* Would the end of the tracer kill its threads? */
static bool
is_bound(const struct ps_prochandle *p)
{
	return p->sock >= 0 &&
	    __atomic_load_n(&p->ctl->bound, __ATOMIC_SEQ_CST) != 0;
}

bool
dt_victim_bound(struct ps_prochandle *p)
{
	return is_bound(p) && !p->held && dt_order_lost(p) == 0 &&
	    __atomic_load_n(&p->ctl->running, __ATOMIC_SEQ_CST) != 0;
}

int
dt_victim_lost(struct ps_prochandle *p, pid_t *tracer)
{
	int sig = p->held || p->traced ? dt_order_lost(p) : 0;

	if (sig != 0)
		*tracer = p->tracer;
	return sig;
}

static void
collect_notes(struct ps_prochandle *p)
{
	if (p->sock >= 0)
		p->notes |= __atomic_load_n(&p->ctl->notes, __ATOMIC_SEQ_CST);
}

uint32_t
dt_victim_notes(struct ps_prochandle *p)
{
	uint32_t notes;

	collect_notes(p);
	notes = p->notes & ~p->noted;
	p->noted |= notes;
	return notes;
}

/*
 * Bound threads keep their tracer, which fires no more probes.  Other tracers
 * end; a created process gets a new one, which guards it.
 */
void
dt_victim_untrace(struct ps_prochandle *p)
{
	if (!p->traced || p->sock < 0)
		return;
	__atomic_store_n(&p->ctl->quiet, 1, __ATOMIC_SEQ_CST);
	if (!p->held && is_bound(p) && dt_order_lost(p) == 0)
		dt_order_wake(p);
	if (p->held || is_bound(p) || dt_order_lost(p) != 0)
		return;
	collect_notes(p);
	dt_order_leave(p);
	if (p->created && !has_ended(p) && dt_spawn_tracer(p) == 0)
		(void) dt_order(p, DT_ORDER_GUARD, -1, -1);
}

void
dt_victim_sample(struct ps_prochandle *p, uint32_t place)
{
	if (p->sock < 0)
		return;
	(void) __atomic_fetch_or(&p->ctl->due, 1ull << place,
	    __ATOMIC_SEQ_CST);
	dt_order_wake(p);
}

void
dt_victim_release(struct ps_prochandle *p)
{
	if (p == NULL)
		return;
	if (p->held)
		(void) order_held(p, DT_ORDER_KILL);
	else if (dt_victim_runs(p))
		(void) pidfd_send_signal(p->pidfd, SIGKILL, NULL, 0);
	if (p->created)
		reap(p);		/* leave no zombie */
	dt_victim_untrace(p);
	forget(p);
}

int
dt_victim_kill(struct ps_prochandle *p)
{
	return pidfd_send_signal(p->pidfd, SIGKILL, NULL, 0) == 0 ? 0 : -errno;
}

void
dt_victim_set_owner(struct ps_prochandle *p, void *owner)
{
	p->owner = owner;
}

void *
dt_victim_owner(const struct ps_prochandle *p)
{
	return p->owner;
}

pid_t
dt_victim_pid(const struct ps_prochandle *p)
{
	return p->pid;
}

int
dt_victim_fd(const struct ps_prochandle *p)
{
	return p->pidfd;
}

/*
 * The tracer receives the status of a child before its parent does: until the
 * parent has it, the child counts as running.
 */
static bool
collect(struct ps_prochandle *p)
{
	pid_t pid;

	if (!p->created || p->held)
		return true;
	pid = waitpid(p->pid, &p->status, WNOHANG);
	if (pid != p->pid)
		p->status = -1;
	return pid != 0;
}

bool
dt_victim_ended(struct ps_prochandle *p, int *status)
{
	if (!p->ended && has_ended(p))
		p->ended = collect(p);
	if (p->ended && status != NULL)
		*status = p->status;
	return p->ended;
}
