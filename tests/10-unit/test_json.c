/* SPDX-License-Identifier: MIT */
/* test_json.c - JSON: strings of any bytes, values, distributions. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "../json.h"
#include "rt/clause.h"
#include "show/json.h"

#define	ROUNDS	20000

static void
name_of(void *arg, struct dt_addr *a, struct dt_buf *to)
{
	(void) arg;
	dt_buf_printf(to, DTRACEACT_CLASS(a->action) == DTRACEACT_PROC ?
	    "0x%llx" : "mod`\"%llx\"", (unsigned long long)a->pc);
}

static const struct dt_show how = { .name = name_of };

static void
check(struct dt_sink *s, const char *text)
{
	assert_int_equal(s->err, 0);
	assert_string_equal(dt_sink_text(s), text);
	dt_sink_reset(s);
}

/* The checker itself must reject what is not JSON. */
static void
test_checker(void **state)
{
	static const char *const good[] = { "{}", "[1,-2,\"\\u00ff\"]",
	    "{\"a\":{\"b\":[]}}", "\"\xc3\xa9\xf0\x9f\x98\x80\"", "0",
	    "[-0.5,10.25]" };
	static const char *const bad[] = { "", "{", "{}x", "[1,]", "{\"a\"}",
	    "{a:1}", "01", "-", "1.", ".5", "nan",
	    "\"\n\"", "\"\\x\"", "\"\\u00g0\"",
	    "\"\xff\"", "\"\xc0\x80\"", "\"\xed\xa0\x80\"", "\"\xc3\"", "[1 2]",
	    "\"\xf4\x90\x80\x80\"", "\"" };

	(void) state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		if (!json_valid(good[i], strlen(good[i])))
			fail_msg("refused: %s", good[i]);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (json_valid(bad[i], strlen(bad[i])))
			fail_msg("taken: %s", bad[i]);
}

static void
string(const char *p, size_t n, const char *want)
{
	struct dt_sink s = { 0 };
	struct dt_json j = { .s = &s };

	dt_json_str(&j, p, n);
	check(&s, want);
	dt_sink_free(&s);
}

static void
test_strings(void **state)
{
	(void) state;
	string("", 0, "\"\"");
	string("plain", 5, "\"plain\"");
	string("\"\\/\b\f\n\r\t", 8, "\"\\\"\\\\/\\b\\f\\n\\r\\t\"");
	string("\0\1\x1f\x7f", 4, "\"\\u0000\\u0001\\u001f\\u007f\"");
	string("h\xc3\xa9", 3, "\"h\xc3\xa9\"");
	string("\xe2\x82\xac\xf0\x9f\x98\x80", 7,
	    "\"\xe2\x82\xac\xf0\x9f\x98\x80\"");
	string("\xe9t\xe9", 3, "\"\\u00e9t\\u00e9\"");	/* Latin-1 */
	string("\xc0\xaf", 2, "\"\\u00c0\\u00af\"");		/* overlong */
	string("\xed\xa0\x80", 3, "\"\\u00ed\\u00a0\\u0080\"");
	string("\xf4\x90\x80\x80", 4, "\"\\u00f4\\u0090\\u0080\\u0080\"");
	string("a\xe2\x82", 3, "\"a\\u00e2\\u0082\"");	/* cut */
}

/* Strings of any bytes give valid JSON with the same characters. */
static void
test_fuzz(void **state)
{
	static const unsigned char odd[] = { 0, 0x1f, '"', '\\', 0x7f, 0x80,
	    0xbf, 0xc0, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff,
	    0xa0, 0x9f, 0x90 };
	unsigned int seed = 20261121;
	struct dt_sink s = { 0 };
	char text[24];

	(void) state;
	for (int i = 0; i < ROUNDS; i++) {
		struct dt_json j = { .s = &s };
		size_t n = (size_t)rand_r(&seed) % sizeof(text);

		for (size_t k = 0; k < n; k++) {
			int r = rand_r(&seed);

			text[k] = (char)(r & 0x100 ? r :
			    odd[(unsigned)r % sizeof(odd)]);
		}
		dt_sink_reset(&s);
		dt_json_str(&j, text, n);
		assert_int_equal(s.err, 0);
		if (!json_valid(dt_sink_text(&s), s.buf.len))
			fail_msg("round %d: %s", i, dt_sink_text(&s));
		assert_true(s.buf.len >= n + 2);
	}
	dt_sink_free(&s);
}

static void
test_commas(void **state)
{
	struct dt_sink s = { 0 };
	struct dt_json j = { .s = &s };

	(void) state;
	dt_json_open(&j, '{');
	dt_json_named_int(&j, "a", INT64_MIN);
	dt_json_named_uint(&j, "b", UINT64_MAX);
	dt_json_name(&j, "c");
	dt_json_open(&j, '[');
	dt_json_open(&j, '[');
	dt_json_close(&j, ']');
	dt_json_int(&j, 1);
	dt_json_close(&j, ']');
	dt_json_named_str(&j, "d", "e");
	dt_json_close(&j, '}');
	check(&s, "{\"a\":-9223372036854775808,\"b\":18446744073709551615,"
	    "\"c\":[[],1],\"d\":\"e\"}");
	dt_sink_free(&s);
}

static void
datum(int action, uint32_t size, uint64_t arg, const void *p, const char *want)
{
	const dtrace_recdesc_t rec = { .dtrd_action = (dtrace_actkind_t)action,
	    .dtrd_size = size, .dtrd_arg = arg };
	struct dt_sink s = { 0 };
	struct dt_json j = { .s = &s };

	dt_json_datum(&j, &how, &rec, p);
	check(&s, want);
	dt_sink_free(&s);
}

static void
test_data(void **state)
{
	const uint64_t pcs[4] = { 0x10, UINT64_MAX, 0, 0x30 };
	const int64_t minus = -1;

	(void) state;
	datum(DTRACEACT_DIFEXPR, 1, DT_PF_SIGNED, &minus, "-1");
	datum(DTRACEACT_DIFEXPR, 1, DT_PF_UNSIGNED, &minus, "255");
	datum(DTRACEACT_DIFEXPR, 8, DT_PF_UNSIGNED, &minus,
	    "18446744073709551615");
	/* a string of 8 bytes is not an integer, and ends there */
	datum(DTRACEACT_DIFEXPR, 8, DT_PF_STRING, "abcdefgh", "\"abcdefgh\"");
	datum(DTRACEACT_DIFEXPR, 8, DT_PF_STRING, "ab\0x\0\0\0", "\"ab\"");
	datum(DTRACEACT_STACK, sizeof(pcs), 4, pcs,
	    "[{\"symbol\":\"mod`\\\"10\\\"\",\"module\":\"mod\","
	    "\"name\":\"\\\"10\\\"\",\"address\":16},"
	    "{\"symbol\":\"mod`\\\"ffffffffffffffff\\\"\",\"module\":\"mod\","
	    "\"name\":\"\\\"ffffffffffffffff\\\"\","
	    "\"address\":18446744073709551615}]");
	datum(DTRACEACT_PRINTF, 16, DT_PF_ACTION | DTRACEACT_STACK, pcs + 2,
	    "[]");
	datum(DTRACEACT_SYM, 8, 0, pcs,
	    "{\"symbol\":\"mod`\\\"10\\\"\",\"module\":\"mod\","
	    "\"name\":\"\\\"10\\\"\",\"address\":16}");
}

/* Use the argument as the name. */
static void
named(void *arg, struct dt_addr *a, struct dt_buf *to)
{
	(void) a;
	dt_buf_str(to, arg);
}

static void
recorded(int action, uint32_t size, const char *text, const char *want)
{
	const struct dt_show show = { .name = named, .arg = (void *)text };
	const dtrace_recdesc_t rec = { .dtrd_action = (dtrace_actkind_t)action,
	    .dtrd_size = size };
	const uint64_t words[3] = { 7, 16, 0 };
	struct dt_sink s = { 0 };
	struct dt_json j = { .s = &s };

	dt_json_action(&j, &show, &rec, words);
	check(&s, want);
	dt_sink_free(&s);
}

/* The data of actions, with the parts of each name. */
static void
test_actions(void **state)
{
	(void) state;
	recorded(DTRACEACT_STACK, 8, "ext4`f+0x1a", "{\"stack-frames\":"
	    "[{\"symbol\":\"ext4`f+0x1a\",\"module\":\"ext4\",\"name\":\"f\","
	    "\"offset\":\"0x1a\",\"address\":7}]}");
	recorded(DTRACEACT_USTACK, 24, "a.out`S::operator+0x(int)+0x2",
	    "{\"ustack-frames\":["
	    "{\"symbol\":\"a.out`S::operator+0x(int)+0x2\","
	    "\"module\":\"a.out\",\"name\":\"S::operator+0x(int)\","
	    "\"offset\":\"0x2\",\"address\":16,\"pid\":7}]}");
	recorded(DTRACEACT_JSTACK, 8, "", "{\"ustack-frames\":[]}");
	recorded(DTRACEACT_SYM, 8, "vmlinux`f", "{\"sym\":\"vmlinux`f\","
	    "\"object\":\"vmlinux\",\"name\":\"f\",\"address\":7}");
	recorded(DTRACEACT_SYM, 8, "0x7", "{\"sym\":\"0x7\","
	    "\"offset\":\"0x7\",\"address\":7}");
	recorded(DTRACEACT_MOD, 8, "vmlinux",
	    "{\"mod\":\"vmlinux\",\"address\":7}");
	recorded(DTRACEACT_USYM, 16, "libc.so.6`0x40",
	    "{\"usym\":\"libc.so.6`0x40\",\"object\":\"libc.so.6\","
	    "\"offset\":\"0x40\",\"address\":16,\"pid\":7}");
	recorded(DTRACEACT_UMOD, 16, "libc.so.6",
	    "{\"umod\":\"libc.so.6\",\"address\":16,\"pid\":7}");
	recorded(DTRACEACT_UADDR, 16, "0x10", "{\"uaddr\":\"0x10\","
	    "\"offset\":\"0x10\",\"address\":16,\"pid\":7}");
}

static void
value_with(struct dt_show opts, struct dt_aggshow v, const char *want)
{
	struct dt_sink s = { 0 };
	struct dt_json j = { .s = &s };

	dt_json_value(&j, &opts, &v);
	check(&s, want);
	dt_sink_free(&s);
}

static void
value(int action, const uint64_t *w, uint64_t normal, const char *want)
{
	value_with(how, (struct dt_aggshow){ .w = w, .normal = normal,
	    .action = (dtrace_actkind_t)action }, want);
}

static void
test_values(void **state)
{
	const uint64_t w[4] = { 4, 40, 1000, 0 }, none[4] = { 0 };
	uint64_t q[128] = { 0 }, lq[6] = { 0 };

	(void) state;
	value(DTRACEAGG_COUNT, w, 2, "\"count\":2");
	value(DTRACEAGG_SUM, (const uint64_t[]){ (uint64_t)-9 }, 1,
	    "\"sum\":-9");
	value(DTRACEAGG_AVG, w, 1, "\"avg\":10");
	value(DTRACEAGG_AVG, none, 1, "\"avg\":0");	/* no 0 / 0 */
	value(DTRACEAGG_STDDEV, w, 1, "\"stddev\":12");
	value(DTRACEAGG_QUANTIZE, q, 1, "\"buckets\":[]");
	q[DTRACE_QUANTIZE_ZEROBUCKET - 1] = 6;
	q[DTRACE_QUANTIZE_ZEROBUCKET] = 4;
	q[126] = 2;
	value(DTRACEAGG_QUANTIZE, q, 2, "\"buckets\":[{\"value\":-1,"
	    "\"count\":3},{\"value\":0,\"count\":2},"
	    "{\"value\":4611686018427387904,\"count\":1}]");
	/* base -5, 2 levels of 10: below, 2 of them, above */
	lq[0] = 10ull << 48 | 2ull << 32 | (uint32_t)-5;
	lq[1] = 1;
	lq[2] = 2;
	lq[4] = 3;
	value(DTRACEAGG_LQUANTIZE, lq, 1, "\"buckets\":[{\"value\":-5,"
	    "\"operator\":\"<\",\"count\":1},{\"value\":-5,\"count\":2},"
	    "{\"value\":15,\"operator\":\">=\",\"count\":3}]");
}

/* Options aggdelta and aggpersec; without a change there is no rate. */
static void
test_recent(void **state)
{
	static const struct {
		int action;
		uint64_t w[4], delta[4], normal;
		int64_t ns;
		const char *want;
	} v[] = {
		{ DTRACEAGG_COUNT, { 90 }, { 30 }, 1, 2 * NANOSEC,
		    "\"count\":90,\"delta\":30,\"per-second\":15.0" },
		{ DTRACEAGG_COUNT, { 90 }, { 1 }, 3, 2 * NANOSEC,
		    "\"count\":30,\"delta\":0,\"per-second\":0.2" },
		{ DTRACEAGG_SUM, { 1 }, { (uint64_t)-7 }, 1, 3 * NANOSEC,
		    "\"sum\":1,\"delta\":-7,\"per-second\":-2.3" },
		{ DTRACEAGG_SUM, { 1 }, { (uint64_t)INT64_MIN }, 1, 1,
		    "\"sum\":1,\"delta\":-9223372036854775808,"
		    "\"per-second\":-9223372036854775808000000000.0" },
		{ DTRACEAGG_SUM, { 1 }, { (uint64_t)-1 }, UINT64_MAX,
		    INT64_MAX, "\"sum\":0,\"delta\":0,"
		    "\"per-second\":0.0" },
		{ DTRACEAGG_COUNT, { 1 }, { 1 }, 0, NANOSEC,
		    "\"count\":1,\"delta\":1,\"per-second\":1.0" },
		{ DTRACEAGG_COUNT, { 1 }, { 1 }, 1, 0,
		    "\"count\":1,\"delta\":1" },
		{ DTRACEAGG_MAX, { 9 }, { 2 }, 1, NANOSEC,
		    "\"max\":9,\"delta\":2" },
		{ DTRACEAGG_AVG, { 4, 40 }, { 2, 30 }, 1, NANOSEC,
		    "\"avg\":10,\"delta\":15" },
		{ DTRACEAGG_AVG, { 4, 40 }, { 0, 0 }, 1, NANOSEC,
		    "\"avg\":10" },
	};

	(void) state;
	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++)
		value_with((struct dt_show){ .delta = true, .persec = true },
		    (struct dt_aggshow){
		    .action = (dtrace_actkind_t)v[i].action, .w = v[i].w,
		    .normal = v[i].normal, .delta = v[i].delta,
		    .ns = v[i].ns }, v[i].want);
}

/* Changes of a bucket, as of a sum, also after a clear. */
static void
test_recent_buckets(void **state)
{
	uint64_t q[127] = { 0 }, delta[127] = { 0 };
	struct dt_aggshow v = { .action = DTRACEAGG_QUANTIZE, .w = q,
	    .normal = 1, .delta = delta, .ns = NANOSEC };

	(void) state;
	q[DTRACE_QUANTIZE_ZEROBUCKET] = 4;
	delta[DTRACE_QUANTIZE_ZEROBUCKET] = 3;
	delta[DTRACE_QUANTIZE_ZEROBUCKET + 1] = 5;
	value_with((struct dt_show){ .delta = true, .persec = true }, v,
	    "\"buckets\":[{\"value\":0,\"count\":4,\"delta\":3,"
	    "\"per-second\":3.0},{\"value\":1,\"count\":0,\"delta\":5,"
	    "\"per-second\":5.0}]");
}

static void
test_percentiles(void **state)
{
	uint64_t q[127] = { 0 }, lq[5] = { 10ull << 48 | 2ull << 32, 8, 1, 0,
	    11 };
	const struct dt_show opts = { .percentiles = true };
	struct dt_aggshow v = { .action = DTRACEAGG_QUANTIZE, .w = q,
	    .normal = 1 };

	(void) state;
	value_with(opts, v, "\"buckets\":[],\"percentiles\":{}");
	q[DTRACE_QUANTIZE_ZEROBUCKET] = (uint64_t)-1;
	value_with(opts, v, "\"buckets\":[{\"value\":0,\"count\":-1}],"
	    "\"percentiles\":{}");
	q[DTRACE_QUANTIZE_ZEROBUCKET] = 1;
	value_with(opts, v, "\"buckets\":[{\"value\":0,\"count\":1}],"
	    "\"percentiles\":{\"p50\":{\"value\":0,\"low\":0,\"high\":0},"
	    "\"p90\":{\"value\":0,\"low\":0,\"high\":0},"
	    "\"p99\":{\"value\":0,\"low\":0,\"high\":0},"
	    "\"p999\":{\"value\":0,\"low\":0,\"high\":0}}");
	v.action = DTRACEAGG_LQUANTIZE;
	v.w = lq;
	lq[1] = 12;
	value_with(opts, v, "\"buckets\":[{\"value\":0,\"operator\":\"<\","
	    "\"count\":12},{\"value\":0,\"count\":1},"
	    "{\"value\":20,\"operator\":\">=\",\"count\":11}],"
	    "\"percentiles\":{\"p50\":{\"value\":-1,\"operator\":\"<=\"},"
	    "\"p90\":{\"value\":20,\"operator\":\">=\"},"
	    "\"p99\":{\"value\":20,\"operator\":\">=\"},"
	    "\"p999\":{\"value\":20,\"operator\":\">=\"}}");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_checker),
		cmocka_unit_test(test_strings),
		cmocka_unit_test(test_fuzz),
		cmocka_unit_test(test_commas),
		cmocka_unit_test(test_data),
		cmocka_unit_test(test_actions),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_recent),
		cmocka_unit_test(test_recent_buckets),
		cmocka_unit_test(test_percentiles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
