/* SPDX-License-Identifier: MIT */
/* test_agg.c - snapshots and entries, from buffers that the tests fill. */
#include "aggworld.h"

static void
check_half(const struct world *w, const struct dt_aggbuf *b, bool deep)
{
	const uint32_t *index = (const uint32_t *)(b + 1);
	size_t size = w->mem->buf[DT_BUF_AGG].size[deep];

	assert_int_equal(b->used, 0);
	assert_int_equal(b->drops, 0);
	assert_true(b->base + size / 8 <= UINT32_MAX);
	for (uint32_t i = 0; i < w->mem->agg_nidx[deep]; i++)
		assert_true(index[i] <= b->base);
	for (uint32_t i = 0; i < DT_AGGPLACES; i++)
		assert_int_equal(b->places[i], 0);
	for (size_t i = w->mem->agg_data[deep]; i < size; i++)
		assert_int_equal(((const char *)b)[i], 0);
}

/* Every inactive half must be empty. */
static void
check_zero(const struct world *w)
{
	for (uint32_t cpu = 0; cpu < NCPUS; cpu++) {
		uint32_t half = !w->mem->ctl[cpu].active[DT_BUF_AGG];

		for (uint32_t l = 0; l < DT_LEVELS; l++)
			check_half(w, dt_half(w->mem, DT_BUF_AGG, cpu, l,
			    half), l > 0);
	}
}

static void
test_snap_merges(void **state)
{
	struct world *w = *state;
	struct dt_form *f = str_form(w, 1, DTRACEAGG_COUNT);
	uint64_t key[8];
	uint32_t kw = str_words("brk", key);

	hit_str(w->mem, 0, f, "brk", 0);
	hit_str(w->mem, 0, f, "brk", 0);
	hit_str(w->mem, 1, f, "brk", 0);
	mem_hit(w->mem, 1, 2, f, key, kw, 0);
	hit_str(w->mem, 1, f, "open", 0);
	check_walk(w, DT_WALK_KEY, "");
	snap(w);
	check_zero(w);
	check_walk(w, DT_WALK_KEY, "brk=4 open=1 ");
	hit_str(w->mem, 0, f, "brk", 0);
	snap(w);
	snap(w);
	check_zero(w);
	check_walk(w, DT_WALK_KEY, "brk=5 open=1 ");
	assert_int_equal(w->drops[0] + w->drops[1], 0);
}

/* The base of index words reaches its limit and starts again. */
static void
test_snap_base(void **state)
{
	struct world *w = *state;
	struct dt_form *f = form_add(&w->forms, "a", 1, DTRACEAGG_SUM, 0, 1,
	    int_key);
	uint32_t last = UINT32_MAX - (uint32_t)(
	    w->mem->buf[DT_BUF_AGG].size[0] / 8);
	struct dt_aggbuf *b = mem_half(w->mem, 0, 0);

	b->base = last - 20;
	hit_int(w->mem, 0, f, 1, 1);
	hit_int(w->mem, 0, f, 2, 1);
	snap(w);
	check_zero(w);
	assert_int_equal(b->base, 0);
	for (int i = 0; i < 8; i++) {
		hit_int(w->mem, 0, f, i & 3, 1);
		hit_int(w->mem, 0, f, i & 3, 1);
		snap(w);
		check_zero(w);
	}
	assert_true(b->base > 0);
	check_walk(w, DT_WALK_KEY, "0=4 1=5 2=5 3=4 ");
}

/* More keys than the index holds: some are dropped. */
static void
test_snap_full(void **state)
{
	struct world *w = *state;
	struct dt_form *f = form_add(&w->forms, "a", 1, DTRACEAGG_SUM, 0, 1,
	    int_key);
	struct dt_aggbuf *b = mem_half(w->mem, 1, 0);
	uint32_t n = 0;

	for (; n < 200; n++)
		hit_int(w->mem, 1, f, n, 1);
	b->drops = 3;
	w->mem->ctl[1].busy_drops[DT_BUF_AGG] = 4;
	snap(w);
	check_zero(w);
	assert_int_equal(w->drops[1], 7);
	assert_int_equal(w->busy[1], 4);
	assert_int_equal(w->drops[0], 0);
	w->mem->ctl[1].busy_drops[DT_BUF_AGG] = 5;
	w->dropcode = -EDT_DROPABORT;
	hit_int(w->mem, 1, f, 7, 1);
	assert_int_equal(dt_agg_snap(w->agg, w->mem), -EDT_DROPABORT);
	w->dropcode = 0;
	snap(w);
	assert_int_equal(w->drops[1], 8);
	assert_int_equal(dt_agg_trunc(w->agg, 1, 1), 0);
	check_walk(w, DT_WALK_VAL, "7=2 ");
}

/* A CPU with a firing in progress is read by the next snapshot. */
static void
test_snap_pending(void **state)
{
	struct world *w = *state;
	struct dt_form *f = str_form(w, 1, DTRACEAGG_COUNT);

	hit_str(w->mem, 0, f, "a", 0);
	hit_str(w->mem, 1, f, "a", 0);
	w->mem->ctl[1].busy[0] = 1;
	snap(w);
	check_walk(w, DT_WALK_KEY, "a=1 ");
	hit_str(w->mem, 1, f, "a", 0);	/* writes to the other half */
	snap(w);
	check_walk(w, DT_WALK_KEY, "a=1 ");
	w->mem->ctl[1].busy[0] = 0;
	snap(w);	/* of both halves, as after the last flip */
	check_walk(w, DT_WALK_KEY, "a=3 ");
	hit_str(w->mem, 1, f, "a", 0);
	snap(w);
	check_walk(w, DT_WALK_KEY, "a=4 ");
}

/* Invalid data in a buffer are an error, not a crash, and are removed. */
static void
test_snap_garbage(void **state)
{
	struct world *w = *state;
	struct dt_form *f = str_form(w, 1, DTRACEAGG_COUNT);
	struct dt_aggbuf *b = mem_half(w->mem, 0, 0);
	struct dt_aggrec *r;

	hit_str(w->mem, 0, f, "a", 0);
	hit_str(w->mem, 1, f, "b", 0);
	r = (struct dt_aggrec *)((char *)b + w->mem->agg_data[0]);
	r->form = 77;
	assert_int_equal(dt_agg_snap(w->agg, w->mem), -EDT_BADAGG);
	check_zero(w);
	check_walk(w, DT_WALK_KEY, "b=1 ");
	snap(w);
	b = mem_half(w->mem, 0, 0);
	hit_str(w->mem, 0, f, "a", 0);
	b->places[DT_AGGPLACES - 1] = (uint64_t)f->id << 32 | 1;
	assert_int_equal(dt_agg_snap(w->agg, w->mem), -EDT_BADAGG);
	check_zero(w);
	check_walk(w, DT_WALK_KEY, "b=1 ");
}

/*
 * Records in the header, of which the first or the middle one may be missing,
 * beside one elsewhere.
 */
static void
test_snap_places(void **state)
{
	struct world *w = *state;
	struct dt_form *f[3], *g;
	uint32_t at = offsetof(struct dt_aggbuf, places);

	for (int i = 0; i < 3; i++, at += 16) {
		f[i] = form_add(&w->forms, "a", 1 + i, DTRACEAGG_SUM, 0, 0,
		    NULL);
		f[i]->place = at;
	}
	g = form_add(&w->forms, "a", 4, DTRACEAGG_SUM, 0, 0, NULL);
	mem_hit(w->mem, 0, 0, f[0], NULL, 0, 1);
	mem_hit(w->mem, 0, 0, f[0], NULL, 0, 1);
	mem_hit(w->mem, 0, 0, f[2], NULL, 0, 10);
	mem_hit(w->mem, 1, 0, f[1], NULL, 0, 100);
	mem_hit(w->mem, 1, 2, f[1], NULL, 0, 100);
	mem_hit(w->mem, 1, 0, g, NULL, 0, 1000);
	snap(w);
	check_zero(w);
	check_walk(w, DT_WALK_VAL, "-=2 -=200 -=10 -=1000 ");
	mem_hit(w->mem, 1, 3, f[2], NULL, 0, 10);
	snap(w);
	snap(w);
	check_zero(w);
	check_walk(w, DT_WALK_VAL, "-=2 -=200 -=20 -=1000 ");
}

/* Names of two probes and a literal string, all "read", are one entry. */
static void
test_public_identity(void **state)
{
	struct world *w = *state;
	struct dt_form *f = form_add(&w->forms, "a", 1, DTRACEAGG_COUNT, 0, 1,
	    func_key);
	struct dt_form *s = str_form(w, 1, DTRACEAGG_COUNT);
	struct dt_form *other = str_form(w, 2, DTRACEAGG_COUNT);

	hit_int(w->mem, 0, f, 1, 0);
	hit_int(w->mem, 0, f, 2, 0);
	hit_str(w->mem, 0, s, "read", 0);
	hit_str(w->mem, 1, other, "read", 0);
	snap(w);
	check_walk(w, DT_WALK_KEY, "read=3 read=1 ");
	for (int i = 0; i < 3; i++) {		/* and known afterwards */
		hit_int(w->mem, 1, f, 2, 0);
		hit_str(w->mem, 1, s, "read", 0);
		snap(w);
	}
	check_walk(w, DT_WALK_KEY, "read=9 read=1 ");
	assert_int_equal(dt_agg_trunc(w->agg, 1, 0), 0);
	check_walk(w, DT_WALK_KEY, "read=1 ");
	hit_int(w->mem, 1, f, 2, 0);
	snap(w);
	check_walk(w, DT_WALK_KEY, "read=1 read=1 ");
}

static int
check_layout(const dtrace_aggdata_t *d, void *arg)
{
	const char *p = d->dtada_data;
	int *seen = arg;

	assert_int_equal(d->dtada_size, d->dtada_desc->dtagd_size);
	assert_int_equal(*(uint32_t *)p, d->dtada_desc->dtagd_id);
	assert_int_equal(*(int64_t *)(p + 8), 1);
	assert_string_equal(p + 16, "brk");
	for (int i = 3; i < 256; i++)
		assert_int_equal(p[16 + i], 0);
	assert_int_equal(*(int64_t *)(p + 272), 2);
	assert_int_equal(*(int64_t *)(d->dtada_delta + 272), 1);
	assert_string_equal(d->dtada_delta + 16, "brk");
	assert_int_equal(d->dtada_normal, 1);
	(*seen)++;
	return DTRACE_AGGWALK_NEXT;
}

static void
test_layout(void **state)
{
	struct world *w = *state;
	struct dt_form *f = str_form(w, 1, DTRACEAGG_COUNT);
	int seen = 0;

	hit_str(w->mem, 0, f, "brk", 0);
	snap(w);
	hit_str(w->mem, 0, f, "brk", 0);
	snap(w);
	assert_int_equal(dt_agg_walk(w->agg, DT_WALK_ANY, NULL, check_layout,
	    &seen), 0);
	assert_int_equal(seen, 1);
}

/* Check all keys of a tuple at their offsets. */
static int
check_tuple(const dtrace_aggdata_t *d, void *arg)
{
	const dtrace_recdesc_t *r = d->dtada_desc->dtagd_rec;
	const char *p = d->dtada_data;

	assert_int_equal(*(int8_t *)(p + r[1].dtrd_offset), -1);
	assert_int_equal(*(int16_t *)(p + r[2].dtrd_offset), -2);
	assert_int_equal(*(int64_t *)(p + r[3].dtrd_offset), -3);
	assert_string_equal(p + r[4].dtrd_offset, "proc");
	assert_string_equal(p + r[5].dtrd_offset, "read");
	assert_string_equal(p + r[6].dtrd_offset, "return");
	assert_int_equal(*(uint64_t *)(p + r[7].dtrd_offset), 0x10);
	assert_int_equal(*(uint64_t *)(p + r[7].dtrd_offset + 8), 0);
	*(int *)arg += 1;
	return DTRACE_AGGWALK_NEXT;
}

static void
test_tuple(void **state)
{
	static const struct keyspec keys[] = {
		{ DT_KEY_INT, 1, 1 }, { DT_KEY_INT, 2, 1 },
		{ DT_KEY_INT, 8, 1 }, { DT_KEY_COMM, 16, 0 },
		{ DT_KEY_FUNC, 256, 0 }, { DT_KEY_NAME, 5 + 3, 0 },
		{ DT_KEY_STACK, 24, 0 },
	};
	struct world *w = *state;
	struct dt_form *f = form_add(&w->forms, "t", 1, DTRACEAGG_COUNT, 0, 7,
	    keys);
	uint64_t k[] = { (uint64_t)-1, (uint64_t)-2, (uint64_t)-3, 0, 0, 2, 2,
	    2, 0x10, 0 };
	int seen = 0;

	memcpy(&k[3], "proc\0rest", 10);
	mem_hit(w->mem, 0, 0, f, k, 10, 0);
	k[0] = 0xff;			/* the same key with other upper bits */
	mem_hit(w->mem, 1, 0, f, k, 10, 0);
	snap(w);
	assert_int_equal(dt_agg_walk(w->agg, DT_WALK_KEY, NULL, check_tuple,
	    &seen), 0);
	assert_int_equal(seen, 1);
}

/* Sums of squares carry between CPUs; min and max restart after a clear. */
static int
get_words(const dtrace_aggdata_t *d, void *arg)
{
	memcpy(arg, words(d), last_rec(d)->dtrd_size);
	return DTRACE_AGGWALK_NEXT;
}

static void
test_carry(void **state)
{
	struct world *w = *state;
	struct dt_form *f = str_form(w, 1, DTRACEAGG_STDDEV);
	uint64_t got[4];

	for (uint32_t cpu = 0; cpu < NCPUS; cpu++)
		hit_str(w->mem, cpu, f, "a", 0xc0000000ll << 1);
	snap(w);
	assert_int_equal(dt_agg_walk(w->agg, DT_WALK_ANY, NULL, get_words,
	    got), 0);
	assert_int_equal(got[0], 2);
	assert_int_equal(got[1], 0xc0000000ll << 2);
	/* (3 << 31)^2 * 2 = 9 << 63 */
	assert_int_equal(got[2], 1ull << 63);
	assert_int_equal(got[3], 4);
}

static void
test_clear(void **state)
{
	struct world *w = *state;
	struct dt_form *lo = str_form(w, 1, DTRACEAGG_MIN);
	struct dt_form *hi = str_form(w, 2, DTRACEAGG_MAX);
	struct dt_form *n = str_form(w, 3, DTRACEAGG_COUNT);

	for (int i = 5; i < 8; i++) {
		hit_str(w->mem, 0, lo, "x", i);
		hit_str(w->mem, 1, hi, "x", -i);
		hit_str(w->mem, 1, n, "x", 0);
	}
	snap(w);
	check_walk(w, DT_WALK_KEY, "x=5 x=-5 x=3 ");
	dt_agg_clearall(w->agg);
	check_walk(w, DT_WALK_KEY, "x=0 x=0 x=0 ");
	hit_str(w->mem, 0, lo, "x", 9);
	hit_str(w->mem, 1, hi, "x", -9);
	snap(w);
	check_walk(w, DT_WALK_KEY, "x=9 x=-9 x=0 ");
	assert_int_equal(dt_agg_clear(w->agg, 1), 0);
	check_walk(w, DT_WALK_KEY, "x=0 x=-9 x=0 ");
	assert_int_equal(dt_agg_clear(w->agg, 4), -EDT_BADAGGVAR);
	assert_int_equal(dt_agg_clear(w->agg, 0), -EDT_BADAGGVAR);
}

static int
clear_it(const dtrace_aggdata_t *d, void *arg)
{
	(void)d;
	(void)arg;
	return DTRACE_AGGWALK_CLEAR;
}

/* A clear removes entries that were empty since the last one, no others. */
static void
test_retire(void **state)
{
	struct world *w = *state;
	struct dt_form *f = str_form(w, 1, DTRACEAGG_COUNT);

	dt_agg_retire(w->agg, 2);
	hit_str(w->mem, 0, f, "a", 0);
	hit_str(w->mem, 1, f, "b", 0);
	for (int i = 0; i < 5; i++)
		snap(w);
	dt_agg_clearall(w->agg);	/* it is not zero yet */
	check_walk(w, DT_WALK_KEY, "a=0 b=0 ");
	hit_str(w->mem, 0, f, "a", 0);
	snap(w);
	check_walk(w, DT_WALK_KEY, "a=1 b=0 ");
	dt_agg_clearall(w->agg);
	check_walk(w, DT_WALK_KEY, "a=0 ");
	snap(w);
	assert_int_equal(dt_agg_clear(w->agg, 1), 0);
	check_walk(w, DT_WALK_KEY, "a=0 ");
	hit_str(w->mem, 0, f, "b", 0);
	snap(w);
	assert_int_equal(dt_agg_walk(w->agg, DT_WALK_KEY, NULL, clear_it,
	    NULL), 0);
	check_walk(w, DT_WALK_KEY, "b=0 ");
	dt_agg_retire(w->agg, 0);
	for (int i = 0; i < 5; i++) {
		snap(w);
		dt_agg_clearall(w->agg);
	}
	check_walk(w, DT_WALK_KEY, "b=0 ");
}

/* The entries of a walk stay valid until the walk ends. */
static int
pair(const dtrace_aggdata_t *d, void *arg)
{
	const dtrace_aggdata_t **prev = arg;

	if (*prev != NULL)
		assert_true(strcmp((*prev)->dtada_data + 16,
		    d->dtada_data + 16) < 0);
	*prev = d;
	return DTRACE_AGGWALK_REMOVE;
}

static void
test_many(void **state)
{
	struct world *w = *state;
	struct dt_form *f = str_form(w, 1, DTRACEAGG_COUNT);
	const dtrace_aggdata_t *prev = NULL;
	char name[16];

	for (int round = 0; round < 20; round++) {
		for (int i = 0; i < 500; i++) {
			snprintf(name, sizeof(name), "k%06d",
			    i * 20 + round);
			hit_str(w->mem, i & 1, f, name, 0);
		}
		snap(w);
	}
	assert_int_equal(dt_agg_trunc(w->agg, 1, -9000), 0);
	assert_int_equal(dt_agg_walk(w->agg, DT_WALK_KEY, NULL, pair, &prev),
	    0);
	assert_int_equal(dt_agg_walk(w->agg, DT_WALK_KEY, NULL, pair, &prev),
	    0);
	check_walk(w, DT_WALK_ANY, "");
}

static void
test_trunc(void **state)
{
	struct world *w = *state;
	struct dt_form *f = form_add(&w->forms, "a", 1, DTRACEAGG_SUM, 0, 1,
	    int_key);
	struct dt_form *none = str_form(w, 2, DTRACEAGG_COUNT);

	(void) none;
	for (int i = 1; i <= 9; i++)
		hit_int(w->mem, 0, f, (uint64_t)i, i * 10);
	snap(w);
	assert_int_equal(dt_agg_trunc(w->agg, 1, 5), 0);
	check_walk(w, DT_WALK_VAL, "5=50 6=60 7=70 8=80 9=90 ");
	assert_int_equal(dt_agg_trunc(w->agg, 1, -2), 0);
	check_walk(w, DT_WALK_VAL, "5=50 6=60 ");
	assert_int_equal(dt_agg_trunc(w->agg, 1, INT64_MIN), 0);
	check_walk(w, DT_WALK_VAL, "5=50 6=60 ");
	assert_int_equal(dt_agg_trunc(w->agg, 2, 5), 0);
	assert_int_equal(dt_agg_trunc(w->agg, 2, 0), 0);
	assert_int_equal(dt_agg_trunc(w->agg, 3, 0), -EDT_BADAGGVAR);
	assert_int_equal(dt_agg_trunc(w->agg, 1, 0), 0);
	check_walk(w, DT_WALK_VAL, "");
}

static int
check_cpus(const dtrace_aggdata_t *d, void *arg)
{
	const int64_t *want = arg;

	for (int i = 0; i < 4; i++) {
		assert_int_equal(*(int64_t *)d->dtada_percpu[i], want[i]);
		assert_int_equal(*(int64_t *)d->dtada_percpu_delta[i],
		    want[4 + i]);
	}
	return DTRACE_AGGWALK_NEXT;
}

static void
test_percpu(void **state)
{
	struct world *w = *state;
	struct dt_form *f = str_form(w, 1, DTRACEAGG_SUM);
	int64_t first[8] = { 0, 7, 0, 0, 0, 7, 0, 0 };
	int64_t second[8] = { 3, 9, 0, 0, 3, 2, 0, 0 };
	int64_t third[8] = { 3, 9 };
	int64_t cleared[8] = { 0 };

	assert_int_equal(dt_agg_percpu(w->agg, 4), 0);
	hit_str(w->mem, 1, f, "a", 7);
	snap(w);
	assert_int_equal(dt_agg_percpu(w->agg, 2), -EBUSY);
	assert_int_equal(dt_agg_walk(w->agg, 0, NULL, check_cpus, first), 0);
	hit_str(w->mem, 0, f, "a", 3);
	hit_str(w->mem, 1, f, "a", 2);
	snap(w);
	assert_int_equal(dt_agg_walk(w->agg, 0, NULL, check_cpus, second), 0);
	snap(w);
	assert_int_equal(dt_agg_walk(w->agg, 0, NULL, check_cpus, third), 0);
	dt_agg_clearall(w->agg);
	assert_int_equal(dt_agg_walk(w->agg, 0, NULL, check_cpus, cleared),
	    0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_snap_merges),
		TEST(test_snap_base),
		TEST(test_snap_full),
		TEST(test_snap_pending),
		TEST(test_snap_garbage),
		TEST(test_snap_places),
		TEST(test_public_identity),
		TEST(test_layout),
		TEST(test_tuple),
		TEST(test_carry),
		TEST(test_clear),
		TEST(test_retire),
		TEST(test_many),
		TEST(test_trunc),
		TEST(test_percpu),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
