/* SPDX-License-Identifier: MIT */
/*
 * side.c - loads the programs that the run needs besides those of its points:
 * dt_thread for vtimestamp and ended threads, dt_prio_enter for changes of
 * priority, dt_wait_begin for waits for locks, dt_io_start for transfers that
 * end, dt_iowait_* for waits for those, and dt_deadman.
 */
#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "kernel/kernel.h"
#include "rt/deadman.h"

/* Load a program for the tracepoint tp or, if it is NULL, for a clock. */
static int
load_side(struct dt_kernel *k, const char *name, const char *tp,
    uint64_t period)
{
	const struct dt_linkroot root = { dt_rt_find(name), DT_VAR_L0 };
	struct dt_kprog *p = dt_kernel_newprog(k);

	p->tp = tp;
	p->kind = DT_POINT_TICK;
	/* at DT_TP_EXIT there is only dt_thread, which reads no arguments */
	p->is_event = dt_kernel_is_event(k, tp, false);
	p->period = period;
	return dt_kernel_prog(k, p, &root, 1, name);
}

/* Load a program for the entry of a function. */
static int
load_entry(struct dt_kernel *k, const char *name, const char *function)
{
	const struct dt_linkroot root = { dt_rt_find(name), DT_VAR_L0 };
	struct dt_kprog *p = dt_kernel_newprog(k);
	int n;

	p->tp = function;
	p->is_function = true;
	p->kind = DT_POINT_TICK;
	n = dt_kernel_function_type(k, p);
	return n < 0 ? n : dt_kernel_prog(k, p, &root, 1, name);
}

static bool
has_waits(const struct dt_run *run, enum dt_tpwaits waits, bool at_return)
{
	const struct dt_enpoint *p;
	uint32_t i;

	for (i = 0; i < run->npoints; i++) {
		p = &run->points[i];
		if (p->waits == waits && p->at_return == at_return &&
		    p->nclauses != 0)
			return true;
	}
	return false;
}

/* Load programs for the start of waits whose end fires points of the run. */
static int
load_waits(struct dt_kernel *k, const struct dt_run *run)
{
	int err = 0;

	if (has_waits(run, DT_WAITS_LOCK, false))
		err = load_side(k, "dt_wait_begin", "contention_begin", 0);
	if (err == 0 && has_waits(run, DT_WAITS_BIO, true))
		err = load_entry(k, "dt_iowait_bio", "submit_bio_wait");
	if (err == 0 && has_waits(run, DT_WAITS_BUFFER, true))
		err = load_entry(k, "dt_iowait_buffer", "__wait_on_buffer");
	return err;
}

/*
 * Without permission for perf clocks, the deadman runs whenever one of the
 * kernel's timers expires; every busy CPU has a periodic one.
 */
static int
load_deadman(struct dt_kernel *k)
{
	uint64_t period = dt_deadman_period(k->deadman);
	bool clock = dt_kernel_timer_permitted();

	if (!clock && k->explain != NULL)
		fprintf(k->explain, "libdtrace: no perf clock is permitted: "
		    "the deadman runs at each timer that expires\n");
	return load_side(k, "dt_deadman", clock ? NULL :
	    "hrtimer_expire_entry", clock ? period : 0);
}

/* Start the clock of vtimestamp on each CPU, before its first switch. */
static void
start_clocks(struct dt_kernel *k)
{
	uint64_t *since = k->maps[DT_KMAP_oncpu].mem;
	uint64_t now = (uint64_t)dt_clock_mono();
	uint32_t i;

	for (i = 0; i < k->mem.ncpus; i++)
		since[i] = now;
}

int
dt_kernel_side(struct dt_kernel *k, const struct dt_run *run)
{
	int err = 0;

	k->sweeps = dt_kernel_sweeps_beside(k, run);
	if (k->needs & DT_NEED_VTS)
		start_clocks(k);
	if (k->sweeps != DT_SWEEP_NEVER || (k->needs & DT_NEED_VTS))
		err = load_side(k, "dt_thread", k->last, 0);
	if (err == 0 && k->size.nprios != 0)
		err = load_side(k, "dt_prio_enter", "sys_enter", 0);
	if (err == 0)
		err = load_waits(k, run);
	if (err == 0 && k->size.nios != 0)
		err = load_side(k, "dt_io_start", "block_bio_queue", 0);
	if (err == 0 && k->deadman != 0)
		err = load_deadman(k);
	return err;
}
