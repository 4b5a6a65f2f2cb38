/* SPDX-License-Identifier: MIT */
/*
 * life.c - births, execs and ends of traced threads.
 *
 * A thread keeps its serial number from its first stop to its end, even if an
 * exec changes its id; no other thread of the run gets that number.
 *
 * A new thread and its parent stop in either order.  A thread that stops first
 * waits for its parent's birth event: it could end otherwise, and another one
 * have its id, before the event is read.  A parent that is killed sends no
 * event.  Its end ends the wait, but may precede the child's first stop, when
 * the child already has a new parent: so the wait also has a time limit.
 */
#include <sys/wait.h>
#include "base/clock.h"
#include "trace/break.h"

#define	PATIENCE	500000000	/* ns to wait for a birth event */

struct dt_thread *
dt_life_new(struct dt_trace *t, pid_t tid)
{
	struct dt_thread *th = dt_thread_find(t, tid);

	if (th != NULL)
		return th;
	th = dt_thread_add(t, tid);
	if (th != NULL)
		dt_thread_identify(th);
	return th;
}

/* A thread stops first at the return of the call that has created it. */
static void
start(struct dt_trace *t, struct dt_thread *th)
{
	if (th->lives)
		return;
	if (th->waits)
		t->nwaits--;
	th->waits = false;
	th->known = true;
	th->lives = true;
	dt_stop_leave(t, th, 0, false);
	dt_event_start(t, th);
}

static void
begin(struct dt_trace *t, struct dt_thread *th)
{
	start(t, th);
	dt_stop_rest(t, th, th->stop);
}

/*
 * Will a birth event arrive?  It will if the parent is traced or, as after
 * CLONE_PARENT, a sibling that may have created the thread.
 */
static bool
has_traced_parent(const struct dt_trace *t, const struct dt_thread *th)
{
	const struct dt_thread *o;

	if (dt_thread_find(t, th->parent) != NULL)
		return true;
	for (size_t i = 0; i < DT_THREADHASH; i++)
		for (o = t->hash[i]; o != NULL; o = o->next)
			if (o != th && o->lives && o->parent == th->parent)
				return true;
	return false;
}

bool
dt_life_first_stop(struct dt_trace *t, struct dt_thread *th, int stop)
{
	if (th->lives)
		return true;
	th->stop = stop;
	if (!th->known && has_traced_parent(t, th)) {
		if (!th->waits && t->nwaits++ == 0)
			t->patience = dt_clock_mono() + PATIENCE;
		th->waits = true;
		return false;
	}
	start(t, th);
	return true;
}

/* Is the thread still a tracee?  It is not once its end was read. */
static bool
is_traced(pid_t tid)
{
	siginfo_t si;

	return waitid(P_PID, (id_t)tid, &si, WEXITED | WSTOPPED | WNOHANG |
	    WNOWAIT | __WALL) == 0;
}

/* Report a child that has ended before its parent's birth event was read. */
static void
report_dead(struct dt_trace *t, struct dt_thread *parent, pid_t tid, int event)
{
	const struct dt_thread dead = {
		.tid = tid,
		.pid = event == PTRACE_EVENT_CLONE ? parent->pid : tid,
	};

	dt_event_create(t, parent, &dead);
}

static void
report_living(struct dt_trace *t, struct dt_thread *parent,
    struct dt_thread *th)
{
	dt_event_create(t, parent, th);
	dt_space_birth(t, parent, th);
	if (th->lives)
		return;
	th->known = true;
	th->leave = parent->leave;
	dt_compat_inherit(th, parent);
	if (th->waits)
		begin(t, th);
}

void
dt_life_birth(struct dt_trace *t, struct dt_thread *parent, int event)
{
	unsigned long tid = 0;
	struct dt_thread *th;

	if (ptrace(PTRACE_GETEVENTMSG, parent->tid, NULL, &tid) != 0)
		return;
	th = dt_thread_find(t, (pid_t)tid);
	if (th == NULL && is_traced((pid_t)tid))
		th = dt_life_new(t, (pid_t)tid);
	if (th != NULL)
		report_living(t, parent, th);
	else
		report_dead(t, parent, (pid_t)tid, event);
	dt_compat_restore(parent);
}

/*
 * Start the threads that wait for a birth event of process pid (0: any), which
 * will not arrive because the process has ended or called exec.
 */
static void
release(struct dt_trace *t, pid_t pid)
{
	struct dt_thread *th;

	for (size_t i = 0; t->nwaits != 0 && i < DT_THREADHASH; i++)
		for (th = t->hash[i]; th != NULL; th = th->next)
			if (th->waits && (pid == 0 || th->parent == pid))
				begin(t, th);
}

void
dt_life_release(struct dt_trace *t)
{
	release(t, 0);
}

static void
end(struct dt_trace *t, struct dt_thread *th, int status)
{
	bool seen = th->ended;

	start(t, th);
	dt_event_exit(t, th, status);
	if (!seen)
		dt_trace_gone(t, th);
}

/*
 * A thread that is not the first of its process and calls exec gets the first
 * one's id.  It keeps its serial number, and so its variables, in the structure
 * of the first thread, which the exec ends.
 */
static void
become_first(struct dt_trace *t, struct dt_thread *th, pid_t former)
{
	struct dt_thread *old = dt_thread_find(t, former);

	end(t, th, 0);		/* unless the first thread's end was seen */
	if (old != NULL) {
		th->leave = old->leave;
		th->call = old->call;
		th->serial = old->serial;
	}
	dt_thread_drop(t, former);
	th->ancestry = 0;
}

void
dt_life_exec(struct dt_trace *t, struct dt_thread *th)
{
	unsigned long former = 0;

	if (ptrace(PTRACE_GETEVENTMSG, th->tid, NULL, &former) == 0 &&
	    (pid_t)former != th->tid)
		become_first(t, th, (pid_t)former);
	dt_thread_identify(th);
	th->cpu = DT_NOCPU;	/* it may have been sent to another one */
	dt_thread_set_ended(t, th, false);
	dt_compat_exec(t, th);
	dt_space_drop(t, th);
	dt_frame_drop(th);
	dt_trace_mapped(t, th->pid);
	(void) dt_space_begin(t, th);
	t->ops->exec(t->arg, th->pid);
	dt_event_exec(t, th);
	release(t, th->pid);
}

/*
 * Report the end while the thread still has its id.  If it is killed in this
 * stop, the request fails and dt_life_end() reports it.
 */
void
dt_life_exiting(struct dt_trace *t, struct dt_thread *th)
{
	unsigned long status = 0;

	if (ptrace(PTRACE_GETEVENTMSG, th->tid, NULL, &status) == 0)
		end(t, th, (int)status);
}

/* The kernel reports the end of a process's first thread last. */
void
dt_life_end(struct dt_trace *t, pid_t tid, int status)
{
	struct dt_thread *th = dt_thread_find(t, tid);

	if (th != NULL)
		end(t, th, status);
	dt_thread_drop(t, tid);
	release(t, tid);
}
