/* SPDX-License-Identifier: MIT */
/* print.c - formats that the consumer makes, to print records with. */
#include "api/hdl.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/buf.h"
#include "base/fmt.h"
#include "show/layout.h"
#include "show/show.h"

#define	MAXJOIN		64	/* aggregations of one printa() */

/* The format behind the consumer's opaque pointer. */
struct fmtdata {
	const char *text;
	const struct dt_fmt *fmt;
};

int
dt_print_init(dtrace_hdl_t *dtp)
{
	dtp->redirect.saved = dtp->redirect.at = -1;
	return 0;
}

void
dt_print_fini(dtrace_hdl_t *dtp)
{
	dt_arena_destroy(dtp->fmt_arena);
	dt_redirect_fini(&dtp->redirect);
}

static void *
create(dtrace_hdl_t *dtp, const char *text, bool aggs)
{
	const char *why = NULL;
	struct dt_fmt *fmt;
	struct fmtdata *f;
	size_t at = 0;
	int rc;

	if (text == NULL) {
		(void) dt_set_errno(dtp, EINVAL);
		return NULL;
	}
	if (dtp->fmt_arena == NULL)
		dtp->fmt_arena = dt_arena_create();
	f = dtp->fmt_arena != NULL ? dt_arena_alloc(dtp->fmt_arena,
	    sizeof(*f)) : NULL;
	if (f != NULL)
		f->text = dt_arena_printf(dtp->fmt_arena, "%s", text);
	rc = f != NULL && f->text != NULL ? dt_fmt_parse(dtp->fmt_arena,
	    f->text, &fmt, &why, &at) : -ENOMEM;
	if (rc == 0 && !aggs && fmt->naggs != 0) {
		why = "only printa() prints aggregations";
		rc = -EINVAL;
	}
	if (rc == -ENOMEM) {
		(void) dt_set_errno(dtp, EDT_NOMEM);
		return NULL;
	} else if (rc != 0) {
		(void) dt_set_error(dtp, EDT_COMPILER,
		    "cannot print \"%.*s\": %s", dt_fmt_shown(text + at),
		    text + at, why);
		return NULL;
	}
	f->fmt = fmt;
	return f;
}

void *
dtrace_printf_create(dtrace_hdl_t *dtp, const char *format)
{
	if (dt_alive(dtp) != 0)
		return NULL;
	return create(dtp, format, false);
}

void *
dtrace_printa_create(dtrace_hdl_t *dtp, const char *format)
{
	if (dt_alive(dtp) != 0)
		return NULL;
	return create(dtp, format, true);
}

size_t
dtrace_printf_format(dtrace_hdl_t *dtp, void *fmtdata, char *buf, size_t len)
{
	const struct fmtdata *f = fmtdata;

	if (dt_check(dtp, f != NULL) != 0)
		return 0;
	return (size_t)snprintf(buf, len, "%s", f->text);
}

/* Print to the sink; returns the number of records printed, or < 0. */
static int
format(dtrace_hdl_t *dtp, struct dt_sink *sink, const struct fmtdata *f,
    const dtrace_recdesc_t *recs, uint_t nrecs, const void *buf, size_t len)
{
	struct dt_show how = { .name = dt_symbolize_text, .arg = dtp };
	struct dt_aggprint style;
	int n;

	if (dt_alive(dtp) != 0 || f == NULL ||
	    (buf == NULL && len != 0) || (recs == NULL && nrecs != 0))
		return -EINVAL;
	style = dt_agg_style(dtp, sink->fp);
	how.stackindent = style.stackindent;
	how.rawbytes = style.rawbytes;
	how.terminal = style.terminal;
	how.quiet = dt_opt_on(dtp, DTRACEOPT_QUIET);
	n = dt_show_printf(sink, &how, f->fmt, recs, nrecs, buf, len);
	return n >= 0 && sink->err != 0 ? sink->err : n;
}

/* The number n of records, or -1 with the error set if rc is an error. */
static int
taken(dtrace_hdl_t *dtp, int rc, int n)
{
	return rc < 0 ? dt_result(dtp, rc) : n;
}

/* The caller's data, which the buffered handler may change. */
static dtrace_probedata_t
probedata(dtrace_hdl_t *dtp, const dtrace_probedata_t *data)
{
	return data != NULL ? *data :
	    (dtrace_probedata_t){ .dtpda_handle = dtp };
}

int
dtrace_fprintf(dtrace_hdl_t *dtp, FILE *fp, void *fmtdata,
    const dtrace_probedata_t *data, const dtrace_recdesc_t *recs,
    uint_t nrecs, const void *buf, size_t len)
{
	dtrace_probedata_t copy = probedata(dtp, data);
	struct dt_sink sink = { .fp = fp };
	int n = format(dtp, &sink, fmtdata, recs, nrecs, buf, len), rc = n;

	if (n >= 0 && fp == NULL && *dt_sink_text(&sink) != '\0') {
		const dtrace_bufdata_t text = {
			.dtbda_handle = dtp,
			.dtbda_buffered = dt_sink_text(&sink),
			.dtbda_probe = data != NULL ? &copy : NULL,
			.dtbda_recdesc = nrecs != 0 ? recs : NULL,
		};

		rc = dt_buffered(dtp, &text);
	}
	dt_sink_free(&sink);
	return taken(dtp, rc, n);
}

/* Collect the aggregations of one printa(), whose records are consecutive. */
static uint_t
get_vars(const dtrace_recdesc_t *recs, uint_t nrecs, const char *buf,
    size_t len, dtrace_aggvarid_t *vars)
{
	uint_t n;

	for (n = 0; n < nrecs && n < MAXJOIN; n++) {
		const dtrace_recdesc_t *r = &recs[n];

		if (r->dtrd_action != recs->dtrd_action ||
		    r->dtrd_uarg != recs->dtrd_uarg ||
		    r->dtrd_size != sizeof(vars[n]) ||
		    r->dtrd_offset + (size_t)r->dtrd_size > len)
			break;
		memcpy(&vars[n], buf + r->dtrd_offset, sizeof(vars[n]));
	}
	return n;
}

int
dtrace_fprinta(dtrace_hdl_t *dtp, FILE *fp, void *fmtdata,
    const dtrace_probedata_t *data, const dtrace_recdesc_t *recs,
    uint_t nrecs, const void *buf, size_t len)
{
	dtrace_probedata_t copy = probedata(dtp, data);
	const struct fmtdata *f = fmtdata;
	dtrace_aggvarid_t vars[MAXJOIN];
	struct dt_aggprint style;
	uint_t n;

	if (dt_alive(dtp) != 0)
		return -1;
	n = recs != NULL && buf != NULL ? get_vars(recs, nrecs, buf, len,
	    vars) : 0;
	if (n == 0)
		return dt_set_errno(dtp, EDT_BADAGGVAR);
	style = dt_agg_style(dtp, fp);
	style.probe = data != NULL ? &copy : NULL;
	style.rec = recs;
	return taken(dtp, dt_agg_printa(dtp->agg, &style,
	    f != NULL ? f->text : NULL, vars, (int)n), (int)n);
}

int
dtrace_system(dtrace_hdl_t *dtp, FILE *fp, void *fmtdata,
    const dtrace_probedata_t *data, const dtrace_recdesc_t *recs,
    uint_t nrecs, const void *buf, size_t len)
{
	struct dt_sink sink = { 0 };
	int n = format(dtp, &sink, fmtdata, recs, nrecs, buf, len), rc = n;

	(void) data;
	if (n >= 0)
		rc = dt_command_run(dt_sink_text(&sink), fp);
	dt_sink_free(&sink);
	return taken(dtp, rc, n);
}

int
dtrace_freopen(dtrace_hdl_t *dtp, FILE *fp, void *fmtdata,
    const dtrace_probedata_t *data, const dtrace_recdesc_t *recs,
    uint_t nrecs, const void *buf, size_t len)
{
	struct dt_sink sink = { 0 };
	int n = format(dtp, &sink, fmtdata, recs, nrecs, buf, len), rc = n;

	(void) data;
	if (n >= 0 && fp != NULL)
		rc = dt_redirect(&dtp->redirect, fp, dt_sink_text(&sink));
	dt_sink_free(&sink);
	return taken(dtp, rc, n);
}

/* The type of a name, or of a number of libctf's. */
static int
find_type(dtrace_hdl_t *dtp, const char *name, struct dt_type *type)
{
	const char *tick = strrchr(name, '`');
	dtrace_typeinfo_t info;
	char *end;
	long id;

	if (tick != NULL)
		name = tick + 1;
	id = strtol(name, &end, 10);
	if (end == name || *end != '\0') {
		if (dtrace_type_strcompile(dtp, name, &info) != 0)
			return -1;
		id = (long)info.dtt_type;
	}
	return dt_type_byid(dtp->types, id, type) == 0 ? 0 :
	    dt_set_error(dtp, EDT_NOTYPE, "there is no type \"%.100s\"", name);
}

/* Print bytes of a type whose layout is text; 0 or -errno. */
static int
print_value(dtrace_hdl_t *dtp, FILE *fp, const char *text, const void *addr)
{
	const struct dt_show how = { .name = dt_symbolize_text, .arg = dtp };
	struct dt_sink sink = { .fp = fp };

	dt_show_print(&sink, &how, text, addr);
	dt_sink_free(&sink);
	return sink.err;
}

int
dtrace_print(dtrace_hdl_t *dtp, FILE *fp, const char *name, caddr_t addr,
    size_t len)
{
	struct dt_buf text = { 0 };
	struct dt_type type;
	int rc;

	if (dt_check(dtp, fp != NULL && name != NULL && addr != NULL &&
	    len <= INT_MAX) != 0)
		return 0;
	if (find_type(dtp, name, &type) != 0)
		return 0;
	rc = dt_type_layout(dtp->types, &type, &text);
	if (rc == 0 && (type.size == 0 || type.size > len ||
	    !dt_layout_valid(dt_buf_text(&text), type.size)))
		rc = -EINVAL;
	if (rc == 0)
		rc = print_value(dtp, fp, dt_buf_text(&text), addr);
	dt_buf_free(&text);
	if (rc == 0)
		return (int)len;
	(void) dt_result(dtp, rc);
	return 0;
}
