/* SPDX-License-Identifier: MIT */
/*
 * Two handles in two threads, which trace at the same time.
 * emulated: shared
 */
#include <pthread.h>
#include <sys/syscall.h>
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

/*
 * Each thread traces its own calls and the other's at the same time: stops and
 * snaps of one handle do not affect the other.
 */
#define CALLS 20000

struct tracer {
	pthread_barrier_t *start;
	pid_t tid;
	int64_t mine, others, drops;
	const char *failed;
};

static int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	((struct tracer *)arg)->drops += drop->dtdda_drops;
	return DTRACE_HANDLE_OK;
}

static int by_thread(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_recdesc_t *rec = &agg->dtada_desc->dtagd_rec[1];
	struct tracer *t = arg;

	if (*(pid_t *)(agg->dtada_data + rec->dtrd_offset) == t->tid)
		t->mine += *api_value(agg);
	else
		t->others += *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static const char *go_tracer(dtrace_hdl_t *dtp, struct tracer *t)
{
	char pid[16], *argv[] = { (char *)"two", pid, NULL };
	dtrace_prog_t *prog;

	snprintf(pid, sizeof(pid), "%d", getpid());
	if (dtrace_setopt(dtp, "engine", "kernel") != 0 ||
	    dtrace_setopt(dtp, "bufsize", "64k") != 0 ||
	    dtrace_setopt(dtp, "aggsize", "64k") != 0 ||
	    dtrace_setopt(dtp, "aggrate", "0") != 0 ||
	    dtrace_handle_drop(dtp, on_drop, t) != 0)
		return "options";
	prog = dtrace_program_strcompile(dtp, "syscall::lseek:entry "
			"/pid == $1 && arg0 == -5/ { @[tid] = count(); }",
			DTRACE_PROBESPEC_NAME, 0, 2, argv);
	if (!prog || dtrace_program_exec(dtp, prog, NULL) != 0)
		return "program";
	return dtrace_go(dtp) == 0 ? NULL : "go";
}

static const char *trace_calls(dtrace_hdl_t *dtp, struct tracer *t)
{
	for (int i = 0; i < CALLS; i++) {
		syscall(SYS_lseek, -5L, 0L, 0L);
		if (i % 1000 == 0 && dtrace_aggregate_snap(dtp) != 0)
			return "snap";
	}
	pthread_barrier_wait(t->start);	/* the other has made its calls, too */
	if (dtrace_stop(dtp) != 0 || dtrace_aggregate_snap(dtp) != 0 ||
	    dtrace_aggregate_walk(dtp, by_thread, t) != 0)
		return "stop";
	return NULL;
}

static void *run_tracer(void *arg)
{
	struct tracer *t = arg;
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, NULL);

	t->tid = gettid();
	t->failed = dtp ? go_tracer(dtp, t) : "open";
	pthread_barrier_wait(t->start);
	if (!t->failed)
		t->failed = trace_calls(dtp, t);
	else
		pthread_barrier_wait(t->start);
	dtrace_close(dtp);
	return NULL;
}

static void each_other(void **state)
{
	pthread_barrier_t start;
	struct tracer tracers[2] = { { .start = &start }, { .start = &start } };
	pthread_t threads[2];

	if (!api_usable(*state))
		skip();
	pthread_barrier_init(&start, NULL, 2);
	for (int i = 0; i < 2; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, run_tracer,
						&tracers[i]), 0);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&start);
	for (int i = 0; i < 2; i++) {
		if (tracers[i].failed)
			fail_msg("%d: %s", i, tracers[i].failed);
		assert_int_equal(tracers[i].drops, 0);
		assert_int_equal(tracers[i].mine, CALLS);
		assert_int_equal(tracers[i].others, CALLS);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(two), ON_BOTH(interleaved), ON_KERNEL(each_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
