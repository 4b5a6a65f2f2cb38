/* SPDX-License-Identifier: MIT */
/*
 * kernel_timer.c - points in time: a perf clock event on each CPU, or on one,
 * runs the program of the point.  The clock is the CPU's own timer, which also
 * runs while the CPU is idle.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/kernel.h"

#define	NSEC		1000000000ull

static int
open_clock(uint64_t period, uint32_t cpu)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.sample_period = period,
		.disabled = 1,
	};
	int fd = (int)syscall(SYS_perf_event_open, &attr, -1, (int)cpu, -1,
	    PERF_FLAG_FD_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

static int
start_clock(struct dt_kprog *p, uint32_t cpu)
{
	int fd = open_clock(p->period, cpu);

	if (fd < 0)
		return fd;
	if (ioctl(fd, PERF_EVENT_IOC_SET_BPF, p->fd) != 0 ||
	    ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) != 0) {
		int err = -errno;

		close(fd);
		return err;
	}
	p->timers[p->ntimers++] = fd;
	return 0;
}

static bool
is_refusal(int err)
{
	return err == -EACCES || err == -EPERM;
}

/*
 * Some distributions have levels of perf_event_paranoid at which not even
 * CAP_PERFMON permits clocks.
 */
bool
dt_kernel_timer_permitted(void)
{
	int fd = open_clock(NSEC, 0);

	if (fd >= 0)
		close(fd);
	return !is_refusal(fd);
}

static int
failed(struct dt_kernel *k, uint32_t cpu, int err)
{
	if (is_refusal(err))
		return dt_why_set(&k->base, err, "perf_event_open() is refused "
		    "(%s), and without it there are no profile and tick "
		    "probes: set kernel.perf_event_paranoid to 2 or less, or "
		    "grant CAP_SYS_ADMIN (in a container, allow "
		    "perf_event_open)", strerror(-err));
	return dt_why_set(&k->base, err, "no timer on CPU %u: %s", cpu,
	    strerror(-err));
}

/* A CPU that is not there, or not online, has no clock: the next one, then. */
int
dt_kernel_timer(struct dt_kernel *k, struct dt_kprog *p)
{
	bool one = p->kind == DT_POINT_TICK;
	uint32_t cpu;
	int err;

	p->timers = calloc(k->mem.ncpus, sizeof(p->timers[0]));
	if (p->timers == NULL)
		return -ENOMEM;
	for (cpu = 0; cpu < k->mem.ncpus && !(one && p->ntimers != 0); cpu++) {
		if (k->cpu >= 0 && cpu != (uint32_t)k->cpu)
			continue;
		err = start_clock(p, cpu);
		if (err != 0 && err != -ENODEV)
			return failed(k, cpu, err);
	}
	return p->ntimers != 0 ? 0 : dt_why_set(&k->base, -ENODEV,
	    "CPU %d is not online, so it has no timer", k->cpu);
}

void
dt_kernel_timer_stop(struct dt_kprog *p)
{
	while (p->ntimers > 0)
		close(p->timers[--p->ntimers]);
	free(p->timers);
	p->timers = NULL;
}
