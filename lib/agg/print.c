/* SPDX-License-Identifier: MIT */
/*
 * print.c - entries to text, for dtrace_aggregate_print() and printa(), with
 * and without a format.
 */
#include "agg/printer.h"
#include "agg/walk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "tbl/edt.h"

const char *
dt_agg_name(const dtrace_aggdesc_t *desc)
{
	return strcmp(desc->dtagd_name, "_") != 0 ? desc->dtagd_name : "";
}

struct dt_show
dt_printer_look(const struct dt_agg *a, const struct dt_aggprint *p)
{
	return (struct dt_show){
		.name = a->env.name,
		.arg = a->env.arg,
		.stackindent = p->stackindent,
		.rawbytes = p->rawbytes,
		.terminal = p->terminal,
		.utf8 = p->utf8,
		.zoom = p->zoom,
		.percentiles = p->percentiles,
		.delta = p->delta,
		.persec = p->persec,
	};
}

struct dt_aggshow
dt_printer_value(const struct dt_agg *a, const struct dt_aggprint *p,
    const dtrace_aggdata_t *d)
{
	const dtrace_recdesc_t *rec = dt_agg_valrec(d->dtada_desc);
	struct dt_aggshow v = {
		.action = rec->dtrd_action,
		.w = (const uint64_t *)(d->dtada_data + rec->dtrd_offset),
		.normal = d->dtada_normal,
		.ns = a->ended - a->began,
	};

	if (p->delta || p->persec)
		v.delta = (const uint64_t *)(d->dtada_delta +
		    rec->dtrd_offset);
	return v;
}

static void
printer_init(struct dt_printer *pr, struct dt_agg *a,
    const struct dt_aggprint *p)
{
	dt_agg_sweep(a);
	*pr = (struct dt_printer){
		.agg = a,
		.how = p,
		.sink = { .fp = p->fp },
		.show = dt_printer_look(a, p),
	};
}

static void
printer_fini(struct dt_printer *pr)
{
	dt_printer_uncut(pr);
	dt_sink_free(&pr->sink);
	free(pr->vars);
}

int
dt_printer_piece(struct dt_printer *pr, const dtrace_recdesc_t *rec,
    const dtrace_aggdata_t *agg, uint32_t flags)
{
	const struct dt_aggenv *env = &pr->agg->env;
	const dtrace_bufdata_t data = {
		.dtbda_handle = env->handle,
		.dtbda_buffered = dt_sink_text(&pr->sink),
		.dtbda_probe = agg == NULL ? pr->how->probe : NULL,
		.dtbda_recdesc = agg == NULL ? pr->how->rec : rec,
		.dtbda_aggdata = agg,
		.dtbda_flags = flags,
	};
	int err = pr->sink.err;

	if (err != 0 || pr->sink.fp != NULL)
		return err;
	if (*data.dtbda_buffered == '\0' &&
	    (flags & DTRACE_BUFDATA_AGGLAST) == 0)
		return 0;
	err = env->buffered(env->arg, &data);
	dt_sink_reset(&pr->sink);
	return err;
}

/* The next key and the next value that a conversion takes. */
struct cursor {
	const dtrace_aggdata_t **aggs;
	int n, key, val;
};

/* The next key as the number of a *. */
static int
next_number(const struct dt_form *form, struct cursor *c, int *v)
{
	const dtrace_aggdata_t *agg = c->aggs[0];
	const dtrace_recdesc_t *rec;

	if (c->key > form->nkeys)
		return -EDT_BADCONV;
	rec = &agg->dtada_desc->dtagd_rec[c->key++];
	switch (rec->dtrd_size) {
	case 1: case 2: case 4: case 8:
		*v = (int)dt_show_load(agg->dtada_data + rec->dtrd_offset,
		    rec->dtrd_size, true);
		return 0;
	default:
		return -EDT_BADCONV;
	}
}

static int
print_conv(struct dt_printer *pr, const struct dt_fmtseg *seg, struct cursor *c,
    uint32_t last)
{
	bool is_val = (seg->flags & DT_FMT_AGG) != 0;
	const dtrace_aggdata_t *agg = c->aggs[is_val ? c->val : 0];
	const struct dt_form *form = pr->agg->env.forms->v[
	    agg->dtada_desc->dtagd_id - 1];
	struct dt_fmtarg arg = { .normal = agg->dtada_normal };
	int err = 0;

	if ((seg->flags & DT_FMT_DYNWIDTH) != 0)
		err = next_number(form, c, &arg.width);
	if (err == 0 && (seg->flags & DT_FMT_DYNPREC) != 0)
		err = next_number(form, c, &arg.prec);
	if (err != 0)
		return err;
	if (is_val) {
		arg.rec = dt_agg_valrec(agg->dtada_desc);
		arg.is_signed = form->action != DTRACEAGG_COUNT;
		c->val += c->val < c->n - 1;
	} else if (c->key <= form->nkeys) {
		arg.is_signed = form->keys[c->key - 1].is_signed != 0;
		arg.rec = &agg->dtada_desc->dtagd_rec[c->key++];
	} else {
		return -EDT_BADCONV;
	}
	arg.p = agg->dtada_data + arg.rec->dtrd_offset;
	err = dt_show_conv(&pr->sink, &pr->show, seg, &arg);
	return err != 0 ? err : dt_printer_piece(pr, arg.rec, agg, last |
	    (is_val ? DTRACE_BUFDATA_AGGVAL : DTRACE_BUFDATA_AGGKEY));
}

static int
print_format(struct dt_printer *pr, const dtrace_aggdata_t **aggs, int n)
{
	struct cursor c = { aggs, n, 1, 1 };
	int err = 0;

	for (size_t i = 0; err == 0 && i < pr->fmt->nsegs; i++) {
		const struct dt_fmtseg *seg = &pr->fmt->segs[i];
		uint32_t last = i + 1 == pr->fmt->nsegs ?
		    DTRACE_BUFDATA_AGGLAST : 0;
		bool conv = seg->conv[0] != '\0';

		dt_sink_write(&pr->sink, seg->text, seg->len);
		err = dt_printer_piece(pr, NULL, aggs[0],
		    DTRACE_BUFDATA_AGGFORMAT | (conv ? 0 : last));
		if (err == 0 && conv)
			err = print_conv(pr, seg, &c, last);
	}
	return err;
}

/* No callback comes between the locking of the stream and its release. */
static int
print_entry(struct dt_printer *pr, const dtrace_aggdata_t **aggs, int n)
{
	dt_sink_hold(&pr->sink);
	pr->err = pr->fmt != NULL ? print_format(pr, aggs, n) :
	    dt_printer_line(pr, aggs, n);
	dt_sink_release(&pr->sink);
	return pr->err;
}

/* dtrace_aggregate_print() */
static int
print_unprinted(const dtrace_aggdata_t *d, void *arg)
{
	const dtrace_aggdata_t *aggs[2] = { d, d };

	if ((d->dtada_desc->dtagd_flags & DTRACE_AGD_PRINTED) != 0)
		return DTRACE_AGGWALK_NEXT;
	return print_entry(arg, aggs, 2) == 0 ? DTRACE_AGGWALK_NEXT :
	    DTRACE_AGGWALK_ABORT;
}

/* printa() of one variable */
static int
print_one(const dtrace_aggdata_t *d, void *arg)
{
	const dtrace_aggdata_t *aggs[2] = { d, d };

	d->dtada_desc->dtagd_flags |= DTRACE_AGD_PRINTED;
	return print_entry(arg, aggs, 2) == 0 ? DTRACE_AGGWALK_NEXT :
	    DTRACE_AGGWALK_ABORT;
}

/* printa() of several variables */
static int
print_joined(const dtrace_aggdata_t **aggs, const int n, void *arg)
{
	for (int i = 1; i < n; i++)
		aggs[i]->dtada_desc->dtagd_flags |= DTRACE_AGD_PRINTED;
	return print_entry(arg, aggs, n) == 0 ? 0 : -1;
}

int
dt_agg_print(struct dt_agg *a, const struct dt_aggprint *p,
    dtrace_aggregate_walk_f *walker)
{
	struct dt_printer pr;
	int rv;

	if (p->json)
		return dt_agg_json(a, p, walker);
	printer_init(&pr, a, p);
	pr.err = dt_printer_cut(&pr, NULL, 0);
	if (pr.err != 0)
		rv = pr.err;
	else if (walker == NULL)
		rv = dt_agg_walk(a, DT_WALK_SORTED, &p->sort, print_unprinted,
		    &pr);
	else
		rv = walker(a->env.handle, print_unprinted, &pr) == -1;
	if (rv == 0)
		pr.err = dt_printer_rest(&pr);
	printer_fini(&pr);
	return pr.err != 0 ? pr.err : rv;
}

static int
print_vars(struct dt_printer *pr, const struct dt_aggprint *p,
    const dtrace_aggvarid_t *vars, int nvars)
{
	int err = 0;

	if (pr->fmt == NULL)
		err = dt_printer_cut(pr, vars, nvars);
	if (err != 0)
		return err;
	if (nvars > 1)
		err = dt_agg_join(pr->agg, vars, nvars, &p->sort, print_joined,
		    pr);
	else if (nvars < 1 || vars[0] <= 0)
		err = -EDT_BADAGGVAR;
	else
		err = dt_agg_walkvar(pr->agg, vars[0], DT_WALK_SORTED,
		    &p->sort, print_one, pr);
	if (pr->err != 0)
		return pr->err;
	if (err == 0)
		err = dt_printer_rest(pr);
	/* no entry has passed on the empty line that precedes them */
	return err != 0 || *dt_sink_text(&pr->sink) == '\0' ? err :
	    dt_printer_piece(pr, NULL, NULL, 0);
}

int
dt_agg_printa(struct dt_agg *a, const struct dt_aggprint *p,
    const char *format, const dtrace_aggvarid_t *vars, int nvars)
{
	struct dt_arena *arena;
	struct dt_fmt *fmt = NULL;
	struct dt_printer pr;
	const char *why;
	size_t at;
	int err = 0;

	if (p->json)
		return dt_agg_jsona(a, p, vars, nvars);
	arena = dt_arena_create();
	if (arena == NULL)
		return -ENOMEM;
	printer_init(&pr, a, p);
	if (format == NULL)
		dt_sink_write(&pr.sink, "\n", 1);
	else
		err = dt_fmt_parse(arena, format, &fmt, &why, &at);
	if (err == -EINVAL)
		err = -EDT_BADCONV;
	pr.fmt = fmt;
	if (err == 0)
		err = print_vars(&pr, p, vars, nvars);
	printer_fini(&pr);
	dt_arena_destroy(arena);
	return err;
}
