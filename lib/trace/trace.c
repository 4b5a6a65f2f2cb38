/* SPDX-License-Identifier: MIT */
/* trace.c - the loop of the tracer. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/clock.h"
#include "trace/break.h"

#define	NSEC		1000000000ll
#define	REST		3	/* times the duration of a sample */
#define	MEMORY_TRIES	100	/* for a new thread, which stays stopped */
#define	MEMORY_WAIT	10000	/* us between them */
#define	LINGER		100000000	/* ns to wait for last stops */

int
dt_trace_create(struct dt_trace **tp, const struct dt_trace_conf *conf,
    const struct dt_sites *sites, const struct dt_trace_ops *ops, void *arg,
    struct dt_trace_ctl *ctl, pid_t pid)
{
	struct dt_trace *t = calloc(1, sizeof(*t));

	if (t == NULL)
		return -ENOMEM;
	t->conf = *conf;
	t->sites = *sites;
	t->ops = ops;
	t->arg = arg;
	t->ctl = ctl;
	t->root = pid;
	__atomic_store_n(&ctl->left, 1, __ATOMIC_SEQ_CST);
	*tp = t;
	return 0;
}

/* --- firings -------------------------------------------------------------- */

static bool
is_quiet(const struct dt_trace *t)
{
	return __atomic_load_n(&t->ctl->quiet, __ATOMIC_SEQ_CST) != 0;
}

void
dt_trace_fire(struct dt_trace *t, struct dt_thread *th, struct dt_firing *f)
{
	char comm[DT_COMMLEN + 1];

	if (is_quiet(t))
		return;
	dt_thread_describe(t, th, f, comm);
	t->ops->fire(t->arg, f);
}

void
dt_trace_gone(struct dt_trace *t, const struct dt_thread *th)
{
	const struct dt_firing f = { .serial = th->serial,
	    .pid = (uint32_t)th->pid, .tid = (uint32_t)th->tid };

	if (!is_quiet(t))
		t->ops->gone(t->arg, &f);
}

void
dt_trace_mapped(struct dt_trace *t, pid_t pid)
{
	if (t->conf.grows && !is_quiet(t) &&
	    !t->ops->mapped(t->arg, pid, &t->sites))
		dt_trace_note(t, DT_NOTE_UNPROBED);
}

void
dt_trace_note(const struct dt_trace *t, uint32_t note)
{
	(void) __atomic_fetch_or(&t->ctl->notes, note, __ATOMIC_SEQ_CST);
}

/* --- orders of the consumer ----------------------------------------------- */

/*
 * Sample the threads that run.  Reading the states of many threads takes long,
 * so the tracer takes no samples for a multiple of that time.
 */
static void
sample_running(struct dt_trace *t, uint64_t due)
{
	int64_t begun = dt_clock_mono();
	struct dt_thread *th;
	size_t i;

	for (i = 0; i < DT_THREADHASH; i++)
		for (th = t->hash[i]; th != NULL; th = th->next)
			if (th->lives && !th->ended && dt_thread_runs(th) &&
			    dt_stop_interrupt(t, th))
				th->due |= due;
	t->rest = dt_clock_mono() + REST * (dt_clock_mono() - begun);
}

/*
 * False: detach from all threads.  Samples that fall due while none are taken
 * are combined.
 */
static bool
handle_orders(struct dt_trace *t)
{
	bool on = t->ops->woken(t->arg);
	uint64_t due = 0;

	dt_waker_resume(t);
	if (dt_clock_mono() >= t->rest)
		due = __atomic_exchange_n(&t->ctl->due, 0, __ATOMIC_SEQ_CST);
	if (due != 0 && on && !is_quiet(t))
		sample_running(t, due);
	if (is_quiet(t))
		dt_space_end(t);
	return on;
}

/* --- waiting ------------------------------------------------------------ */

static void
at_wait(struct dt_trace *t, pid_t tid, int status)
{
	struct dt_thread *th;

	if (!WIFSTOPPED(status)) {
		dt_life_end(t, tid, status);
		return;
	}
	th = dt_life_new(t, tid);
	for (int i = 0; th == NULL && i < MEMORY_TRIES; i++) {
		(void) usleep(MEMORY_WAIT);
		th = dt_life_new(t, tid);
	}
	if (th != NULL) {
		dt_stop_at(t, th, status);
		return;
	}
	dt_trace_note(t, DT_NOTE_UNSEEN);
	(void) ptrace(PTRACE_DETACH, tid, NULL, NULL);
}

/* SIGCHLD is blocked, which sigtimedwait() requires. */
static void
await_child(int64_t until)
{
	int64_t ns = until - dt_clock_mono();
	struct timespec left = { ns / NSEC, ns % NSEC };
	sigset_t chld;

	sigemptyset(&chld);
	(void) sigaddset(&chld, SIGCHLD);
	if (ns > 0)
		(void) sigtimedwait(&chld, NULL, &left);
}

/*
 * A signal to the tracer at each stop slows the traced threads down, so the
 * kernel sends them only while the tracer waits for one.
 */
static void
signal_stops(bool on)
{
	const struct sigaction sa = {
		.sa_handler = SIG_DFL,
		.sa_flags = on ? 0 : SA_NOCLDSTOP,
	};

	(void) sigaction(SIGCHLD, &sa, NULL);
}

/* The thread of the next stop or end; 0 if there is none until that time. */
static pid_t
stop_until(int64_t until, int *status)
{
	pid_t tid;

	signal_stops(true);
	tid = waitpid(-1, status, __WALL | WNOHANG);
	if (tid == 0)
		await_child(until);
	signal_stops(false);
	return tid;
}

/* The same; it waits no longer than threads may wait for birth events. */
static pid_t
next_stop(struct dt_trace *t, int *status)
{
	pid_t tid;

	if (t->nwaits == 0)
		return waitpid(-1, status, __WALL);
	tid = stop_until(t->patience, status);
	if (tid == 0 && dt_clock_mono() >= t->patience)
		dt_life_release(t);
	return tid;
}

/* Handle the stops of other threads before orders: they have waited longer. */
static bool
woken(struct dt_trace *t)
{
	uint32_t n = t->nthreads;
	int status;
	pid_t tid = 1;

	while (n-- > 0 && tid > 0) {
		tid = waitpid(-1, &status, __WALL | WNOHANG);
		if (tid > 0 && tid != t->waker)
			at_wait(t, tid, status);
	}
	return handle_orders(t);
}

/*
 * Is there a tracee that has not stopped yet?  A thread that was killed before
 * its birth event may have created one.
 */
static bool
has_unknown(struct dt_trace *t)
{
	siginfo_t si;

	dt_waker_destroy(t);
	return waitid(P_ALL, 0, &si, WEXITED | WSTOPPED | WNOHANG | WNOWAIT |
	    __WALL) == 0 && dt_waker_create(t) == 0;
}

/* Does a thread that was asked to stop run, rather than block? */
static bool
is_any_running(const struct dt_trace *t)
{
	const struct dt_thread *th;

	for (size_t i = 0; i < DT_THREADHASH; i++)
		for (th = t->hash[i]; th != NULL; th = th->next)
			if (th->interrupted && dt_thread_runs(th))
				return true;
	return false;
}

/*
 * Wait for threads that have been asked to stop.  Without a tracer their calls
 * would fail with EINTR, and a breakpoint just hit would kill its thread.
 */
static void
linger(struct dt_trace *t)
{
	int64_t until = dt_clock_mono() + LINGER;
	int status;
	pid_t tid;

	while (t->ninterrupted != 0 && (dt_clock_mono() < until ||
	    (t->leaves && is_any_running(t)))) {
		if (dt_clock_mono() >= until)
			until += LINGER;
		tid = stop_until(until, &status);
		if (tid > 0 && tid != t->waker)
			at_wait(t, tid, status);
	}
}

/*
 * Remove the breakpoints.  Each thread must stop once more, since one that has
 * hit a breakpoint before must execute the instruction under it.
 */
static void
leave(struct dt_trace *t)
{
	struct dt_thread *th;

	dt_space_end(t);
	t->leaves = t->spaces != NULL;
	for (size_t i = 0; t->leaves && i < DT_THREADHASH; i++)
		for (th = t->hash[i]; th != NULL; th = th->next)
			if (th->lives && !th->ended)
				(void) dt_stop_interrupt(t, th);
	linger(t);
}

/* --- begin and loop ----------------------------------------------------- */

static int
begin_held(struct dt_trace *t)
{
	struct dt_thread *th = dt_life_new(t, t->root);
	long options = DT_TRACE_OPTIONS;
	int filtered, err;

	if (th == NULL)
		return -ENOMEM;
	th->known = th->lives = true;
	filtered = dt_trace_filter(&t->conf, t->root);
	t->filter = filtered >= 0;
	t->bound = filtered == 0;
	if (t->bound)
		options |= PTRACE_O_TRACESECCOMP | PTRACE_O_EXITKILL;
	__atomic_store_n(&t->ctl->bound, t->bound, __ATOMIC_SEQ_CST);
	if (ptrace(PTRACE_SETOPTIONS, t->root, NULL, options) != 0)
		return -errno;
	err = dt_space_begin(t, th);
	if (err == 0)
		dt_stop_resume(t, th, 0);
	return err;
}

/* Threads that are created later are traced, too, and share the memory. */
static int
begin_running(struct dt_trace *t)
{
	int err = dt_seize_all(t);
	struct dt_thread *th = dt_thread_find(t, t->root);

	t->filter = !dt_trace_wants_calls(&t->conf);
	return err != 0 || th == NULL ? err : dt_space_begin(t, th);
}

int
dt_trace_begin(struct dt_trace *t, enum dt_trace_how how)
{
	int err = dt_waker_create(t);

	if (err != 0)
		return err;
	signal_stops(false);
	if (t->sites.n != 0 || t->conf.grows)
		dt_guard_create(t);
	err = how == DT_TRACE_HELD ? begin_held(t) : begin_running(t);
	if (err != 0) {
		leave(t);
		dt_waker_destroy(t);
	}
	return err;
}

void
dt_trace_loop(struct dt_trace *t)
{
	bool on = true;
	int status;
	pid_t tid;

	while (on && (t->nthreads != 0 || has_unknown(t))) {
		tid = next_stop(t, &status);
		if (tid < 0 && errno != EINTR)
			break;
		if (tid > 0 && tid == t->waker)
			on = woken(t);
		else if (tid > 0)
			at_wait(t, tid, status);
	}
	if (!on)
		leave(t);
	dt_waker_destroy(t);
}
