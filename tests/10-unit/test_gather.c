/* SPDX-License-Identifier: MIT */
/*
 * test_gather.c - records of one CPU from all its levels: in the order of time,
 * and under the policies of one buffer without a gap.  The runtime that writes
 * them is compiled natively.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "rt/rt.h"

#define	SIZE		2048	/* of a buffer, all levels alike */
#define	LIMIT		1024
#define	REC		32

static enum dt_policy policy;

#define	DT_IMM(name)	((uint64_t)(n_##name))
#define	n_dt_imm_policy	policy
enum {
	n_dt_imm_prin_size = SIZE, n_dt_imm_prin_limit = LIMIT,
	n_dt_imm_prin_maxrec = 256, n_dt_imm_prin_reserve = 2 * REC,
	n_dt_imm_slot_size = 4096, n_dt_imm_strsize = 32,
};

/* The runtime and consume/ each have a function of this name. */
#define	dt_spec_commit	rt_spec_commit
#include "rt/record.bpf.c"
#undef dt_spec_commit
#include "consume/priv.h"

struct dt_state dt_val_state;

long
bpf_probe_read_kernel(void *dst, uint32_t size, uint64_t from)
{
	(void)dst;
	(void)size;
	(void)from;
	return -14;
}

struct world {
	struct dt_mem m;
	struct dt_cpurecs r;
	struct dt_slot *slot;
};

static int
setup(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	struct dt_halves *h = &w->m.buf[DT_BUF_PRIN];

	w->m.ncpus = 1;
	w->m.ctl = calloc(1, sizeof(*w->m.ctl));
	h->single = true;
	h->size[0] = h->size[1] = SIZE;
	h->base[0] = calloc(1, SIZE);
	h->base[1] = calloc(DT_LEVELS - 1, SIZE);
	w->slot = calloc(1, n_dt_imm_slot_size);
	w->r.half = -1;
	memset(&dt_val_state, 0, sizeof(dt_val_state));
	*state = w;
	return 0;
}

static int
teardown(void **state)
{
	struct world *w = *state;

	free(w->m.ctl);
	free(w->m.buf[DT_BUF_PRIN].base[0]);
	free(w->m.buf[DT_BUF_PRIN].base[1]);
	free(w->slot);
	free(w->r.v);
	free(w);
	return 0;
}

static void
use(struct world *w, enum dt_policy p)
{
	policy = w->m.policy = p;
}

static void
record(struct world *w, uint32_t level, uint64_t time)
{
	struct dt_prinbuf *b = dt_half(&w->m, DT_BUF_PRIN, 0, level, 0);

	w->slot->ctx.ts = time;
	w->slot->ctx.epid = level;
	if (dt_rec_begin(b, w->slot, REC) != 0)
		dt_rec_commit(b, w->slot);
}

/* These times, in this order, are all. */
static void
expect(struct world *w, uint64_t from, uint64_t to)
{
	size_t i;

	assert_int_equal(dt_gather(&w->r, &w->m, 0), 0);
	assert_int_equal(w->r.n, to - from + 1);
	for (i = 0; i < w->r.n; i++)
		assert_int_equal(dt_rec_time(w->r.v[i]), from + i);
}

/* Each level has some; what level a record has does not matter. */
static void
merges_levels(void **state)
{
	struct world *w = *state;
	uint64_t t;

	use(w, DT_POLICY_FILL);
	for (t = 1; t <= 30; t++)
		record(w, t % 7 == 0 ? 1 : t % 5 == 0 ? 3 : 0, t);
	expect(w, 1, 30);
}

/* Level 1 still has old ones, when level 0 has the newest 32 only. */
static void
ring_begins_with_all(void **state)
{
	struct world *w = *state;
	uint64_t t;

	use(w, DT_POLICY_RING);
	record(w, 1, 1);
	for (t = 2; t <= 100; t++)
		record(w, t % 10 == 0 ? 1 : 0, t);
	expect(w, 65, 100);
}

/* The other way round: the deeper level is the busy one. */
static void
ring_begins_with_deeper(void **state)
{
	struct world *w = *state;
	uint64_t t;

	use(w, DT_POLICY_RING);
	for (t = 1; t <= 50; t++)
		record(w, t % 10 == 0 ? 0 : 2, t);
	expect(w, 15, 50);
}

/* When level 1 is full, what level 0 has later does not count; END does. */
static void
fill_ends_with_first(void **state)
{
	struct world *w = *state;
	uint64_t t;

	use(w, DT_POLICY_FILL);
	for (t = 1; t <= 32; t++)
		record(w, 1, t);
	record(w, 0, 33);
	record(w, 1, 34);
	record(w, 0, 35);
	record(w, 1, 36);
	dt_val_state.activity = DT_COOLDOWN;
	dt_consume_end(&w->m);
	record(w, 0, 37);
	record(w, 1, 38);
	assert_int_equal(dt_gather(&w->r, &w->m, 0), 0);
	assert_int_equal(w->r.n, 35);
	assert_int_equal(dt_rec_time(w->r.v[32]), 33);
	assert_int_equal(dt_rec_time(w->r.v[33]), 37);
	assert_int_equal(dt_rec_time(w->r.v[34]), 38);
}

/* A ring whose lengths cannot be is an error, not a walk out of it. */
static void
refuses_nonsense(void **state)
{
	struct world *w = *state;
	struct dt_prinbuf *b = dt_half(&w->m, DT_BUF_PRIN, 0, 0, 0);
	static const struct { uint32_t used, last, lap, lap_last; } bad[] = {
		{ 64, 0, 0, 0 }, { 64, 9, 0, 0 }, { 64, 1, 0, 0 },
		{ 64, 8, 0, 0 }, { 0, 0, 64, 3 }, { 32, 4, 4096, 4 },
		{ UINT32_MAX, 4, 0, 0 },
	};
	size_t i;

	use(w, DT_POLICY_RING);
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		memset(b, 0, SIZE);
		record(w, 0, 1);
		b->used = bad[i].used;
		b->last = bad[i].last;
		b->lap = bad[i].lap;
		b->lap_last = bad[i].lap_last;
		w->r.n = w->r.next = 0;
		assert_int_equal(dt_gather(&w->r, &w->m, 0), -5);
	}
}

int
main(void)
{
#define	TEST(f)	cmocka_unit_test_setup_teardown(f, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(merges_levels),
		TEST(ring_begins_with_all),
		TEST(ring_begins_with_deeper),
		TEST(fill_ends_with_first),
		TEST(refuses_nonsense),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
