/* SPDX-License-Identifier: MIT */
/*
 * grow.c - adds the probes of processes that start, and of libraries that are
 * loaded, while tracing runs, and the tables that unwind stacks there.  The
 * embedded engine, which stops processes, calls find() for them; with the
 * kernel engine, a thread watches mappings.
 *
 * A lock protects the probes of the handle and the EPIDs of the run, which the
 * consumer's thread uses as well.
 */
#include "api/hdl.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include "base/thread.h"

int
dt_grow_init(dtrace_hdl_t *dtp)
{
	pthread_mutexattr_t attr;
	int err = pthread_mutexattr_init(&attr);

	dtp->grow.stop = -1;
	if (err != 0)
		return -err;
	(void) pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	err = pthread_mutex_init(&dtp->grow.lock, &attr);
	(void) pthread_mutexattr_destroy(&attr);
	return -err;
}

void
dt_grow_fini(dtrace_hdl_t *dtp)
{
	(void) pthread_mutex_destroy(&dtp->grow.lock);
}

void
dt_grow_lock(dtrace_hdl_t *dtp)
{
	(void) pthread_mutex_lock(&dtp->grow.lock);
}

void
dt_grow_unlock(dtrace_hdl_t *dtp)
{
	(void) pthread_mutex_unlock(&dtp->grow.lock);
}

/* --- one process ---------------------------------------------------------- */

/* Does this error cost a process its probes?  Not if the process has ended. */
static bool
is_loss(int err)
{
	return err != 0 && err != -ESRCH && err != -ENOENT;
}

/* Add the probes of a process that the run does not have yet. */
static void
grow(dtrace_hdl_t *dtp, pid_t pid)
{
	struct dt_joinenv env;
	struct dt_buf found = { 0 };
	uint32_t n;
	int err, rc;

	dt_joinenv_set(dtp, &env);
	err = dt_join_grow(&dtp->joined, &env, dtp->probes, pid,
	    dtp->ops->stops_processes, &found);
	n = (uint32_t)(found.len / sizeof(struct dt_grown));
	rc = dtp->ops->grow(dtp->engine, pid, (void *)found.p, n);
	if (is_loss(rc) || err != 0)
		__atomic_fetch_add(&dtp->grow.missed, err != 0 ? n + 1 : n,
		    __ATOMIC_RELAXED);
	dt_buf_free(&found);
}

static void
find(void *arg, pid_t pid)
{
	dtrace_hdl_t *dtp = arg;

	dt_grow_lock(dtp);
	if (dtp->grow.on && dt_join_names(&dtp->joined, pid))
		grow(dtp, pid);
	dt_grow_unlock(dtp);
}

/* --- watching ------------------------------------------------------------- */

static bool
unwinds(const dtrace_hdl_t *dtp)
{
	return dtp->ops->unwinds != NULL && !dtp->bench &&
	    dtp->ops->unwinds(dtp->engine);
}

/* Look at a process that may have mapped code. */
static void
look(dtrace_hdl_t *dtp, pid_t pid)
{
	if (dtp->run.find != NULL)
		find(dtp, pid);
	if (unwinds(dtp))
		dtp->ops->unwind(dtp->engine, pid);
}

/* Processes to search, each once. */
struct pids {
	pid_t *v;
	size_t n, max;
};

static void
add_pid(void *arg, pid_t pid, pid_t parent)
{
	struct pids *s = arg;
	pid_t *v = s->v;

	(void) parent;
	for (size_t i = s->n; i-- > 0;)
		if (v[i] == pid)
			return;
	if (s->n == s->max) {
		v = reallocarray(v, 2 * s->max + 64, sizeof(*v));
		if (v == NULL)
			return;
		s->v = v;
		s->max = 2 * s->max + 64;
	}
	v[s->n++] = pid;
}

static void
add_all_pids(struct pids *s)
{
	DIR *dir = opendir("/proc");
	struct dirent *d;

	while (dir != NULL && (d = readdir(dir)) != NULL)
		if (isdigit((unsigned char)d->d_name[0]))
			add_pid(s, (pid_t)strtol(d->d_name, NULL, 10), 0);
	if (dir != NULL)
		(void) closedir(dir);
}

static bool
wait_for_records(const dtrace_hdl_t *dtp, struct pollfd *v, size_t max)
{
	size_t n = 1 + dt_mapwatch_fds(dtp->grow.watch, &v[1], max - 1);

	v[0] = (struct pollfd){ .fd = dtp->grow.stop, .events = POLLIN };
	while (poll(v, n, -1) < 0)
		if (errno != EINTR)
			return false;
	return v[0].revents == 0;
}

/*
 * The thread.  It searches all processes first, for mappings made before the
 * records begin, and again whenever records were lost.
 */
static void *
watch(void *arg)
{
	dtrace_hdl_t *dtp = arg;
	size_t max = 1 + dt_mapwatch_fds(dtp->grow.watch, NULL, SIZE_MAX);
	struct pollfd *v = calloc(max, sizeof(*v));
	struct pids s = { 0 };
	bool all = true;

	if (v == NULL)
		return NULL;
	do {
		if (all)
			add_all_pids(&s);
		for (size_t i = 0; i < s.n; i++)
			look(dtp, s.v[i]);
		s.n = 0;
		if (!wait_for_records(dtp, v, max))
			break;
		(void) dt_mapwatch_procs(dtp->grow.watch, add_pid, &s, &all);
	} while (true);
	free(s.v);
	free(v);
	return NULL;
}

static int
start_thread(dtrace_hdl_t *dtp)
{
	int err = dt_thread_start(&dtp->grow.thread, watch, dtp);

	dtp->grow.watches = err == 0;
	return err;
}

static int
start_watch(dtrace_hdl_t *dtp)
{
	int err = dt_mapwatch_open(&dtp->grow.watch, DT_MAPWATCH_RING, true);

	if (err != 0)
		return err;
	dtp->grow.stop = eventfd(0, EFD_CLOEXEC);
	return dtp->grow.stop < 0 ? -errno : start_thread(dtp);
}

/* --- a run ---------------------------------------------------------------- */

void
dt_grow_want(dtrace_hdl_t *dtp)
{
	dtp->run.find = dtp->joined.nlater != 0 && !dtp->bench ? find : NULL;
	dtp->run.finder = dtp;
	dtp->grow.missed = 0;
}

void
dt_grow_start(dtrace_hdl_t *dtp)
{
	int err = 0;

	if (dtp->run.find == NULL && !unwinds(dtp))
		return;
	dt_grow_lock(dtp);
	dtp->grow.on = dtp->run.find != NULL;
	if (dtp->grow.on)
		err = dt_join_name(&dtp->joined);
	dt_grow_unlock(dtp);
	if (err == 0 && !dtp->ops->stops_processes)
		err = start_watch(dtp);
	if (err != 0)
		dt_explain(dtp, "processes that start and libraries that are "
		    "loaded from now on have no probes, and stacks in them may "
		    "be short: %s", dtrace_errmsg(NULL, -err));
}

void
dt_grow_stop(dtrace_hdl_t *dtp)
{
	const uint64_t one = 1;

	dt_grow_lock(dtp);
	dtp->grow.on = false;
	dt_grow_unlock(dtp);
	if (dtp->grow.watches) {
		(void)!write(dtp->grow.stop, &one, sizeof(one));
		(void) pthread_join(dtp->grow.thread, NULL);
	}
	dtp->grow.watches = false;
	dt_mapwatch_close(dtp->grow.watch);
	dtp->grow.watch = NULL;
	if (dtp->grow.stop >= 0)
		(void) close(dtp->grow.stop);
	dtp->grow.stop = -1;
}
