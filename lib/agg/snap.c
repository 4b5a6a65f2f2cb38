/* SPDX-License-Identifier: MIT */
/*
 * snap.c - empties the aggregation buffers into the entries.
 *
 * A snap flips the halves of each CPU, reads the old half of every level once,
 * in address order, and zeroes what it has read, so that the half is empty when
 * it becomes active again.  If a CPU's flip is not complete, or memory runs out
 * within a half, the next snap continues there without another flip.  So
 * nothing is merged twice and nothing is lost.
 */
#include "agg/walk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/clock.h"
#include "tbl/edt.h"

#define	BATCH	48		/* records to look up side by side */
#define	AHEAD	1024		/* bytes to prefetch */

/* A half being read. */
struct half {
	struct dt_aggbuf *b;
	uint32_t *index;
	uint32_t nidx, first;		/* index words; first record's offset */
	uint32_t used;
	size_t size;
};

/* A record on its way to its entry. */
struct item {
	struct dt_aggrec *rec;
	const struct dt_form *form;
	uint32_t end;			/* in the half */
	uint32_t guess;
};

static bool
open_half(struct half *h, const struct dt_mem *m, uint32_t cpu,
    const struct dt_aggcpu *c)
{
	unsigned int variant = c->level > 0;

	h->b = dt_half(m, DT_BUF_AGG, cpu, c->level, c->half);
	if (h->b == NULL)
		return false;
	h->index = (uint32_t *)(h->b + 1);
	h->nidx = m->agg_nidx[variant];
	h->first = m->agg_data[variant];
	h->used = h->b->used;
	h->size = m->buf[DT_BUF_AGG].size[variant];
	return true;
}

/* The record at off, or false if there cannot be one that ends by `limit`. */
static bool
record_at(const struct dt_agg *a, const struct half *h, uint32_t off,
    uint32_t limit, struct item *it)
{
	struct dt_aggrec *r = (struct dt_aggrec *)((char *)h->b + off);
	size_t room = limit - off, size;

	if (limit > h->size || room < sizeof(*r) ||
	    r->form >= a->env.forms->n)
		return false;
	it->rec = r;
	it->form = a->env.forms->v[r->form];
	size = sizeof(*r) + (r->kw + (size_t)it->form->nw) * sizeof(uint64_t);
	it->end = off + (uint32_t)size;
	return size <= room;
}

/* As dt_aggval_merge(), with the most frequent functions inlined. */
static inline void
merge_value(const struct dt_form *f, struct dt_aggval *v, const uint64_t *src,
    uint64_t gen)
{
	if (f->action != DTRACEAGG_COUNT && f->action != DTRACEAGG_SUM) {
		dt_aggval_merge(f, v, src, gen);
		return;
	}
	dt_aggval_turn(v, 1, gen);
	v->w[0] += *src;
}

static int
merge_cpu(struct dt_agg *a, const struct dt_form *f, struct dt_aggent *e,
    uint32_t cpu, const uint64_t *value)
{
	if (cpu >= a->percpu)
		return 0;
	if (dt_agg_cpus(f, e)[cpu] == 0 && dt_agg_cpunew(a, f, e, cpu) != 0)
		return -ENOMEM;
	dt_aggval_merge(f, dt_agg_cpuval(a, f, e, cpu), value, a->gen);
	return 0;
}

static int
merge(struct dt_agg *a, const struct item *it, uint32_t cpu)
{
	const struct dt_aggrec *r = it->rec;
	struct dt_aggent *e = dt_agg_check(a, it->guess, r);
	int err = 0;

	if (e == NULL)
		err = dt_agg_intern(a, it->form, r, &e);
	if (err == 0)
		err = merge_cpu(a, it->form, e, cpu, r->word + r->kw);
	if (err == 0)
		merge_value(it->form, dt_agg_val(e), r->word + r->kw, a->gen);
	return err;
}

/*
 * The next records, up to BATCH of them.  The records were written on another
 * CPU and will be zeroed here, so they are prefetched for writing.
 */
static FOR_WRITING size_t
take_batch(const struct dt_agg *a, const struct half *h, uint32_t off,
    struct item *v)
{
	size_t n = 0;

	for (; n < BATCH && off < h->used &&
	    record_at(a, h, off, h->used, &v[n]); n++) {
		off = v[n].end;
		__builtin_prefetch((char *)h->b + off + AHEAD, 1);
		dt_agg_fetch_slot(a, v[n].rec->hash);
	}
	for (size_t i = 0; i < n; i++)
		v[i].guess = dt_agg_guess(a, v[i].rec->hash);
	return n;
}

static int
merge_batch(struct dt_agg *a, struct half *h, uint32_t cpu,
    struct dt_aggcpu *c, const struct item *v, size_t n)
{
	uint32_t from = c->off;
	int err = 0;

	for (size_t i = 0; i < n; i++) {
		err = merge(a, &v[i], cpu);
		if (err != 0)
			break;
		c->off = v[i].end;
	}
	memset((char *)h->b + from, 0, c->off - from);
	return err;
}

/* Read the records in the header, between which there may be zero words. */
static int
read_places(struct dt_agg *a, struct half *h, uint32_t cpu,
    struct dt_aggcpu *c)
{
	struct item it;
	int err;

	while (c->off < sizeof(*h->b)) {
		char *p = (char *)h->b + c->off;

		if (*(uint64_t *)p == 0) {
			c->off += sizeof(uint64_t);
			continue;
		}
		if (!record_at(a, h, c->off, sizeof(*h->b), &it))
			return -EDT_BADAGG;
		it.guess = dt_agg_guess(a, it.rec->hash);
		err = merge(a, &it, cpu);
		if (err != 0)
			return err;
		memset(p, 0, it.end - c->off);
		c->off = it.end;
	}
	return 0;
}

static int
read_records(struct dt_agg *a, struct half *h, uint32_t cpu,
    struct dt_aggcpu *c)
{
	struct item v[BATCH];

	if (c->off < h->first)
		c->off = h->first;
	while (c->off < h->used) {
		size_t n = take_batch(a, h, c->off, v);
		int err = n != 0 ? merge_batch(a, h, cpu, c, v, n) :
		    -EDT_BADAGG;

		if (err != 0)
			return err;
	}
	return 0;
}

/*
 * The half's next base: greater than all its index words, so that they read as
 * unused.  Before it could overflow 32 bits the index is zeroed.
 */
static uint32_t
next_base(struct half *h)
{
	uint64_t base = (uint64_t)h->b->base + h->used / 8;

	if (base + h->size / 8 <= UINT32_MAX)
		return (uint32_t)base;
	memset(h->index, 0, h->nidx * sizeof(*h->index));
	return 0;
}

/* Empty a half whose records have been read; used is written last. */
static void
close_half(struct half *h, struct dt_aggcpu *c)
{
	h->b->base = next_base(h);
	c->full += h->b->drops;
	h->b->drops = 0;
	__atomic_store_n(&h->b->used, 0, __ATOMIC_RELEASE);
}

/* Drop all records of a corrupt half. */
static void
wipe_half(struct half *h)
{
	memset(h->b->places, 0, sizeof(h->b->places));
	memset((char *)h->b + h->first, 0, h->size - h->first);
	memset(h->index, 0, h->nidx * sizeof(*h->index));
}

static int
read_level(struct dt_agg *a, struct dt_mem *m, uint32_t cpu,
    struct dt_aggcpu *c)
{
	struct half h;
	int err;

	if (!open_half(&h, m, cpu, c))
		return 0;
	if (h.b->used == 0 && h.b->drops == 0)
		return 0;
	if (c->off == 0)
		c->off = offsetof(struct dt_aggbuf, places);
	err = read_places(a, &h, cpu, c);
	if (err == 0)
		err = read_records(a, &h, cpu, c);
	if (err == -ENOMEM)
		return err;
	if (err != 0)
		wipe_half(&h);
	close_half(&h, c);
	return err;
}

static int
read_levels(struct dt_agg *a, struct dt_mem *m, uint32_t cpu,
    struct dt_aggcpu *c)
{
	int first = 0;

	for (; c->level < DT_LEVELS; c->level++) {
		int err = read_level(a, m, cpu, c);

		if (err == -ENOMEM)
			return err;
		if (first == 0)
			first = err;
		c->off = 0;
	}
	c->taken = false;
	return first;
}

/* Firings that found no slot are counted by the CPU, not in a half. */
static void
count_busy(const struct dt_ctl *ctl, struct dt_aggcpu *c)
{
	uint64_t n = __atomic_load_n(&ctl->busy_drops[DT_BUF_AGG],
	    __ATOMIC_RELAXED);

	c->busy += n - c->seen_busy;
	c->seen_busy = n;
}

static int
snap_half(struct dt_agg *a, struct dt_mem *m, uint32_t cpu)
{
	struct dt_aggcpu *c = &a->cpus[cpu];

	if (!c->taken) {
		int half = dt_flip(m, cpu, DT_BUF_AGG, &c->pending);

		if (half == -EAGAIN)
			return 0;
		if (half < 0)
			return half;
		c->taken = true;
		c->half = (uint32_t)half;
		c->level = c->off = 0;
	}
	return read_levels(a, m, cpu, c);
}

/* After a half that an earlier snap left unfinished, read the other one too. */
static int
snap_cpu(struct dt_agg *a, struct dt_mem *m, uint32_t cpu)
{
	struct dt_aggcpu *c = &a->cpus[cpu];
	bool behind = c->taken || c->pending;
	int err;

	count_busy(&m->ctl[cpu], c);
	err = snap_half(a, m, cpu);
	if (err == 0 && behind && !c->pending)
		err = snap_half(a, m, cpu);
	return err;
}

static int
report_drops(struct dt_agg *a)
{
	for (uint32_t cpu = 0; cpu < a->ncpus; cpu++) {
		struct dt_aggcpu *c = &a->cpus[cpu];
		uint64_t full = c->full, busy = c->busy;
		int err;

		if (full + busy == 0)
			continue;
		c->full = c->busy = 0;
		err = a->env.drop(a->env.arg, (int)cpu, full, busy);
		if (err != 0)
			return err;
	}
	return 0;
}

static int
prepare(struct dt_agg *a, const struct dt_mem *m)
{
	if (a->cpus != NULL)
		return a->ncpus == m->ncpus ? 0 : -EINVAL;
	a->cpus = calloc(m->ncpus, sizeof(*a->cpus));
	if (a->cpus == NULL)
		return -ENOMEM;
	a->ncpus = m->ncpus;
	return 0;
}

int
dt_agg_intervals(struct dt_agg *a)
{
	int64_t last = 0;

	for (uint32_t i = 0; i < a->env.forms->n; i++)
		if (dt_agg_var(a->env.forms->v[i]) > last)
			last = dt_agg_var(a->env.forms->v[i]);
	free(a->since);
	a->since = calloc((size_t)last + 1, sizeof(*a->since));
	if (a->since == NULL)
		return -ENOMEM;
	a->nsince = last + 1;
	return 0;
}

/* Values that arrived after the last snap belong to the new interval. */
void
dt_agg_restart_interval(struct dt_agg *a, dtrace_aggvarid_t var)
{
	for (int64_t i = 0; i < a->nsince; i++)
		if (var == 0 || var == i)
			a->since[i] = a->ended;
}

void
dt_agg_begin(struct dt_agg *a)
{
	a->began = a->ended = dt_clock_mono();
	dt_agg_restart_interval(a, 0);
}

/*
 * Consumers snap right before they stop or read records, and that snaps once
 * more.  The deltas of this short interval alone would be arbitrary.
 */
void
dt_agg_extend(struct dt_agg *a)
{
	a->extends = a->gen != 0 && !a->walked;
}

static void
next_interval(struct dt_agg *a)
{
	if (!a->extends) {
		a->gen++;
		a->began = a->ended;
	}
	a->extends = false;
	a->ended = dt_clock_mono();
}

/* After an error on one CPU the others are still read. */
int
dt_agg_snap(struct dt_agg *a, struct dt_mem *mem)
{
	int first, err;

	if (dt_agg_walking(a))
		return dt_agg_refuse(a, "cannot take a snapshot inside a walk: "
		    "take it before or after");
	first = prepare(a, mem);
	if (first != 0)
		return first;
	dt_agg_unwalked(a);
	dt_agg_changed(a);
	dt_agg_tidy(a);
	next_interval(a);
	for (uint32_t cpu = 0; cpu < mem->ncpus; cpu++) {
		err = snap_cpu(a, mem, cpu);
		if (first == 0)
			first = err;
	}
	err = report_drops(a);
	return first != 0 ? first : err;
}
