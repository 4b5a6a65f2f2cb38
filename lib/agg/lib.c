/* SPDX-License-Identifier: MIT */
/* lib.c - what the D actions on a whole aggregation do to its entries. */
#include "agg/table.h"

#include <errno.h>
#include <stdlib.h>
#include "tbl/edt.h"

/* The entries of one variable, or of all (0). */
static void
clear_vars(struct dt_agg *a, dtrace_aggvarid_t var)
{
	struct dt_aggent *e, *older;

	dt_agg_anew(a, var);
	for (e = a->newest; e != NULL; e = older) {
		older = e->older;
		if (var == 0 || e->var == var)
			dt_agg_clearent(a, e);
	}
}

void
dt_agg_clearall(struct dt_agg *a)
{
	if (a->walks != 0)
		a->meddled = true;
	else
		clear_vars(a, 0);
}

/* A variable that no statement has; one without entries is fine. */
static int
check_var(const struct dt_agg *a, dtrace_aggvarid_t var)
{
	return var > 0 && dt_agg_formof(a, var) != NULL ? 0 : -EDT_BADAGGVAR;
}

int
dt_agg_clear(struct dt_agg *a, dtrace_aggvarid_t var)
{
	int err = check_var(a, var);

	if (err == 0)
		clear_vars(a, var);
	return err;
}

int
dt_agg_normalize(struct dt_agg *a, dtrace_aggvarid_t var, uint64_t n)
{
	int err = check_var(a, var);

	dt_agg_changed(a);
	for (struct dt_aggent *e = a->newest; err == 0 && n != 0 && e != NULL;
	    e = e->older)
		if (e->var == var)
			e->normal = n;
	return err;
}

static void
remove_all(struct dt_agg *a, dtrace_aggvarid_t var)
{
	struct dt_aggent *e, *older;

	dt_agg_anew(a, var);
	for (e = a->newest; e != NULL; e = older) {
		older = e->older;
		if (e->var == var)
			dt_agg_remove(a, e);
	}
}

int
dt_agg_trunc(struct dt_agg *a, dtrace_aggvarid_t var, int64_t n)
{
	const struct dt_aggorder o = {
		.step = { DT_STEP_VAL, DT_STEP_KEY }, .rev = n > 0,
	};
	uint64_t keep = n < 0 ? -(uint64_t)n : (uint64_t)n;
	int err = check_var(a, var);
	struct dt_aggent **v;
	struct dt_arena *tmp;
	size_t count;

	if (err != 0)
		return err;
	if (n == 0 || a->nents == 0) {
		remove_all(a, var);
		return 0;
	}
	tmp = dt_arena_create();
	v = tmp != NULL ? dt_arena_alloc(tmp, a->nents * sizeof(*v)) : NULL;
	err = v != NULL ? dt_agg_arrange(a, var, &o, tmp, v, &count) : -ENOMEM;
	for (uint64_t i = keep; err == 0 && i < count; i++)
		dt_agg_remove(a, v[i]);
	dt_arena_destroy(tmp);
	return err;
}
