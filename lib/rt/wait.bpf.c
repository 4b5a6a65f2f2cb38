/* SPDX-License-Identifier: MIT */
/*
 * wait.bpf.c - waits for locks of the kernel, from the tracepoint
 * contention_begin to contention_end.
 *
 * The places are not a hash map: updates of one take locks, which may be the
 * ones that the tracepoints report.
 */
#include "rt/kmem.h"
#include "rt/wait.h"

#define	SEM_WRITER	1		/* bit of rw_semaphore.count */
#define	SEM_READERS	8		/* shift of the number of readers */
#define	RW_LOCKED	0xff		/* in qrwlock.cnts: held by a writer */
#define	RW_READERS	9

/* The first place of the thread's set. */
DT_INLINE uint32_t
set_of(uint64_t task)
{
	return (task * DT_HASH_FORM >> 32) & (DT_NWAITS - DT_WAITSET);
}

int
dt_wait_find(uint64_t task, uint64_t lock)
{
	uint32_t first = set_of(task), i;

	DT_LOOP
	for (i = 0; i < DT_WAITSET; i++) {
		uint64_t at = bounded(first + i);

		if (dt_val_waits.task[at] == task &&
		    dt_val_waits.v[at].lock == lock)
			return at;
	}
	return -1;
}

int
dt_wait_take(uint64_t task)
{
	uint32_t first = set_of(task), i;

	DT_LOOP
	for (i = 0; i < DT_WAITSET; i++) {
		uint64_t at = bounded(first + i);

		if (dt_val_waits.task[at] == 0 && __sync_val_compare_and_swap(
		    &dt_val_waits.task[at], 0, task) == 0)
			return at;
	}
	return -1;
}

/*
 * Does the wait w continue?  A thread may begin several times to wait for a
 * mutex: it spins, sleeps, and spins again when its turn is near.  It never
 * spins twice before it sleeps.
 */
DT_INLINE int
goes_on(const struct dt_wait *w, uint32_t flags)
{
	return (flags & DT_LOCK_MUTEX) != 0 &&
	    ((w->flags & DT_LOCK_SPIN) == 0 || (flags & DT_LOCK_SPIN) == 0);
}

DT_INLINE void
note_holders(struct dt_wait *w, uint64_t lock, uint32_t flags)
{
	uint64_t count;

	if (flags == DT_LOCK_READ || flags == DT_LOCK_WRITE) {
		count = word_of(lock, DT_IMM(dt_imm_sem_count));
		w->writer = count & SEM_WRITER;
		w->readers = (int64_t)count < 0 ? 0 : count >> SEM_READERS;
	} else if ((flags & (DT_LOCK_READ | DT_LOCK_WRITE)) != 0) {
		count = half_of(lock, 0);
		w->writer = (count & RW_LOCKED) != 0;
		w->readers = count >> RW_READERS;
	}
}

int
dt_wait_begin(const uint64_t *ctx)
{
	uint64_t lock = ctx[0], task;
	uint32_t flags = (uint32_t)ctx[1];
	struct dt_wait *w;
	int place;

	if (dt_val_state.activity != DT_ACTIVE)
		return 0;
	task = bpf_get_current_task();
	place = dt_wait_find(task, lock);
	if (place >= 0) {
		w = &dt_val_waits.v[bounded(place)];
		if (goes_on(w, flags)) {
			w->flags &= flags;
			return 0;
		}
	} else {
		place = dt_wait_take(task);
	}
	if (place < 0) {
		__sync_fetch_and_add(&dt_val_state.dyndrops, 1);
		return 0;
	}
	w = &dt_val_waits.v[bounded(place)];
	w->flags = flags;
	note_holders(w, lock, flags);
	w->lock = lock;
	w->began = bpf_ktime_get_ns();
	return 0;
}

int
dt_wait_end(uint64_t lock)
{
	int place = dt_wait_find(bpf_get_current_task(), lock);
	struct dt_wait *w;

	if (place < 0)
		return -1;
	w = &dt_val_waits.v[bounded(place)];
	w->ns = bpf_ktime_get_ns() - w->began;
	return place;
}

/* The lock is cleared first, so an interrupt finds no wait of an old owner. */
int
dt_wait_free(int place)
{
	uint64_t at = bounded(place);

	if (place < 0)
		return 0;
	dt_val_waits.v[at].lock = 0;
	*(volatile uint64_t *)&dt_val_waits.task[at] = 0;
	return 0;
}
