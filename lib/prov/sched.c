/* SPDX-License-Identifier: MIT */
/*
 * sched.c - events of the scheduler, named as on FreeBSD, from the kernel's
 * tracepoints.  lib/man/dtrace_sched.4 lists the differences.
 *
 * The argument for a thread is its struct task_struct, for a process that of
 * its first thread.
 */
#include <string.h>
#include "prov/conds.h"
#include "prov/prov.h"

#define	FIRST_ID	6144

#define	ME		{ .from = DT_TP_CURRENT }
#define	MY_PROC		{ .from = DT_TP_CURRENT, .type = "task_struct", \
			    .member = "group_leader", .size = 8 }

/* The rows of sched_switch fire in this order. */
enum { AT_SLEEP, AT_ENQUEUE, AT_DEQUEUE, AT_OFF, AT_ON };

#define	ON_RQ_MIGRATING	2	/* task_struct.on_rq: changing queues */

/*
 * The waiting thread moves to another CPU.  on_rq is an int, in Linux 7.3 a
 * byte; on little-endian CPUs the first byte is its value in both.
 */
#define	MIGRATES	{ MEMBER(0, "task_struct", "on_rq", 1), DT_TP_EQ, \
			    VALUE(ON_RQ_MIGRATING) }

static const struct dt_tpsrc dequeue[] = {
	{
		.tp = "sched_switch", .order = AT_DEQUEUE,
		/* not the idle thread, which is in no queue */
		.nconds = 1,
		.conds = { { INT(NEXT, "task_struct", "pid"), DT_TP_NE,
		    VALUE(0) } },
		.nargs = 3, .args = { ARG(NEXT), PROC(NEXT), VALUE(0) },
	}, {
		.tp = "sched_migrate_task", .order = 0,
		.nconds = 1, .conds = { MIGRATES },
		.nargs = 3, .args = { ARG(0), PROC(0), VALUE(0) },
	},
};

/* Its last argument: does the thread lose the CPU although it could run? */
#define	ENQUEUE_ARGS(i, lost)	.nargs = 4, \
	.args = { ARG(i), PROC(i), VALUE(0), VALUE(lost) }

/* The thread that leaves the CPU is not idle. */
#define	NOT_IDLE	{ INT(PREV, "task_struct", "pid"), DT_TP_NE, VALUE(0) }

/* Two sources of sched_switch, as preempt has two conditions. */
static const struct dt_tpsrc enqueue[] = {
	{
		/* one that is woken before it left its CPU is in no queue */
		.tp = "sched_wakeup",
		.nconds = 1,
		.conds = { { INNER(0, "task_struct", "sched_info",
		    "sched_info", "last_queued", 8), DT_TP_NE, VALUE(0) } },
		ENQUEUE_ARGS(0, 0),
	}, {
		.tp = "sched_wakeup_new", ENQUEUE_ARGS(0, 0),
	}, {
		.tp = "sched_migrate_task", .order = 1,
		.nconds = 1, .conds = { MIGRATES }, ENQUEUE_ARGS(0, 0),
	}, {
		.tp = "sched_switch", .order = AT_ENQUEUE,
		.nconds = 2,
		.conds = {
			{ BOOLARG(PREEMPT), DT_TP_NE, VALUE(0) }, NOT_IDLE,
		},
		ENQUEUE_ARGS(PREV, 1),
	}, {
		.tp = "sched_switch", .order = AT_ENQUEUE,
		.nconds = 3,
		.conds = {
			{ BOOLARG(PREEMPT), DT_TP_EQ, VALUE(0) },
			{ INTARG(STATE), DT_TP_EQ, VALUE(0) }, NOT_IDLE,
		},
		ENQUEUE_ARGS(PREV, 1),
	},
};

/* A priority lent for a mutex fires change-pri, then lend-pri. */
#define	LENT		{ .from = DT_TP_LENT, .n = 0 }
#define	CHANGED(m, bytes)	{ .from = DT_TP_CHANGED, \
			    .type = "task_struct", .member = (m), \
			    .size = (bytes), .is_signed = true }

/* A change of priority by a system call fires when the call returns. */
static const struct dt_tpsrc change_pri[] = {
	{
		.tp = "sched_pi_setprio", .order = 0,
		/* not if one deadline replaces another */
		.nconds = 1,
		.conds = { { LENT, DT_TP_NE, INT(0, "task_struct", "prio") } },
		.nargs = 3, .args = { ARG(0), PROC(0), LENT },
	}, {
		.tp = "sys_exit", .each = DT_EACH_CHANGE,
		.nargs = 3,
		.args = {
			{ .from = DT_TP_CHANGED },
			CHANGED("group_leader", 8), CHANGED("prio", 4),
		},
	},
};

static const struct dt_tpsrc lend_pri[] = {
	{
		.tp = "sched_pi_setprio", .order = 1,
		.nconds = 2,
		.conds = {
			{ ARG(0), DT_TP_NE, ME },
			{ LENT, DT_TP_LT, INT(0, "task_struct", "prio") },
		},
		.nargs = 4, .args = { ARG(0), PROC(0), LENT, ME },
	},
};

static const struct dt_tpsrc load_change[] = {
	{
		.tp = "sched_update_nr_running_tp",
		.nargs = 2,
		.args = { INT(0, "rq", "cpu"), INT(0, "rq", "nr_running") },
	},
};

static const struct dt_tpsrc off_cpu[] = {
	{
		.tp = "sched_switch", .order = AT_OFF,
		.nargs = 2, .args = { ARG(NEXT), PROC(NEXT) },
	},
};

static const struct dt_tpsrc on_cpu[] = {
	{ .tp = "sched_switch", .order = AT_ON, .who = DT_TP_WHO_NEXT },
};

/*
 * The function is preferred: sched_exit_tp does not fire when a thread runs for
 * the first time.
 */
static const struct dt_tpsrc on_cpu_inside[] = {
	{ .tp = "finish_task_switch", .is_function = true },
	{ .tp = "finish_task_switch.isra.0", .is_function = true },
	{
		.tp = "sched_exit_tp",
		.nconds = 1,
		.conds = { { BOOLARG(0), DT_TP_NE, VALUE(0) } },
	},
	{ .tp = NULL },
};

static const struct dt_tpsrc preempt[] = {
	{ .tp = "sched_switch", .order = AT_SLEEP, NONVOLUNTARY },
};

static const struct dt_tpsrc go_to_sleep[] = {
	{
		.tp = "sched_switch", .order = AT_SLEEP,
		.nconds = 2,
		.conds = {
			{ BOOLARG(PREEMPT), DT_TP_EQ, VALUE(0) },
			{ INTARG(STATE), DT_TP_NE, VALUE(0) },
		},
	},
};

static const struct dt_tpsrc remain_cpu[] = {
	{
		.tp = "sched_exit_tp",
		.nconds = 1,
		.conds = { { BOOLARG(0), DT_TP_EQ, VALUE(0) } },
	},
};

#ifdef __aarch64__
/*
 * All interrupts between processors have this tracepoint, which passes the
 * string "Rescheduling interrupts" for these.
 */
#define	RESCHEDU	0x7564656863736552	/* "Reschedu" */
#define	RESCHEDULES	.tp = "ipi_entry", .nconds = 1, \
	.conds = { { MEMBER(0, "char", NULL, 8), DT_TP_EQ, VALUE(RESCHEDU) } }
#else
#define	RESCHEDULES	.tp = "reschedule_entry"
#endif

static const struct dt_tpsrc surrender[] = {
	{ RESCHEDULES, .nargs = 2, .args = { ME, MY_PROC } },
};

/*
 * The kernel has no tracepoint for the scheduler's tick, but RCU's handler of
 * the tick runs right before it, and its tracepoint passes the string "Start
 * scheduler-tick".  These are its first bytes.
 */
#define	START_SC	0x6373207472617453	/* "Start sc" */

static const struct dt_tpsrc tick[] = {
	{
		.tp = "rcu_utilization",
		.nconds = 1,
		.conds = { { MEMBER(0, "char", NULL, 8), DT_TP_EQ,
		    VALUE(START_SC) } },
		.nargs = 2, .args = { ME, MY_PROC },
	},
};

static const struct dt_tpsrc wakeup[] = {
	{ .tp = "sched_waking", .nargs = 2, .args = { ARG(0), PROC(0) } },
};

#define	TASK	"struct task_struct *"

static const char *const thread_proc[] = { TASK, TASK, NULL };
static const char *const dequeue_types[] = { TASK, TASK, "void *", NULL };
static const char *const enqueue_types[] = { TASK, TASK, "void *", "int",
	NULL };
static const char *const load_types[] = { "int", "int", NULL };
static const char *const change_types[] = { TASK, TASK, "uint8_t", NULL };
static const char *const lend_types[] = { TASK, TASK, "uint8_t", TASK,
	NULL };
static const char *const no_types[] = { NULL };

/* The position of a row determines its probe's id: add at the end. */
static const struct dt_tpprobe rows[] = {
	TPROW("dequeue", 3, dequeue, dequeue_types),
	TPROW("enqueue", 4, enqueue, enqueue_types),
	TPROW("load-change", 2, load_change, load_types),
	TPROW("off-cpu", 2, off_cpu, thread_proc),
	{ "vmlinux", "", "on-cpu", 0, N(on_cpu), on_cpu, .argtypes = no_types,
	    .inside = on_cpu_inside },
	TPROW("preempt", 0, preempt, no_types),
	TPROW("remain-cpu", 0, remain_cpu, no_types),
	TPROW("sleep", 0, go_to_sleep, no_types),
	TPROW("surrender", 2, surrender, thread_proc),
	TPROW("tick", 2, tick, thread_proc),
	TPROW("wakeup", 2, wakeup, thread_proc),
	TPROW("change-pri", 3, change_pri, change_types),
	TPROW("lend-pri", 4, lend_pri, lend_types),
};

/* As on FreeBSD the second argument is a process, and others are threads. */
static const char *
listed(const struct dt_probe *p, uint32_t i)
{
	const char *type = p->argtypes[i];

	if (strcmp(type, TASK) != 0)
		return type;
	return i == 1 ? "struct proc *" : "struct thread *";
}

const struct dt_prov dt_prov_sched = {
	.name = "sched",
	.attrs = DT_PA_PROC,
	.listed = listed,
	.tps = rows,
	.ntps = N(rows),
	.tps_id = FIRST_ID,
};
