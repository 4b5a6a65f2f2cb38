/* SPDX-License-Identifier: MIT */
/*
 * dtrace_aggregate_walk_joined.
 * emulated: shared
 */
#include "api.h"

struct joined {
	char text[512];
	int n, naggs, answer;
};

static int note(const dtrace_aggdata_t **aggs, const int naggs, void *arg)
{
	struct joined *j = arg;
	size_t len = strlen(j->text);

	j->n++;
	j->naggs = naggs;
	len += snprintf(j->text + len, sizeof(j->text) - len, "%s%s",
			len ? " " : "", api_key(aggs[0]));
	for (int i = 1; i < naggs; i++)
		len += snprintf(j->text + len, sizeof(j->text) - len, ",%ld",
				*api_value(aggs[i]));
	return j->answer;
}

/* @x and @y share b; @z is named but never aggregated. */
static const char program[] =
	"BEGIN { @x[\"a\"] = sum(3); @x[\"b\"] = sum(1); @y[\"b\"] = max(9); "
	"@y[\"c\"] = max(8); } BEGIN /0/ { @z[\"a\"] = avg(1); }";

static void expect(dtrace_hdl_t *dtp, const dtrace_aggvarid_t *ids, int n,
		   const char *text)
{
	dtrace_aggvarid_t vars[8];
	struct joined j = { 0 };

	memcpy(vars, ids, n * sizeof(*vars));
	api_ok(dtp, dtrace_aggregate_walk_joined(dtp, vars, n, note, &j));
	assert_string_equal(j.text, text);
	if (j.n)
		assert_int_equal(j.naggs, n + 1);
}

#define EXPECT(dtp, text, ...) expect(dtp, \
	(dtrace_aggvarid_t[]){ __VA_ARGS__ }, \
	sizeof((dtrace_aggvarid_t[]){ __VA_ARGS__ }) / \
	sizeof(dtrace_aggvarid_t), text)

static void bundles(void **state)
{
	dtrace_hdl_t *dtp = api_snap(state, program);

	EXPECT(dtp, "c,0,8 b,1,9 a,3,0", 1, 2);
	EXPECT(dtp, "a,0,3 c,8,0 b,9,1", 2, 1);
	EXPECT(dtp, "b,1 a,3", 1);
	EXPECT(dtp, "b,1,1 a,3,3", 1, 1);
	EXPECT(dtp, "b,1,0 a,3,0", 1, 3);
	dtrace_close(dtp);
}

static void positions(void **state)
{
	dtrace_hdl_t *dtp = api_snap(state, program);

	api_ok(dtp, dtrace_setopt(dtp, "aggsortpos", "1"));
	EXPECT(dtp, "a,3,0 c,0,8 b,1,9", 1, 2);
	api_ok(dtp, dtrace_setopt(dtp, "aggsortpos", "9"));
	EXPECT(dtp, "c,0,8 b,1,9 a,3,0", 1, 2);
	api_ok(dtp, dtrace_setopt(dtp, "aggsortrev", "1"));
	EXPECT(dtp, "a,3,0 b,1,9 c,0,8", 1, 2);
	api_ok(dtp, dtrace_setopt(dtp, "aggsortkey", "1"));
	EXPECT(dtp, "c,0,8 b,1,9 a,3,0", 1, 2);
	dtrace_close(dtp);
}

static void refused(void **state)
{
	dtrace_hdl_t *dtp = api_snap(state, program);
	dtrace_aggvarid_t vars[] = { 1, 0 };
	struct joined j = { .answer = -1 };

	api_fails(dtp, dtrace_aggregate_walk_joined(dtp, vars, 2, note, &j),
		  E_BADAGGVAR);
	vars[1] = -3;
	api_fails(dtp, dtrace_aggregate_walk_joined(dtp, vars, 2, note, &j),
		  E_BADAGGVAR);
	assert_int_equal(j.n, 0);
	assert_int_equal(dtrace_aggregate_walk_joined(dtp, vars, 1, note, &j),
			 -1);
	assert_int_equal(j.n, 1);
	dtrace_close(dtp);
}

/* Answers other than -1 are ignored. */
static void answers(void **state)
{
	dtrace_hdl_t *dtp = api_snap(state, program);
	dtrace_aggvarid_t vars[] = { 1, 2 };
	struct joined j = { .answer = DTRACE_AGGWALK_REMOVE };

	api_ok(dtp, dtrace_aggregate_walk_joined(dtp, vars, 2, note, &j));
	assert_int_equal(j.n, 3);
	EXPECT(dtp, "c,0,8 b,1,9 a,3,0", 1, 2);
	dtrace_close(dtp);
}

static void none(void **state)
{
	dtrace_hdl_t *dtp;

	dtp = api_snap(state, "BEGIN /0/ { @x[\"a\"] = count(); "
		       "@y[\"a\"] = count(); }");
	EXPECT(dtp, "", 1, 2);
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(bundles), ON_BOTH(positions), ON_BOTH(refused),
		ON_BOTH(answers), ON_BOTH(none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
