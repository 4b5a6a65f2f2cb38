/* SPDX-License-Identifier: MIT */
/*
 * timer.c - runs the program of a profile, tick or cpc probe by perf events on
 * one CPU or on each.  The event of profile and tick is the CPU's clock, which
 * also runs while the CPU is idle.
 *
 * The event of a CPU that goes offline stops for good: when the CPU is back
 * online, it needs a new one.
 *
 * In a run that has programs of perf events (event.c), the kernel skips the
 * program of a tick probe if the clock interrupts one of those.  So the clock
 * runs LOOKS times as often, and the program itself looks whether the probe is
 * due: a firing may then be late by an eighth of its period, but is not missed.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "engine/counter.h"
#include "kernel/kernel.h"

#define	NSEC		1000000000ull
#define	LOOKS		8
#define	SHORTEST	2000000ull	/* ns: the period of one that looks */

static const struct dt_counter clock_event = {
	.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_CPU_CLOCK,
};

static bool
looks(const struct dt_kernel *k, enum dt_pointkind kind, uint64_t period)
{
	return k->events && kind == DT_POINT_TICK && period >= SHORTEST;
}

/* The time at which the probe is due. */
static uint64_t *
due_of(const struct dt_kprog *p)
{
	return (uint64_t *)((struct dt_row *)p->rows.mem + p->maxrows);
}

void
dt_kernel_due(const struct dt_kshim *s, struct dt_emit *e,
    struct dt_label *out)
{
	uint64_t period = s->point->period;

	if (!looks(s->k, s->point->kind, period))
		return;
	dt_emit(e, HELPER(BPF_FUNC_ktime_get_ns));
	/* a clock may be early */
	dt_emit_const(e, 1, period / LOOKS / 2);
	dt_emit(e, ALU(BPF_ADD, 0, 1));
	dt_emit_ld64(e, 1, DT_REL_MAPVAL, "dt_val_rows",
	    s->nrows * (int64_t)sizeof(struct dt_row));
	dt_emit(e, LDX(BPF_DW, 2, 1, 0));
	dt_emit_jump(e, JMP(BPF_JLT, 0, 2), out);
	dt_emit_const(e, 3, period);
	dt_emit(e, ALU(BPF_ADD, 2, 3));
	dt_emit(e, STX(BPF_DW, 1, 0, 2));
}

static int
start_clock(const struct dt_kernel *k, struct dt_kprog *p, uint32_t cpu)
{
	bool due = p->rows.mem != NULL && looks(k, p->kind, p->period);
	int fd;

	if (due)
		*due_of(p) = (uint64_t)dt_clock_mono() + p->period;
	fd = dt_counter_open(p->counter != NULL ? p->counter : &clock_event,
	    due ? p->period / LOOKS : p->period, (int)cpu);
	if (fd < 0)
		return fd;
	if (ioctl(fd, PERF_EVENT_IOC_SET_BPF, p->fd) != 0 ||
	    ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) != 0) {
		int err = -errno;

		close(fd);
		return err;
	}
	p->clocks[cpu].fd = fd;
	p->clocks[cpu].enabled = 0;
	return 0;
}

static void
stop_clock(struct dt_kclock *c)
{
	if (c->fd >= 0)
		close(c->fd);
	c->fd = -1;
}

static bool
has_run(struct dt_kclock *c)
{
	uint64_t v[2];			/* value, and ns that it ran */
	bool is;

	if (c->fd < 0 || read(c->fd, v, sizeof(v)) != sizeof(v))
		return false;
	is = v[1] != c->enabled;
	c->enabled = v[1];
	return is;
}

static bool
is_refusal(int err)
{
	return err == -EACCES || err == -EPERM;
}

/*
 * At the highest levels of perf_event_paranoid of some distributions, not even
 * CAP_PERFMON permits clocks.
 */
bool
dt_kernel_timer_permitted(void)
{
	int fd = dt_counter_open(&clock_event, NSEC, 0);

	if (fd >= 0)
		close(fd);
	return !is_refusal(fd);
}

static int
failed(struct dt_kernel *k, const struct dt_kprog *p, uint32_t cpu,
    int err)
{
	if (is_refusal(err))
		return dt_why_set(&k->base, err, "perf_event_open() is refused "
		    "(%s), and without it there are no profile, tick and "
		    "cpc probes: set kernel.perf_event_paranoid to 2 or less, "
		    "or grant CAP_SYS_ADMIN (in a container, allow "
		    "perf_event_open)", strerror(-err));
	return dt_why_set(&k->base, err, "no %s on CPU %u: %s",
	    p->counter != NULL ? "counter" : "timer", cpu, strerror(-err));
}

/*
 * Start the clocks that do not run, except on CPUs that are offline.  A tick
 * probe has only one, on the first CPU possible.  Return the number of clocks
 * that run now, or -errno.
 */
static int
start_clocks(struct dt_kernel *k, struct dt_kprog *p)
{
	bool one = p->kind == DT_POINT_TICK;
	uint32_t cpu;
	int err, n = 0;

	for (cpu = 0; cpu < k->mem.ncpus; cpu++)
		if (has_run(&p->clocks[cpu]))
			n++;
		else
			stop_clock(&p->clocks[cpu]);
	for (cpu = 0; cpu < k->mem.ncpus && !(one && n != 0); cpu++) {
		if (p->clocks[cpu].fd >= 0 ||
		    (k->cpu >= 0 && cpu != (uint32_t)k->cpu))
			continue;
		err = start_clock(k, p, cpu);
		if (err != 0 && err != -ENODEV)
			return failed(k, p, cpu, err);
		n += err == 0;
	}
	return n;
}

int
dt_kernel_timer(struct dt_kernel *k, struct dt_kprog *p)
{
	uint32_t cpu;
	int n;

	p->clocks = calloc(k->mem.ncpus, sizeof(p->clocks[0]));
	if (p->clocks == NULL)
		return -ENOMEM;
	for (cpu = 0; cpu < k->mem.ncpus; cpu++)
		p->clocks[cpu].fd = -1;
	n = start_clocks(k, p);
	return n > 0 ? 0 : n < 0 ? n : dt_why_set(&k->base, -ENODEV,
	    "CPU %d is not online, so it has no timer", k->cpu);
}

/* Start clocks on CPUs that are online again. */
int
dt_kernel_timer_follow(struct dt_kernel *k, struct dt_kprog *p)
{
	int n = p->clocks != NULL ? start_clocks(k, p) : 0;

	return n < 0 ? n : 0;
}

void
dt_kernel_timer_stop(struct dt_kernel *k, struct dt_kprog *p)
{
	uint32_t cpu;

	for (cpu = 0; p->clocks != NULL && cpu < k->mem.ncpus; cpu++)
		stop_clock(&p->clocks[cpu]);
	free(p->clocks);
	p->clocks = NULL;
}
