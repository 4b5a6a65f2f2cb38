/* SPDX-License-Identifier: MIT */
/*
 * test_agg_order.c - the order of many entries is that of comparisons; a
 * repeated walk shows the same entries unless one has changed.
 */
#include "aggworld.h"
#include "agg/sort.h"
#include "agg/view.h"

#define	NKEYS	3000
#define	ROUND		25		/* keys that fill the buffers */

/*
 * Strings that are prefixes of each other, equal at length, or different early.
 */
static void
hit_name(struct world *w, const struct dt_form *f, uint32_t i, int64_t v)
{
	static const char same[] = "the same for more than a few words, then ";
	char name[80];

	if (i < 60)
		(void) snprintf(name, sizeof(name), "%.*s", (int)i, same);
	else
		(void) snprintf(name, sizeof(name), "%s%u",
		    i % 3 != 0 ? same : "", i * 7919);
	hit_str(w->mem, i % NCPUS, f, name, v);
}

/*
 * Addresses and stacks of few processes, one of them 0, with equal upper bits.
 */
static void
hit_addrs(struct world *w, struct dt_form **f, uint32_t i, uint64_t x)
{
	uint64_t key[16] = { i % 3, i % 100 != 0 ? x >> i % 2 * 40 : 0 };

	mem_hit(w->mem, 0, 0, f[0], key, 2, (int64_t)(x >> 61));
	key[1] = i % 8;
	for (uint32_t k = 0; k < 8; k++)
		key[2 + k] = k < i % 5 ? 0xff00 : x + k;
	mem_hit(w->mem, 0, 0, f[1], key, 2 + i % 8, (int64_t)(x >> 62));
	mem_hit(w->mem, 0, 0, f[2], key + 1, 1 + i % 8, (int64_t)(x >> 61));
}

static void
add_addrs(struct world *w, struct dt_form **f)
{
	static const struct keyspec key[] = {
		{ DT_KEY_SYM, 16, 0 }, { DT_KEY_STACK, 72, 0 },
		{ DT_KEY_STACK, 64, 0 },
	};
	static const uint16_t action[] = { DTRACEACT_USYM, DTRACEACT_USTACK,
	    DTRACEACT_STACK };

	for (int i = 0; i < 3; i++) {
		f[i] = form_add(&w->forms, "s", 5 + i, DTRACEAGG_SUM, 0, 1,
		    &key[i]);
		f[i]->keys->action = action[i];
		f[i]->keys->nframes = 8;
	}
}

static void
fill(struct world *w)
{
	struct dt_form *addrs[3];
	static const struct keyspec wide[] = { { DT_KEY_INT, 8, 0 } };
	static const struct keyspec pair[] = {
		{ DT_KEY_INT, 4, 1 }, { DT_KEY_INT, 8, 0 },
	};
	struct dt_form *ints = form_add(&w->forms, "i", 1, DTRACEAGG_SUM, 0, 1,
	    wide);
	struct dt_form *names = str_form(w, 2, DTRACEAGG_MAX);
	struct dt_form *quants = form_add(&w->forms, "q", 3,
	    DTRACEAGG_QUANTIZE, 0, 1, wide);
	struct dt_form *pairs = form_add(&w->forms, "p", 4, DTRACEAGG_AVG, 0,
	    2, pair);
	uint64_t x = 1;

	add_addrs(w, addrs);
	for (uint32_t i = 0; i < NKEYS; i++) {
		uint64_t key[2] = { i % 50, 0 };

		x = x * 6364136223846793005ull + 1442695040888963407ull;
		key[1] = x;
		hit_int(w->mem, 0, ints, x, (int64_t)x >> (i % 5 * 14));
		hit_name(w, names, i, i % 2 != 0 ? -5 : (int64_t)x);
		if (i % 4 == 0)
			hit_int(w->mem, 1, quants, i, (int64_t)(x >> 60));
		mem_hit(w->mem, 0, 0, pairs, key, 2, (int64_t)(x >> 62));
		hit_addrs(w, addrs, i, x);
		if (i % ROUND == ROUND - 1)
			snap(w);
	}
	snap(w);
}

/* The live entries of one variable, or of all (0), newest first. */
static struct dt_aggitem *
all_items(struct world *w, dtrace_aggvarid_t var, int keypos, size_t *n)
{
	struct dt_aggitem *v = calloc(w->agg->nents + 1, sizeof(*v));

	*n = 0;
	for (size_t i = w->agg->norder; i-- > 0; ) {
		struct dt_aggent *e = dt_agg_nth(w->agg, i);

		if (e != NULL && (var == 0 || dt_agg_entvar(w->agg, e) == var))
			dt_agg_item(w->agg, &v[(*n)++], e, keypos);
	}
	return v;
}

static void
check_order(struct world *w, dtrace_aggvarid_t var,
    const struct dt_aggorder *o)
{
	struct dt_arena *room = dt_arena_create();
	size_t n, m;
	struct dt_aggitem *want = all_items(w, var, o->keypos, &n);
	uint32_t *got = calloc(w->agg->nents, sizeof(*got));

	dt_agg_sort(want, n, o);
	assert_int_equal(dt_agg_arrange(w->agg, var, o, room, got, &m), 0);
	assert_int_equal(n, m);
	for (size_t i = 0; i < n; i++)
		assert_ptr_equal(dt_agg_ent(w->agg, got[i]), want[i].ent);
	free(want);
	free(got);
	dt_arena_destroy(room);
}

/* An entry is outside the top n if at least n of its variable precede it. */
static void
check_outside(struct world *w, dtrace_aggvarid_t var, bool largest,
    uint64_t few)
{
	const struct dt_aggorder o = {
		.step = { DT_STEP_VAR, DT_STEP_VAL, DT_STEP_KEY },
		.rev = largest,
	};
	struct dt_arena *room = dt_arena_create();
	uint32_t *got = calloc(w->agg->nents, sizeof(*got));
	size_t n, m, outside = 0;
	uint64_t before = 0;
	struct dt_aggitem *v = all_items(w, var, 0, &n);

	dt_agg_sort(v, n, &o);
	assert_int_equal(dt_agg_outside_top(w->agg, var, largest, few, room,
	    got, &m), 0);
	for (size_t i = 0; i < m; i++)
		dt_agg_val(dt_agg_ent(w->agg, got[i]))->cut = 1;
	for (size_t i = 0; i < n; i++, before++) {
		if (i > 0 && v[i].form->desc->dtagd_varid !=
		    v[i - 1].form->desc->dtagd_varid)
			before = 0;
		assert_int_equal(dt_agg_val(v[i].ent)->cut, before >= few);
		outside += before >= few;
		dt_agg_val(v[i].ent)->cut = 0;
	}
	assert_int_equal(m, outside);
	free(v);
	free(got);
	dt_arena_destroy(room);
}

static void
test_outside(void **state)
{
	static const uint64_t few[] = { 0, 1, 7, 100, NKEYS / 2, NKEYS - 1,
	    NKEYS, 10 * NKEYS };
	struct world *w = *state;

	fill(w);
	for (int var = 0; var <= 7; var++)
		for (size_t i = 0; i < 2 * sizeof(few) / sizeof(*few); i++)
			check_outside(w, var, i & 1, few[i / 2]);
}

static const enum dt_aggstep orders[][4] = {
	{ DT_STEP_VAR, DT_STEP_VAL, DT_STEP_KEY },
	{ DT_STEP_VAR, DT_STEP_KEY },
	{ DT_STEP_KEY, DT_STEP_VAR },
	{ DT_STEP_VAL, DT_STEP_KEY, DT_STEP_VAR },
};

static void
test_many(void **state)
{
	struct world *w = *state;

	fill(w);
	assert_true(w->agg->nents > 5 * NKEYS);
	for (int var = 0; var <= 7; var++)
		for (size_t i = 0; i < 4 * 2 * 2; i++) {
			struct dt_aggorder o = { .rev = (i & 4) != 0,
			    .keypos = i >> 3 };

			memcpy(o.step, orders[i & 3], sizeof(o.step));
			check_order(w, var, &o);
		}
}

/* One form with keys and values of this many bits, including extreme keys. */
static void
fill_uniform(struct world *w, const struct dt_form *f, uint32_t n,
    unsigned int keybits, unsigned int valbits)
{
	uint64_t keys = ((uint64_t)1 << (keybits - 1)) * 2 - 1;
	uint64_t vals = ((uint64_t)1 << valbits) - 1;
	uint64_t x = 1;

	dt_agg_clearall(w->agg);
	assert_int_equal(dt_agg_trunc(w->agg, 1, 0), 0);
	for (uint32_t i = 0; i < n; i++) {
		uint64_t key = x & keys;

		x = x * 6364136223846793005ull + 1442695040888963407ull;
		hit_int(w->mem, i % 2, f, i < 2 ? i * keys : key,
		    (int64_t)((x >> 20 & vals) - vals / 2));
		if (i % ROUND == ROUND - 1)
			snap(w);
	}
	snap(w);
}

static void
test_uniform(void **state)
{
	static const struct keyspec wide[] = { { DT_KEY_INT, 8, 0 } };
	static const struct {
		uint32_t n;
		unsigned int keybits, valbits;
	} sets[] = {
		{ 1, 8, 4 }, { 20, 8, 4 }, { 500, 16, 0 }, { 500, 20, 12 },
		{ 500, 20, 13 }, { NKEYS, 32, 0 }, { NKEYS, 33, 1 },
		{ NKEYS, 16, 16 }, { NKEYS, 64, 3 }, { 5000, 24, 8 },
		{ 5000, 20, 40 },
	};
	struct world *w = *state;
	struct dt_form *f = form_add(&w->forms, "a", 1, DTRACEAGG_SUM, 0, 1,
	    wide);

	for (size_t i = 0; i < 16 * sizeof(sets) / sizeof(*sets); i++) {
		struct dt_aggorder o = { .rev = (i & 8) != 0 };

		if (i % 16 == 0)
			fill_uniform(w, f, sets[i / 16].n, sets[i / 16].keybits,
			    sets[i / 16].valbits);
		memcpy(o.step, orders[i & 3], sizeof(o.step));
		check_order(w, (i & 4) != 0, &o);
	}
}

/* Keys that two variables have, for a join. */
#define	NJOINED		500

struct joined {
	const struct dt_aggsort *opts;
	bool has[2][NJOINED];
	int64_t v[2][NJOINED];
	int order[NJOINED], n, at;
};

static int
cmp_joined(const void *lp, const void *rp, void *arg)
{
	const struct joined *j = arg;
	int l = *(const int *)lp, r = *(const int *)rp, c = 0;

	for (int i = 0; !j->opts->key && c == 0 && i < 2; i++) {
		const int64_t *v = j->v[(i + j->opts->pos) % 2];

		c = v[l] < v[r] ? -1 : v[l] > v[r];
	}
	if (c == 0)
		c = l - r;
	return j->opts->rev ? -c : c;
}

static int
see_joined(const dtrace_aggdata_t **d, const int n, void *arg)
{
	struct joined *j = arg;
	int key = j->order[j->at++];

	assert_int_equal(n, 4);
	assert_ptr_equal(d[0], j->has[0][key] ? d[1] : d[2]);
	assert_ptr_equal(d[3], d[1]);
	assert_int_equal(*(int64_t *)(d[0]->dtada_data + 16), key);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(*(int64_t *)(d[1 + i]->dtada_data + 24),
		    j->v[i][key]);
		assert_int_equal(!j->has[i][key], dt_agg_islack(d[1 + i]));
	}
	return 0;
}

static void
test_joined_order(void **state)
{
	static const struct keyspec wide[] = { { DT_KEY_INT, 8, 0 } };
	static const dtrace_aggvarid_t vars[] = { 1, 2, 1 };
	struct world *w = *state;
	struct joined *j = calloc(1, sizeof(*j));
	struct dt_form *f[2];
	uint64_t x = 1;

	f[0] = form_add(&w->forms, "a", 1, DTRACEAGG_SUM, 0, 1, wide);
	f[1] = form_add(&w->forms, "b", 2, DTRACEAGG_MAX, 0, 1, wide);
	(void) form_add(&w->forms, "c", 3, DTRACEAGG_MAX, 0, 1, wide);
	for (int i = 0; i < 2 * NJOINED; i++) {
		int key = i * 7 % NJOINED, var = i / NJOINED;

		x = x * 6364136223846793005ull + 1442695040888963407ull;
		j->has[var][key] = x >> 62 != 0;
		if (!j->has[var][key])
			continue;
		j->v[var][key] = (int64_t)(x >> 40 & 15) - 7;
		hit_int(w->mem, i % 2, f[var], (uint64_t)key, j->v[var][key]);
		if (i % ROUND == ROUND - 1)
			snap(w);
	}
	snap(w);
	for (int key = 0; key < NJOINED; key++)
		if (j->has[0][key] || j->has[1][key])
			j->order[j->n++] = key;
	for (int i = 0; i < 8; i++) {
		struct dt_aggsort opts = { .key = i & 1, .rev = i & 2,
		    .pos = i >> 2 };

		j->opts = &opts;
		j->at = 0;
		qsort_r(j->order, (size_t)j->n, sizeof(*j->order), cmp_joined,
		    j);
		assert_int_equal(dt_agg_join(w->agg, vars, 3, &opts,
		    see_joined, j), 0);
		assert_int_equal(j->at, j->n);
	}
	free(j);
}

/* The number of calls of a walk, the last normal, and the sum of values. */
struct seen {
	int n;
	uint64_t normal;
	int64_t sum;
	const dtrace_aggdata_t *first;
	int code;			/* what the first call returns */
};

static int
look(const dtrace_aggdata_t *d, void *arg)
{
	struct seen *s = arg;
	int64_t v;

	memcpy(&v, d->dtada_data + d->dtada_desc->dtagd_rec[2].dtrd_offset,
	    sizeof(v));
	s->sum += v;
	s->normal = d->dtada_normal;
	if (s->n++ != 0)
		return DTRACE_AGGWALK_NEXT;
	s->first = d;
	((dtrace_aggdata_t *)d)->dtada_normal = 7;
	return s->code;
}

static struct seen
walk(struct world *w, unsigned int order, int code)
{
	struct seen s = { .code = code };

	assert_int_equal(dt_agg_walk(w->agg, order, NULL, look, &s), 0);
	return s;
}

static void
check_seen(struct world *w, unsigned int order, int n, int64_t sum)
{
	struct seen s = walk(w, order, DTRACE_AGGWALK_NEXT);

	assert_int_equal(s.n, n);
	assert_int_equal(s.sum, sum);
	assert_int_equal(s.normal, 1);
}

static void
test_again(void **state)
{
	struct world *w = *state;
	struct dt_form *f = str_form(w, 1, DTRACEAGG_SUM);
	struct seen s, t;

	hit_str(w->mem, 0, f, "a", 1);
	hit_str(w->mem, 0, f, "b", 10);
	hit_str(w->mem, 0, f, "c", 100);
	snap(w);
	s = walk(w, DT_WALK_VAL, DTRACE_AGGWALK_NEXT);
	t = walk(w, DT_WALK_VAL, DTRACE_AGGWALK_NEXT);
	assert_ptr_equal(s.first, t.first);
	/* a change that a callback did not announce is lost */
	check_seen(w, DT_WALK_VAL | DT_WALK_REV, 3, 111);
	check_seen(w, DT_WALK_VAL, 3, 111);
	(void) walk(w, DT_WALK_VAL, DTRACE_AGGWALK_CLEAR);
	check_seen(w, DT_WALK_VAL, 3, 110);
	(void) walk(w, DT_WALK_VAL, DTRACE_AGGWALK_REMOVE);
	check_seen(w, DT_WALK_VAL, 2, 110);
	assert_int_equal(dt_agg_trunc(w->agg, 1, 1), 0);
	check_seen(w, DT_WALK_VAL, 1, 100);
	hit_str(w->mem, 1, f, "c", 5);
	snap(w);
	check_seen(w, DT_WALK_VAL, 1, 105);
	snap(w);
	check_seen(w, DT_WALK_VAL, 1, 105);
	assert_int_equal(dt_agg_normalize(w->agg, 1, 3), 0);
	s = walk(w, DT_WALK_VAL | DT_WALK_REV, DTRACE_AGGWALK_NEXT);
	assert_int_equal(s.normal, 3);
}

/*
 * A walk inside a walk: in the same order, in another one, and a clearing one.
 */
static int
walk_inside(const dtrace_aggdata_t *d, void *arg)
{
	struct world *w = arg;

	check_seen(w, DT_WALK_KEY, 2, 11);
	check_seen(w, DT_WALK_VAL | DT_WALK_REV, 2, 11);
	assert_int_equal(*d->dtada_data != 0, 1);
	return DTRACE_AGGWALK_NEXT;
}

static int
clear_inside(const dtrace_aggdata_t *d, void *arg)
{
	struct world *w = arg;

	(void) d;
	assert_int_equal(dt_agg_snap(w->agg, w->mem), -EBUSY);
	check_seen(w, DT_WALK_KEY, 2, 11);
	dt_agg_clearall(w->agg);
	return DTRACE_AGGWALK_NEXT;
}

static int
normal_inside(const dtrace_aggdata_t *d, void *arg)
{
	struct world *w = arg;

	((dtrace_aggdata_t *)d)->dtada_normal = 9;
	(void) walk(w, DT_WALK_KEY, DTRACE_AGGWALK_NEXT);
	return DTRACE_AGGWALK_NORMALIZE;
}

static void
check_normal(struct world *w, uint64_t normal)
{
	struct seen s = walk(w, DT_WALK_KEY, DTRACE_AGGWALK_NEXT);

	assert_int_equal(s.normal, normal);
}

static void
test_inside(void **state)
{
	struct world *w = *state;
	struct dt_form *f = str_form(w, 1, DTRACEAGG_SUM);

	hit_str(w->mem, 0, f, "a", 1);
	hit_str(w->mem, 0, f, "b", 10);
	snap(w);
	for (int i = 0; i < 2; i++)
		assert_int_equal(dt_agg_walk(w->agg, DT_WALK_KEY, NULL,
		    walk_inside, w), 0);
	check_seen(w, DT_WALK_KEY, 2, 11);
	assert_int_equal(dt_agg_walk(w->agg, DT_WALK_KEY, NULL, clear_inside,
	    w), -EBUSY);
	check_seen(w, DT_WALK_KEY, 2, 11);
	/* a walk inside does not change what the outer callback set */
	assert_int_equal(dt_agg_walk(w->agg, DT_WALK_KEY, NULL, normal_inside,
	    w), 0);
	check_normal(w, 9);
}

static int
remove_it(const dtrace_aggdata_t *d, void *arg)
{
	struct world *w = arg;
	int64_t v;

	(void) walk(w, DT_WALK_KEY, DTRACE_AGGWALK_NEXT);
	memcpy(&v, d->dtada_data + d->dtada_desc->dtagd_rec[2].dtrd_offset,
	    sizeof(v));
	return v % 3 != 0 ? DTRACE_AGGWALK_REMOVE : DTRACE_AGGWALK_CLEAR;
}

/* Entries are removed, from an unchanged order and a new one, during a walk. */
static void
test_removed(void **state)
{
	struct world *w = *state;
	struct dt_form *f = str_form(w, 1, DTRACEAGG_SUM);

	for (int round = 0; round < 4; round++) {
		for (uint32_t i = 0; i < 39; i++)
			hit_name(w, f, i, 1 + i);
		snap(w);
		if (round % 2 == 0)
			check_seen(w, DT_WALK_KEY, 39, 780);
		assert_int_equal(dt_agg_walk(w->agg, DT_WALK_KEY, NULL,
		    remove_it, w), 0);
		assert_int_equal(w->agg->nents, 13);
		check_seen(w, DT_WALK_KEY, 13, 0);
	}
}

static int
note_cut(const dtrace_aggdata_t *d, void *arg)
{
	*(int *)arg += (d->dtada_flags & DT_AGG_CUT) != 0;
	return DTRACE_AGGWALK_NEXT;
}

/* A repeated walk respects the present aggtop. */
static void
test_cut(void **state)
{
	static const int cut[] = { 0, 1, 0 };
	struct world *w = *state;
	struct dt_form *f = str_form(w, 1, DTRACEAGG_SUM);

	hit_str(w->mem, 0, f, "a", 1);
	hit_str(w->mem, 0, f, "b", 10);
	snap(w);
	for (int i = 0; i < 3; i++) {
		int n = 0;

		dt_agg_val(dt_agg_nth(w->agg, 1))->cut = cut[i] != 0;
		w->agg->cutting = cut[i] != 0;
		assert_int_equal(dt_agg_walk(w->agg, DT_WALK_KEY, NULL,
		    note_cut, &n), 0);
		assert_int_equal(n, cut[i]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_many),
		TEST(test_uniform),
		TEST(test_outside),
		TEST(test_joined_order),
		TEST(test_again),
		TEST(test_inside),
		TEST(test_removed),
		TEST(test_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
