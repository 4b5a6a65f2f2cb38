/* SPDX-License-Identifier: MIT */
/*
 * dtrace_aggregate_percentile(), and option aggpercentiles.
 * emulated: shared
 */
#include "api.h"

struct ask {
	const char *name;		/* of the variable */
	double percent;
	int err;
	dtrace_percentile_t want;
	int seen;
};

static int ask(const dtrace_aggdata_t *agg, void *arg)
{
	struct ask *a = arg;
	dtrace_percentile_t got = { 0 };
	int rc;

	if (strcmp(agg->dtada_desc->dtagd_name, a->name) != 0)
		return DTRACE_AGGWALK_NEXT;
	a->seen++;
	rc = dtrace_aggregate_percentile(agg, a->percent, &got);
	if (a->err != 0) {
		api_fails(agg->dtada_handle, rc, a->err);
		return DTRACE_AGGWALK_NEXT;
	}
	api_ok(agg->dtada_handle, rc);
	if (got.dtpc_low != a->want.dtpc_low ||
	    got.dtpc_high != a->want.dtpc_high ||
	    got.dtpc_value != a->want.dtpc_value ||
	    got.dtpc_count != a->want.dtpc_count ||
	    got.dtpc_flags != a->want.dtpc_flags)
		fail_msg("@%s %g: %ld to %ld, %ld of %lu, flags %x", a->name,
			 a->percent, got.dtpc_low, got.dtpc_high,
			 got.dtpc_value, got.dtpc_count, got.dtpc_flags);
	return DTRACE_AGGWALK_NEXT;
}

static void check(dtrace_hdl_t *dtp, const struct ask *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct ask a = v[i];

		api_ok(dtp, dtrace_aggregate_walk(dtp, ask, &a));
		assert_int_equal(a.seen, 1);
	}
}

#define CHECK(dtp, v) check(dtp, v, sizeof(v) / sizeof((v)[0]))

#define BELOW DTRACE_PERCENTILE_BELOW
#define ABOVE DTRACE_PERCENTILE_ABOVE

static void buckets(void **state)
{
	static const struct ask v[] = {
		{ "q", 0, 0, { -15, -8, -12, 1000, 0 }, 0 },
		{ "q", 50, 0, { 0, 0, 0, 1000, 0 }, 0 },
		{ "q", 99.9, 0, { 8, 15, 14, 1000, 0 }, 0 },
		{ "q", 99.91, 0, { 1024, 2047, 1535, 1000, 0 }, 0 },
		{ "q", 100, 0, { 1024, 2047, 1535, 1000, 0 }, 0 },
		{ "ends", 1, 0, { INT64_MIN, -(1LL << 62),
			-6917529027641081856, 2, 0 }, 0 },
		{ "ends", 99, 0, { 1LL << 62, INT64_MAX,
			6917529027641081855, 2, 0 }, 0 },
		{ "one", 50, 0, { 1, 1, 1, 1, 0 }, 0 },
		{ "l", 10, 0, { INT64_MIN, -11, -11, 4, BELOW }, 0 },
		{ "l", 30, 0, { -10, -6, -8, 4, 0 }, 0 },
		{ "l", 75, 0, { 5, 9, 7, 4, 0 }, 0 },
		{ "l", 76, 0, { 10, INT64_MAX, 10, 4, ABOVE }, 0 },
		{ "g", 1, 0, { INT64_MIN, 9, 9, 3, BELOW }, 0 },
		{ "g", 50, 0, { 30, 39, 34, 3, 0 }, 0 },
		{ "g", 99, 0, { 1000, INT64_MAX, 1000, 3, ABOVE }, 0 },
	};
	dtrace_hdl_t *dtp;

	dtp = api_snap(state, "BEGIN { @q = quantize(-9); "
		       "@q = quantize(0, 989); @q = quantize(9, 9); "
		       "@q = quantize(1024); "
		       "@ends = quantize(-9223372036854775807); "
		       "@ends = quantize(9223372036854775807); "
		       "@one = quantize(1); "
		       "@l = lquantize(-11, -10, 10, 5); "
		       "@l = lquantize(-10, -10, 10, 5); "
		       "@l = lquantize(9, -10, 10, 5); "
		       "@l = lquantize(10, -10, 10, 5); "
		       "@g = llquantize(-5, 10, 1, 2, 10); "
		       "@g = llquantize(35, 10, 1, 2, 10); "
		       "@g = llquantize(1000, 10, 1, 2, 10); }");
	CHECK(dtp, v);
	dtrace_close(dtp);
}

/* Aggregations without percentiles, and the message. */
static void refused(void **state)
{
	static const struct ask v[] = {
		{ .name = "c", .percent = 50, .err = EINVAL },
		{ .name = "q", .percent = -1, .err = EINVAL },
		{ .name = "q", .percent = 100.5, .err = EINVAL },
		{ .name = "q", .percent = __builtin_nan(""), .err = EINVAL },
		{ .name = "n", .percent = 50, .err = ERANGE },
		{ .name = "c", .percent = 50, .err = EINVAL },
	};
	static const struct ask none[] = {
		{ .name = "q", .percent = 50, .err = ENODATA },
	};
	dtrace_hdl_t *dtp;

	dtp = api_snap(state, "BEGIN { @c = count(); @q = quantize(1); "
		       "@n = quantize(1, -1); @n = quantize(5, 3); }");
	CHECK(dtp, v);
	assert_non_null(strstr(dtrace_errmsg(dtp, EINVAL), "@c"));
	dtrace_aggregate_clear(dtp);
	CHECK(dtp, none);
	dtrace_close(dtp);
}

/* Percentiles of the latest data, through the delta; a normal has no effect. */
static int latest(const dtrace_aggdata_t *agg, void *arg)
{
	dtrace_aggdata_t copy = *agg;
	dtrace_percentile_t all, last;

	copy.dtada_data = agg->dtada_delta;
	api_ok(agg->dtada_handle, dtrace_aggregate_percentile(agg, 50, &all));
	api_ok(agg->dtada_handle, dtrace_aggregate_percentile(&copy, 50,
							      &last));
	assert_int_equal(all.dtpc_low, 1);
	assert_int_equal(all.dtpc_count, 4);
	assert_int_equal(last.dtpc_low, 64);
	assert_int_equal(last.dtpc_count, 1);
	*(int *)arg += 1;
	return DTRACE_AGGWALK_NEXT;
}

static void interval(void **state)
{
	dtrace_hdl_t *dtp;
	int n = 0;

	dtp = api_snap(state, "BEGIN { @ = quantize(1, 3); } "
		       "END { @ = quantize(100); normalize(@, 3); }");
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, NULL, NULL));
	api_ok(dtp, dtrace_aggregate_walk(dtp, latest, &n));
	assert_int_equal(n, 1);
	dtrace_close(dtp);
}

/* A program without any distribution is refused with the option. */
static void none_at_all(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);

	api_ok(dtp, dtrace_setopt(dtp, "aggpercentiles", "on"));
	api_enable(dtp, "BEGIN { @ = count(); }");
	api_fails(dtp, dtrace_go(dtp), EINVAL);
	assert_non_null(strstr(dtrace_errmsg(dtp, EINVAL), "aggpercentiles"));
	api_enable(dtp, "BEGIN { @q = quantize(1); }");
	api_ok(dtp, dtrace_go(dtp));
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(buckets), ON_BOTH(refused), ON_BOTH(interval),
		ON_BOTH(none_at_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
