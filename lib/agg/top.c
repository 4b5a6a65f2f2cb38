/* SPDX-License-Identifier: MIT */
/*
 * top.c - option aggtop: print only the lines of each variable's largest
 * values, in the order of the walk, and count the others.
 */
#include "agg/printer.h"
#include "agg/sort.h"
#include "agg/view.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

static int
cut_vars(struct dt_agg *a, dtrace_aggvarid_t var, uint64_t top)
{
	struct dt_arena *tmp = dt_arena_create();
	uint32_t *v = tmp != NULL ?
	    dt_arena_alloc(tmp, a->nents * sizeof(*v)) : NULL;
	size_t n;
	int err = v == NULL ? -ENOMEM :
	    dt_agg_outside_top(a, var, true, top, tmp, v, &n);

	for (size_t i = 0; err == 0 && i < n; i++)
		dt_agg_val(dt_agg_ent(a, v[i]))->cut = 1;
	dt_arena_destroy(tmp);
	return err;
}

static uint64_t
count(const struct dt_agg *a, dtrace_aggvarid_t var)
{
	uint64_t n = 0;

	for (size_t i = a->norder; i-- > 0; ) {
		const struct dt_aggent *e = dt_agg_nth(a, i);

		n += e != NULL && dt_agg_entvar(a, e) == var;
	}
	return n;
}

static int
count_lacks(const dtrace_aggdata_t **aggs, const int n, void *arg)
{
	struct dt_printer *pr = arg;

	(void) n;
	pr->skip += dt_agg_islack(aggs[1 + pr->by]);
	return 0;
}

/*
 * A joined line may lack a value of the variable that decides.  Such lines sort
 * as 0; the last of them fill the places that the variable's entries leave.
 */
static int
fill_up(struct dt_printer *pr, const dtrace_aggvarid_t *vars, int nvars)
{
	uint64_t n = count(pr->agg, vars[pr->by]);
	int err;

	if (n >= pr->how->top)
		return 0;
	err = dt_agg_join(pr->agg, vars, nvars, &pr->how->sort, count_lacks,
	    pr);
	pr->fill = pr->how->top - n;
	if (pr->fill > pr->skip)
		pr->fill = pr->skip;
	pr->skip = pr->how->sort.rev ? 0 : pr->skip - pr->fill;
	return err;
}

int
dt_printer_cut(struct dt_printer *pr, const dtrace_aggvarid_t *vars, int nvars)
{
	int pos = pr->how->sort.pos;
	int err;

	if (pr->how->top == 0)
		return 0;
	pr->agg->cutting = true;
	if (nvars < 2)
		return cut_vars(pr->agg, nvars == 0 ? 0 : vars[0],
		    pr->how->top);
	pr->by = pos > 0 && pos < nvars ? pos : 0;
	err = fill_up(pr, vars, nvars);
	return err != 0 ? err : cut_vars(pr->agg, vars[pr->by], pr->how->top);
}

void
dt_agg_uncut(struct dt_agg *a)
{
	a->cutting = false;
	for (size_t i = a->norder; i-- > 0; ) {
		struct dt_aggent *e = dt_agg_nth(a, i);

		if (e != NULL)
			dt_agg_val(e)->cut = 0;
	}
}

void
dt_printer_uncut(struct dt_printer *pr)
{
	if (pr->how->top != 0)
		dt_agg_uncut(pr->agg);
}

int
dt_printer_iscut(struct dt_printer *pr, const dtrace_aggdata_t **aggs, int n)
{
	const dtrace_aggdata_t *d = aggs[n == 2 ? 1 : 1 + pr->by];
	bool none = n > 2 && dt_agg_islack(d);
	struct dt_printvar *v;

	if (pr->how->top == 0 ||
	    (!none && (d->dtada_flags & DT_AGG_CUT) == 0))
		return 0;
	if (none && pr->skip != 0) {
		pr->skip--;
	} else if (none && pr->fill != 0) {
		pr->fill--;
		return 0;
	}
	v = dt_printer_var(pr, d->dtada_desc);
	if (v == NULL)
		return -ENOMEM;
	v->left++;
	return 1;
}

int
dt_printer_rest(struct dt_printer *pr)
{
	int err = 0;

	for (size_t i = 0; err == 0 && i < pr->nvars; i++) {
		const struct dt_printvar *v = &pr->vars[i];

		if (v->left == 0)
			continue;
		dt_sink_printf(&pr->sink, "  @%s: %" PRIu64 " more that option "
		    "aggtop leaves out\n", v->name, v->left);
		err = dt_printer_piece(pr, NULL, NULL, 0);
	}
	return err;
}
