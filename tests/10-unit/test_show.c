/* SPDX-License-Identifier: MIT */
/* test_show.c - values, distributions, stacks and conversions as text. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/llq.h"
#include "rt/clause.h"
#include "show/show.h"
#include "tbl/edt.h"

static void
name_of(void *arg, struct dt_addr *a, struct dt_buf *to)
{
	(void) arg;
	dt_buf_printf(to, "mod`f+0x%llx", (unsigned long long)a->pc);
}

static const struct dt_show how = {
	.name = name_of, .stackindent = -1,
};

static void
check(struct dt_sink *s, const char *text)
{
	assert_int_equal(s->err, 0);
	assert_string_equal(dt_sink_text(s), text);
	dt_sink_reset(s);
}

static dtrace_recdesc_t
rec(int action, uint32_t size)
{
	return (dtrace_recdesc_t){ .dtrd_action = (dtrace_actkind_t)action,
	    .dtrd_size = size };
}

static void
test_sink(void **state)
{
	struct dt_sink s = { 0 }, full = { .fp = fopen("/dev/full", "w") };

	(void) state;
	check(&s, "");
	dt_sink_fill(&s, 'x', 130);
	assert_int_equal(strlen(dt_sink_text(&s)), 130);
	dt_sink_reset(&s);
	dt_sink_printf(&s, "%d-%s", 7, "abc");
	dt_sink_printf(&s, "%s", "");
	dt_sink_write(&s, "!", 1);
	check(&s, "7-abc!");
	dt_sink_free(&s);
	setvbuf(full.fp, NULL, _IONBF, 0);
	dt_sink_printf(&full, "%d", 1);
	assert_int_equal(full.err, -28 /* ENOSPC */);
	fclose(full.fp);
}

static ssize_t
take_nothing(void *cookie, const char *buf, size_t n)
{
	(void) cookie;
	(void) buf;
	(void) n;
	return 0;
}

/* A stream that fails without a reason; errno has one of an earlier call. */
static void
test_sink_errno(void **state)
{
	const cookie_io_functions_t io = { .write = take_nothing };
	struct dt_sink s = { .fp = fopencookie(NULL, "w", io) };

	(void) state;
	setvbuf(s.fp, NULL, _IONBF, 0);
	errno = EBADF;
	dt_sink_write(&s, "!", 1);
	assert_int_equal(s.err, -EIO);
	s.err = 0;
	errno = EBADF;
	dt_sink_printf(&s, "%d", 1);
	assert_int_equal(s.err, -EIO);
	fclose(s.fp);
}

static void
test_ints(void **state)
{
	struct dt_sink s = { 0 };
	int64_t v8 = -5;
	int32_t v4 = -4;
	int16_t v2 = -1;
	int8_t v1 = -1;

	(void) state;
	dt_show_int(&s, &v8, 8, false);
	check(&s, "               -5");
	dt_show_int(&s, &v4, 4, false);
	check(&s, "       -4");
	dt_show_int(&s, &v2, 2, false);
	check(&s, " 65535");
	dt_show_int(&s, &v1, 1, false);
	check(&s, " 255");
	dt_show_int(&s, &v4, 4, true);
	check(&s, "-4");
	dt_sink_free(&s);
}

static void
test_strings(void **state)
{
	struct dt_show quiet = how, raw = how;
	dtrace_recdesc_t r = rec(DTRACEACT_DIFEXPR, 32);
	struct dt_sink s = { 0 };
	char text[33] = "brk";

	(void) state;
	quiet.quiet = true;
	raw.rawbytes = true;
	dt_show_datum(&s, &how, &r, text);
	check(&s, "  brk                              ");
	dt_show_datum(&s, &quiet, &r, text);
	check(&s, "brk");
	dt_show_key(&s, &quiet, &r, text);
	check(&s, "  brk                                               ");
	dt_show_bytes(&s, &raw, "brk", 3, 50);
	check(&s, "\n             0  1  2  3  4  5  6  7  8  9  a  b  c  d"
	    "  e  f  0123456789abcdef\n"
	    "         0: 62 72 6b                               "
	    "          brk\n");
	memset(text, 'z', 32);
	dt_show_bytes(&s, &how, text, 32, 5);
	check(&s, "  zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz");
	text[16] = '\1';
	dt_show_bytes(&s, &how, text, 32, 5);
	assert_non_null(strstr(dt_sink_text(&s), "        10: 01 7a"));
	assert_non_null(strstr(dt_sink_text(&s), "7a  .zzzzzzzzzzzzzzz\n"));
	dt_sink_reset(&s);
	dt_show_bytes(&s, &how, "\0\0\0", 3, 5);
	assert_non_null(strstr(dt_sink_text(&s), "         0: 00 00 00"));
	dt_sink_free(&s);
}

static void
bad_name(void *arg, struct dt_addr *a, struct dt_buf *to)
{
	(void) arg;
	(void) a;
	/* escape, a letter and a control character in UTF-8, an invalid byte */
	dt_buf_str(to, "a\033\\\303\274\302\233\377");
}

/* Control characters are escaped in names, strings and keys. */
static void
test_escapes(void **state)
{
	struct dt_show bad = { .name = bad_name, .stackindent = 0 };
	dtrace_recdesc_t r = rec(DTRACEACT_USTACK, 16);
	const uint64_t pcs[2] = { 1, 0x10 };
	struct dt_sink s = { 0 };
	char text[33] = "a\033\n\303\274";

	(void) state;
	dt_show_stack(&s, &bad, DTRACEACT_USTACK, pcs, sizeof(pcs), 0);
	check(&s, "\na\\033\\\303\274\\302\\233\\377\n");
	bad.rawbytes = true;
	dt_show_stack(&s, &bad, DTRACEACT_USTACK, pcs, sizeof(pcs), 0);
	check(&s, "\na\033\\\303\274\302\233\377\n");
	bad.rawbytes = false;
	bad.quiet = true;
	r = rec(DTRACEACT_DIFEXPR, 32);
	r.dtrd_arg = DT_PF_STRING;
	dt_show_datum(&s, &bad, &r, text);
	check(&s, "a\\033\\n\303\274");
	r.dtrd_arg = DT_PF_LITERAL;
	dt_show_datum(&s, &bad, &r, text);
	assert_non_null(strstr(dt_sink_text(&s), "0: 61 1b 0a"));
	dt_sink_reset(&s);
	text[1] = text[3] = text[4] = '\b';
	dt_show_datum(&s, &bad, &r, text);
	check(&s, "a\b\n\b\b");
	dt_sink_free(&s);
}

static void
test_stack(void **state)
{
	struct dt_show indent = how, hex = { .stackindent = -1 };
	const uint64_t pcs[5] = { 0x10, 0x20, 0, 0x30 };
	dtrace_recdesc_t r = rec(DTRACEACT_STACK, sizeof(pcs));
	struct dt_sink s = { 0 };

	(void) state;
	indent.stackindent = 2;
	dt_show_key(&s, &how, &r, pcs);
	check(&s, "\n              mod`f+0x10\n              mod`f+0x20\n");
	dt_show_key(&s, &indent, &r, pcs);
	check(&s, "\n  mod`f+0x10\n  mod`f+0x20\n");
	r = rec(DTRACEACT_SYM, 8);
	dt_show_key(&s, &hex, &r, pcs);
	check(&s, "  0x10                                              ");
	dt_sink_free(&s);
}

/* foo, bar and baz of the manual; then sums beyond 64 bits. */
static void
test_stddev(void **state)
{
	const uint64_t foo[4] = { 5, 15, 55, 0 };
	const uint64_t bar[4] = { 5, 50, 540, 0 };
	const uint64_t baz[4] = { 5, 115, 2735, 0 };
	const uint64_t none[4] = { 0 };
	/* 3 * 2^40 and 2^40: mean 2^41, deviation 2^40 */
	const uint64_t wide[4] = { 2, 4ull << 40, 0, 10ull << 16 };
	const uint64_t below[4] = { 2, (uint64_t)-4, 10, 0 };	/* -3, -1 */
	/* twice 5e9 and once 5e9 + 1, of which the deviation is 0.47 */
	const uint64_t close[4] = { 3, 15000000001, 1213023715161793537, 4 };
	/* INT64_MAX and INT64_MIN */
	const uint64_t ends[4] = { 2, (uint64_t)-1, 1, INT64_MAX };

	(void) state;
	assert_int_equal(dt_show_stddev(foo, 1), 1);
	assert_int_equal(dt_show_stddev(bar, 1), 2);
	assert_int_equal(dt_show_stddev(baz, 1), 4);
	assert_int_equal(dt_show_stddev(none, 1), 0);
	assert_int_equal(dt_show_stddev(wide, 1), 1ll << 40);
	assert_int_equal(dt_show_stddev(wide, 1 << 20), 1 << 20);
	assert_int_equal(dt_show_stddev(below, 1), 1);
	assert_int_equal(dt_show_stddev(close, 1), 0);
	assert_int_equal(dt_show_stddev(ends, 1), INT64_MAX);
	assert_int_equal(dt_show_avg(below, 1), -2);
	assert_int_equal(dt_show_avg(below, 2), -1);
	assert_int_equal(dt_show_avg(none, 1), 0);
}

static void
test_div(void **state)
{
	(void) state;
	assert_int_equal(dt_show_div(-7, 2), -3);
	assert_int_equal(dt_show_div(-7, 1), -7);
	assert_int_equal(dt_show_div(7, UINT64_MAX), 0);
	assert_int_equal(dt_show_div(INT64_MIN, 1ull << 63), -1);
}

#define	HEAD "\n           value  ------------- Distribution -------------" \
	" count    \n"

/* Rows of a drawing: label, bar with its line, count. */
struct row {
	const char *label, *bar, *count;
};

static void
check_rows(struct dt_sink *s, const struct row *rows)
{
	struct dt_sink want = { 0 };

	dt_sink_printf(&want, HEAD);
	for (; rows->label != NULL; rows++)
		dt_sink_printf(&want, "%16s %-41s %-9s\n", rows->label,
		    rows->bar, rows->count);
	check(s, dt_sink_text(&want));
	dt_sink_free(&want);
}

#define	ROWS(s, ...) check_rows(s, (const struct row[]){ __VA_ARGS__, \
	{ NULL, NULL, NULL } })

static void
quant(struct dt_sink *s, int action, const uint64_t *w, uint64_t normal)
{
	const struct dt_aggshow v = { .action = (dtrace_actkind_t)action,
	    .w = w, .normal = normal };

	dt_show_quant(s, &how, &v);
}

static void
test_quantize(void **state)
{
	uint64_t w[DTRACE_QUANTIZE_NBUCKETS] = { 0 };
	struct dt_sink s = { 0 };

	(void) state;
	quant(&s, DTRACEAGG_QUANTIZE, w, 1);
	ROWS(&s,
	    { "-1", "|", "0" },
	    { "0", "|", "0" },
	    { "1", "|", "0" });
	w[64] = 3;			/* 1 */
	w[66] = 1;			/* 4 */
	quant(&s, DTRACEAGG_QUANTIZE, w, 1);
	ROWS(&s,
	    { "0", "|", "0" },
	    { "1", "|@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@", "3" },
	    { "2", "|", "0" },
	    { "4", "|@@@@@@@@@@", "1" },
	    { "8", "|", "0" });
	w[64] = (uint64_t)-3;
	quant(&s, DTRACEAGG_QUANTIZE, w, 1);
	ROWS(&s,
	    { "0", "                    |", "0" },
	    { "1", "     @@@@@@@@@@@@@@@|", "-3" },
	    { "2", "                    |", "0" },
	    { "4", "                    |@@@@@", "1" },
	    { "8", "                    |", "0" });
	w[66] = 0;
	quant(&s, DTRACEAGG_QUANTIZE, w, 2);
	ROWS(&s,
	    { "0", "                                        |", "0" },
	    { "1", "@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@|", "-1" },
	    { "2", "                                        |", "0" });
	dt_sink_free(&s);
}

/* The outermost buckets are shown, too. */
static void
test_quantize_ends(void **state)
{
	uint64_t w[DTRACE_QUANTIZE_NBUCKETS] = { 0 };
	struct dt_sink s = { 0 };

	(void) state;
	w[DTRACE_QUANTIZE_NBUCKETS - 1] = 2;
	quant(&s, DTRACEAGG_QUANTIZE, w, 1);
	ROWS(&s,
	    { "2305843009213693952", "|", "0" },
	    { "4611686018427387904",
	      "|@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@", "2" });
	dt_sink_free(&s);
}

static uint64_t
lq_param(int32_t base, uint16_t levels, uint16_t step)
{
	return (uint64_t)step << 48 | (uint64_t)levels << 32 | (uint32_t)base;
}

static void
test_lquantize(void **state)
{
	uint64_t w[1 + 6] = { lq_param(-10, 4, 5) };
	struct dt_sink s = { 0 };
	int64_t zero;

	(void) state;
	quant(&s, DTRACEAGG_LQUANTIZE, w, 1);
	ROWS(&s,
	    { "< -10", "|", "0" },
	    { "-10", "|", "0" },
	    { "-5", "|", "0" });
	w[1] = 1;
	w[6] = 4;
	w[4] = 5;
	quant(&s, DTRACEAGG_LQUANTIZE, w, 1);
	ROWS(&s,
	    { "< -10", "|@@@@", "1" },
	    { "-10", "|", "0" },
	    { "-5", "|", "0" },
	    { "0", "|@@@@@@@@@@@@@@@@@@@@", "5" },
	    { "5", "|", "0" },
	    { ">= 10", "|@@@@@@@@@@@@@@@@", "4" });
	assert_true(dt_show_weight(DTRACEAGG_LQUANTIZE, w[0], w + 1,
	    &zero) == -11 + 4 * 11);
	assert_int_equal(zero, 5);
	dt_sink_free(&s);
}

static void
test_llquantize(void **state)
{
	/* llquantize(x, 10, 0, 1, 10) */
	uint64_t param = 10ull << 48 | 0ull << 32 | 1ull << 16 | 10;
	uint64_t w[64] = { param };
	struct dt_sink s = { 0 };
	int64_t zero;

	(void) state;
	quant(&s, DTRACEAGG_LLQUANTIZE, w, 1);
	ROWS(&s,
	    { "< 1", "|", "0" },
	    { "1", "|", "0" });
	w[1 + dt_llq_bucket(param, 0)] = 2;
	w[1 + dt_llq_bucket(param, 2)] = 2;
	assert_true(dt_show_weight(DTRACEAGG_LLQUANTIZE, param, w + 1,
	    &zero) == 4);
	assert_int_equal(zero, 2);
	quant(&s, DTRACEAGG_LLQUANTIZE, w, 1);
	ROWS(&s,
	    { "< 1", "|@@@@@@@@@@@@@@@@@@@@", "2" },
	    { "1", "|", "0" },
	    { "2", "|@@@@@@@@@@@@@@@@@@@@", "2" },
	    { "3", "|", "0" });
	w[1 + dt_llq_bucket(param, 1000)] = 1;
	quant(&s, DTRACEAGG_LLQUANTIZE, w, 1);
	assert_non_null(strstr(dt_sink_text(&s), "\n          >= 100 |@@@@"));
	dt_sink_free(&s);
}

/* Format one conversion with one datum. */
static int
conv(struct dt_sink *s, const char *format, struct dt_fmtarg arg)
{
	struct dt_arena *a = dt_arena_create();
	struct dt_fmt *f;
	const char *why;
	size_t at;
	int rv;

	assert_int_equal(dt_fmt_parse(a, format, &f, &why, &at), 0);
	rv = dt_show_conv(s, &how, &f->segs[0], &arg);
	dt_arena_destroy(a);
	return rv;
}

static void
check_int(const char *format, uint32_t size, bool is_signed, int64_t v,
    const char *text)
{
	dtrace_recdesc_t r = rec(DTRACEACT_DIFEXPR, size);
	struct dt_sink s = { 0 };

	assert_int_equal(conv(&s, format, (struct dt_fmtarg){ .rec = &r,
	    .p = &v, .is_signed = is_signed, .width = -6 }), 0);
	check(&s, text);
	dt_sink_free(&s);
}

static void
test_conv_int(void **state)
{
	(void) state;
	check_int("%d", 4, true, -1, "-1");
	check_int("%d", 4, false, -1, "4294967295");
	check_int("%x", 4, true, -1, "ffffffff");
	check_int("%u", 8, true, -1, "18446744073709551615");
	check_int("%+5d", 2, true, -7, "   -7");
	check_int("%-6d", 1, true, -7, "-7    ");
	check_int("%*d", 4, true, 12, "12    ");
	check_int("%08.3llx", 8, true, 255, "     0ff");
	check_int("%#x", 8, true, 255, "0xff");
	check_int("%hd", 4, true, 0x1ffff, "-1");
	check_int("%hu", 4, true, 0x1ffff, "65535");
	check_int("%lld", 4, false, -1, "-1");
	check_int("%p", 8, false, 0xabc, "abc");
	check_int("%?p", 8, false, 0xabc, "             abc");
	check_int("%c", 1, true, 'x', "x");
	check_int("%C", 1, true, '\n', "\\n");
	check_int("%C", 1, true, '\1', "\\001");
	check_int("%a", 8, false, 0x1234, "mod`f+0x1234");
	check_int("%-14a|", 8, false, 0x1234, "mod`f+0x1234  ");
}

static void
test_conv_text(void **state)
{
	const uint64_t pcs[3] = { 0x10, 0x20, 0 };
	dtrace_recdesc_t str = rec(DTRACEACT_DIFEXPR, 16);
	dtrace_recdesc_t stack = rec(DTRACEACT_STACK, 24);
	char text[16] = "a\tb\"";
	struct dt_sink s = { 0 };

	(void) state;
#define	TEXT(f)	conv(&s, f, (struct dt_fmtarg){ .rec = &str, .p = text })
#define	STACK(f) conv(&s, f, (struct dt_fmtarg){ .rec = &stack, .p = pcs })
	assert_int_equal(TEXT("%-6s"), 0);
	check(&s, "a\tb\"  ");
	assert_int_equal(TEXT("%.2s"), 0);
	check(&s, "a\t");
	assert_int_equal(TEXT("%S"), 0);
	check(&s, "a\\tb\"");
	assert_int_equal(TEXT("%d"), -EDT_BADCONV);
	assert_int_equal(TEXT("%k"), -EDT_BADCONV);
	assert_int_equal(STACK("%k"), 0);
	check(&s, "\nmod`f+0x10\nmod`f+0x20\n");
	assert_int_equal(STACK("%-3k"), 0);
	check(&s, "\n   mod`f+0x10\n   mod`f+0x20\n");
	dt_sink_free(&s);
}

static void
test_conv_value(void **state)
{
	const uint64_t w[4] = { 5, 115, 2735, 0 };
	dtrace_recdesc_t avg = rec(DTRACEAGG_AVG, 16);
	dtrace_recdesc_t dev = rec(DTRACEAGG_STDDEV, 32);
	dtrace_recdesc_t sum = rec(DTRACEAGG_SUM, 8);
	int64_t below = -9;
	struct dt_sink s = { 0 };

	(void) state;
#define	VALUE(r, d, n)	conv(&s, "%@4d", (struct dt_fmtarg){ .rec = &(r), \
	    .p = (d), .normal = (n), .is_signed = true })
	assert_int_equal(VALUE(avg, w, 1), 0);
	check(&s, "  23");
	assert_int_equal(VALUE(dev, w, 1), 0);
	check(&s, "   4");
	assert_int_equal(VALUE(sum, &below, 2), 0);
	check(&s, "  -4");
	dt_sink_free(&s);
}

static void
test_conv_time(void **state)
{
	(void) state;
	setenv("TZ", "UTC", 1);
	tzset();
	check_int("%Y", 8, false, 1000000000ll * 1000000000,
	    "2001 Sep  9 01:46:40");
	check_int("%T", 8, false, 1000000000ll * 1000000000,
	    "Sun, 09 Sep 2001 01:46:40 UTC");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sink),
		cmocka_unit_test(test_sink_errno),
		cmocka_unit_test(test_ints),
		cmocka_unit_test(test_strings),
		cmocka_unit_test(test_escapes),
		cmocka_unit_test(test_stack),
		cmocka_unit_test(test_stddev),
		cmocka_unit_test(test_div),
		cmocka_unit_test(test_quantize),
		cmocka_unit_test(test_quantize_ends),
		cmocka_unit_test(test_lquantize),
		cmocka_unit_test(test_llquantize),
		cmocka_unit_test(test_conv_int),
		cmocka_unit_test(test_conv_text),
		cmocka_unit_test(test_conv_value),
		cmocka_unit_test(test_conv_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
