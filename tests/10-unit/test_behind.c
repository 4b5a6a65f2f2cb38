/* SPDX-License-Identifier: MIT */
/*
 * test_behind.c - CPUs that are busy when they are read: the next call reads
 * the rest, even after tracing has ended; firings without a slot are counted by
 * CPU and reason.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "api/bench.h"
#include "api/hdl.h"
#include "probeid.h"

#define	CPU	3

struct run {
	dtrace_hdl_t *dtp;
	struct dt_firing f;
	int recs;
	int64_t sum;
	uint64_t lost[DTRACEDROP_DBLERROR + 1][DTRACELOSS_FAULT + 1];
	uint64_t drops;
};

static int
on_rec(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec, void *arg)
{
	(void) data;
	((struct run *)arg)->recs += rec != NULL;
	return DTRACE_CONSUME_NEXT;
}

static int
on_entry(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_recdesc_t *rec = agg->dtada_desc->dtagd_rec +
	    agg->dtada_desc->dtagd_nrecs - 1;

	((struct run *)arg)->sum += *(int64_t *)(agg->dtada_data +
	    rec->dtrd_offset);
	return DTRACE_AGGWALK_NEXT;
}

static int
on_loss(const dtrace_lossdata_t *loss, void *arg)
{
	assert_int_equal(loss->dtlda_cpu, CPU);
	((struct run *)arg)->lost[loss->dtlda_kind][loss->dtlda_why] +=
	    loss->dtlda_count;
	return 0;
}

static int
on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	assert_int_equal(drop->dtdda_cpu, CPU);
	((struct run *)arg)->drops += drop->dtdda_drops;
	return DTRACE_HANDLE_OK;
}

static void
set(dtrace_hdl_t *dtp, const char *opt, const char *value)
{
	assert_int_equal(dtrace_setopt(dtp, opt, value), 0);
}

static void
start(struct run *r)
{
	dtrace_prog_t *pgp;

	memset(r, 0, sizeof(*r));
	r->dtp = dtrace_open(DTRACE_VERSION, 0, NULL);
	assert_non_null(r->dtp);
	dt_bench_enable(r->dtp);
	set(r->dtp, "bufsize", "64k");
	set(r->dtp, "aggsize", "64k");
	set(r->dtp, "aggrate", "0");
	set(r->dtp, "switchrate", "0");
	assert_int_equal(dtrace_handle_drop(r->dtp, on_drop, r), 0);
	pgp = dtrace_program_strcompile(r->dtp, "syscall::lseek:entry "
	    "{ @[1] = count(); @[2] = count(); trace(1); }",
	    DTRACE_PROBESPEC_NAME, 0, 0, NULL);
	assert_non_null(pgp);
	assert_int_equal(dtrace_program_exec(r->dtp, pgp, NULL), 0);
	assert_int_equal(dtrace_go(r->dtp), 0);
	r->f = (struct dt_firing){ .cpu = CPU, .pid = 1, .tid = 1,
	    .execname = "test" };
	r->f.probe = probe_id(r->dtp, "syscall", "lseek", "entry");
	assert_int_not_equal(r->f.probe, 0);
}

static void
fire(struct run *r)
{
	assert_int_equal(dt_bench_fire(r->dtp, &r->f), 0);
}

/* Mark this many levels as owned by a firing. */
static void
hold(struct run *r, int levels)
{
	for (int l = 0; l < DT_LEVELS; l++)
		r->dtp->mem->ctl[CPU].busy[l] = l < levels;
}

static void
read_all(struct run *r)
{
	r->sum = 0;
	assert_int_equal(dtrace_aggregate_snap(r->dtp), 0);
	assert_int_equal(dtrace_consume(r->dtp, stdout, NULL, on_rec, r), 0);
	assert_int_equal(dtrace_aggregate_walk(r->dtp, on_entry, r), 0);
}

/* Both halves have data at the last call. */
static void
left_behind(void **state)
{
	struct run r;

	(void) state;
	start(&r);
	fire(&r);
	hold(&r, 1);
	read_all(&r);
	assert_int_equal(r.recs, 0);
	assert_int_equal(r.sum, 0);
	fire(&r);
	read_all(&r);
	assert_int_equal(r.recs, 0);
	hold(&r, 0);
	assert_int_equal(dtrace_stop(r.dtp), 0);
	read_all(&r);
	assert_int_equal(r.recs, 2);
	assert_int_equal(r.sum, 2 * 2);
	assert_int_equal(r.drops, 0);
	dtrace_close(r.dtp);
}

static void
no_place(void **state)
{
	struct run r;

	(void) state;
	start(&r);
	fire(&r);
	hold(&r, DT_LEVELS);
	fire(&r);
	fire(&r);
	hold(&r, 0);
	fire(&r);
	read_all(&r);
	assert_int_equal(r.recs, 2);
	assert_int_equal(r.sum, 2 * 2);
	assert_int_equal(dtrace_losses(r.dtp, on_loss, &r), 0);
	assert_int_equal(r.lost[DTRACEDROP_PRINCIPAL][DTRACELOSS_BUSY], 2);
	assert_int_equal(r.lost[DTRACEDROP_AGGREGATION][DTRACELOSS_BUSY], 4);
	assert_int_equal(r.drops, 2 + 4);
	dtrace_close(r.dtp);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(left_behind),
		cmocka_unit_test(no_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
