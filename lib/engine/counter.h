/* SPDX-License-Identifier: MIT */
/* counter.h - events that the kernel counts on each CPU. */
#ifndef DT_COUNTER_H
#define DT_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/* An event of perf_event_open(2). */
struct dt_counter {
	uint32_t type;
	uint64_t config;
	bool no_user, no_kernel;	/* events there are not counted */
};

/*
 * Open an event, not enabled, that overflows after each `period` events on the
 * CPU.  Returns a descriptor or -errno.
 */
int dt_counter_open(const struct dt_counter *c, uint64_t period, int cpu);

#endif /* DT_COUNTER_H */
