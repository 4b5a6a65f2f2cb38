/* SPDX-License-Identifier: MIT */
/*
 * dtrace_aggregate_*: layout, orders, and the return codes of callbacks.
 * emulated: shared
 */
#include "api.h"

struct walk {
	char text[512];
	int n, answer;
	uint64_t normal;
};

/* Append key=value, and return the test's answer. */
static int note(const dtrace_aggdata_t *agg, void *arg)
{
	struct walk *w = arg;
	size_t len = strlen(w->text);

	w->n++;
	snprintf(w->text + len, sizeof(w->text) - len, "%s%s=%ld", len ? " " :
		 "", api_key(agg), *api_value(agg));
	if (w->normal)
		((dtrace_aggdata_t *)agg)->dtada_normal = w->normal - 1;
	if (w->answer == DTRACE_AGGWALK_ERROR)
		errno = ENOSPC;
	return w->answer;
}

static void expect(dtrace_hdl_t *dtp, dtrace_aggregate_walk_f *walk,
		   const char *text)
{
	struct walk w = { 0 };

	api_ok(dtp, walk(dtp, note, &w));
	assert_string_equal(w.text, text);
}

static const char letters[] =
	"BEGIN { @[\"b\"] = sum(2); @[\"a\"] = sum(3); @[\"c\"] = sum(1); "
	"@[\"d\"] = sum(2); }";

static const char two[] =
	"BEGIN { @x[\"a\"] = min(1); @y[\"a\"] = max(5); @x[\"b\"] = min(4); "
	"@y[\"b\"] = max(2); }";

static void orders(void **state)
{
	dtrace_hdl_t *dtp = api_snap(state, letters);

	expect(dtp, dtrace_aggregate_walk_keysorted, "a=3 b=2 c=1 d=2");
	expect(dtp, dtrace_aggregate_walk_keyrevsorted, "d=2 c=1 b=2 a=3");
	expect(dtp, dtrace_aggregate_walk_valsorted, "c=1 b=2 d=2 a=3");
	expect(dtp, dtrace_aggregate_walk_valrevsorted, "a=3 d=2 b=2 c=1");
	expect(dtp, dtrace_aggregate_walk_sorted, "c=1 b=2 d=2 a=3");
	api_ok(dtp, dtrace_setopt(dtp, "aggsortkey", "1"));
	expect(dtp, dtrace_aggregate_walk_sorted, "a=3 b=2 c=1 d=2");
	expect(dtp, dtrace_aggregate_walk_valsorted, "c=1 b=2 d=2 a=3");
	api_ok(dtp, dtrace_setopt(dtp, "aggsortrev", NULL));
	expect(dtp, dtrace_aggregate_walk_sorted, "d=2 c=1 b=2 a=3");
	dtrace_close(dtp);
}

static void orders_of_two(void **state)
{
	dtrace_hdl_t *dtp = api_snap(state, two);

	expect(dtp, dtrace_aggregate_walk_keysorted, "a=1 b=4 a=5 b=2");
	expect(dtp, dtrace_aggregate_walk_keyvarsorted, "a=1 a=5 b=4 b=2");
	expect(dtp, dtrace_aggregate_walk_keyvarrevsorted, "b=2 b=4 a=5 a=1");
	expect(dtp, dtrace_aggregate_walk_valvarsorted, "a=1 b=4 b=2 a=5");
	expect(dtp, dtrace_aggregate_walk_valvarrevsorted, "a=5 b=2 b=4 a=1");
	expect(dtp, dtrace_aggregate_walk_valrevsorted, "a=5 b=2 b=4 a=1");
	expect(dtp, dtrace_aggregate_walk_keyrevsorted, "b=2 a=5 b=4 a=1");
	dtrace_close(dtp);
}

/* The layout that consumers hard-code. */
static int check_layout(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_aggdesc_t *desc = agg->dtada_desc;
	const dtrace_recdesc_t *rec = desc->dtagd_rec;

	assert_string_equal(desc->dtagd_name, "name");
	assert_int_equal(desc->dtagd_varid, 2);
	assert_int_equal(desc->dtagd_nrecs, 4);
	assert_int_equal(desc->dtagd_size, agg->dtada_size);
	assert_int_equal(*(uint32_t *)agg->dtada_data, desc->dtagd_id);
	assert_int_equal(rec[0].dtrd_action, DTRACEACT_DIFEXPR);
	assert_int_equal(rec[0].dtrd_offset, 8);
	assert_int_equal(rec[0].dtrd_size, 8);
	assert_int_equal(*(int64_t *)(agg->dtada_data + 8), 2);
	assert_int_equal(rec[1].dtrd_offset, 16);
	assert_int_equal(rec[1].dtrd_size, 256);
	assert_string_equal(agg->dtada_data + 16, "key");
	assert_int_equal(rec[2].dtrd_offset, 272);
	assert_int_equal(rec[2].dtrd_size, 4);
	assert_int_equal(*(int *)(agg->dtada_data + 272), -5);
	assert_int_equal(rec[3].dtrd_action, DTRACEAGG_AVG);
	assert_int_equal(rec[3].dtrd_offset, 280);
	assert_int_equal(rec[3].dtrd_size, 16);
	assert_int_equal(api_value(agg)[0], 2);
	assert_int_equal(api_value(agg)[1], 30);
	assert_int_equal(agg->dtada_normal, 1);
	assert_null(agg->dtada_percpu);
	assert_string_equal(agg->dtada_pdesc->dtpd_name, "BEGIN");
	assert_int_equal(agg->dtada_edesc->dtepd_epid, desc->dtagd_epid);
	*(int *)arg += 1;
	return DTRACE_AGGWALK_NEXT;
}

static void layout(void **state)
{
	dtrace_hdl_t *dtp;
	int n = 0;

	dtp = api_snap(state, "BEGIN /0/ { @other = count(); } BEGIN { "
		       "@name[\"key\", -5] = avg(10); "
		       "@name[\"key\", -5] = avg(20); }");
	api_ok(dtp, dtrace_aggregate_walk(dtp, check_layout, &n));
	assert_int_equal(n, 1);
	dtrace_close(dtp);
}

static int check_sizes(const dtrace_aggdata_t *agg, void *arg)
{
	static const struct {
		int action;
		uint32_t size;
	} v[] = {
		{ 0, 0 }, { DTRACEAGG_COUNT, 8 }, { DTRACEAGG_STDDEV, 32 },
		{ DTRACEAGG_QUANTIZE, 1016 }, { DTRACEAGG_LQUANTIZE, 13 * 8 },
	};
	const dtrace_aggdesc_t *desc = agg->dtada_desc;
	const dtrace_recdesc_t *rec = &desc->dtagd_rec[1];

	assert_string_equal(desc->dtagd_varid == 1 ? desc->dtagd_name : "_",
			    "_");
	assert_int_equal(desc->dtagd_nrecs, 2);
	assert_int_equal(rec->dtrd_action, v[desc->dtagd_varid].action);
	assert_int_equal(rec->dtrd_size, v[desc->dtagd_varid].size);
	*(int *)arg += 1;
	return DTRACE_AGGWALK_NEXT;
}

static void sizes(void **state)
{
	dtrace_hdl_t *dtp;
	int n = 0;

	dtp = api_snap(state, "BEGIN { @ = count(); @d = stddev(1); "
		       "@q = quantize(1); @l = lquantize(1, 0, 100, 10); }");
	api_ok(dtp, dtrace_aggregate_walk(dtp, check_sizes, &n));
	assert_int_equal(n, 4);
	dtrace_close(dtp);
}

static void answers(void **state)
{
	dtrace_hdl_t *dtp = api_snap(state, letters);
	struct walk w = { .answer = DTRACE_AGGWALK_ABORT };

	api_fails(dtp, dtrace_aggregate_walk_keysorted(dtp, note, &w),
		  E_DIRABORT);
	assert_int_equal(w.n, 1);
	w = (struct walk){ .answer = DTRACE_AGGWALK_ERROR };
	api_fails(dtp, dtrace_aggregate_walk_keysorted(dtp, note, &w),
		  ENOSPC);
	assert_int_equal(w.n, 1);
	w = (struct walk){ .answer = 17 };
	api_fails(dtp, dtrace_aggregate_walk(dtp, note, &w), E_BADRVAL);
	expect(dtp, dtrace_aggregate_walk_keysorted, "a=3 b=2 c=1 d=2");
	dtrace_close(dtp);
}

static void clear_and_remove(void **state)
{
	dtrace_hdl_t *dtp = api_snap(state, letters);
	struct walk w = { .answer = DTRACE_AGGWALK_CLEAR };

	api_ok(dtp, dtrace_aggregate_walk(dtp, note, &w));
	assert_int_equal(w.n, 4);
	expect(dtp, dtrace_aggregate_walk_keysorted, "a=0 b=0 c=0 d=0");
	w = (struct walk){ .answer = DTRACE_AGGWALK_REMOVE };
	api_ok(dtp, dtrace_aggregate_walk(dtp, note, &w));
	assert_int_equal(w.n, 4);
	expect(dtp, dtrace_aggregate_walk, "");
	/* walked again in the same moment */
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	expect(dtp, dtrace_aggregate_walk_valsorted, "");
	dtrace_close(dtp);
}

static void remove_in_order(void **state)
{
	dtrace_hdl_t *dtp = api_snap(state, letters);
	struct walk w = { .answer = DTRACE_AGGWALK_REMOVE };

	api_ok(dtp, dtrace_aggregate_walk_valrevsorted(dtp, note, &w));
	assert_string_equal(w.text, "a=3 d=2 b=2 c=1");
	expect(dtp, dtrace_aggregate_walk, "");
	dtrace_close(dtp);
}

static int normal_is(const dtrace_aggdata_t *agg, void *arg)
{
	assert_int_equal(agg->dtada_normal, *(uint64_t *)arg);
	return DTRACE_AGGWALK_NEXT;
}

static void normals(void **state)
{
	dtrace_hdl_t *dtp = api_snap(state, letters);
	struct walk w = { .answer = DTRACE_AGGWALK_NORMALIZE, .normal = 101 };
	uint64_t want = 100;

	api_ok(dtp, dtrace_aggregate_walk(dtp, note, &w));
	api_ok(dtp, dtrace_aggregate_walk(dtp, normal_is, &want));
	w = (struct walk){ .answer = DTRACE_AGGWALK_DENORMALIZE };
	api_ok(dtp, dtrace_aggregate_walk(dtp, note, &w));
	want = 1;
	api_ok(dtp, dtrace_aggregate_walk(dtp, normal_is, &want));
	w = (struct walk){ .answer = DTRACE_AGGWALK_NORMALIZE, .normal = 1 };
	api_fails(dtp, dtrace_aggregate_walk(dtp, note, &w), E_BADRVAL);
	api_ok(dtp, dtrace_aggregate_walk(dtp, normal_is, &want));
	dtrace_close(dtp);
}

/* clear zeroes the values of the last snapshot; keys stay. */
static void clear_all(void **state)
{
	dtrace_hdl_t *dtp = api_snap(state, letters);

	dtrace_aggregate_clear(dtp);
	expect(dtp, dtrace_aggregate_walk_keysorted, "a=0 b=0 c=0 d=0");
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	expect(dtp, dtrace_aggregate_walk_keysorted, "a=0 b=0 c=0 d=0");
	dtrace_close(dtp);
}

/* END fires after the clear, and only its data remain. */
static void clear_then_more(void **state)
{
	dtrace_hdl_t *dtp;

	dtp = api_snap(state, "BEGIN { @[\"k\"] = sum(5); @[\"l\"] = sum(6); }"
		       "END { @[\"k\"] = sum(7); }");
	dtrace_aggregate_clear(dtp);
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	expect(dtp, dtrace_aggregate_walk_keysorted, "k=7 l=0");
	dtrace_close(dtp);
}

/* Values from before a clear do not affect later extremes. */
static void clear_extremes(void **state)
{
	dtrace_hdl_t *dtp;

	dtp = api_snap(state, "BEGIN { @[\"k\"] = min(5); @[\"l\"] = min(6); "
		       "@b[\"k\"] = max(-5); } "
		       "END { @[\"k\"] = min(7); @b[\"k\"] = max(-7); }");
	dtrace_aggregate_clear(dtp);
	expect(dtp, dtrace_aggregate_walk_keysorted, "k=0 l=0 k=0");
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	expect(dtp, dtrace_aggregate_walk_keysorted, "k=7 l=0 k=-7");
	dtrace_close(dtp);
}

/* A first snap is never too early, the second one is. */
static void rate(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);

	api_ok(dtp, dtrace_setopt(dtp, "aggrate", "1h"));
	api_enable(dtp, "BEGIN { @[\"k\"] = sum(1); } "
		   "END { @[\"k\"] = sum(2); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	expect(dtp, dtrace_aggregate_walk, "k=1");
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_stop(dtp));
	/* work takes all data, whatever the rate */
	assert_int_equal(dtrace_work(dtp, stdout, NULL, NULL, NULL),
			 DTRACE_WORKSTATUS_DONE);
	expect(dtp, dtrace_aggregate_walk, "k=3");
	dtrace_close(dtp);
}

static int percpu_sum(const dtrace_aggdata_t *agg, void *arg)
{
	int64_t words[4] = { 0 };

	assert_non_null(agg->dtada_percpu);
	for (long cpu = 0; cpu < sysconf(_SC_CPUID_MAX); cpu++) {
		assert_non_null(agg->dtada_percpu[cpu]);
		for (int w = 0; w < 4; w++)
			words[w] += ((int64_t *)agg->dtada_percpu[cpu])[w];
	}
	assert_memory_equal(words, api_value(agg), sizeof(words));
	*(int *)arg += 1;
	return DTRACE_AGGWALK_NEXT;
}

static void percpu(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	int n = 0;

	api_ok(dtp, dtrace_setopt(dtp, "aggpercpu", NULL));
	api_enable(dtp, "BEGIN { @[\"a\"] = stddev(3); @[\"a\"] = stddev(-4); "
		   "@[\"b\"] = stddev(7); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, percpu_sum, &n));
	assert_int_equal(n, 2);
	dtrace_aggregate_clear(dtp);
	api_ok(dtp, dtrace_aggregate_walk(dtp, percpu_sum, &n));
	dtrace_close(dtp);
}

/* The change since the previous snap. */
static int delta_is(const dtrace_aggdata_t *agg, void *arg)
{
	uint32_t offset = agg->dtada_desc->dtagd_rec[2].dtrd_offset;

	assert_non_null(agg->dtada_delta);
	assert_int_equal(*(int64_t *)(agg->dtada_delta + offset),
			 *(int64_t *)arg);
	return DTRACE_AGGWALK_NEXT;
}

static void deltas(void **state)
{
	dtrace_hdl_t *dtp;
	int64_t want = 5;

	dtp = api_snap(state, "BEGIN { @[\"k\"] = sum(5); } "
		       "END { @[\"k\"] = sum(7); }");
	api_ok(dtp, dtrace_aggregate_walk(dtp, delta_is, &want));
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	want = 7;
	api_ok(dtp, dtrace_aggregate_walk(dtp, delta_is, &want));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	want = 0;
	api_ok(dtp, dtrace_aggregate_walk(dtp, delta_is, &want));
	dtrace_close(dtp);
}

/* With a column of changes, unread data belong to the last interval. */
static void delta_of_the_end(void **state)
{
	static const char program[] = "BEGIN { @[\"k\"] = sum(5); } "
		"END { @[\"k\"] = sum(7); }";
	int64_t want;

	for (int on = 0; on < 2; on++) {
		dtrace_hdl_t *dtp = api_open(state);

		if (on)
			api_ok(dtp, dtrace_setopt(dtp, "aggdelta", NULL));
		api_enable(dtp, program);
		api_ok(dtp, dtrace_go(dtp));
		api_ok(dtp, dtrace_aggregate_snap(dtp));
		api_ok(dtp, dtrace_stop(dtp));
		api_ok(dtp, dtrace_aggregate_snap(dtp));
		want = on ? 12 : 7;
		api_ok(dtp, dtrace_aggregate_walk(dtp, delta_is, &want));
		api_ok(dtp, dtrace_aggregate_snap(dtp));
		want = 0;
		api_ok(dtp, dtrace_aggregate_walk(dtp, delta_is, &want));
		dtrace_close(dtp);
	}
}

static void prints(void **state)
{
	dtrace_hdl_t *dtp = api_snap(state, "BEGIN { @[\"b\"] = sum(1); "
				     "@[\"a\"] = sum(2); }");
	char *text = NULL, want[256];
	size_t size;
	FILE *fp = open_memstream(&text, &size);

	api_ok(dtp, dtrace_aggregate_print(dtp, fp, NULL));
	fflush(fp);
	snprintf(want, sizeof(want), "  %-50s %16d\n  %-50s %16d\n", "b", 1,
		 "a", 2);
	assert_string_equal(text, want);
	rewind(fp);
	api_ok(dtp, dtrace_aggregate_print(dtp, fp,
					   dtrace_aggregate_walk_keysorted));
	fflush(fp);
	snprintf(want, sizeof(want), "  %-50s %16d\n  %-50s %16d\n", "a", 2,
		 "b", 1);
	assert_string_equal(text, want);
	fclose(fp);
	free(text);
	api_fails(dtp, dtrace_aggregate_print(dtp, NULL, NULL), E_NOBUFFERED);
	dtrace_close(dtp);
}

/* Calls that would break the walk are refused, and the walk continues. */
static int meddle(const dtrace_aggdata_t *agg, void *arg)
{
	struct walk inner = { .answer = DTRACE_AGGWALK_REMOVE };
	dtrace_hdl_t *dtp = agg->dtada_handle;

	api_fails(dtp, dtrace_aggregate_snap(dtp), EBUSY);
	assert_non_null(strstr(dtrace_errmsg(dtp, EBUSY), "snapshot"));
	api_fails(dtp, dtrace_consume(dtp, stdout, NULL, NULL, NULL), EBUSY);
	assert_non_null(strstr(dtrace_errmsg(dtp, EBUSY), "records"));
	assert_int_equal(dtrace_work(dtp, stdout, NULL, NULL, NULL),
			 DTRACE_WORKSTATUS_ERROR);
	api_fails(dtp, dtrace_aggregate_walk(dtp, note, &inner), EBUSY);
	assert_non_null(strstr(dtrace_errmsg(dtp, EBUSY), "a nested walk"));
	assert_int_equal(inner.n, 1);
	inner = (struct walk){ .answer = DTRACE_AGGWALK_NEXT };
	api_ok(dtp, dtrace_aggregate_walk(dtp, note, &inner));
	assert_int_equal(inner.n, 4 - ((struct walk *)arg)->n);
	return note(agg, arg);
}

static int clear_inside(const dtrace_aggdata_t *agg, void *arg)
{
	dtrace_aggregate_clear(agg->dtada_handle);
	return note(agg, arg);
}

static int clear_joined(const dtrace_aggdata_t **aggs, const int n, void *arg)
{
	(void)n;
	(void)clear_inside(aggs[0], arg);
	return 0;
}

static void inside(void **state)
{
	dtrace_hdl_t *dtp = api_snap(state, letters);
	struct walk w = { .answer = DTRACE_AGGWALK_REMOVE };
	dtrace_aggvarid_t var = 1;

	api_fails(dtp, dtrace_aggregate_walk_keysorted(dtp, clear_inside, &w),
		  EBUSY);
	assert_non_null(strstr(dtrace_errmsg(dtp, EBUSY), "cannot clear all"));
	assert_int_equal(w.n, 1);
	api_fails(dtp, dtrace_aggregate_walk_joined(dtp, &var, 1, clear_joined,
						    &w), EBUSY);
	assert_int_equal(w.n, 2);
	expect(dtp, dtrace_aggregate_walk_keysorted, "a=3 b=2 c=1 d=2");
	w = (struct walk){ .answer = DTRACE_AGGWALK_REMOVE };
	api_ok(dtp, dtrace_aggregate_walk_keysorted(dtp, meddle, &w));
	assert_string_equal(w.text, "a=3 b=2 c=1 d=2");
	expect(dtp, dtrace_aggregate_walk_keysorted, "");
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(layout), ON_BOTH(sizes), ON_BOTH(orders),
		ON_BOTH(orders_of_two), ON_BOTH(answers),
		ON_BOTH(clear_and_remove), ON_BOTH(remove_in_order),
		ON_BOTH(normals), ON_BOTH(clear_all),
		ON_BOTH(clear_then_more), ON_BOTH(clear_extremes),
		ON_BOTH(rate), ON_BOTH(percpu), ON_BOTH(deltas),
		ON_BOTH(delta_of_the_end),
		ON_BOTH(prints), ON_BOTH(inside),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
