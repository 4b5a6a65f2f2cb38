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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static void
count_left_out(dtrace_hdl_t *dtp)
{
	__atomic_store_n(&dtp->grow.left_out, dt_join_left_out(&dtp->joined,
	    dtp->probes), __ATOMIC_RELAXED);
}

/* Add the probes there that the run does not have yet. */
static void
grow(dtrace_hdl_t *dtp, const struct dt_where *where)
{
	struct dt_joinenv env;
	struct dt_buf found = { 0 };
	uint32_t n;
	int err, rc;

	dt_joinenv_set(dtp, &env);
	err = dt_join_grow(&dtp->joined, &env, dtp->probes, where,
	    dtp->ops->stops_processes, &found);
	count_left_out(dtp);
	n = (uint32_t)(found.len / sizeof(struct dt_grown));
	if (where->has_new_first && dtp->ops->leave != NULL)
		dtp->ops->leave(dtp->engine, where->pid);
	rc = dtp->ops->grow(dtp->engine, where->pid, (void *)found.p, n);
	if (is_loss(rc) || err != 0)
		__atomic_fetch_add(&dtp->grow.missed, err != 0 ? n + 1 : n,
		    __ATOMIC_RELAXED);
	else if (rc == 0 && !dtp->ops->stops_processes)
		__atomic_fetch_add(&dtp->grow.late, n, __ATOMIC_RELAXED);
	dt_buf_free(&found);
}

static void
find_in(dtrace_hdl_t *dtp, const struct dt_where *where)
{
	dt_grow_lock(dtp);
	if (dtp->grow.on && dt_join_names(&dtp->joined, where->pid))
		grow(dtp, where);
	dt_grow_unlock(dtp);
}

static void
find(void *arg, pid_t pid)
{
	find_in(arg, &(struct dt_where){ .pid = pid });
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
look(dtrace_hdl_t *dtp, const struct dt_where *where)
{
	if (dtp->run.find != NULL)
		find_in(dtp, where);
	if (unwinds(dtp))
		dtp->ops->unwind(dtp->engine, where->pid);
}

/* Processes to search, and files in case they have ended, each pair once. */
struct places {
	struct dt_buf v;		/* struct place */
	struct dt_buf paths;
};

struct place {
	pid_t pid;
	size_t path;			/* offset in paths, or NOPATH */
	bool has_new_first;		/* see struct dt_where */
};

#define	NOPATH	SIZE_MAX

static const char *
path_of(const struct places *s, const struct place *p)
{
	return p->path != NOPATH ? s->paths.p + p->path : NULL;
}

static void
add_place(struct places *s, pid_t pid, const char *path)
{
	const struct place *v = (const struct place *)s->v.p;
	struct place new = { pid, path != NULL ? s->paths.len : NOPATH, false };

	for (size_t i = s->v.len / sizeof(*v); i-- > 0;)
		if (v[i].pid == pid && (path == NULL || (v[i].path != NOPATH &&
		    strcmp(path_of(s, &v[i]), path) == 0)))
			return;
	if (path != NULL)
		dt_buf_add(&s->paths, path, strlen(path) + 1);
	if (s->paths.err == 0)
		dt_buf_add(&s->v, &new, sizeof(new));
}

/* Mark the first place of a process, which look_at_all() never skips. */
static void
set_new_first(struct places *s, pid_t pid)
{
	struct place *v = (struct place *)s->v.p;
	size_t n = s->v.len / sizeof(*v), i = 0;

	while (i < n && v[i].pid != pid)
		i++;
	if (i < n)
		v[i].has_new_first = true;
}

static void
add_event(void *arg, pid_t pid, enum dt_mapevent event, const char *path)
{
	add_place(arg, pid, path);
	if (event == DT_MAP_NEWFIRST)
		set_new_first(arg, pid);
}

static void
add_all_pids(struct places *s)
{
	DIR *dir = opendir("/proc");
	struct dirent *d;

	while (dir != NULL && (d = readdir(dir)) != NULL)
		if (isdigit((unsigned char)d->d_name[0]))
			add_place(s, (pid_t)strtol(d->d_name, NULL, 10), NULL);
	if (dir != NULL)
		(void) closedir(dir);
}

static bool
is_alive(pid_t pid)
{
	char path[64];

	(void) snprintf(path, sizeof(path), "/proc/%d/exe", (int)pid);
	return access(path, F_OK) == 0;
}

/* A search of a living process finds all its files at once. */
static void
look_at_all(dtrace_hdl_t *dtp, struct places *s)
{
	const struct place *v = (const struct place *)s->v.p;
	size_t n = s->v.len / sizeof(*v);

	for (size_t i = 0; i < n; i++)
		if (i == 0 || v[i].pid != v[i - 1].pid || !is_alive(v[i].pid))
			look(dtp, &(struct dt_where){ v[i].pid,
			    path_of(s, &v[i]), v[i].has_new_first });
	dt_buf_reset(&s->v);
	dt_buf_reset(&s->paths);
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
 * records begin, and again whenever records were lost.  The last records may
 * show that probes come too late, which is a loss to report.
 */
static void *
watch(void *arg)
{
	dtrace_hdl_t *dtp = arg;
	size_t max = 1 + dt_mapwatch_fds(dtp->grow.watch, NULL, SIZE_MAX);
	struct pollfd *v = calloc(max, sizeof(*v));
	struct places s = { 0 };
	bool all = true, goes_on = v != NULL;

	while (goes_on) {
		if (all)
			add_all_pids(&s);
		look_at_all(dtp, &s);
		goes_on = wait_for_records(dtp, v, max);
		(void) dt_mapwatch_procs(dtp->grow.watch, add_event, &s, &all);
	}
	look_at_all(dtp, &s);
	dt_buf_free(&s.v);
	dt_buf_free(&s.paths);
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
	dtp->grow.missed = dtp->grow.late = 0;
	count_left_out(dtp);
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

	if (dtp->grow.watches) {
		(void)!write(dtp->grow.stop, &one, sizeof(one));
		(void) pthread_join(dtp->grow.thread, NULL);
	}
	dtp->grow.watches = false;
	dt_grow_lock(dtp);
	dtp->grow.on = false;
	dt_grow_unlock(dtp);
	dt_mapwatch_close(dtp->grow.watch);
	dtp->grow.watch = NULL;
	if (dtp->grow.stop >= 0)
		(void) close(dtp->grow.stop);
	dtp->grow.stop = -1;
}
