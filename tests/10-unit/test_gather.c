/* SPDX-License-Identifier: MIT */
/*
 * test_gather.c - records of one CPU from all its levels: ordered by time,
 * without gaps under policies with a single half, and passed to callbacks that
 * abort.  The natively compiled runtime writes them.
 */
#include <errno.h>
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

#include "rt/record.bpf.c"
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

enum { MANY = 128, SEQ = 16 };		/* records; offset of numbers */

struct world {
	struct dt_mem m;
	struct dt_cpurecs r;
	struct dt_slot *slot;
	struct dt_ecb ecb;		/* for all records */
	struct dt_clause clause;
	dtrace_eprobedesc_t edesc;
	dtrace_probedesc_t pdesc;
	uint64_t seen[MANY];
	size_t nseen, abort_at;
};

static int
setup(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	struct dt_halves *h = &w->m.buf[DT_BUF_PRIN];

	w->m.ncpus = 1;
	w->m.ctl = calloc(1, sizeof(*w->m.ctl));
	w->m.state = &dt_val_state;
	h->single = true;
	h->size[0] = h->size[1] = SIZE;
	h->base[0] = calloc(2, SIZE);
	h->base[1] = calloc(2 * (DT_LEVELS - 1), SIZE);
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
	struct dt_prinbuf *b = dt_half(&w->m, DT_BUF_PRIN, 0, level,
	    w->m.ctl->active[DT_BUF_PRIN]);

	w->slot->ctx.ts = time;
	w->slot->ctx.epid = level + 1;
	if (dt_rec_begin(b, w->slot, REC) != 0)
		dt_rec_commit(b, w->slot);
}

/* The same, with a sequence number. */
static void
number(struct world *w, uint32_t level, uint64_t time, uint64_t n)
{
	struct dt_prinbuf *b = dt_half(&w->m, DT_BUF_PRIN, 0, level,
	    w->m.ctl->active[DT_BUF_PRIN]);
	size_t at = b->used;

	record(w, level, time);
	assert_int_equal(b->used, at + REC);
	memcpy((char *)(b + 1) + at + SEQ, &n, sizeof(n));
}

static int
gather(struct world *w)
{
	int rc = dt_gather_begin(&w->r, &w->m, 0);

	return rc == 0 ? dt_gather_all(&w->r) : rc;
}

/* Check that exactly these times are consumed, in this order. */
static void
expect(struct world *w, uint64_t from, uint64_t to)
{
	size_t i;

	assert_int_equal(gather(w), 0);
	assert_int_equal(w->r.n, to - from + 1);
	for (i = 0; i < w->r.n; i++)
		assert_int_equal(dt_rec_time(w->r.v[i]), from + i);
}

/* All levels have records; their level does not matter. */
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

/* Level 1 still has old records when level 0 has only the newest 32. */
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

/* The reverse: the deeper level is the busy one. */
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

/* When level 1 is full, later records of level 0 are ignored, except END's. */
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
	assert_int_equal(gather(w), 0);
	assert_int_equal(w->r.n, 35);
	assert_int_equal(dt_rec_time(w->r.v[32]), 33);
	assert_int_equal(dt_rec_time(w->r.v[33]), 37);
	assert_int_equal(dt_rec_time(w->r.v[34]), 38);
}

/* A ring with impossible lengths is an error, and never read out of bounds. */
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
		w->r.half = -1;
		assert_int_equal(gather(w), -5);
	}
}

/* --- to the callbacks -------------------------------------------------- */

static const struct dt_ecb *
ecb_of(void *arg, uint32_t epid)
{
	struct world *w = arg;

	return epid >= 1 && epid <= DT_LEVELS ? &w->ecb : NULL;
}

static int
on_drop(void *arg, int cpu, uint64_t full, uint64_t busy)
{
	(void)arg;
	assert_int_equal(cpu, 0);
	return full + busy != 0 ? 0 : -EINVAL;
}

static int
on_probe(const dtrace_probedata_t *data, void *arg)
{
	struct world *w = arg;

	assert_in_range(w->nseen, 0, MANY - 1);
	memcpy(&w->seen[w->nseen], data->dtpda_data + SEQ, sizeof(uint64_t));
	return ++w->nseen == w->abort_at ? DTRACE_CONSUME_ABORT :
	    DTRACE_CONSUME_THIS;
}

static struct dt_consume *
consumer(struct world *w)
{
	const struct dt_consumeenv env = { .arg = w, .ecb = ecb_of,
	    .drop = on_drop };
	struct dt_consume *c;

	use(w, DT_POLICY_SWITCH);
	w->m.buf[DT_BUF_PRIN].single = false;
	w->m.state = &dt_val_state;
	dt_val_state.activity = DT_ACTIVE;
	w->ecb = (struct dt_ecb){ .edesc = &w->edesc, .pdesc = &w->pdesc,
	    .clause = &w->clause };
	w->clause.rec_size = REC;
	assert_int_equal(dt_consume_create(&env, 1, &c), 0);
	w->nseen = w->abort_at = 0;
	return c;
}

/*
 * Bursts on a level, and times that several levels share: then the lowest level
 * comes first.  seq is the expected number at each position.
 */
static size_t
fill(struct world *w, uint64_t *seq)
{
	size_t count[DT_LEVELS] = { 0 }, n = 0;

	for (uint64_t t = 1; t <= 24; t++)
		for (uint32_t l = 0; l < DT_LEVELS; l++) {
			size_t burst = t * (l + 3) * 2654435761u >> 13 & 3;

			while (burst-- > 0 && count[l] < LIMIT / REC) {
				count[l]++;
				seq[n] = n + 7;
				number(w, l, t, seq[n++]);
			}
		}
	assert_in_range(n, 50, MANY);
	return n;
}

static void
expect_seen(const struct world *w, const uint64_t *seq, size_t n)
{
	assert_int_equal(w->nseen, n);
	assert_memory_equal(w->seen, seq, n * sizeof(*seq));
}

/* Consume in place or by list (temporal), with or without an abort at each. */
static void
hands_on(void **state)
{
	struct world *w = *state;
	struct dt_consume *c = consumer(w);
	struct dt_consuming how = { .pf = on_probe, .arg = w };
	uint64_t seq[MANY];

	for (int i = 0; i < 6; i++) {
		size_t n = fill(w, seq), calls = 1;

		how.temporal = i % 2;
		w->nseen = 0;
		w->abort_at = i < 2 ? 0 : 1;
		while (dt_consume_run(c, &w->m, &how) != 0) {
			assert_int_equal(w->nseen, w->abort_at);
			w->abort_at += (size_t)i;
			calls++;
		}
		expect_seen(w, seq, n);
		assert_int_equal(calls, i < 2 ? 1 : 1 + (n - 1 + i) / i);
	}
	dt_consume_destroy(c);
}

/* Records after an invalid one of a level are lost; other levels' are not. */
static void
hands_on_around(void **state)
{
	struct world *w = *state;
	struct dt_consume *c = consumer(w);
	struct dt_consuming how = { .pf = on_probe, .arg = w };
	const uint64_t left[] = { 1, 2, 3, 6 };

	for (int i = 0; i < 4; i++) {
		struct dt_prinbuf *b = dt_half(&w->m, DT_BUF_PRIN, 0, 1,
		    w->m.ctl->active[DT_BUF_PRIN]);

		for (uint64_t t = 1; t <= 6; t++)
			number(w, t % 3 == 0 ? 0 : 1, t, t);
		((struct dt_rechdr *)((char *)(b + 1) + 2 * REC))->words =
		    i < 2 ? 1 : 9;
		how.temporal = i % 2;
		w->nseen = 0;
		assert_int_equal(dt_consume_run(c, &w->m, &how), -5);
		assert_int_equal(dt_consume_run(c, &w->m, &how), 0);
		expect_seen(w, left, 4);
	}
	dt_consume_destroy(c);
}

/* A record that is shorter than those of its EPID is an error, and not read. */
static void
hands_on_no_short_one(void **state)
{
	struct world *w = *state;
	struct dt_consume *c = consumer(w);
	struct dt_consuming how = { .pf = on_probe, .arg = w };

	for (int i = 0; i < 4; i++) {
		how.temporal = i % 2;
		w->edesc.dtepd_size = i < 2 ? REC + 1 : REC;
		w->nseen = 0;
		number(w, 0, 1, 5);
		assert_int_equal(dt_consume_run(c, &w->m, &how),
		    i < 2 ? -EIO : 0);
		assert_int_equal(w->nseen, i < 2 ? 0 : 1);
	}
	dt_consume_destroy(c);
}

/* Which records need zeroed memory: those not always written as a whole. */
static const struct {
	dtrace_actkind_t action;
	uint32_t offset, size;
	uint64_t arg;
	bool zeroes;
} zeroed[] = {
	{ DTRACEACT_DIFEXPR, 24, 8, DT_PF_SIGNED, false },
	{ DTRACEACT_PRINTF, 24, 8, DT_PF_UNSIGNED, false },
	{ DTRACEACT_DIFEXPR, 24, 4, DT_PF_SIGNED, true },
	{ DTRACEACT_DIFEXPR, 28, 4, DT_PF_SIGNED, true },
	{ DTRACEACT_DIFEXPR, 24, 8, DT_PF_STRING, true },
	{ DTRACEACT_STACK, 24, 8, 1, true },
};

static void
leaves_zeroes(void **state)
{
	struct world *w = *state;
	dtrace_recdesc_t recs[] = {
		{ .dtrd_action = DTRACEACT_DIFEXPR, .dtrd_offset = 16,
		    .dtrd_size = 8 },
		{ .dtrd_action = DTRACEACT_DIFEXPR, .dtrd_offset = 24,
		    .dtrd_size = 8 },
	};

	w->clause.recs = recs;
	w->clause.nrecs = 2;
	for (size_t i = 0; i < sizeof(zeroed) / sizeof(zeroed[0]); i++) {
		struct dt_consume *c;
		struct dt_consuming how = { .pf = on_probe, .arg = w };
		struct dt_prinbuf *b = dt_half(&w->m, DT_BUF_PRIN, 0, 0,
		    w->m.ctl->active[DT_BUF_PRIN]);
		uint64_t word;

		recs[1] = (dtrace_recdesc_t){ .dtrd_action = zeroed[i].action,
		    .dtrd_offset = zeroed[i].offset,
		    .dtrd_size = zeroed[i].size,
		    .dtrd_arg = zeroed[i].arg };
		c = consumer(w);
		number(w, 0, 1, 5);
		assert_int_equal(dt_consume_run(c, &w->m, &how), 0);
		assert_int_equal(w->nseen, 1);
		assert_int_equal(b->used, 0);
		memcpy(&word, (char *)(b + 1) + SEQ, sizeof(word));
		assert_int_equal(word, zeroed[i].zeroes ? 0 : 5);
		dt_consume_destroy(c);
	}
}

/* With any contents of a buffer, reading ends and stays inside. */
static int
any_probe(const dtrace_probedata_t *data, void *arg)
{
	struct world *w = arg;
	uint64_t n;

	memcpy(&n, data->dtpda_data + SEQ - 8, sizeof(n));
	w->nseen++;
	return DTRACE_CONSUME_THIS;
}

static void
spoil(struct dt_prinbuf *b, unsigned int *seed)
{
	for (int n = rand_r(seed) % 8; n > 0; n--) {
		size_t at = (size_t)rand_r(seed) % (LIMIT / 8) * 8;
		struct dt_rechdr *h = (void *)((char *)(b + 1) + at);

		if (rand_r(seed) % 8 == 0)
			h->epid = (uint32_t)rand_r(seed) % 7;
		else if (rand_r(seed) % 2)
			h->words = (uint16_t)(rand_r(seed) % 40);
		else
			h->back = (uint16_t)(rand_r(seed) % 40);
	}
	if (rand_r(seed) % 4 == 0)
		b->used = (uint32_t)rand_r(seed) % (2 * SIZE) & ~7u;
	if (rand_r(seed) % 4 == 0)
		b->lap = (uint32_t)rand_r(seed) % (2 * SIZE) & ~7u;
	if (rand_r(seed) % 8 == 0)
		b->torn = (uint32_t)rand_r(seed) % (2 * SIZE) & ~7u;
}

static void
takes_anything(void **state)
{
	struct world *w = *state;
	unsigned int seed = 7;

	for (int i = 0; i < 3000; i++) {
		static const enum dt_policy policies[] = { DT_POLICY_SWITCH,
		    DT_POLICY_RING, DT_POLICY_FILL };
		struct dt_consume *c = consumer(w);
		struct dt_consuming how = { .pf = any_probe, .arg = w,
		    .temporal = rand_r(&seed) % 2 };
		int calls = 0;

		use(w, policies[i % 3]);
		w->m.buf[DT_BUF_PRIN].single = i % 3 != 0;
		w->m.ctl->active[DT_BUF_PRIN] = 0;
		for (uint32_t l = 0; l < DT_LEVELS; l++) {
			struct dt_prinbuf *b = dt_half(&w->m, DT_BUF_PRIN, 0,
			    l, 0);

			memset(b, 0, SIZE);
			for (int n = rand_r(&seed) % 50; n > 0; n--)
				record(w, l, (uint64_t)rand_r(&seed) % 99);
			spoil(b, &seed);
		}
		while (dt_consume_run(c, &w->m, &how) != 0)
			assert_in_range(++calls, 1, 20);
		dt_consume_destroy(c);
	}
	assert_in_range(w->nseen, 1, SIZE * 3000);
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
		TEST(hands_on),
		TEST(hands_on_around),
		TEST(hands_on_no_short_one),
		TEST(leaves_zeroes),
		TEST(takes_anything),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
