/* SPDX-License-Identifier: MIT */
/*
 * dtrace_oformat*: records, aggregations and losses as lines of JSON.
 * emulated: shared
 */
#include <inttypes.h>
#include "../json.h"
#include "api.h"

/* The output. */
struct out {
	FILE *fp;
	char *text;
	size_t len;
};

static dtrace_hdl_t *open_json(void **state, struct out *o)
{
	dtrace_hdl_t *dtp = api_open(state);

	o->fp = open_memstream(&o->text, &o->len);
	assert_non_null(o->fp);
	assert_int_equal(dtrace_oformat(dtp), DTRACE_OFORMAT_TEXT);
	api_ok(dtp, dtrace_setopt(dtp, "oformat", "json"));
	assert_int_equal(dtrace_oformat(dtp), 0);	/* not yet */
	api_ok(dtp, dtrace_oformat_configure(dtp));
	assert_int_equal(dtrace_oformat(dtp), DTRACE_OFORMAT_STRUCTURED);
	api_ok(dtp, dtrace_oformat_setup(dtp));
	return dtp;
}

static void done(dtrace_hdl_t *dtp, struct out *o)
{
	dtrace_close(dtp);
	fclose(o->fp);
	free(o->text);
}

/* Each line is one object; returns their number. */
static int lines(struct out *o)
{
	int n = 0;

	fflush(o->fp);
	for (char *p = o->text, *end; *p; p = end + 1, n++) {
		end = strchr(p, '\n');
		if (!end || *p != '{' || !json_valid(p, (size_t)(end - p)))
			fail_msg("not JSON: %s", p);
	}
	return n;
}

static void has(const struct out *o, const char *want)
{
	if (!strstr(o->text, want))
		fail_msg("no %s in %s", want, o->text);
}

/* The number after this name, in the line that begins at p. */
static int64_t number(const char *p, const char *name)
{
	char quoted[64];

	snprintf(quoted, sizeof(quoted), "\"%s\":", name);
	p = strstr(p, quoted);
	assert_non_null(p);
	return strtoll(p + strlen(quoted), NULL, 10);
}

static void consume(dtrace_hdl_t *dtp, struct out *o)
{
	api_ok(dtp, dtrace_consume(dtp, o->fp, NULL, NULL, NULL));
}

static int this_rec(const dtrace_probedata_t *data,
		    const dtrace_recdesc_t *rec, void *arg)
{
	(void)data;
	(void)arg;
	return rec && rec->dtrd_action == DTRACEACT_EXIT ?
		DTRACE_CONSUME_NEXT : DTRACE_CONSUME_THIS;
}

static void records(void **state)
{
	struct out o = { 0 };
	dtrace_hdl_t *dtp = open_json(state, &o);
	hrtime_t before = gethrtime();

	api_enable(dtp, "BEGIN { trace(-1); trace(\"a\\\"\\n\"); "
		   "printf(\"%s=%x\\n\", \"key\", 255); "
		   "printf(\"none\"); trace((unsigned char)200); } "
		   "BEGIN { n = 1; } END { trace(18446744073709551615ULL); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_consume(dtp, o.fp, NULL, this_rec, NULL));
	assert_int_equal(lines(&o), 2);
	has(&o, "\"id\":1,\"provider\":\"dtrace\",\"module\":\"\","
	    "\"function\":\"\",\"name\":\"BEGIN\",\"output\":["
	    "{\"value\":-1},{\"value\":\"a\\\"\\n\"},"
	    "{\"message\":\"key=ff\\n\",\"args\":[\"key\",255]},"
	    "{\"message\":\"none\",\"args\":[]},{\"value\":200}]}\n");
	has(&o, "\"name\":\"END\",\"output\":["
	    "{\"value\":18446744073709551615}]}\n");
	assert_true(number(o.text, "timestamp") >= before);
	assert_true(number(o.text, "timestamp") <= gethrtime());
	assert_true(number(o.text, "cpu") >= 0);
	done(dtp, &o);
}

/* A firing with nothing to show has an object, unless quiet. */
static void quiet(void **state)
{
	static const int want[] = { 1, 0 };

	for (int i = 0; i < 2; i++) {
		struct out o = { 0 };
		dtrace_hdl_t *dtp = open_json(state, &o);

		if (i == 1)
			api_ok(dtp, dtrace_setopt(dtp, "quiet", NULL));
		api_enable(dtp, "BEGIN { exit(0); }");
		api_ok(dtp, dtrace_go(dtp));
		api_ok(dtp, dtrace_consume(dtp, o.fp, NULL, this_rec, NULL));
		assert_int_equal(lines(&o), want[i]);
		done(dtp, &o);
	}
}

/* Half an object is never written. */
static int abort_second(const dtrace_probedata_t *data,
			const dtrace_recdesc_t *rec, void *arg)
{
	int *calls = arg;

	(void)data;
	(void)rec;
	return ++*calls == 2 ? DTRACE_CONSUME_ABORT : DTRACE_CONSUME_THIS;
}

static void aborted(void **state)
{
	struct out o = { 0 };
	dtrace_hdl_t *dtp = open_json(state, &o);
	int calls = 0;

	api_enable(dtp, "BEGIN { trace(1); trace(2); }");
	api_ok(dtp, dtrace_go(dtp));
	api_fails(dtp, dtrace_consume(dtp, o.fp, NULL, abort_second, &calls),
		  E_DIRABORT);
	assert_int_equal(lines(&o), 0);
	done(dtp, &o);
}

static void aggregations(void **state)
{
	struct out o = { 0 };
	dtrace_hdl_t *dtp = open_json(state, &o);

	api_enable(dtp, "BEGIN { @a[\"x\", 1] = count(); @a[\"y\", -2] = "
		   "count(); @a[\"y\", -2] = count(); @[probename] = sum(-5); "
		   "@q = quantize(9); @l = llquantize(-1, 10, 0, 1, 10); "
		   "@v = avg(4); normalize(@v, 2); printa(@v); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_consume(dtp, o.fp, NULL, this_rec, NULL));
	api_ok(dtp, dtrace_aggregate_print(dtp, o.fp, NULL));
	assert_int_equal(lines(&o), 6);	/* the printa, its record, 4 others */
	has(&o, "{\"aggregation-name\":\"v\",");
	has(&o, "\"aggregation-data\":[{\"keys\":[],\"avg\":2}]}\n");
	has(&o, "[{\"keys\":[\"x\",1],\"count\":1},"
	    "{\"keys\":[\"y\",-2],\"count\":2}]}\n");
	has(&o, "{\"aggregation-name\":\"_\",");
	has(&o, "[{\"keys\":[\"BEGIN\"],\"sum\":-5}]}\n");
	has(&o, "[{\"keys\":[],\"buckets\":[{\"value\":8,\"count\":1}]}]}\n");
	has(&o, "[{\"keys\":[],\"buckets\":[{\"value\":1,\"operator\":\"<\","
	    "\"count\":1}]}]}\n");
	done(dtp, &o);
}

/* Snaps, but not clears, begin a new interval, without a gap. */
static void intervals(void **state)
{
	struct out o = { 0 };
	dtrace_hdl_t *dtp = open_json(state, &o);
	int64_t end = gethrtime();

	api_enable(dtp, "BEGIN { @ = count(); } END { @ = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	for (int i = 0; i < 3; i++) {
		char *line;

		if (i == 2)
			api_ok(dtp, dtrace_stop(dtp));
		api_ok(dtp, dtrace_aggregate_snap(dtp));
		api_ok(dtp, dtrace_aggregate_print(dtp, o.fp, NULL));
		assert_int_equal(lines(&o), i + 1);
		line = strrchr(o.text, '{');	/* the last entry */
		while (strncmp(line, "{\"agg", 5) != 0)
			line--;
		if (i == 0)
			assert_true(number(line, "interval-start") >= end);
		else
			assert_int_equal(number(line, "interval-start"), end);
		assert_true(number(line, "interval-end") >=
			    number(line, "interval-start"));
		assert_true(number(line, "timestamp") >=
			    number(line, "interval-end"));
		assert_int_equal(number(line, "count"), i != 1);
		end = number(line, "interval-end");
		dtrace_aggregate_clear(dtp);
	}
	done(dtp, &o);
}

static void set(dtrace_hdl_t *dtp, const char *opt, const char *value)
{
	if (dtrace_setopt(dtp, opt, value) != 0)
		fail_msg("%s: %s", opt, dtrace_errmsg(dtp,
			 dtrace_errno(dtp)));
}

/* The members that options add to an entry. */
static void columns(void **state)
{
	struct out o = { 0 };
	dtrace_hdl_t *dtp = open_json(state, &o);

	set(dtp, "aggdelta", NULL);
	set(dtp, "aggpersec", NULL);
	set(dtp, "aggpercentiles", NULL);
	api_enable(dtp, "BEGIN { @c = sum(7); @q = quantize(9); "
		   "@v = avg(4); } END { @c = sum(3); @m = max(5); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_print(dtp, o.fp, NULL));
	assert_int_equal(lines(&o), 3);
	has(&o, "[{\"keys\":[],\"sum\":7,\"delta\":7,\"per-second\":");
	has(&o, "[{\"keys\":[],\"buckets\":[{\"value\":8,\"count\":1,"
	    "\"delta\":1,\"per-second\":");
	has(&o, "}],\"percentiles\":{\"p50\":{\"value\":11,\"low\":8,"
	    "\"high\":15},\"p90\":{");
	has(&o, "[{\"keys\":[],\"avg\":4,\"delta\":4}]}\n");
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_print(dtp, o.fp, NULL));
	assert_int_equal(lines(&o), 3 + 4);
	has(&o, "[{\"keys\":[],\"sum\":10,\"delta\":3,\"per-second\":");
	has(&o, "\"count\":1,\"delta\":0,\"per-second\":0.0}]");
	has(&o, "[{\"keys\":[],\"avg\":4}]}\n");
	has(&o, "[{\"keys\":[],\"max\":5,\"delta\":5}]}\n");
	done(dtp, &o);
}

/* Each object is truncated separately, and has the number of entries left. */
static void top(void **state)
{
	struct out o = { 0 };
	dtrace_hdl_t *dtp = open_json(state, &o);

	set(dtp, "aggtop", "2");
	api_enable(dtp, "BEGIN { @a[1] = sum(5); @a[2] = sum(9); "
		   "@a[3] = sum(7); @b[1] = sum(1); printa(@a, @b); "
		   "printa(\"%@d\", @a); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_print(dtp, o.fp, NULL));
	assert_int_equal(lines(&o), 2);
	has(&o, "[{\"keys\":[3],\"sum\":7},{\"keys\":[2],\"sum\":9}],"
	    "\"left-out\":1}\n");
	has(&o, "[{\"keys\":[1],\"sum\":1}],\"left-out\":0}\n");
	api_ok(dtp, dtrace_consume(dtp, o.fp, NULL, this_rec, NULL));
	assert_int_equal(lines(&o), 2 + 3 + 1);
	done(dtp, &o);
}

/* A literal of D for n bytes of any kind but 0. */
static void any_bytes(unsigned int *seed, char *literal, size_t n)
{
	static const unsigned char odd[] = { 1, 9, 10, 0x1f, '"', '\\', '%',
		0x7f, 0x80, 0xc0, 0xc3, 0xa9, 0xed, 0xa0, 0xf0, 0xf4, 0xff };

	for (size_t i = 0; i < n; i++) {
		unsigned int r = (unsigned int)rand_r(seed);

		snprintf(literal + 4 * i, 5, "\\%03o", r & 256 ?
			 odd[r % sizeof(odd)] : r % 255 + 1);
	}
}

/* Strings of any bytes and lengths: as data, arguments, text and keys. */
static void any_strings(void **state)
{
	static const char form[] = "BEGIN { trace(\"%s\"); "
		"printf(\"<%%s>\", \"%s\"); @[\"%s\"] = count(); "
		"printf(\"%%S%%c\", \"%s\", 0); }";
	unsigned int seed = 20261121;

	for (size_t i = 0; i < 12; i++) {
		struct out o = { 0 };
		dtrace_hdl_t *dtp = open_json(state, &o);
		size_t n = i < 8 ? i * 11 : 2000;
		char *lit = calloc(4, n + 1), *text;

		assert_non_null(lit);
		any_bytes(&seed, lit, n);
		assert_true(asprintf(&text, form, lit, lit, lit, lit) > 0);
		set(dtp, "strsize", "2k");
		set(dtp, "bufsize", "64k");
		set(dtp, "aggsize", "64k");
		if (i % 2)
			set(dtp, "rawbytes", NULL);
		api_enable(dtp, text);
		api_ok(dtp, dtrace_go(dtp));
		api_ok(dtp, dtrace_aggregate_snap(dtp));
		api_ok(dtp, dtrace_consume(dtp, o.fp, NULL, this_rec, NULL));
		api_ok(dtp, dtrace_aggregate_print(dtp, o.fp, NULL));
		assert_int_equal(lines(&o), 2);
		assert_true(o.len > 3 * n);
		free(text);
		free(lit);
		done(dtp, &o);
	}
}

/* A consumer's walker may jump between variables: objects stay whole. */
static int by_value(dtrace_hdl_t *dtp, dtrace_aggregate_f *func, void *arg)
{
	return dtrace_aggregate_walk_valvarsorted(dtp, func, arg);
}

static void mixed(void **state)
{
	struct out o = { 0 };
	dtrace_hdl_t *dtp = open_json(state, &o);

	api_enable(dtp, "BEGIN { @a[1] = sum(1); @b[1] = sum(2); "
		   "@a[2] = sum(3); @b[2] = sum(4); printa(@a, @b); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_print(dtp, o.fp, by_value));
	assert_int_equal(lines(&o), 4);
	api_ok(dtp, dtrace_consume(dtp, o.fp, NULL, this_rec, NULL));
	assert_int_equal(lines(&o), 4 + 2 + 1);
	has(&o, "[{\"keys\":[1],\"sum\":1},{\"keys\":[2],\"sum\":3}]}\n");
	has(&o, "[{\"keys\":[1],\"sum\":2},{\"keys\":[2],\"sum\":4}]}\n");
	done(dtp, &o);
}

static const char lossy[] =
	"BEGIN { trace(\"too\"); trace(\"large\"); } "
	"BEGIN { trace(\"too\"); trace(\"large\"); } BEGIN { trace(1); }";

/* A loss is in the output, and needs no handler. */
static void drops(void **state)
{
	struct out o = { 0 };
	dtrace_hdl_t *dtp = open_json(state, &o);

	api_ok(dtp, dtrace_setopt(dtp, "strsize", "1k"));
	api_ok(dtp, dtrace_setopt(dtp, "bufsize", "1200"));
	api_enable(dtp, lossy);
	api_ok(dtp, dtrace_go(dtp));
	consume(dtp, &o);
	consume(dtp, &o);
	api_ok(dtp, dtrace_consume(dtp, o.fp, NULL, this_rec, NULL));
	assert_int_equal(lines(&o), 2);
	has(&o, "{\"probe\":\"dtrace:INTERNAL:INTERNAL:DROP\",\"count\":2,"
	    "\"total\":2,\"kind\":\"DTRACEDROP_PRINCIPAL\",\"cpu\":");
	has(&o, "\"msg\":\"2 drops on CPU ");
	done(dtp, &o);
}

static int told(const dtrace_dropdata_t *drop, void *arg)
{
	*(uint64_t *)arg += drop->dtdda_drops;
	return DTRACE_HANDLE_OK;
}

struct pieces {
	int n;
	char text[2048];
};

static int on_text(const dtrace_bufdata_t *buf, void *arg)
{
	struct pieces *p = arg;
	const char *text = buf->dtbda_buffered;
	size_t n = strlen(text);

	assert_true(n > 1 && text[n - 1] == '\n');
	assert_true(json_valid(text, n - 1));
	p->n++;
	snprintf(p->text + strlen(p->text), sizeof(p->text) - strlen(p->text),
		 "%s", text);
	return DTRACE_HANDLE_OK;
}

/* The handler of text gets whole objects. */
static void buffered(void **state)
{
	struct out o = { 0 };
	struct pieces p = { 0 };
	dtrace_hdl_t *dtp = open_json(state, &o);
	uint64_t lost = 0;

	api_ok(dtp, dtrace_handle_buffered(dtp, on_text, &p));
	api_ok(dtp, dtrace_handle_drop(dtp, told, &lost));
	api_ok(dtp, dtrace_setopt(dtp, "strsize", "1k"));
	api_ok(dtp, dtrace_setopt(dtp, "bufsize", "1200"));
	api_enable(dtp, lossy);
	api_enable(dtp, "END { @[1] = count(); @[2] = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_consume(dtp, NULL, NULL, this_rec, NULL));
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_print(dtp, NULL, NULL));
	assert_int_equal(p.n, 3);
	assert_int_equal(lost, 2);
	assert_non_null(strstr(p.text, "\"keys\":[2],\"count\":1}]}\n"));
	done(dtp, &o);
}

/* Text before setup and after teardown, and without configure. */
static void phases(void **state)
{
	struct out o = { 0 };
	dtrace_hdl_t *dtp = open_json(state, &o);

	api_fails(dtp, dtrace_oformat_configure(dtp), EBUSY);
	assert_non_null(strstr(dtrace_errmsg(dtp, EBUSY), "teardown"));
	dtrace_oformat_teardown(dtp);
	api_enable(dtp, "BEGIN { @[1] = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	api_fails(dtp, dtrace_setopt(dtp, "oformat", "text"), E_ACTIVE);
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_print(dtp, o.fp, NULL));
	fflush(o.fp);
	assert_null(strchr(o.text, '{'));
	api_ok(dtp, dtrace_oformat_setup(dtp));
	api_ok(dtp, dtrace_aggregate_print(dtp, o.fp, NULL));
	has(&o, "{\"aggregation-name\":\"_\"");
	done(dtp, &o);
}

static void values(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);

	api_fails(dtp, dtrace_setopt(dtp, "oformat", "yaml"), E_BADOPTVAL);
	api_fails(dtp, dtrace_setopt(dtp, "oformat", NULL), E_BADOPTVAL);
	api_fails(dtp, dtrace_setopt(dtp, "oformat", "xml"), E_BADOPTVAL);
	assert_non_null(strstr(dtrace_errmsg(dtp, dtrace_errno(dtp)),
			       "text or json"));
	api_ok(dtp, dtrace_setopt(dtp, "oformat", "text"));
	api_ok(dtp, dtrace_oformat_configure(dtp));
	assert_int_equal(dtrace_oformat(dtp), 0);
	api_ok(dtp, dtrace_oformat_setup(dtp));
	dtrace_oformat_teardown(dtp);
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(records),
		ON_BOTH(quiet),
		ON_BOTH(aborted),
		ON_BOTH(aggregations),
		ON_BOTH(columns),
		ON_BOTH(top),
		ON_BOTH(any_strings),
		ON_BOTH(intervals),
		ON_VM(mixed),
		ON_BOTH(drops),
		ON_BOTH(buffered),
		ON_VM(phases),
		ON_VM(values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
