/* SPDX-License-Identifier: MIT */
/*
 * join.c - several variables side by side, one bundle for each key.
 *
 * The entries of each variable are sorted by key, and then merged: entries of
 * equal keys become a bundle.  The bundles are radix-sorted by the values of
 * one position after another, the most significant last; bundles of equal
 * values therefore stay in the order of their keys.
 */
#include "agg/radix.h"
#include "agg/sort.h"
#include "agg/view.h"

#include <errno.h>
#include <stdlib.h>
#include "tbl/edt.h"

#define	FETCH		16	/* entries ahead */

/* One of the variables, however often the caller named it. */
struct column {
	dtrace_aggvarid_t var;
	const struct dt_form *form;	/* of a missing entry, */
	uint64_t normal;		/* and its normal */
	dtrace_aggdata_t *lack;		/* shown where an entry is missing */
	uint32_t *v;			/* entries by key */
	size_t n, at;
	struct dt_aggitem head;		/* of entry v[at] */
	bool ranks;			/* ranks decide between values */
};

struct join {
	struct dt_aggspan span;		/* first, for abandon() */
	struct dt_agg *agg;
	struct dt_aggsort opts;
	uint32_t nvars, ncols;
	struct column *col;		/* by variable */
	uint32_t *of;			/* the column of a position */
	uint32_t *rows;			/* bundles: an entry of each column, */
	size_t n;			/* or 0 */
	struct dt_ranked *order;	/* of bundles, by ref */
	struct dt_aggitem *items;	/* as rows, where comparisons decide */
	struct dt_aggview view;		/* of what is shown, */
	size_t shown;			/* so many entries */
	const dtrace_aggdata_t **data;	/* for the callback */
};

static void
join_free(struct join *j)
{
	for (uint32_t i = 0; i < j->ncols; i++)
		free(j->col[i].v);
	free(j->col);
	free(j->of);
	free(j->rows);
	free(j->order);
	free(j->items);
	free(j->data);
	dt_aggview_fini(&j->view);
	free(j);
}

static void
abandon(struct dt_agg *a, struct dt_aggspan *span)
{
	(void) a;
	join_free((struct join *)span);
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

static int
make_column(const struct dt_agg *a, dtrace_aggvarid_t var, struct column *c)
{
	const struct dt_aggent *e = newest(a, var);

	*c = (struct column){
		.var = var,
		.normal = e != NULL ? e->normal : 1,
		.form = e != NULL ? dt_agg_form(a, e) : dt_agg_formof(a, var),
	};
	return var > 0 && c->form != NULL ? 0 : -EDT_BADAGGVAR;
}

static int
cmp_columns(const void *l, const void *r)
{
	dtrace_aggvarid_t a = ((const struct column *)l)->var;
	dtrace_aggvarid_t b = ((const struct column *)r)->var;

	return a < b ? -1 : a > b;
}

static int
make_columns(struct join *j, const dtrace_aggvarid_t *vars)
{
	j->col = calloc(j->nvars, sizeof(*j->col));
	j->of = calloc(j->nvars, sizeof(*j->of));
	if (j->col == NULL || j->of == NULL)
		return -ENOMEM;
	for (uint32_t i = 0; i < j->nvars; i++) {
		uint32_t at = 0;
		int err;

		while (at < j->ncols && j->col[at].var != vars[i])
			at++;
		if (at < j->ncols)
			continue;
		err = make_column(j->agg, vars[i], &j->col[j->ncols++]);
		if (err != 0)
			return err;
	}
	qsort(j->col, j->ncols, sizeof(*j->col), cmp_columns);
	for (uint32_t i = 0; i < j->nvars; i++)
		while (j->col[j->of[i]].var != vars[i])
			j->of[i]++;
	return 0;
}

/* Set the head to entry v[at]. */
static void
set_head(const struct join *j, struct column *c)
{
	const struct dt_form *f;
	struct dt_aggent *e;

	if (c->at == c->n)
		return;
	if (c->at + FETCH < c->n)
		dt_agg_fetch(j->agg, c->v[c->at + FETCH]);
	e = dt_agg_ent(j->agg, c->v[c->at]);
	f = dt_agg_form(j->agg, e);
	c->head = (struct dt_aggitem){ .ent = e, .form = f, .key =
	    dt_agg_rank(f, e, DT_STEP_KEY, j->opts.keypos, 0) };
	c->ranks = c->ranks && dt_agg_alike(f, c->form, DT_STEP_VAL);
}

static int
arrange_column(const struct join *j, struct column *c, struct dt_arena *room)
{
	const struct dt_aggorder by_key = {
		.step = { DT_STEP_KEY }, .keypos = j->opts.keypos,
	};
	int err;

	c->v = malloc(j->agg->nents * sizeof(*c->v));
	if (c->v == NULL)
		return -ENOMEM;
	err = dt_agg_arrange(j->agg, c->var, &by_key, room, c->v, &c->n);
	dt_arena_reset(room);
	c->ranks = dt_agg_decides(c->form, DT_STEP_VAL);
	if (err == 0)
		set_head(j, c);
	return err;
}

static int
arrange(struct join *j)
{
	struct dt_arena *room = dt_arena_create();
	int err = room != NULL ? 0 : -ENOMEM;

	for (uint32_t i = 0; err == 0 && i < j->ncols; i++)
		err = arrange_column(j, &j->col[i], room);
	dt_arena_destroy(room);
	return err;
}

/* The column whose head has the lowest key; NULL: no entries are left. */
static const struct column *
lowest(const struct join *j)
{
	const struct column *min = NULL;

	for (uint32_t i = 0; i < j->ncols; i++) {
		const struct column *c = &j->col[i];

		if (c->at < c->n && (min == NULL || dt_agg_keycmp(&c->head,
		    &min->head, j->opts.keypos) < 0))
			min = c;
	}
	return min;
}

/* Make a bundle of the heads that have this key, and advance them. */
static void
take_row(const struct join *j, struct dt_aggitem key, uint32_t *row)
{
	for (uint32_t i = 0; i < j->ncols; i++) {
		struct column *c = &j->col[i];

		row[i] = 0;
		while (c->at < c->n &&
		    dt_agg_keycmp(&c->head, &key, j->opts.keypos) == 0) {
			row[i] = c->v[c->at++];
			set_head(j, c);
		}
	}
}

static int
make_rows(struct join *j)
{
	const struct column *c;
	size_t most = 0;

	for (uint32_t i = 0; i < j->ncols; i++)
		most += j->col[i].n;
	j->rows = malloc((most + 1) * j->ncols * sizeof(*j->rows));
	j->order = malloc(2 * (most + 1) * sizeof(*j->order));
	if (j->rows == NULL || j->order == NULL)
		return -ENOMEM;
	for (; (c = lowest(j)) != NULL; j->n++) {
		take_row(j, c->head, j->rows + j->n * j->ncols);
		j->order[j->n].ref = (uint32_t)j->n;
	}
	return 0;
}

static void
make_item(const struct join *j, size_t i, struct dt_aggitem *it)
{
	const struct column *c = &j->col[i % j->ncols];

	*it = (struct dt_aggitem){ .form = c->form };
	if (j->rows[i] != 0)
		dt_agg_item(j->agg, it, dt_agg_ent(j->agg, j->rows[i]), 0);
}

/* Equal bundles compare by number, which is the order of their keys. */
static int
cmp_rows(const void *lp, const void *rp, void *arg)
{
	uint32_t l = ((const struct dt_ranked *)lp)->ref;
	uint32_t r = ((const struct dt_ranked *)rp)->ref;
	const struct dt_aggitem *a, *b;
	const struct join *j = arg;
	int c = 0;

	for (uint32_t i = 0; c == 0 && i < j->nvars; i++) {
		uint32_t at = j->of[(i + (uint32_t)j->opts.pos) % j->nvars];

		a = &j->items[(size_t)l * j->ncols + at];
		b = &j->items[(size_t)r * j->ncols + at];
		c = dt_agg_valcmp(a, b);
	}
	return c != 0 ? c : l < r ? -1 : l > r;
}

static int
compare_values(struct join *j)
{
	size_t n = j->n * j->ncols;

	j->items = malloc((n + 1) * sizeof(*j->items));
	if (j->items == NULL)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++)
		make_item(j, i, &j->items[i]);
	qsort_r(j->order, j->n, sizeof(*j->order), cmp_rows, j);
	return 0;
}

static const uint32_t *
row_of(const struct join *j, size_t i)
{
	return j->rows + (size_t)j->order[i].ref * j->ncols;
}

/*
 * Rows and entries are scattered in memory: prefetch a row that comes some
 * time after row i, and the entries of some columns of an earlier one.
 */
static inline __attribute__((always_inline)) void
fetch(const struct join *j, size_t i, uint32_t col, uint32_t ncols)
{
	const uint32_t *row;

	if (i + 2 * FETCH >= j->n)
		return;
	__builtin_prefetch(row_of(j, i + 2 * FETCH));
	row = row_of(j, i + FETCH) + col;
	for (uint32_t k = 0; k < ncols; k++)
		if (row[k] != 0)
			dt_agg_fetch(j->agg, row[k]);
}

/* Sort by the values of a column; a missing entry counts as 0. */
static void
sort_column(struct join *j, uint32_t at)
{
	struct dt_range r = DT_NORANGE;

	for (size_t i = 0; i < j->n; i++) {
		struct dt_ranked *v = &j->order[i];
		uint32_t ref = row_of(j, i)[at];

		fetch(j, i, at, 1);
		v->rank = DT_RANK0;
		if (ref != 0)
			v->rank = dt_agg_rank(j->col[at].form,
			    dt_agg_ent(j->agg, ref), DT_STEP_VAL, 0, 0);
		dt_agg_widen(&r, v->rank);
	}
	dt_agg_radix(j->order, j->order + j->n, j->n, r);
}

/* The most significant position is aggsortpos; the others follow cyclically. */
static int
sort_values(struct join *j)
{
	for (uint32_t i = 0; i < j->ncols; i++)
		if (!j->col[i].ranks)
			return compare_values(j);
	for (uint32_t i = j->nvars; i-- > 0; )
		sort_column(j, j->of[(i + (uint32_t)j->opts.pos) % j->nvars]);
	return 0;
}

static void
reverse(struct join *j)
{
	for (size_t i = 0; i < j->n / 2; i++) {
		uint32_t ref = j->order[i].ref;

		j->order[i].ref = j->order[j->n - 1 - i].ref;
		j->order[j->n - 1 - i].ref = ref;
	}
}

/* An entry that is in a bundle several times is expanded once. */
static const dtrace_aggdata_t *
expand(struct join *j, const uint32_t *row, uint32_t i)
{
	struct column *c = &j->col[j->of[i]];

	for (uint32_t k = 0; k < i; k++)
		if (j->of[k] == j->of[i])
			return j->data[1 + k];
	if (row[j->of[i]] != 0)
		return dt_agg_expand(&j->view, j->shown++, row[j->of[i]]);
	if (c->lack == NULL)
		c->lack = dt_agg_expand0(&j->view, j->shown++, c->form,
		    c->normal);
	return c->lack;
}

/* data[0], the key, is the entry of the lowest variable that has the key. */
static int
visit(struct join *j, const uint32_t *row, dtrace_aggregate_walk_joined_f *func,
    void *arg)
{
	const dtrace_aggdata_t **data = j->data;
	uint32_t first = 0;
	int err = 0, violated;

	while (row[first] == 0)
		first++;
	for (uint32_t i = 0; i < j->nvars; i++) {
		data[1 + i] = expand(j, row, i);
		if (data[1 + i] == NULL)
			return -ENOMEM;
		if (j->of[i] == first)
			data[0] = data[1 + i];
	}
	if (func(data, (int)j->nvars + 1, arg) == -1)
		err = -EDT_DIRABORT;
	dt_agg_back(j->agg, &j->span);
	violated = dt_agg_violated(j->agg);
	return violated != 0 ? violated : err;
}

static DT_FRAME_OWN int
visit_all(struct join *j, dtrace_aggregate_walk_joined_f *func, void *arg)
{
	struct dt_witness witness DT_WITNESS = { 0 };
	int err = 0;

	j->span.abandon = abandon;
	dt_frame_begin(&j->span.frame, &witness);
	dt_agg_enter(j->agg, &j->span);
	for (size_t i = 0; err == 0 && i < j->n; i++) {
		fetch(j, i, 0, j->ncols);
		err = visit(j, row_of(j, i), func, arg);
	}
	dt_agg_leave(j->agg, &j->span);
	return err;
}

static struct join *
join_new(struct dt_agg *a, int nvars, const struct dt_aggsort *opts)
{
	struct join *j = calloc(1, sizeof(*j));
	int err = -ENOMEM;

	if (j == NULL)
		return NULL;
	j->agg = a;
	j->nvars = (uint32_t)nvars;
	j->opts = *opts;
	if (j->opts.pos < 0 || j->opts.pos >= nvars)
		j->opts.pos = 0;
	j->data = calloc(j->nvars + 1, sizeof(*j->data));
	if (j->data != NULL)
		err = dt_aggview_init(&j->view, a);
	if (err == 0)
		return j;
	join_free(j);
	return NULL;
}

int
dt_agg_join(struct dt_agg *a, const dtrace_aggvarid_t *vars, int nvars,
    const struct dt_aggsort *opts, dtrace_aggregate_walk_joined_f *func,
    void *arg)
{
	struct join *j;
	int err;

	dt_agg_sweep(a);
	if (nvars <= 0)
		return -EINVAL;
	j = join_new(a, nvars, opts);
	if (j == NULL)
		return -ENOMEM;
	err = make_columns(j, vars);
	if (err == 0 && a->nents != 0)
		err = arrange(j);
	if (err == 0 && a->nents != 0)
		err = make_rows(j);
	if (err == 0 && j->n != 0 && !j->opts.key)
		err = sort_values(j);
	if (err == 0 && j->opts.rev)
		reverse(j);
	if (err == 0 && j->n != 0)
		err = visit_all(j, func, arg);
	join_free(j);
	return err;
}
