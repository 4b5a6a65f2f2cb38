/* SPDX-License-Identifier: MIT */
/*
 * order.c - the entries of a walk in their order.
 *
 * Of each step of an order an entry has a number, its rank.  Entries that are
 * alike are sorted by that, by radix, and what has equal ranks by the next
 * step, or by the next bytes of a long key.  Comparisons are left for few
 * entries, for unlike ones, and where equal ranks do not mean equality.
 */
#include "agg/table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define	FEW		512	/* compare */
#define	DIGIT		12	/* most bits of a pass */
#define	DEEP		64	/* compare what is equal for so many words */
#define	FETCH		8	/* entries ahead */

struct ranked {
	uint64_t rank;
	struct dt_aggent *ent;
};

struct sorting {
	const struct dt_aggorder *o;
	struct ranked *spare;		/* room for as many */
	bool uniform;			/* all of one form */
};

/* The steps from one on, upwards. */
static struct dt_aggorder
rest_of(const struct dt_aggorder *o, const enum dt_aggstep *from)
{
	struct dt_aggorder rest = { .keypos = o->keypos };

	for (size_t i = 0; from[i] != DT_STEP_END; i++)
		rest.step[i] = from[i];
	return rest;
}

static int
compare(const struct sorting *s, struct ranked *v, size_t n,
    const enum dt_aggstep *step)
{
	const struct dt_aggorder o = rest_of(s->o, step);
	struct dt_aggitem *items = malloc(n * sizeof(*items));

	if (items == NULL)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		dt_agg_item(&items[i], v[i].ent, o.keypos);
	dt_agg_sort(items, n, &o);
	for (size_t i = 0; i < n; i++)
		v[i].ent = items[i].ent;
	free(items);
	return 0;
}

static void
pass(const struct ranked *from, struct ranked *to, size_t n, uint64_t min,
    unsigned int shift, unsigned int bits)
{
	uint32_t at[1 << DIGIT] = { 0 }, mask = (1u << bits) - 1, sum = 0;

	for (size_t i = 0; i < n; i++)
		at[(from[i].rank - min) >> shift & mask]++;
	for (uint32_t i = 0; i <= mask; i++) {
		uint32_t count = at[i];

		at[i] = sum;
		sum += count;
	}
	for (size_t i = 0; i < n; i++)
		to[at[(from[i].rank - min) >> shift & mask]++] = from[i];
}

/* Digits of equal width, no more than it takes for these ranks. */
static void
radix(struct ranked *v, struct ranked *spare, size_t n, uint64_t min,
    uint64_t max)
{
	unsigned int width = 64 - (unsigned int)__builtin_clzll(max - min);
	unsigned int passes = (width + DIGIT - 1) / DIGIT;
	unsigned int bits = (width + passes - 1) / passes;
	struct ranked *from = v, *to = spare, *swap;

	for (unsigned int i = 0; i < passes; i++) {
		pass(from, to, n, min, i * bits, bits);
		swap = from;
		from = to;
		to = swap;
	}
	if (from != v)
		memcpy(v, from, n * sizeof(*v));
}

static bool
all_alike(const struct sorting *s, const struct ranked *v, size_t n,
    enum dt_aggstep step)
{
	for (size_t i = 1; !s->uniform && i < n; i++)
		if (!dt_agg_alike(v[0].ent->form, v[i].ent->form, step))
			return false;
	return true;
}

static int sort_from(const struct sorting *s, struct ranked *v, size_t n,
    const enum dt_aggstep *step, size_t depth);

/* Of equal rank, and more than one. */
static int
sort_run(const struct sorting *s, struct ranked *v, size_t n,
    const enum dt_aggstep *step, size_t depth)
{
	const struct dt_form *f = v->ent->form;
	bool deeper = dt_agg_deeper(f, *step);

	if (deeper && v->rank != 0)
		return depth < DEEP ? sort_from(s, v, n, step, depth + 1) :
		    compare(s, v, n, step);
	return deeper || dt_agg_decides(f, *step) ?
	    sort_from(s, v, n, step + 1, 0) : compare(s, v, n, step);
}

static int
sort_equals(const struct sorting *s, struct ranked *v, size_t n,
    const enum dt_aggstep *step, size_t depth)
{
	int err = 0;

	for (size_t i = 0, end; err == 0 && i < n; i = end) {
		for (end = i + 1; end < n && v[end].rank == v[i].rank; end++)
			continue;
		if (end - i > 1)
			err = sort_run(s, v + i, end - i, step, depth);
	}
	return err;
}

static int
sort_from(const struct sorting *s, struct ranked *v, size_t n,
    const enum dt_aggstep *step, size_t depth)
{
	uint64_t min = UINT64_MAX, max = 0;

	while (s->uniform && *step == DT_STEP_VAR)
		step++;
	if (*step == DT_STEP_END)
		return 0;
	if (n < FEW || !all_alike(s, v, n, *step))
		return compare(s, v, n, step);
	for (size_t i = 0; i < n; i++) {
		if (i + FETCH < n)
			dt_agg_fetch(v[i + FETCH].ent);
		v[i].rank = dt_agg_rank(v[i].ent, *step, s->o->keypos,
		    depth);
		min = v[i].rank < min ? v[i].rank : min;
		max = v[i].rank > max ? v[i].rank : max;
	}
	if (min != max)
		radix(v, s->spare, n, min, max);
	return sort_equals(s, v, n, step, depth);
}

/* The live entries of a variable, or of all (0), newest first. */
static size_t
collect(const struct dt_agg *a, dtrace_aggvarid_t var, struct ranked *v,
    bool *uniform)
{
	size_t n = 0;

	*uniform = true;
	for (struct dt_aggent *e = a->newest; e != NULL; e = e->older) {
		if (var != 0 && e->var != var)
			continue;
		v[n++].ent = e;
		*uniform = *uniform && e->form == v[0].ent->form;
	}
	return n;
}

int
dt_agg_arrange(const struct dt_agg *a, dtrace_aggvarid_t var,
    const struct dt_aggorder *o, struct dt_arena *room,
    struct dt_aggent **out, size_t *n)
{
	struct ranked *v = dt_arena_alloc(room, a->nents * sizeof(*v));
	struct sorting s = { .o = o };
	bool rev = o->rev && o->step[0] != DT_STEP_END;
	int err = 0;

	*n = 0;
	if (v == NULL)
		return -ENOMEM;
	*n = collect(a, var, v, &s.uniform);
	if (o->step[0] != DT_STEP_END && *n > 1) {
		s.spare = dt_arena_alloc(room, *n * sizeof(*v));
		err = s.spare != NULL ? sort_from(&s, v, *n, o->step, 0) :
		    -ENOMEM;
	}
	for (size_t i = 0; i < *n; i++)
		out[rev ? *n - 1 - i : i] = v[i].ent;
	return err;
}
