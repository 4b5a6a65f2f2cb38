/* SPDX-License-Identifier: MIT */
/*
 * trace.c - what each stop of a traced thread means.
 *
 * With a filter a thread stops where a wanted call begins, and where it ends if
 * that end is wanted; without one it stops at both ends of every call.  A new
 * thread that stops before its parent has told of it waits: its parent's stop
 * may be behind many of its own, and would then name a thread that is gone.
 */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <linux/audit.h>
#include "proc/trace_priv.h"

#define	SYSCALL_STOP	(SIGTRAP | 0x80)
#define	OPTIONS		(PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACESECCOMP | \
	PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | \
	PTRACE_O_TRACEEXEC | PTRACE_O_TRACEEXIT)

#ifdef __aarch64__
#define	NATIVE	AUDIT_ARCH_AARCH64
#define	COMPAT	0		/* no table of 32-bit calls */
#else
#define	NATIVE	AUDIT_ARCH_X86_64
#define	COMPAT	AUDIT_ARCH_I386
#endif

int
dt_trace_create(struct dt_trace **tp, const struct dt_trace_conf *conf,
    pid_t pid)
{
	struct dt_trace *t = calloc(1, sizeof(*t));

	if (t == NULL)
		return -ENOMEM;
	t->conf = *conf;
	t->root = pid;
	t->left = 1;
	pthread_mutex_init(&t->lock, NULL);
	*tp = t;
	return 0;
}

void
dt_trace_destroy(struct dt_trace *t)
{
	if (t == NULL)
		return;
	pthread_mutex_destroy(&t->lock);
	free(t);
}

/* --- firing ------------------------------------------------------------ */

typedef void fire_f(void *arg, const struct dt_firing *f);

static void
tell(struct dt_trace *t, fire_f *fn, const struct dt_firing *f)
{
	pthread_mutex_lock(&t->lock);
	if (!t->quiet)
		fn(t->conf.arg, f);
	pthread_mutex_unlock(&t->lock);
}

void
dt_trace_fire(struct dt_trace *t, struct dt_thread *th, struct dt_firing *f)
{
	char comm[DT_COMMLEN + 1];

	dt_thread_describe(t, th, f, comm);
	tell(t, t->conf.fire, f);
}

static uint32_t
row_of(uint32_t arch, uint64_t nr)
{
	if (nr >= DT_ROW_COMPAT)
		return DT_NOROW;
	if (arch == NATIVE)
		return (uint32_t)nr;
	return arch == COMPAT ? DT_ROW_COMPAT + (uint32_t)nr : DT_NOROW;
}

/* What a handler of a signal ends with goes back to where the signal came. */
static bool
never_returns(uint32_t row)
{
	return row == row_of(NATIVE, SYS_rt_sigreturn);
}

static void
enter_call(struct dt_trace *t, struct dt_thread *th, uint32_t arch,
    uint64_t nr, const uint64_t args[6])
{
	struct dt_firing f = { 0 };
	uint32_t row = row_of(arch, nr);

	th->leave = 0;
	th->call = NULL;
	if (row == DT_NOROW)
		return;
	if (!never_returns(row))
		th->leave = t->conf.leave[row];
	f.probe = t->conf.enter[row];
	memcpy(f.args, args, 6 * sizeof(args[0]));
	if (f.probe != 0)
		dt_trace_fire(t, th, &f);
	dt_event_enter(t, th, row, args);
}

static void
leave_call(struct dt_trace *t, struct dt_thread *th, int64_t rval, bool failed)
{
	uint64_t value = failed ? ~0ull : (uint64_t)rval;
	struct dt_firing f = {
		.probe = th->leave,
		.args = { value, value },
		.err = failed ? -rval : 0,
	};

	th->leave = 0;
	if (f.probe != 0)
		dt_trace_fire(t, th, &f);
	dt_event_leave(t, th, rval);
}

static void
at_call(struct dt_trace *t, struct dt_thread *th)
{
	struct __ptrace_syscall_info i;

	if (ptrace(PTRACE_GET_SYSCALL_INFO, th->tid, sizeof(i), &i) <= 0)
		return;
	switch (i.op) {
	case PTRACE_SYSCALL_INFO_ENTRY:
		enter_call(t, th, i.arch, i.entry.nr, i.entry.args);
		break;
	case PTRACE_SYSCALL_INFO_SECCOMP:
		enter_call(t, th, i.arch, i.seccomp.nr, i.seccomp.args);
		break;
	case PTRACE_SYSCALL_INFO_EXIT:
		leave_call(t, th, i.exit.rval, i.exit.is_error);
		break;
	default:
		break;
	}
}

/* The thread was on a CPU when it was stopped for a timer. */
static void
at_sample(struct dt_trace *t, struct dt_thread *th)
{
	struct __ptrace_syscall_info i;
	struct dt_firing f = { .probe = th->sample };

	th->sample = 0;
	if (ptrace(PTRACE_GET_SYSCALL_INFO, th->tid, sizeof(i), &i) <= 0)
		return;
	f.args[1] = i.instruction_pointer;
	dt_trace_fire(t, th, &f);
}

/* --- going on ---------------------------------------------------------- */

static void
resume(const struct dt_trace *t, const struct dt_thread *th, int sig)
{
	int how = t->filter && th->leave == 0 && th->call == NULL ?
	    PTRACE_CONT : PTRACE_SYSCALL;

	/* It may have been killed; then its end is the next thing we hear. */
	(void) ptrace(how, th->tid, NULL, (long)sig);
}

static struct dt_thread *
new_thread(struct dt_trace *t, pid_t tid)
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
start_life(struct dt_trace *t, struct dt_thread *th)
{
	if (th->lives)
		return;
	th->waits = false;
	th->known = true;
	th->lives = true;
	leave_call(t, th, 0, false);
	dt_event_start(t, th);
}

static void
begin_life(struct dt_trace *t, struct dt_thread *th)
{
	start_life(t, th);
	resume(t, th, 0);
}

static void
at_birth(struct dt_trace *t, struct dt_thread *parent)
{
	unsigned long tid = 0;
	struct dt_thread *th;

	if (ptrace(PTRACE_GETEVENTMSG, parent->tid, NULL, &tid) != 0)
		return;
	th = new_thread(t, (pid_t)tid);
	if (th == NULL)
		return;
	dt_event_create(t, parent, th);
	if (th->lives)
		return;
	th->known = true;
	th->leave = parent->leave;
	if (th->waits)
		begin_life(t, th);
}

/*
 * A parent that was killed tells nobody of its children.  Its process is gone
 * then, or became another by an exec.
 */
static void
resume_children(struct dt_trace *t, pid_t pid)
{
	struct dt_thread *th;
	size_t i;

	for (i = 0; i < DT_THREADHASH; i++)
		for (th = t->hash[i]; th != NULL; th = th->next)
			if (th->waits && th->parent == pid)
				begin_life(t, th);
}

/* A thread other than the first that calls exec gets the first one's id. */
static void
at_exec(struct dt_trace *t, struct dt_thread *th)
{
	unsigned long former = 0;
	struct dt_thread *old;

	if (ptrace(PTRACE_GETEVENTMSG, th->tid, NULL, &former) == 0 &&
	    (pid_t)former != th->tid) {
		dt_event_exit(t, th, 0);	/* the first, if unseen */
		old = dt_thread_find(t, (pid_t)former);
		if (old != NULL) {
			th->leave = old->leave;
			th->call = old->call;
			th->serial = old->serial;
		}
		dt_thread_drop(t, (pid_t)former);
	}
	dt_thread_identify(th);
	th->ended = false;
	dt_event_exec(t, th);
	resume_children(t, th->pid);
}

/* The first thread of a process is the last to be waited for. */
static void
at_end(struct dt_trace *t, pid_t tid, int status)
{
	struct dt_thread *th = dt_thread_find(t, tid);

	if (th != NULL) {
		start_life(t, th);
		dt_event_exit(t, th, status);
	}
	dt_thread_drop(t, tid);
	pthread_mutex_lock(&t->lock);
	t->left = t->nthreads;
	pthread_mutex_unlock(&t->lock);
	resume_children(t, tid);
}

/*
 * Last words: the thread still has its id, but runs no more code.  It may have
 * been killed before its first stop.
 */
static void
at_exit(struct dt_trace *t, struct dt_thread *th)
{
	struct dt_firing f = { .pid = (uint32_t)th->pid,
	    .tid = (uint32_t)th->tid, .serial = th->serial };
	unsigned long status = 0;

	(void) ptrace(PTRACE_GETEVENTMSG, th->tid, NULL, &status);
	start_life(t, th);
	dt_event_exit(t, th, (int)status);
	tell(t, t->conf.gone, &f);
}

static bool
is_stop_signal(int sig)
{
	return sig == SIGSTOP || sig == SIGTSTP || sig == SIGTTIN ||
	    sig == SIGTTOU;
}

static void
detach(struct dt_trace *t, struct dt_thread *th, int sig)
{
	(void) ptrace(PTRACE_DETACH, th->tid, NULL, (long)sig);
	dt_thread_drop(t, th->tid);
}

/* A stop of the tracer's own making, or of job control. */
static void
at_event_stop(struct dt_trace *t, struct dt_thread *th, int sig)
{
	if (!th->known && dt_thread_find(t, th->parent) != NULL) {
		th->waits = true;
		return;
	}
	if (!th->lives) {
		begin_life(t, th);
		return;
	}
	if (th->sample != 0)
		at_sample(t, th);
	if (is_stop_signal(sig))
		(void) ptrace(PTRACE_LISTEN, th->tid, NULL, NULL);
	else
		resume(t, th, 0);
}

static void
at_stop(struct dt_trace *t, struct dt_thread *th, int status)
{
	int sig = WSTOPSIG(status), event = status >> 16, deliver = 0;

	switch (event) {
	case 0:
		if (sig == SYSCALL_STOP)
			at_call(t, th);
		else
			dt_event_signal(t, th, deliver = sig);
		break;
	case PTRACE_EVENT_SECCOMP:
		at_call(t, th);
		break;
	case PTRACE_EVENT_FORK:
	case PTRACE_EVENT_VFORK:
	case PTRACE_EVENT_CLONE:
		at_birth(t, th);
		break;
	case PTRACE_EVENT_EXEC:
		at_exec(t, th);
		break;
	case PTRACE_EVENT_EXIT:
		at_exit(t, th);
		break;
	case PTRACE_EVENT_STOP:
		if (th->leaving)
			break;
		at_event_stop(t, th, sig);
		return;
	default:
		break;
	}
	if (th->leaving)
		detach(t, th, deliver);
	else
		resume(t, th, deliver);
}

/* --- what others ask for ----------------------------------------------- */

void
dt_trace_quiet(struct dt_trace *t)
{
	pthread_mutex_lock(&t->lock);
	t->quiet = true;
	pthread_mutex_unlock(&t->lock);
}

bool
dt_trace_let_go(struct dt_trace *t)
{
	if (t->bound)
		return false;
	pthread_mutex_lock(&t->lock);
	t->let_go = true;
	dt_bell_ring(t);
	pthread_mutex_unlock(&t->lock);
	return true;
}

/* Of samples that come faster than they are taken the last are left out. */
void
dt_trace_sample(struct dt_trace *t, uint32_t probe)
{
	pthread_mutex_lock(&t->lock);
	if (!t->quiet && t->nsamples < DT_NSAMPLES) {
		t->sample[t->nsamples++] = probe;
		dt_bell_ring(t);
	}
	pthread_mutex_unlock(&t->lock);
}

/* A thread that sleeps is left alone: its call might end early. */
static void
interrupt_running(struct dt_trace *t, uint32_t probe)
{
	struct dt_thread *th;
	size_t i;

	for (i = 0; i < DT_THREADHASH; i++)
		for (th = t->hash[i]; th != NULL; th = th->next)
			if (th->known && th->sample == 0 &&
			    dt_thread_runs(th) && ptrace(PTRACE_INTERRUPT,
			    th->tid, NULL, NULL) == 0)
				th->sample = probe;
}

static void
interrupt_all(struct dt_trace *t)
{
	struct dt_thread *th;
	size_t i;

	for (i = 0; i < DT_THREADHASH; i++)
		for (th = t->hash[i]; th != NULL; th = th->next) {
			th->leaving = true;
			(void) ptrace(PTRACE_INTERRUPT, th->tid, NULL, NULL);
		}
}

static void
answer(struct dt_trace *t)
{
	uint32_t sample[DT_NSAMPLES], n, i;
	bool let_go;

	dt_bell_answer(t);
	pthread_mutex_lock(&t->lock);
	n = t->nsamples;
	memcpy(sample, t->sample, sizeof(sample));
	t->nsamples = 0;
	let_go = t->let_go;
	pthread_mutex_unlock(&t->lock);
	for (i = 0; i < n; i++)
		interrupt_running(t, sample[i]);
	if (let_go)
		interrupt_all(t);
}

/* --- begin and loop ---------------------------------------------------- */

static int
begin_held(struct dt_trace *t)
{
	struct dt_thread *th = new_thread(t, t->root);
	int filtered;

	if (th == NULL)
		return -ENOMEM;
	th->known = th->lives = true;
	if (ptrace(PTRACE_SETOPTIONS, t->root, NULL,
	    (long)(OPTIONS | PTRACE_O_EXITKILL)) != 0)
		return -errno;
	filtered = dt_trace_filter(&t->conf, t->root);
	t->filter = filtered >= 0;
	t->bound = filtered == 0;
	resume(t, th, 0);
	return 0;
}

/* Attach to the threads that are not traced yet: how many, or -errno. */
static int
seize_threads(struct dt_trace *t)
{
	char path[64];
	struct dirent *d;
	int n = 0, err = 0;
	DIR *dir;

	(void) snprintf(path, sizeof(path), "/proc/%d/task", (int)t->root);
	dir = opendir(path);
	if (dir == NULL)
		return errno == ENOENT ? -ESRCH : -errno;
	while (err == 0 && (d = readdir(dir)) != NULL) {
		pid_t tid = (pid_t)strtol(d->d_name, NULL, 10);
		struct dt_thread *th;

		if (tid <= 0 || dt_thread_find(t, tid) != NULL)
			continue;
		if (ptrace(PTRACE_SEIZE, tid, NULL, (long)OPTIONS) != 0) {
			err = errno == ESRCH && tid != t->root ? 0 : -errno;
			continue;
		}
		th = new_thread(t, tid);
		err = th == NULL ? -ENOMEM : 0;
		if (th != NULL)
			th->known = th->lives = true;
		(void) ptrace(PTRACE_INTERRUPT, tid, NULL, NULL);
		n++;
	}
	(void) closedir(dir);
	return err != 0 ? err : n;
}

/* Until a look finds no new ones: they are born traced from then on. */
static int
begin_seize(struct dt_trace *t)
{
	int n;

	do
		n = seize_threads(t);
	while (n > 0);
	return n;
}

int
dt_trace_begin(struct dt_trace *t, enum dt_trace_how how)
{
	int err = dt_bell_create(t);

	if (err != 0)
		return err;
	return how == DT_TRACE_HELD ? begin_held(t) : begin_seize(t);
}

static void
at_wait(struct dt_trace *t, pid_t tid, int status)
{
	struct dt_thread *th;

	if (!WIFSTOPPED(status)) {
		at_end(t, tid, status);
		return;
	}
	th = new_thread(t, tid);
	if (th != NULL)
		at_stop(t, th, status);
	else	/* no memory: it runs on unseen */
		(void) ptrace(PTRACE_DETACH, tid, NULL, NULL);
}

void
dt_trace_loop(struct dt_trace *t)
{
	int status;
	pid_t tid;

	while (t->nthreads != 0) {
		tid = waitpid(-1, &status, __WALL | __WNOTHREAD);
		if (tid < 0 && errno != EINTR)
			break;
		if (tid == t->bell && tid > 0)
			answer(t);
		else if (tid > 0)
			at_wait(t, tid, status);
	}
	dt_bell_destroy(t);
}

bool
dt_trace_bound(struct dt_trace *t)
{
	bool bound;

	pthread_mutex_lock(&t->lock);
	bound = t->bound && t->left != 0;
	pthread_mutex_unlock(&t->lock);
	return bound;
}
