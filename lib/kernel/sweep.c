/* SPDX-License-Identifier: MIT */
/*
 * sweep.c - frees what a thread has when it ends: its variables, the elements
 * of its arrays, which a callback finds, and the sum that vtimestamp is.
 *
 * A thread that ends fires sched_process_exit, may then fire other tracepoints
 * and clocks (it sends SIGCHLD, it wakes its parent), and leaves its CPU for
 * the last time in sched_switch, in state TASK_DEAD.  The sweep is at the last
 * of these two that the run needs: at sched_process_exit if all probes that use
 * what a thread has come before or there, else at sched_switch.  That sum is
 * kept at switches.
 *
 * A probe of the run at that tracepoint still finds everything, since the sweep
 * is the end of the program that runs the probe.  A program of its own, loaded
 * if the run has no probe there, would have to run after the other one, and the
 * kernel does not promise an order.
 */
#include <string.h>

#include "kernel/kernel.h"

#define	FP_MINE		(-40)		/* the task, for the callback */
#define	MATCH		"dt_match"
#define	USES_THREAD	(DT_NEED_SELF | DT_NEED_DYNSELF)

#define	TASK_DEAD	0x80
#define	PREV_STATE	(3 * 8)		/* argument of sched_switch */

static bool
is_one_of(const char *name, const char *const *list)
{
	while (*list != NULL && strcmp(name, *list) != 0)
		list++;
	return *list != NULL;
}

/* Can no thread fire this point after its sched_process_exit? */
static bool
is_early(const struct dt_enpoint *p)
{
	static const char *const early[] = { "sys_enter", "sys_exit",
	    "sched_process_fork", "sched_process_exec", "sched_process_exit",
	    NULL };

	if (p->kind == DT_POINT_TP)
		return is_one_of(p->tp, early);
	return p->period == 0;
}

/* The clauses of ERROR run at each point. */
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
	return "sched_process_exit";
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

bool
dt_kernel_sweeps_beside(const struct dt_kernel *k, const struct dt_run *run)
{
	for (uint32_t i = 0; i < run->npoints; i++)
		if (dt_kernel_sweeps_at(k, &run->points[i]))
			return false;
	return is_swept(k);
}

/*
 * Called for each element of a map of arrays, with (map, key, value, pointer to
 * the task): one of the thread's own is deleted.
 */
struct dt_func *
dt_kernel_match(const struct dt_kernel *k, struct dt_arena *arena)
{
	struct dt_emit e = { .arena = arena };
	struct dt_label no = { 0 };
	struct dt_func *fn;

	if (!(k->needs & DT_NEED_DYNSELF))
		return NULL;
	dt_emit(&e, LDX(BPF_DW, 0, 2, 8));
	dt_emit(&e, LDX(BPF_DW, 5, 4, 0));
	dt_emit_jump(&e, JMP(BPF_JNE, 0, 5), &no);
	dt_emit(&e, HELPER(BPF_FUNC_map_delete_elem));
	dt_emit_here(&e, &no);
	dt_emit(&e, MOVI(0, 0));
	dt_emit(&e, EXIT());
	fn = dt_emit_end(&e, MATCH);
	for (int i = 0; fn != NULL && i < 4; i++)
		fn->params[i] = "void";
	if (fn != NULL)
		fn->nparams = 4;
	return fn;
}

static void
sweep_map(struct dt_emit *e, const char *map)
{
	dt_emit_ld64(e, 1, DT_REL_MAP, map, 0);
	dt_emit_ld64(e, 2, DT_REL_FUNCADDR, MATCH, 0);
	dt_emit(e, MOV(3, 10));
	dt_emit(e, ALUI(BPF_ADD, 3, FP_MINE));
	dt_emit(e, MOVI(4, 0));
	dt_emit(e, HELPER(BPF_FUNC_for_each_map_elem));
}

static void
sweep_time(struct dt_emit *e)
{
	dt_emit_ld64(e, 1, DT_REL_MAP, "dt_map_vtime", 0);
	dt_emit(e, MOV(2, 10));
	dt_emit(e, ALUI(BPF_ADD, 2, FP_MINE));
	dt_emit(e, HELPER(BPF_FUNC_map_delete_elem));
}

/* r6 is the task.  Only a thread that has elements costs a walk of the maps. */
static void
sweep_arrays(const struct dt_kernel *k, struct dt_emit *e)
{
	struct dt_label none = { 0 };

	dt_emit(e, MOV(1, 6));
	dt_emit_call(e, "dt_dyn_marked");
	dt_emit_jump(e, JMP32I(BPF_JEQ, 0, 0), &none);
	sweep_map(e, "dt_map_dynvar");
	if (k->size.dyn_words > k->size.dyn_short)
		sweep_map(e, "dt_map_dynlong");
	dt_emit_here(e, &none);
}

void
dt_kernel_sweep(const struct dt_kernel *k, struct dt_emit *e)
{
	struct dt_label alive = { 0 };

	if (strcmp(k->last, DT_TP_SWITCH) == 0) {
		dt_emit(e, LDX(BPF_DW, 1, 6, PREV_STATE));
		dt_emit(e, ALUI(BPF_AND, 1, TASK_DEAD));
		dt_emit_jump(e, JMPI(BPF_JEQ, 1, 0), &alive);
	}
	dt_emit(e, HELPER(BPF_FUNC_get_current_task));
	dt_emit(e, MOV(6, 0));
	dt_emit(e, STX(BPF_DW, 10, FP_MINE, 6));
	if (k->needs & DT_NEED_SELFSTR) {
		dt_emit(e, MOV(1, 6));
		dt_emit_call(e, "dt_selfstr_sweep");
	}
	if (k->needs & DT_NEED_SELF) {
		dt_emit(e, MOV(1, 6));
		dt_emit_call(e, "dt_self_sweep");
	}
	if (k->needs & DT_NEED_DYNSELF)
		sweep_arrays(k, e);
	if (k->needs & DT_NEED_VTS)
		sweep_time(e);
	dt_emit_here(e, &alive);
}
