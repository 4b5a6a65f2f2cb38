/* SPDX-License-Identifier: MIT */
/*
 * activity.c - sets the activity of a run, and the copy of each CPU.  A firing
 * reads the copy, which is in the cache line of its slot; another line would
 * often be missing from the cache.
 */
#include "engine/engine.h"

void
dt_set_activity(struct dt_mem *m, enum dt_activity to)
{
	uint32_t cpu;

	__atomic_store_n(&m->state->activity, to, __ATOMIC_SEQ_CST);
	for (cpu = 0; cpu < m->ncpus; cpu++)
		__atomic_store_n(&m->ctl[cpu].activity, to, __ATOMIC_SEQ_CST);
}

/* A firing may end the run at any time, also on a CPU that has not begun it. */
static bool
begin(uint32_t *activity)
{
	uint32_t warmup = DT_WARMUP;

	return __atomic_compare_exchange_n(activity, &warmup, DT_ACTIVE, false,
	    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

void
dt_begin_activity(struct dt_mem *m)
{
	uint32_t cpu;

	if (!begin(&m->state->activity))
		return;
	for (cpu = 0; cpu < m->ncpus; cpu++)
		(void)begin(&m->ctl[cpu].activity);
}
