/* SPDX-License-Identifier: MIT */
/* test_agg_walk.c - orders, joins and prints of entries. */
#include "aggworld.h"
#include "agg/table.h"

/* The p* system calls of the manual's example: c = min, d = avg, e = max. */
static void
fill_latency(struct world *w)
{
	static const struct { const char *name; int64_t lo, avg, hi; } rows[] =
	{
		{ "pset", 1165, 1911, 3369 },
		{ "p_online", 968, 1051, 9685 },
		{ "pollsys", 7161, 120515277, 4159836122 },
		{ "portfs", 1668, 2583, 6948 },
	};
	struct dt_form *c = str_form(w, 1, DTRACEAGG_MIN);
	struct dt_form *d = str_form(w, 2, DTRACEAGG_AVG);
	struct dt_form *e = str_form(w, 3, DTRACEAGG_MAX);

	for (size_t i = 0; i < 4; i++) {
		hit_str(w->mem, 0, c, rows[i].name, rows[i].lo);
		hit_str(w->mem, 0, d, rows[i].name, rows[i].avg);
		hit_str(w->mem, 0, e, rows[i].name, rows[i].hi);
	}
	snap(w);
}

#define	C_VAL	"p_online=968 pset=1165 portfs=1668 pollsys=7161 "
#define	D_VAL	"p_online=1051 pset=1911 portfs=2583 pollsys=120515277 "
#define	E_VAL	"pset=3369 portfs=6948 p_online=9685 pollsys=4159836122 "
#define	C_REV	"pollsys=7161 portfs=1668 pset=1165 p_online=968 "
#define	D_REV	"pollsys=120515277 portfs=2583 pset=1911 p_online=1051 "
#define	E_REV	"pollsys=4159836122 p_online=9685 portfs=6948 pset=3369 "

static void
test_orders(void **state)
{
	struct world *w = *state;

	fill_latency(w);
	check_walk(w, DT_WALK_VAL, C_VAL D_VAL E_VAL);
	check_walk(w, DT_WALK_VAL | DT_WALK_REV, E_REV D_REV C_REV);
	check_walk(w, DT_WALK_SORTED, C_VAL D_VAL E_VAL);
	check_walk(w, DT_WALK_KEYVAR,
	    "p_online=968 p_online=1051 p_online=9685 "
	    "pollsys=7161 pollsys=120515277 pollsys=4159836122 "
	    "portfs=1668 portfs=2583 portfs=6948 "
	    "pset=1165 pset=1911 pset=3369 ");
	check_walk(w, DT_WALK_KEYVAR | DT_WALK_REV,
	    "pset=3369 pset=1911 pset=1165 "
	    "portfs=6948 portfs=2583 portfs=1668 "
	    "pollsys=4159836122 pollsys=120515277 pollsys=7161 "
	    "p_online=9685 p_online=1051 p_online=968 ");
	/* grouped by function: min, max, avg */
	check_walk(w, DT_WALK_VALVAR, C_VAL E_VAL D_VAL);
	check_walk(w, DT_WALK_VALVAR | DT_WALK_REV, D_REV E_REV C_REV);
	check_walk(w, DT_WALK_KEY,
	    "p_online=968 pollsys=7161 portfs=1668 pset=1165 "
	    "p_online=1051 pollsys=120515277 portfs=2583 pset=1911 "
	    "p_online=9685 pollsys=4159836122 portfs=6948 pset=3369 ");
	check_walk(w, DT_WALK_KEY | DT_WALK_REV,
	    "pset=3369 portfs=6948 pollsys=4159836122 p_online=9685 "
	    "pset=1911 portfs=2583 pollsys=120515277 p_online=1051 "
	    "pset=1165 portfs=1668 pollsys=7161 p_online=968 ");
	/* newest first */
	assert_int_equal(dt_agg_trunc(w->agg, 2, 0), 0);
	assert_int_equal(dt_agg_trunc(w->agg, 3, 0), 0);
	check_walk(w, DT_WALK_ANY,
	    "portfs=1668 pollsys=7161 p_online=968 pset=1165 ");
}

static void
check_sorted(struct world *w, struct dt_aggsort opts, const char *text)
{
	assert_int_equal(dt_agg_walk(w->agg, DT_WALK_SORTED, &opts, note, w),
	    0);
	check_text(w, text);
}

static void
test_options(void **state)
{
	struct world *w = *state;
	static const struct keyspec keys[] = {
		{ DT_KEY_INT, 4, 1 }, { DT_KEY_STR, 64, 0 },
	};
	struct dt_form *f = form_add(&w->forms, "a", 1, DTRACEAGG_SUM, 0, 2,
	    keys);
	static const struct { int k; const char *s; int v; } rows[] = {
		{ 1, "c", 5 }, { -2, "b", 5 }, { 3, "a", 4 }, { 2, "a", 9 },
	};

	for (size_t i = 0; i < 4; i++) {
		uint64_t k[4] = { (uint64_t)rows[i].k };

		mem_hit(w->mem, 0, 0, f, k, 1 + str_words(rows[i].s, k + 1),
		    rows[i].v);
	}
	snap(w);
	check_sorted(w, plain, "3=4 1=5 -2=5 2=9 ");
	check_sorted(w, (struct dt_aggsort){ .rev = true },
	    "2=9 -2=5 1=5 3=4 ");
	/* as unsigned numbers -2 is last */
	check_sorted(w, (struct dt_aggsort){ .key = true },
	    "1=5 2=9 3=4 -2=5 ");
	check_sorted(w, (struct dt_aggsort){ .key = true, .keypos = 1 },
	    "2=9 3=4 -2=5 1=5 ");
	check_sorted(w, (struct dt_aggsort){ .key = true, .keypos = 2 },
	    "1=5 2=9 3=4 -2=5 ");
	check_sorted(w, (struct dt_aggsort){ .key = true, .rev = true },
	    "-2=5 3=4 2=9 1=5 ");
}

static int
return_code(const dtrace_aggdata_t *d, void *arg)
{
	(void) d;
	errno = EXDEV;
	return *(int *)arg;
}

static int
set_normal(const dtrace_aggdata_t *d, void *arg)
{
	((dtrace_aggdata_t *)d)->dtada_normal = *(uint64_t *)arg;
	return DTRACE_AGGWALK_NORMALIZE;
}

static int
get_normal(const dtrace_aggdata_t *d, void *arg)
{
	*(uint64_t *)arg = d->dtada_normal;
	return DTRACE_AGGWALK_DENORMALIZE;
}

static void
test_codes(void **state)
{
	struct world *w = *state;
	struct dt_form *f = str_form(w, 1, DTRACEAGG_COUNT);
	static const struct { int code, want; } rows[] = {
		{ DTRACE_AGGWALK_ABORT, -EDT_DIRABORT },
		{ DTRACE_AGGWALK_ERROR, -EXDEV }, { 6, -EDT_BADRVAL },
		{ -7, -EDT_BADRVAL }, { DTRACE_AGGWALK_CLEAR, 0 },
	};
	uint64_t normal = 10;
	int code;

	hit_str(w->mem, 0, f, "a", 0);
	hit_str(w->mem, 0, f, "b", 0);
	snap(w);
	for (size_t i = 0; i < 5; i++) {
		code = rows[i].code;
		assert_int_equal(dt_agg_walk(w->agg, DT_WALK_KEY, NULL,
		    return_code, &code), rows[i].want);
	}
	check_walk(w, DT_WALK_KEY, "a=0 b=0 ");
	assert_int_equal(dt_agg_walk(w->agg, 0, NULL, set_normal, &normal),
	    0);
	normal = 0;
	assert_int_equal(dt_agg_walk(w->agg, 0, NULL, get_normal, &normal),
	    0);
	assert_int_equal(normal, 10);
	assert_int_equal(dt_agg_walk(w->agg, 0, NULL, get_normal, &normal),
	    0);
	assert_int_equal(normal, 1);
	normal = 0;
	assert_int_equal(dt_agg_walk(w->agg, 0, NULL, set_normal, &normal),
	    -EDT_BADRVAL);
	code = DTRACE_AGGWALK_REMOVE;
	assert_int_equal(dt_agg_walk(w->agg, DT_WALK_KEY, NULL, return_code,
	    &code), 0);
	check_walk(w, DT_WALK_KEY, "");
	hit_str(w->mem, 0, f, "b", 0);
	snap(w);
	check_walk(w, DT_WALK_KEY, "b=1 ");
}

/* An inner walk removes no entries of the outer one. */
static int
remove_others(const dtrace_aggdata_t *d, void *arg)
{
	static const int codes[] = { DTRACE_AGGWALK_REMOVE,
	    DTRACE_AGGWALK_CLEAR };
	struct world *w = arg;

	for (size_t i = 0; i < 2; i++) {
		int code = codes[i];

		assert_int_equal(dt_agg_walk(w->agg, 0, NULL, return_code,
		    &code), -EBUSY);
		assert_non_null(strstr(dt_agg_why(w->agg), "a nested walk"));
	}
	assert_null(dt_agg_why(w->agg));
	assert_int_equal(dt_agg_snap(w->agg, w->mem), -EBUSY);
	note(d, arg);
	return DTRACE_AGGWALK_CLEAR;
}

static int
clear_others(const dtrace_aggdata_t *d, void *arg)
{
	struct world *w = arg;

	note(d, arg);
	dt_agg_clearall(w->agg);
	return DTRACE_AGGWALK_REMOVE;
}

static void
test_nested(void **state)
{
	struct world *w = *state;
	struct dt_form *f = str_form(w, 1, DTRACEAGG_COUNT);

	hit_str(w->mem, 0, f, "a", 0);
	hit_str(w->mem, 0, f, "b", 0);
	snap(w);
	assert_int_equal(dt_agg_walk(w->agg, DT_WALK_KEY, NULL, remove_others,
	    w), 0);
	check_text(w, "a=1 b=1 ");
	check_walk(w, DT_WALK_KEY, "a=0 b=0 ");
	hit_str(w->mem, 0, f, "a", 0);
	snap(w);
	assert_int_equal(dt_agg_walk(w->agg, DT_WALK_KEY, NULL, clear_others,
	    w), -EBUSY);
	assert_non_null(dt_agg_why(w->agg));
	check_text(w, "a=1 ");
	check_walk(w, DT_WALK_KEY, "a=1 b=0 ");
}

static int
note_joined(const dtrace_aggdata_t **data, const int n, void *arg)
{
	struct world *w = arg;

	fprintf(w->out, "%s:", data[0]->dtada_data + 16);
	for (int i = 1; i < n; i++) {
		int64_t v = words(data[i])[0];

		if (last_rec(data[i])->dtrd_action == DTRACEAGG_AVG)
			v = v != 0 ? words(data[i])[1] / v : 0;
		fprintf(w->out, " %lld", (long long)v);
	}
	fprintf(w->out, "\n");
	return 0;
}

static void
check_joined(struct world *w, const dtrace_aggvarid_t *vars, int n,
    struct dt_aggsort opts, const char *text)
{
	assert_int_equal(dt_agg_join(w->agg, vars, n, &opts, note_joined, w),
	    0);
	check_text(w, text);
}

static void
test_joined(void **state)
{
	struct world *w = *state;
	dtrace_aggvarid_t vars[] = { 1, 3, 2 };

	fill_latency(w);
	check_joined(w, vars, 3, plain,
	    "p_online: 968 9685 1051\npset: 1165 3369 1911\n"
	    "portfs: 1668 6948 2583\npollsys: 7161 4159836122 120515277\n");
	check_joined(w, vars, 3, (struct dt_aggsort){ .pos = 1 },
	    "pset: 1165 3369 1911\nportfs: 1668 6948 2583\n"
	    "p_online: 968 9685 1051\npollsys: 7161 4159836122 120515277\n");
	check_joined(w, vars, 3, (struct dt_aggsort){ .pos = 1, .rev = true },
	    "pollsys: 7161 4159836122 120515277\np_online: 968 9685 1051\n"
	    "portfs: 1668 6948 2583\npset: 1165 3369 1911\n");
	check_joined(w, vars, 3, (struct dt_aggsort){ .pos = 3, .key = true },
	    "p_online: 968 9685 1051\npollsys: 7161 4159836122 120515277\n"
	    "portfs: 1668 6948 2583\npset: 1165 3369 1911\n");
}

static int
check_lack(const dtrace_aggdata_t **data, const int n, void *arg)
{
	int *seen = arg;

	assert_int_equal(n, 5);
	assert_string_equal(data[0]->dtada_data + 16, "x");
	assert_ptr_equal(data[0], data[2]);
	assert_ptr_equal(data[2], data[4]);
	assert_int_equal(words(data[2])[0], 1);
	assert_int_equal(last_rec(data[1])->dtrd_action, DTRACEAGG_LQUANTIZE);
	assert_int_equal(words(data[1])[0], 5ll << 48 | 4ll << 32);
	assert_int_equal(words(data[1])[1], 0);
	assert_int_equal(*(int64_t *)(data[1]->dtada_data + 8), 2);
	assert_int_equal(data[1]->dtada_data[16], 0);
	assert_int_equal(data[1]->dtada_normal, 1);
	assert_int_equal(*(int64_t *)(data[3]->dtada_data + 8), 3);
	assert_int_equal(data[3]->dtada_normal, 8);
	return ++*seen == 1 ? 0 : -1;
}

static void
test_joined_lacks(void **state)
{
	struct world *w = *state;
	struct dt_form *f = str_form(w, 1, DTRACEAGG_COUNT), *o;
	dtrace_aggvarid_t vars[] = { 2, 1, 3, 1 }, bad[] = { 1, 0 };
	int seen = 0;

	form_add(&w->forms, "q", 2, DTRACEAGG_LQUANTIZE,
	    5ull << 48 | 4ull << 32, 1, str_key);
	o = str_form(w, 3, DTRACEAGG_COUNT);
	assert_int_equal(dt_agg_join(w->agg, vars, 4, &plain, check_lack,
	    &seen), 0);
	hit_str(w->mem, 0, f, "x", 0);
	hit_str(w->mem, 0, o, "y", 0);
	snap(w);
	assert_int_equal(dt_agg_normalize(w->agg, 3, 8), 0);
	/* a missing value sorts as 0 */
	vars[0] = 3;
	check_joined(w, vars, 2, plain, "x: 0 1\ny: 1 0\n");
	vars[0] = 2;
	assert_int_equal(dt_agg_trunc(w->agg, 3, 0), 0);
	hit_str(w->mem, 0, o, "x", 0);
	snap(w);
	assert_int_equal(dt_agg_normalize(w->agg, 3, 8), 0);
	assert_int_equal(dt_agg_join(w->agg, vars, 4, &plain, check_lack,
	    &seen), 0);
	assert_int_equal(seen, 1);
	assert_int_equal(dt_agg_join(w->agg, vars, 4, &plain, check_lack,
	    &seen), -EDT_DIRABORT);
	assert_int_equal(dt_agg_join(w->agg, bad, 2, &plain, note_joined, w),
	    -EDT_BADAGGVAR);
	bad[1] = 9;
	assert_int_equal(dt_agg_join(w->agg, bad, 2, &plain, note_joined, w),
	    -EDT_BADAGGVAR);
}

/* The manual's stddev program. */
static struct dt_form *
fill_stddev(struct world *w)
{
	struct dt_form *f = str_form(w, 1, DTRACEAGG_STDDEV);

	for (int i = 0; i < 5; i++) {
		hit_str(w->mem, 0, f, "foo", 1 + i);
		hit_str(w->mem, 0, f, "bar", 6 + 2 * i);
		hit_str(w->mem, 0, f, "baz", 17 + 3 * i);
	}
	snap(w);
	return f;
}

#define	BLANKS	"                                               "
#define	ROW(key, v)	"  " key BLANKS "                " v "\n"

static void
test_print(void **state)
{
	struct world *w = *state;
	struct dt_aggprint p = { .fp = w->out, .stackindent = -1 };
	struct dt_form *f = fill_stddev(w);
	dtrace_aggvarid_t var = 1;

	assert_int_equal(dt_agg_print(w->agg, &p, NULL), 0);
	check_text(w, ROW("foo", "1") ROW("bar", "2") ROW("baz", "4"));
	assert_int_equal(f->desc->dtagd_flags, 0);
	assert_int_equal(dt_agg_printa(w->agg, &p, NULL, &var, 1), 0);
	check_text(w, "\n" ROW("foo", "1") ROW("bar", "2") ROW("baz", "4"));
	assert_int_equal(f->desc->dtagd_flags, DTRACE_AGD_PRINTED);
	assert_int_equal(dt_agg_print(w->agg, &p, NULL), 0);
	check_text(w, "");
	assert_int_equal(dt_agg_printa(w->agg, &p, "%s=%@d\n", &var, 1), 0);
	check_text(w, "foo=1\nbar=2\nbaz=4\n");
	assert_int_equal(dt_agg_printa(w->agg, &p, "%@d%@d %s|", &var, 1), 0);
	check_text(w, "11 foo|22 bar|44 baz|");
	assert_int_equal(dt_agg_printa(w->agg, &p, "x", &var, 1), 0);
	check_text(w, "xxx");
	p.fp = NULL;
	assert_int_equal(dt_agg_trunc(w->agg, 1, 1), 0);
	assert_int_equal(dt_agg_printa(w->agg, &p, NULL, &var, 1), 0);
	check_text(w, "<1r:\n  baz                                         "
	    "      ><2r:                4><c:\n>");
	assert_int_equal(dt_agg_printa(w->agg, &p, "[%s]: %@d", &var, 1), 0);
	check_text(w, "<4:[><1r:baz><4:]: ><ar:4>");
	assert_int_equal(dt_agg_printa(w->agg, &p, "%s\n", &var, 1), 0);
	check_text(w, "<1r:baz><c:\n>");
	assert_int_equal(dt_agg_trunc(w->agg, 1, 0), 0);
	assert_int_equal(dt_agg_printa(w->agg, &p, NULL, &var, 1), 0);
	check_text(w, "<0:\n>");
}

/* The line of a bar has the same pieces as others; its heading is text. */
static void
test_bars(void **state)
{
	struct world *w = *state;
	struct dt_aggprint p = { .stackindent = -1, .hist = true };
	struct dt_form *f = str_form(w, 1, DTRACEAGG_COUNT);

	hit_str(w->mem, 0, f, "a", 0);
	snap(w);
	assert_int_equal(dt_agg_print(w->agg, &p, NULL), 0);
	check_text(w, "<4:\n              key  ------------- Distribution"
	    " ------------- count    \n><1r:                a>"
	    "<2r: |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        >"
	    "<c:\n>");
}

/* The values of the last two seconds. */
static void
test_columns(void **state)
{
	struct world *w = *state;
	struct dt_aggprint p = { .fp = w->out, .stackindent = -1,
	    .delta = true, .persec = true };
	struct dt_form *s = form_add(&w->forms, "s", 1, DTRACEAGG_SUM, 0, 1,
	    int_key);
	struct dt_form *m = form_add(&w->forms, "m", 2, DTRACEAGG_MAX, 0, 1,
	    int_key);
	struct dt_form *v = form_add(&w->forms, "v", 3, DTRACEAGG_AVG, 0, 1,
	    int_key);

	hit_int(w->mem, 0, s, 1, 100);
	hit_int(w->mem, 0, m, 1, 5);
	hit_int(w->mem, 0, v, 1, 8);
	snap(w);
	hit_int(w->mem, 0, s, 1, -31);
	hit_int(w->mem, 1, m, 1, 7);
	hit_int(w->mem, 1, v, 1, 20);
	snap(w);
	w->agg->began = 5;
	w->agg->ended = 5 + 2 * NANOSEC;
	assert_int_equal(dt_agg_normalize(w->agg, 1, 2), 0);
	assert_int_equal(dt_agg_print(w->agg, &p, NULL), 0);
	check_text(w, "        1               34              -15"
	    "           -7.8/s\n"
	    "        1                7               +2              -/s\n"
	    "        1               14               20              -/s\n");
	snap(w);
	w->agg->ended = w->agg->began;
	assert_int_equal(dt_agg_print(w->agg, &p, NULL), 0);
	check_text(w, "        1               34               +0"
	    "              -/s\n"
	    "        1                7               +0              -/s\n"
	    "        1               14                -              -/s\n");
}

struct copying {
	dtrace_aggregate_f *func;
	void *arg;
};

/* A walker that prints copies, as one that changes entries does. */
static int
copied(const dtrace_aggdata_t *d, void *arg)
{
	dtrace_aggdata_t copy = *d;
	const struct copying *c = arg;

	return c->func(&copy, c->arg);
}

static int
walk_copies(dtrace_hdl_t *dtp, dtrace_aggregate_f *func, void *arg)
{
	struct copying c = { func, arg };
	const struct world *w = (const void *)dtp;

	return dt_agg_walk(w->agg, DT_WALK_KEY, NULL, copied, &c);
}

static void
check_top_joined(struct world *w, struct dt_aggprint p)
{
	dtrace_aggvarid_t vars[] = { 1, 2 };

	p.top = 1;
	assert_int_equal(dt_agg_printa(w->agg, &p, NULL, vars, 2), 0);
	check_text(w, "\n        2                9                0\n"
	    "  @s: 3 more that option aggtop leaves out\n");
	p.top = 2;
	p.sort.pos = 1;
	assert_int_equal(dt_agg_printa(w->agg, &p, NULL, vars, 2), 0);
	check_text(w, "\n        2                9                0\n"
	    "        4               -4                1\n"
	    "  @o: 2 more that option aggtop leaves out\n");
	p.sort.rev = true;
	assert_int_equal(dt_agg_printa(w->agg, &p, NULL, vars, 2), 0);
	check_text(w, "\n        4               -4                1\n"
	    "        2                9                0\n"
	    "  @o: 2 more that option aggtop leaves out\n");
	p.sort.rev = false;
	p.top = 9;
	assert_int_equal(dt_agg_printa(w->agg, &p, NULL, vars, 2), 0);
	check_text(w, "\n        3               -3                0\n"
	    "        1               -1                0\n"
	    "        2                9                0\n"
	    "        4               -4                1\n");
	assert_int_equal(dt_agg_printa(w->agg, &p, "%d ", vars, 1), 0);
	check_text(w, "4 3 1 2 ");
}

static void
test_top(void **state)
{
	struct world *w = *state;
	struct dt_aggprint p = { .fp = w->out, .stackindent = -1, .top = 2 };
	struct dt_form *s = form_add(&w->forms, "s", 1, DTRACEAGG_SUM, 0, 1,
	    int_key);
	struct dt_form *o = form_add(&w->forms, "o", 2, DTRACEAGG_SUM, 0, 1,
	    int_key);

	for (uint64_t i = 1; i <= 4; i++)
		hit_int(w->mem, 0, s, i, i == 2 ? 9 : -(int64_t)i);
	hit_int(w->mem, 0, o, 4, 1);
	snap(w);
	assert_int_equal(dt_agg_print(w->agg, &p, NULL), 0);
	check_text(w, "        1               -1\n        2                9\n"
	    "        4                1\n"
	    "  @s: 2 more that option aggtop leaves out\n");
	assert_int_equal(dt_agg_print(w->agg, &p, walk_copies), 0);
	check_text(w, "        1               -1\n        2                9\n"
	    "        4                1\n"
	    "  @s: 2 more that option aggtop leaves out\n");
	check_top_joined(w, p);
}

static void
test_printa_joined(void **state)
{
	struct world *w = *state;
	struct dt_aggprint p = { .fp = w->out, .sort = { .pos = 2 },
	    .stackindent = -1 };
	dtrace_aggvarid_t vars[] = { 1, 3, 2 };

	fill_latency(w);
	assert_int_equal(dt_agg_trunc(w->agg, 3, 2), 0);
	assert_int_equal(dt_agg_printa(w->agg, &p,
	    "%-20s min: %12@d max:%12@d avg:%12@d\n", vars, 3), 0);
	check_text(w,
	    "p_online             min:          968 max:        9685"
	    " avg:        1051\n"
	    "pset                 min:         1165 max:           0"
	    " avg:        1911\n"
	    "portfs               min:         1668 max:           0"
	    " avg:        2583\n"
	    "pollsys              min:         7161 max:  4159836122"
	    " avg:   120515277\n");
	assert_int_equal(dt_agg_trunc(w->agg, 1, -1), 0);
	assert_int_equal(dt_agg_normalize(w->agg, 1, 2), 0);
	vars[1] = 1;
	assert_int_equal(dt_agg_printa(w->agg, &p, NULL, vars, 2), 0);
	check_text(w, "\n  p_online                                          "
	    "              484              484\n");
	assert_int_equal(dt_agg_printa(w->agg, &p, "%s %s", vars, 2),
	    -EDT_BADCONV);
	assert_int_equal(dt_agg_printa(w->agg, &p, "%", vars, 2),
	    -EDT_BADCONV);
}

/* Keys that are not strings, a stack, no key, a distribution. */
static void
test_print_kinds(void **state)
{
	static const struct keyspec stack_key[] = { { DT_KEY_STACK, 40, 0 } };
	const uint64_t stack[] = { 2, 0x10, 0x20 };
	struct world *w = *state;
	struct dt_aggprint p = { .fp = w->out, .stackindent = 1 };
	struct dt_form *i = form_add(&w->forms, "i", 1, DTRACEAGG_SUM, 0, 1,
	    int_key);
	struct dt_form *s = form_add(&w->forms, "s", 2, DTRACEAGG_COUNT, 0, 1,
	    stack_key);
	struct dt_form *q = form_add(&w->forms, "q", 3, DTRACEAGG_LQUANTIZE,
	    2ull << 48 | 1ull << 32, 0, NULL);

	hit_int(w->mem, 0, i, (uint64_t)-3, -90);
	mem_hit(w->mem, 0, 0, s, stack, 3, 0);
	mem_hit(w->mem, 0, 0, q, stack, 0, 1);
	snap(w);
	assert_int_equal(dt_agg_normalize(w->agg, 1, 4), 0);
	assert_int_equal(dt_agg_normalize(w->agg, 1, 0), 0);
	assert_int_equal(dt_agg_print(w->agg, &p, NULL), 0);
	check_text(w, "       -3              -22\n"
	    "\n k`f+0x10\n k`f+0x20\n                1\n"
	    "\n           value  ------------- Distribution -------------"
	    " count    \n"
	    "             < 0 |                                        "
	    " 0        \n"
	    "               0 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@"
	    " 1        \n"
	    "            >= 2 |                                        "
	    " 0        \n\n");
}

/* Distributions sort by weight, then by their bucket of zero. */
static void
test_quantize_order(void **state)
{
	struct world *w = *state;
	struct dt_form *f = form_add(&w->forms, "q", 1, DTRACEAGG_QUANTIZE, 0,
	    1, int_key);

	hit_int(w->mem, 0, f, 1, 64);
	hit_int(w->mem, 0, f, 2, -8);
	hit_int(w->mem, 0, f, 3, 0);
	hit_int(w->mem, 0, f, 3, 0);
	hit_int(w->mem, 0, f, 4, 0);
	snap(w);
	check_walk(w, DT_WALK_VAL, "2=0 4=0 3=0 1=0 ");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_orders),
		TEST(test_options),
		TEST(test_codes),
		TEST(test_nested),
		TEST(test_joined),
		TEST(test_joined_lacks),
		TEST(test_print),
		TEST(test_bars),
		TEST(test_columns),
		TEST(test_top),
		TEST(test_printa_joined),
		TEST(test_print_kinds),
		TEST(test_quantize_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
