/* SPDX-License-Identifier: MIT */
/*
 * flip.c - gives the owners of a CPU's slots the other half of their buffers.
 *
 * A program takes its slot with an exchange, then reads `active`.  We write
 * `active`, then look at the slots.  Of both, one sees the other: either the
 * program uses the new half, or we see its slot owned and wait until it has
 * been released once.  An owner that comes later uses the new half anyway.
 */
#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>

#include "engine/engine.h"

#define	SPINS		200
#define	FLIP_BOUND	20000000	/* ns */
#define	QUIET_BOUND	1000000000	/* ns */

static uint32_t
load(const uint32_t *p)
{
	return __atomic_load_n(p, __ATOMIC_ACQUIRE);
}

static int64_t
now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ll + ts.tv_nsec;
}

/* Wait until each slot has been free or released once since the fence. */
static int
drain(const struct dt_ctl *c, int64_t bound)
{
	uint32_t seq[DT_LEVELS], l, spins = 0;
	int64_t end = 0;

	for (l = 0; l < DT_LEVELS; l++)
		seq[l] = load(&c->seq[l]);
	for (l = 0; l < DT_LEVELS; ) {
		if (load(&c->busy[l]) == 0 || load(&c->seq[l]) != seq[l]) {
			l++;
			continue;
		}
		if (++spins < SPINS)
			continue;
		if (end == 0)
			end = now() + bound;
		else if (now() > end)
			return -EAGAIN;
		sched_yield();
	}
	return 0;
}

int
dt_flip(struct dt_mem *m, uint32_t cpu, enum dt_bufkind k, bool *pending)
{
	struct dt_ctl *c = &m->ctl[cpu];
	uint32_t active = load(&c->active[k]);
	int err;

	if (!*pending) {
		active ^= 1;
		__atomic_store_n(&c->active[k], active, __ATOMIC_SEQ_CST);
		*pending = true;
	}
	atomic_thread_fence(memory_order_seq_cst);
	err = drain(c, FLIP_BOUND);
	if (err != 0)
		return err;
	*pending = false;
	return active ^ 1;
}

/*
 * A firing that read the activity word before it changed looks at it again when
 * it has its slot, so nobody starts late.
 */
int
dt_quiesce(struct dt_mem *m)
{
	uint32_t cpu;
	int err = 0;

	atomic_thread_fence(memory_order_seq_cst);
	for (cpu = 0; err == 0 && cpu < m->ncpus; cpu++)
		err = drain(&m->ctl[cpu], QUIET_BOUND);
	return err;
}

void *
dt_half(const struct dt_mem *m, enum dt_bufkind k, uint32_t cpu,
    uint32_t level, uint32_t half)
{
	const struct dt_halves *h = &m->buf[k];
	size_t i;

	if (level == 0)
		return h->base[0] != NULL ?
		    h->base[0] + (cpu * 2ull + half) * h->size[0] : NULL;
	i = (cpu * (DT_LEVELS - 1ull) + level - 1) * 2 + half;
	return h->base[1] != NULL ? h->base[1] + i * h->size[1] : NULL;
}
