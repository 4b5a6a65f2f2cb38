/* SPDX-License-Identifier: MIT */
/* record.c - passes a firing's records to the callbacks, then performs them. */
#include "consume/priv.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tbl/edt.h"

#define	MAXJOIN		64	/* aggregations of one printa() */
#define	AHEAD		4096	/* bytes */

/* 1: the library shows the record; 0: the callback has handled it. */
static int
decide(int rv)
{
	switch (rv) {
	case DTRACE_CONSUME_THIS:
		return 1;
	case DTRACE_CONSUME_NEXT:
		return 0;
	case DTRACE_CONSUME_ABORT:
		return -EDT_DIRABORT;
	default:
		return -EDT_BADRVAL;
	}
}

static int64_t
load64(const struct dt_pass *f, const dtrace_recdesc_t *rec)
{
	int64_t v;

	memcpy(&v, f->base + rec->dtrd_offset, sizeof(v));
	return v;
}

/* The number of records from rec on that belong to its statement. */
static int
span(const struct dt_pass *f, const dtrace_recdesc_t *rec)
{
	const dtrace_eprobedesc_t *e = f->pd.dtpda_edesc;
	int left = e->dtepd_nrecs - (int)(rec - e->dtepd_rec);
	int n = 1;

	while (n < left && rec[n].dtrd_uarg == rec->dtrd_uarg &&
	    rec[n].dtrd_action == rec->dtrd_action)
		n++;
	return n;
}

/* Report to the error handler that an action of the library failed. */
static int
complain(struct dt_pass *f, const char *what, const char *about,
    const char *why)
{
	char text[512];

	(void) snprintf(text, sizeof(text), "%s(\"%s\"): %s", what, about,
	    why);
	return dt_fault_library(f->c, &f->pd, text);
}

/* The string of a datum; "" if it has no end, as that of a forged file. */
static const char *
string(const struct dt_pass *f, const dtrace_recdesc_t *rec)
{
	const char *s = f->base + rec->dtrd_offset;

	return strnlen(s, rec->dtrd_size) < rec->dtrd_size ? s : "";
}

static int
setopt(struct dt_pass *f, const dtrace_recdesc_t *rec)
{
	const struct dt_consumeenv *env = &f->c->env;
	const char *name = string(f, rec), *why = NULL;
	int rc = env->setopt(env->arg, &f->pd, name,
	    span(f, rec) > 1 ? string(f, rec + 1) : NULL, f->how, &why);

	return rc == 0 && why != NULL ? complain(f, "setopt", name, why) : rc;
}

static int
truncate_file(struct dt_pass *f, const dtrace_recdesc_t *rec)
{
	int rc = f->how->fp != NULL ? dt_truncate(f->how->fp) : 0;

	(void) rec;
	return rc == 0 ? 0 : complain(f, "ftruncate", "", strerror(-rc));
}

/* The variable that an action about an aggregation records first. */
static dtrace_aggvarid_t
variable(const struct dt_pass *f, const dtrace_recdesc_t *rec)
{
	return (dtrace_aggvarid_t)load64(f, rec);
}

static int64_t
number(const struct dt_pass *f, const dtrace_recdesc_t *rec)
{
	return span(f, rec) > 1 && rec[1].dtrd_size == sizeof(int64_t) ?
	    load64(f, rec + 1) : 0;
}

static int
clear(struct dt_pass *f, const dtrace_recdesc_t *rec)
{
	return dt_agg_clear(f->c->env.agg, variable(f, rec));
}

static int
normalize(struct dt_pass *f, const dtrace_recdesc_t *rec)
{
	return dt_agg_normalize(f->c->env.agg, variable(f, rec),
	    (uint64_t)number(f, rec));
}

static int
denormalize(struct dt_pass *f, const dtrace_recdesc_t *rec)
{
	return dt_agg_normalize(f->c->env.agg, variable(f, rec), 1);
}

static int
truncate_agg(struct dt_pass *f, const dtrace_recdesc_t *rec)
{
	return dt_agg_trunc(f->c->env.agg, variable(f, rec), number(f, rec));
}

static int
libact(struct dt_pass *f, const dtrace_recdesc_t *rec)
{
	static int (*const acts[DT_NLIBACTS])(struct dt_pass *,
	    const dtrace_recdesc_t *) = {
#define	DT_LIBACT(id, name, min, max, arity, undefined, check, build, nrecs, \
	    consume)							\
		[DT_LIB_##id] = consume,
#include "tbl/acts.h"
	};

	return rec->dtrd_arg < DT_NLIBACTS ?
	    acts[rec->dtrd_arg](f, rec) : -EINVAL;
}

static int
printa(struct dt_pass *f, const dtrace_recdesc_t *rec, int n)
{
	const char *format = rec->dtrd_format != 0 ?
	    f->ecb->image->formats[rec->dtrd_format - 1].text : NULL;
	struct dt_aggprint style = f->how->style;
	dtrace_aggvarid_t vars[MAXJOIN];

	if (n > MAXJOIN)
		return -E2BIG;
	for (int i = 0; i < n; i++)
		vars[i] = load64(f, &rec[i]);
	style.probe = &f->pd;
	style.rec = rec;
	return dt_agg_printa(f->c->env.agg, &style, format, vars, n);
}

int
dt_pass_flush(struct dt_pass *f, const dtrace_recdesc_t *rec)
{
	struct dt_sink *sink = &f->c->sink;
	dtrace_bufdata_t data = {
		.dtbda_handle = f->c->env.handle,
		.dtbda_probe = &f->pd,
		.dtbda_recdesc = rec,
	};

	if (sink->err != 0 || sink->fp != NULL)
		return sink->err;
	data.dtbda_buffered = dt_sink_text(sink);
	return *data.dtbda_buffered != '\0' ?
	    f->c->env.buffered(f->c->env.arg, &data) : 0;
}

struct dt_show
dt_pass_look(const struct dt_pass *f)
{
	return (struct dt_show){
		.name = f->c->env.name,
		.arg = f->c->env.arg,
		.stackindent = f->how->style.stackindent,
		.rawbytes = f->how->style.rawbytes,
		.quiet = f->how->quiet,
	};
}

/* Perform a system() or freopen() with the text that it has formatted. */
static int
obey(struct dt_pass *f, const dtrace_recdesc_t *rec)
{
	struct dt_sink *sink = &f->c->sink;
	bool run = rec->dtrd_action == DTRACEACT_SYSTEM;
	const char *text = dt_sink_text(sink);
	FILE *fp = f->how->fp;
	int rc = sink->err;

	if (rc == 0 && run) {
		rc = dt_command_run(text, fp);
	} else if (rc == 0 && fp != NULL) {
		rc = dt_redirect(f->c->env.redirect, fp, text);
		f->how->style.terminal = isatty(fileno(fp));
	}
	return rc == 0 ? 0 : complain(f, run ? "system" : "freopen", text,
	    strerror(-rc));
}

int
dt_pass_format(struct dt_pass *f, const dtrace_recdesc_t *rec, int n, FILE *fp)
{
	struct dt_show show = dt_pass_look(f);
	struct dt_sink *sink = &f->c->sink;
	int rc;

	/* system() and freopen() need their text without escapes */
	show.terminal = f->how->style.terminal && fp != NULL;

	dt_sink_reset(sink);
	sink->fp = fp;
	rc = dt_show_printf(sink, &show,
	    f->ecb->image->formats[rec->dtrd_format - 1].fmt, rec,
	    (uint32_t)n, f->base, f->pd.dtpda_edesc->dtepd_size);
	return rc < 0 ? rc : sink->err;
}

static int
text_printf(struct dt_pass *f, const dtrace_recdesc_t *rec, int n)
{
	int rc = dt_pass_format(f, rec, n, f->how->fp);

	return rc == 0 ? dt_pass_flush(f, rec) : rc;
}

static int
text_dump(struct dt_pass *f, const dtrace_recdesc_t *rec, size_t n)
{
	struct dt_sink *sink = &f->c->sink;

	dt_sink_reset(sink);
	sink->fp = f->how->fp;
	dt_show_hex(sink, (unsigned char *)f->base + rec->dtrd_offset, n);
	return dt_pass_flush(f, rec);
}

static int
text_datum(struct dt_pass *f, const dtrace_recdesc_t *rec)
{
	const struct dt_show show = dt_pass_look(f);
	struct dt_sink *sink = &f->c->sink;

	dt_sink_reset(sink);
	sink->fp = f->how->fp;
	dt_show_datum(sink, &show, rec, f->base + rec->dtrd_offset);
	return dt_pass_flush(f, rec);
}

static int
text_print(struct dt_pass *f, const dtrace_recdesc_t *rec, const char *layout)
{
	const struct dt_show show = dt_pass_look(f);
	struct dt_sink *sink = &f->c->sink;

	dt_sink_reset(sink);
	sink->fp = f->how->fp;
	dt_show_print(sink, &show, layout, f->base + rec->dtrd_offset);
	return dt_pass_flush(f, rec);
}

static const struct dt_outform as_text = {
	.printf = text_printf, .dump = text_dump, .datum = text_datum,
	.print = text_print
};

static int
format(struct dt_pass *f, const dtrace_recdesc_t *rec, int n)
{
	int rc;

	if (rec->dtrd_action == DTRACEACT_PRINTF)
		return f->out->printf(f, rec, n);
	rc = dt_pass_format(f, rec, n, NULL);
	return rc == 0 ? obey(f, rec) : rc;
}

/* Show a tracemem(); the next record may have the number of bytes. */
static int
dump(struct dt_pass *f, const dtrace_recdesc_t *rec)
{
	const dtrace_eprobedesc_t *e = f->pd.dtpda_edesc;
	uint64_t used = 0;

	if (rec + 1 < e->dtepd_rec + e->dtepd_nrecs &&
	    rec[1].dtrd_action == DTRACEACT_TRACEMEM_DYNSIZE)
		used = (uint64_t)load64(f, rec + 1);
	return f->out->dump(f, rec, used == 0 || used > rec->dtrd_size ?
	    rec->dtrd_size : used);
}

/* Show a record; *n: the number of records of its statement. */
static int
show_record(struct dt_pass *f, const dtrace_recdesc_t *rec, int *n)
{
	if (rec->dtrd_action == DTRACEACT_PRINTA) {
		*n = span(f, rec);
		return printa(f, rec, *n);
	}
	if (rec->dtrd_action == DTRACEACT_DIFEXPR && rec->dtrd_format != 0)
		return f->out->print(f, rec,
		    f->ecb->image->formats[rec->dtrd_format - 1].text);
	if (rec->dtrd_format != 0) {
		*n = span(f, rec);
		return format(f, rec, *n);
	}
	if (rec->dtrd_action == DTRACEACT_TRACEMEM)
		return dump(f, rec);
	return rec->dtrd_size != 0 ? f->out->datum(f, rec) : 0;
}

/*
 * Perform a record that the consumer does not see, or show one that it leaves
 * to the library.  Returns the number of records that are done, or a negative
 * code.
 */
static __attribute__((noinline)) int
do_record(struct dt_pass *f, const dtrace_recdesc_t *rec, int rv)
{
	int n = 1, rc;

	if (rec->dtrd_action == DTRACEACT_LIBACT) {
		rc = libact(f, rec);
		return rc < 0 ? rc : span(f, rec);
	}
	if (rec->dtrd_action == DTRACEACT_TRACEMEM_DYNSIZE)
		return 1;
	rc = decide(rv);
	if (rc > 0)
		rc = show_record(f, rec, &n);
	return rc < 0 ? rc : n;
}

/* Used without a record callback: hides all records. */
static int
pass_over(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
    void *arg)
{
	(void) data;
	(void) rec;
	(void) arg;
	return DTRACE_CONSUME_NEXT;
}

void
dt_pass_init(struct dt_pass *f, struct dt_consume *c,
    struct dt_consuming *how, int cpu, struct dt_flow *flow)
{
	*f = (struct dt_pass){ .c = c, .how = how, .flow = flow };
	f->rf = how->rf != NULL ? how->rf : pass_over;
	f->out = how->style.json ? &dt_out_json : &as_text;
	f->pd.dtpda_handle = c->env.handle;
	f->pd.dtpda_cpu = cpu;
	f->pd.dtpda_flow = DTRACEFLOW_NONE;
	f->pd.dtpda_prefix = "";
}

static const struct dt_ecb *
find_ecb(const struct dt_pass *f, uint32_t epid)
{
	return f->c->env.ecb(f->c->env.arg, epid);
}

/*
 * Take a snapshot once in a pass, before an aggregation is printed or cleared,
 * so that it includes every firing whose record the pass has read.
 */
static int
snap(struct dt_consume *c)
{
	int rc = c->snapped ? 0 : c->env.snap(c->env.arg);

	c->snapped = true;
	return rc;
}

/* Set the data of a clause, unless the previous firing was of the same one. */
static int
set_ecb(struct dt_pass *f, uint32_t epid)
{
	const struct dt_ecb *ecb = find_ecb(f, epid);
	int rc;

	if (ecb == NULL)
		return -EINVAL;
	rc = ecb->acts_on_aggs ? snap(f->c) : 0;
	if (rc != 0)
		return rc;
	f->epid = epid;
	f->ecb = ecb;
	f->pd.dtpda_edesc = ecb->edesc;
	f->pd.dtpda_pdesc = ecb->pdesc;
	return 0;
}

static bool
is_hidden(const dtrace_recdesc_t *rec)
{
	return rec->dtrd_action == DTRACEACT_LIBACT ||
	    rec->dtrd_action == DTRACEACT_TRACEMEM_DYNSIZE;
}

static inline int
all_records(struct dt_pass *f)
{
	const dtrace_eprobedesc_t *e = f->ecb->edesc;
	const dtrace_recdesc_t *end = e->dtepd_rec + e->dtepd_nrecs;
	int n;

	for (const dtrace_recdesc_t *r = e->dtepd_rec; r < end; r += n) {
		int rv = DTRACE_CONSUME_THIS;

		n = 1;
		f->pd.dtpda_data = f->base + r->dtrd_offset;
		if (!is_hidden(r)) {
			rv = f->rf(&f->pd, r, f->how->arg);
			if (rv == DTRACE_CONSUME_NEXT)
				continue;
		}
		n = do_record(f, r, rv);
		if (n < 0)
			return n;
	}
	f->pd.dtpda_data = f->base;
	(void) f->rf(&f->pd, NULL, f->how->arg);
	return 0;
}

static int
object(struct dt_pass *f)
{
	int rc;

	f->out->begins(f);
	rc = all_records(f);
	return rc == 0 ? f->out->ends(f) : rc;
}

/* Call the probe callback; returns the result of decide(). */
static int
ask(struct dt_pass *f, const struct dt_rechdr *next)
{
	struct dt_consuming *how = f->how;
	int rc;

	if (how->flowindent)
		dt_flow_begin(f->flow, f->ecb, next == NULL ? NULL :
		    find_ecb(f, next->epid), &f->pd);
	rc = decide(how->pf != NULL ? how->pf(&f->pd, how->arg) :
	    DTRACE_CONSUME_THIS);
	if (how->flowindent)
		dt_flow_inside(f->flow, &f->pd);
	return rc;
}

static inline int
firing(struct dt_pass *f, const struct dt_rechdr *h,
    const struct dt_rechdr *next)
{
	int rc;

	f->base = (char *)h;
	rc = h->epid != f->epid || f->ecb == NULL ? set_ecb(f, h->epid) : 0;
	if (rc != 0)
		return rc;
	/* the EPID of a damaged record may be that of a longer one */
	if (dt_recsize(h) < f->ecb->edesc->dtepd_size)
		return -EIO;
	if (f->ecb->is_error)
		return dt_fault(f->c, f->base, f->pd.dtpda_cpu);
	f->pd.dtpda_data = f->base;
	if (f->how->pf != NULL || f->how->flowindent) {
		rc = ask(f, next);
		if (rc <= 0)
			return rc;
	}
	return f->out->begins == NULL ? all_records(f) : object(f);
}

int
dt_record(struct dt_pass *f, const struct dt_rechdr *h,
    const struct dt_rechdr *next)
{
	return firing(f, h, next);
}

/* The next record that is not a commit, or NULL. */
static const struct dt_rechdr *
seen_next(const struct dt_pass *f, const struct dt_cpurecs *r)
{
	size_t i = r->next;

	while (i < r->n &&
	    dt_spec_kind(f->c->specs, r->v[i]) == DT_SPECKIND_COMMITS)
		i++;
	return i < r->n ? r->v[i] : NULL;
}

int
dt_records(struct dt_pass *f, struct dt_cpurecs *r, size_t to)
{
	int rc = 0;

	while (r->next < to && rc == 0) {
		const struct dt_rechdr *h = r->v[r->next++];

		rc = firing(f, h, f->how->flowindent ? seen_next(f, r) : NULL);
	}
	return rc;
}

int
dt_records_of(struct dt_pass *f, struct dt_prinlevel *l, uint64_t until)
{
	int rc = 0;

	while (l->at < l->end && rc == 0) {
		const struct dt_rechdr *h = dt_rec_at(l->b, l->at, l->end);

		if (h == NULL) {
			l->at = l->end;
			return -EIO;
		}
		if (dt_rec_time(h) > until)
			break;
		/* each record leads to the next: fetch ahead */
		__builtin_prefetch((const char *)h + AHEAD);
		l->at += dt_recsize(h);
		rc = firing(f, h, NULL);
	}
	return rc;
}
