/* SPDX-License-Identifier: MIT */
/*
 * proc.c - creation, exec and exit of processes and threads, and their signals,
 * named as on Solaris, from the kernel's tracepoints.  lib/man/dtrace_proc.4
 * lists the differences.
 *
 * The argument for a thread is its struct task_struct, for a process that of
 * its first thread.  The embedded engine also fires sources with an event, and
 * passes ids instead of structs.  Probes on a system call test its number,
 * which differs in a 32-bit process.
 */
#include <signal.h>

#include "prov/conds.h"
#include "prov/prov.h"

#define	FIRST_ID	7168

#define	MY(m)		{ .from = DT_TP_CURRENT, .type = "task_struct", \
			    .member = (m), .size = 4, .is_signed = true }

/* The order in which the probes of one tracepoint fire. */
enum { FIRST, SECOND };

/* --- system calls ------------------------------------------------------- */

#ifdef __aarch64__
static const int16_t sigwait_calls[] = { 137 };
#else
static const int16_t sigwait_calls[] = { 128 };
#endif
static const int16_t sigwait_calls32[] = { 177, 421 };

#define	ENTERS(nr)	{ ARG(1), DT_TP_EQ, VALUE(nr) }
#define	FAILS		{ ARG(1), DT_TP_LT, VALUE(0) }
#define	GETS_ZERO	{ ARG(1), DT_TP_EQ, VALUE(0) }
#define	GETS_MORE	{ VALUE(0), DT_TP_LT, ARG(1) }
#define	ERRNO		{ .from = DT_TP_ARG, .n = 1, .negated = true }

/* arg0 of exec is the address of the path, which is in a register. */
#define	EXEC(nr, which, ...) { \
	.tp = "sys_enter", .event = DT_EVENT_EXEC, \
	.nconds = 2, .conds = { ENTERS(nr), which }, \
	.nargs = 1, .args = { __VA_ARGS__ }, \
}

static const struct dt_tpsrc exec[] = {
#ifdef __aarch64__
	EXEC(221, NATIVE, ELEMENT(0, "pt_regs", "regs", 0)),
	EXEC(281, NATIVE, ELEMENT(0, "pt_regs", "regs", 1)),
	EXEC(11, COMPAT, ELEMENT(0, "pt_regs", "regs", 0)),
	EXEC(387, COMPAT, ELEMENT(0, "pt_regs", "regs", 1)),
#else
	EXEC(59, NATIVE, MEMBER(0, "pt_regs", "di", 8)),
	EXEC(322, NATIVE, MEMBER(0, "pt_regs", "si", 8)),
	EXEC(11, COMPAT, MEMBER(0, "pt_regs", "bx", 4)),
	EXEC(358, COMPAT, MEMBER(0, "pt_regs", "cx", 4)),
#endif
};

#define	EXEC_FAILURE(calls, which) { \
	.tp = "sys_exit", .event = DT_EVENT_EXEC_FAILURE, \
	.nconds = 3, .conds = { LEAVES(calls), FAILS, which }, \
	.nargs = 1, .args = { ERRNO }, \
}

static const struct dt_tpsrc exec_failure[] = {
	EXEC_FAILURE(exec_calls, NATIVE),
	EXEC_FAILURE(exec_calls32, COMPAT),
};

#define	IN_FIRST_THREAD	{ MY("pid"), DT_TP_EQ, MY("tgid") }

#ifdef __aarch64__

/*
 * A new thread returns from no system call here, but each starts in this
 * function.  Its "thread" begins with register x19, which is not 0 if it stays
 * in the kernel.
 */
#define	STARTS	.tp = "schedule_tail", .is_function = true
#define	FOR_USER	{ { .from = DT_TP_CURRENT, .type = "task_struct", \
			    .member = "thread", .size = 8 }, DT_TP_EQ, \
			    VALUE(0) }

static const struct dt_tpsrc start[] = {
	{
		STARTS, .event = DT_EVENT_START, .order = FIRST,
		.nconds = 2, .conds = { FOR_USER, IN_FIRST_THREAD },
	},
};

static const struct dt_tpsrc lwp_start[] = {
	{
		STARTS, .event = DT_EVENT_LWP_START, .order = SECOND,
		.nconds = 1, .conds = { FOR_USER },
	},
};

#else

/* A new thread starts by returning 0 from the call that has created it. */
#define	START(calls, which) { \
	.tp = "sys_exit", .event = DT_EVENT_START, .order = FIRST, \
	.nconds = 4, .conds = { LEAVES(calls), GETS_ZERO, which, \
	    IN_FIRST_THREAD }, \
}
#define	LWP_START(calls, which) { \
	.tp = "sys_exit", .event = DT_EVENT_LWP_START, .order = SECOND, \
	.nconds = 3, .conds = { LEAVES(calls), GETS_ZERO, which }, \
}

static const struct dt_tpsrc start[] = {
	START(clone_calls, NATIVE),
	START(clone_calls32, COMPAT),
};

static const struct dt_tpsrc lwp_start[] = {
	LWP_START(clone_calls, NATIVE),
	LWP_START(clone_calls32, COMPAT),
};

#endif /* __aarch64__ */

#define	SIGNAL_CLEAR(calls, which) { \
	.tp = "sys_exit", .event = DT_EVENT_SIGNAL_CLEAR, \
	.nconds = 3, .conds = { LEAVES(calls), GETS_MORE, which }, \
	.nargs = 1, .args = { INTARG(1) }, \
}

static const struct dt_tpsrc signal_clear[] = {
	SIGNAL_CLEAR(sigwait_calls, NATIVE),
	SIGNAL_CLEAR(sigwait_calls32, COMPAT),
};

static const char *const path_types[] = { "char *", NULL };

/* --- processes and threads ---------------------------------------------- */

static const struct dt_tpsrc exec_success[] = {
	{ .tp = "sched_process_exec", .event = DT_EVENT_EXEC_SUCCESS },
};

static const struct dt_tpsrc create[] = {
	{
		.tp = "sched_process_fork", .event = DT_EVENT_CREATE,
		.order = FIRST,
		.nconds = 1, .conds = { IS_PROCESS },
		.nargs = 1, .args = { ARG(1) },
	},
};

static const struct dt_tpsrc lwp_create[] = {
	{
		.tp = "sched_process_fork", .event = DT_EVENT_LWP_CREATE,
		.order = SECOND,
		.nargs = 2, .args = { ARG(1), PROC(1) },
	},
};

static const struct dt_tpsrc lwp_exit[] = {
	{
		.tp = "sched_process_exit", .event = DT_EVENT_LWP_EXIT,
		.order = FIRST,
	},
};

/*
 * The low byte of a process's exit code is the number of the signal that killed
 * it, with the highest bit set if its memory was dumped.
 */
#define	LOW		{ .from = DT_TP_ARG, .n = 0, .type = "task_struct", \
			    .member = "exit_code", .size = 1, \
			    .is_signed = true }
#define	EXITED		{ LOW, DT_TP_EQ, VALUE(0) }
#define	KILLED		{ VALUE(0), DT_TP_LT, LOW }
#define	DUMPED		{ LOW, DT_TP_LT, VALUE(0) }
#define	EXIT(why, n, ...) { \
	.tp = "sched_process_exit", .event = DT_EVENT_EXIT, \
	.order = SECOND, \
	.nconds = (n) + 1, .conds = { __VA_ARGS__, why }, \
	.nargs = 1, .args = { VALUE(CLD_##why) }, \
}

/* Since 6.16 an argument tells whether the thread is the last one. */
#define	LAST		{ BOOLARG(1), DT_TP_NE, VALUE(0) }

static const struct dt_tpsrc exit_last[] = {
	EXIT(EXITED, 1, LAST),
	EXIT(KILLED, 1, LAST),
	EXIT(DUMPED, 1, LAST),
};

/*
 * Before 6.16, of two threads that end at once each may see the other as gone.
 * So the exit of the first thread counts, unless it exits because an exec by
 * another thread replaces it.
 */
#define	LEADER		{ INT(0, "task_struct", "pid"), DT_TP_EQ, \
			    INT(0, "task_struct", "tgid") }
#define	NO_EXEC		{ { .from = DT_TP_ARG, .n = 0, \
			    .type = "task_struct", .member = "signal", \
			    .type2 = "signal_struct", \
			    .member2 = "group_exec_task", .size = 8 }, \
			    DT_TP_EQ, VALUE(0) }

static const struct dt_tpsrc exit_leader[] = {
	EXIT(EXITED, 2, LEADER, NO_EXEC),
	EXIT(KILLED, 2, LEADER, NO_EXEC),
	EXIT(DUMPED, 2, LEADER, NO_EXEC),
};

/* --- signals ------------------------------------------------------------ */

#define	IGNORED		1	/* result: the receiver ignores the signal */
#define	SIGNAL_ARGS	.nargs = 3, .args = { ARG(2), PROC(2), INTARG(0) }

static const struct dt_tpsrc signal_send[] = {
	{
		.tp = "signal_generate", .event = DT_EVENT_SIGNAL_SEND,
		.order = FIRST, SIGNAL_ARGS,
	},
};

static const struct dt_tpsrc signal_discard[] = {
	{
		.tp = "signal_generate", .event = DT_EVENT_SIGNAL_DISCARD,
		.order = SECOND,
		.nconds = 1,
		.conds = { { INTARG(4), DT_TP_EQ, VALUE(IGNORED) } },
		SIGNAL_ARGS,
	},
};

/* A struct k_sigaction begins with the handler; 0 is SIG_DFL, 1 SIG_IGN. */
#define	HANDLER		MEMBER(2, "k_sigaction", "sa", 8)

static const struct dt_tpsrc signal_handle[] = {
	{
		.tp = "signal_deliver", .event = DT_EVENT_SIGNAL_HANDLE,
		.nconds = 1,
		.conds = { { VALUE(1), DT_TP_LT, HANDLER } },
		.nargs = 3, .args = { INTARG(0), ARG(1), HANDLER },
	},
};

/* --- the table ---------------------------------------------------------- */

#define	TASK	"struct task_struct *"

static const char *const thread_types[] = { TASK, TASK, NULL };
static const char *const int_types[] = { "int", NULL };
static const char *const send_types[] = { TASK, TASK, "int", NULL };
static const char *const handle_types[] = { "int", "struct kernel_siginfo *",
	"unsigned long", NULL };
static const char *const no_types[] = { NULL };

#define	EXIT_ROW(srcs, which) { "vmlinux", "", \
	"exit", 1, N(srcs), srcs, .argtypes = int_types, \
	.which = "trace_event_raw_sched_process_exit" }

/* The position of a row determines its probe's id: add at the end. */
static const struct dt_tpprobe rows[] = {
	TPROW("create", 1, create, thread_types + 1),
	EXIT_ROW(exit_last, with),
	EXIT_ROW(exit_leader, without),
	TPROW("exec-success", 0, exec_success, no_types),
	TPROW("lwp-create", 2, lwp_create, thread_types),
	TPROW("lwp-exit", 0, lwp_exit, no_types),
	TPROW("signal-discard", 3, signal_discard, send_types),
	TPROW("signal-handle", 3, signal_handle, handle_types),
	TPROW("signal-send", 3, signal_send, send_types),
	{ "vmlinux", "", "exec", 1, N(exec), exec, .argtypes = path_types,
	    .has_user_args = true },
	TPROW("exec-failure", 1, exec_failure, int_types),
	TPROW("lwp-start", 0, lwp_start, no_types),
	TPROW("signal-clear", 1, signal_clear, int_types),
	TPROW("start", 0, start, no_types),
};

const struct dt_prov dt_prov_proc = {
	.name = "proc",
	.attrs = DT_PA_PROC,
	.tps = rows,
	.ntps = N(rows),
	.tps_id = FIRST_ID,
};
