/* SPDX-License-Identifier: MIT */
/*
 * walk.c - walks over the entries; obeys the return codes of callbacks.
 *
 * A walk's expanded entries are kept until something changes, and the next walk
 * of the same order shows them again.  A walk of another order takes over their
 * memory: having the kernel zero new pages is most of the cost of a walk.
 */
#include "agg/sort.h"
#include "agg/view.h"
#include "agg/walk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "tbl/edt.h"

#define	FETCH	16		/* entries ahead of the one being expanded */

struct dt_aggwalk {
	struct dt_aggspan span;		/* first, for abandon() */
	dtrace_aggvarid_t var;
	struct dt_aggorder o;
	uint64_t stamp;
	bool busy;			/* in progress */
	struct dt_aggview view;
	struct dt_arena *room;		/* to sort in */
	uint32_t *v;			/* entries */
	size_t nv;			/* room for them */
	size_t n, shown;		/* of n, the first shown are in view */
};

static const enum dt_aggstep steps[][4] = {
	[DT_WALK_ANY] = { DT_STEP_END },
	[DT_WALK_SORTED] = { DT_STEP_VAR, DT_STEP_VAL, DT_STEP_KEY },
	[DT_WALK_KEY] = { DT_STEP_VAR, DT_STEP_KEY },
	[DT_WALK_VAL] = { DT_STEP_VAR, DT_STEP_VAL, DT_STEP_KEY },
	[DT_WALK_KEYVAR] = { DT_STEP_KEY, DT_STEP_VAR },
	[DT_WALK_VALVAR] = { DT_STEP_VAL, DT_STEP_KEY, DT_STEP_VAR },
};

static struct dt_aggorder
make_order(unsigned int order, const struct dt_aggsort *opts)
{
	unsigned int which = order & ~(unsigned int)DT_WALK_REV;
	struct dt_aggorder o = { .rev = (order & DT_WALK_REV) != 0 };

	if (which == DT_WALK_SORTED) {
		o.rev = opts->rev;
		o.keypos = opts->keypos;
		if (opts->key)
			which = DT_WALK_KEY;
	}
	for (size_t i = 0; i < 4; i++)
		o.step[i] = steps[which][i];
	return o;
}

static int
normalize(struct dt_agg *a, struct dt_aggent *e, dtrace_aggdata_t *d)
{
	dt_agg_changed(a);
	e->normal = d->dtada_normal;
	if (e->normal != 0)
		return 0;
	e->normal = d->dtada_normal = 1;
	return -EDT_BADRVAL;
}

/* Refuse this in an inner walk: the outer one may still show the entry. */
static int
take_away(struct dt_agg *a, struct dt_aggent *e, bool remove)
{
	dt_agg_sweep(a);
	if (a->going->outer != NULL)
		return dt_agg_refuse(a, "a nested walk cannot clear or remove "
		    "entries: return that code in the outer walk");
	if (remove)
		dt_agg_remove(a, e);
	else
		dt_agg_clearent(a, e);
	return 0;
}

/* saved: errno as the callback left it. */
static int
obey(struct dt_agg *a, struct dt_aggent *e, dtrace_aggdata_t *d, int code,
    int saved)
{
	switch (code) {
	case DTRACE_AGGWALK_NEXT:
		return 0;
	case DTRACE_AGGWALK_CLEAR:
		return take_away(a, e, false);
	case DTRACE_AGGWALK_NORMALIZE:
		return normalize(a, e, d);
	case DTRACE_AGGWALK_DENORMALIZE:
		dt_agg_changed(a);
		e->normal = d->dtada_normal = 1;
		return 0;
	case DTRACE_AGGWALK_REMOVE:
		return take_away(a, e, true);
	case DTRACE_AGGWALK_ABORT:
		return -EDT_DIRABORT;
	case DTRACE_AGGWALK_ERROR:
		return saved > 0 ? -saved : -EDT_DIRABORT;
	default:
		return -EDT_BADRVAL;
	}
}

static void
walk_free(struct dt_aggwalk *w)
{
	if (w == NULL)
		return;
	dt_aggview_fini(&w->view);
	dt_arena_destroy(w->room);
	dt_agg_unpages(w->v, w->nv * sizeof(*w->v));
	free(w);
}

/* Keep the memory of a walk for the next, unless there is a spare one. */
static void
walk_spare(struct dt_agg *a, struct dt_aggwalk *w)
{
	if (a->spare != NULL)
		walk_free(w);
	else
		a->spare = w;
}

/* Keep no entries of this walk: its callback may have written to them. */
static void
abandon(struct dt_agg *a, struct dt_aggspan *span)
{
	struct dt_aggwalk *w = (struct dt_aggwalk *)span;

	w->busy = false;
	if (a->kept == w)
		a->kept = NULL;
	walk_spare(a, w);
}

void
dt_agg_changed(struct dt_agg *a)
{
	a->stamp++;
	if (a->kept != NULL && !a->kept->busy) {
		walk_spare(a, a->kept);
		a->kept = NULL;
	}
}

void
dt_agg_forget(struct dt_agg *a)
{
	dt_agg_changed(a);
	walk_free(a->spare);
	a->spare = NULL;
}

void
dt_agg_unwalked(struct dt_agg *a)
{
	if (!a->walked)
		dt_agg_forget(a);
	a->walked = false;
}

static int
walk_room(struct dt_agg *a, struct dt_aggwalk **wp)
{
	struct dt_aggwalk *w = a->spare;
	int err;

	*wp = w;
	if (w != NULL) {
		a->spare = NULL;
		err = dt_aggview_reset(&w->view);
		if (err != 0)
			walk_free(w);
		return err;
	}
	w = calloc(1, sizeof(*w));
	if (w == NULL)
		return -ENOMEM;
	err = dt_aggview_init(&w->view, a);
	if (err == 0 && (w->room = dt_arena_create()) == NULL)
		err = -ENOMEM;
	if (err != 0)
		walk_free(w);
	*wp = w;
	return err;
}

/* Make room for n references; the old ones are lost. */
static int
walk_seats(struct dt_aggwalk *w, size_t n)
{
	if (n <= w->nv)
		return 0;
	dt_agg_unpages(w->v, w->nv * sizeof(*w->v));
	w->v = dt_agg_pages(n * sizeof(*w->v));
	w->nv = w->v != NULL ? n : 0;
	return w->v != NULL ? 0 : -ENOMEM;
}

static int
walk_new(struct dt_agg *a, dtrace_aggvarid_t var, const struct dt_aggorder *o,
    struct dt_aggwalk **wp)
{
	struct dt_aggwalk *w;
	int err = walk_room(a, &w);

	if (err != 0)
		return err;
	w->var = var;
	w->o = *o;
	w->stamp = a->stamp;
	w->shown = 0;
	err = walk_seats(w, a->nents);
	if (err == 0)
		err = dt_agg_arrange(a, var, o, w->room, w->v, &w->n);
	dt_arena_reset(w->room);
	if (err != 0)
		walk_free(w);
	*wp = w;
	return err;
}

static bool
same_order(const struct dt_aggorder *l, const struct dt_aggorder *r)
{
	return memcmp(l->step, r->step, sizeof(l->step)) == 0 &&
	    l->rev == r->rev && l->keypos == r->keypos;
}

/* A walk in progress is not shared: its callback may write to its data. */
static int
find_walk(struct dt_agg *a, dtrace_aggvarid_t var, const struct dt_aggorder *o,
    struct dt_aggwalk **wp)
{
	struct dt_aggwalk *w = a->kept;

	if (w == NULL || w->busy || w->stamp != a->stamp || w->var != var ||
	    !same_order(&w->o, o))
		return walk_new(a, var, o, wp);
	*wp = w;
	return 0;
}

/* Keep the walk that ended last, if nothing has changed since it began. */
static void
end_walk(struct dt_agg *a, struct dt_aggwalk *w)
{
	w->busy = false;
	if (w->stamp != a->stamp || (a->kept != NULL && a->kept->busy)) {
		if (a->kept == w)
			a->kept = NULL;
		walk_spare(a, w);
	} else if (a->kept != w) {
		if (a->kept != NULL)
			walk_spare(a, a->kept);
		a->kept = w;
	}
}

/* An entry of the view, with its flags as they were before any callback. */
static dtrace_aggdata_t *
again(const struct dt_agg *a, const struct dt_aggwalk *w, size_t i)
{
	dtrace_aggdata_t *d = dt_aggview_at(&w->view, i);
	uint32_t flags = d->dtada_flags & DTRACE_A_PERCPU;

	if (a->cutting && dt_agg_val(dt_agg_ent(a, w->v[i]))->cut)
		flags |= DT_AGG_CUT;
	if (d->dtada_flags != flags)
		d->dtada_flags = flags;
	return d;
}

/* Undo changes that a callback made without returning a code for them. */
static void
restore(dtrace_aggdata_t *d, uint64_t normal)
{
	if (d->dtada_normal != normal)
		d->dtada_normal = normal;
	if (d->dtada_total != 0 || d->dtada_minbin != 0 ||
	    d->dtada_maxbin != 0) {
		d->dtada_total = 0;
		d->dtada_minbin = d->dtada_maxbin = 0;
	}
}

/*
 * Entry number i; NULL: no memory.  Callbacks may have removed entries before
 * i, but none from i on.
 */
static dtrace_aggdata_t *
show(struct dt_agg *a, struct dt_aggwalk *w, size_t i)
{
	bool holds = w->stamp == a->stamp;
	dtrace_aggdata_t *d;

	if (holds && i < w->shown)
		return again(a, w, i);
	if (i + FETCH < w->n)
		dt_agg_fetch(a, w->v[i + FETCH]);
	d = dt_agg_expand(&w->view, i, w->v[i]);
	if (d != NULL && holds)
		w->shown++;
	return d;
}

static int
show_all(struct dt_agg *a, struct dt_aggwalk *w, dtrace_aggregate_f *func,
    void *arg)
{
	int err = 0;

	for (size_t i = 0; err == 0 && i < w->n; i++) {
		dtrace_aggdata_t *d = show(a, w, i);
		uint64_t normal;
		int code, saved;

		if (d == NULL)
			return -ENOMEM;
		normal = d->dtada_normal;
		code = func(d, arg);
		saved = errno;
		dt_agg_back(a, &w->span);
		err = dt_agg_violated(a);
		if (err == 0)
			err = obey(a, dt_agg_ent(a, w->v[i]), d, code, saved);
		if (w->stamp == a->stamp)
			restore(d, normal);
	}
	return err;
}

static DT_FRAME_OWN int
show_in_frame(struct dt_agg *a, struct dt_aggwalk *w, dtrace_aggregate_f *func,
    void *arg)
{
	struct dt_witness witness DT_WITNESS = { 0 };
	int err;

	w->span.abandon = abandon;
	dt_frame_begin(&w->span.frame, &witness);
	dt_agg_enter(a, &w->span);
	err = show_all(a, w, func, arg);
	dt_agg_leave(a, &w->span);
	return err;
}

int
dt_agg_walkvar(struct dt_agg *a, dtrace_aggvarid_t var, unsigned int order,
    const struct dt_aggsort *opts, dtrace_aggregate_f *func, void *arg)
{
	const struct dt_aggorder o = make_order(order, opts);
	struct dt_aggwalk *w;
	int err;

	dt_agg_sweep(a);
	if (a->nents == 0)
		return 0;
	err = find_walk(a, var, &o, &w);
	if (err != 0)
		return err;
	w->busy = true;
	a->walked = true;
	err = show_in_frame(a, w, func, arg);
	end_walk(a, w);
	return err;
}

int
dt_agg_walk(struct dt_agg *a, unsigned int order,
    const struct dt_aggsort *opts, dtrace_aggregate_f *func, void *arg)
{
	return dt_agg_walkvar(a, 0, order, opts, func, arg);
}
