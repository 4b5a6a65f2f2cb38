/* SPDX-License-Identifier: MIT */
/*
 * percentile.c - percentiles of a distribution.  The bucket of one is certain;
 * the value within the bucket is interpolated.
 */
#include <errno.h>
#include <inttypes.h>
#include "show/show.h"

typedef unsigned __int128 u128;

/* Add up all counts.  0 or a negative code. */
static int
add_up(const int64_t *bucket, int n, u128 *total)
{
	*total = 0;
	for (int b = 0; b < n; b++) {
		if (bucket[b] < 0)
			return -ERANGE;
		*total += (u128)bucket[b];
	}
	return *total != 0 ? 0 : -ENODATA;
}

/*
 * The rank of a percentile among total values, from 1.  99.9 % of 1,000 must be
 * 999, although 99.9 in binary is slightly more.
 */
static u128
rank_of(double percent, u128 total)
{
	long double x = (long double)percent / 100 * (long double)total;
	u128 rank;

	x -= x * 1e-15L;
	rank = (u128)x;
	rank += (long double)rank < x;
	return rank == 0 ? 1 : rank < total ? rank : total;
}

/* The k-th of n values that are spread evenly between the bounds. */
static int64_t
between(int64_t low, int64_t high, u128 k, u128 n)
{
	long double width = (long double)high - (long double)low;
	u128 off = (u128)(width * ((long double)k - 0.5L) / (long double)n);
	u128 most = (u128)((__int128)high - low);

	return (int64_t)(low + (__int128)(off < most ? off : most));
}

int
dt_quant_percentile(dtrace_actkind_t action, const uint64_t *w, double percent,
    dtrace_percentile_t *out)
{
	bool has_param = action != DTRACEAGG_QUANTIZE;
	uint64_t param = has_param ? w[0] : 0;
	const int64_t *bucket = (const int64_t *)w + has_param;
	u128 total, rank, below = 0;
	int b = 0, err;

	if (!(percent >= 0 && percent <= 100))
		return -EINVAL;
	err = add_up(bucket, dt_quant_count(action, param), &total);
	if (err != 0)
		return err;
	rank = rank_of(percent, total);
	while (below + (u128)bucket[b] < rank)
		below += (u128)bucket[b++];
	out->dtpc_count = total < UINT64_MAX ? (uint64_t)total : UINT64_MAX;
	out->dtpc_flags = dt_quant_bounds(action, param, b, &out->dtpc_low,
	    &out->dtpc_high);
	if (out->dtpc_flags == 0)
		out->dtpc_value = between(out->dtpc_low, out->dtpc_high,
		    rank - below, (u128)bucket[b]);
	else
		out->dtpc_value = out->dtpc_flags == DTRACE_PERCENTILE_BELOW ?
		    out->dtpc_high : out->dtpc_low;
	return 0;
}

const struct dt_percent dt_percents[DT_NPERCENTS] = {
	{ "p50", 50 }, { "p90", 90 }, { "p99", 99 }, { "p999", 99.9 },
};

static void
show_one(struct dt_sink *s, const dtrace_percentile_t *p)
{
	if (p->dtpc_flags == DTRACE_PERCENTILE_BELOW)
		dt_sink_printf(s, "%" PRId64 " or less", p->dtpc_high);
	else if (p->dtpc_flags == DTRACE_PERCENTILE_ABOVE)
		dt_sink_printf(s, "%" PRId64 " or more", p->dtpc_low);
	else
		dt_sink_printf(s, "%" PRId64 " (%" PRId64 " to %" PRId64 ")",
		    p->dtpc_value, p->dtpc_low, p->dtpc_high);
}

void
dt_show_percentiles(struct dt_sink *s, const struct dt_aggshow *v, bool tight)
{
	const char *none = NULL;

	for (size_t i = 0; i < DT_NPERCENTS && none == NULL; i++) {
		dtrace_percentile_t p;
		int err = dt_quant_percentile(v->action, v->w,
		    dt_percents[i].percent, &p);

		if (err != 0)
			none = err == -ENODATA ? "none: no data" :
			    "none: counts are below 0";
		dt_sink_printf(s, tight ? " %s " : "%16s ", err == 0 ?
		    dt_percents[i].name : "percentiles");
		if (err == 0)
			show_one(s, &p);
		else
			dt_sink_printf(s, "%s", none);
		if (!tight)
			dt_sink_write(s, "\n", 1);
	}
}
