/* SPDX-License-Identifier: MIT */
/*
 * sweep.c - decides where dt_sweep() frees the variables of an ended thread.
 *
 * A thread that ends fires sched_process_exit, may then fire other tracepoints
 * and clocks (it sends SIGCHLD and wakes its parent), and leaves its CPU for
 * the last time in sched_switch, in state TASK_DEAD.  The sweep is at
 * sched_switch if a probe that uses variables of threads can fire after
 * sched_process_exit, or if the run needs vtimestamp, which sched_switch
 * maintains; else at sched_process_exit.
 *
 * If the run has probes at that tracepoint, which can still read the variables,
 * their program sweeps at its end.  Else a separate program does; the kernel
 * guarantees no order, so it might otherwise run before them.
 */
#include <string.h>

#include "kernel/kernel.h"

#define	USES_THREAD	(DT_NEED_SELF | DT_NEED_DYNSELF)

static bool
is_one_of(const char *name, const char *const *list)
{
	while (*list != NULL && strcmp(name, *list) != 0)
		list++;
	return *list != NULL;
}

/* Does a thread fire this point only up to its sched_process_exit? */
static bool
is_early(const struct dt_enpoint *p)
{
	static const char *const early[] = { "sys_enter", "sys_exit",
	    "sched_process_fork", "sched_process_exec", DT_TP_EXIT, NULL };

	if (p->kind == DT_POINT_TP)
		return is_one_of(p->tp, early);
	return p->period == 0;
}

/* Clauses of ERROR count for each point, as they can run at any. */
const char *
dt_kernel_last(const struct dt_kernel *k, const struct dt_run *run)
{
	const struct dt_enpoint *p = run->points;
	uint32_t i, error = 0;

	if (k->needs & DT_NEED_VTS)
		return DT_TP_SWITCH;
	for (i = 0; i < run->npoints; i++)
		if (p[i].kind == DT_POINT_ERROR)
			error |= dt_point_needs(&p[i]);
	for (i = 0; i < run->npoints; i++)
		if (dt_kernel_loads(&p[i]) && !is_early(&p[i]) &&
		    ((dt_point_needs(&p[i]) | error) & USES_THREAD))
			return DT_TP_SWITCH;
	return DT_TP_EXIT;
}

static bool
is_swept(const struct dt_kernel *k)
{
	return (k->needs & (USES_THREAD | DT_NEED_VTS)) != 0;
}

bool
dt_kernel_sweeps_at(const struct dt_kernel *k, const struct dt_enpoint *p)
{
	return is_swept(k) && p->kind == DT_POINT_TP && dt_kernel_loads(p) &&
	    strcmp(p->tp, k->last) == 0;
}

static enum dt_sweep_when
sweep_when(const struct dt_kernel *k)
{
	return strcmp(k->last, DT_TP_SWITCH) == 0 ? DT_SWEEP_DEAD :
	    DT_SWEEP_ALWAYS;
}

enum dt_sweep_when
dt_kernel_sweeps_beside(const struct dt_kernel *k, const struct dt_run *run)
{
	for (uint32_t i = 0; i < run->npoints; i++)
		if (dt_kernel_sweeps_at(k, &run->points[i]))
			return DT_SWEEP_NEVER;
	return is_swept(k) ? sweep_when(k) : DT_SWEEP_NEVER;
}

void
dt_kernel_sweep(const struct dt_kernel *k, struct dt_emit *e)
{
	struct dt_label alive = { 0 };

	if (sweep_when(k) == DT_SWEEP_DEAD) {
		dt_emit(e, LDX(BPF_DW, 1, 6, DT_PREV_STATE * 8));
		dt_emit(e, ALUI(BPF_AND, 1, DT_TASK_DEAD));
		dt_emit_jump(e, JMPI(BPF_JEQ, 1, 0), &alive);
	}
	dt_emit(e, HELPER(BPF_FUNC_get_current_task));
	dt_emit(e, MOV(1, 0));
	dt_emit_call(e, "dt_sweep");
	dt_emit_here(e, &alive);
}
