/* SPDX-License-Identifier: MIT */
/*
 * prio.c - programs on the system calls that change the priorities of
 * threads.  The kernel has no tracepoint there, and a call may be refused for
 * many reasons.  So one program keeps, where a call is entered, the priorities
 * of the threads that it is about, and another one fires, where the call
 * returns, for each thread that has a new one.  Both walk the threads by a
 * callback; see struct dt_priowalk.
 *
 * Registers of both: 6 context, 7 number of the call, 8 task, 9 registers of
 * the call.
 */
#include <errno.h>
#include <stddef.h>
#include <sys/syscall.h>

#include "kernel/kernel.h"
#include "kernel/arch.h"
#include "rt/funcs.h"

#define	X32		0x40000000	/* bit of an x32 call's number */
#define	STEPS		(1 << 23)	/* the most that the kernel allows */
#define	NOTE		"dt_note"
#define	EACH		"dt_each"

/* The frame of a program: the walk, then the context, for the callback. */
#define	WALK_SIZE	((int)sizeof(struct dt_priowalk))
#define	FP_CONTEXT	(-8)
#define	FP_WALK		(FP_CONTEXT - WALK_SIZE)
#define	WALK(field)	(FP_WALK + (int)offsetof(struct dt_priowalk, field))

/* Native and 32-bit number; -1: there is no such call. */
static const struct { int nr, nr32, kind; } calls[] = {
	{ SYS_setpriority, 97, DT_CALL_WHICH },
	{ SYS_sched_setparam, 154, DT_CALL_THREAD },
	{ SYS_sched_setscheduler, 156, DT_CALL_THREAD },
	{ SYS_sched_setattr, DT_ARCH_SETATTR32, DT_CALL_THREAD },
	{ -1, 34, DT_CALL_SELF },	/* nice */
};
#define	NCALLS		(sizeof(calls) / sizeof(calls[0]))

/* r7 = number of the call; to end if it is none of these. */
static void
find_number(const struct dt_kshim *s, struct dt_emit *e, bool returns,
    struct dt_label *end)
{
	struct dt_label found = { 0 };
	size_t i;

	if (returns) {
		dt_kernel_regs(s, e);
		dt_emit(e, LDX(DT_ARCH_NUMBER_SIZE, 7, 0, DT_ARCH_NUMBER));
	} else {
		dt_emit(e, LDX(BPF_DW, 7, 6, 8));
	}
	dt_emit(e, ALUI(BPF_AND, 7, ~X32));
	for (i = 0; i < NCALLS; i++) {
		if (calls[i].nr >= 0)
			dt_emit_jump(e, JMPI(BPF_JEQ, 7, calls[i].nr), &found);
		dt_emit_jump(e, JMPI(BPF_JEQ, 7, calls[i].nr32), &found);
	}
	dt_emit_jump(e, GOTO(), end);
	dt_emit_here(e, &found);
}

/* r2 = kind, r3 to r5 = arguments of a call of one convention. */
static void
find_kind(struct dt_emit *e, bool compat, struct dt_label *found,
    struct dt_label *end)
{
	size_t i;
	int n;

	for (n = 0; n < 3; n++)
		dt_kernel_sysarg(e, 3 + n, 9, n, compat);
	for (i = 0; i < NCALLS; i++) {
		if (!compat && calls[i].nr < 0)
			continue;
		dt_emit(e, MOVI(2, calls[i].kind));
		dt_emit_jump(e, JMPI(BPF_JEQ, 7, compat ? calls[i].nr32 :
		    calls[i].nr), found);
	}
	dt_emit_jump(e, GOTO(), end);
}

static void
begin_walk(const struct dt_kshim *s, struct dt_emit *e, struct dt_label *end)
{
	struct dt_label native = { 0 }, found = { 0 };
	int i;

	for (i = 0; i < WALK_SIZE; i += 8)
		dt_emit(e, ST(BPF_DW, 10, FP_WALK + i, 0));
	dt_kernel_regs(s, e);
	dt_emit(e, MOV(9, 0));
	dt_kernel_current(s, e);
	dt_emit(e, MOV(8, 0));
	dt_emit(e, HELPER(BPF_FUNC_get_current_task));
	dt_emit(e, STX(BPF_DW, 10, WALK(me), 0));
	dt_emit(e, MOV(0, 8));
	dt_kernel_compat(s, e, 1, 0);
	dt_emit_jump(e, JMPI(BPF_JEQ, 1, 0), &native);
	find_kind(e, true, &found, end);
	dt_emit_here(e, &native);
	find_kind(e, false, &found, end);
	dt_emit_here(e, &found);
	dt_emit(e, MOV(1, 10));
	dt_emit(e, ALUI(BPF_ADD, 1, FP_WALK));
	dt_emit_call(e, "dt_prio_begin");
	dt_emit_jump(e, JMP32I(BPF_JEQ, 0, 0), end);
}

static struct dt_func *
walker(const struct dt_kshim *s, bool returns, const char *callback)
{
	struct dt_emit e = { .arena = s->arena };
	struct dt_label end = { 0 };

	dt_emit(&e, MOV(6, 1));
	dt_emit(&e, STX(BPF_DW, 10, FP_CONTEXT, 6));
	dt_kernel_activity(s, &e, &end);
	find_number(s, &e, returns, &end);
	begin_walk(s, &e, &end);
	if (returns) {
		dt_emit(&e, LDX(BPF_DW, 1, 6, 8));
		dt_emit(&e, STX(BPF_DW, 10, WALK(result), 1));
	}
	dt_emit(&e, MOVI(1, STEPS));
	dt_emit_ld64(&e, 2, DT_REL_FUNCADDR, callback, 0);
	dt_emit(&e, MOV(3, 10));
	dt_emit(&e, ALUI(BPF_ADD, 3, FP_WALK));
	dt_emit(&e, MOVI(4, 0));
	dt_emit(&e, HELPER(BPF_FUNC_loop));
	dt_emit_here(&e, &end);
	dt_emit(&e, MOVI(0, 0));
	dt_emit(&e, EXIT());
	return dt_emit_end(&e, "main");
}

static struct dt_func *
callback(struct dt_func *fn)
{
	if (fn != NULL) {
		fn->params[0] = DT_PARAM_NUMBER;
		fn->params[1] = DT_PARAM_OPAQUE;
		fn->nparams = 2;
	}
	return fn;
}

struct dt_func *
dt_kernel_notes(struct dt_kernel *k, const struct dt_enpoint *p,
    struct dt_arena *arena)
{
	const struct dt_kshim s = { .k = k, .point = p, .arena = arena };

	return walker(&s, false, NOTE);
}

struct dt_func *
dt_kernel_note(struct dt_arena *arena)
{
	struct dt_emit e = { .arena = arena };

	dt_emit(&e, MOV(1, 2));
	dt_emit_call(&e, "dt_prio_note");
	dt_emit(&e, ALUI(BPF_AND, 0, 1));
	dt_emit(&e, EXIT());
	return callback(dt_emit_end(&e, NOTE));
}

/* r6 = the context; FP_THREAD, FP_OLD and FP_DONE are filled. */
void
dt_kernel_change(struct dt_emit *e, struct dt_label *end)
{
	dt_emit(e, LDX(BPF_DW, 6, 2, WALK_SIZE));
	dt_emit(e, MOV(7, 2));
	dt_emit(e, MOV(1, 2));
	dt_emit_call(e, "dt_prio_changed");
	dt_emit(e, STX(BPF_W, 10, FP_DONE, 0));
	dt_emit(e, LDX(BPF_DW, 1, 7, offsetof(struct dt_priowalk, task)));
	dt_emit(e, STX(BPF_DW, 10, FP_THREAD, 1));
	dt_emit(e, LDX(BPF_W, 2, 7, offsetof(struct dt_priowalk, old)));
	dt_emit(e, STX(BPF_W, 10, FP_OLD, 2));
	dt_emit_jump(e, JMPI(BPF_JEQ, 1, 0), end);
}

/* What the callback returns: 1 after the last thread. */
void
dt_kernel_changed(struct dt_emit *e)
{
	dt_emit(e, LDX(BPF_W, 0, 10, FP_DONE));
	dt_emit(e, ALUI(BPF_AND, 0, 1));
}

int
dt_kernel_changes(const struct dt_kshim *s, struct dt_func **fn,
    struct dt_func **fire)
{
	*fire = callback(*fn);
	(*fire)->name = EACH;
	*fn = walker(s, true, EACH);
	return *fn != NULL ? 0 : -ENOMEM;
}
