/* SPDX-License-Identifier: MIT */
/*
 * touch.c - makes present the memory of processes that clauses are about to
 * read.
 *
 * A program of a point cannot wait for a page that the process has not touched
 * yet.  At such a place a second program runs before it, which may: it reads
 * one byte at each address that is an argument, or an argument and a constant.
 * A page that never arrives, as from a userfaultfd whose server is stuck, holds
 * the thread in the kernel, and no tracer on this machine can detach programs
 * until the process ends: upkeep looks for such threads, and ends the run.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "kernel/kernel.h"
#include "rt/arch.h"

#define	STUCK	1000000000ull		/* ns */

struct dt_ktouch {
	struct dt_kprog prog;		/* its rows: union dt_touchmap */
	uint32_t nclauses;
	struct {
		struct dt_touch v[DT_MAXTOUCHES];
		uint32_t n;
	} clause[];			/* as those of the point */
};

static const int fnargs[] = DT_ARCH_FNARGS;
#define	NFNARGS	(sizeof(fnargs) / sizeof(fnargs[0]))

/* Where the place has argument n. */
static struct dt_uarg
find_argument(enum dt_pointkind kind, const struct dt_usite *s, uint32_t n)
{
	struct dt_uarg a = { .kind = DT_UARG_REG, .size = 8 };

	if (kind == DT_POINT_USDT)
		return s->args[n];
	if (kind == DT_POINT_UENTRY && n < NFNARGS) {
		a.base = (uint16_t)fnargs[n];
	} else if (kind == DT_POINT_UENTRY) {
		a.kind = DT_UARG_MEM;
		a.base = DT_ARCH_SP;
		a.value = DT_ARCH_FNSTACK + 8 * (int64_t)(n - NFNARGS);
	} else if (n == 1 && kind != DT_POINT_UINSN) {
		a.base = DT_ARCH_FNRESULT;
	} else {
		a.kind = DT_UARG_NONE;
	}
	return a;
}

static void
add(struct dt_touchplace *p, struct dt_uarg arg, int64_t off)
{
	if (arg.kind != DT_UARG_NONE && p->n < DT_MAXTOUCHES)
		p->at[p->n++] = (struct dt_touchat){ arg, off };
}

void
dt_kernel_touch_place(const struct dt_kprog *p, const struct dt_usite *s,
    uint32_t row, uint32_t place)
{
	const struct dt_ktouch *t = p->touch;
	const struct dt_row *r = (const struct dt_row *)p->rows.mem + row;
	union dt_touchmap *map;
	struct dt_touchplace out = { 0 };

	if (t == NULL)
		return;
	for (uint32_t i = 0; i < t->nclauses; i++)
		for (uint32_t k = 0; k < t->clause[i].n &&
		    dt_in_mask(r->mask, i); k++)
			add(&out, find_argument(p->kind, s,
			    t->clause[i].v[k].arg), t->clause[i].v[k].off);
	map = t->prog.rows.mem;
	map[1 + place].place = out;
}

static bool
touches(const struct dt_enpoint *pt)
{
	for (uint32_t i = 0; i < pt->nclauses; i++)
		if (pt->clauses[i]->ntouches != 0)
			return true;
	return false;
}

int
dt_kernel_touch_load(struct dt_kernel *k, struct dt_kprog *p,
    const struct dt_enpoint *pt, uint32_t nplaces)
{
	static const char name[] = "dt_touch";
	const struct dt_linkroot root = { dt_rt_find(name), DT_VAR_L0 };
	struct dt_ktouch *t;
	int err;

	if (k->faultin == DT_FAULTIN_OFF || !touches(pt))
		return 0;
	t = calloc(1, sizeof(*t) + pt->nclauses * sizeof(t->clause[0]));
	if (t == NULL)
		return -ENOMEM;
	t->prog = (struct dt_kprog){ .fd = -1, .link = -1, .rows.fd = -1,
		.kind = p->kind, .sleeps = true };
	t->nclauses = pt->nclauses;
	for (uint32_t i = 0; i < pt->nclauses; i++) {
		memcpy(t->clause[i].v, pt->clauses[i]->touches,
		    sizeof(t->clause[i].v));
		t->clause[i].n = pt->clauses[i]->ntouches;
	}
	p->touch = t;
	err = dt_kernel_map(k, &t->prog.rows, "touch",
	    sizeof(union dt_touchmap), 1 + nplaces);
	return err != 0 ? err : dt_kernel_prog(k, &t->prog, &root, 1, name);
}

const struct dt_kprog *
dt_kernel_touch_at(const struct dt_kernel *k, const struct dt_kprog *p,
    const struct dt_usite *s)
{
	bool is_named = s->pid != 0 && !s->by_pattern;

	return p->touch != NULL && (k->faultin == DT_FAULTIN_ON || is_named) ?
	    &p->touch->prog : NULL;
}

void
dt_kernel_touch_free(struct dt_kprog *p)
{
	if (p->touch == NULL)
		return;
	if (p->touch->prog.fd >= 0)
		close(p->touch->prog.fd);
	dt_kernel_unmap(&p->touch->prog.rows);
	free(p->touch);
	p->touch = NULL;
}

/* Leave the process alone from now on.  False: it was left alone before. */
static bool
refuse(struct dt_touchwatch *w, uint32_t pid)
{
	for (int i = 0; i < DT_TOUCHREFUSED; i++) {
		if (w->refused[i] == pid)
			return false;
		if (w->refused[i] == 0) {
			w->refused[i] = pid;
			return true;
		}
	}
	return false;
}

int
dt_kernel_touch_watch(struct dt_kernel *k, const struct dt_kprog *p)
{
	uint64_t now = (uint64_t)dt_clock_mono(), since;
	struct dt_touchwatch *w;

	if (p->touch == NULL)
		return 0;
	w = p->touch->prog.rows.mem;
	for (int i = 0; i < DT_TOUCHWAITS; i++) {
		since = __atomic_load_n(&w->wait[i].since, __ATOMIC_RELAXED);
		if (since != 0 && now > since + STUCK &&
		    refuse(w, (uint32_t)w->wait[i].pid))
			return dt_why_set(&k->base, -ETIMEDOUT, "process %d "
			    "waits for memory that a clause reads, and does "
			    "not get it, as from a userfaultfd or a file "
			    "system that does not answer: end the process, "
			    "or leave such memory out (-x faultin=off)",
			    (int)w->wait[i].pid);
	}
	return 0;
}
