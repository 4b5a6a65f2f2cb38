/* SPDX-License-Identifier: MIT */
/* join.c - several variables side by side, one bundle for each key. */
#include "agg/table.h"

#include <errno.h>
#include <stdlib.h>
#include "tbl/edt.h"

/* The entries of one key: by position of the variable, none is NULL. */
struct bundle {
	const struct dt_aggitem *rep;	/* of the lowest variable that has it */
	const struct dt_aggitem **member;
};

struct join {
	struct dt_agg *agg;
	const dtrace_aggvarid_t *vars;
	uint32_t nvars;
	const struct dt_aggsort *opts;
	struct dt_aggitem *items;	/* by key, then variable */
	size_t nitems;
	struct dt_aggitem *zero;	/* by position: stands for a lack */
	uint64_t *normal;		/* of that */
	dtrace_aggdata_t **zeropub;
	struct bundle *bundles;
	size_t nbundles;
	const struct dt_aggitem **members;
	size_t shown;			/* entries of the view */
};

static void
join_free(struct join *j)
{
	free(j->items);
	free(j->zero);
	free(j->normal);
	free(j->zeropub);
	free(j->bundles);
	free(j->members);
}

static bool
is_named(const struct join *j, dtrace_aggvarid_t var)
{
	for (uint32_t i = 0; i < j->nvars; i++)
		if (j->vars[i] == var)
			return true;
	return false;
}

static int
collect(struct join *j)
{
	const struct dt_aggorder by_key = {
		.step = { DT_STEP_KEY, DT_STEP_VAR },
		.keypos = j->opts->keypos,
	};
	size_t n;
	int err;

	j->items = dt_agg_items(j->agg, 0, j->opts->keypos, &n, &err);
	for (size_t i = 0; i < n; i++)
		if (is_named(j, dt_agg_var(j->items[i].form)))
			j->items[j->nitems++] = j->items[i];
	dt_agg_sort(j->items, j->nitems, &by_key);
	return err;
}

static const struct dt_aggent *
newest(const struct dt_agg *a, dtrace_aggvarid_t var)
{
	for (size_t i = a->norder; i-- > 0; ) {
		const struct dt_aggent *e = dt_agg_nth(a, i);

		if (e != NULL && dt_agg_entvar(a, e) == var)
			return e;
	}
	return NULL;
}

/* What a variable looks like where it has no entry. */
static int
make_zeros(struct join *j)
{
	j->zero = calloc(j->nvars, sizeof(*j->zero));
	j->normal = calloc(j->nvars, sizeof(*j->normal));
	j->zeropub = calloc(j->nvars, sizeof(*j->zeropub));
	if (j->zero == NULL || j->normal == NULL || j->zeropub == NULL)
		return -ENOMEM;
	for (uint32_t i = 0; i < j->nvars; i++) {
		const struct dt_aggent *e = newest(j->agg, j->vars[i]);

		j->normal[i] = e != NULL ? e->normal : 1;
		j->zero[i].form = e != NULL ? dt_agg_form(j->agg, e) :
		    dt_agg_formof(j->agg, j->vars[i]);
		if (j->vars[i] <= 0 || j->zero[i].form == NULL)
			return -EDT_BADAGGVAR;
	}
	return 0;
}

static void
add_member(const struct join *j, struct bundle *b, const struct dt_aggitem *it)
{
	for (uint32_t i = 0; i < j->nvars; i++)
		if (j->vars[i] == dt_agg_var(it->form))
			b->member[i] = it;
}

/* Neighbours of equal key become one bundle. */
static int
make_bundles(struct join *j)
{
	struct bundle *b = NULL;

	j->bundles = calloc(j->nitems, sizeof(*j->bundles));
	j->members = calloc(j->nitems * j->nvars, sizeof(*j->members));
	if (j->bundles == NULL || j->members == NULL)
		return -ENOMEM;
	for (size_t i = 0; i < j->nitems; i++) {
		const struct dt_aggitem *it = &j->items[i];

		if (b == NULL ||
		    dt_agg_keycmp(b->rep, it, j->opts->keypos) != 0) {
			b = &j->bundles[j->nbundles];
			b->rep = it;
			b->member = j->members + j->nbundles++ * j->nvars;
		}
		add_member(j, b, it);
	}
	return 0;
}

static const struct dt_aggitem *
member_at(const struct join *j, const struct bundle *b, uint32_t i)
{
	return b->member[i] != NULL ? b->member[i] : &j->zero[i];
}

/* The values from position aggsortpos on, and round to it again. */
static int
cmp_values(const struct join *j, const struct bundle *l,
    const struct bundle *r)
{
	uint32_t at = 0;
	int c = 0;

	if (j->opts->pos > 0 && (uint32_t)j->opts->pos < j->nvars)
		at = (uint32_t)j->opts->pos;
	for (uint32_t i = 0; c == 0 && i < j->nvars;
	    i++, at = (at + 1) % j->nvars)
		c = dt_agg_valcmp(member_at(j, l, at), member_at(j, r, at));
	return c;
}

static int
cmp_bundles(const void *lp, const void *rp, void *arg)
{
	const struct bundle *l = lp, *r = rp;
	const struct join *j = arg;
	int c = 0;

	if (!j->opts->key)
		c = cmp_values(j, l, r);
	if (c == 0)
		c = dt_agg_keycmp(l->rep, r->rep, j->opts->keypos);
	return j->opts->rev ? -c : c;
}

/* An entry that is in a bundle several times is expanded once. */
static const dtrace_aggdata_t *
expand_member(struct join *j, struct dt_aggview *v, const struct bundle *b,
    uint32_t i, const dtrace_aggdata_t **data)
{
	for (uint32_t k = 0; k < i; k++)
		if (b->member[k] != NULL && b->member[k] == b->member[i])
			return data[1 + k];
	if (b->member[i] != NULL)
		return dt_agg_expand(v, j->shown++, dt_agg_refof(j->agg,
		    b->member[i]->ent));
	if (j->zeropub[i] == NULL)
		j->zeropub[i] = dt_agg_expand0(v, j->shown++, j->zero[i].form,
		    j->normal[i]);
	return j->zeropub[i];
}

static int
visit(struct join *j, struct dt_aggview *v, const struct bundle *b,
    const dtrace_aggdata_t **data, dtrace_aggregate_walk_joined_f *func,
    void *arg)
{
	int err = 0, meddled;

	for (uint32_t i = 0; i < j->nvars; i++) {
		data[1 + i] = expand_member(j, v, b, i, data);
		if (data[1 + i] == NULL)
			return -ENOMEM;
		if (b->member[i] == b->rep)
			data[0] = data[1 + i];
	}
	if (func(data, (int)j->nvars + 1, arg) == -1)
		err = -EDT_DIRABORT;
	meddled = dt_agg_meddled(j->agg);
	return meddled != 0 ? meddled : err;
}

static int
visit_all(struct join *j, dtrace_aggregate_walk_joined_f *func, void *arg)
{
	const dtrace_aggdata_t **data = calloc(j->nvars + 1, sizeof(*data));
	struct dt_aggview view;
	int err = dt_aggview_init(&view, j->agg);

	if (data == NULL)
		err = -ENOMEM;
	dt_agg_enter(j->agg);
	for (size_t i = 0; err == 0 && i < j->nbundles; i++)
		err = visit(j, &view, &j->bundles[i], data, func, arg);
	dt_agg_leave(j->agg);
	dt_aggview_fini(&view);
	free(data);
	return err;
}

int
dt_agg_join(struct dt_agg *a, const dtrace_aggvarid_t *vars, int nvars,
    const struct dt_aggsort *opts, dtrace_aggregate_walk_joined_f *func,
    void *arg)
{
	struct join j = { .agg = a, .vars = vars, .nvars = (uint32_t)nvars,
	    .opts = opts };
	int err;

	if (nvars <= 0)
		return -EINVAL;
	err = make_zeros(&j);
	if (err == 0)
		err = collect(&j);
	if (err == 0 && j.nitems != 0)
		err = make_bundles(&j);
	if (err == 0 && j.nitems != 0) {
		qsort_r(j.bundles, j.nbundles, sizeof(*j.bundles),
		    cmp_bundles, &j);
		err = visit_all(&j, func, arg);
	}
	join_free(&j);
	return err;
}
