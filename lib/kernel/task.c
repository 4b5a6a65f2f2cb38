/* SPDX-License-Identifier: MIT */
/* task.c - offsets in the kernel's task, and those that a run's probes name. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/kernel.h"
#include "kernel/arch.h"

#define	FIND(type, member, to)	{ type, member, to, 0, false }

static int
is_known(const struct dt_kernel *k, const char *type, const char *member)
{
	uint32_t i;

	for (i = 0; i < k->nmembers; i++)
		if (strcmp(k->members[i].type, type) == 0 &&
		    strcmp(k->members[i].member, member) == 0)
			return 1;
	return 0;
}

static void
want_member(struct dt_kernel *k, const char *type, const char *member)
{
	if (member != NULL && !is_known(k, type, member))
		k->members[k->nmembers++] = (struct dt_kmember)
		    FIND(type, member, NULL);
}

static void
want_values(struct dt_kernel *k, const struct dt_tpval *v, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++) {
		want_member(k, v[i].type, v[i].member);
		want_member(k, v[i].type2, v[i].member2);
	}
}

/* The members that the sources of the run's probes name, each once. */
static int
want_members(struct dt_kernel *k, const struct dt_run *run)
{
	const struct dt_tpsrc *s;
	uint32_t i, j, c, n = 0;

	for (i = 0; i < run->npoints; i++)
		n += run->points[i].nrows;
	k->members = calloc(n + 1, 2 * (2 * DT_TP_MAXCONDS + DT_TP_MAXARGS) *
	    sizeof(k->members[0]));
	if (k->members == NULL)
		return -ENOMEM;
	for (i = 0; i < run->npoints; i++)
		for (j = 0; j < run->points[i].nrows; j++) {
			s = run->points[i].rows[j].src;
			if (s == NULL)
				continue;
			for (c = 0; c < s->nconds; c++) {
				want_values(k, &s->conds[c].a, 1);
				want_values(k, &s->conds[c].b, 1);
			}
			want_values(k, s->args, s->nargs);
		}
	return 0;
}

uint32_t
dt_kernel_member(const struct dt_kernel *k, const char *type,
    const char *member)
{
	uint32_t i = 0;

	while (strcmp(k->members[i].type, type) != 0 ||
	    strcmp(k->members[i].member, member) != 0)
		i++;
	return k->members[i].offset;
}

static int
find_offsets(struct dt_kernel *k, struct dt_kmember *m, size_t n)
{
	int err = dt_kbtf_members(k->kbtf, m, n);

	return err == 0 ? 0 : dt_why_set(&k->base, err, "%s",
	    dt_kbtf_why(k->kbtf));
}

/* Of the threads that a switch brings, if this run has probes of them. */
static int
next_offsets(struct dt_kernel *k)
{
	struct dt_ktask *t = &k->task;
	struct dt_kmember m[] = {
		FIND("task_struct", "cred", &t->cred),
		FIND("cred", "uid", &t->uid),
		FIND("cred", "gid", &t->gid),
	};

	return find_offsets(k, m, sizeof(m) / sizeof(m[0]));
}

static int
prio_offsets(struct dt_kernel *k)
{
	struct dt_ktask *t = &k->task;
	uint32_t idr = 0, tree = 0, head = 0;
	struct dt_kmember m[] = {
		FIND("task_struct", "pid_links", &t->pid_links),
		FIND("task_struct", "policy", &t->policy),
		FIND("task_struct", "static_prio", &t->static_prio),
		FIND("task_struct", "normal_prio", &t->normal_prio),
		FIND("task_struct", "tasks", &t->tasks),
		FIND("task_struct", "thread_node", &t->thread_node),
		FIND("task_struct", "group_leader", &t->group_leader),
		FIND("task_struct", "cred", &t->cred),
		FIND("task_struct", "real_cred", &t->real_cred),
		FIND("signal_struct", "thread_head", &t->thread_head),
		FIND("cred", "uid", &t->uid),
		FIND("cred", "user_ns", &t->user_ns),
		FIND("user_namespace", "level", &t->user_level),
		FIND("pid", "tasks", &t->pid_tasks),
		FIND("pid_namespace", "idr", &idr),
		FIND("idr", "idr_rt", &tree),
		FIND("xarray", "xa_head", &head),
		FIND("xa_node", "shift", &t->node_shift),
		FIND("xa_node", "slots", &t->node_slots),
	};
	int err = find_offsets(k, m, sizeof(m) / sizeof(m[0]));

	t->ns_ids = idr + tree + head;
	return err;
}

static int
is_next(const struct dt_tpsrc *s)
{
	return s->who == DT_TP_WHO_NEXT;
}

static int
is_prio(const struct dt_tpsrc *s)
{
	int i;

	for (i = 0; i < s->nargs; i++)
		if (s->args[i].from == DT_TP_LENT)
			return 1;
	return s->changes;
}

static int
any_source(const struct dt_run *run, int (*is)(const struct dt_tpsrc *s))
{
	const struct dt_tpsrc *s;
	uint32_t i, j;

	for (i = 0; i < run->npoints; i++)
		for (j = 0; j < run->points[i].nrows; j++) {
			s = run->points[i].rows[j].src;
			if (s != NULL && is(s))
				return 1;
		}
	return 0;
}

int
dt_kernel_task(struct dt_kernel *k, const struct dt_run *run)
{
	uint32_t info = 0;
	struct dt_kmember m[] = {
		FIND("task_struct", "thread_info", &info),
		FIND("task_struct", "real_parent", &k->task.real_parent),
		FIND("task_struct", "pid", &k->task.pid),
		FIND("task_struct", "tgid", &k->task.tgid),
		FIND("task_struct", "comm", &k->task.comm),
		FIND("task_struct", "prio", &k->task.prio),
		FIND("task_struct", "signal", &k->task.signal),
		FIND("thread_info", DT_ARCH_COMPAT_WORD, &k->task.compat),
		FIND("signal_struct", "pids", &k->task.pids),
		FIND("pid", "level", &k->task.level),
		FIND("pid", "numbers", &k->task.numbers),
		FIND("task_struct", "thread_pid", &k->task.thread_pid),
		FIND("upid", "ns", &k->task.upid_ns),
	};
	int err = find_offsets(k, m, sizeof(m) / sizeof(m[0]));

	k->task.compat += info;
	if (err == 0 && any_source(run, is_next))
		err = next_offsets(k);
	if (err == 0 && any_source(run, is_prio))
		err = prio_offsets(k);
	if (err == 0)
		err = want_members(k, run);
	return err == 0 ? find_offsets(k, k->members, k->nmembers) : err;
}
