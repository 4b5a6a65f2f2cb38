/* SPDX-License-Identifier: MIT */
/*
 * event.c - attaches a program by a perf event: to one function, or to a
 * tracepoint.
 *
 * Since Linux 7.2 a thread can be preempted while it runs a program of a
 * tracepoint.  Until it runs again, the kernel skips that program for all other
 * threads of the CPU, which loses their system calls.  Perf events still
 * disable preemption, so they are used there, and for the program that frees
 * the variables of ended threads.  They have a price: while such a program
 * runs, the kernel skips programs of clocks and counters, and does not count
 * that.  So a run with probes of those has no such events, and a tick probe
 * looks at the time more often than it fires: see timer.c.
 */
#include <bpf/bpf.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel/kernel.h"
#include "sym/tracefs.h"

/* The first release whose tracepoints can be preempted. */
#define	PREEMPTIBLE_MAJOR	7
#define	PREEMPTIBLE_MINOR	2

int
dt_kernel_event_type(const char *name)
{
	char path[64];
	int type = -EOPNOTSUPP;
	FILE *fp;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/type",
	    name);
	fp = fopen(path, "re");
	if (fp == NULL)
		return type;
	if (fscanf(fp, "%d", &type) != 1)
		type = -EOPNOTSUPP;
	(void) fclose(fp);
	return type;
}

int
dt_kernel_attach_event(const struct dt_kprog *p, struct perf_event_attr *attr,
    pid_t pid, uint64_t cookie)
{
	LIBBPF_OPTS(bpf_link_create_opts, o, .perf_event.bpf_cookie = cookie);
	int fd, event;

	attr->size = sizeof(*attr);
	event = (int)syscall(SYS_perf_event_open, attr, pid, pid < 0 ? 0 : -1,
	    -1, PERF_FLAG_FD_CLOEXEC);
	if (event < 0)
		return -errno;
	fd = bpf_link_create(p->fd, event, BPF_PERF_EVENT, &o);
	(void) close(event);		/* the link holds it */
	return fd;
}

struct event {
	const char *tp;
	const char *path;		/* of its number, in tracefs */
	bool has_args;			/* the arguments of tp are in it */
};

static const struct event *
find_event(const char *tp)
{
	static const struct event t[] = {
		{ "sys_enter", "events/raw_syscalls/sys_enter/id", true },
		{ "sys_exit", "events/raw_syscalls/sys_exit/id", true },
		{ DT_TP_EXIT, "events/sched/" DT_TP_EXIT "/id", false },
	};

	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		if (strcmp(t[i].tp, tp) == 0)
			return &t[i];
	return NULL;
}

/* The number of a tracepoint's event, or -errno: tracefs is root's. */
static int
event_number(const char *tp)
{
	int number = -ENOENT;
	FILE *fp;

	fp = dt_tracefs_open(find_event(tp)->path);
	if (fp == NULL)
		return -EACCES;
	if (fscanf(fp, "%d", &number) != 1)
		number = -ENOENT;
	(void) fclose(fp);
	return number;
}

bool
dt_kernel_wants_events(const struct dt_run *run)
{
	uint32_t i;

	for (i = 0; i < run->npoints; i++)
		if (run->points[i].kind == DT_POINT_PROFILE ||
		    run->points[i].kind == DT_POINT_COUNTER)
			return false;
	return !dt_kernel_is_before(PREEMPTIBLE_MAJOR, PREEMPTIBLE_MINOR) &&
	    event_number("sys_enter") >= 0;
}

bool
dt_kernel_is_event(const struct dt_kernel *k, const char *tp, bool reads_args)
{
	const struct event *e = tp != NULL ? find_event(tp) : NULL;

	return k->events && e != NULL && (e->has_args || !reads_args);
}

int
dt_kernel_event(struct dt_kernel *k, struct dt_kprog *p)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT };
	int number = event_number(p->tp);

	attr.config = (uint64_t)number;
	p->link = number < 0 ? number : dt_kernel_attach_event(p, &attr, -1, 0);
	return p->link >= 0 ? 0 : dt_why_set(&k->base, p->link,
	    "the event of tracepoint %s cannot be attached to: %s", p->tp,
	    strerror(-p->link));
}
