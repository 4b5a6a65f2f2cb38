/* SPDX-License-Identifier: MIT */
/*
 * json.c - entries as JSON, for option oformat: each variable is an object on a
 * line.
 */
#include "agg/printer.h"
#include "agg/view.h"
#include "agg/walk.h"

#include <errno.h>
#include <stdlib.h>
#include "base/clock.h"
#include "show/json.h"
#include "tbl/edt.h"

struct printer {
	struct dt_agg *agg;
	const struct dt_aggprint *how;
	struct dt_sink sink;
	struct dt_show show;
	struct dt_json json;
	dtrace_aggvarid_t var;		/* of the open object; 0: none */
	uint64_t left;			/* entries that aggtop leaves out */
	bool all;			/* even if printa() has printed it */
	int err;			/* why a walk was aborted */
};

static void
printer_init(struct printer *pr, struct dt_agg *a, const struct dt_aggprint *p)
{
	dt_agg_sweep(a);
	*pr = (struct printer){
		.agg = a,
		.how = p,
		.sink = { .fp = p->fp },
		.show = dt_printer_look(a, p),
	};
}

static void
begin(struct printer *pr, const dtrace_aggdesc_t *desc)
{
	struct dt_json *j = &pr->json;
	const struct dt_agg *a = pr->agg;

	pr->var = desc->dtagd_varid;
	pr->left = 0;
	*j = (struct dt_json){ .s = &pr->sink };
	dt_json_open(j, '{');
	dt_json_named_str(j, "aggregation-name", desc->dtagd_name);
	dt_json_named_int(j, "timestamp", dt_clock_mono());
	dt_json_named_int(j, "interval-start",
	    pr->var < a->nsince ? a->since[pr->var] : 0);
	dt_json_named_int(j, "interval-end", a->ended);
	dt_json_name(j, "aggregation-data");
	dt_json_open(j, '[');
}

static int
hand_over(struct printer *pr)
{
	const struct dt_aggenv *env = &pr->agg->env;
	const dtrace_bufdata_t data = {
		.dtbda_handle = env->handle,
		.dtbda_buffered = dt_sink_text(&pr->sink),
		.dtbda_probe = pr->how->probe,
		.dtbda_recdesc = pr->how->rec,
	};
	int err = pr->sink.err;

	if (err == 0 && pr->sink.fp == NULL)
		err = env->buffered(env->arg, &data);
	dt_sink_reset(&pr->sink);
	return err;
}

/* Close the open object, if there is one. */
static int
finish(struct printer *pr)
{
	if (pr->var == 0)
		return 0;
	pr->var = 0;
	dt_json_close(&pr->json, ']');
	if (pr->how->top != 0)
		dt_json_named_uint(&pr->json, "left-out", pr->left);
	dt_json_close(&pr->json, '}');
	dt_sink_write(&pr->sink, "\n", 1);
	return hand_over(pr);
}

static void
entry(struct printer *pr, const dtrace_aggdata_t *d)
{
	const dtrace_aggdesc_t *desc = d->dtada_desc;
	const dtrace_recdesc_t *rec = &desc->dtagd_rec[1];
	const dtrace_recdesc_t *val = dt_agg_valrec(d->dtada_desc);
	const struct dt_aggshow v = dt_printer_value(pr->agg, pr->how, d);
	struct dt_json *j = &pr->json;

	dt_json_open(j, '{');
	dt_json_name(j, "keys");
	dt_json_open(j, '[');
	for (; rec < val; rec++)
		dt_json_datum(j, &pr->show, rec,
		    d->dtada_data + rec->dtrd_offset);
	dt_json_close(j, ']');
	dt_json_value(j, &pr->show, &v);
	dt_json_close(j, '}');
}

static int
print_entry(const dtrace_aggdata_t *d, void *arg)
{
	dtrace_aggdesc_t *desc = d->dtada_desc;
	struct printer *pr = arg;

	if (!pr->all && (desc->dtagd_flags & DTRACE_AGD_PRINTED) != 0)
		return DTRACE_AGGWALK_NEXT;
	if (pr->all)
		desc->dtagd_flags |= DTRACE_AGD_PRINTED;
	if (desc->dtagd_varid != pr->var) {
		pr->err = finish(pr);
		begin(pr, desc);
	}
	if (pr->how->top != 0 && (d->dtada_flags & DT_AGG_CUT) != 0)
		pr->left++;
	else
		entry(pr, d);
	if (pr->err == 0)
		pr->err = pr->sink.err;
	return pr->err == 0 ? DTRACE_AGGWALK_NEXT : DTRACE_AGGWALK_ABORT;
}

/* Close the open object even if the walk failed: all output is valid JSON. */
static int
done(struct printer *pr, int rv)
{
	int err = finish(pr);

	dt_sink_free(&pr->sink);
	if (pr->err != 0)
		return pr->err;
	return rv != 0 ? rv : err;
}

int
dt_agg_json(struct dt_agg *a, const struct dt_aggprint *p,
    dtrace_aggregate_walk_f *walker)
{
	struct dt_printer cut = { .agg = a, .how = p };
	struct printer pr;
	int rv = dt_printer_cut(&cut, NULL, 0);

	printer_init(&pr, a, p);
	if (rv == 0 && walker == NULL)
		rv = dt_agg_walk(a, DT_WALK_SORTED, &p->sort, print_entry,
		    &pr);
	else if (rv == 0)
		rv = walker(a->env.handle, print_entry, &pr) == -1;
	dt_printer_uncut(&cut);
	return done(&pr, rv);
}

static int
print_var(struct printer *pr, dtrace_aggvarid_t var)
{
	struct dt_printer cut = { .agg = pr->agg, .how = pr->how };
	const struct dt_form *f = var > 0 ? dt_agg_formof(pr->agg, var) : NULL;
	int rv = f != NULL ? dt_printer_cut(&cut, &var, 1) : -EDT_BADAGGVAR;

	if (rv == 0) {
		begin(pr, f->desc);
		rv = dt_agg_walkvar(pr->agg, var, DT_WALK_SORTED,
		    &pr->how->sort, print_entry, pr);
	}
	dt_printer_uncut(&cut);
	if (pr->err == 0)
		pr->err = finish(pr);
	return rv;
}

/*
 * The variables of one printa() are printed one after another, not joined: the
 * reader can join them by their keys.
 */
int
dt_agg_jsona(struct dt_agg *a, const struct dt_aggprint *p,
    const dtrace_aggvarid_t *vars, int nvars)
{
	struct printer pr;
	int rv = nvars < 1 ? -EDT_BADAGGVAR : 0;

	printer_init(&pr, a, p);
	pr.all = true;
	for (int i = 0; i < nvars && rv == 0 && pr.err == 0; i++)
		rv = print_var(&pr, vars[i]);
	return done(&pr, rv);
}
