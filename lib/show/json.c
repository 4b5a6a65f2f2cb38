/* SPDX-License-Identifier: MIT */
/* json.c - values as JSON. */
#include "show/json.h"

#include <inttypes.h>
#include <string.h>
#include "base/act.h"
#include "base/utf8.h"
#include "rt/clause.h"

static void
separate(struct dt_json *j)
{
	if (j->more)
		dt_sink_write(j->s, ",", 1);
	j->more = true;
}

void
dt_json_open(struct dt_json *j, char bracket)
{
	separate(j);
	dt_sink_write(j->s, &bracket, 1);
	j->more = false;
}

void
dt_json_close(struct dt_json *j, char bracket)
{
	dt_sink_write(j->s, &bracket, 1);
	j->more = true;
}

void
dt_json_name(struct dt_json *j, const char *name)
{
	dt_json_str(j, name, strlen(name));
	dt_sink_write(j->s, ":", 1);
	j->more = false;
}

void
dt_json_int(struct dt_json *j, int64_t v)
{
	separate(j);
	dt_sink_printf(j->s, "%" PRId64, v);
}

void
dt_json_uint(struct dt_json *j, uint64_t v)
{
	separate(j);
	dt_sink_printf(j->s, "%" PRIu64, v);
}

/* The length of the character at p if it needs no escape, else 0. */
static size_t
plain(const char *p, size_t n)
{
	return *p == '"' || *p == '\\' ? 0 : dt_utf8_len(p, n);
}

static void
escape(struct dt_sink *s, unsigned char c)
{
	static const char from[] = "\b\f\n\r\t\"\\", to[] = "bfnrt\"\\";
	const char *at = c != '\0' ? strchr(from, c) : NULL;

	if (at != NULL)
		dt_sink_printf(s, "\\%c", to[at - from]);
	else
		dt_sink_printf(s, "\\u%04x", c);
}

void
dt_json_str(struct dt_json *j, const char *text, size_t n)
{
	size_t len, run = 0;

	separate(j);
	dt_sink_write(j->s, "\"", 1);
	for (size_t i = 0; i < n; i += len) {
		len = plain(text + i, n - i);
		if (len != 0) {
			run += len;
			continue;
		}
		dt_sink_write(j->s, text + i - run, run);
		run = 0;
		escape(j->s, (unsigned char)text[i]);
		len = 1;
	}
	dt_sink_write(j->s, text + n - run, run);
	dt_sink_write(j->s, "\"", 1);
}

void
dt_json_named_int(struct dt_json *j, const char *name, int64_t v)
{
	dt_json_name(j, name);
	dt_json_int(j, v);
}

void
dt_json_named_uint(struct dt_json *j, const char *name, uint64_t v)
{
	dt_json_name(j, name);
	dt_json_uint(j, v);
}

void
dt_json_named_str(struct dt_json *j, const char *name, const char *v)
{
	dt_json_name(j, name);
	dt_json_str(j, v, strlen(v));
}

void
dt_json_bytes(struct dt_json *j, const unsigned char *p, size_t n)
{
	separate(j);
	dt_sink_write(j->s, "\"", 1);
	for (size_t i = 0; i < n; i++)
		dt_sink_printf(j->s, "%02x", p[i]);
	dt_sink_write(j->s, "\"", 1);
}

static void
string(struct dt_json *j, const struct dt_show *how, const char *p, size_t n)
{
	size_t len = strnlen(p, n);

	if (how->rawbytes)
		dt_json_bytes(j, (const unsigned char *)p, len);
	else
		dt_json_str(j, p, len);
}

static void
integer(struct dt_json *j, const void *p, size_t size, bool is_signed)
{
	int64_t v = dt_show_load(p, size, is_signed);

	if (is_signed)
		dt_json_int(j, v);
	else
		dt_json_uint(j, (uint64_t)v);
}

void
dt_json_datum(struct dt_json *j, const struct dt_show *how,
    const dtrace_recdesc_t *rec, const void *p)
{
	dtrace_actkind_t action = dt_show_action(rec);

	if (dt_act_isstack(action) || dt_act_issym(action)) {
		dt_json_addresses(j, how, action, p, rec->dtrd_size);
		return;
	}
	switch ((enum dt_pfarg)rec->dtrd_arg) {
	case DT_PF_STRING:
	case DT_PF_LITERAL:
		string(j, how, p, rec->dtrd_size);
		break;
	case DT_PF_SIGNED:
	case DT_PF_UNSIGNED:
		integer(j, p, rec->dtrd_size, rec->dtrd_arg == DT_PF_SIGNED);
		break;
	case DT_PF_BYTES:
		dt_json_bytes(j, p, rec->dtrd_size);
		break;
	case DT_PF_LAYOUT:	/* dt_json_print() shows these */
	case DT_PF_ACTION:
		break;
	}
}

typedef unsigned __int128 u128;

/* Write n per second of v's interval, rounded to a tenth. */
static void
rate(struct dt_json *j, const struct dt_aggshow *v, int64_t n)
{
	u128 size = n < 0 ? -(u128)n : (u128)n, whole;
	u128 by = (u128)(v->normal > 1 ? v->normal : 1) * (u128)v->ns;
	u128 tenths = (size * 10 * NANOSEC + by / 2) / by;
	const uint64_t digits = 1000000000000000000;	/* 18 of them */

	separate(j);
	whole = tenths / 10;
	if (n < 0 && tenths != 0)
		dt_sink_write(j->s, "-", 1);
	if (whole < digits)
		dt_sink_printf(j->s, "%" PRIu64, (uint64_t)whole);
	else
		dt_sink_printf(j->s, "%" PRIu64 "%018" PRIu64,
		    (uint64_t)(whole / digits), (uint64_t)(whole % digits));
	dt_sink_printf(j->s, ".%d", (int)(tenths % 10));
}

/* Write the members delta and per-second of n, the change in the interval. */
static void
recent(struct dt_json *j, const struct dt_show *how,
    const struct dt_aggshow *v, int64_t n, bool has_rate)
{
	if (v->delta == NULL)
		return;
	if (how->delta)
		dt_json_named_int(j, "delta", dt_show_div(n, v->normal));
	if (how->persec && has_rate && v->ns > 0) {
		dt_json_name(j, "per-second");
		rate(j, v, n);
	}
}

/* The buckets of a distribution; the words may begin with a parameter. */
static const uint64_t *
bucket_words(dtrace_actkind_t action, const uint64_t *w)
{
	return w + (action != DTRACEAGG_QUANTIZE);
}

/* Write the buckets that are not empty or have changed in the interval. */
static void
buckets(struct dt_json *j, const struct dt_show *how,
    const struct dt_aggshow *v)
{
	const uint64_t *delta = v->delta != NULL ?
	    bucket_words(v->action, v->delta) : NULL;
	const char *side;
	int64_t count, bound;

	dt_json_name(j, "buckets");
	dt_json_open(j, '[');
	for (int b = 0; dt_show_bucket(v->action, v->w, b, &bound, &side,
	    &count); b++) {
		if (count == 0 && (delta == NULL || delta[b] == 0))
			continue;
		dt_json_open(j, '{');
		dt_json_named_int(j, "value", bound);
		if (side != NULL)
			dt_json_named_str(j, "operator", side);
		dt_json_named_int(j, "count", dt_show_div(count, v->normal));
		if (delta != NULL)
			recent(j, how, v, (int64_t)delta[b], true);
		dt_json_close(j, '}');
	}
	dt_json_close(j, ']');
}

/* An underflow or overflow bucket has one bound, which an operator shows. */
static void
percentile(struct dt_json *j, const char *name, const dtrace_percentile_t *p)
{
	dt_json_name(j, name);
	dt_json_open(j, '{');
	dt_json_named_int(j, "value", p->dtpc_value);
	if (p->dtpc_flags == DTRACE_PERCENTILE_BELOW) {
		dt_json_named_str(j, "operator", "<=");
	} else if (p->dtpc_flags == DTRACE_PERCENTILE_ABOVE) {
		dt_json_named_str(j, "operator", ">=");
	} else {
		dt_json_named_int(j, "low", p->dtpc_low);
		dt_json_named_int(j, "high", p->dtpc_high);
	}
	dt_json_close(j, '}');
}

static void
percentiles(struct dt_json *j, const struct dt_aggshow *v)
{
	dtrace_percentile_t p;

	dt_json_name(j, "percentiles");
	dt_json_open(j, '{');
	for (size_t i = 0; i < DT_NPERCENTS; i++)
		if (dt_quant_percentile(v->action, v->w,
		    dt_percents[i].percent, &p) == 0)
			percentile(j, dt_percents[i].name, &p);
	dt_json_close(j, '}');
}

static const struct {
	dtrace_actkind_t action;
	const char *name;
} functions[] = {
#define	DT_AGG(id, name, min, max, nw)	{ DTRACEAGG_##id, name },
#include "tbl/aggs.h"
#undef DT_AGG
};

/* The delta of a mean is the mean of the values of the last interval. */
static void
mean(struct dt_json *j, const struct dt_show *how, const struct dt_aggshow *v,
    int64_t (*of)(const uint64_t *, uint64_t))
{
	dt_json_int(j, of(v->w, v->normal));
	if (v->delta != NULL && how->delta && v->delta[0] != 0)
		dt_json_named_int(j, "delta", of(v->delta, v->normal));
}

void
dt_json_value(struct dt_json *j, const struct dt_show *how,
    const struct dt_aggshow *v)
{
	size_t i = 0;

	if (dt_show_isquant(v->action)) {
		buckets(j, how, v);
		if (how->percentiles)
			percentiles(j, v);
		return;
	}
	while (functions[i].action != v->action)
		i++;
	dt_json_name(j, functions[i].name);
	if (v->action == DTRACEAGG_AVG) {
		mean(j, how, v, dt_show_avg);
	} else if (v->action == DTRACEAGG_STDDEV) {
		mean(j, how, v, dt_show_stddev);
	} else {
		dt_json_int(j, dt_show_div((int64_t)v->w[0], v->normal));
		if (v->delta != NULL)
			recent(j, how, v, (int64_t)v->delta[0],
			    v->action != DTRACEAGG_MIN &&
			    v->action != DTRACEAGG_MAX);
	}
}
