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

/* What timestamp and all intervals count. */
static inline int64_t
dt_clock_mono(void)
{
	return dt_clock(CLOCK_MONOTONIC);
}

#endif
