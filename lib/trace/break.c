/* SPDX-License-Identifier: MIT */
/*
 * break.c - what happens as a thread hits a breakpoint: the probes fire, and
 * the instruction under it takes effect.
 */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "trace/break.h"
#include "vm/vm.h"

/* --- probes --------------------------------------------------------------- */

static void
fire(struct dt_trace *t, struct dt_thread *th,
    const struct user_regs_struct *r, struct dt_firing *f)
{
	f->user.pc = r->rip;
	f->user.fp = r->rbp;
	f->user.word = 8;
	th->cpu = DT_NOCPU;
	dt_trace_fire(t, th, f);
	th->cpu = DT_NOCPU;
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
	if (t->conf.needs & DT_NEED_ARGS)
		(void) dt_vm_read(th->tid, &f.args[6], r->rsp + 8,
		    (DT_NARGS - 6) * sizeof(f.args[0]));
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
	case DT_SITE_LOADED:
		(void) dt_space_load(t, th->space);
		break;
	default:
		break;
	}
}

/* --- the instruction ------------------------------------------------------ */

/* A step of a thread outside of its code, or in it. */
struct step {
	struct dt_thread *th;
	const struct dt_break *b;
	struct user_regs_struct *r;
	uint64_t at;			/* where the copy is */
	int status;			/* of its next stop */
};

static bool
write_code(const struct step *s, uint64_t at, const void *code, size_t n)
{
	return pwrite(s->th->space->mem, code, n, (off_t)at) == (ssize_t)n;
}

/* What is relative to the instruction is as far from its copy plus that. */
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
 * Execute it.  What repeats itself stops each time.  False: the thread has
 * ended.
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
 * Another stop may come first: the instruction is still to be executed then,
 * though its probes have fired.
 */
static void
find_place(struct step *s)
{
	uint64_t after = s->r->rip - s->at;

	if (after == 0) {
		s->th->pass = s->b->addr;
		s->th->pass_sp = s->r->rsp;
	}
	if (after == 0 || after == s->b->insn.len)
		s->r->rip = s->b->addr + after;
	(void) ptrace(PTRACE_SETREGS, s->th->tid, NULL, s->r);
}

/* The last resort: other threads may pass meanwhile, and that is reported. */
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
	s->at = dt_space_spare(s->th->space, s->b->addr);
	if (s->at == 0 || !copy_code(s))
		return step_in_place(t, s);
	s->r->rip = s->at;
	(void) ptrace(PTRACE_SETREGS, s->th->tid, NULL, s->r);
	return single_step(s);
}

/* Nothing else is done meanwhile, so one place for the copy is enough. */
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

static void
go_on(struct dt_trace *t, struct dt_thread *th, const struct dt_break *b,
    struct user_regs_struct *r)
{
	uint64_t stop = b->addr + 1;

	if (!dt_emulate(th->tid, b, r)) {
		step(t, th, b, r);
		return;
	}
	if (r->rip != stop || b->insn.map != DT_INSN_ONE || b->insn.op != 0x90)
		(void) ptrace(PTRACE_SETREGS, th->tid, NULL, r);
	dt_stop_resume(t, th, 0);
}

/* It was here before, and was stopped by something else. */
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
	/* A child that shares the memory is another process */
	for (uint32_t i = 0; i < b->nsites && th->pid == th->space->pid; i++)
		fire_site(t, th, &t->sites.v[b->site + i], r);
}

bool
dt_break_hit(struct dt_trace *t, struct dt_thread *th)
{
	struct user_regs_struct r;
	struct dt_break *b;
	siginfo_t si;

	if (th->space == NULL ||
	    ptrace(PTRACE_GETREGS, th->tid, NULL, &r) != 0)
		return false;
	b = dt_break_find(th->space, r.rip - 1);
	if (b == NULL || ptrace(PTRACE_GETSIGINFO, th->tid, NULL, &si) != 0 ||
	    si.si_code != SI_KERNEL)
		return false;
	r.rip = b->addr;
	if (th->space->over) {
		(void) ptrace(PTRACE_SETREGS, th->tid, NULL, &r);
		dt_stop_resume(t, th, 0);
		return true;
	}
	if (!has_fired(th, b, r.rsp))
		fire_sites(t, th, b, &r);
	go_on(t, th, b, &r);
	return true;
}
