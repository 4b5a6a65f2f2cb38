/* SPDX-License-Identifier: MIT */
/* merge.c - the arithmetic of values: adding up, clearing, differences. */
#include "agg/walk.h"

#include <string.h>

/* The first value after a clear replaces the old one. */
static void
merge_extreme(const struct dt_form *f, struct dt_aggval *v, int64_t x)
{
	int64_t old = (int64_t)v->w[0];

	if (!v->has || (f->action == DTRACEAGG_MIN ? x < old : x > old))
		v->w[0] = (uint64_t)x;
	v->has = 1;
}

/* Words 2 and 3 of a stddev() are one 128-bit sum. */
static void
add_wide(uint64_t *w, const uint64_t *src)
{
	uint64_t lo = w[0] + src[0];

	w[1] += src[1] + (lo < src[0]);
	w[0] = lo;
}

void
dt_aggval_merge(const struct dt_form *f, struct dt_aggval *v,
    const uint64_t *src, uint64_t gen)
{
	dt_aggval_turn(v, f->nw, gen);
	switch (f->action) {
	case DTRACEAGG_MIN:
	case DTRACEAGG_MAX:
		merge_extreme(f, v, (int64_t)src[0]);
		break;
	case DTRACEAGG_STDDEV:
		v->w[0] += src[0];
		v->w[1] += src[1];
		add_wide(v->w + 2, src + 2);
		break;
	default:
		for (uint32_t i = 0; i < f->nw; i++)
			v->w[i] += src[i];
	}
}

static void
clear(const struct dt_form *f, struct dt_aggval *v)
{
	memset(v->w, 0, 2 * f->nw * sizeof(*v->w));
	v->has = 0;
}

void
dt_aggval_delta(const struct dt_form *f, const struct dt_aggval *v,
    uint64_t gen, uint64_t *out)
{
	const uint64_t *now = v->w, *before = v->w + f->nw;

	if (v->gen != gen) {
		memset(out, 0, f->nw * sizeof(*out));
		return;
	}
	for (uint32_t i = 0; i < f->nw; i++)
		out[i] = now[i] - before[i];
	if (f->action == DTRACEAGG_STDDEV)
		out[3] -= now[2] < before[2];
}

/*
 * Only a clear value may retire, so retiring loses no data.  Clears check this,
 * not snaps, because a clear visits all entries anyway.
 */
static bool
is_stale(const struct dt_agg *a, const struct dt_aggval *v)
{
	return a->retire != 0 && v->clear && a->gen - v->gen >= a->retire;
}

void
dt_agg_clearent(struct dt_agg *a, struct dt_aggent *e)
{
	const struct dt_form *f = dt_agg_form(a, e);
	struct dt_aggval *v = dt_agg_val(e);

	if (is_stale(a, v)) {
		dt_agg_remove(a, e);
		return;
	}
	dt_agg_changed(a);
	clear(f, v);
	v->clear = 1;
	for (uint32_t i = 0; i < a->percpu; i++)
		if ((v = dt_agg_cpuval(a, f, e, i)) != NULL)
			clear(f, v);
}
