/* SPDX-License-Identifier: MIT */
/* lib.c - the D actions on all entries of an aggregation. */
#include "agg/sort.h"
#include "agg/walk.h"

#include <errno.h>
#include <stdlib.h>
#include "tbl/edt.h"

/* Call func for the entries of one variable, or of all (0). */
static void
to_each(struct dt_agg *a, dtrace_aggvarid_t var,
    void (*func)(struct dt_agg *, struct dt_aggent *))
{
	dt_agg_restart_interval(a, var);
	for (size_t i = a->norder; i-- > 0; ) {
		struct dt_aggent *e = dt_agg_nth(a, i);

		if (e != NULL && (var == 0 || dt_agg_entvar(a, e) == var))
			func(a, e);
	}
}

void
dt_agg_clearall(struct dt_agg *a)
{
	if (dt_agg_walking(a))
		a->violated = true;
	else
		to_each(a, 0, dt_agg_clearent);
}

/* Refuse a variable that no statement has; one without entries is fine. */
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
		to_each(a, var, dt_agg_clearent);
	return err;
}

int
dt_agg_normalize(struct dt_agg *a, dtrace_aggvarid_t var, uint64_t n)
{
	int err = check_var(a, var);

	dt_agg_changed(a);
	for (size_t i = a->norder; err == 0 && n != 0 && i-- > 0; ) {
		struct dt_aggent *e = dt_agg_nth(a, i);

		if (e != NULL && dt_agg_entvar(a, e) == var)
			e->normal = n;
	}
	return err;
}

int
dt_agg_trunc(struct dt_agg *a, dtrace_aggvarid_t var, int64_t n)
{
	uint64_t keep = n < 0 ? -(uint64_t)n : (uint64_t)n;
	int err = check_var(a, var);
	struct dt_arena *tmp;
	uint32_t *v;
	size_t count;

	if (err != 0)
		return err;
	if (n == 0 || a->nents == 0) {
		to_each(a, var, dt_agg_remove);
		return 0;
	}
	tmp = dt_arena_create();
	v = tmp != NULL ? dt_arena_alloc(tmp, a->nents * sizeof(*v)) : NULL;
	err = v == NULL ? -ENOMEM :
	    dt_agg_outside_top(a, var, n > 0, keep, tmp, v, &count);
	for (size_t i = 0; err == 0 && i < count; i++)
		dt_agg_remove(a, dt_agg_ent(a, v[i]));
	dt_arena_destroy(tmp);
	return err;
}
