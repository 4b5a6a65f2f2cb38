/* SPDX-License-Identifier: MIT */
/*
 * life.c - births, execs and ends of traced threads.
 *
 * A thread is known by its serial number from its first stop to its end, also
 * when an exec changes its id; no other thread of the run gets that number.
 *
 * A new thread and its parent stop in either order.  One that stops first waits
 * for its parent to tell of it: else it might have ended by then, and its id
 * name nobody, or somebody else.  A parent that is killed tells nothing.  That
 * is seen as it ends; but an end may come before the child's first stop, whose
 * parent is another one then, so the wait has a limit too.
 */
#include <sys/wait.h>
#include "base/clock.h"
#include "trace/break.h"

#define	PATIENCE	500000000	/* ns that a parent has to tell */

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

/* Its first stop comes when the call that made it has returned to it. */
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

/* Has it been made by a process that is traced, be it on behalf of another? */
static bool
has_maker(const struct dt_trace *t, const struct dt_thread *th)
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
	if (!th->known && has_maker(t, th)) {
		if (!th->waits && t->nwaits++ == 0)
			t->patience = dt_clock_mono() + PATIENCE;
		th->waits = true;
		return false;
	}
	start(t, th);
	return true;
}

/* A thread that we have waited for to its end is traced by nobody. */
static bool
is_traced(pid_t tid)
{
	siginfo_t si;

	return waitid(P_PID, (id_t)tid, &si, WEXITED | WSTOPPED | WNOHANG |
	    WNOWAIT | __WALL) == 0;
}

/* Who was killed before its parent could tell of it is told of all the same. */
static void
tell_of_dead(struct dt_trace *t, struct dt_thread *parent, pid_t tid, int event)
{
	const struct dt_thread dead = {
		.tid = tid,
		.pid = event == PTRACE_EVENT_CLONE ? parent->pid : tid,
	};

	dt_event_create(t, parent, &dead);
}

static void
tell_of_living(struct dt_trace *t, struct dt_thread *parent,
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
		tell_of_living(t, parent, th);
	else
		tell_of_dead(t, parent, (pid_t)tid, event);
	dt_compat_restore(parent);
}

/* Process pid is gone, or became another by an exec; 0: whoever it is. */
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
 * A thread other than the first that calls exec gets the first one's id.  It
 * keeps its serial number, and so its variables: the first thread, whose
 * structure it takes over, ends by the exec.
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
	th->ended = false;
	dt_compat_exec(t, th);
	dt_space_drop(t, th);
	dt_frame_drop(th);
	(void) dt_space_begin(t, th);
	dt_event_exec(t, th);
	release(t, th->pid);
}

/*
 * Last words: the thread still has its id, but runs no more code.  It may have
 * been killed before its first stop, or just now: then its end tells more.
 */
void
dt_life_last_words(struct dt_trace *t, struct dt_thread *th)
{
	unsigned long status = 0;

	if (ptrace(PTRACE_GETEVENTMSG, th->tid, NULL, &status) == 0)
		end(t, th, (int)status);
}

/* The first thread of a process is the last to be waited for. */
void
dt_life_end(struct dt_trace *t, pid_t tid, int status)
{
	struct dt_thread *th = dt_thread_find(t, tid);

	if (th != NULL)
		end(t, th, status);
	dt_thread_drop(t, tid);
	__atomic_store_n(&t->ctl->left, t->nthreads, __ATOMIC_SEQ_CST);
	release(t, tid);
}
