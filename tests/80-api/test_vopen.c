/* SPDX-License-Identifier: MIT */
/*
 * dtrace_vopen: data laid out by hand in the classic form; and data that this
 * library has traced, written in that form and read again.
 * emulated: shared
 */
#include "dump.h"

static void refuse(const dtrace_vector_t *vector, void *arg, int version,
		   int want)
{
	int err = 0;

	assert_null(dtrace_vopen(version, 0, &err, vector, arg));
	assert_int_equal(err, want);
}

/* Vectors of other systems' consumers have these numbers, too. */
static void numbers(void **state)
{
	(void)state;
	assert_int_equal(DTRACEIOC_PROBES, 0x64747202);
	assert_int_equal(DTRACEIOC_BUFSNAP, 0x64747204);
	assert_int_equal(DTRACEIOC_AGGSNAP, 0x64747207);
	assert_int_equal(DTRACEIOC_EPROBE, 0x64747208);
	assert_int_equal(DTRACEIOC_STATUS, 0x6474720b);
	assert_int_equal(DTRACEIOC_AGGDESC, 0x6474720f);
	assert_int_equal(DTRACEIOC_FORMAT, 0x64747210);
}

static void opening(void **state)
{
	static struct dump d;
	dtrace_vector_t vector = { dump_ioctl, dump_lookup, dump_status,
		dump_sysconf };
	dtrace_prog_t *prog;
	dtrace_hdl_t *dtp;

	(void)state;
	refuse(NULL, &d, DTRACE_VERSION, EINVAL);
	refuse(&vector, &d, DTRACE_VERSION + 1, E_VERSION);
	vector.dtv_status = NULL;
	refuse(&vector, &d, DTRACE_VERSION, EINVAL);
	dtp = dtrace_vopen(DTRACE_VERSION, 0, NULL, NULL, NULL);
	assert_non_null(dtp);
	dtrace_close(dtp);

	dtp = dump_open(&d);
	prog = api_compile(dtp, "BEGIN { exit(0); }");
	api_fails(dtp, dtrace_program_exec(dtp, prog, NULL), EINVAL);
	api_says(dtp, "a handle with a vector");
	api_fails(dtp, dtrace_consume(dtp, stdout, NULL, NULL, NULL), EINVAL);
	api_fails(dtp, dtrace_aggregate_snap(dtp), EINVAL);
	api_ok(dtp, dtrace_go(dtp));
	api_fails(dtp, dtrace_go(dtp), EINVAL);
	api_ok(dtp, dtrace_stop(dtp));
	dtrace_close(dtp);
}

static void records(void **state)
{
	static struct dump d;
	struct seen s;
	dtrace_hdl_t *dtp = dump_open(&d);

	(void)state;
	make_records(&d);
	see(&s);
	api_ok(dtp, dtrace_setopt(dtp, "quiet", NULL));
	api_ok(dtp, dtrace_handle_drop(dtp, on_drop, &s));
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_consume(dtp, s.fp, this_probe, this_rec, NULL));
	wrote(&s, "99"
	      "2 is two\n2  unix`second                                       "
	      "1 is one\n178");
	assert_string_equal(s.drops, "5 drops on CPU 3\n");
	assert_int_equal(d.snaps, 2);
	unsee(&s);
	dtrace_close(dtp);
}

struct wanted {
	const char *name;
	int n, nulls;
	uint64_t sum;
};

static int check_probe(const dtrace_probedata_t *data, void *arg)
{
	struct wanted *w = arg;
	dtrace_rechdr_t head;

	memcpy(&head, data->dtpda_data, sizeof(head));
	assert_int_equal(head.dtrh_epid, data->dtpda_edesc->dtepd_epid);
	if (head.dtrh_epid == 2)
		w->sum += head.dtrh_timestamp_lo;
	if (strcmp(data->dtpda_pdesc->dtpd_name, w->name) == 0)
		w->n++;
	return DTRACE_CONSUME_THIS;
}

static int check_rec(const dtrace_probedata_t *data,
		     const dtrace_recdesc_t *rec, void *arg)
{
	struct wanted *w = arg;
	uint64_t v;

	if (!rec) {
		w->nulls++;
		return DTRACE_CONSUME_NEXT;
	}
	if (data->dtpda_edesc->dtepd_epid == 1) {
		memcpy(&v, data->dtpda_data, sizeof(v));
		assert_int_equal(rec->dtrd_size, 8);
		assert_int_equal(rec->dtrd_offset % 8, 0);
		w->sum += v;
	}
	return DTRACE_CONSUME_NEXT;
}

/* What callbacks are given, and dtrace_work(), which has all at once. */
static void callbacks(void **state)
{
	static struct dump d;
	struct wanted w = { .name = "entry" };
	dtrace_probedesc_t pd;
	dtrace_hdl_t *dtp = dump_open(&d);
	struct seen s;

	(void)state;
	make_records(&d);
	see(&s);
	api_ok(dtp, dtrace_handle_drop(dtp, on_drop, &s));
	api_ok(dtp, dtrace_go(dtp));
	assert_int_equal(dtrace_work(dtp, s.fp, check_probe, check_rec, &w),
			 DTRACE_WORKSTATUS_DONE);
	assert_int_equal(w.n, 4);
	assert_int_equal(w.nulls, 6);
	assert_int_equal(w.sum, 99 + 10 + 20);
	api_ok(dtp, dtrace_id2desc(dtp, 8, &pd));
	assert_string_equal(pd.dtpd_func, "read");
	api_fails(dtp, dtrace_id2desc(dtp, 6, &pd), EDT_BADID);
	unsee(&s);
	dtrace_close(dtp);
}

/* Read the records quietly with an option set, and compare the output. */
static void shows(dtrace_hdl_t *dtp, const char *option, const char *value,
		  const char *text)
{
	struct seen s;

	see(&s);
	api_ok(dtp, dtrace_setopt(dtp, "quiet", NULL));
	api_ok(dtp, dtrace_setopt(dtp, option, value));
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_consume(dtp, s.fp, this_probe, this_rec, NULL));
	wrote(&s, text);
	unsee(&s);
	dtrace_close(dtp);
}

/* By time: records without one come first. */
static void temporal(void **state)
{
	static struct dump d;
	dtrace_hdl_t *dtp = dump_open(&d);

	(void)state;
	make_epids(&d);
	put_call(&d.prin[1], 20, 2, "b");
	put_call(&d.prin[1], UINT64_MAX - 1, 4, "d");
	put_call(&d.prin[3], 10, 1, "a");
	put_call(&d.prin[3], 30, 3, "c");
	shows(dtp, "temporal", NULL, "1 is a\n12 is b\n23 is c\n34 is d\n4");
}

/* A ring goes on at its start; after the newest record is a gap. */
static void ring(void **state)
{
	static struct dump d;
	dtrace_hdl_t *dtp = dump_open(&d);

	(void)state;
	make_epids(&d);
	put_call(&d.prin[1], 30, 3, "new");
	dump_put32(&d.prin[1], 0);
	d.prin[1].oldest = d.prin[1].len;
	put_call(&d.prin[1], 10, 1, "oldest");
	put_call(&d.prin[1], 20, 2, "older");
	shows(dtp, "bufpolicy", "ring",
	      "1 is oldest\n12 is older\n23 is new\n3");
}

static int abort_at_two(const dtrace_probedata_t *data, void *arg)
{
	int *n = arg;

	(void)data;
	return ++*n == 2 ? DTRACE_CONSUME_ABORT : DTRACE_CONSUME_THIS;
}

/* After an abort the next call hands on the rest and asks for nothing. */
static void aborted(void **state)
{
	static struct dump d;
	struct seen s;
	dtrace_hdl_t *dtp = dump_open(&d);
	int n = 0;

	(void)state;
	make_epids(&d);
	put_call(&d.prin[1], 10, 1, "a");
	put_call(&d.prin[1], 20, 2, "b");
	put_call(&d.prin[1], 30, 3, "c");
	see(&s);
	api_ok(dtp, dtrace_setopt(dtp, "quiet", NULL));
	api_ok(dtp, dtrace_go(dtp));
	api_fails(dtp, dtrace_consume(dtp, s.fp, abort_at_two, this_rec, &n),
		  E_DIRABORT);
	api_ok(dtp, dtrace_consume(dtp, s.fp, this_probe, this_rec, NULL));
	assert_int_equal(d.snaps, 2);
	wrote(&s, "1 is a\n13 is c\n3");
	unsee(&s);
	dtrace_close(dtp);
}

static void losses(void **state)
{
	static struct dump d;
	struct seen s;
	dtrace_hdl_t *dtp = dump_open(&d);

	(void)state;
	d.status = (dtrace_status_t){ .dtst_dyndrops = 3,
		.dtst_dyndrops_dirty = 1, .dtst_specdrops_busy = 2,
		.dtst_killed = 1 };
	see(&s);
	api_ok(dtp, dtrace_handle_drop(dtp, on_drop, &s));
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_NONE);
	api_ok(dtp, dtrace_go(dtp));
	api_fails(dtp, dtrace_status(dtp), E_BRICKED);
	assert_string_equal(s.drops, "3 dynamic variable drops\n"
		"1 dynamic variable drop with non-empty dirty list\n"
		"2 failed speculations (available buffer(s) still busy)\n");
	s.drops[0] = '\0';
	d.status.dtst_dyndrops++;
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_STOPPED);
	assert_string_equal(s.drops, "1 dynamic variable drop\n");
	d.status.dtst_filled = 1;
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_FILLED);
	d.status.dtst_exiting = 1;
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_EXITED);
	d.status_err = EPERM;
	api_fails(dtp, dtrace_status(dtp), EPERM);
	unsee(&s);
	dtrace_close(dtp);
}

static void symbols(void **state)
{
	static struct dump d;
	dtrace_hdl_t *dtp = dump_open(&d);
	dtrace_syminfo_t info;
	GElf_Sym sym;
	char text[64];

	(void)state;
	api_ok(dtp, dtrace_lookup_by_addr(dtp, 0x1234, &sym, &info));
	assert_string_equal(info.dts_object, "unix");
	assert_string_equal(info.dts_name, "first");
	assert_int_equal(sym.st_value, 0x1000);
	api_ok(dtp, dtrace_lookup_by_addr(dtp, 0x1234, NULL, &info));
	assert_null(info.dts_name);
	api_fails(dtp, dtrace_lookup_by_addr(dtp, 1, &sym, &info),
		  E_NOSYMADDR);
	api_fails(dtp, dtrace_lookup_by_name(dtp, DTRACE_OBJ_EVERY,
		"vfs_read", &sym, &info), E_NOSYM);
	dtrace_addr2str(dtp, 0x2004, text, sizeof(text));
	assert_string_equal(text, "unix`second+0x4");
	dtrace_addr2str(dtp, 0x4, text, sizeof(text));
	assert_string_equal(text, "0x4");
	/* the process of this id is not the one in the data */
	dtrace_uaddr2str(dtp, getpid(), 0x4, text, sizeof(text));
	assert_string_equal(text, "0x4");
	dtrace_close(dtp);
}

/* --- Aggregations --- */

static void has_entry(const struct entries *e, int var, int number,
		      int64_t value)
{
	int n = 0;

	for (int i = 0; i < e->n; i++)
		if (e->v[i].var == var && e->v[i].number == number) {
			assert_string_equal(e->v[i].key, "read");
			assert_int_equal(e->v[i].value, value);
			n++;
		}
	assert_int_equal(n, 1);
}

static void aggregations(void **state)
{
	static struct dump d;
	struct entries e = { .n = 0 };
	struct seen s;
	dtrace_hdl_t *dtp = dump_open(&d);

	(void)state;
	make_aggs(&d);
	see(&s);
	api_ok(dtp, dtrace_handle_drop(dtp, on_drop, &s));
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	assert_string_equal(s.drops, "2 aggregation drops on CPU 1\n");
	api_ok(dtp, dtrace_aggregate_walk_valsorted(dtp, collect, &e));
	assert_int_equal(e.n, 7);
	has_entry(&e, 1, 4, 3);
	has_entry(&e, 1, -1, 10);
	has_entry(&e, 1, -2, 20);
	has_entry(&e, 2, 4, -2);
	has_entry(&e, 3, 4, -1);
	has_entry(&e, 4, 4, 2);
	api_ok(dtp, dtrace_aggregate_print(dtp, s.fp, NULL));
	wrote(&s,
	      "  read                                                      "
	      "4                3\n"
	      "  read                                                     "
	      "-1               10\n"
	      "  read                                                     "
	      "-2               20\n"
	      "  read                                                      "
	      "4               -2\n"
	      "  read                                                      "
	      "4               -1\n"
	      "  read                                                      "
	      "4               15\n"
	      "  read                                                      "
	      "4                5\n");
	unsee(&s);
	dtrace_close(dtp);
}

/* What is new is added. */
static void snaps(void **state)
{
	static struct dump d;
	struct entries e = { .n = 0 };
	dtrace_hdl_t *dtp = dump_open(&d);

	(void)state;
	make_aggs(&d);
	d.agg[1].drops = 0;
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, collect, &e));
	has_entry(&e, 1, 4, 6);
	has_entry(&e, 2, 4, -2);
	dtrace_aggregate_clear(dtp);
	e.n = 0;
	api_ok(dtp, dtrace_aggregate_walk_keysorted(dtp, collect, &e));
	assert_int_equal(e.n, 7);
	has_entry(&e, 1, 4, 0);
	dtrace_close(dtp);
}

static int check_calls(const dtrace_aggdata_t *agg, void *arg)
{
	if (agg->dtada_desc->dtagd_varid != 1)
		return DTRACE_AGGWALK_REMOVE;
	assert_string_equal(agg->dtada_desc->dtagd_name, "calls");
	assert_int_equal(agg->dtada_edesc->dtepd_epid, 1);
	assert_string_equal(agg->dtada_pdesc->dtpd_name, "d");
	if (*(int *)(agg->dtada_data +
		     agg->dtada_desc->dtagd_rec[2].dtrd_offset) == 4) {
		assert_int_equal(*(int64_t *)agg->dtada_percpu[0], 1);
		assert_int_equal(*(int64_t *)agg->dtada_percpu[1], 2);
		++*(int *)arg;
	}
	return DTRACE_AGGWALK_NEXT;
}

static int check_joined(const dtrace_aggdata_t **v, const int n, void *arg)
{
	assert_int_equal(n, 3);
	if (*(int *)(v[0]->dtada_data +
		     v[0]->dtada_desc->dtagd_rec[2].dtrd_offset) == 4) {
		assert_int_equal(api_value(v[1])[0], 3);
		assert_int_equal(api_value(v[2])[0], -2);
	} else {
		assert_int_equal(api_value(v[2])[0], 0);
	}
	++*(int *)arg;
	return DTRACE_AGGWALK_NEXT;
}

static void walks(void **state)
{
	static struct dump d;
	dtrace_aggvarid_t vars[] = { 1, 2 };
	struct seen s;
	dtrace_hdl_t *dtp = dump_open(&d);
	int n = 0;

	(void)state;
	make_aggs(&d);
	see(&s);
	api_ok(dtp, dtrace_handle_drop(dtp, on_drop, &s));
	api_ok(dtp, dtrace_setopt(dtp, "aggpercpu", NULL));
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk_joined(dtp, vars, 2, check_joined,
						 &n));
	assert_int_equal(n, 3);
	api_ok(dtp, dtrace_aggregate_walk(dtp, check_calls, &n));
	assert_int_equal(n, 4);
	unsee(&s);
	dtrace_close(dtp);
}

/* Only option cpu's are asked for; a CPU without a buffer is no error. */
static void cpus(void **state)
{
	static struct dump d;
	struct entries e = { .n = 0 };
	dtrace_hdl_t *dtp = dump_open(&d);

	(void)state;
	make_aggs(&d);
	d.agg[1].drops = 0;
	api_ok(dtp, dtrace_setopt(dtp, "cpu", "1"));
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, collect, &e));
	has_entry(&e, 1, 4, 2);
	d.agg[1].err = ENOENT;
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	assert_int_equal(d.snaps, 2);
	dtrace_close(dtp);
}

static void distributions(void **state)
{
	static struct dump d;
	struct seen s;
	dtrace_hdl_t *dtp = dump_open(&d);

	(void)state;
	make_more(&d);
	see(&s);
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_print(dtp, s.fp, NULL));
	wrote(&s, "\n"
"           value  ------------- Distribution ------------- count    \n"
"              -1 |                                         0        \n"
"               0 |@@@@@@@@@@@                              2        \n"
"               1 |                                         0        \n"
"               2 |                                         0        \n"
"               4 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@            5        \n"
"               8 |                                         0        \n"
"\n"
"\n"
"           value  ------------- Distribution ------------- count    \n"
"            < 10 |                                         0        \n"
"              10 |@@@@                                     1        \n"
"              12 |@@@@@@@@                                 2        \n"
"              14 |@@@@@@@@@@@@                             3        \n"
"           >= 16 |@@@@@@@@@@@@@@@@                         4        \n"
"\n"
"\n"
"              unix`first+0x4\n"
"              unix`second+0x8\n"
"               77\n"
"  unix`first                                                        8\n");
	unsee(&s);
	dtrace_close(dtp);
}

/* --- Data of this library --- */

/* The formats of the program below, which are numbered in this order. */
static const char *const formats[] = {
	NULL, "%d %s %x|%-8s|\n", "%5d %a\n", "%s", "%s %d %@d %@d\n",
};

/* Probes have large ids: the EPID serves. */
static void record_epid(struct dump *d, const dtrace_eprobedesc_t *e,
			const dtrace_probedesc_t *p)
{
	assert_true(e->dtepd_epid < DUMP_DESCS && e->dtepd_nrecs < DUMP_RECS);
	memcpy(&d->edesc[e->dtepd_epid], e, DTRACE_SIZEOF_EPROBEDESC(e));
	d->edesc[e->dtepd_epid].head.dtepd_probeid = e->dtepd_epid;
	d->probe[e->dtepd_epid] = *p;
	d->probe[e->dtepd_epid].dtpd_id = e->dtepd_epid;
}

static int record_probe(const dtrace_probedata_t *data, void *arg)
{
	struct dump *d = arg;

	record_epid(d, data->dtpda_edesc, data->dtpda_pdesc);
	dump_put(&d->prin[0], data->dtpda_data,
		 data->dtpda_edesc->dtepd_size);
	return DTRACE_CONSUME_THIS;
}

static int record_entry(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_aggdesc_t *a = agg->dtada_desc;
	struct dump *d = arg;

	assert_true(a->dtagd_id < DUMP_DESCS);
	memcpy(&d->adesc[a->dtagd_id], a, DTRACE_SIZEOF_AGGDESC(a));
	record_epid(d, agg->dtada_edesc, agg->dtada_pdesc);
	dump_put(&d->agg[0], agg->dtada_data, a->dtagd_size);
	return DTRACE_AGGWALK_NEXT;
}

static const char program[] =
	"BEGIN { trace(1); trace(\"text\"); trace((char)2); }\n"
	"BEGIN { printf(\"%d %s %x|%-8s|\\n\", -5, probename, 255,"
	" \"abc\"); }\n"
	"BEGIN { printf(\"%5d %a\\n\", 7, (uintptr_t)0x123456); }\n"
	"BEGIN { this->p = (char *)alloca(16); this->p[3] = 'x';"
	" tracemem(this->p, 16, 8); }\n"
	"BEGIN { @a[\"key\", 1] = count(); @a[\"other\", -2] = count(); }\n"
	"BEGIN { @b[(char)3] = sum(-4); @c = avg(5); @c = avg(8); }\n"
	"BEGIN { @d[\"key\", 1] = min(-7); @e[probefunc] = max(9); }\n"
	"BEGIN { @q[\"long long long key\"] = quantize(1000); }\n"
	"BEGIN { @q[\"long long long key\"] = quantize(-3); }\n"
	"BEGIN { @l = lquantize(12, 0, 100, 10); }\n"
	"BEGIN { @ll = llquantize(12345, 10, 0, 6, 20); }\n"
	"BEGIN { @s = stddev(1); @s = stddev(100); }\n"
	"END { printf(\"%s\", \"end\\n\");"
	" printa(\"%s %d %@d %@d\\n\", @a, @d); }\n"
	"END { normalize(@c, 2); printa(@c); trunc(@b); }\n";

/* Show everything there is, as text. */
static void show(dtrace_hdl_t *dtp, struct seen *s,
		 dtrace_consume_probe_f *pf, void *arg)
{
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_consume(dtp, s->fp, pf, this_rec, arg));
}

static void same(void **state)
{
	static struct dump d;
	dtrace_hdl_t *dtp = api_open(state), *again;
	struct seen live, replayed;

	memset(&d, 0, sizeof(d));
	memcpy(d.format, formats, sizeof(formats));
	api_enable(dtp, program);
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_stop(dtp));
	see(&live);
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, record_entry, &d));
	show(dtp, &live, record_probe, &d);
	api_ok(dtp, dtrace_aggregate_print(dtp, live.fp, NULL));

	d.cpus = 1;
	d.symbols = dtp;
	again = dump_open(&d);
	see(&replayed);
	api_ok(again, dtrace_go(again));
	show(again, &replayed, this_probe, NULL);
	api_ok(again, dtrace_aggregate_print(again, replayed.fp, NULL));
	fflush(live.fp);
	assert_true(live.len > 1000);
	wrote(&replayed, live.text);
	unsee(&live);
	unsee(&replayed);
	dtrace_close(again);
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers),
		cmocka_unit_test(opening),
		cmocka_unit_test(records),
		cmocka_unit_test(callbacks),
		cmocka_unit_test(temporal),
		cmocka_unit_test(ring),
		cmocka_unit_test(aborted),
		cmocka_unit_test(losses),
		cmocka_unit_test(symbols),
		cmocka_unit_test(aggregations),
		cmocka_unit_test(snaps),
		cmocka_unit_test(walks),
		cmocka_unit_test(cpus),
		cmocka_unit_test(distributions),
		ON_BOTH(same),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
