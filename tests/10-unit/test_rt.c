/* SPDX-License-Identifier: MIT */
/*
 * test_rt.c - the natively compiled runtime, compared with plain definitions of
 * its results.  Numbers that an engine would bind are constants here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "rt/rt.h"

#define	DT_IMM(name)	((uint64_t)(n_##name))
enum {
	n_dt_imm_agg_size = 65536, n_dt_imm_agg_nidx = 1024,
	n_dt_imm_agg_data = 64 + 4096, n_dt_imm_agg_maxrec = 256,
	n_dt_imm_prin_size = 4096, n_dt_imm_prin_limit = 1024,
	n_dt_imm_prin_maxrec = 256, n_dt_imm_slot_size = 4096,
	n_dt_imm_prin_reserve = 64, n_dt_imm_key_words = 16,
	n_dt_imm_strsize = 32, n_dt_imm_nspec = 3,
};

static enum dt_policy policy;
#define	n_dt_imm_policy	policy

#include "base/llq.h"
#include "rt/agg.bpf.c"
#include "rt/bucket.bpf.c"
#include "rt/key.bpf.c"
#include "rt/record.bpf.c"
#include "rt/spec.bpf.c"
#include "rt/string.bpf.c"

struct dt_state dt_val_state;
static struct dt_names names;
uint64_t dt_val_specs[n_dt_imm_nspec + 1];
char dt_map_names[1];

void *
bpf_map_lookup_elem(void *map, const void *key)
{
	(void)key;
	return map == dt_map_names ? &names : NULL;
}

/* The kernel's memory cannot be read here. */
long
bpf_probe_read_kernel(void *dst, uint32_t size, uint64_t from)
{
	(void)from;
	memset(dst, 0, size);
	return -14;
}

static int64_t
bucket_value(int i)
{
	return i == 63 ? 0 : i > 63 ? 1ll << (i - 64) : -(1ll << (62 - i));
}

/* Negative: the first bucket at or above; else the last at or below. */
static int
quantize_slow(int64_t v)
{
	int i;

	if (v < 0) {
		for (i = 0; v > bucket_value(i); i++)
			;
		return i;
	}
	for (i = 126; bucket_value(i) > v; i--)
		;
	return i;
}

static void
quantizes(void **state)
{
	int i, d;

	(void)state;
	for (i = 0; i < 127; i++)
		for (d = -1; d <= 1; d++)
			assert_int_equal(dt_quantize(bucket_value(i) + d),
			    quantize_slow(bucket_value(i) + d));
	assert_int_equal(dt_quantize(INT64_MIN), 0);
	assert_int_equal(dt_quantize(INT64_MAX), 126);
}

static void
quantizes_linearly(void **state)
{
	uint64_t p = 10ull << 48 | 5ull << 32 | (uint32_t)-20;
	int v;

	(void)state;
	for (v = -40; v < 60; v++)
		assert_int_equal(dt_lquantize(v, p), v < -20 ? 0 :
		    v >= 30 ? 6 : (v + 20) / 10 + 1);
	assert_int_equal(dt_lquantize(1ll << 32, p), 6);
	assert_int_equal(dt_lquantize(-(1ll << 32), p), 0);
	assert_int_equal(dt_lquantize(INT64_MAX, p), 6);
	assert_int_equal(dt_lquantize(INT64_MIN, p), 0);
	p = 1ull << 48 | 0xffffull << 32 | 0x80000000u;
	assert_int_equal(dt_lquantize(INT32_MAX, p), 0x10000);
}

/* Walk the buckets one by one, by their lower bounds. */
static int
llquantize_slow(int64_t v, int f, int low, int high, int steps)
{
	int64_t from = 1, at, width;
	int m, n = 1;

	for (m = 0; m < low; m++)
		from *= f;
	if (v < from)
		return 0;
	for (; m <= high; m++, from *= f) {
		width = from * f <= steps ? 1 : from * f / steps;
		for (at = from; at < from * f; at += width, n++)
			if (v < at + width)
				return n;
	}
	return n;
}

static uint64_t
llquantize_param(const int t[4])
{
	return (uint64_t)t[0] << 48 | (uint64_t)t[1] << 32 |
	    (uint64_t)t[2] << 16 | t[3];
}

static void
quantizes_log_linearly(void **state)
{
	static const int t[][4] = {
		{ 10, 0, 3, 10 }, { 10, 0, 4, 20 }, { 10, 1, 3, 100 },
		{ 2, 0, 10, 8 }, { 2, 3, 10, 2 }, { 3, 0, 5, 27 },
	};
	size_t i;
	int64_t v;

	(void)state;
	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		for (v = -3; v < 120000; v += v < 5000 ? 1 : 97)
			assert_int_equal(dt_llquantize(v,
			    llquantize_param(t[i])), llquantize_slow(v,
			    t[i][0], t[i][1], t[i][2], t[i][3]));
}

/* The readers of a distribution number its buckets by base/llq.h. */
static void
agrees_with_readers(void **state)
{
	static const int t[][4] = {
		{ 10, 0, 18, 100 }, { 2, 0, 62, 2 }, { 2, 10, 40, 64 },
		{ 16, 0, 14, 256 }, { 3, 2, 30, 3 }, { 10, 3, 6, 10 },
	};
	uint64_t p, v;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		p = llquantize_param(t[i]);
		for (v = 1; v < 1ull << 62; v += v / 3 + 1)
			assert_int_equal(dt_llquantize(v, p),
			    dt_llq_bucket(p, v));
		assert_int_equal(dt_llquantize(INT64_MAX, p),
		    dt_llq_bucket(p, INT64_MAX));
		assert_int_equal(dt_llquantize(-1, p), 0);
	}
}

static void
sums_squares(void **state)
{
	static const int64_t v[] = {
		0, 1, -1, 3037000500, INT64_MAX, INT64_MIN, INT64_MIN,
		INT64_MAX, -4294967296, 4294967297, 0x7fffffff00000001,
	};
	struct dt_aggbuf *b = calloc(1, n_dt_imm_agg_size);
	uint64_t *w = (uint64_t *)((char *)b + 4096);
	unsigned __int128 sq = 0;
	int64_t sum = 0;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		assert_int_equal(dt_agg_stddev(b, 4097, v[i]), 0);
		sq += (__int128)v[i] * v[i];
		sum = (uint64_t)sum + v[i];
	}
	assert_int_equal(w[0], i);
	assert_int_equal(w[1], sum);
	assert_int_equal(w[2], (uint64_t)sq);
	assert_int_equal(w[3], (uint64_t)(sq >> 64));
	free(b);
}

/* Every key is found again; the index takes 1,024, the data fewer. */
static void
finds_keys(void **state)
{
	struct dt_aggbuf *b = calloc(1, n_dt_imm_agg_size);
	struct dt_slot *s = calloc(1, n_dt_imm_slot_size);
	int off[600], i, again;

	(void)state;
	for (i = 0; i < 600; i++) {
		s->key[0] = i / 2;
		off[i] = dt_agg_find(b, s, i % 2, 1, 3);
		assert_int_equal(off[i] % 8, 1);
	}
	for (i = 0; i < 600; i++) {
		s->key[0] = i / 2;
		again = dt_agg_find(b, s, i % 2, 1, 3);
		assert_int_equal(again, off[i] - 1);
	}
	assert_int_equal(b->used, n_dt_imm_agg_data + 600 * 40);
	for (i = 600; b->drops == 0; i++) {
		s->key[0] = i;
		dt_agg_find(b, s, 0, 1, 12);
	}
	assert_true(b->used <= n_dt_imm_agg_size);
	assert_true(b->used > n_dt_imm_agg_data + 600 * 40);
	free(b);
	free(s);
}

/*
 * Keys of each length are different from each other, and from the same key with
 * another word anywhere.  The hash is that of the readers.
 */
static void
finds_long_keys(void **state)
{
	struct dt_aggbuf *b = calloc(1, n_dt_imm_agg_size);
	struct dt_slot *s = calloc(1, n_dt_imm_slot_size);
	uint32_t kw, i, off;
	uint64_t h;

	(void)state;
	for (kw = 0; kw <= n_dt_imm_key_words; kw++) {
		h = dt_hash_form(7);
		for (i = 0; i < kw; i++)
			h = dt_hash_word(h, i, s->key[i] = 100 + i);
		off = dt_agg_find(b, s, 7, kw, 1);
		assert_int_equal(off % 8, 1);
		assert_int_equal(((struct dt_aggrec *)((char *)b + off - 1 -
		    8 * kw) - 1)->hash, (uint32_t)h);
		assert_int_equal(dt_agg_find(b, s, 7, kw, 1), off - 1);
		for (i = 0; i < kw; i++) {
			s->key[i]++;
			assert_int_equal(dt_agg_find(b, s, 7, kw, 1) % 8, 1);
			s->key[i]--;
		}
	}
	assert_int_equal(b->drops, 0);
	free(b);
	free(s);
}

/* Index words that are not above the base count as empty. */
static void
finds_anew(void **state)
{
	struct dt_aggbuf *b = calloc(1, n_dt_imm_agg_size);
	struct dt_slot *s = calloc(1, n_dt_imm_slot_size);
	int i, off, round;

	(void)state;
	for (round = 0; round < 20; round++) {
		for (i = 0; i < 600; i++) {
			s->key[0] = i * (round + 1);
			off = dt_agg_find(b, s, 0, 1, 1);
			assert_int_equal(off, (n_dt_imm_agg_data + i * 24 +
			    16) | 1);
			assert_int_equal(dt_agg_find(b, s, 0, 1, 1), off - 1);
		}
		assert_int_equal(b->drops, 0);
		b->base += b->used / 8;
		memset((char *)b + n_dt_imm_agg_data, 0,
		    b->used - n_dt_imm_agg_data);
		b->used = 0;
	}
	free(b);
	free(s);
}

/* A byte of the key; two of them count up to 64 each. */
static void
set_bytes(struct dt_slot *s, int x, int y, uint32_t i)
{
	uint8_t *key = (uint8_t *)s->key;

	key[x] = 'A' + i % 64;
	key[y] = 'A' + i / 64;
}

/*
 * 4096 keys that differ in two bytes spread over an index of as many words,
 * wherever the two bytes are.  Random numbers would use 2,600 of them.
 */
static void
spreads_keys(void **state)
{
	enum { WORDS = 9, KEYS = 4096, FEW = 800 };
	struct dt_slot *s = calloc(1, n_dt_imm_slot_size);
	uint8_t *taken = malloc(KEYS);
	int x, y, n;
	uint32_t i, at;

	(void)state;
	for (x = 0; x < WORDS * 8; x++)
		for (y = x + 1; y < WORDS * 8; y++) {
			memset(s->key, 'x', WORDS * 8);
			memset(taken, 0, KEYS);
			for (n = 0, i = 0; i < KEYS; i++) {
				set_bytes(s, x, y, i);
				at = hash(s, 0, WORDS) % KEYS;
				n += !taken[at];
				taken[at] = 1;
			}
			if (n < FEW)
				fail_msg("bytes %d and %d: %d places", x, y, n);
		}
	free(taken);
	free(s);
}

/* A string in the slot, padded as the code generator does it. */
static uint32_t
put_str(struct dt_slot *s, uint32_t off, const char *text)
{
	struct dt_str *str = (struct dt_str *)((char *)s + off);

	memset(str->s, 0, n_dt_imm_strsize);
	str->len = strlen(text);
	memcpy(str->s, text, str->len);
	return off;
}

static int
sign(int v)
{
	return (v > 0) - (v < 0);
}

static void
compares_strings(void **state)
{
	static const char *const t[] = {
		"", "a", "ab", "abcdefgh", "abcdefghi", "abcdefgz", "b",
		"\xff", "abcdefghabcdefghabcdefghabcdefg",
	};
	struct dt_slot *s = calloc(1, n_dt_imm_slot_size);
	size_t i, j, n = sizeof(t) / sizeof(t[0]);

	(void)state;
	for (i = 0; i < n; i++)
		for (j = 0; j < n; j++)
			assert_int_equal(dt_str_cmp(s, put_str(s, 2000, t[i]),
			    put_str(s, 2104, t[j])), sign(strcmp(t[i], t[j])));
	free(s);
}

static void
makes_strings(void **state)
{
	struct dt_slot *s = calloc(1, n_dt_imm_slot_size);
	struct dt_str *str = (struct dt_str *)((char *)s + 2000);
	const char *text = "a name of more than thirty-two bytes";

	(void)state;
	memcpy(s->ctx.execname, "cat\0garbage", 12);
	assert_int_equal(dt_str_comm(s, 2000), 0);
	assert_int_equal(str->len, 3);
	assert_memory_equal(str->s, "cat\0\0\0\0\0\0\0\0\0\0\0\0", 16);
	names.part[DT_NAME_FUNC].len = strlen(text);
	memcpy(names.part[DT_NAME_FUNC].s, text, strlen(text));
	assert_int_equal(dt_str_name(s, 2000, DT_NAME_FUNC), 0);
	assert_int_equal(str->len, n_dt_imm_strsize - 1);
	assert_memory_equal(str->s, text, str->len);
	assert_int_equal(str->s[str->len], 0);
	assert_int_equal(dt_key_str(s, 1, 2000), 6);
	assert_int_equal(s->key[1], str->len);
	assert_memory_equal(&s->key[2], str->s, 32);
	free(s);
}

static void
keeps_records(void **state)
{
	struct dt_prinbuf *b = calloc(1, n_dt_imm_prin_size);
	struct dt_slot *s = calloc(1, n_dt_imm_slot_size);
	int o, i;

	(void)state;
	s->ctx.epid = 7;
	for (i = 0; i < 4; i++) {
		o = dt_rec_begin(b, s, 256);
		assert_int_equal(o, (int)sizeof(*b) + i * 256);
		dt_rec_str(b, s, o + 16, put_str(s, 2000, "text"));
		assert_string_equal((char *)b + o + 16, "text");
		if (i == 3)
			break;
		dt_rec_commit(b, s);
	}
	dt_rec_cancel(b, s);
	for (i = 0; i < 256; i++)
		assert_int_equal(((char *)b)[o + i], 0);
	assert_int_equal(b->used, 3 * 256);
	assert_int_equal(b->nrecs, 3);
	assert_int_equal(dt_rec_begin(b, s, 264), 0);
	assert_int_equal(b->drops, 1);
	free(b);
	free(s);
}

/* The epids of a ring, the newest first, as a reader walks. */
static int
walk(const struct dt_prinbuf *b, uint32_t *epid)
{
	uint32_t ends[2] = { b->used, b->lap }, stop[2] = { 0, b->used };
	uint32_t last[2] = { b->last, b->lap_last };
	int n = 0;

	if (b->torn > stop[1])
		stop[1] = b->torn;
	for (int lap = 0; lap < 2; lap++) {
		uint32_t at = ends[lap], words = last[lap];

		while (at > 0 && at - words * 8 >= stop[lap]) {
			const struct dt_rechdr *h;

			at -= words * 8;
			h = (const void *)((const char *)(b + 1) + at);
			assert_int_equal(h->words, words);
			epid[n++] = h->epid;
			words = h->back;
		}
	}
	return n;
}

static int
record(struct dt_prinbuf *b, struct dt_slot *s, uint32_t epid, uint32_t size)
{
	int o;

	s->ctx.epid = epid;
	o = dt_rec_begin(b, s, size);
	if (o == 0)
		return 0;
	for (uint32_t i = sizeof(struct dt_rechdr); i < size; i++)
		assert_int_equal(((char *)b)[o + i], 0);
	memset((char *)b + o + 16, 0xff, size - 16);
	dt_rec_commit(b, s);
	return o;
}

/* Records of sizes that do not divide the buffer: only the newest are left. */
static void
overwrites_oldest(void **state)
{
	struct dt_prinbuf *b = calloc(1, n_dt_imm_prin_size);
	struct dt_slot *s = calloc(1, n_dt_imm_slot_size);
	uint32_t epid[64], i;
	int n, k;

	(void)state;
	policy = DT_POLICY_RING;
	for (i = 1; i < 2000; i++) {
		assert_true(record(b, s, i, 24 + i * 40 % 232) > 0);
		n = walk(b, epid);
		for (k = 0; k < n; k++)
			assert_int_equal(epid[k], i - k);
		assert_true(n >= 3 || n == (int)i);
	}
	assert_int_equal(b->drops, 0);
	assert_int_equal(record(b, s, i, 1032), 0);
	assert_int_equal(b->drops, 1);
	policy = DT_POLICY_SWITCH;
	free(b);
	free(s);
}

/* A record that overwrote old ones and then failed is gone, and so are they. */
static void
tears_a_ring(void **state)
{
	struct dt_prinbuf *b = calloc(1, n_dt_imm_prin_size);
	struct dt_slot *s = calloc(1, n_dt_imm_slot_size);
	uint32_t epid[64], i;

	(void)state;
	policy = DT_POLICY_RING;
	for (i = 1; i <= 16; i++)
		record(b, s, i, 64);
	dt_rec_begin(b, s, 200);
	dt_rec_cancel(b, s);
	assert_int_equal(walk(b, epid), 12);
	assert_int_equal(epid[0], 16);
	assert_int_equal(epid[11], 5);
	record(b, s, 17, 64);
	assert_int_equal(walk(b, epid), 13);
	assert_int_equal(epid[0], 17);
	assert_int_equal(epid[12], 5);
	policy = DT_POLICY_SWITCH;
	free(b);
	free(s);
}

/* The limit excludes the room that is reserved for END. */
static void
fills_up(void **state)
{
	struct dt_prinbuf *b = calloc(1, n_dt_imm_prin_size);
	struct dt_slot *s = calloc(1, n_dt_imm_slot_size);

	(void)state;
	policy = DT_POLICY_FILL;
	s->ctx.ts = 5;
	assert_int_equal(record(b, s, 1, 1096), 0);
	assert_int_equal(b->drops, 1);
	assert_int_equal(b->full, 0);
	assert_true(record(b, s, 2, 1000) > 0);
	assert_int_equal(record(b, s, 3, 32), 0);
	assert_int_equal(b->full, 1);
	assert_int_equal(b->full_ts, 5);
	assert_int_equal(dt_val_state.filled, 1);
	assert_int_equal(record(b, s, 4, 24), 0);
	assert_int_equal(b->drops, 1);
	dt_val_state.activity = DT_COOLDOWN;
	assert_true(record(b, s, 5, 64) > 0);
	assert_int_equal(record(b, s, 6, 32), 0);
	assert_int_equal(b->drops, 2);
	assert_int_equal(b->used, 1064);
	memset(&dt_val_state, 0, sizeof(dt_val_state));
	policy = DT_POLICY_SWITCH;
	free(b);
	free(s);
}

/* The word after the header of the last record. */
static uint64_t
last_spec(const struct dt_prinbuf *b, int off)
{
	uint64_t w;

	memcpy(&w, (const char *)b + off + sizeof(struct dt_rechdr),
	    sizeof(w));
	return w;
}

static void
names_speculations(void **state)
{
	struct dt_prinbuf *b = calloc(1, n_dt_imm_prin_size);
	struct dt_slot *s = calloc(1, n_dt_imm_slot_size);
	int i, o, at = sizeof(*b);

	(void)state;
	for (i = 1; i <= n_dt_imm_nspec; i++)
		assert_int_equal(dt_speculation(s), i);
	assert_int_equal(dt_speculation(s), 0);
	assert_int_equal(dt_val_state.nospecs, 1);
	assert_int_equal(dt_spec_discard(s, 2), 0);
	assert_int_equal(dt_spec_begin(b, s, 32, 2), 0);
	assert_int_equal(dt_speculation(s), 2);
	o = dt_spec_begin(b, s, 32, 2);
	assert_int_equal(o, at);
	assert_int_equal(last_spec(b, o), 3 << DT_SPEC_IDBITS | 2);
	dt_rec_commit(b, s);
	assert_int_equal(dt_spec_commit(b, s, 2), 0);
	assert_int_equal(last_spec(b, at + 32),
	    DT_SPEC_COMMIT | 3 << DT_SPEC_IDBITS | 2);
	assert_int_equal(b->used, 32 + DT_SPEC_RECSIZE);
	assert_int_equal(dt_spec_commit(b, s, 2), 0);
	assert_int_equal(dt_spec_commit(b, s, 0), 0);
	assert_int_equal(b->used, 32 + DT_SPEC_RECSIZE);
	assert_int_equal(dt_spec_begin(b, s, 32, 4), 0);
	assert_int_equal(dt_spec_begin(b, s, 32, -1ull), 0);
	assert_int_equal(dt_spec_commit(b, s, 4), -1);
	assert_int_equal(dt_spec_discard(s, -1ull), -1);
	assert_int_equal(b->drops, 0);
	memset(&dt_val_state, 0, sizeof(dt_val_state));
	free(b);
	free(s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quantizes),
		cmocka_unit_test(quantizes_linearly),
		cmocka_unit_test(quantizes_log_linearly),
		cmocka_unit_test(agrees_with_readers),
		cmocka_unit_test(sums_squares),
		cmocka_unit_test(finds_keys),
		cmocka_unit_test(finds_long_keys),
		cmocka_unit_test(spreads_keys), cmocka_unit_test(finds_anew),
		cmocka_unit_test(compares_strings),
		cmocka_unit_test(makes_strings),
		cmocka_unit_test(keeps_records),
		cmocka_unit_test(overwrites_oldest),
		cmocka_unit_test(tears_a_ring),
		cmocka_unit_test(fills_up),
		cmocka_unit_test(names_speculations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
