/* SPDX-License-Identifier: MIT */
/* counter.c - opens an event of perf. */
#include <errno.h>
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/counter.h"

int
dt_counter_open(const struct dt_counter *c, uint64_t period, int cpu)
{
	struct perf_event_attr attr = {
		.type = c->type,
		.size = sizeof(attr),
		.config = c->config,
		.sample_period = period,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED,
		.disabled = 1,
		.exclude_user = c->no_user,
		.exclude_kernel = c->no_kernel,
		.exclude_hv = c->no_kernel,
	};
	int fd = (int)syscall(SYS_perf_event_open, &attr, -1, cpu, -1,
	    PERF_FLAG_FD_CLOEXEC);

	return fd < 0 ? -errno : fd;
}
