/* SPDX-License-Identifier: MIT */
/* quant.c - distributions: what each bucket stands for, and their drawing. */
#include <inttypes.h>
#include "base/llq.h"
#include "show/show.h"

#define	BAR		40	/* columns of a full bar */
#define	EMPTY		-1	/* no bucket */

/* A family: bucket b of n, the value that it begins with, its weight. */
struct family {
	dtrace_actkind_t action;
	bool has_param;
	int (*count)(uint64_t param);
	__int128 (*weight)(uint64_t param, int b);
	void (*label)(struct dt_sink *s, uint64_t param, int b);
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

static void
q_label(struct dt_sink *s, uint64_t param, int b)
{
	(void) param;
	dt_sink_printf(s, "%16lld ",
	    (long long)DTRACE_QUANTIZE_BUCKETVAL(b));
}

/* Rows that have a bound on one side only. */
static void
edge_label(struct dt_sink *s, const char *op, int64_t bound)
{
	char text[32];

	(void) snprintf(text, sizeof(text), "%s %" PRId64, op, bound);
	dt_sink_printf(s, "%16s ", text);
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

static void
lq_label(struct dt_sink *s, uint64_t param, int b)
{
	if (b == 0)
		edge_label(s, "<", lq_lower(param, 1));
	else if (b == lq_count(param) - 1)
		edge_label(s, ">=", lq_lower(param, b));
	else
		dt_sink_printf(s, "%16" PRId64 " ", lq_lower(param, b));
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

static void
llq_label(struct dt_sink *s, uint64_t param, int b)
{
	int64_t lower = (int64_t)dt_llq_lower(param, (uint64_t)b);

	if (b == 0)
		edge_label(s, "<", (int64_t)dt_llq_first(param));
	else if (b == llq_count(param) - 1)
		edge_label(s, ">=", lower);
	else
		dt_sink_printf(s, "%16" PRId64 " ", lower);
}

static const struct family families[] = {
	{ DTRACEAGG_QUANTIZE, false, q_count, q_weight, q_label,
	    DTRACE_QUANTIZE_ZEROBUCKET - 1, DTRACE_QUANTIZE_ZEROBUCKET + 1 },
	{ DTRACEAGG_LQUANTIZE, true, lq_count, lq_weight, lq_label, 0, 2 },
	{ DTRACEAGG_LLQUANTIZE, true, llq_count, llq_weight, llq_label, 0, 1 },
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

/* What a drawing needs to know of all its rows. */
struct drawing {
	int first, last;
	bool negative, positive;
	long double total;
	uint64_t normal;
};

static void
measure(const struct family *f, const int64_t *bucket, int n,
    struct drawing *d)
{
	d->first = EMPTY;
	for (int b = 0; b < n; b++) {
		if (bucket[b] == 0)
			continue;
		if (d->first == EMPTY)
			d->first = b;
		d->last = b;
		d->negative |= bucket[b] < 0;
		d->positive |= bucket[b] > 0;
		d->total += bucket[b] < 0 ? -(long double)bucket[b] :
		    (long double)bucket[b];
	}
	if (d->first == EMPTY) {
		d->first = f->first;
		d->last = f->last;
		return;
	}
	d->first -= d->first > 0;
	d->last += d->last < n - 1;
}

/* Columns out of len for a count. */
static size_t
depth_of(const struct drawing *d, int64_t count, int len)
{
	long double size = count < 0 ? -(long double)count : count;

	return d->total == 0 ? 0 : (size_t)(size * len / d->total + 0.5L);
}

/* Below zero a bar grows to the left, the others to the right of the line. */
static void
left_bar(struct dt_sink *s, size_t depth, size_t len)
{
	dt_sink_fill(s, ' ', len - depth);
	dt_sink_fill(s, '@', depth);
}

static void
right_bar(struct dt_sink *s, size_t depth, size_t len)
{
	dt_sink_fill(s, '@', depth);
	dt_sink_fill(s, ' ', len - depth);
}

static void
bar(struct dt_sink *s, const struct drawing *d, int64_t count)
{
	int len = d->negative && d->positive ? BAR / 2 : BAR;
	size_t depth = depth_of(d, count, len), room = (size_t)len;

	if (!d->negative) {
		dt_sink_fill(s, '|', 1);
		right_bar(s, depth, room);
	} else if (!d->positive) {
		left_bar(s, depth, room);
		dt_sink_fill(s, '|', 1);
	} else if (count <= 0) {
		left_bar(s, depth, room);
		dt_sink_fill(s, '|', 1);
		dt_sink_fill(s, ' ', room);
	} else {
		dt_sink_fill(s, ' ', room);
		dt_sink_fill(s, '|', 1);
		right_bar(s, depth, room);
	}
	dt_sink_printf(s, " %-9" PRId64 "\n", dt_show_div(count, d->normal));
}

void
dt_show_quant(struct dt_sink *s, dtrace_actkind_t action, const uint64_t *w,
    uint64_t normal)
{
	const struct family *f = family_of(action);
	uint64_t param = f->has_param ? w[0] : 0;
	const int64_t *bucket = (const int64_t *)w + f->has_param;
	struct drawing d = { .normal = normal };

	measure(f, bucket, f->count(param), &d);
	dt_sink_printf(s, "\n%16s %41s %-9s\n", "value",
	    "------------- Distribution -------------", "count");
	for (int b = d.first; b <= d.last; b++) {
		f->label(s, param, b);
		bar(s, &d, bucket[b]);
	}
}
