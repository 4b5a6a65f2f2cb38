/* SPDX-License-Identifier: MIT */
/*
 * event.c - the probes of provider proc, from ptrace events (births and ends of
 * threads) and from the calls that execute a program, send a signal or wait for
 * one.  Their arguments are ids of threads and processes.
 */
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include "base/procfs.h"
#include "trace/priv.h"

/* A call with events. */
struct dt_call {
	uint32_t row;
	enum { EXEC, WAIT, SEND } kind;
	uint8_t target;			/* argument: EXEC's path, SEND's id */
	uint8_t sig;			/* argument: SEND's signal */
};

static const struct dt_call calls[] = {
	{ SYS_execve, EXEC, 0, 0 }, { IA32(11), EXEC, 0, 0 },
	{ SYS_execveat, EXEC, 1, 0 }, { IA32(358), EXEC, 1, 0 },
	{ SYS_rt_sigtimedwait, WAIT, 0, 0 }, { IA32(177), WAIT, 0, 0 },
	{ IA32(421), WAIT, 0, 0 },
	{ SYS_kill, SEND, 0, 1 }, { IA32(37), SEND, 0, 1 },
	{ SYS_tkill, SEND, 0, 1 }, { IA32(238), SEND, 0, 1 },
	{ SYS_tgkill, SEND, 1, 2 }, { IA32(270), SEND, 1, 2 },
	{ SYS_rt_sigqueueinfo, SEND, 0, 1 }, { IA32(178), SEND, 0, 1 },
	{ SYS_rt_tgsigqueueinfo, SEND, 1, 2 }, { IA32(335), SEND, 1, 2 },
};

static bool
wants(const struct dt_trace_conf *c, const struct dt_call *call)
{
	switch (call->kind) {
	case EXEC:
		return c->event[DT_EVENT_EXEC] != 0 ||
		    c->event[DT_EVENT_EXEC_FAILURE] != 0;
	case WAIT:
		return c->event[DT_EVENT_SIGNAL_CLEAR] != 0;
	case SEND:
		return c->event[DT_EVENT_SIGNAL_SEND] != 0 ||
		    c->event[DT_EVENT_SIGNAL_DISCARD] != 0;
	}
	return false;
}

static const struct dt_call *
wanted_call(const struct dt_trace_conf *c, uint32_t row)
{
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		if (calls[i].row == row)
			return wants(c, &calls[i]) ? &calls[i] : NULL;
	return NULL;
}

bool
dt_event_wants(const struct dt_trace_conf *c, uint32_t row)
{
	return wanted_call(c, row) != NULL;
}

static void
fire(struct dt_trace *t, struct dt_thread *th, enum dt_event event,
    uint64_t arg0, uint64_t arg1, uint64_t arg2)
{
	struct dt_firing f = {
		.probe = t->conf.event[event],
		.args = { arg0, arg1, arg2 },
	};

	if (f.probe != 0)
		dt_trace_fire(t, th, &f);
}

/* --- signals ------------------------------------------------------------ */

/* Does a set in /proc/TID/status contain this signal? */
static bool
set_has(const char *status, const char *set, uint64_t sig)
{
	return sig >= 1 && sig <= 64 &&
	    (dt_procfs_set(status, set) >> (sig - 1) & 1) != 0;
}

static bool
is_ignored_by_default(uint64_t sig)
{
	return sig == SIGCHLD || sig == SIGCONT || sig == SIGURG ||
	    sig == SIGWINCH;
}

static bool
ignores(const char *status, uint64_t sig)
{
	return set_has(status, "\nSigIgn:\t", sig) ||
	    (is_ignored_by_default(sig) &&
	    !set_has(status, "\nSigCgt:\t", sig));
}

static bool
discards(const char *status, uint64_t sig)
{
	return !set_has(status, "\nSigBlk:\t", sig) && ignores(status, sig);
}

static void
sent(struct dt_trace *t, struct dt_thread *th)
{
	uint64_t sig = (uint32_t)th->args[th->call->sig];
	int target = (int)th->args[th->call->target], pid = target;
	char status[4096] = "";

	if (sig == 0)
		return;
	if (target > 0 && dt_procfs_read(target, "status", status,
	    sizeof(status)) > 0)
		pid = (int)dt_procfs_number(status, "\nTgid:\t");
	fire(t, th, DT_EVENT_SIGNAL_SEND, (uint64_t)target, (uint64_t)pid,
	    sig);
	if (discards(status, sig))
		fire(t, th, DT_EVENT_SIGNAL_DISCARD, (uint64_t)target,
		    (uint64_t)pid, sig);
}

void
dt_event_signal(struct dt_trace *t, struct dt_thread *th, int sig)
{
	char status[4096];

	if (t->conf.event[DT_EVENT_SIGNAL_HANDLE] != 0 &&
	    dt_procfs_read(th->tid, "status", status, sizeof(status)) > 0 &&
	    set_has(status, "\nSigCgt:\t", (uint64_t)sig))
		fire(t, th, DT_EVENT_SIGNAL_HANDLE, (uint64_t)sig, 0, 0);
}

bool
dt_event_ignores(const struct dt_thread *th, int sig)
{
	char status[4096];

	return dt_procfs_read(th->tid, "status", status, sizeof(status)) > 0 &&
	    ignores(status, (uint64_t)sig);
}

/* --- calls -------------------------------------------------------------- */

void
dt_event_enter(struct dt_trace *t, struct dt_thread *th, uint32_t row,
    const uint64_t args[6])
{
	th->call = wanted_call(&t->conf, row);
	if (th->call == NULL)
		return;
	memcpy(th->args, args, sizeof(th->args));
	if (th->call->kind == EXEC)
		fire(t, th, DT_EVENT_EXEC, args[th->call->target], 0, 0);
}

void
dt_event_leave(struct dt_trace *t, struct dt_thread *th, int64_t rval)
{
	if (th->call == NULL)
		return;
	if (th->call->kind == EXEC && rval < 0)
		fire(t, th, DT_EVENT_EXEC_FAILURE, (uint64_t)-rval, 0, 0);
	else if (th->call->kind == WAIT && rval > 0)
		fire(t, th, DT_EVENT_SIGNAL_CLEAR, (uint64_t)rval, 0, 0);
	else if (th->call->kind == SEND && rval == 0)
		sent(t, th);
	th->call = NULL;
}

/* --- births, execs and ends --------------------------------------------- */

void
dt_event_create(struct dt_trace *t, struct dt_thread *th,
    const struct dt_thread *child)
{
	if (child->pid == child->tid)
		fire(t, th, DT_EVENT_CREATE, (uint64_t)child->tid, 0, 0);
	fire(t, th, DT_EVENT_LWP_CREATE, (uint64_t)child->tid,
	    (uint64_t)child->pid, 0);
}

void
dt_event_start(struct dt_trace *t, struct dt_thread *th)
{
	if (th->pid == th->tid)
		fire(t, th, DT_EVENT_START, 0, 0, 0);
	fire(t, th, DT_EVENT_LWP_START, 0, 0, 0);
}

void
dt_event_exec(struct dt_trace *t, struct dt_thread *th)
{
	fire(t, th, DT_EVENT_EXEC_SUCCESS, 0, 0, 0);
}

static bool
is_last(const struct dt_trace *t, const struct dt_thread *th)
{
	const struct dt_thread *o;

	for (size_t i = 0; i < DT_THREADHASH; i++)
		for (o = t->hash[i]; o != NULL; o = o->next)
			if (o != th && o->pid == th->pid && !o->ended)
				return false;
	return true;
}

/* A thread that kills itself does not return from the call. */
void
dt_event_exit(struct dt_trace *t, struct dt_thread *th, int status)
{
	int why = WIFEXITED(status) ? CLD_EXITED :
	    WCOREDUMP(status) ? CLD_DUMPED : CLD_KILLED;

	if (th->ended)
		return;
	dt_thread_set_ended(t, th, true);
	if (th->call != NULL && th->call->kind == SEND && why != CLD_EXITED)
		sent(t, th);
	th->call = NULL;
	fire(t, th, DT_EVENT_LWP_EXIT, 0, 0, 0);
	if (t->conf.event[DT_EVENT_EXIT] != 0 && is_last(t, th))
		fire(t, th, DT_EVENT_EXIT, (uint64_t)why, 0, 0);
}
