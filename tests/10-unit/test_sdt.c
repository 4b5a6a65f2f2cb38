/* SPDX-License-Identifier: MIT */
/*
 * test_sdt.c - a consumer that pairs start and end of interrupt handlers by CPU
 * and number, with interrupts that the test fires.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <dtrace.h>
#include "api/bench.h"
#include "probeid.h"

#define	N(v)	(sizeof(v) / sizeof((v)[0]))

enum { START, COMPLETE };

/* CPU 0 is in handler 7 when tracing begins; CPUs 0 and 1 overlap. */
static const struct {
	int what;
	uint32_t cpu;
	uint64_t irq, ts;
} fired[] = {
	{ COMPLETE, 0, 7, 100 },
	{ START, 0, 7, 200 }, { START, 1, 7, 210 },
	{ COMPLETE, 0, 7, 230 }, { COMPLETE, 1, 7, 310 },
	{ START, 0, 9, 400 }, { START, 0, 7, 450 },
	{ COMPLETE, 0, 7, 460 }, { COMPLETE, 0, 9, 500 },
	{ START, 1, 9, 600 },
};

/* Per CPU: count and sum of 7, then of 9. */
static const uint64_t want[2][2][2] = {
	{ { 2, 40 }, { 1, 100 } },
	{ { 1, 100 }, { 0, 0 } },
};

static int
walk(const dtrace_aggdata_t *agg, void *arg)
{
	int *n = arg, irq;

	memcpy(&irq, agg->dtada_data + agg->dtada_desc->dtagd_rec[1]
	    .dtrd_offset, sizeof(irq));
	assert_int_equal(irq, *n == 0 ? 7 : 9);
	for (int cpu = 0; cpu < 2; cpu++)
		assert_memory_equal(agg->dtada_percpu[cpu], want[cpu][*n],
		    sizeof(want[cpu][*n]));
	(*n)++;
	return DTRACE_AGGWALK_NEXT;
}

static dtrace_hdl_t *
start(const char *program)
{
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, NULL);
	dtrace_prog_t *pgp;

	assert_non_null(dtp);
	if (probe_id(dtp, "sdt", "", "interrupt-start") == 0)
		skip();		/* this kernel does not list tracepoints */
	dt_bench_enable(dtp);
	assert_int_equal(dtrace_setopt(dtp, "aggsize", "64k"), 0);
	assert_int_equal(dtrace_setopt(dtp, "bufsize", "64k"), 0);
	assert_int_equal(dtrace_setopt(dtp, "aggrate", "0"), 0);
	assert_int_equal(dtrace_setopt(dtp, "aggpercpu", NULL), 0);
	pgp = dtrace_program_strcompile(dtp, program, DTRACE_PROBESPEC_NAME, 0,
	    0, NULL);
	assert_non_null(pgp);
	assert_int_equal(dtrace_program_exec(dtp, pgp, NULL), 0);
	assert_int_equal(dtrace_go(dtp), 0);
	return dtp;
}

static void
pairs(void **state)
{
	dtrace_hdl_t *dtp = start(
	    "sdt:::interrupt-start { b[cpu, (int)arg0] = timestamp; }\n"
	    "sdt:::interrupt-complete /b[cpu, (int)arg0]/ {\n"
	    "	@[(int)arg0] = avg(timestamp - b[cpu, (int)arg0]);\n"
	    "	b[cpu, (int)arg0] = 0; }\n");
	int n = 0;

	(void) state;
	for (size_t i = 0; i < N(fired); i++) {
		struct dt_firing f = { .pid = 1, .tid = 1, .execname = "test",
		    .cpu = fired[i].cpu, .ts = fired[i].ts,
		    .args = { fired[i].irq } };

		f.probe = probe_id(dtp, "sdt", "", fired[i].what == START ?
		    "interrupt-start" : "interrupt-complete");
		assert_int_equal(dt_bench_fire(dtp, &f), 0);
	}
	assert_int_equal(dtrace_aggregate_snap(dtp), 0);
	assert_int_equal(dtrace_aggregate_walk_keyvarsorted(dtp, walk, &n), 0);
	assert_int_equal(n, 2);
	dtrace_close(dtp);
}

static int
on_rec(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec, void *arg)
{
	uint64_t **at = arg;

	if (rec == NULL)
		return DTRACE_CONSUME_NEXT;
	*(*at)++ = *(uint64_t *)data->dtpda_data;
	return DTRACE_CONSUME_NEXT;
}

static void
arguments(void **state)
{
	static const char *const names[] = { "interrupt-start",
	    "interrupt-complete", "softirq-start", "softirq-complete" };
	dtrace_hdl_t *dtp = start(
	    "sdt:::interrupt-start { trace(arg0); trace(arg1); }\n"
	    "sdt:::interrupt-complete { trace(arg0); trace(arg1);\n"
	    "	trace(arg2); }\n"
	    "sdt:::softirq-start, sdt:::softirq-complete { trace(arg0); }\n");
	static const uint64_t args[] = { 11, 22, 11, 22, 33, 11, 11 };
	uint64_t got[16] = { 0 }, *at = got;

	(void) state;
	assert_int_equal(dtrace_setopt(dtp, "quiet", NULL), 0);
	for (size_t i = 0; i < N(names); i++) {
		struct dt_firing f = { .pid = 1, .tid = 1, .execname = "test",
		    .probe = probe_id(dtp, "sdt", "", names[i]),
		    .args = { 11, 22, 33 } };

		assert_int_not_equal(f.probe, 0);
		assert_int_equal(dt_bench_fire(dtp, &f), 0);
	}
	assert_int_equal(dtrace_consume(dtp, stdout, NULL, on_rec, &at), 0);
	assert_int_equal(at - got, N(args));
	assert_memory_equal(got, args, sizeof(args));
	dtrace_close(dtp);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pairs), cmocka_unit_test(arguments),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
