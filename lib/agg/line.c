/* SPDX-License-Identifier: MIT */
/*
 * line.c - entries as lines: keys and values in columns, and the bars and
 * packed distributions that options ask for instead.
 */
#include "agg/printer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

enum style { COLUMNS, HIST, PACK };

/* Joined entries are always columns: a bar takes the rest of a line. */
static enum style
style_of(const struct dt_printer *pr, const dtrace_aggdata_t *d, int n)
{
	dtrace_actkind_t action = dt_agg_valrec(d->dtada_desc)->dtrd_action;

	if (n == 2 && pr->how->hist &&
	    (action == DTRACEAGG_COUNT || action == DTRACEAGG_SUM))
		return HIST;
	if (n == 2 && pr->how->pack && dt_show_isquant(action))
		return PACK;
	return COLUMNS;
}

static void
measure_quant(struct dt_printvar *v, const struct dt_form *f,
    const struct dt_aggent *e, bool *any)
{
	struct dt_pack p;

	if (f->action == DTRACEAGG_LQUANTIZE) {
		v->pack.last = dt_quant_count(f->action, f->param) - 1;
		return;
	}
	if (!dt_quant_range(f->action, f->param, dt_agg_val(e)->w, &p.first,
	    &p.last)) {
		if (!*any)
			v->pack = p;
		return;
	}
	if (!*any || p.first < v->pack.first)
		v->pack.first = p.first;
	if (!*any || p.last > v->pack.last)
		v->pack.last = p.last;
	*any = true;
}

/* The scale comes from all entries of a variable, printed or not. */
static void
measure(const struct dt_agg *a, struct dt_printvar *v)
{
	bool any = false;

	v->measured = true;
	for (size_t i = a->norder; i-- > 0; ) {
		const struct dt_aggent *e = dt_agg_nth(a, i);
		const struct dt_form *f;

		if (e == NULL || dt_agg_entvar(a, e) != v->var)
			continue;
		f = dt_agg_form(a, e);
		if (dt_show_isquant(f->action))
			measure_quant(v, f, e, &any);
		else
			dt_bars_add(&v->bars, (int64_t)dt_agg_val(e)->w[0]);
	}
}

struct dt_printvar *
dt_printer_var(struct dt_printer *pr, const dtrace_aggdesc_t *desc)
{
	struct dt_printvar *v;

	for (size_t i = 0; i < pr->nvars; i++)
		if (pr->vars[i].var == desc->dtagd_varid)
			return &pr->vars[i];
	v = realloc(pr->vars, (pr->nvars + 1) * sizeof(*v));
	if (v == NULL)
		return NULL;
	pr->vars = v;
	v += pr->nvars++;
	*v = (struct dt_printvar){ .var = desc->dtagd_varid,
	    .name = dt_agg_name(desc) };
	return v;
}

static int
print_keys(struct dt_printer *pr, const dtrace_aggdata_t *d,
    void (*show)(struct dt_sink *, const struct dt_show *,
    const dtrace_recdesc_t *, const void *))
{
	const dtrace_aggdesc_t *desc = d->dtada_desc;
	int err = 0;

	for (int i = 1; err == 0 && i < desc->dtagd_nrecs - 1; i++) {
		const dtrace_recdesc_t *rec = &desc->dtagd_rec[i];

		show(&pr->sink, &pr->show, rec,
		    d->dtada_data + rec->dtrd_offset);
		err = dt_printer_piece(pr, rec, d, DTRACE_BUFDATA_AGGKEY);
	}
	return err;
}

/* The head of a variable's lines, unless its lines have one already. */
static int
print_head(struct dt_printer *pr, const dtrace_aggdata_t *d,
    const struct dt_printvar *v, enum style style)
{
	const dtrace_aggdesc_t *desc = d->dtada_desc;
	const struct dt_aggshow a = dt_printer_value(pr->agg, pr->how, d);
	int width = 0;

	if (pr->head == v->var)
		return 0;
	pr->head = v->var;
	for (int i = 1; i < desc->dtagd_nrecs - 1; i++)
		width += dt_show_tightwidth(&desc->dtagd_rec[i]);
	dt_sink_printf(&pr->sink, "\n%*s", width,
	    desc->dtagd_nrecs > 2 && width > 0 ? "key" : "");
	if (style == HIST)
		dt_sink_printf(&pr->sink, " %41s %-9s\n", DT_BAR_HEAD,
		    "count");
	else
		dt_show_packhead(&pr->sink, a.action, a.w[0], &v->pack);
	return dt_printer_piece(pr, NULL, d, DTRACE_BUFDATA_AGGFORMAT);
}

static void
print_value(struct dt_printer *pr, const dtrace_aggdata_t *d,
    const struct dt_printvar *v, enum style style)
{
	const struct dt_aggshow a = dt_printer_value(pr->agg, pr->how, d);

	switch (style) {
	case COLUMNS:
		dt_show_value(&pr->sink, &pr->show, &a);
		break;
	case HIST:
		dt_sink_fill(&pr->sink, ' ', 1);
		dt_show_bar(&pr->sink, &pr->show, &v->bars, (int64_t)a.w[0]);
		dt_sink_printf(&pr->sink, " %-9" PRId64,
		    dt_show_div((int64_t)a.w[0], a.normal));
		if (a.delta != NULL)
			dt_show_recent(&pr->sink, &pr->show, &a,
			    (int64_t)a.delta[0]);
		break;
	case PACK:
		dt_show_pack(&pr->sink, &pr->show, &a, &v->pack);
		break;
	}
}

static int
print_top(struct dt_printer *pr, const dtrace_aggdata_t *d, enum style style,
    const struct dt_printvar **out)
{
	struct dt_printvar *v = dt_printer_var(pr, d->dtada_desc);

	if (v == NULL)
		return -ENOMEM;
	if (!v->measured)
		measure(pr->agg, v);
	*out = v;
	return print_head(pr, d, v, style);
}

int
dt_printer_line(struct dt_printer *pr, const dtrace_aggdata_t **aggs, int n)
{
	enum style style = style_of(pr, aggs[1], n);
	const struct dt_printvar *v = NULL;
	int err = dt_printer_iscut(pr, aggs, n);

	if (err != 0)
		return err < 0 ? err : 0;
	if (style != COLUMNS)
		err = print_top(pr, aggs[1], style, &v);
	if (err == 0)
		err = print_keys(pr, aggs[0], style == COLUMNS ? dt_show_key :
		    dt_show_tightkey);
	for (int i = 1; err == 0 && i < n; i++) {
		print_value(pr, aggs[i], v, style);
		err = dt_printer_piece(pr,
		    dt_agg_valrec(aggs[i]->dtada_desc), aggs[i],
		    DTRACE_BUFDATA_AGGVAL);
	}
	if (err != 0)
		return err;
	dt_sink_write(&pr->sink, "\n", 1);
	return dt_printer_piece(pr, NULL, aggs[0],
	    DTRACE_BUFDATA_AGGFORMAT | DTRACE_BUFDATA_AGGLAST);
}
