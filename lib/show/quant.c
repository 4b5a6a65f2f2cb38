/* SPDX-License-Identifier: MIT */
/* quant.c - distributions: what each bucket stands for, and their drawing. */
#include <inttypes.h>
#include <string.h>
#include "base/llq.h"
#include "show/show.h"

#define	LABEL		32	/* bytes */

/* A family: bucket b of n, the value that it begins with, its weight. */
struct family {
	dtrace_actkind_t action;
	bool has_param;
	int (*count)(uint64_t param);
	__int128 (*weight)(uint64_t param, int b);
	unsigned int (*bounds)(uint64_t param, int b, int64_t *low,
	    int64_t *high);
	void (*label)(char *text, uint64_t param, int b);
	int first, last;	/* rows of an empty distribution */
};

static int
q_count(uint64_t param)
{
	(void) param;
	return DTRACE_QUANTIZE_NBUCKETS;
}

static __int128
q_weight(uint64_t param, int b)
{
	(void) param;
	return DTRACE_QUANTIZE_BUCKETVAL(b);
}

/* op is of the rows that have a bound on one side only. */
static void
put_label(char *text, const char *op, int64_t bound)
{
	(void) snprintf(text, LABEL, "%s%" PRId64, op, bound);
}

static void
q_label(char *text, uint64_t param, int b)
{
	(void) param;
	put_label(text, "", DTRACE_QUANTIZE_BUCKETVAL(b));
}

/* Buckets of negative values end with their value, others begin with it. */
static unsigned int
q_bounds(uint64_t param, int b, int64_t *low, int64_t *high)
{
	const int zero = DTRACE_QUANTIZE_ZEROBUCKET;

	(void) param;
	*low = *high = DTRACE_QUANTIZE_BUCKETVAL(b);
	if (b < zero)
		*low = b == 0 ? INT64_MIN :
		    DTRACE_QUANTIZE_BUCKETVAL(b - 1) + 1;
	else if (b > zero)
		*high = b == DTRACE_QUANTIZE_NBUCKETS - 1 ? INT64_MAX :
		    DTRACE_QUANTIZE_BUCKETVAL(b + 1) - 1;
	return 0;
}

static int
lq_count(uint64_t param)
{
	return DTRACE_LQUANTIZE_LEVELS(param) + 2;
}

/* Where bucket b begins; 0 is below all, and weighs as its upper end. */
static int64_t
lq_lower(uint64_t param, int b)
{
	return DTRACE_LQUANTIZE_BASE(param) +
	    (int64_t)(b - 1) * DTRACE_LQUANTIZE_STEP(param);
}

static __int128
lq_weight(uint64_t param, int b)
{
	if (b == 0)
		return (int64_t)DTRACE_LQUANTIZE_BASE(param) - 1;
	return lq_lower(param, b) + (b == lq_count(param) - 1);
}

static unsigned int
lq_bounds(uint64_t param, int b, int64_t *low, int64_t *high)
{
	*low = b == 0 ? INT64_MIN : lq_lower(param, b);
	*high = lq_lower(param, b + 1) - 1;
	if (b == 0)
		return DTRACE_PERCENTILE_BELOW;
	if (b < lq_count(param) - 1)
		return 0;
	*high = INT64_MAX;
	return DTRACE_PERCENTILE_ABOVE;
}

static void
lq_label(char *text, uint64_t param, int b)
{
	if (b == 0)
		put_label(text, "< ", lq_lower(param, 1));
	else if (b == lq_count(param) - 1)
		put_label(text, ">= ", lq_lower(param, b));
	else
		put_label(text, "", lq_lower(param, b));
}

static int
llq_count(uint64_t param)
{
	return (int)dt_llq_nbuckets(param) + 2;
}

static __int128
llq_weight(uint64_t param, int b)
{
	if (b == 0)
		return (__int128)dt_llq_first(param) - 1;
	return dt_llq_lower(param, (uint64_t)b);
}

/* A magnitude may end beyond what a value can be. */
static int64_t
llq_upper(uint64_t param, int b)
{
	uint64_t next = dt_llq_lower(param, (uint64_t)b + 1);

	return next > (uint64_t)INT64_MAX ? INT64_MAX : (int64_t)next - 1;
}

static unsigned int
llq_bounds(uint64_t param, int b, int64_t *low, int64_t *high)
{
	*low = b == 0 ? INT64_MIN : (int64_t)dt_llq_lower(param, (uint64_t)b);
	*high = b < llq_count(param) - 1 ? llq_upper(param, b) : INT64_MAX;
	return b == 0 ? DTRACE_PERCENTILE_BELOW :
	    b == llq_count(param) - 1 ? DTRACE_PERCENTILE_ABOVE : 0;
}

static void
llq_label(char *text, uint64_t param, int b)
{
	int64_t lower = (int64_t)dt_llq_lower(param, (uint64_t)b);

	if (b == 0)
		put_label(text, "< ", (int64_t)dt_llq_first(param));
	else if (b == llq_count(param) - 1)
		put_label(text, ">= ", lower);
	else
		put_label(text, "", lower);
}

static const struct family families[] = {
	{ DTRACEAGG_QUANTIZE, false, q_count, q_weight, q_bounds,
	    q_label,
	    DTRACE_QUANTIZE_ZEROBUCKET - 1, DTRACE_QUANTIZE_ZEROBUCKET + 1 },
	{ DTRACEAGG_LQUANTIZE, true, lq_count, lq_weight, lq_bounds,
	    lq_label, 0, 2 },
	{ DTRACEAGG_LLQUANTIZE, true, llq_count, llq_weight, llq_bounds,
	    llq_label, 0, 1 },
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

static int64_t
lower(const struct family *f, uint64_t param, int b)
{
	switch (f->action) {
	case DTRACEAGG_LQUANTIZE:
		return lq_lower(param, b);
	case DTRACEAGG_LLQUANTIZE:
		return (int64_t)dt_llq_lower(param, (uint64_t)b);
	default:
		return DTRACE_QUANTIZE_BUCKETVAL(b);
	}
}

/* The first and the last of those with a parameter are open to one side. */
bool
dt_show_bucket(dtrace_actkind_t action, const uint64_t *w, int b,
    int64_t *bound, const char **side, int64_t *count)
{
	const struct family *f = family_of(action);
	uint64_t param = f->has_param ? w[0] : 0;
	int n = f->count(param);

	if (b >= n)
		return false;
	*count = (int64_t)w[b + f->has_param];
	*side = !f->has_param ? NULL : b == 0 ? "<" : b == n - 1 ? ">=" : NULL;
	*bound = lower(f, param, b == 0 && f->has_param ? 1 : b);
	return true;
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
		weight = f->weight(param, b);
		sum += weight * (int64_t)bucket[b];
		if (weight == 0)
			*zero += (int64_t)bucket[b];
	}
	if (action == DTRACEAGG_LLQUANTIZE)
		*zero = (int64_t)bucket[0];	/* the underflow decides */
	return sum;
}

int
dt_quant_count(dtrace_actkind_t action, uint64_t param)
{
	return family_of(action)->count(param);
}

unsigned int
dt_quant_bounds(dtrace_actkind_t action, uint64_t param, int b, int64_t *low,
    int64_t *high)
{
	return family_of(action)->bounds(param, b, low, high);
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
	for (int b = first; b <= last; b++) {
		char label[LABEL];

		f->label(label, param, b);
		dt_sink_printf(s, "%16s ", label);
		dt_show_bar(s, how, &bars, (int64_t)bucket[b]);
		dt_sink_printf(s, " %-9" PRId64,
		    dt_show_div((int64_t)bucket[b], v->normal));
		if (v->delta != NULL)
			dt_show_recent(s, how, v,
			    (int64_t)v->delta[b + f->has_param]);
		dt_sink_write(s, "\n", 1);
	}
	if (how->percentiles)
		dt_show_percentiles(s, v, false);
}

/* The labels at both ends of a line of cells, in equal columns. */
static void
ends(const struct family *f, uint64_t param, const struct dt_pack *p,
    char *low, char *high, int *width)
{
	f->label(low, param, p->first);
	f->label(high, param, p->last);
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
