/* SPDX-License-Identifier: MIT */
/*
 * test_temporal.c - option temporal: records of all CPUs are ordered by time,
 * even if a CPU cannot be read at once because a firing is in progress; without
 * the option they come CPU by CPU.  The tests fire at chosen times.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <dtrace.h>
#include "api/bench.h"
#include "api/hdl.h"
#include "probeid.h"

/* In the order of firing: CPU and time. */
static const struct { uint32_t cpu; uint64_t ts; } fired[] = {
	{ 5, 100 }, { 1, 200 }, { 5, 300 }, { 0, 400 }, { 1, 500 }, { 0, 600 },
};
#define N	(sizeof(fired) / sizeof(fired[0]))

#define	MANY	16384

struct got {
	uint64_t v[MANY];
	size_t n, abort_at;	/* abort_at: number of a record, or 0 */
	uint64_t drops;
};

static int
on_rec(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec, void *arg)
{
	struct got *got = arg;

	if (rec == NULL || rec->dtrd_action != DTRACEACT_DIFEXPR)
		return DTRACE_CONSUME_NEXT;
	assert_true(got->n < MANY);
	got->v[got->n++] = *(uint64_t *)data->dtpda_data;
	return DTRACE_CONSUME_NEXT;
}

static int
before_rec(const dtrace_probedata_t *data, void *arg)
{
	struct got *got = arg;

	(void) data;
	if (got->abort_at == 0 || got->n != got->abort_at)
		return DTRACE_CONSUME_THIS;
	got->abort_at = 0;
	return DTRACE_CONSUME_ABORT;
}

static int
on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	((struct got *)arg)->drops += drop->dtdda_drops;
	return DTRACE_HANDLE_OK;
}

/* Tracing that tests fire in. */
struct world {
	dtrace_hdl_t *dtp;
	struct dt_firing f;
	struct got got;
};

static void
start(struct world *w, const char *temporal, const char *program)
{
	dtrace_prog_t *pgp;

	memset(w, 0, sizeof(*w));
	w->dtp = dtrace_open(DTRACE_VERSION, 0, NULL);
	assert_non_null(w->dtp);
	dt_bench_enable(w->dtp);
	assert_int_equal(dtrace_setopt(w->dtp, "bufsize", "64k"), 0);
	assert_int_equal(dtrace_setopt(w->dtp, "switchrate", "0"), 0);
	assert_int_equal(dtrace_setopt(w->dtp, "temporal", temporal), 0);
	assert_int_equal(dtrace_handle_drop(w->dtp, on_drop, &w->got), 0);
	pgp = dtrace_program_strcompile(w->dtp, program,
	    DTRACE_PROBESPEC_NAME, 0, 0, NULL);
	assert_non_null(pgp);
	assert_int_equal(dtrace_program_exec(w->dtp, pgp, NULL), 0);
	assert_int_equal(dtrace_go(w->dtp), 0);
	w->f = (struct dt_firing){ .pid = 1, .tid = 1, .execname = "test" };
	w->f.probe = probe_id(w->dtp, "syscall", "lseek", "entry");
}

static const char records[] = "syscall::lseek:entry { trace(timestamp); }";

static void
fire(struct world *w, uint32_t cpu, uint64_t ts)
{
	w->f.cpu = cpu;
	w->f.ts = ts;
	assert_int_equal(dt_bench_fire(w->dtp, &w->f), 0);
}

/* held 1: a firing on this CPU is in progress until it is set to 0. */
static void
hold(struct world *w, uint32_t cpu, uint32_t held)
{
	w->dtp->mem->ctl[cpu].busy[0] = held;
}

static int
consume(struct world *w)
{
	return dtrace_consume(w->dtp, stdout, before_rec, on_rec, &w->got);
}

/* Check that n records were consumed, with the times 100, 200 ... */
static void
expect(const struct world *w, size_t n)
{
	assert_int_equal(w->got.n, n);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(w->got.v[i], (i + 1) * 100);
}

/* Fire four records, none of which can be consumed while CPU 1 is held. */
static void
start_waiting(struct world *w)
{
	start(w, "true", records);
	fire(w, 1, 100);
	fire(w, 0, 200);
	hold(w, 1, 1);
	assert_int_equal(consume(w), 0);
	expect(w, 0);
	fire(w, 1, 300);
	fire(w, 0, 400);
}

static void
run(struct world *w, const char *temporal)
{
	start(w, temporal, records);
	for (size_t i = 0; i < N; i++)
		fire(w, fired[i].cpu, fired[i].ts);
	assert_int_equal(consume(w), 0);
	assert_int_equal(w->got.n, N);
	dtrace_close(w->dtp);
}

static void
by_time(void **state)
{
	struct world w;

	(void) state;
	run(&w, "true");
	expect(&w, N);
}

static void
by_cpu(void **state)
{
	static const uint64_t want[N] = { 400, 600, 200, 500, 100, 300 };
	struct world w;

	(void) state;
	run(&w, "false");
	assert_memory_equal(w.got.v, want, sizeof(want));
}

/*
 * CPU 1 cannot be read in the first call.  The second call gets the records of
 * both its halves, among them those of CPU 0 by their time.
 */
static void
in_one_call(void **state)
{
	struct world w;

	(void) state;
	start(&w, "true", records);
	fire(&w, 1, 100);
	hold(&w, 1, 1);
	assert_int_equal(consume(&w), 0);
	expect(&w, 0);
	fire(&w, 0, 200);
	fire(&w, 1, 300);
	fire(&w, 0, 400);
	hold(&w, 1, 0);
	assert_int_equal(consume(&w), 0);
	expect(&w, 4);
	dtrace_close(w.dtp);
}

/* Newer records of other CPUs wait until CPU 1 can be read. */
static void
in_many_calls(void **state)
{
	struct world w;

	(void) state;
	start_waiting(&w);
	assert_int_equal(consume(&w), 0);
	expect(&w, 0);
	hold(&w, 1, 0);
	assert_int_equal(consume(&w), 0);
	expect(&w, 4);
	fire(&w, 0, 500);
	assert_int_equal(consume(&w), 0);
	expect(&w, 5);
	assert_int_equal(w.got.drops, 0);
	dtrace_close(w.dtp);
}

/* The same, but the last call reads everything. */
static void
at_the_end(void **state)
{
	struct world w;

	(void) state;
	start_waiting(&w);
	fire(&w, 1, 500);
	fire(&w, 2, 600);
	hold(&w, 1, 0);
	assert_int_equal(dtrace_stop(w.dtp), 0);
	assert_int_equal(consume(&w), 0);
	expect(&w, 6);
	assert_int_equal(w.got.drops, 0);
	dtrace_close(w.dtp);
}

/* An abort while records wait neither loses nor repeats any. */
static void
abort_while_waiting(void **state)
{
	struct world w;

	(void) state;
	for (size_t at = 1; at < 6; at++) {
		start_waiting(&w);
		fire(&w, 1, 500);
		fire(&w, 0, 600);
		hold(&w, 1, 0);
		w.got.abort_at = at;
		assert_int_equal(consume(&w), -1);
		expect(&w, at);
		fire(&w, 0, 700);
		/* the record that aborted is not passed again */
		w.got.v[w.got.n++] = (at + 1) * 100;
		assert_int_equal(consume(&w), 0);
		expect(&w, 7);
		dtrace_close(w.dtp);
	}
}

/* Waiting records are bounded: more of them are dropped and counted. */
static void
waits_for_long(void **state)
{
	struct world w;
	uint64_t n = 0;

	(void) state;
	start(&w, "true", records);
	hold(&w, 1, 1);
	while (n < 5 * (64 << 10) / 24) {
		fire(&w, 0, ++n * 100);
		if (n % 2048 == 0)
			assert_int_equal(consume(&w), 0);
	}
	assert_int_equal(w.got.n, 0);
	hold(&w, 1, 0);
	assert_int_equal(consume(&w), 0);
	assert_true(w.got.drops > 0);
	assert_int_equal(w.got.n + w.got.drops, n);
	assert_true(w.got.n * 24 > 2 * (64 << 10) - 2048 * 24);
	for (size_t i = 1; i < w.got.n; i++)
		assert_true(w.got.v[i] > w.got.v[i - 1]);
	dtrace_close(w.dtp);
}

/*
 * A commit that waits keeps its speculation. It waits here because its time is
 * later than that of the read.
 */
static void
commit_waits(void **state)
{
	struct world w;

	(void) state;
	start(&w, "true",
	    "BEGIN { i = speculation(); } "
	    "syscall::lseek:entry /timestamp == 100/ "
	    "{ speculate(i); trace(timestamp); } "
	    "syscall::lseek:entry /timestamp != 100/ { commit(i); }");
	fire(&w, 0, 100);
	fire(&w, 1, UINT64_MAX >> 1);
	assert_int_equal(consume(&w), 0);
	assert_int_equal(consume(&w), 0);
	expect(&w, 0);
	assert_int_equal(dtrace_stop(w.dtp), 0);
	assert_int_equal(consume(&w), 0);
	expect(&w, 1);
	dtrace_close(w.dtp);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_time),
		cmocka_unit_test(by_cpu),
		cmocka_unit_test(in_one_call),
		cmocka_unit_test(in_many_calls),
		cmocka_unit_test(at_the_end),
		cmocka_unit_test(abort_while_waiting),
		cmocka_unit_test(waits_for_long),
		cmocka_unit_test(commit_waits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
