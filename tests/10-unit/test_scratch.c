/* SPDX-License-Identifier: MIT */
/*
 * test_scratch.c - the memory of alloca(): each CPU and each level has its own,
 * inside the map, and deeper levels have the documented size.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "api/bench.h"
#include "api/hdl.h"
#include "probeid.h"

#define	NCPUS	8		/* the embedded engine has no fewer */
#define	PARTS	(NCPUS * DT_LEVELS)

struct run {
	dtrace_hdl_t *dtp;
	struct dt_firing f;
	uint64_t from[PARTS], to[PARTS];
	int nrecs, nfaults;
	char why[512];
};

static int
on_rec(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec, void *arg)
{
	struct run *r = arg;
	uint64_t v;

	if (rec == NULL)
		return DTRACE_CONSUME_NEXT;
	memcpy(&v, data->dtpda_data, sizeof(v));
	assert_true(r->nrecs < 2 * PARTS);
	*(r->nrecs % 2 == 0 ? &r->from[r->nrecs / 2] :
	    &r->to[r->nrecs / 2]) = v;
	r->nrecs++;
	return DTRACE_CONSUME_NEXT;
}

static int
on_err(const dtrace_errdata_t *err, void *arg)
{
	struct run *r = arg;

	assert_int_equal(err->dteda_fault, DTRACEFLT_NOSCRATCH);
	snprintf(r->why, sizeof(r->why), "%s", err->dteda_msg);
	r->nfaults++;
	return DTRACE_HANDLE_OK;
}

static void
start(struct run *r, const char *scratchsize, const char *actions)
{
	dtrace_prog_t *pgp;
	char text[256];

	memset(r, 0, sizeof(*r));
	r->dtp = dtrace_open(DTRACE_VERSION, 0, NULL);
	assert_non_null(r->dtp);
	dt_bench_enable(r->dtp);
	assert_int_equal(dtrace_setopt(r->dtp, "switchrate", "0"), 0);
	if (scratchsize != NULL)
		assert_int_equal(dtrace_setopt(r->dtp, "scratchsize",
		    scratchsize), 0);
	assert_int_equal(dtrace_handle_err(r->dtp, on_err, r), 0);
	snprintf(text, sizeof(text), "syscall::lseek:entry { %s }", actions);
	pgp = dtrace_program_strcompile(r->dtp, text, DTRACE_PROBESPEC_NAME,
	    0, 0, NULL);
	assert_non_null(pgp);
	assert_int_equal(dtrace_program_exec(r->dtp, pgp, NULL), 0);
	assert_int_equal(dtrace_go(r->dtp), 0);
	r->f = (struct dt_firing){ .pid = 1, .tid = 1, .execname = "test" };
	r->f.probe = probe_id(r->dtp, "syscall", "lseek", "entry");
	assert_int_not_equal(r->f.probe, 0);
}

/* Fire inside this many other firings of the CPU. */
static void
fire_inside(struct run *r, uint32_t cpu, int levels)
{
	r->f.cpu = cpu;
	for (int l = 0; l < levels; l++)
		r->dtp->mem->ctl[cpu].busy[l] = 1;
	assert_int_equal(dt_bench_fire(r->dtp, &r->f), 0);
	for (int l = 0; l < levels; l++)
		r->dtp->mem->ctl[cpu].busy[l] = 0;
}

static void
fire_all(struct run *r)
{
	for (uint32_t cpu = 0; cpu < NCPUS; cpu++)
		for (int l = 0; l < DT_LEVELS; l++)
			fire_inside(r, cpu, l);
	assert_int_equal(dtrace_consume(r->dtp, stdout, NULL, on_rec, r), 0);
}

/* Each firing has had a part of this size, and no two overlap. */
static void
are_apart(const struct run *r, uint64_t bytes)
{
	uint64_t low = UINT64_MAX, high = 0;

	assert_int_equal(r->nfaults, 0);
	assert_int_equal(r->nrecs, 2 * PARTS);
	for (int i = 0; i < PARTS; i++) {
		assert_int_equal(r->to[i] - r->from[i], bytes);
		low = r->from[i] < low ? r->from[i] : low;
		high = r->to[i] > high ? r->to[i] : high;
		for (int k = 0; k < i; k++)
			assert_true(r->to[i] < r->from[k] ||
			    r->to[k] < r->from[i]);
	}
	assert_true(high - low < PARTS * (bytes + 64));
}

static void
known(void **state)
{
	struct run r;

	(void) state;
	start(&r, NULL, "trace((int64_t)alloca(1000)); "
	    "trace((int64_t)alloca(8));");
	fire_all(&r);
	are_apart(&r, 1008);
	dtrace_close(r.dtp);
}

static void
known_later(void **state)
{
	struct run r;

	(void) state;
	start(&r, "16k", "trace((int64_t)alloca(arg0)); "
	    "trace((int64_t)alloca(8));");
	r.f.args[0] = 16384 - 16;
	fire_all(&r);
	are_apart(&r, 16384 - 8);
	dtrace_close(r.dtp);
}

/* The limits are those in the message. */
static void
limits(void **state)
{
	struct run r;

	(void) state;
	start(&r, "1m", "trace((int64_t)alloca(arg0)); trace(0LL);");
	r.f.args[0] = 1 << 20;
	fire_inside(&r, 1, 0);
	r.f.args[0] = (1 << 20) / 8;
	fire_inside(&r, 1, 1);
	fire_inside(&r, 1, 3);
	assert_int_equal(dtrace_consume(r.dtp, stdout, NULL, on_rec, &r), 0);
	assert_int_equal(r.nrecs, 2 * 3);
	assert_int_equal(r.nfaults, 0);
	r.f.args[0] = (1 << 20) + 1;
	fire_inside(&r, 1, 0);
	r.f.args[0] = (1 << 20) / 8 + 1;
	fire_inside(&r, 1, 1);
	assert_int_equal(dtrace_consume(r.dtp, stdout, NULL, on_rec, &r), 0);
	assert_int_equal(r.nrecs, 2 * 3);
	assert_int_equal(r.nfaults, 2);
	assert_non_null(strstr(r.why, "out of scratch space in action #1: a "
	    "firing has 1048576 bytes (131072 inside another one): raise "
	    "option scratchsize\n"));
	dtrace_close(r.dtp);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known),
		cmocka_unit_test(known_later),
		cmocka_unit_test(limits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
