/* SPDX-License-Identifier: MIT */
/*
 * dtrace_vopen: data that are not valid.  Each is an error that says what, and
 * the rest is handed on.
 * emulated: shared
 */
#include "dump.h"

/* A record of aggregation 1. */
static dtrace_recdesc_t *arec(struct dump *d, int i)
{
	char *first = (char *)&d->adesc[1] +
		offsetof(dtrace_aggdesc_t, dtagd_rec);

	return (dtrace_recdesc_t *)first + i;
}

static void no_cpus(struct dump *d) { d->last = -1; }
static void many_cpus(struct dump *d) { d->last = 1 << 20; }
static void snap_fails(struct dump *d) { d->prin[1].err = EIO; }
static void cut_record(struct dump *d) { d->prin[1].len = 30; }
static void cut_epid(struct dump *d) { d->prin[1].len = 38; }
static void large_size(struct dump *d) { d->prin[1].says = 1u << 30; }
static void far_oldest(struct dump *d) { d->prin[1].oldest = 1u << 30; }
static void no_epid(struct dump *d) { d->edesc[2].head.dtepd_epid = 0; }
static void no_probe(struct dump *d) { d->probe[8].dtpd_id = 0; }
static void no_format(struct dump *d) { d->format[1] = NULL; }
static void long_format(struct dump *d) { d->format_says = 1 << 30; }
static void bad_format(struct dump *d) { d->format[1] = "%"; }
static void few_args(struct dump *d) { d->format[1] = "%d %s %d"; }
static void many_data(struct dump *d)
{
	d->edesc[2].head.dtepd_nrecs = 1 << 30;
}
static void negative_data(struct dump *d)
{
	d->edesc[2].head.dtepd_nrecs = -1;
}
static void no_size(struct dump *d) { d->edesc[2].head.dtepd_size = 0; }
static void huge_size(struct dump *d) { d->edesc[2].head.dtepd_size = -4; }
static void far_datum(struct dump *d)
{
	d->edesc[2].head.dtepd_rec[0].dtrd_offset = UINT32_MAX - 1;
}
static void long_datum(struct dump *d)
{
	d->edesc[2].head.dtepd_rec[0].dtrd_size = UINT32_MAX - 8;
}
static void over_epid(struct dump *d)
{
	d->edesc[2].head.dtepd_rec[0].dtrd_offset = 2;
}
static void odd_action(struct dump *d)
{
	d->edesc[2].head.dtepd_rec[0].dtrd_action = 0x7777;
}
static void short_stack(struct dump *d)
{
	d->edesc[2].head.dtepd_rec[0].dtrd_action = DTRACEACT_STACK;
}
static void command(struct dump *d)
{
	d->edesc[2].head.dtepd_rec[0].dtrd_action = DTRACEACT_SYSTEM;
}
static void no_library_act(struct dump *d)
{
	d->edesc[2].head.dtepd_rec[0].dtrd_action = DTRACEACT_LIBACT;
	d->edesc[2].head.dtepd_rec[0].dtrd_arg = 1 << 20;
}
static void high_epid(struct dump *d)
{
	memset(d->prin[1].data, 0xff, 4);
}

static void agg_fails(struct dump *d) { d->agg[1].err = EIO; }
static void cut_entry(struct dump *d) { d->agg[1].len -= 8; }
static void agg_none(struct dump *d) { d->adesc[1].head.dtagd_id = 0; }
static void agg_many(struct dump *d) { d->adesc[1].head.dtagd_nrecs = 1000; }
static void agg_few(struct dump *d) { d->adesc[1].head.dtagd_nrecs = 1; }
static void agg_epid(struct dump *d) { d->adesc[1].head.dtagd_epid = 31; }
static void agg_small(struct dump *d) { d->adesc[1].head.dtagd_size = 16; }
static void agg_large(struct dump *d) { d->adesc[1].head.dtagd_size = -1; }
static void agg_key(struct dump *d)
{
	arec(d, 1)->dtrd_size = 0;
}
static void agg_sym(struct dump *d)
{
	arec(d, 1)->dtrd_action = DTRACEACT_USYM;
	arec(d, 1)->dtrd_size = 8;
}
static void agg_value(struct dump *d)
{
	arec(d, 3)->dtrd_size = 0;
}
static void agg_action(struct dump *d)
{
	arec(d, 3)->dtrd_action = DTRACEAGG_QUANTIZE;
}
static void agg_lquantize(struct dump *d)
{
	arec(d, 3)->dtrd_action = DTRACEAGG_LQUANTIZE;
}
static void var_none(struct dump *d)
{
	memset(d->agg[0].data + 8, 0, 8);
}
static void var_high(struct dump *d)
{
	memset(d->agg[0].data + 8, 0x7f, 8);
}
static void var_differs(struct dump *d) { d->agg[1].data[8] = 2; }
static void var_shared(struct dump *d)
{
	struct dump_buf *b = &d->agg[0];

	d->agg[1].len = b->len = 0;
	PUT(b, 1, "read", 4, 1);
	PUT(b, 4, "read", 4, 1, 10);
	b->data[48 + 8] = 1;
}

static const struct row {
	void (*spoil)(struct dump *d);
	const char *words;
	int err;
} hostile[] = {
	{ snap_fails, "the records of CPU 1: Input/output error", EIO },
	{ cut_record, "a record of EPID 2 has 36 bytes, and the buffer ends "
		"after 30", EDT_DOFFSET },
	{ cut_epid, "ends within a record", EDT_DOFFSET },
	{ large_size, "have 1073741824 bytes", EDT_DOFFSET },
	{ far_oldest, "from 1073741824 on", EDT_DOFFSET },
	{ no_epid, "EPID 2: Invalid argument", EINVAL },
	{ no_probe, "no probe 8", EDT_BADID },
	{ no_format, "format 1: Invalid argument", EINVAL },
	{ long_format, "format 1 has 1073741824 bytes", EDT_BADCONV },
	{ bad_format, "format 1 of the vector: ", EDT_BADCONV },
	{ few_args, "", EDT_BADCONV },
	{ many_data, "have 1073741824 data", EDT_DOFFSET },
	{ negative_data, "have -1 data", EDT_DOFFSET },
	{ no_size, "lies outside the record", EDT_DOFFSET },
	{ huge_size, "description of EPID 2", EDT_DOFFSET },
	{ far_datum, "lies outside the record", EDT_DOFFSET },
	{ long_datum, "lies outside the record", EDT_DOFFSET },
	{ over_epid, "lies outside the record", EDT_DOFFSET },
	{ odd_action, "action 0x7777", EDT_DOFFSET },
	{ short_stack, "action 0x401", EDT_DOFFSET },
	{ command, "option destructive", EDT_DESTRUCTIVE },
	{ no_library_act, "action 0x5", EDT_DOFFSET },
	{ high_epid, "EPID 4294967295: Invalid argument", EINVAL },
}, hostile_aggs[] = {
	{ agg_fails, "the aggregations of CPU 1: Input/output error", EIO },
	{ cut_entry, "an entry of aggregation 5 has 72 bytes", EDT_BADAGG },
	{ agg_none, "aggregation 1: Invalid argument", EINVAL },
	{ agg_many, "have 1000 data", EDT_BADAGG },
	{ agg_few, "have 1 data", EDT_BADAGG },
	{ agg_epid, "EPID 31: Invalid argument", EINVAL },
	{ agg_small, "description of aggregation 1", EDT_BADAGG },
	{ agg_large, "an entry of aggregation 1 has 4294967295 bytes",
		EDT_BADAGG },
	{ agg_key, "description of aggregation 1", EDT_BADAGG },
	{ agg_sym, "description of aggregation 1", EDT_BADAGG },
	{ agg_value, "description of aggregation 1", EDT_BADAGG },
	{ agg_action, "no valid variable or value", EDT_BADAGG },
	{ agg_lquantize, "no valid variable or value", EDT_BADAGG },
	{ var_none, "no valid variable or value", EDT_BADAGG },
	{ var_high, "no valid variable or value", EDT_BADAGG },
	{ var_differs, "differ in their variable", EDT_BADAGG },
	{ var_shared, "another function or other keys", EDT_BADAGG },
};

#define N(v) (sizeof(v) / sizeof((v)[0]))

/* What comes before the error, and on other CPUs, is handed on. */
static void hostile_records(void **state)
{
	(void)state;
	for (size_t i = 0; i < N(hostile); i++) {
		struct dump *d = calloc(1, sizeof(*d));
		struct seen s;
		dtrace_hdl_t *dtp;

		assert_non_null(d);
		make_epids(d);
		put_call(&d->prin[1], 10, 1, "one");
		put_end(&d->prin[1], 7);
		put_begin(&d->prin[3], 99);
		hostile[i].spoil(d);
		dtp = dump_open(d);
		see(&s);
		api_ok(dtp, dtrace_setopt(dtp, "quiet", NULL));
		api_ok(dtp, dtrace_go(dtp));
		api_fails(dtp, dtrace_consume(dtp, s.fp, this_probe, this_rec,
			NULL), hostile[i].err);
		api_says(dtp, hostile[i].words);
		fflush(s.fp);
		assert_int_equal(strncmp(s.text, "99", 2), 0);
		unsee(&s);
		dtrace_close(dtp);
		free(d);
	}
}

/* A format number on an action that has no format. */
static void hostile_formats(void **state)
{
	static const struct {
		dtrace_actkind_t action;
		uint32_t size;
	} v[] = {
		{ DTRACEACT_STACK, 16 }, { DTRACEACT_USTACK, 16 },
		{ DTRACEACT_SYM, 8 }, { DTRACEACT_USYM, 16 },
		{ DTRACEACT_TRACEMEM, 8 }, { DTRACEACT_TRACEMEM_DYNSIZE, 8 },
		{ DTRACEACT_EXIT, 4 }, { DTRACEACT_SPECULATE, 0 },
		{ DTRACEACT_COMMIT, 0 },
	};

	(void)state;
	for (size_t i = 0; i < N(v); i++) {
		struct dump *d = calloc(1, sizeof(*d));
		dtrace_recdesc_t *r;
		struct seen s;
		dtrace_hdl_t *dtp;

		assert_non_null(d);
		make_epids(d);
		put_call(&d->prin[1], 10, 1, "one");
		r = &d->edesc[2].head.dtepd_rec[0];
		r->dtrd_action = v[i].action;
		r->dtrd_size = v[i].size;
		r->dtrd_format = 1;
		dtp = dump_open(d);
		see(&s);
		api_ok(dtp, dtrace_go(dtp));
		api_fails(dtp, dtrace_consume(dtp, s.fp, this_probe, this_rec,
			NULL), EDT_BADCONV);
		api_says(dtp, "a datum of EPID 2 has format 1, but its action "
			 "0x");
		unsee(&s);
		dtrace_close(dtp);
		free(d);
	}
}

static void hostile_entries(void **state)
{
	(void)state;
	for (size_t i = 0; i < N(hostile_aggs); i++) {
		struct dump *d = calloc(1, sizeof(*d));
		struct entries e = { .n = 0 };
		dtrace_hdl_t *dtp;

		assert_non_null(d);
		make_aggs(d);
		d->agg[1].drops = 0;
		hostile_aggs[i].spoil(d);
		dtp = dump_open(d);
		api_ok(dtp, dtrace_go(dtp));
		api_fails(dtp, dtrace_aggregate_snap(dtp),
			  hostile_aggs[i].err);
		api_says(dtp, hostile_aggs[i].words);
		api_ok(dtp, dtrace_aggregate_walk_sorted(dtp, collect, &e));
		dtrace_close(dtp);
		free(d);
	}
}

static void hostile_cpus(void **state)
{
	void (*const spoil[])(struct dump *d) = { no_cpus, many_cpus };
	static struct dump d;

	(void)state;
	for (size_t i = 0; i < N(spoil); i++) {
		dtrace_hdl_t *dtp = dump_open(&d);

		spoil[i](&d);
		api_fails(dtp, dtrace_go(dtp), EINVAL);
		api_says(dtp, "greatest id of a CPU");
		dtrace_close(dtp);
	}
}

/* A byte of the data or descriptions at a time has any value. */
static void any_bytes(void **state)
{
	uint64_t random = 88172645463325252ull;

	(void)state;
	for (int i = 0; i < 3000; i++) {
		struct dump *d = calloc(1, sizeof(*d));
		struct seen s;
		dtrace_hdl_t *dtp;
		char *at[] = { d->prin[3].data, d->agg[0].data,
			(char *)&d->edesc[2].head,
			(char *)&d->adesc[1 + i % 4].head.dtagd_varid };
		size_t size[] = { 150, 1100, 120, 160 };

		random ^= random << 13;
		random ^= random >> 7;
		random ^= random << 17;
		make_records(d);
		make_more(d);
		d->cpus = 9;
		d->last = 3;
		at[i % 4][(random >> 8) % size[i % 4]] = (char)(random >> 40);
		dtp = dump_open(d);
		see(&s);
		api_ok(dtp, dtrace_handle_drop(dtp, on_drop, &s));
		api_ok(dtp, dtrace_go(dtp));
		(void)dtrace_aggregate_snap(dtp);
		(void)dtrace_consume(dtp, s.fp, this_probe, this_rec, NULL);
		(void)dtrace_aggregate_print(dtp, s.fp, NULL);
		unsee(&s);
		dtrace_close(dtp);
		free(d);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hostile_records),
		cmocka_unit_test(hostile_formats),
		cmocka_unit_test(hostile_entries),
		cmocka_unit_test(hostile_cpus),
		cmocka_unit_test(any_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
