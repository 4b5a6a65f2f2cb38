/* SPDX-License-Identifier: MIT */
/* slot.bpf.c - takes a slot of a CPU; ends a session. */
#include "rt/bpf.h"

DT_INLINE int
take(uint32_t *busy)
{
	return __sync_lock_test_and_set(busy, 1) == 0;
}

/* Atomic operations need constant offsets, so this is not a loop. */
int
dt_slot_take(struct dt_ctl *c, uint32_t nrec, uint32_t nagg)
{
	if (c == NULL)
		return -1;
	if (take(&c->busy[1]))
		return 1;
	if (take(&c->busy[2]))
		return 2;
	if (take(&c->busy[3]))
		return 3;
	__sync_fetch_and_add(&c->busy_drops[DT_BUF_PRIN], nrec);
	__sync_fetch_and_add(&c->busy_drops[DT_BUF_AGG], nagg);
	return -1;
}

/* Tell all CPUs that the session has ended, unless the consumer has. */
int
dt_end_cpus(uint32_t from, uint32_t to)
{
	uint64_t i, n = DT_IMM(dt_imm_nslots) / DT_LEVELS;

	for (i = 0; i < n; i++)
		__sync_val_compare_and_swap(&dt_val_state.ctl[i].activity,
		    from, to);
	return 0;
}

int
dt_exit(void)
{
	uint32_t *a = &dt_val_state.activity;

	if (__sync_val_compare_and_swap(a, DT_ACTIVE, DT_DRAINING) == DT_ACTIVE)
		return dt_end_cpus(DT_ACTIVE, DT_DRAINING);
	if (__sync_val_compare_and_swap(a, DT_WARMUP, DT_DRAINING) == DT_WARMUP)
		return dt_end_cpus(DT_WARMUP, DT_DRAINING);
	return 0;
}
