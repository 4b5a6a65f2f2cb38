/* SPDX-License-Identifier: MIT */
/*
 * seize.c - attaches to all threads of a running process.  A thread that is
 * created meanwhile is attached with its parent, or found in the next listing.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "base/procfs.h"
#include "trace/priv.h"

/*
 * Has a thread that cannot be attached to ended, or been attached to with its
 * parent?
 */
static bool
has_ended_or_is_ours(pid_t tid)
{
	char status[4096];

	return dt_procfs_read(tid, "status", status, sizeof(status)) <= 0 ||
	    dt_procfs_ended(status) || (pid_t)dt_procfs_number(status,
	    "\nTracerPid:\t") == getpid();
}

/* 1 if the thread was attached to, 0 if it needs not be, or -errno. */
static int
seize(struct dt_trace *t, pid_t tid)
{
	struct dt_thread *th;
	int err;

	if (dt_thread_find(t, tid) != NULL)
		return 0;
	if (ptrace(PTRACE_SEIZE, tid, NULL, (long)DT_TRACE_OPTIONS) != 0) {
		err = -errno;
		return err == -ESRCH || has_ended_or_is_ours(tid) ? 0 : err;
	}
	th = dt_life_new(t, tid);
	if (th == NULL)
		return -ENOMEM;
	th->known = th->lives = true;
	(void) dt_stop_interrupt(t, th);
	return 1;
}

/* The number of threads attached to, or -errno. */
static int
seize_listed(struct dt_trace *t)
{
	char path[64];
	struct dirent *d;
	int n = 0, rc = 0;
	DIR *dir;

	(void) snprintf(path, sizeof(path), "/proc/%d/task", (int)t->root);
	dir = opendir(path);
	if (dir == NULL)
		return errno == ENOENT ? -ESRCH : -errno;
	while (rc >= 0 && (d = readdir(dir)) != NULL) {
		pid_t tid = (pid_t)strtol(d->d_name, NULL, 10);

		rc = tid > 0 ? seize(t, tid) : 0;
		n += rc > 0;
	}
	(void) closedir(dir);
	return rc < 0 ? rc : n;
}

int
dt_seize_all(struct dt_trace *t)
{
	int n;

	do
		n = seize_listed(t);
	while (n > 0);
	return n < 0 ? n : t->nthreads == 0 ? -ESRCH : 0;
}
