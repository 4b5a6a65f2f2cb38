/* SPDX-License-Identifier: MIT */
/*
 * offsets.c - finds the offsets of the members of the kernel's structures that
 * programs read, and of those that the tables of the run's probes name.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/kernel.h"
#include "rt/arch.h"

/* Kinds of runs, as in column "runs" of tbl/offsets.h. */
enum {
	ALL = 1 << 0, NEXT = 1 << 1, PRIO = 1 << 2, KERNEL = 1 << 3,
	WAIT = 1 << 4, DONE = 1 << 5, PACKET = 1 << 6, UNWIND = 1 << 7,
	RETURN = 1 << 8, IOWAIT = 1 << 9, PLACE = 1 << 10,
};

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
		    { .type = type, .member = member };
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

/* Collect the members that sources of the run's probes name, each once. */
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

static uint32_t
kind_of_value(const struct dt_tpval *v)
{
	switch (v->from) {
	case DT_TP_LENT:
		return PRIO;
	case DT_TP_IP:
	case DT_TP_PAYLOAD:
	case DT_TP_PROTOCOL:
	case DT_TP_SOCKET:
		return PACKET;
	default:
		return 0;
	}
}

static uint32_t
kinds_of_source(const struct dt_tpsrc *s)
{
	uint32_t i, kinds = 0;

	if (s->who == DT_TP_WHO_NEXT)
		kinds |= NEXT;
	if (s->each == DT_EACH_CHANGE)
		kinds |= PRIO;
	else if (s->each != DT_EACH_EVENT)
		kinds |= DONE;
	for (i = 0; i < s->nargs; i++)
		kinds |= kind_of_value(&s->args[i]);
	for (i = 0; i < s->nconds; i++)
		kinds |= kind_of_value(&s->conds[i].a);
	return kinds;
}

static uint32_t
kinds_of(const struct dt_run *run)
{
	uint32_t i, j, kinds = ALL;

	if (dt_kernel_unwinds(run))
		kinds |= UNWIND;
	for (i = 0; i < run->npoints; i++) {
		if (dt_point_needs(&run->points[i]) & DT_NEED_KERNEL)
			kinds |= KERNEL;
		if (run->points[i].waits != DT_WAITS_NOT)
			kinds |= run->points[i].waits == DT_WAITS_LOCK ?
			    WAIT : IOWAIT;
		if (run->points[i].kind == DT_POINT_USDT)
			kinds |= PLACE;
		if ((kinds & UNWIND) != 0 &&
		    run->points[i].kind == DT_POINT_URETURN)
			kinds |= RETURN;
		for (j = 0; j < run->points[i].nrows; j++)
			if (run->points[i].rows[j].src != NULL)
				kinds |= kinds_of_source(
				    run->points[i].rows[j].src);
	}
	return kinds;
}

/* Find the offsets of the table that the run needs. */
static int
table_offsets(struct dt_kernel *k, uint32_t kinds)
{
	const struct {
		uint32_t runs;
		struct dt_kmember m;
	} t[] = {
#define	DT_OFFSET(name, type, member, runs)				\
		{ runs, { type, member, &k->off.name, 0, false } },
#include "tbl/offsets.h"
#undef DT_OFFSET
	};
	struct dt_kmember m[sizeof(t) / sizeof(t[0])];
	size_t i, n = 0;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		if (t[i].runs & kinds)
			m[n++] = t[i].m;
	return find_offsets(k, m, n);
}

int
dt_kernel_offsets(struct dt_kernel *k, const struct dt_run *run)
{
	int err = table_offsets(k, kinds_of(run));

	if (err == 0)
		err = want_members(k, run);
	return err == 0 ? find_offsets(k, k->members, k->nmembers) : err;
}
