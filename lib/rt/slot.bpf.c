/* SPDX-License-Identifier: MIT */
/* slot.bpf.c - taking and releasing the slots of a CPU; end of a session. */
#include "rt/bpf.h"

static __attribute__((always_inline)) inline int
take(uint32_t *busy)
{
	return __sync_lock_test_and_set(busy, 1) == 0;
}

/* Spelled out: a level in a variable would make the atomics' offset one too. */
__attribute__((noinline)) int
dt_slot_take(uint32_t cpu, uint32_t nrec, uint32_t nagg)
{
	uint32_t key = cpu;
	struct dt_ctl *c = bpf_map_lookup_elem(dt_map_ctl, &key);

	if (c == NULL)
		return -1;
	if (take(&c->busy[0]))
		return 0;
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

/* The owner alone writes seq; on x86 stores become visible in order. */
__attribute__((noinline)) int
dt_slot_release(uint32_t cpu, uint32_t level)
{
	uint32_t key = cpu;
	uint64_t l = level;
	struct dt_ctl *c = bpf_map_lookup_elem(dt_map_ctl, &key);

	DT_PIN(l);
	if (c == NULL || l >= DT_LEVELS)
		return -1;
	*(volatile uint32_t *)&c->seq[l] += 1;
	*(volatile uint32_t *)&c->busy[l] = 0;
	return 0;
}

__attribute__((noinline)) int
dt_exit(void)
{
	uint32_t *a = &dt_val_state.activity;

	if (__sync_val_compare_and_swap(a, DT_ACTIVE, DT_DRAINING) == DT_ACTIVE)
		return 0;
	__sync_val_compare_and_swap(a, DT_WARMUP, DT_DRAINING);
	return 0;
}
