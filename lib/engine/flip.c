/* SPDX-License-Identifier: MIT */
/*
 * flip.c - switches a CPU to the other halves of its buffers.
 *
 * A program takes its slot by an exchange, then reads `active`.  The reader
 * writes `active`, then looks at the slots.  So either the program sees the new
 * half, or the reader sees that the slot is owned, and waits until it has been
 * released once.  Later owners use the new half anyway.
 */
#include <errno.h>
#include <sched.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "engine/engine.h"

#define	LOOKS		16		/* at a slot, for one at the clock */
#define	SPIN		50000		/* ns */
#define	NAP		50000		/* ns */
#define	FLIP_BOUND	20000000	/* ns */
#define	QUIET_BOUND	1000000000	/* ns, where nothing fires any more */

static uint32_t
load(const uint32_t *p)
{
	return __atomic_load_n(p, __ATOMIC_ACQUIRE);
}

/* Leave the cache line to the owner of the slot for a moment. */
static void
relax(void)
{
#ifdef __x86_64__
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#endif
}

static void
nap(void)
{
	const struct timespec ts = { 0, NAP };

	(void) clock_nanosleep(CLOCK_MONOTONIC, 0, &ts, NULL);
}

/* The wait for the slots of a CPU. */
struct wait {
	int cpu;
	uint32_t looks;
	int64_t begin, bound;
};

/*
 * A firing takes less than a microsecond, and giving up the CPU costs
 * milliseconds, so the wait spins first.  Only an owner that was interrupted
 * takes longer; one that was preempted on this CPU continues only during sleep.
 */
static int
wait_more(struct wait *w)
{
	int64_t now;

	relax();
	if (++w->looks % LOOKS != 0)
		return 0;
	now = dt_clock_mono();
	if (w->begin == 0)
		w->begin = now;
	if (now - w->begin > w->bound)
		return -EAGAIN;
	if (now - w->begin > SPIN || sched_getcpu() == w->cpu)
		nap();
	return 0;
}

/* Wait until each slot has been free, or released once, since the fence. */
static int
drain(const struct dt_mem *m, uint32_t cpu, int64_t bound)
{
	const struct dt_ctl *c = &m->ctl[cpu];
	struct wait w = { .cpu = (int)cpu, .bound = bound };
	uint32_t seq[DT_LEVELS], l;

	for (l = 0; l < DT_LEVELS; l++)
		seq[l] = load(&c->seq[l]);
	for (l = 0; l < DT_LEVELS; l++)
		while (load(&c->busy[l]) != 0 && load(&c->seq[l]) == seq[l])
			if (wait_more(&w) != 0)
				return -EAGAIN;
	return 0;
}

/* The last flip of a run may wait longer, since no other one follows. */
static int64_t
bound(const struct dt_mem *m)
{
	return load(&m->state->activity) == DT_OFF ? QUIET_BOUND : FLIP_BOUND;
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
	err = drain(m, cpu, bound(m));
	if (err != 0)
		return err;
	*pending = false;
	return active ^ 1;
}

int
dt_settle(const struct dt_mem *m, uint32_t cpu)
{
	atomic_thread_fence(memory_order_seq_cst);
	return drain(m, cpu, bound(m));
}

/*
 * No clause starts after the wait: a firing reads the activity word when it has
 * its slot.
 */
int
dt_quiesce(const struct dt_mem *m, uint32_t *cpu)
{
	atomic_thread_fence(memory_order_seq_cst);
	for (*cpu = 0; *cpu < m->ncpus; ++*cpu)
		if (drain(m, *cpu, QUIET_BOUND) != 0)
			return -EAGAIN;
	return 0;
}

uint32_t
dt_nhalves(const struct dt_mem *m, enum dt_bufkind k, bool deep)
{
	uint32_t ncpus = m->one_cpu ? 1 : m->ncpus;

	return ncpus * (m->buf[k].single ? 1 : 2) *
	    (deep ? DT_LEVELS - 1 : 1);
}

void *
dt_half(const struct dt_mem *m, enum dt_bufkind k, uint32_t cpu,
    uint32_t level, uint32_t half)
{
	const struct dt_halves *h = &m->buf[k];
	bool deep = level > 0;
	size_t i = m->one_cpu ? 0 : cpu;

	if (h->base[deep] == NULL || (m->one_cpu && m->cpu != cpu))
		return NULL;
	if (deep)
		i = i * (DT_LEVELS - 1) + level - 1;
	if (!h->single)
		i = i * 2 + half;
	return h->base[deep] + i * h->size[deep];
}
