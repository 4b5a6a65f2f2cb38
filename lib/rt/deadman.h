/* SPDX-License-Identifier: MIT */
/*
 * deadman.h - ends a session whose consumer no longer asks for its status.  The
 * kernel runs it on a clock, the embedded engine at each firing.
 */
#ifndef DT_DEADMAN_H
#define DT_DEADMAN_H

#include <stdbool.h>

#include "rt/rt.h"

/* Time between two checks, ns: one second, or less for a short limit. */
DT_INLINE uint64_t
dt_deadman_period(uint64_t limit)
{
	const uint64_t least = 1000000, most = 1000000000;
	uint64_t period = limit / 4;

	return period > most ? most : period < least ? least : period;
}

/*
 * A status is too old only if two checks, half a period apart, find it so:
 * after a suspend of the whole machine, clocks and traced threads may run
 * before the consumer does.
 *
 * Ages are signed, since the consumer may store a status after `now` was read.
 * Only an active session is ended; exit() or the consumer may have ended it
 * before.  True if it was.
 */
DT_INLINE bool
dt_deadman_check(struct dt_state *st, uint64_t limit, uint64_t now)
{
	uint64_t last = DT_RELAXED_LOAD(&st->last_status);
	uint64_t half = dt_deadman_period(limit) / 2;

	if ((int64_t)(now - last) <= (int64_t)limit)
		return false;
	if (DT_RELAXED_LOAD(&st->late_status) != last) {
		DT_RELAXED_STORE(&st->late_time, now);
		DT_RELAXED_STORE(&st->late_status, last);
		return false;
	}
	return (int64_t)(now - DT_RELAXED_LOAD(&st->late_time)) >=
	    (int64_t)half && __sync_val_compare_and_swap(&st->activity,
	    DT_ACTIVE, DT_KILLED) == DT_ACTIVE;
}

#endif /* DT_DEADMAN_H */
