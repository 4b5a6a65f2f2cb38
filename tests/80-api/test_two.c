/* SPDX-License-Identifier: MIT */
/* Two handles in two threads, each with its own program, at the same time. */
#include <pthread.h>
#include "api.h"

#define ROUNDS 20

/* cmocka's asserts belong to the main thread, so a thread only reports. */
struct side {
	const char *engine, *program, *want;
	int failures;
	char why[256];
};

static int note(const dtrace_aggdata_t *agg, void *arg)
{
	char *text = arg;
	size_t len = strlen(text);

	snprintf(text + len, 128 - len, "%s=%ld ", api_key(agg),
		 *api_value(agg));
	return DTRACE_AGGWALK_NEXT;
}

static int setup(dtrace_hdl_t *dtp, const struct side *side)
{
	dtrace_prog_t *prog;

	if (dtrace_setopt(dtp, "engine", side->engine) != 0 ||
	    dtrace_setopt(dtp, "bufsize", "64k") != 0 ||
	    dtrace_setopt(dtp, "aggsize", "64k") != 0)
		return -1;
	prog = dtrace_program_strcompile(dtp, side->program,
					 DTRACE_PROBESPEC_NAME, 0, 0, NULL);
	if (!prog || dtrace_program_exec(dtp, prog, NULL) != 0)
		return -1;
	return dtrace_go(dtp);
}

static void one_round(struct side *side)
{
	char text[128] = "";
	dtrace_hdl_t *dtp;
	int err = 0;

	dtp = dtrace_open(DTRACE_VERSION, 0, &err);
	if (!dtp || setup(dtp, side) != 0 || dtrace_aggregate_snap(dtp) != 0 ||
	    dtrace_stop(dtp) != 0 ||
	    dtrace_aggregate_walk_valrevsorted(dtp, note, text) != 0) {
		side->failures++;
		snprintf(side->why, sizeof(side->why), "%s",
			 dtrace_errmsg(dtp, dtp ? dtrace_errno(dtp) : err));
	} else if (strcmp(text, side->want) != 0) {
		side->failures++;
		snprintf(side->why, sizeof(side->why), "%s", text);
	}
	dtrace_close(dtp);
}

static void *run(void *arg)
{
	for (int i = 0; i < ROUNDS; i++)
		one_round(arg);
	return NULL;
}

static void two(void **state)
{
	struct side sides[] = {
		{ .program = "BEGIN { @[\"a\"] = sum(1); @[\"b\"] = sum(2); }",
		  .want = "b=2 a=1 " },
		{ .program = "#pragma D option strsize=64\n"
		  "BEGIN { x = 7; @c[\"long key of this one\"] = max(x); }",
		  .want = "long key of this one=7 " },
	};
	pthread_t threads[2];

	if (!api_usable(*state))
		skip();
	for (int i = 0; i < 2; i++) {
		sides[i].engine = *state;
		assert_int_equal(pthread_create(&threads[i], NULL, run,
						&sides[i]), 0);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < 2; i++)
		if (sides[i].failures)
			fail_msg("%d of %d: %s", sides[i].failures, ROUNDS,
				 sides[i].why);
}

/* One handle on each engine, interleaved. */
static void interleaved(void **state)
{
	dtrace_hdl_t *vm, *other;
	char text[128] = "";

	vm = api_go(&(void *){ (void *)"vm" }, "BEGIN { @[\"vm\"] = sum(1); }");
	other = api_go(state, "BEGIN { @[\"other\"] = sum(2); }");
	api_ok(other, dtrace_aggregate_snap(other));
	api_ok(vm, dtrace_aggregate_snap(vm));
	api_ok(vm, dtrace_aggregate_walk(vm, note, text));
	api_ok(other, dtrace_aggregate_walk(other, note, text));
	assert_string_equal(text, "vm=1 other=2 ");
	dtrace_close(vm);
	dtrace_close(other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(two), ON_BOTH(interleaved),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
