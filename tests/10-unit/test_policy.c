/* SPDX-License-Identifier: MIT */
/*
 * test_policy.c - the records of principal buffers under options bufpolicy,
 * temporal and cpu.  The tests fire on chosen CPUs at chosen times; a record
 * has 24 bytes, and a buffer room for two.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <dtrace.h>
#include "api/bench.h"
#include "probeid.h"

/* Consumed data, in order: "0:7 " is record 7 of CPU 0, "0-3 " its 3 drops. */
struct seen {
	dtrace_hdl_t *dtp;
	struct dt_firing f;
	char log[256];
};

static void
note(struct seen *s, const char *fmt, int cpu, uint64_t n)
{
	size_t len = strlen(s->log);

	(void) snprintf(s->log + len, sizeof(s->log) - len, fmt, cpu,
	    (unsigned long)n);
}

static int
on_probe(const dtrace_probedata_t *data, void *arg)
{
	const dtrace_eprobedesc_t *e = data->dtpda_edesc;

	note(arg, "%d:%lu ", data->dtpda_cpu, *(const uint64_t *)
	    (data->dtpda_data + e->dtepd_rec[0].dtrd_offset));
	return DTRACE_CONSUME_NEXT;
}

static int
on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	note(arg, "%d-%lu ", drop->dtdda_cpu, drop->dtdda_drops);
	return DTRACE_HANDLE_OK;
}

static void
start(struct seen *s, const char *opt, const char *value, const char *policy,
    const char *more)
{
	const char *const opts[][2] = { { "bufsize", "48" },
	    { "bufpolicy", policy }, { opt, value }, { "statusrate", "0" },
	    { "switchrate", "0" } };
	dtrace_prog_t *pgp;
	char text[256];

	memset(s, 0, sizeof(*s));
	s->dtp = dtrace_open(DTRACE_VERSION, 0, NULL);
	assert_non_null(s->dtp);
	dt_bench_enable(s->dtp);
	for (size_t i = 0; i < sizeof(opts) / sizeof(opts[0]); i++)
		assert_int_equal(dtrace_setopt(s->dtp, opts[i][0],
		    opts[i][1]), 0);
	assert_int_equal(dtrace_handle_drop(s->dtp, on_drop, s), 0);
	(void) snprintf(text, sizeof(text),
	    "syscall::lseek:entry { trace(arg0); } %s", more);
	pgp = dtrace_program_strcompile(s->dtp, text, DTRACE_PROBESPEC_NAME,
	    0, 0, NULL);
	assert_non_null(pgp);
	assert_int_equal(dtrace_program_exec(s->dtp, pgp, NULL), 0);
	assert_int_equal(dtrace_go(s->dtp), 0);
	s->f.probe = probe_id(s->dtp, "syscall", "lseek", "entry");
	assert_int_not_equal(s->f.probe, 0);
}

static void
fire(struct seen *s, uint32_t cpu, uint64_t n)
{
	s->f.cpu = cpu;
	s->f.ts = n;
	s->f.args[0] = n;
	assert_int_equal(dt_bench_fire(s->dtp, &s->f), 0);
}

static void
fire_all(struct seen *s)
{
	fire(s, 5, 1);
	fire(s, 0, 2);
	fire(s, 5, 3);
	fire(s, 0, 4);
	fire(s, 5, 5);
	fire(s, 0, 6);
	fire(s, 5, 7);
}

static void
consume(struct seen *s, const char *want)
{
	assert_int_equal(dtrace_consume(s->dtp, stdout, on_probe, NULL, s), 0);
	assert_string_equal(s->log, want);
}

/* A CPU's drops follow its records, or all records with option temporal. */
static void
switches(void **state)
{
	struct seen s;

	(void) state;
	start(&s, "temporal", "no", "switch", "");
	fire_all(&s);
	consume(&s, "0:2 0:4 0-1 5:1 5:3 5-2 ");
	dtrace_close(s.dtp);
	start(&s, "temporal", "yes", "switch", "");
	fire_all(&s);
	consume(&s, "5:1 0:2 5:3 0:4 0-1 5-2 ");
	dtrace_close(s.dtp);
}

static void
rings(void **state)
{
	struct seen s;

	(void) state;
	start(&s, "temporal", "no", "ring", "");
	fire_all(&s);
	assert_int_equal(dtrace_consume(s.dtp, stdout, on_probe, NULL, &s),
	    -1);
	assert_int_equal(dtrace_errno(s.dtp), EBUSY);
	assert_int_equal(dtrace_work(s.dtp, stdout, on_probe, NULL, &s),
	    DTRACE_WORKSTATUS_OKAY);
	assert_int_equal(dtrace_stop(s.dtp), 0);
	consume(&s, "0:4 0:6 5:5 5:7 ");
	consume(&s, "0:4 0:6 5:5 5:7 ");	/* not twice */
	dtrace_close(s.dtp);
	start(&s, "temporal", "yes", "ring", "");
	fire_all(&s);
	assert_int_equal(dtrace_stop(s.dtp), 0);
	consume(&s, "0:4 5:5 0:6 5:7 ");
	dtrace_close(s.dtp);
}

/* END fires on any CPU: its record is number 9 on each. */
static void
fills(void **state)
{
	struct seen s;

	(void) state;
	start(&s, "temporal", "yes", "fill", "");
	fire(&s, 0, 1);
	assert_int_equal(dtrace_status(s.dtp), DTRACE_STATUS_OKAY);
	fire_all(&s);
	assert_int_equal(dtrace_status(s.dtp), DTRACE_STATUS_FILLED);
	assert_int_equal(dtrace_status(s.dtp), DTRACE_STATUS_STOPPED);
	consume(&s, "0:1 5:1 0:2 5:3 ");
	dtrace_close(s.dtp);
	start(&s, "temporal", "no", "fill", "END { trace(9ULL); }");
	fire_all(&s);
	assert_int_equal(dtrace_work(s.dtp, stdout, on_probe, NULL, &s),
	    DTRACE_WORKSTATUS_DONE);
	assert_non_null(strstr(s.log, "0:2 "));
	assert_non_null(strstr(s.log, "5:1 "));
	assert_string_equal(s.log + strlen(s.log) - 3, ":9 ");
	assert_int_equal(strlen(s.log), 12);
	dtrace_close(s.dtp);
}

/* Only this CPU has buffers, also those of BEGIN and END. */
static void
one_cpu(void **state)
{
	static const char *const policies[] = { "switch", "ring" };
	struct seen s;

	(void) state;
	for (int i = 0; i < 2; i++) {
		start(&s, "cpu", "5", policies[i],
		    "END { trace((uint64_t)cpu); }");
		fire(&s, 0, 1);
		fire(&s, 5, 2);
		fire(&s, 6, 3);
		assert_int_equal(dtrace_stop(s.dtp), 0);
		consume(&s, "5:2 5:5 ");
		dtrace_close(s.dtp);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(switches),
		cmocka_unit_test(rings),
		cmocka_unit_test(fills),
		cmocka_unit_test(one_cpu),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
