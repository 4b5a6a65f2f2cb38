/* SPDX-License-Identifier: MIT */
/*
 * order.c - puts the entries of a walk in order.
 *
 * An entry has a number for each step of an order, its rank.  Entries that are
 * alike are radix-sorted by rank; those of equal rank are sorted by the next
 * step, or by the next bytes of a long key.  Comparisons are used only between
 * unlike entries, and where equal ranks do not mean equality.
 *
 * Ranks and references are sorted, not entries: an entry, which is not in the
 * caches if there are many, is visited once per step.  Usually one visit is
 * enough: if all entries have one form, one or two ranks decide, and both ranks
 * together fit in half a word, then words are sorted that hold the ranks in
 * their upper half and the reference in the lower.
 */
#include "agg/radix.h"
#include "agg/sort.h"

#include <errno.h>
#include <stdlib.h>

#define	DEEP		64	/* equal words after which to compare */
#define	FETCH		16	/* entries ahead */

struct sorting {
	const struct dt_agg *agg;
	const struct dt_aggorder *o;
	struct dt_ranked *spare;	/* room for as many */
	struct dt_ranked *end;		/* of all */
	bool uniform;			/* all of one form, */
	uint32_t form;			/* this one */
};

/* The ranks of the first two steps, while all entries are of one form. */
struct pairing {
	const enum dt_aggstep *step;	/* the first of the two */
	bool paired;			/* the two decide */
	struct dt_range first, next;
};

static const struct dt_form *
form_of(const struct sorting *s, const struct dt_ranked *r)
{
	return s->agg->env.forms->v[r->form];
}

/* The order that is left from a step on, not reversed. */
static struct dt_aggorder
rest_of(const struct dt_aggorder *o, const enum dt_aggstep *from)
{
	struct dt_aggorder rest = { .keypos = o->keypos };

	for (size_t i = 0; from[i] != DT_STEP_END; i++)
		rest.step[i] = from[i];
	return rest;
}

static int
compare(const struct sorting *s, struct dt_ranked *v, size_t n,
    const enum dt_aggstep *step)
{
	const struct dt_aggorder o = rest_of(s->o, step);
	struct dt_aggitem *items = malloc(n * sizeof(*items));

	if (items == NULL)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		dt_agg_item(s->agg, &items[i], dt_agg_ent(s->agg, v[i].ref),
		    o.keypos);
	dt_agg_sort(items, n, &o);
	for (size_t i = 0; i < n; i++) {
		v[i].ref = dt_agg_refof(s->agg, items[i].ent);
		v[i].form = items[i].form->id;
	}
	free(items);
	return 0;
}

static bool
all_alike(const struct sorting *s, const struct dt_ranked *v, size_t n,
    enum dt_aggstep step)
{
	for (size_t i = 1; !s->uniform && i < n; i++)
		if (v[i].form != v[0].form && !dt_agg_alike(form_of(s, v),
		    form_of(s, &v[i]), step))
			return false;
	return true;
}

static uint64_t
rank(const struct sorting *s, const struct dt_form *f,
    const struct dt_aggent *e, enum dt_aggstep step, size_t depth,
    struct dt_range *r)
{
	uint64_t rank = dt_agg_rank(f, e, step, s->o->keypos, depth);

	dt_agg_widen(r, rank);
	return rank;
}

static struct dt_range
rank_all(const struct sorting *s, struct dt_ranked *v, size_t n,
    enum dt_aggstep step, size_t depth)
{
	struct dt_range r = DT_NORANGE;

	for (size_t i = 0; i < n; i++) {
		if (s->end - &v[i] > FETCH && step != DT_STEP_VAR)
			dt_agg_fetch(s->agg, v[i + FETCH].ref);
		v[i].rank = rank(s, form_of(s, &v[i]),
		    dt_agg_ent(s->agg, v[i].ref), step, depth, &r);
	}
	return r;
}

static int sort_from(const struct sorting *s, struct dt_ranked *v, size_t n,
    const enum dt_aggstep *step, size_t depth);

/* Sort two or more entries of equal rank. */
static int
sort_run(const struct sorting *s, struct dt_ranked *v, size_t n,
    const enum dt_aggstep *step, size_t depth)
{
	const struct dt_form *f = form_of(s, v);
	bool deeper = dt_agg_deeper(f, *step);

	if (deeper && v->rank != 0)
		return depth < DEEP ? sort_from(s, v, n, step, depth + 1) :
		    compare(s, v, n, step);
	return deeper || dt_agg_decides(f, *step) ?
	    sort_from(s, v, n, step + 1, 0) : compare(s, v, n, step);
}

static int
sort_equals(const struct sorting *s, struct dt_ranked *v, size_t n,
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
sort_ranked(const struct sorting *s, struct dt_ranked *v, size_t n,
    struct dt_range r, const enum dt_aggstep *step, size_t depth)
{
	dt_agg_radix(v, s->spare, n, r);
	return sort_equals(s, v, n, step, depth);
}

/* Skip steps that cannot decide. */
static const enum dt_aggstep *
first_step(const struct sorting *s, const enum dt_aggstep *step)
{
	while (s->uniform && *step == DT_STEP_VAR)
		step++;
	return step;
}

static int
sort_from(const struct sorting *s, struct dt_ranked *v, size_t n,
    const enum dt_aggstep *step, size_t depth)
{
	step = first_step(s, step);
	if (*step == DT_STEP_END)
		return 0;
	if (!all_alike(s, v, n, *step))
		return compare(s, v, n, step);
	return sort_ranked(s, v, n, rank_all(s, v, n, *step, depth), step,
	    depth);
}

/* Do these two steps decide the order of all entries of a form? */
static bool
is_pair(const struct dt_form *f, const enum dt_aggstep *step)
{
	return step[0] != DT_STEP_END && dt_agg_decides(f, step[0]) &&
	    (step[1] == DT_STEP_END || dt_agg_decides(f, step[1]));
}

static void
begin(struct sorting *s, const struct dt_aggent *e, struct pairing *p)
{
	s->form = e->key.form;
	p->paired = is_pair(dt_agg_form(s->agg, e), p->step);
	p->first = DT_NORANGE;
	p->next = DT_NORANGE;
}

static void
rank_both(const struct sorting *s, struct dt_ranked *v,
    const struct dt_aggent *e, struct pairing *p)
{
	const struct dt_form *f = s->agg->env.forms->v[s->form];

	if (p->step[0] != DT_STEP_END)
		v->rank = rank(s, f, e, p->step[0], 0, &p->first);
	if (p->paired)
		v->next = (uint32_t)rank(s, f, e, p->step[1], 0, &p->next);
}

static void
set_forms(const struct sorting *s, struct dt_ranked *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		v[i].form = s->form;
}

/*
 * Collect the live entries of a variable, or of all (0), newest first.  While
 * all have one form, the rank of the next step takes the place of the form.
 */
static size_t
collect(struct sorting *s, dtrace_aggvarid_t var, struct dt_ranked *v,
    struct pairing *p)
{
	const struct dt_agg *a = s->agg;
	size_t n = 0;

	s->uniform = true;
	for (size_t i = a->norder; i-- > 0; ) {
		const struct dt_aggent *e;

		if (a->order[i] == 0)
			continue;
		if (i >= FETCH)
			dt_agg_fetch(a, a->order[i - FETCH]);
		e = dt_agg_ent(a, a->order[i]);
		if (var != 0 && dt_agg_entvar(a, e) != var)
			continue;
		if (n == 0)
			begin(s, e, p);
		if (s->uniform && e->key.form != s->form) {
			set_forms(s, v, n);
			s->uniform = false;
		}
		v[n].ref = a->order[i];
		if (s->uniform)
			rank_both(s, &v[n], e, p);
		else
			v[n].form = e->key.form;
		n++;
	}
	s->end = v + n;
	return n;
}

/* Word i overwrites element i / 2, which has been read by then. */
static void
pack(struct dt_ranked *v, size_t n, const struct pairing *p)
{
	unsigned int low = dt_agg_width(p->next);
	uint64_t *to = &v->rank;

	for (size_t i = 0; i < n; i++) {
		struct dt_ranked r = v[i];
		uint32_t next = r.next - (uint32_t)p->next.min;

		to[i] = ((r.rank - p->first.min) << low | next) << DT_REFBITS |
		    r.ref;
	}
}

static void
put_out(const struct dt_aggorder *o, uint32_t *out, size_t n, size_t i,
    uint32_t ref)
{
	out[o->rev && o->step[0] != DT_STEP_END ? n - 1 - i : i] = ref;
}

/* Sort words, if the ranks fit in half of one; false: they do not. */
static bool
arrange_words(const struct sorting *s, struct dt_ranked *v, size_t n,
    const struct pairing *p, uint32_t *out)
{
	unsigned int width = dt_agg_width(p->first) +
	    dt_agg_width(p->next);
	const uint64_t *word;

	if (!s->uniform || !p->paired || width > DT_REFBITS)
		return false;
	pack(v, n, p);
	word = dt_agg_radixw(&v->rank, &v->rank + n, n, width);
	for (size_t i = 0; i < n; i++)
		put_out(s->o, out, n, i, (uint32_t)word[i]);
	return true;
}

static int
arrange_ranked(struct sorting *s, struct dt_ranked *v, size_t n,
    const struct pairing *p, struct dt_arena *room)
{
	s->spare = dt_arena_room(room, n * sizeof(*v));
	if (s->spare == NULL)
		return -ENOMEM;
	if (!s->uniform)
		return sort_from(s, v, n, s->o->step, 0);
	set_forms(s, v, n);
	return *p->step == DT_STEP_END ? 0 :
	    sort_ranked(s, v, n, p->first, p->step, 0);
}

int
dt_agg_arrange(const struct dt_agg *a, dtrace_aggvarid_t var,
    const struct dt_aggorder *o, struct dt_arena *room, uint32_t *out,
    size_t *n)
{
	struct dt_ranked *v = dt_arena_room(room, a->nents * sizeof(*v));
	struct sorting s = { .agg = a, .o = o };
	struct pairing p = { .step = o->step };
	int err;

	*n = 0;
	if (v == NULL)
		return -ENOMEM;
	while (*p.step == DT_STEP_VAR)
		p.step++;
	*n = collect(&s, var, v, &p);
	if (arrange_words(&s, v, *n, &p, out))
		return 0;
	err = arrange_ranked(&s, v, *n, &p, room);
	for (size_t i = 0; i < *n; i++)
		put_out(o, out, *n, i, v[i].ref);
	return err;
}

/* Reorder the entries of one variable so that the k lowest are in front. */
static int
split(const struct sorting *s, struct dt_ranked *v, size_t n, size_t k)
{
	const enum dt_aggstep *step = s->o->step + 1;
	size_t first = 0;
	struct dt_range r;

	if (!all_alike(s, v, n, *step))
		return compare(s, v, n, step);
	r = rank_all(s, v, n, *step, 0);
	dt_agg_select(v, s->spare, k, r, &first, &n);
	return n > 1 ? sort_run(s, v + first, n, step, 0) : 0;
}

static int
split_vars(const struct sorting *s, struct dt_ranked *v, size_t n, bool largest,
    uint64_t few, uint32_t *out, size_t *nout)
{
	int err = 0;

	for (size_t i = 0, end; err == 0 && i < n; i = end) {
		size_t count, k;

		for (end = i + 1; end < n &&
		    dt_agg_var(form_of(s, &v[end])) ==
		    dt_agg_var(form_of(s, &v[i])); end++)
			continue;
		count = end - i;
		if (count <= few)
			continue;
		k = largest ? count - few : few;
		if (few != 0)
			err = split(s, v + i, count, k);
		for (size_t j = largest ? 0 : k; j < (largest ? k : count);
		    j++)
			out[(*nout)++] = v[i + j].ref;
	}
	return err;
}

int
dt_agg_outside_top(const struct dt_agg *a, dtrace_aggvarid_t var, bool largest,
    uint64_t few, struct dt_arena *room, uint32_t *out, size_t *n)
{
	static const enum dt_aggstep none = DT_STEP_END;
	static const struct dt_aggorder by_var = { .step = { DT_STEP_VAR } };
	static const struct dt_aggorder by_val = {
		.step = { DT_STEP_VAR, DT_STEP_VAL, DT_STEP_KEY },
	};
	struct dt_ranked *v = dt_arena_alloc(room, 2 * a->nents * sizeof(*v));
	struct sorting s = { .agg = a, .o = &by_var };
	struct pairing p = { .step = &none };
	size_t count;
	int err = 0;

	*n = 0;
	if (v == NULL)
		return -ENOMEM;
	count = collect(&s, var, v, &p);
	if (s.uniform)
		set_forms(&s, v, count);
	s.spare = v + a->nents;
	if (var == 0 && count > 1)
		err = sort_from(&s, v, count, by_var.step, 0);
	s.o = &by_val;
	return err != 0 ? err : split_vars(&s, v, count, largest, few, out, n);
}
