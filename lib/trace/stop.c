/* SPDX-License-Identifier: MIT */
/*
 * stop.c - handles each stop of a traced thread, and resumes the thread.
 *
 * With a filter a thread stops at the entry of a call with probes, and at its
 * return if that has a probe; without one, at both ends of every call.
 */
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <linux/audit.h>
#include "base/clock.h"
#include "rt/restart.h"
#include "trace/break.h"

#ifdef __aarch64__
#define	NATIVE	AUDIT_ARCH_AARCH64
#define	COMPAT	0		/* no table of 32-bit calls */
#else
#define	NATIVE	AUDIT_ARCH_X86_64
#define	COMPAT	AUDIT_ARCH_I386
#endif

/* --- calls -------------------------------------------------------------- */

static uint32_t
row_of(uint32_t arch, uint64_t nr)
{
	if (nr >= DT_ROW_COMPAT)
		return DT_NOROW;
	if (arch == NATIVE)
		return (uint32_t)nr;
	return arch == COMPAT ? DT_ROW_COMPAT + (uint32_t)nr : DT_NOROW;
}

/* Does control never reach the instruction after the call? */
static bool
never_returns(uint32_t row)
{
	return row == row_of(NATIVE, SYS_rt_sigreturn);
}

/*
 * Must the thread stop at the end of its call?  Until then th->cpu is valid:
 * the rseq area changes only when the thread returns to user mode.
 */
static bool
awaits_end(const struct dt_thread *th)
{
	return th->leave != 0 || th->call != NULL || th->compat != 0 ||
	    th->restarted != 0 || th->end != 0;
}

/* Do not wait for the end of a call any more. */
static void
forget_call(struct dt_thread *th)
{
	th->leave = th->compat = 0;
	th->call = NULL;
	th->cpu = DT_NOCPU;
}

/*
 * Is this the entry of the call that restarts?  An interrupted sleep restarts
 * as restart_syscall().
 */
static bool
is_restarted(struct dt_thread *th, uint32_t row)
{
	if (row + 1 != th->restarted && row != IA32(0) &&
	    row != row_of(NATIVE, SYS_restart_syscall))
		th->restarted = 0;
	if (th->restarted == 0)
		th->told = false;
	return th->restarted != 0;
}

/* False: the thread was detached. */
static bool
enter_call(struct dt_trace *t, struct dt_thread *th, uint32_t arch,
    uint64_t nr, const uint64_t args[6])
{
	struct dt_firing f = { 0 };
	uint32_t row = row_of(arch, nr);
	bool restarted = is_restarted(th, row);

	forget_call(th);
	if (row == DT_NOROW)
		return true;
	if (!never_returns(row))
		th->leave = restarted ? th->restarted_leave :
		    t->conf.leave[row];
	if (!restarted)
		f.probe = t->conf.enter[row];
	th->restarted = 0;
	memcpy(f.args, args, 6 * sizeof(args[0]));
	if (f.probe != 0)
		dt_trace_fire(t, th, &f);
	dt_event_enter(t, th, row, args);
	if (!dt_compat_enter(t, th, row, args))
		return false;
	if (!awaits_end(th))
		th->cpu = DT_NOCPU;
	return true;
}

static int
error_of(int64_t rval)
{
	return -rval >= DT_RESTARTS && -rval <= DT_LASTRESTART ? EINTR :
	    (int)-rval;
}

void
dt_stop_leave(struct dt_trace *t, struct dt_thread *th, int64_t rval,
    bool failed)
{
	uint64_t value = failed ? ~0ull : (uint64_t)rval;
	struct dt_firing f = {
		.probe = th->leave,
		.args = { value, value },
		.err = failed ? error_of(rval) : 0,
	};

	th->leave = 0;
	if (f.probe != 0)
		dt_trace_fire(t, th, &f);
	dt_event_leave(t, th, rval);
	dt_compat_leave(t, th, rval);
	th->cpu = DT_NOCPU;
}

/* --- broken calls ------------------------------------------------------- */

#define	AFTERMATH	1000000000	/* ns, of a stop of job control */

static bool
is_job_control(int sig)
{
	return sig == SIGSTOP || sig == SIGTSTP || sig == SIGTTIN ||
	    sig == SIGTTOU;
}

/* A stop of job control interrupts the calls of an untraced thread, too. */
static void
note_stop(struct dt_thread *th, int stop)
{
	if (th->stop != 0)
		th->fails = dt_clock_mono() + AFTERMATH;
	th->stop = stop;
}

/* Does the thread's call probably fail only because it is traced? */
static bool
is_broken(const struct dt_thread *th)
{
	return th->stop == 0 && dt_regs_call_broken(th->tid) &&
	    dt_clock_mono() >= th->fails;
}

/*
 * Can it be that the call would not end here in an untraced program?  A call
 * that a tracer or an ignored signal interrupts stops at an end, and then at a
 * new entry.  The next stop shows whether the end was real.
 */
static bool
may_be_no_end(const struct dt_thread *th, int64_t rval)
{
	return dt_regs_is_restart(rval) ||
	    (rval == -EINTR && is_broken(th));
}

/* Does the thread's present stop interrupt a call? */
static bool
is_halted(const struct dt_thread *th)
{
	return is_broken(th) || dt_regs_restarted_call(th->tid) >= 0;
}

/* Fire the last end of a call, which this stop shows to be real. */
static void
tell_end(struct dt_trace *t, struct dt_thread *th)
{
	int64_t rval = th->end;

	th->end = 0;
	if (rval != 0)
		dt_stop_leave(t, th, rval, true);
}

/* Record the call that the stop interrupts, if the kernel will restart it. */
static void
record_restarted(const struct dt_trace *t, struct dt_thread *th)
{
	int64_t nr = dt_regs_restarted_call(th->tid);
	struct __ptrace_syscall_info i;
	uint32_t leave = th->leave, row;

	if (nr < 0 || ptrace(PTRACE_GET_SYSCALL_INFO, th->tid, sizeof(i),
	    &i) <= 0)
		return;
	row = row_of(i.arch, (uint64_t)nr);
	if (leave == 0 && !th->told && row != DT_NOROW)
		leave = t->conf.leave[row];
	forget_call(th);
	th->end = 0;
	th->restarted = row + 1;
	th->restarted_leave = leave;
}

/* An untraced thread would not stop here: keep its call unchanged. */
static void
mend_call(const struct dt_trace *t, struct dt_thread *th)
{
	if (is_broken(th))
		dt_regs_keep_call(th->tid);
	record_restarted(t, th);
}

/* --- stops of calls ------------------------------------------------------ */

/*
 * Is this the end of a call whose return value no clause reads?  Not requesting
 * the value saves a system call.
 */
static bool
is_plain_end(const struct dt_trace *t, const struct dt_thread *th)
{
	return th->plain && th->leave != 0 && th->call == NULL &&
	    th->compat == 0 &&
	    (t->conf.ends & (DT_NEED_ARGS | DT_NEED_ERRNO)) == 0;
}

/*
 * Handle a stop by a filter of the program itself, which leaves the call to a
 * tracer: let the call fail, as it does in an untraced program.
 */
static void
refuse_call(const struct dt_trace *t, struct dt_thread *th, uint32_t arch,
    uint64_t nr)
{
	uint32_t row = row_of(arch, nr);

	forget_call(th);
	th->leave = row == DT_NOROW ? 0 : t->conf.leave[row];
	dt_regs_refuse_call(th->tid);
}

/* The filter may skip the entry of a restarted call, whose end has a probe. */
static void
go_on_restarted(struct dt_thread *th, uint32_t row)
{
	if (is_restarted(th, row))
		th->leave = th->restarted_leave;
}

/* Handle the end of a call; one that may restart gets its arguments back. */
static void
at_end(struct dt_trace *t, struct dt_thread *th,
    const struct __ptrace_syscall_info *i)
{
	th->restarted = 0;
	if (i->exit.is_error && may_be_no_end(th, i->exit.rval)) {
		dt_compat_restore(th);
		th->end = i->exit.rval;
	} else {
		dt_stop_leave(t, th, i->exit.rval, i->exit.is_error);
	}
}

/* False: the thread was detached. */
static bool
at_call(struct dt_trace *t, struct dt_thread *th)
{
	struct __ptrace_syscall_info i;

	if (ptrace(PTRACE_GET_SYSCALL_INFO, th->tid, sizeof(i), &i) <= 0)
		return true;
	tell_end(t, th);
	switch (i.op) {
	case PTRACE_SYSCALL_INFO_ENTRY:
		/* This stop precedes the filter's.  An end that is still
		 * awaited is that of a call in the vsyscall page, which does
		 * not stop. */
		forget_call(th);
		if (!t->filter)
			return enter_call(t, th, i.arch, i.entry.nr,
			    i.entry.args);
		go_on_restarted(th, row_of(i.arch, i.entry.nr));
		break;
	case PTRACE_SYSCALL_INFO_SECCOMP:
		/* A call in the vsyscall page does not stop at its end. */
		th->plain = (int64_t)i.instruction_pointer >= 0;
		if (i.seccomp.ret_data == DT_FILTER_DATA)
			return enter_call(t, th, i.arch, i.seccomp.nr,
			    i.seccomp.args);
		refuse_call(t, th, i.arch, i.seccomp.nr);
		break;
	case PTRACE_SYSCALL_INFO_EXIT:
		at_end(t, th, &i);
		break;
	default:
		break;
	}
	return true;
}

/* --- samples ------------------------------------------------------------ */

/* The request interrupts a sleep as a signal does: see dt_regs_keep_call(). */
bool
dt_stop_interrupt(struct dt_trace *t, struct dt_thread *th)
{
	if (th->interrupted)
		return true;
	if (ptrace(PTRACE_INTERRUPT, th->tid, NULL, NULL) != 0)
		return false;
	th->interrupted = true;
	t->ninterrupted++;
	return true;
}

static void
has_stopped(struct dt_trace *t, struct dt_thread *th)
{
	if (th->interrupted)
		t->ninterrupted--;
	th->interrupted = false;
}

/* The thread was on a CPU when it was asked to stop for timers. */
static void
at_sample(struct dt_trace *t, struct dt_thread *th)
{
	struct __ptrace_syscall_info i;
	uint64_t due = th->due;

	th->due = 0;
	if (ptrace(PTRACE_GET_SYSCALL_INFO, th->tid, sizeof(i), &i) <= 0)
		return;
	for (; due != 0; due &= due - 1) {
		struct dt_firing f = {
			.probe = t->conf.sampled[__builtin_ctzll(due)],
			.args = { 0, i.instruction_pointer },
		};

		dt_trace_fire(t, th, &f);
	}
}

/* --- going on ----------------------------------------------------------- */

void
dt_stop_resume(const struct dt_trace *t, const struct dt_thread *th, int sig)
{
	int how = t->leaves ? PTRACE_DETACH :
	    t->filter && !awaits_end(th) ? PTRACE_CONT : PTRACE_SYSCALL;

	/* This fails if the thread was killed, whose end is reported next. */
	(void) ptrace(how, th->tid, NULL, (long)sig);
}

void
dt_stop_rest(const struct dt_trace *t, const struct dt_thread *th, int stop)
{
	if (stop != 0)
		(void) ptrace(PTRACE_LISTEN, th->tid, NULL, NULL);
	else
		dt_stop_resume(t, th, 0);
}

/* Handle a stop that the tracer has requested, or one of job control. */
static void
at_event_stop(struct dt_trace *t, struct dt_thread *th, int sig, bool asked)
{
	int stop = is_job_control(sig) ? sig : 0;

	if (!dt_life_first_stop(t, th, stop))
		return;
	note_stop(th, stop);
	if (asked && stop == 0)
		mend_call(t, th);
	tell_end(t, th);
	if (t->leaves && dt_break_is_due(th)) {
		th->interrupted = true;
		t->ninterrupted++;
		(void) ptrace(PTRACE_CONT, th->tid, NULL, NULL);
		return;
	}
	dt_stop_rest(t, th, stop);
}

static void
at_signal(struct dt_trace *t, struct dt_thread *th, int sig)
{
	if (is_halted(th) && dt_event_ignores(th, sig))
		mend_call(t, th);
	tell_end(t, th);
	dt_event_signal(t, th, sig);
	dt_stop_resume(t, th, sig);
}

/* Handle a stop at the entry or end of a call; event: by a filter. */
static void
at_call_stop(struct dt_trace *t, struct dt_thread *th, int event)
{
	bool on = true;

	if (event == 0 && is_plain_end(t, th)) {
		dt_stop_leave(t, th, 0, false);
		th->told = true;
	} else
		on = at_call(t, th);
	if (on)
		dt_stop_resume(t, th, 0);
}

static void
at_event(struct dt_trace *t, struct dt_thread *th, int event)
{
	switch (event) {
	case PTRACE_EVENT_FORK:
	case PTRACE_EVENT_VFORK:
	case PTRACE_EVENT_CLONE:
		dt_life_birth(t, th, event);
		break;
	case PTRACE_EVENT_EXEC:
		dt_life_exec(t, th);
		break;
	case PTRACE_EVENT_EXIT:
		dt_life_exiting(t, th);
		break;
	default:
		break;
	}
	dt_stop_resume(t, th, 0);
}

void
dt_stop_at(struct dt_trace *t, struct dt_thread *th, int status)
{
	int sig = WSTOPSIG(status), event = status >> 16;
	bool call = event == 0 ? sig == DT_STOP_SYSCALL :
	    event == PTRACE_EVENT_SECCOMP;
	bool asked = th->interrupted;

	has_stopped(t, th);
	if (th->due != 0)
		at_sample(t, th);
	/* This stop replaces the requested one, but the request can still
	 * interrupt the next call: wait for that stop. */
	if (asked && (call || (event != 0 && event != PTRACE_EVENT_STOP)))
		(void) dt_stop_interrupt(t, th);
	if (call)
		at_call_stop(t, th, event);
	else if (event == 0 && sig == SIGTRAP && dt_break_hit(t, th))
		return;
	else if (event == 0)
		at_signal(t, th, sig);
	else if (event == PTRACE_EVENT_STOP)
		at_event_stop(t, th, sig, asked);
	else
		at_event(t, th, event);
}
