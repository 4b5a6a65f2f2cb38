/* SPDX-License-Identifier: MIT */
/* walk.c - walks over the entries, and what a callback wants done to them. */
#include "agg/table.h"

#include <errno.h>
#include <stdlib.h>
#include "tbl/edt.h"

/* The orders by name. */
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
normalize(struct dt_aggent *e, dtrace_aggdata_t *d)
{
	e->normal = d->dtada_normal;
	if (e->normal != 0)
		return 0;
	e->normal = d->dtada_normal = 1;
	return -EDT_BADRVAL;
}

/* An outer walk has yet to come to it, or is at it. */
static int
take_away(struct dt_agg *a, struct dt_aggent *e, bool remove)
{
	if (a->walks > 1)
		return dt_agg_refuse(a, "a walk inside another cannot clear or "
		    "remove entries: let the outer one do it");
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
		return normalize(e, d);
	case DTRACE_AGGWALK_DENORMALIZE:
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

static int
visit(struct dt_aggview *v, struct dt_aggent *e, dtrace_aggregate_f *func,
    void *arg)
{
	struct dt_aggpub *p = dt_agg_expand(v, e);
	int code, saved, err;

	if (p == NULL)
		return -ENOMEM;
	code = func(&p->d, arg);
	saved = errno;
	err = dt_agg_meddled(v->agg);
	return err != 0 ? err : obey(v->agg, e, &p->d, code, saved);
}

static int
visit_all(struct dt_agg *a, const struct dt_aggitem *items, size_t n,
    dtrace_aggregate_f *func, void *arg)
{
	struct dt_aggview view;
	int err = dt_aggview_init(&view, a);

	for (size_t i = 0; err == 0 && i < n; i++)
		err = visit(&view, items[i].ent, func, arg);
	dt_aggview_fini(&view);
	return err;
}

int
dt_agg_walkvar(struct dt_agg *a, dtrace_aggvarid_t var, unsigned int order,
    const struct dt_aggsort *opts, dtrace_aggregate_f *func, void *arg)
{
	struct dt_aggorder o = make_order(order, opts);
	struct dt_aggitem *items;
	size_t n;
	int err;

	items = dt_agg_items(a, var, o.keypos, &n, &err);
	if (items == NULL)
		return err;
	if (o.step[0] != DT_STEP_END)
		dt_agg_sort(items, n, &o);
	dt_agg_enter(a);
	err = visit_all(a, items, n, func, arg);
	dt_agg_leave(a);
	free(items);
	return err;
}

int
dt_agg_walk(struct dt_agg *a, unsigned int order,
    const struct dt_aggsort *opts, dtrace_aggregate_f *func, void *arg)
{
	return dt_agg_walkvar(a, 0, order, opts, func, arg);
}
