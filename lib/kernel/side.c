/* SPDX-License-Identifier: MIT */
/*
 * side.c - loads the programs beside those of the points that the run needs:
 * dt_thread for vtimestamp and ended threads, dt_prio for changes of priority,
 * dt_deadman.
 */
#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "kernel/kernel.h"
#include "rt/deadman.h"

/* Attached to the tracepoint tp, or if that is NULL to a clock of one CPU. */
static int
load_side(struct dt_kernel *k, const struct dt_func *fn,
    const struct dt_func *callback, const char *tp, uint64_t period,
    const char *name)
{
	struct dt_kprog *p = dt_kernel_newprog(k);
	struct dt_linkroot roots[2] = { { NULL, DT_VAR_L0 },
	    { callback, DT_VAR_L0 } };
	struct dt_func entry;

	if (fn == NULL || p == NULL)
		return dt_why_set(&k->base, -ENOMEM, "no memory for %s", name);
	entry = *fn;
	entry.params[0] = DT_PARAM_OPAQUE;
	entry.nparams = 1;
	roots[0].fn = &entry;
	p->tp = tp;
	p->kind = DT_POINT_TICK;
	p->period = period;
	return dt_kernel_prog(k, p, roots, callback != NULL ? 2 : 1, name);
}

/*
 * Without permission for clocks the deadman runs whenever a timer of the kernel
 * expires: each CPU that is busy has a tick.
 */
static int
load_deadman(struct dt_kernel *k)
{
	uint64_t period = dt_deadman_period(k->deadman);
	bool clock = dt_kernel_timer_permitted();

	if (!clock && k->explain != NULL)
		fprintf(k->explain, "libdtrace: no perf clock is permitted: "
		    "the deadman runs at each timer that expires\n");
	return load_side(k, dt_rt_find("dt_deadman"), NULL,
	    clock ? NULL : "hrtimer_expire_entry", clock ? period : 0,
	    "dt_deadman");
}

/* Time on a CPU counts from now until the first switch there. */
static void
start_clocks(struct dt_kernel *k)
{
	uint64_t *since = k->maps[DT_KMAP_oncpu].mem;
	uint64_t now = (uint64_t)dt_clock_mono();
	uint32_t i;

	for (i = 0; i < k->mem.ncpus; i++)
		since[i] = now;
}

/* For the point of changes of priority, if the run has one. */
static int
load_notes(struct dt_kernel *k, const struct dt_run *run,
    struct dt_arena *arena)
{
	uint32_t i;

	for (i = 0; i < run->npoints; i++)
		if (run->points[i].changes && run->points[i].nclauses != 0)
			return load_side(k, dt_kernel_notes(k, &run->points[i],
			    arena), dt_kernel_note(arena), "sys_enter", 0,
			    "dt_prio");
	return 0;
}

int
dt_kernel_side(struct dt_kernel *k, const struct dt_run *run)
{
	struct dt_arena *arena = dt_arena_create();
	int err = 0;

	if (arena == NULL)
		return -ENOMEM;
	k->sweeps = dt_kernel_sweeps_beside(k, run);
	if (k->needs & DT_NEED_VTS)
		start_clocks(k);
	if (k->sweeps != DT_SWEEP_NEVER || (k->needs & DT_NEED_VTS))
		err = load_side(k, dt_rt_find("dt_thread"), NULL, k->last, 0,
		    "dt_thread");
	if (err == 0)
		err = load_notes(k, run, arena);
	if (err == 0 && k->deadman != 0)
		err = load_deadman(k);
	dt_arena_destroy(arena);
	return err;
}
