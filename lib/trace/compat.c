/* SPDX-License-Identifier: MIT */
/*
 * compat.c - programs that behave differently while they are traced, because
 * they use ptrace, clone flags or set-user-id files themselves.
 *
 * A child created with CLONE_UNTRACED is traced, too: it inherits the filter,
 * whose calls fail in a thread without a tracer.  The flag is cleared at the
 * entry of the call and restored at its end.
 *
 * A thread can have only one tracer.  If it calls PTRACE_TRACEME it is detached
 * or, if it has a filter, its call fails.  A note informs the consumer of both,
 * and of a program that ran without the privileges of its file.
 */
#include <errno.h>
#include <sched.h>
#include <sys/syscall.h>
#include "trace/priv.h"
#include "victim/suid.h"

enum kind { CLONE, CLONE3, TRACE };

static const struct compat {
	uint32_t row;
	enum kind kind;
} calls[] = {
#ifdef __x86_64__
	{ IA32(120), CLONE }, { IA32(435), CLONE3 }, { IA32(26), TRACE },
#endif
	{ SYS_clone, CLONE },
	{ SYS_clone3, CLONE3 },
	{ SYS_ptrace, TRACE },
};

static const struct compat *
compat_of(uint32_t row)
{
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		if (calls[i].row == row)
			return &calls[i];
	return NULL;
}

enum dt_compat
dt_compat_stops(uint32_t row)
{
	const struct compat *r = compat_of(row);

	return r == NULL ? DT_COMPAT_NONE :
	    r->kind == CLONE ? DT_COMPAT_UNTRACED : DT_COMPAT_ANY;
}

static bool
is_compat(uint32_t row)
{
	return row >= DT_ROW_COMPAT;
}

static void
hide(struct dt_thread *th, const struct compat *r, uint64_t flags, uint64_t at)
{
	uint64_t less = flags & ~(uint64_t)CLONE_UNTRACED;

	if (less == flags)
		return;
	if (r->kind == CLONE)
		dt_regs_set_arg0(th->tid, is_compat(r->row), less);
	else if (ptrace(PTRACE_POKEDATA, th->tid, at, less) != 0)
		return;
	th->compat = r->row;
	th->asked = flags;
	th->asked_at = at;
}

static void
hide_in_memory(struct dt_thread *th, const struct compat *r, uint64_t at)
{
	long flags;

	errno = 0;
	flags = ptrace(PTRACE_PEEKDATA, th->tid, at, NULL);
	if (errno == 0)
		hide(th, r, (uint64_t)flags, at);
}

static bool
enter_trace(struct dt_trace *t, struct dt_thread *th, const struct compat *r,
    const uint64_t args[6])
{
	if (args[0] == PTRACE_TRACEME && !t->filter) {
		dt_trace_note(t, DT_NOTE_LEFT);
		dt_trace_gone(t, th);
		(void) ptrace(PTRACE_DETACH, th->tid, NULL, NULL);
		dt_thread_drop(t, th->tid);
		return false;
	}
	if (args[0] == PTRACE_TRACEME || args[0] == PTRACE_ATTACH ||
	    args[0] == PTRACE_SEIZE) {
		th->compat = r->row;
		th->asked = args[0];
		th->asked_at = args[1];
	}
	return true;
}

bool
dt_compat_enter(struct dt_trace *t, struct dt_thread *th, uint32_t row,
    const uint64_t args[6])
{
	const struct compat *r = compat_of(row);

	th->compat = 0;
	if (r == NULL)
		return true;
	if (r->kind == TRACE)
		return enter_trace(t, th, r, args);
	if (r->kind == CLONE)
		hide(th, r, args[0], 0);
	else
		hide_in_memory(th, r, args[0]);
	return true;
}

void
dt_compat_restore(struct dt_thread *th)
{
	const struct compat *r = compat_of(th->compat);

	if (th->compat == 0)
		return;
	if (r->kind == CLONE)
		dt_regs_put_arg0(th->tid, is_compat(r->row), th->asked);
	else if (r->kind == CLONE3)
		(void) ptrace(PTRACE_POKEDATA, th->tid, th->asked_at,
		    th->asked);
	th->compat = 0;
}

/*
 * The child has the changed flags, too: in its copy of the registers and, for
 * clone3() without CLONE_VM, in its copy of the memory.
 */
void
dt_compat_inherit(struct dt_thread *child, const struct dt_thread *parent)
{
	const struct compat *r = compat_of(parent->compat);

	if (parent->compat == 0 || r->kind == TRACE ||
	    (r->kind == CLONE3 && (parent->asked & CLONE_VM) != 0))
		return;
	child->compat = parent->compat;
	child->asked = parent->asked;
	child->asked_at = parent->asked_at;
}

void
dt_compat_leave(struct dt_trace *t, struct dt_thread *th, int64_t rval)
{
	if (th->compat == 0)
		return;
	if (compat_of(th->compat)->kind != TRACE)
		dt_compat_restore(th);
	else if (rval == -EPERM && (th->asked == PTRACE_TRACEME ||
	    dt_thread_find(t, (pid_t)th->asked_at) != NULL))
		dt_trace_note(t, DT_NOTE_PTRACE);
	th->compat = 0;
}

void
dt_compat_exec(struct dt_trace *t, const struct dt_thread *th)
{
	if (dt_suid_lost(th->tid))
		dt_trace_note(t, DT_NOTE_SETUID);
}
