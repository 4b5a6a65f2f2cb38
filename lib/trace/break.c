/* SPDX-License-Identifier: MIT */
/*
 * break.c - handles a thread that hits a breakpoint: fires its probes, and has
 * the instruction under it take effect.
 */
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "trace/break.h"
#include "vm/vm.h"

#ifdef __x86_64__

#define	NPENDING	8	/* pending signals of a thread to examine */

/* --- probes --------------------------------------------------------------- */

static void
fire(struct dt_trace *t, struct dt_thread *th,
    const struct user_regs_struct *r, struct dt_firing *f)
{
	f->user.pc = r->rip;
	f->user.sp = r->rsp;
	f->user.fp = r->rbp;
	f->user.word = dt_word(r);
	th->cpu = DT_NOCPU;
	dt_trace_fire(t, th, f);
	th->cpu = DT_NOCPU;
}

/* 32-bit code has all arguments above the return address. */
static void
read_narrow_args(const struct dt_thread *th, const struct user_regs_struct *r,
    uint64_t args[DT_NARGS])
{
	uint32_t v[DT_NARGS] = { 0 };

	(void) dt_vm_read(th->tid, v, r->rsp + sizeof(v[0]), sizeof(v));
	for (int i = 0; i < DT_NARGS; i++)
		args[i] = v[i];
}

/* Six arguments are in registers, and others above the return address. */
static void
fire_entry(struct dt_trace *t, struct dt_thread *th, uint32_t probe,
    const struct user_regs_struct *r)
{
	struct dt_firing f = {
		.probe = probe,
		.args = { r->rdi, r->rsi, r->rdx, r->rcx, r->r8, r->r9 },
	};

	f.user.ret = r->rsp;
	if ((t->conf.needs & DT_NEED_ARGS) && dt_is_32(r))
		read_narrow_args(th, r, f.args);
	else if (t->conf.needs & DT_NEED_ARGS)
		(void) dt_vm_read(th->tid, &f.args[6], r->rsp + 8,
		    (DT_NARGS - 6) * sizeof(f.args[0]));
	fire(t, th, r, &f);
}

/* A register: they are at the kernel's offsets. */
static uint64_t
reg(const struct user_regs_struct *r, uint16_t off)
{
	uint64_t v;

	memcpy(&v, (const char *)r + off, sizeof(v));
	return v;
}

static uint64_t
vector(const struct dt_thread *th, uint16_t off)
{
	struct user_fpregs_struct r;
	uint64_t v = 0;

	if (ptrace(PTRACE_GETFPREGS, th->tid, NULL, &r) == 0)
		memcpy(&v, (const char *)r.xmm_space + off, sizeof(v));
	return v;
}

static uint64_t
memory(const struct dt_thread *th, const struct user_regs_struct *r,
    const struct dt_uarg *a)
{
	uint64_t at = (uint64_t)a->value, v = 0;

	if (a->kind == DT_UARG_MEM)
		at += reg(r, a->base);
	if (a->scale != 0)
		at += dt_extended(reg(r, a->index), a->extend) * a->scale;
	if (dt_is_32(r))
		at = (uint32_t)at;
	(void) dt_vm_read(th->tid, &v, at, a->size);
	return v;
}

/* As in the runtime. */
static uint64_t
operand(const struct dt_thread *th, const struct user_regs_struct *r,
    const struct dt_uarg *a)
{
	uint32_t shift = (64 - 8 * a->size) & 63;
	uint64_t v = (uint64_t)a->value;

	if (a->kind == DT_UARG_REG)
		v = reg(r, a->base);
	else if (a->kind == DT_UARG_ADDR)
		v += reg(r, a->base);
	else if (a->kind == DT_UARG_MEM || a->kind == DT_UARG_ABS)
		v = memory(th, r, a);
	else if (a->kind == DT_UARG_VECTOR)
		v = vector(th, a->base);
	v <<= shift;
	return a->is_signed ? (uint64_t)((int64_t)v >> shift) : v >> shift;
}

static void
fire_usdt(struct dt_trace *t, struct dt_thread *th, const struct dt_site *s,
    const struct user_regs_struct *r)
{
	struct dt_firing f = { .probe = s->probe };

	for (int i = 0; i < DT_NARGS && t->conf.needs & DT_NEED_ARGS; i++)
		f.args[i] = operand(th, r, &s->arg[i]);
	fire(t, th, r, &f);
}

/* As dt_leaves() of the runtime. */
static bool
leaves(const struct dt_thread *th, const struct user_regs_struct *r,
    const struct dt_leave *l)
{
	uint64_t to;

	if (l->how != DT_LEAVE_TO)
		return l->how == DT_LEAVE_ALWAYS ||
		    dt_x86_condition(r->eflags, l->cond);
	to = operand(th, r, &l->to) - r->rip;
	for (int i = 0; i < DT_BODYPARTS; i++)
		if (to - (uint64_t)l->part[i].from < l->part[i].size)
			return false;
	return true;
}

/* The return address is on top of the stack, as at an entry. */
static void
fire_exit(struct dt_trace *t, struct dt_thread *th, const struct dt_site *s,
    const struct user_regs_struct *r)
{
	struct dt_firing f = { .probe = s->probe,
		.args = { s->exit.offset, r->rax } };

	f.user.ret = r->rsp;
	if (leaves(th, r, &s->exit.leave))
		fire(t, th, r, &f);
}

static void
fire_returns(struct dt_trace *t, struct dt_thread *th,
    const struct user_regs_struct *r)
{
	struct dt_firing f = { .args = { 0, r->rax } };
	uint64_t place = dt_frame_place(th, r);

	while ((f.probe = dt_frame_leave(th, r->rip, place)) != 0)
		fire(t, th, r, &f);
}

static void
fire_site(struct dt_trace *t, struct dt_thread *th, const struct dt_site *s,
    const struct user_regs_struct *r)
{
	switch ((enum dt_sitekind)s->kind) {
	case DT_SITE_ENTRY:
		fire_entry(t, th, s->probe, r);
		break;
	case DT_SITE_RETURN:
		dt_frame_enter(t, th, s->probe, r);
		break;
	case DT_SITE_EXIT:
		fire_exit(t, th, s, r);
		break;
	case DT_SITE_USDT:
		fire_usdt(t, th, s, r);
		break;
	case DT_SITE_INSN:
		fire(t, th, r, &(struct dt_firing){ .probe = s->probe });
		break;
	case DT_SITE_LOADED:
		dt_space_loaded(t, th->space);
		break;
	case DT_SITE_JUMP:
		dt_frame_jump(th, r);
		break;
	}
}

/* --- the instruction ------------------------------------------------------ */

/* The execution of one instruction, by a copy of it or in place. */
struct step {
	struct dt_thread *th;
	const struct dt_break *b;
	struct user_regs_struct *r;
	uint64_t at;			/* address of the copy */
	int status;			/* of the thread's next stop */
};

static bool
write_code(const struct step *s, uint64_t at, const void *code, size_t n)
{
	return pwrite(s->th->space->mem, code, n, (off_t)at) == (ssize_t)n;
}

/* Write the copy; a displacement relative to the instruction is adjusted. */
static bool
copy_code(const struct step *s)
{
	uint8_t code[DT_SPARE_LEN];
	int32_t disp;

	memcpy(code, s->b->code, sizeof(code));
	if (s->b->insn.is_relative) {
		memcpy(&disp, code + s->b->insn.disp, sizeof(disp));
		disp += (int32_t)(s->b->addr - s->at);
		memcpy(code + s->b->insn.disp, &disp, sizeof(disp));
	}
	return write_code(s, s->at, code, s->b->insn.len);
}

/*
 * Execute the instruction; one with a repeat prefix stops after each iteration.
 * False: the thread has ended.
 */
static bool
single_step(struct step *s)
{
	siginfo_t si;

	do {
		if (ptrace(PTRACE_SINGLESTEP, s->th->tid, NULL, NULL) != 0)
			return false;
		while (waitpid(s->th->tid, &s->status, __WALL) < 0)
			if (errno != EINTR)
				return false;
		if (!WIFSTOPPED(s->status) || ptrace(PTRACE_GETREGS,
		    s->th->tid, NULL, s->r) != 0)
			return false;
	} while (s->r->rip == s->at && s->status >> 8 == SIGTRAP &&
	    ptrace(PTRACE_GETSIGINFO, s->th->tid, NULL, &si) == 0 &&
	    si.si_code == TRAP_TRACE);
	return true;
}

/*
 * Set the program counter as if the original instruction had been executed.  If
 * another stop came first, it has not been, although its probes have fired.
 */
static void
find_place(struct step *s)
{
	uint64_t after = s->r->rip - s->at;

	if (after == 0) {
		s->th->pass = s->b->addr;
		s->th->pass_sp = s->r->rsp;
	} else if (s->status >> 8 != SIGTRAP) {
		s->th->stepped = true;
	}
	if (after == 0 || after == s->b->insn.len)
		s->r->rip = s->b->addr + after;
	(void) ptrace(PTRACE_SETREGS, s->th->tid, NULL, s->r);
}

/* The last resort: other threads may pass the breakpoint, which is reported. */
static bool
step_in_place(struct dt_trace *t, struct step *s)
{
	static const uint8_t byte = DT_BREAKPOINT;
	bool lives;

	dt_trace_note(t, DT_NOTE_UNPROBED);
	s->at = s->b->addr;
	(void) write_code(s, s->at, s->b->code, 1);
	(void) ptrace(PTRACE_SETREGS, s->th->tid, NULL, s->r);
	lives = single_step(s);
	(void) write_code(s, s->at, &byte, 1);
	return lives;
}

static bool
step_elsewhere(struct dt_trace *t, struct step *s)
{
	bool lives;

	s->at = dt_space_spare(s->th->space, s->b);
	if (s->at == 0 || !copy_code(s))
		return step_in_place(t, s);
	s->r->rip = s->at;
	(void) ptrace(PTRACE_SETREGS, s->th->tid, NULL, s->r);
	lives = single_step(s);
	dt_space_spared(s->th->space);
	return lives;
}

/* The tracer does nothing else meanwhile: one place for the copy is enough. */
static void
step(struct dt_trace *t, struct dt_thread *th, const struct dt_break *b,
    struct user_regs_struct *r)
{
	struct step s = { th, b, r, 0, 0 };
	bool lives = step_elsewhere(t, &s);

	if (!lives) {
		if (s.status != 0 && !WIFSTOPPED(s.status))
			dt_life_end(t, th->tid, s.status);
		return;
	}
	find_place(&s);
	if (s.status >> 8 == SIGTRAP && r->rip != b->addr)
		dt_stop_resume(t, th, 0);
	else
		dt_stop_at(t, th, s.status);
}

/* --- a hit ---------------------------------------------------------------- */

/* A nop of one byte takes effect by the breakpoint. */
static bool
is_nop(const struct dt_break *b)
{
	return b->insn.map == DT_INSN_ONE && b->insn.op == 0x90 &&
	    b->insn.len == 1;
}

/*
 * Move the thread back to the instruction first: if the tracer is killed while
 * the probes fire, the thread continues there.
 */
static void
move_back(const struct dt_thread *th, const struct dt_break *b,
    struct user_regs_struct *r)
{
	r->rip = b->addr;
	if (!is_nop(b))
		(void) ptrace(PTRACE_POKEUSER, th->tid,
		    offsetof(struct user, regs.rip), r->rip);
}

static void
go_on(struct dt_trace *t, struct dt_thread *th, const struct dt_break *b,
    struct user_regs_struct *r)
{
	if (!dt_emulate(th->tid, b, r)) {
		step(t, th, b, r);
		return;
	}
	if (!is_nop(b)) {
		t->ctl->passed_sp = r->rsp;
		t->ctl->passed = th->tid;
		(void) ptrace(PTRACE_SETREGS, th->tid, NULL, r);
	}
	dt_stop_resume(t, th, 0);
}

/* Have the probes fired before another stop interrupted the thread here? */
static bool
has_fired(struct dt_thread *th, const struct dt_break *b, uint64_t sp)
{
	if (th->pass != b->addr || th->pass_sp != sp)
		return false;
	th->pass = 0;
	return true;
}

static void
fire_sites(struct dt_trace *t, struct dt_thread *th, const struct dt_break *b,
    const struct user_regs_struct *r)
{
	/* a child that shares the memory is another process */
	if (th->pid != th->space->pid)
		return;
	if (th->nframes != 0)
		fire_returns(t, th, r);
	for (uint32_t i = 0; i < b->nsites; i++)
		fire_site(t, th, &t->sites.v[b->site + i], r);
}

/* Execute the instruction, which the breakpoint does not cover any more. */
static bool
retry(struct dt_trace *t, struct dt_thread *th, struct user_regs_struct *r)
{
	r->rip--;
	(void) ptrace(PTRACE_SETREGS, th->tid, NULL, r);
	dt_stop_resume(t, th, 0);
	return true;
}

static bool
is_step(const struct dt_thread *th, const siginfo_t *si)
{
	return th->stepped && si->si_code == TRAP_TRACE;
}

/* The kernel reports stops that a tracer has requested before signals. */
bool
dt_break_is_due(const struct dt_thread *th)
{
	struct __ptrace_peeksiginfo_args args = { .nr = NPENDING };
	siginfo_t si[NPENDING];
	long n = th->space == NULL ? 0 :
	    ptrace(PTRACE_PEEKSIGINFO, th->tid, &args, si);

	for (long i = 0; i < n; i++)
		if (si[i].si_signo == SIGTRAP && (is_step(th, &si[i]) ||
		    si[i].si_code == SI_KERNEL))
			return true;
	return false;
}

bool
dt_break_hit(struct dt_trace *t, struct dt_thread *th)
{
	struct user_regs_struct r;
	struct dt_break *b;
	siginfo_t si;

	if ((t->spaces == NULL && t->ended == NULL) ||
	    ptrace(PTRACE_GETSIGINFO, th->tid, NULL, &si) != 0 ||
	    ptrace(PTRACE_GETREGS, th->tid, NULL, &r) != 0)
		return false;
	if (is_step(th, &si)) {
		th->stepped = false;
		dt_stop_resume(t, th, 0);
		return true;
	}
	if (si.si_code != SI_KERNEL)
		return false;
	if (th->space == NULL)
		return dt_space_stray(t, th, r.rip - 1) && retry(t, th, &r);
	b = dt_break_find(th->space, r.rip - 1);
	if (b == NULL || !b->planted)
		return false;
	if (th->space->over)
		return retry(t, th, &r);
	move_back(th, b, &r);
	if (!has_fired(th, b, r.rsp))
		fire_sites(t, th, b, &r);
	go_on(t, th, b, &r);
	return true;
}

#else

bool
dt_break_is_due(const struct dt_thread *th)
{
	(void) th;
	return false;
}

bool
dt_break_hit(struct dt_trace *t, struct dt_thread *th)
{
	(void) t;
	(void) th;
	return false;
}

#endif
