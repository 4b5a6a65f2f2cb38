/* SPDX-License-Identifier: MIT */
/* victim.c - the handles of processes that are started or watched. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>
#include "trace/victim_priv.h"

static struct ps_prochandle *
new_handle(void)
{
	struct ps_prochandle *p = calloc(1, sizeof(*p));

	if (p == NULL)
		return NULL;
	p->pidfd = -1;
	p->status = -1;
	pthread_mutex_init(&p->lock, NULL);
	return p;
}

/* What a tracer has allocated stays if it was killed, see tracer.c. */
static void
drop_trace(struct ps_prochandle *p)
{
	if (p->lost == 0)
		dt_trace_destroy(p->trace);
	p->trace = NULL;
}

void
dt_victim_forget(struct ps_prochandle *p)
{
	drop_trace(p);
	if (p->pidfd >= 0)
		close(p->pidfd);
	pthread_mutex_destroy(&p->lock);
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
 * Of a victim that was killed, or that could not start: that one is no ordinary
 * child, as the tracer is none.  By its descriptor if there is one, as its id
 * may be another child's once the consumer has waited for it.
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
	p->file = file;
	p->argv = argv;
	p->envp = envp != NULL ? envp : environ;
	err = dt_tracer_create(p);
	p->held = err == 0;
	p->file = NULL;
	p->argv = NULL;
	p->envp = NULL;
	if (err == 0)
		err = open_pidfd(p);
	if (err == 0 && dt_right_lost(p->pid))
		p->notes = DT_NOTE_SETUID;
	if (err != 0) {
		if (p->held)
			(void) dt_tracer_order(p, KILL);
		reap(p);
		dt_victim_forget(p);
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
		dt_victim_forget(p);
		return err;
	}
	*pp = p;
	return 0;
}

int
dt_victim_continue(struct ps_prochandle *p)
{
	return p->held ? dt_tracer_order(p, RUN) : 0;
}

int
dt_victim_trace(struct ps_prochandle *p, const struct dt_trace_conf *conf)
{
	struct dt_trace *t = NULL;
	int err;

	if (p->trace != NULL)
		return -EBUSY;
	if (p->pid == getpid())		/* who would wait for itself */
		return -EDEADLK;
	if (p->has_tracer && !p->held) {
		dt_tracer_dismiss(p);
		dt_tracer_join(p);
	}
	err = dt_trace_create(&t, conf, p->pid);
	__atomic_store_n(&p->trace, t, __ATOMIC_RELEASE);
	if (err != 0 || p->held)
		return err;
	err = dt_tracer_seize(p);
	if (err != 0)
		drop_trace(p);
	return err;
}

bool
dt_victim_runs(struct ps_prochandle *p)
{
	return p->created && !p->held && !dt_victim_ended(p, NULL);
}

bool
dt_victim_bound(struct ps_prochandle *p)
{
	return p->trace != NULL && p->has_tracer && !p->held &&
	    dt_tracer_lost(p) == 0 && dt_trace_bound(p->trace);
}

int
dt_victim_lost(const struct ps_prochandle *p, pid_t *tracer)
{
	bool needed = p->has_tracer && (p->held || p->trace != NULL);
	int sig = needed ? dt_tracer_lost(p) : 0;

	if (sig != 0)
		*tracer = p->tracer;
	return sig;
}

uint32_t
dt_victim_notes(struct ps_prochandle *p)
{
	uint32_t notes = p->notes;

	if (p->trace != NULL)
		notes |= dt_trace_notes(p->trace);
	notes &= ~p->noted;
	p->noted |= notes;
	return notes;
}

/* Will the tracer end without harm to what it traces? */
static bool
can_let_go(struct ps_prochandle *p)
{
	return p->trace == NULL || dt_tracer_lost(p) != 0 ||
	    dt_trace_let_go(p->trace);
}

void
dt_victim_untrace(struct ps_prochandle *p)
{
	if (p->trace == NULL)
		return;
	dt_trace_quiet(p->trace);
	if (p->has_tracer && !p->held && can_let_go(p))
		dt_tracer_await(p);
}

void
dt_victim_sample(struct ps_prochandle *p, uint32_t probe)
{
	if (p->trace != NULL)
		dt_trace_sample(p->trace, probe);
}

void
dt_victim_release(struct ps_prochandle *p)
{
	if (p == NULL)
		return;
	if (p->held)
		(void) dt_tracer_order(p, KILL);
	else if (dt_victim_runs(p))
		(void) pidfd_send_signal(p->pidfd, SIGKILL, NULL, 0);
	if (p->created)
		reap(p);		/* leave no zombie */
	dt_victim_untrace(p);
	if (p->has_tracer) {
		dt_tracer_dismiss(p);
		if (!can_let_go(p) && dt_tracer_leave(p))
			return;
		dt_tracer_join(p);
	}
	dt_victim_forget(p);
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
 * Who traces it is told of its end before us, and may be about to take note:
 * until then it counts as running.
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
