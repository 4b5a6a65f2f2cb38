/* SPDX-License-Identifier: MIT */
/*
 * Option temporal: the records of one consumption by time, whatever CPU they
 * are of; without it CPU by CPU. Fired by hand, at times of our choice.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <dtrace.h>
#include "api/bench.h"

/* In the order of firing: CPU and time. */
static const struct { uint32_t cpu; uint64_t ts; } fired[] = {
	{ 5, 100 }, { 1, 200 }, { 5, 300 }, { 0, 400 }, { 1, 500 }, { 0, 600 },
};
#define N	(sizeof(fired) / sizeof(fired[0]))

struct got {
	uint64_t v[N];
	size_t n;
};

static int
on_rec(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec, void *arg)
{
	struct got *got = arg;

	if (rec == NULL)
		return DTRACE_CONSUME_NEXT;
	assert_true(got->n < N);
	got->v[got->n++] = *(uint64_t *)data->dtpda_data;
	return DTRACE_CONSUME_NEXT;
}

static int
on_probe(dtrace_hdl_t *dtp, const dtrace_probedesc_t *p, void *arg)
{
	(void) dtp;
	*(uint32_t *)arg = p->dtpd_id;
	return 0;
}

static uint32_t
probe_id(dtrace_hdl_t *dtp)
{
	const dtrace_probedesc_t pat = { 0, "syscall", "vmlinux", "lseek",
	    "entry" };
	uint32_t id = 0;

	assert_int_equal(dtrace_probe_iter(dtp, &pat, on_probe, &id), 0);
	return id;
}

static void
run(const char *temporal, struct got *got)
{
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, NULL);
	struct dt_firing f = { .pid = 1, .tid = 1, .execname = "test" };
	dtrace_prog_t *pgp;

	assert_non_null(dtp);
	dt_bench_enable(dtp);
	assert_int_equal(dtrace_setopt(dtp, "bufsize", "64k"), 0);
	assert_int_equal(dtrace_setopt(dtp, "temporal", temporal), 0);
	pgp = dtrace_program_strcompile(dtp,
	    "syscall::lseek:entry { trace(timestamp); }",
	    DTRACE_PROBESPEC_NAME, 0, 0, NULL);
	assert_non_null(pgp);
	assert_int_equal(dtrace_program_exec(dtp, pgp, NULL), 0);
	assert_int_equal(dtrace_go(dtp), 0);
	f.probe = probe_id(dtp);
	for (size_t i = 0; i < N; i++) {
		f.cpu = fired[i].cpu;
		f.ts = fired[i].ts;
		assert_int_equal(dt_bench_fire(dtp, &f), 0);
	}
	assert_int_equal(dtrace_consume(dtp, stdout, NULL, on_rec, got), 0);
	dtrace_close(dtp);
}

static void
by_time(void **state)
{
	struct got got = { .n = 0 };

	(void) state;
	run("true", &got);
	assert_int_equal(got.n, N);
	for (size_t i = 0; i < N; i++)
		assert_int_equal(got.v[i], fired[i].ts);
}

static void
by_cpu(void **state)
{
	static const uint64_t want[N] = { 400, 600, 200, 500, 100, 300 };
	struct got got = { .n = 0 };

	(void) state;
	run("false", &got);
	assert_int_equal(got.n, N);
	for (size_t i = 0; i < N; i++)
		assert_int_equal(got.v[i], want[i]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_time),
		cmocka_unit_test(by_cpu),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
