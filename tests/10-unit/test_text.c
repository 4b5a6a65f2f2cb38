/* SPDX-License-Identifier: MIT */
/*
 * test_text.c - addresses, numbers and JSON as strings, in native code: on
 * random addresses as inet_ntop() of the C library, on random numbers as its
 * strtoull(), and on JSON text that is cut, changed and nested.
 */
#include <arpa/inet.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct {
	uint64_t strsize, slot_size;
} bound;
#define	n_dt_imm_strsize	bound.strsize
#define	n_dt_imm_slot_size	bound.slot_size
#define	n_dt_imm_key_words	64ull
#define	DT_IMM(name)		((uint64_t)(n_##name))

#include "rt/inet.bpf.c"
#include "rt/json.bpf.c"
#include "rt/make.bpf.c"
#include "rt/scan.bpf.c"
#include "rt/search.bpf.c"

#define	MAXSTR		4096
#define	FIRST		2048	/* where the strings begin in the slot */
#define	ROOM		(MAXSTR + 24)

static _Alignas(8) char slot[FIRST + 3 * ROOM];
#define	SLOT		((struct dt_slot *)slot)
enum { DST = FIRST, A = FIRST + ROOM, B = FIRST + 2 * ROOM };

static uint64_t seed = 20260318;

static uint64_t
rnd(uint64_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed % n;
}

long
bpf_probe_read_kernel(void *dst, uint32_t size, uint64_t from)
{
	if (from < 4096)
		return -14;
	memcpy(dst, (const void *)(uintptr_t)from, size);
	return 0;
}

static void
begin(uint64_t strsize)
{
	bound.strsize = strsize;
	bound.slot_size = sizeof(slot);
	memset(slot, 'x', sizeof(slot));
}

static void
put_string(uint32_t at, const char *s)
{
	uint64_t len = strnlen(s, bound.strsize - 1);

	memcpy(slot + at, &len, sizeof(len));
	memset(slot + at + 8 + (len & ~7ull), 0, 8);
	memcpy(slot + at + 8, s, len);
}

/* Check that the result is this string, cut at strsize, padded with zeroes. */
static void
is(const char *want)
{
	size_t n = strnlen(want, bound.strsize - 1), i;
	uint64_t len;

	memcpy(&len, slot + DST, sizeof(len));
	if (len != n || memcmp(slot + DST + 8, want, n) != 0)
		fail_msg("\"%.*s\" (%d), not \"%s\"", (int)len, slot + DST + 8,
		    (int)len, want);
	for (i = n; i % 8 != 0; i++)
		assert_int_equal(slot[DST + 8 + i], 0);
}

/* --- addresses */

/* Many groups are 0 or ffff, as in addresses that are written short. */
static void
random_address(unsigned char *b)
{
	uint64_t zeroes = rnd(256), ones = rnd(4) == 0 ? rnd(256) : 0;

	for (int i = 0; i < 8; i++) {
		uint64_t v = zeroes >> i & 1 ? 0 : ones >> i & 1 ? 0xffff :
		    rnd(65536) >> rnd(4) * 4;

		b[2 * i] = (unsigned char)(v >> 8);
		b[2 * i + 1] = (unsigned char)v;
	}
}

static void
addresses(void **state)
{
	static const uint64_t sizes[] = { 1, 2, 8, 9, 16, 40, 256 };
	unsigned char b[16];
	char want[64];

	(void)state;
	for (long i = 0; i < 200000; i++) {
		begin(sizes[rnd(sizeof(sizes) / sizeof(sizes[0]))]);
		random_address(b);
		inet_ntop(AF_INET6, b, want, sizeof(want));
		assert_int_equal(dt_str_inet(SLOT, DST, AF_INET6,
		    (uintptr_t)b), 0);
		is(want);
		inet_ntop(AF_INET, b, want, sizeof(want));
		assert_int_equal(dt_str_inet(SLOT, DST, AF_INET,
		    (uintptr_t)b), 0);
		is(want);
		assert_int_equal(dt_str_inet4(SLOT, DST, (uintptr_t)b), 0);
		is(want);
		snprintf(want, sizeof(want), "%02x:%02x:%02x:%02x:%02x:%02x",
		    b[0], b[1], b[2], b[3], b[4], b[5]);
		assert_int_equal(dt_str_link(SLOT, DST, 1, (uintptr_t)b), 0);
		is(want);
	}
	assert_int_equal(dt_str_inet(SLOT, DST, 1, (uintptr_t)b), 1);
	assert_int_equal(dt_str_link(SLOT, DST, 2, (uintptr_t)b), 1);
	assert_int_equal(dt_str_inet4(SLOT, DST, 16), -1);
	assert_int_equal(SLOT->ctx.fault_addr, 16);
	assert_int_equal(dt_str_inet(SLOT, DST, AF_INET6, 17), -1);
	assert_int_equal(SLOT->ctx.fault_addr, 17);
	assert_int_equal(dt_str_link(SLOT, DST, 32, 18), -1);
	assert_int_equal(SLOT->ctx.fault_addr, 18);
}

/* inet_ntoa6() shows only the IPv4 address in an address that contains one. */
static void
inner_addresses(void **state)
{
	static const struct {
		const char *address, *plain, *strict;
	} rows[] = {
		{ "::127.0.0.1", "127.0.0.1", "::127.0.0.1" },
		{ "::ffff:127.0.0.1", "127.0.0.1", "127.0.0.1" },
		{ "::", "::", "::" },
		{ "::1", "::1", "::1" },
		{ "::2", "0.0.0.2", "::2" },
		{ "fe80::214:4fff:fe0b:76c8", NULL, NULL },
		{ "1080::808:c:417a", NULL, NULL },
		{ "::fffe:7f00:1", NULL, NULL },
		{ "1:0:2::3", NULL, NULL },
	};
	unsigned char b[16];

	(void)state;
	begin(256);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *plain = rows[i].plain, *strict = rows[i].strict;

		assert_int_equal(inet_pton(AF_INET6, rows[i].address, b), 1);
		assert_int_equal(dt_str_inet6(SLOT, DST, (uintptr_t)b, 0), 0);
		is(plain != NULL ? plain : rows[i].address);
		assert_int_equal(dt_str_inet6(SLOT, DST, (uintptr_t)b, 1), 0);
		is(strict != NULL ? strict : rows[i].address);
	}
}

/* --- numbers */

static int64_t
number(const char *s, int64_t base)
{
	put_string(A, s);
	return dt_str_toll(SLOT, A, base);
}

static void
numbers(void **state)
{
	char text[80];

	(void)state;
	begin(256);
	for (long i = 0; i < 200000; i++) {
		int base = 2 + (int)rnd(35), n = (int)rnd(12);

		for (int k = 0; k < n; k++)
			text[k] = "0123456789abcXYZxz-+ "[rnd(21)];
		text[n] = '\0';
		if (base == 16 || strchr("-+ ", text[0]) == NULL)
			assert_int_equal(number(text, base),
			    (int64_t)strtoull(text, NULL, base));
	}
	assert_int_equal(number("1000000000000000000000", 8), INT64_MIN);
	assert_int_equal(number("-0DTrace4EverZ", 36), -1819882045752187535);
	assert_int_equal(number("0x20", 16), 32);
	assert_int_equal(number("0x20", 10), 0);
	assert_int_equal(number(" \t-12j", 10), -12);
	assert_int_equal(number("", 10), 0);
	assert_int_equal(number("-", 10), 0);
	begin(8);
	assert_int_equal(number("123456789", 10), 1234567);
}

/* --- JSON */

static const char *
json(const char *text, const char *path)
{
	static char result[MAXSTR];
	uint64_t len;

	put_string(A, text);
	put_string(B, path);
	assert_int_equal(dt_str_json(SLOT, DST, A, B), 0);
	memcpy(&len, slot + DST, sizeof(len));
	assert_true(len < sizeof(result));
	memcpy(result, slot + DST + 8, len);
	result[len] = '\0';
	return result;
}

static const struct {
	const char *text, *path, *want;
} json_rows[] = {
	{ "{\"a\":1}", "a", "1" },
	{ " { \"a\" : \"x\" , \"b\" : true }", "b", "true" },
	{ "{\"a\":false}", "a", "false" },
	{ "{\"a\":null}", "a", "null" },
	{ "{\"a\":16E10}", "a", "16E10" },
	{ "{\"a\":-0.5e-7}", "a", "-0.5e-7" },
	{ "{\"a\":\"\"}", "a", "" },
	{ "{\"a\":\"q\\\"\\u00e9\\n\"}", "a", "q\\\"\\u00e9\\n" },
	{ "{\"a\":{\"b\":[1, {\"c\":7}, [2]]}}", "a.b[1].c", "7" },
	{ "{\"a\":{\"b\":[1, {\"c\":7}, [2]]}}", "a.b[2]", "[2]" },
	{ "{\"a\":{\"b\":[1, {\"c\":7}, [2]]}}", "a.b[2][0]", "2" },
	{ "{\"a\":{\"b\":[1, {\"c\":7}, [2]]}}", "a.b", "[1, {\"c\":7}, [2]]" },
	{ "[3, 1, 4]", "[2]", "4" },
	{ "[3, 1, 4]", "0", "3" },
	{ "{\"x\":{\"a\":1},\"a\":2}", "a", "2" },
	{ "{\"a\":1,\"a\":2}", "a", "1" },
	{ "{\"12345678\":1,\"12345679\":2}", "12345679", "2" },
	{ "{\"0\":\"zero\"}", "0", "zero" },
	{ "{\"a\":[\"}\",\"]\"],\"b\":1}", "b", "1" },
	{ "[[[[[[[[[[5]]]]]]]]]]", "0.0.0.0.0.0.0.0.0.0", "5" },
	/* missing members */
	{ "{\"a\":1}", "b", "" },
	{ "{\"a\":1}", "", "" },
	{ "{\"a\":1}", "a.b", "" },
	{ "{\"a\":1}", "[0]", "" },
	{ "[1]", "[1]", "" },
	{ "[1]", "[-1]", "" },
	{ "[1]", "a", "" },
	{ "[]", "[0]", "" },
	{ "{}", "a", "" },
	{ "7", "a", "" },
	{ "", "a", "" },
	/* invalid JSON */
	{ "{\"a\":0x1000}", "a", "" },
	{ "{\"a\":01}", "a", "" },
	{ "{\"a\":1.}", "a", "" },
	{ "{\"a\":1e}", "a", "" },
	{ "{\"a\":-}", "a", "" },
	{ "{\"a\":\"\\u12g4\"}", "a", "" },
	{ "{\"a\":\"\\o\"}", "a", "" },
	{ "{\"a\":\"x}", "a", "" },
	{ "{\"a\":tru}", "a", "" },
	{ "{\"a\":truefalse}", "a", "" },
	{ "{\"a\":nullx}", "a", "" },
	{ "{\"a\" 1}", "a", "" },
	{ "{a:1}", "a", "" },
	{ "{,\"a\":1}", "a", "" },
	{ "{\"b\":1 \"a\":1}", "a", "" },
	{ "{\"b\":,\"a\":1}", "a", "" },
	{ "[1,,2]", "[2]", "" },
};

static void
json_values(void **state)
{
	(void)state;
	begin(256);
	for (size_t i = 0; i < sizeof(json_rows) / sizeof(json_rows[0]); i++)
		assert_string_equal(json(json_rows[i].text, json_rows[i].path),
		    json_rows[i].want);
}

/* In truncated text, a value is found completely or not at all. */
static void
json_cut(void **state)
{
	static const char text[] = "{\"n\": 1234, \"a\": [\"one\", {\"t\": "
	    "\"tw\\u006f\"}], \"z\": true}";
	static const struct {
		const char *path, *want;
		size_t needs;
	} rows[] = {
		{ "n", "1234", 11 },
		{ "a[0]", "one", 24 },
		{ "a[1].t", "tw\\u006f", 42 },
		{ "a", "[\"one\", {\"t\": \"tw\\u006f\"}]", 44 },
		{ "z", "true", sizeof(text) - 1 },
	};
	char cut[sizeof(text)];

	(void)state;
	begin(256);
	for (size_t n = 0; n < sizeof(text); n++)
		for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
			snprintf(cut, sizeof(cut), "%.*s", (int)n, text);
			assert_string_equal(json(cut, rows[i].path),
			    n < rows[i].needs ? "" : rows[i].want);
		}
}

/* Parsing any bytes ends, and writes nothing outside the result. */
static void
json_random(void **state)
{
	static const char bytes[] = "{}[]:,\"\\u0a1.- etrufalsn\x80\xff";
	char text[64], path[16];

	(void)state;
	for (long i = 0; i < 200000; i++) {
		size_t n = rnd(sizeof(text)), m = rnd(sizeof(path)), k;

		for (k = 0; k < n; k++)
			text[k] = bytes[rnd(sizeof(bytes) - 1)];
		text[k] = '\0';
		for (k = 0; k < m; k++)
			path[k] = "ab.[]01"[rnd(7)];
		path[k] = '\0';
		begin(1 + rnd(64));
		assert_true(strlen(json(text, path)) < bound.strsize);
		assert_int_equal(slot[FIRST - 1], 'x');
		assert_int_equal(slot[DST + 8 + bound.strsize + 8], 'x');
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses),
		cmocka_unit_test(inner_addresses),
		cmocka_unit_test(numbers),
		cmocka_unit_test(json_values),
		cmocka_unit_test(json_cut),
		cmocka_unit_test(json_random),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
