/* SPDX-License-Identifier: MIT */
/*
 * ctx.c - the part of a shim that fills struct dt_ctx with the data that its
 * clauses need.  Register 6 is the program's context, 7 the slot, 8 the row; 9
 * is preserved.
 */
#include <errno.h>
#include <stddef.h>

#include "kernel/kernel.h"
#include "rt/arch.h"
#include "rt/restart.h"

#define	MAXERRNO	4095

/* FP_IDS = ids as of bpf_get_current_pid_tgid(); 0 outside our namespace. */
void
dt_kernel_ids(const struct dt_kernel *k, struct dt_emit *e)
{
	if (k->ns_level == 0)
		dt_emit(e, HELPER(BPF_FUNC_get_current_pid_tgid));
	else
		dt_emit_call(e, "dt_ids");
	dt_emit(e, STX(BPF_DW, 10, FP_IDS, 0));
}

/* Does a clause read argument i? */
int
dt_kernel_wants(const struct dt_kshim *s, int i)
{
	return (s->needs & DT_NEED_ARG(i)) == DT_NEED_ARG(i);
}

static void
zero_args(const struct dt_kshim *s, struct dt_emit *e, int from)
{
	int i;

	for (i = from; i < DT_NARGS; i++)
		if (dt_kernel_wants(s, i))
			dt_emit(e, ST(BPF_DW, 7, CTX(args) + i * 8, 0));
}

/* Copy arguments from places that a register, base, points to. */
static void
pick_args(const struct dt_kshim *s, struct dt_emit *e, int size, int base,
    const int from[6])
{
	int i;

	for (i = 0; i < 6; i++) {
		if (!dt_kernel_wants(s, i))
			continue;
		dt_emit(e, LDX(size, 1, base, from[i]));
		dt_emit(e, STX(BPF_DW, 7, CTX(args) + i * 8, 1));
	}
}

static const int native[] = DT_ARCH_ARGS;
static const int compat[] = DT_ARCH_ARGS32;
static const int event[] = { DT_EVENT_ARG(0), DT_EVENT_ARG(1), DT_EVENT_ARG(2),
	DT_EVENT_ARG(3), DT_EVENT_ARG(4), DT_EVENT_ARG(5) };

/* The record of an event has the arguments of either convention. */
static void
enter_args(const struct dt_kshim *s, struct dt_emit *e)
{
	struct dt_label other = { 0 }, done = { 0 };

	if (s->is_event) {
		pick_args(s, e, BPF_DW, BPF_REG_6, event);
		zero_args(s, e, 6);
		return;
	}
	dt_kernel_regs(s, e);
	if (s->compat) {
		dt_emit(e, LDX(BPF_W, 1, 10, FP_COMPAT));
		dt_emit_jump(e, JMPI(BPF_JNE, 1, 0), &other);
	}
	pick_args(s, e, BPF_DW, BPF_REG_0, native);
	if (s->compat) {
		dt_emit_jump(e, GOTO(), &done);
		dt_emit_here(e, &other);
		pick_args(s, e, BPF_W, BPF_REG_0, compat);
		dt_emit_here(e, &done);
	}
	zero_args(s, e, 6);
}

/* The place of a system call's result in the context. */
static int
result_at(const struct dt_kshim *s)
{
	return s->is_event ? DT_EVENT_ARG(0) : 8;
}

/* Both arguments are the result of the call, -1 if it failed, as in C. */
static void
exit_args(const struct dt_kshim *s, struct dt_emit *e)
{
	struct dt_label ok = { 0 };

	dt_emit(e, LDX(BPF_DW, 1, 6, result_at(s)));
	dt_emit(e, MOV(2, 1));
	dt_emit(e, ALUI(BPF_ADD, 2, MAXERRNO));
	dt_emit_jump(e, JMPI(BPF_JGE, 2, MAXERRNO), &ok);
	dt_emit(e, MOVI(1, -1));
	dt_emit_here(e, &ok);
	dt_emit(e, STX(BPF_DW, 7, CTX(args), 1));
	dt_emit(e, STX(BPF_DW, 7, CTX(args) + 8, 1));
	zero_args(s, e, 2);
}

/* arg0: the interrupted address, if in the kernel; arg1: if in a process. */
static void
timer_args(const struct dt_kshim *s, struct dt_emit *e)
{
	struct dt_label done = { 0 };

	zero_args(s, e, 2);
	dt_emit(e, LDX(BPF_DW, 1, 6, DT_ARCH_PC));
	dt_emit(e, LDX(BPF_DW, 2, 6, DT_ARCH_MODE));
	dt_emit(e, ALUI(BPF_AND, 2, DT_ARCH_MODE_MASK));
	dt_emit(e, ST(BPF_DW, 7, CTX(args), 0));
	dt_emit(e, STX(BPF_DW, 7, CTX(args) + 8, 1));
	dt_emit_jump(e, JMPI(DT_ARCH_USER_MODE, 2, 0), &done);
	dt_emit(e, STX(BPF_DW, 7, CTX(args), 1));
	dt_emit(e, ST(BPF_DW, 7, CTX(args) + 8, 0));
	dt_emit_here(e, &done);
}

static const int fnargs[] = DT_ARCH_FNARGS;
#define	NFNARGS	((int)(sizeof(fnargs) / sizeof(fnargs[0])))

/* Argument i of a function, on the stack; 0 if it cannot be read. */
static void
stack_arg(const struct dt_kshim *s, struct dt_emit *e, int i, int above,
    int size)
{
	struct dt_label ok = { 0 };

	if (size < 8)
		dt_emit(e, ST(BPF_DW, 7, CTX(args) + i * 8, 0));
	dt_emit(e, LDX(BPF_DW, 3, 6, DT_ARCH_SP));
	dt_emit(e, ALUI(BPF_ADD, 3, above));
	dt_emit(e, MOV(1, 7));
	dt_emit(e, ALUI(BPF_ADD, 1, CTX(args) + i * 8));
	dt_emit(e, MOVI(2, size));
	if (dt_point_is_user(s->point->kind))
		dt_emit(e, HELPER(BPF_FUNC_probe_read_user));
	else
		dt_emit(e, HELPER(BPF_FUNC_probe_read_kernel));
	dt_emit_jump(e, JMPI(BPF_JEQ, 0, 0), &ok);
	dt_emit(e, ST(BPF_DW, 7, CTX(args) + i * 8, 0));
	dt_emit_here(e, &ok);
}

static void
wide_args(const struct dt_kshim *s, struct dt_emit *e)
{
	int i;

	for (i = 0; i < DT_NARGS; i++) {
		if (!dt_kernel_wants(s, i))
			continue;
		if (i >= NFNARGS) {
			stack_arg(s, e, i, DT_ARCH_FNSTACK + 8 * (i - NFNARGS),
			    8);
			continue;
		}
		dt_emit(e, LDX(BPF_DW, 1, 6, fnargs[i]));
		dt_emit(e, STX(BPF_DW, 7, CTX(args) + i * 8, 1));
	}
}

static void
narrow_args(const struct dt_kshim *s, struct dt_emit *e)
{
	int i;

	for (i = 0; i < DT_NARGS; i++)
		if (dt_kernel_wants(s, i))
			stack_arg(s, e, i, DT_ARCH_FNSTACK32 + 4 * i, 4);
}

static void
function_args(const struct dt_kshim *s, struct dt_emit *e)
{
	struct dt_label wide = { 0 }, done = { 0 };
	bool may_be_narrow = DT_ARCH_USER32 != 0 &&
	    dt_point_is_user(s->point->kind);

	if (may_be_narrow) {
		dt_emit(e, LDX(BPF_DW, 1, 6, DT_ARCH_MODE));
		dt_emit_jump(e, JMPI(BPF_JNE, 1, DT_ARCH_USER32), &wide);
		narrow_args(s, e);
		dt_emit_jump(e, GOTO(), &done);
		dt_emit_here(e, &wide);
	}
	wide_args(s, e);
	if (may_be_narrow)
		dt_emit_here(e, &done);
}

/* arg0 is 0: the offset of the return instruction is unknown. */
static void
result_args(const struct dt_kshim *s, struct dt_emit *e)
{
	dt_emit(e, ST(BPF_DW, 7, CTX(args), 0));
	dt_emit(e, LDX(BPF_DW, 1, 6, DT_ARCH_FNRESULT));
	dt_emit(e, STX(BPF_DW, 7, CTX(args) + 8, 1));
	zero_args(s, e, 2);
}

/* arg0 is the offset of the instruction that returns. */
static void
exit_place_args(const struct dt_kshim *s, struct dt_emit *e)
{
	dt_kernel_place(s, e, 3);
	dt_emit(e, LDX(BPF_DW, 1, 3, offsetof(struct dt_exitplace, offset)));
	dt_emit(e, STX(BPF_DW, 7, CTX(args), 1));
	dt_emit(e, LDX(BPF_DW, 1, 6, DT_ARCH_FNRESULT));
	dt_emit(e, STX(BPF_DW, 7, CTX(args) + 8, 1));
	zero_args(s, e, 2);
}

static void
place_args(const struct dt_kshim *s, struct dt_emit *e)
{
	dt_kernel_place(s, e, 3);
	dt_emit(e, ALUI(BPF_ADD, 3, offsetof(struct dt_place, arg)));
	dt_kernel_fill(e, "dt_fill_uargs", 6);
}

static void
need_args(const struct dt_kshim *s, struct dt_emit *e)
{
	if (s->point->kind == DT_POINT_SYSENTER)
		enter_args(s, e);
	else if (s->point->kind == DT_POINT_SYSEXIT)
		exit_args(s, e);
	else if (s->point->kind == DT_POINT_UENTRY ||
	    s->point->kind == DT_POINT_KENTRY)
		function_args(s, e);
	else if (s->point->kind == DT_POINT_URETURN ||
	    s->point->kind == DT_POINT_KRETURN)
		result_args(s, e);
	else if (s->point->kind == DT_POINT_UEXIT)
		exit_place_args(s, e);
	else if (s->point->kind == DT_POINT_USDT)
		place_args(s, e);
	else if (s->point->period != 0)
		timer_args(s, e);
	else if (s->src != NULL)
		dt_kernel_tpargs(s, e);
	else
		zero_args(s, e, 0);
}

/* A call that a signal interrupts fails with EINTR, also if it is restarted. */
static void
need_errno(const struct dt_kshim *s, struct dt_emit *e)
{
	struct dt_label ok = { 0 }, real = { 0 };

	dt_emit(e, ST(BPF_DW, 7, CTX(err), 0));
	if (s->point->kind != DT_POINT_SYSEXIT)
		return;
	dt_emit(e, LDX(BPF_DW, 1, 6, result_at(s)));
	dt_emit(e, ALUI(BPF_NEG, 1, 0));
	dt_emit(e, MOV(2, 1));
	dt_emit(e, ALUI(BPF_SUB, 2, 1));
	dt_emit_jump(e, JMPI(BPF_JGE, 2, MAXERRNO), &ok);
	dt_emit(e, MOV(2, 1));
	dt_emit(e, ALUI(BPF_SUB, 2, DT_RESTARTS));
	dt_emit_jump(e, JMPI(BPF_JGT, 2, DT_LASTRESTART - DT_RESTARTS), &real);
	dt_emit(e, MOVI(1, EINTR));
	dt_emit_here(e, &real);
	dt_emit(e, STX(BPF_DW, 7, CTX(err), 1));
	dt_emit_here(e, &ok);
}

static void
need_ts(const struct dt_kshim *s, struct dt_emit *e)
{
	(void)s;
	dt_emit(e, HELPER(BPF_FUNC_ktime_get_ns));
	dt_emit(e, STX(BPF_DW, 7, CTX(ts), 0));
}

static void
need_task(const struct dt_kshim *s, struct dt_emit *e)
{
	(void)s;
	dt_emit(e, HELPER(BPF_FUNC_get_current_task));
	dt_emit(e, STX(BPF_DW, 7, CTX(task), 0));
}

void
dt_kernel_put_ids(struct dt_emit *e, int from)
{
	dt_emit(e, LDX(BPF_W, 1, 10, from + 4));
	dt_emit(e, STX(BPF_W, 7, CTX(pid), 1));
	dt_emit(e, LDX(BPF_W, 1, 10, from));
	dt_emit(e, STX(BPF_W, 7, CTX(tid), 1));
}

static void
need_pid(const struct dt_kshim *s, struct dt_emit *e)
{
	if (!s->ids)
		dt_kernel_ids(s->k, e);
	dt_kernel_put_ids(e, FP_IDS);
}

static void
need_uid(const struct dt_kshim *s, struct dt_emit *e)
{
	(void)s;
	dt_emit(e, HELPER(BPF_FUNC_get_current_uid_gid));
	dt_emit(e, STX(BPF_W, 7, CTX(uid), 0));
	dt_emit(e, ALUI(BPF_RSH, 0, 32));
	dt_emit(e, STX(BPF_W, 7, CTX(gid), 0));
}

/* Copy the whole name, which the kernel pads with zeroes. */
static void
need_comm(const struct dt_kshim *s, struct dt_emit *e)
{
	int i;

	dt_kernel_current(s, e);
	for (i = 0; i < DT_COMMLEN; i += 8) {
		dt_emit(e, LDX(BPF_DW, 1, 0, (int)s->k->off.task_comm + i));
		dt_emit(e, STX(BPF_DW, 7, CTX(execname) + i, 1));
	}
}

/* r0 = the bytes at an offset of the kernel object r0; 0: not readable. */
void
dt_kernel_follow(struct dt_kernel *k, struct dt_emit *e, uint32_t off,
    int bytes)
{
	bool casts = dt_kernel_word_type(k) != 0;
	int address = casts ? BPF_REG_1 : BPF_REG_3;

	dt_emit(e, MOV(address, 0));
	if (off != 0)
		dt_emit(e, ALUI(BPF_ADD, address, (int32_t)off));
	if (casts) {
		dt_emit(e, MOVI(2, (int)k->word_type));
		dt_emit_cast(e);
		dt_emit_load(e, bytes, 0, 0, 0);
		return;
	}
	if (bytes < 8)
		dt_emit(e, ST(BPF_DW, 10, FP_WORD, 0));
	dt_emit(e, MOV(1, 10));
	dt_emit(e, ALUI(BPF_ADD, 1, FP_WORD));
	dt_emit(e, MOVI(2, bytes));
	dt_emit(e, HELPER(BPF_FUNC_probe_read_kernel));
	dt_emit(e, LDX(BPF_DW, 0, 10, FP_WORD));
}

void
dt_kernel_fill(struct dt_emit *e, const char *name, int arg)
{
	dt_emit(e, MOV(2, arg));
	dt_emit(e, MOV(1, 7));
	dt_emit_call(e, name);
}

static void
need_ppid(const struct dt_kshim *s, struct dt_emit *e)
{
	(void)s;
	dt_emit(e, HELPER(BPF_FUNC_get_current_task));
	dt_kernel_fill(e, "dt_fill_ppid", 0);
}

void
dt_kernel_vtime(struct dt_emit *e, int task)
{
	dt_emit(e, MOV(1, task));
	dt_emit_call(e, "dt_vtime");
	dt_emit(e, STX(BPF_DW, 7, CTX(vts), 0));
}

static void
need_vts(const struct dt_kshim *s, struct dt_emit *e)
{
	(void)s;
	dt_emit(e, HELPER(BPF_FUNC_get_current_task));
	dt_kernel_vtime(e, 0);
}

static void
need_stacks(const struct dt_kshim *s, struct dt_emit *e)
{
	(void)s;
	dt_kernel_fill(e, "dt_fill_stacks", 6);
}

static void
need_names(const struct dt_kshim *s, struct dt_emit *e)
{
	(void)s;
	dt_emit(e, LDX(BPF_W, 1, 8, (int)offsetof(struct dt_row, nameix)));
	dt_emit(e, STX(BPF_W, 7, CTX(nameix), 1));
}

static void
need_this(const struct dt_kshim *s, struct dt_emit *e)
{
	int i, off = offsetof(struct dt_slot, this_var);

	(void)s;
	for (i = 0; i < DT_NTHIS; i++)
		dt_emit(e, ST(BPF_DW, 7, off + i * 8, 0));
}

static void
need_scratch(const struct dt_kshim *s, struct dt_emit *e)
{
	(void)s;
	dt_emit(e, ST(BPF_DW, 7, CTX(scratch), 0));
}

/* td_priority is the current priority, except in probes of its change. */
static void
need_prio(const struct dt_kshim *s, struct dt_emit *e)
{
	dt_emit(e, ST(BPF_DW, 7, CTX(changed), 0));
	if (s->point->each != DT_EACH_CHANGE)
		return;
	dt_emit(e, LDX(BPF_DW, 1, 10, FP_THREAD));
	dt_emit(e, STX(BPF_DW, 7, CTX(changed), 1));
	dt_emit(e, LDX(BPF_W, 1, 10, FP_OLD));
	dt_emit(e, STX(BPF_DW, 7, CTX(old_prio), 1));
}

void
dt_kernel_ctx(const struct dt_kshim *s, struct dt_emit *e)
{
	static const struct {
		uint32_t needs;
		void (*fill)(const struct dt_kshim *s, struct dt_emit *e);
	} t[] = {
		{ DT_NEED_TS, need_ts },
		{ DT_NEED_ARGS, need_args },
		{ DT_NEED_TASK | DT_NEED_SELF | DT_NEED_PROGENY, need_task },
		{ DT_NEED_PID, need_pid },
		{ DT_NEED_PPID, need_ppid },
		{ DT_NEED_UID, need_uid },
		{ DT_NEED_ERRNO, need_errno },
		{ DT_NEED_COMM, need_comm },
		{ DT_NEED_VTS, need_vts },
		{ DT_NEED_CALLER | DT_NEED_DEPTH, need_stacks },
		{ DT_NEED_NAMES, need_names },
		{ DT_NEED_THIS, need_this },
		{ DT_NEED_SCRATCH, need_scratch },
		{ DT_NEED_PRIO, need_prio },
	};
	size_t i;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		if ((s->needs & t[i].needs) &&
		    !dt_kernel_next(s, e, t[i].needs))
			t[i].fill(s, e);
}
