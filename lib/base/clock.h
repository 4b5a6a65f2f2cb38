/* SPDX-License-Identifier: MIT */
/* clock.h - the kernel's clocks in ns. */
#ifndef DT_CLOCK_H
#define DT_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline int64_t
dt_clock(clockid_t clock)
{
	struct timespec ts;

	(void) clock_gettime(clock, &ts);
	return ts.tv_sec * 1000000000ll + ts.tv_nsec;
}

/* The clock of timestamp and of all intervals. */
static inline int64_t
dt_clock_mono(void)
{
	return dt_clock(CLOCK_MONOTONIC);
}

/*
 * The wall clock minus this one.  A preemption between two readings makes the
 * result wrong, so the fastest of several tries counts.
 */
static inline int64_t
dt_clock_walloffset(clockid_t clock)
{
	int64_t least = INT64_MAX, offset = 0;
	int i;

	for (i = 0; i < 8 && least > 1000; i++) {
		int64_t begin = dt_clock(clock);
		int64_t wall = dt_clock(CLOCK_REALTIME);
		int64_t took = dt_clock(clock) - begin;

		if (took < least) {
			least = took;
			offset = wall - begin - took / 2;
		}
	}
	return offset;
}

#endif
