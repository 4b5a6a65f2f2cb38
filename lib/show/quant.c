/* SPDX-License-Identifier: MIT */
/* quant.c - distributions: the bounds of their buckets, and their drawing. */
#include <inttypes.h>
#include <string.h>
#include "base/llq.h"
#include "show/show.h"

#define	LABEL		32	/* bytes */

/*
 * A kind of distribution: its number of buckets, and the first value of each.
 * A kind with a parameter has an underflow bucket, for which lower() is not
 * called, and an overflow bucket.
 */
struct family {
	dtrace_actkind_t action;
	bool has_param;
	int (*count)(uint64_t param);
	__int128 (*lower)(uint64_t param, int b);
	int first, last;	/* rows of an empty distribution */
};

static int
q_count(uint64_t param)
{
	(void) param;
	return DTRACE_QUANTIZE_NBUCKETS;
}

static __int128
q_lower(uint64_t param, int b)
{
	(void) param;
	return DTRACE_QUANTIZE_BUCKETVAL(b);
}

static int
lq_count(uint64_t param)
{
	return DTRACE_LQUANTIZE_LEVELS(param) + 2;
}

static __int128
lq_lower(uint64_t param, int b)
{
	return DTRACE_LQUANTIZE_BASE(param) +
	    (int64_t)(b - 1) * DTRACE_LQUANTIZE_STEP(param);
}

static int
llq_count(uint64_t param)
{
	return (int)dt_llq_nbuckets(param) + 2;
}

static __int128
llq_lower(uint64_t param, int b)
{
	return dt_llq_lower(param, (uint64_t)b);
}

static const struct family families[] = {
	{ DTRACEAGG_QUANTIZE, false, q_count, q_lower,
	    DTRACE_QUANTIZE_ZEROBUCKET - 1, DTRACE_QUANTIZE_ZEROBUCKET + 1 },
	{ DTRACEAGG_LQUANTIZE, true, lq_count, lq_lower, 0, 2 },
	{ DTRACEAGG_LLQUANTIZE, true, llq_count, llq_lower, 0, 1 },
};

static const struct family *
family_of(dtrace_actkind_t action)
{
	for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++)
		if (families[i].action == action)
			return &families[i];
	return NULL;
}

bool
dt_show_isquant(dtrace_actkind_t action)
{
	return family_of(action) != NULL;
}

/* Is b the overflow bucket? */
static bool
is_above(const struct family *f, uint64_t param, int b)
{
	return f->has_param && b == f->count(param) - 1;
}

/* The value in a bucket's label; *side is the operator before it, or NULL. */
static int64_t
name_of(const struct family *f, uint64_t param, int b, const char **side)
{
	bool below = f->has_param && b == 0;

	*side = below ? "<" : is_above(f, param, b) ? ">=" : NULL;
	return (int64_t)f->lower(param, below ? 1 : b);
}

static void
label(const struct family *f, uint64_t param, int b, char *text)
{
	const char *side;
	int64_t value = name_of(f, param, b, &side);

	(void) snprintf(text, LABEL, "%s%s%" PRId64, side != NULL ? side : "",
	    side != NULL ? " " : "", value);
}

bool
dt_show_bucket(dtrace_actkind_t action, const uint64_t *w, int b,
    int64_t *bound, const char **side, int64_t *count)
{
	const struct family *f = family_of(action);
	uint64_t param = f->has_param ? w[0] : 0;

	if (b >= f->count(param))
		return false;
	*count = (int64_t)w[b + f->has_param];
	*bound = name_of(f, param, b, side);
	return true;
}

/* The weight of a value in bucket b when distributions are compared. */
static __int128
weight_of(const struct family *f, uint64_t param, int b)
{
	if (f->has_param && b == 0)
		return f->lower(param, 1) - 1;
	return f->lower(param, b) + (f->action == DTRACEAGG_LQUANTIZE &&
	    is_above(f, param, b));
}

__int128
dt_show_weight(dtrace_actkind_t action, uint64_t param, const uint64_t *bucket,
    int64_t *zero)
{
	const struct family *f = family_of(action);
	int n = f->count(param);
	__int128 sum = 0;

	*zero = 0;
	for (int b = 0; b < n; b++) {
		__int128 weight;

		if (bucket[b] == 0)
			continue;
		weight = weight_of(f, param, b);
		sum += weight * (int64_t)bucket[b];
		if (weight == 0)
			*zero += (int64_t)bucket[b];
	}
	if (action == DTRACEAGG_LLQUANTIZE)
		*zero = (int64_t)bucket[0];	/* of the underflow bucket */
	return sum;
}

int
dt_quant_count(dtrace_actkind_t action, uint64_t param)
{
	return family_of(action)->count(param);
}

/* The value of a negative quantize() bucket is its last one, else its first. */
static unsigned int
q_bounds(int b, int64_t *low, int64_t *high)
{
	const int zero = DTRACE_QUANTIZE_ZEROBUCKET;

	*low = *high = DTRACE_QUANTIZE_BUCKETVAL(b);
	if (b < zero)
		*low = b == 0 ? INT64_MIN :
		    DTRACE_QUANTIZE_BUCKETVAL(b - 1) + 1;
	else if (b > zero)
		*high = b == DTRACE_QUANTIZE_NBUCKETS - 1 ? INT64_MAX :
		    DTRACE_QUANTIZE_BUCKETVAL(b + 1) - 1;
	return 0;
}

/* A bucket may end, but not begin, above INT64_MAX. */
unsigned int
dt_quant_bounds(dtrace_actkind_t action, uint64_t param, int b, int64_t *low,
    int64_t *high)
{
	const struct family *f = family_of(action);
	__int128 next;

	if (!f->has_param)
		return q_bounds(b, low, high);
	*low = b == 0 ? INT64_MIN : (int64_t)f->lower(param, b);
	*high = INT64_MAX;
	if (is_above(f, param, b))
		return DTRACE_PERCENTILE_ABOVE;
	next = f->lower(param, b + 1);
	if (next <= INT64_MAX)
		*high = (int64_t)next - 1;
	return b == 0 ? DTRACE_PERCENTILE_BELOW : 0;
}

bool
dt_quant_range(dtrace_actkind_t action, uint64_t param,
    const uint64_t *bucket, int *first, int *last)
{
	const struct family *f = family_of(action);
	int n = f->count(param), lo = 0, hi = n - 1;

	while (lo < n && bucket[lo] == 0)
		lo++;
	if (lo == n) {
		*first = f->first;
		*last = f->last;
		return false;
	}
	while (bucket[hi] == 0)
		hi--;
	*first = lo;
	*last = hi;
	return true;
}

/* Draw the line of bucket b. */
static void
row(struct dt_sink *s, const struct dt_show *how, const struct dt_aggshow *v,
    const struct dt_bars *bars, int b)
{
	const struct family *f = family_of(v->action);
	int64_t count = (int64_t)v->w[b + f->has_param];
	char name[LABEL];

	label(f, f->has_param ? v->w[0] : 0, b, name);
	dt_sink_printf(s, "%16s ", name);
	dt_show_bar(s, how, bars, count);
	dt_sink_printf(s, " %-9" PRId64, dt_show_div(count, v->normal));
	if (v->delta != NULL)
		dt_show_recent(s, how, v,
		    (int64_t)v->delta[b + f->has_param]);
	dt_sink_write(s, "\n", 1);
}

void
dt_show_quant(struct dt_sink *s, const struct dt_show *how,
    const struct dt_aggshow *v)
{
	const struct family *f = family_of(v->action);
	uint64_t param = f->has_param ? v->w[0] : 0;
	const uint64_t *bucket = v->w + f->has_param;
	struct dt_bars bars = { 0 };
	int first, last;

	if (dt_quant_range(v->action, param, bucket, &first, &last)) {
		first -= first > 0;
		last += last < f->count(param) - 1;
	}
	for (int b = first; b <= last; b++)
		dt_bars_add(&bars, (int64_t)bucket[b]);
	dt_sink_printf(s, "\n%16s %41s %-9s\n", "value", DT_BAR_HEAD, "count");
	for (int b = first; b <= last; b++)
		row(s, how, v, &bars, b);
	if (how->percentiles)
		dt_show_percentiles(s, v, false);
}

/* The labels at both ends of a line of cells, and their columns' widths. */
static void
ends(const struct family *f, uint64_t param, const struct dt_pack *p,
    char *low, char *high, int *width)
{
	label(f, param, p->first, low);
	label(f, param, p->last, high);
	width[0] = (int)strlen(low);
	width[1] = (int)strlen(high);
	for (int i = 0; i < 2; i++)
		if (width[i] < (int)sizeof("max") - 1)
			width[i] = sizeof("max") - 1;
}

void
dt_show_packhead(struct dt_sink *s, dtrace_actkind_t action, uint64_t param,
    const struct dt_pack *p)
{
	char low[LABEL], high[LABEL];
	int width[2];

	ends(family_of(action), param, p, low, high, width);
	dt_sink_printf(s, " %*s .", width[0], "min");
	dt_sink_fill(s, '-', (size_t)(p->last - p->first + 1));
	dt_sink_printf(s, ". %-*s | count\n", width[1], "max");
}

void
dt_show_pack(struct dt_sink *s, const struct dt_show *how,
    const struct dt_aggshow *v, const struct dt_pack *p)
{
	const struct family *f = family_of(v->action);
	uint64_t param = f->has_param ? v->w[0] : 0;
	const uint64_t *bucket = v->w + f->has_param;
	char low[LABEL], high[LABEL];
	struct dt_bars bars = { 0 };
	int64_t count = 0, came = 0;
	int width[2];

	for (int b = p->first; b <= p->last; b++) {
		dt_bars_add(&bars, (int64_t)bucket[b]);
		count += (int64_t)bucket[b];
		if (v->delta != NULL)
			came += (int64_t)v->delta[b + f->has_param];
	}
	ends(f, param, p, low, high, width);
	dt_sink_printf(s, " %*s :", width[0], low);
	for (int b = p->first; b <= p->last; b++)
		dt_show_cell(s, how, &bars, (int64_t)bucket[b]);
	dt_sink_printf(s, ": %-*s | %" PRId64, width[1], high,
	    dt_show_div(count, v->normal));
	dt_show_recent(s, how, v, came);
	if (how->percentiles)
		dt_show_percentiles(s, v, true);
}
