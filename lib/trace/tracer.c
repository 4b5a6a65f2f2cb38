/* SPDX-License-Identifier: MIT */
/*
 * tracer.c - the process that holds and traces a victim.
 *
 * ptrace belongs to a thread, and a consumer may create a victim in one thread
 * and continue it in another.  So a tracer of our own starts the victim, and
 * lives as long as it is held; then it detaches and the victim is no longer
 * traced.  For the embedded engine it goes on instead, and reports what the
 * victim does; a process that runs already gets a tracer for that.
 *
 * When there is nothing left to trace, the tracer of a victim that we started
 * stays as its guard: if the consumer dies, it kills the victim, as the end of
 * the tracer would.
 *
 * The tracer shares all memory with us but is a process: a wait() of the
 * consumer would take from a thread the stops of what it traces, and each stop
 * would send the consumer a SIGCHLD.  A thread of ours lends it its storage for
 * the C library, and does nothing but wait for its end.  The victim is started
 * as our child all the same, so it is the consumer's to wait for.
 *
 * Somebody may kill it, at any point of its work.  So it and we do not share a
 * lock or a condition that would be left as it was: words are waited for, or
 * locks are robust.  Those belong to the lender, as libc sees it, and are freed
 * by the kernel as that ends, right after the tracer.  One lock of libc's is
 * not: that of the memory which the lender allocates from, if the tracer died
 * in there.  So then the lender leaves without libc, which would put that away,
 * and what a killed tracer has allocated is never freed.
 */
#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "trace/victim_priv.h"

#define	STACKSIZE	(256 * 1024)
#define	WAKEUP		SIGTERM		/* ends the wait of a guard */

/* A word that is not 0, and then stays as it is until it was looked at. */
static uint32_t
await_word(uint32_t *word)
{
	uint32_t v;

	while ((v = __atomic_load_n(word, __ATOMIC_ACQUIRE)) == 0)
		(void) syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, 0, NULL);
	return v;
}

static void
set_word(uint32_t *word, uint32_t v)
{
	__atomic_store_n(word, v, __ATOMIC_RELEASE);
	(void) syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1);
}

static void
answer(struct ps_prochandle *p, int err)
{
	p->err = err;
	set_word(&p->ready, 1);
}

/*
 * The end of a tracer; p may be gone after it.  One that was killed may have
 * had locks in p: these are not free before we end, so p has to stay.
 */
static void
finish(struct ps_prochandle *p)
{
	bool orphan;

	pthread_mutex_lock(&p->lock);
	p->over = true;
	orphan = p->orphan && p->lost == 0;
	pthread_mutex_unlock(&p->lock);
	if (orphan)
		dt_victim_forget(p);
}

/*
 * Until we are dismissed.  The signal that then wakes us also arrives when the
 * consumer dies or execs; anybody else who sends it is ignored.
 */
static void
guard(struct ps_prochandle *p)
{
	siginfo_t si;
	sigset_t set;

	(void) sigemptyset(&set);
	(void) sigaddset(&set, WAKEUP);
	(void) prctl(PR_SET_PDEATHSIG, WAKEUP);
	while (__atomic_load_n(&p->order, __ATOMIC_ACQUIRE) != LEAVE) {
		if (getppid() == p->consumer && (sigwaitinfo(&set, &si) < 0 ||
		    si.si_pid != p->consumer))
			continue;
		if (__atomic_load_n(&p->order, __ATOMIC_ACQUIRE) != LEAVE)
			(void) pidfd_send_signal(p->pidfd, SIGKILL, NULL, 0);
		return;
	}
}

static void
follow(struct ps_prochandle *p, enum dt_trace_how how)
{
	int err = dt_trace_begin(p->trace, how);

	answer(p, err);
	if (err != 0)
		return;
	dt_trace_loop(p->trace);
	set_word(&p->idle, 1);
	if (p->created)
		guard(p);
}

static void
detach(struct ps_prochandle *p)
{
	int err;

	(void) prctl(PR_SET_PDEATHSIG, WAKEUP);
	err = ptrace(PTRACE_DETACH, p->pid, NULL, NULL) != 0 ? -errno : 0;
	answer(p, err);
	if (err == 0)
		guard(p);
}

static int
keep(void *arg)
{
	struct ps_prochandle *p = arg;
	int err = dt_exec_hold(p);
	enum order order;

	answer(p, err);
	if (err != 0)
		return 0;
	order = (enum order)await_word(&p->order);
	if (order == RUN && p->trace != NULL) {
		follow(p, DT_TRACE_HELD);
	} else if (order == RUN) {
		detach(p);
	} else {
		dt_exec_kill(p->pid);
		answer(p, 0);
	}
	return 0;
}

static int
keep_running(void *arg)
{
	follow(arg, DT_TRACE_SEIZE);
	return 0;
}

/*
 * In the tracer, which must not outlive us.  It waits for its children, also if
 * the consumer ignores those it has: the handlers are its own.
 */
static int
begin_tracer(void *arg)
{
	struct ps_prochandle *p = arg;

	(void) prctl(PR_SET_PDEATHSIG, SIGKILL);
	(void) prctl(PR_SET_NAME, "dt_tracer");
	(void) signal(SIGCHLD, SIG_DFL);
	return p->work(p);
}

/*
 * Its end is told to nobody but who asks for it in particular.  Who does finds
 * it as long as it has not been noted: see dt_tracer_lost().
 */
static void
await_end(struct ps_prochandle *p, pid_t pid)
{
	siginfo_t si = { .si_code = CLD_EXITED };
	struct dt_trace *t;

	while (waitid(P_PID, (id_t)pid, &si, WEXITED | WNOWAIT | __WCLONE) !=
	    0 && errno == EINTR)
		;
	if (si.si_code != CLD_EXITED) {
		__atomic_store_n(&p->lost, si.si_status, __ATOMIC_RELEASE);
		t = __atomic_load_n(&p->trace, __ATOMIC_ACQUIRE);
		if (t != NULL)
			dt_bell_forget(t);
		answer(p, -ECHILD);
	}
	set_word(&p->idle, 1);
	(void) waitpid(pid, NULL, __WCLONE);
}

static void *
lend(void *arg)
{
	struct ps_prochandle *p = arg;
	bool lost;
	char *stack = mmap(NULL, STACKSIZE, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
	pid_t pid = -1;

	if (stack != MAP_FAILED)
		pid = clone(begin_tracer, stack + STACKSIZE, CLONE_VM |
		    CLONE_FS | CLONE_FILES | CLONE_PARENT_SETTID, p,
		    &p->tracer);
	if (pid < 0)
		answer(p, -errno);
	else
		await_end(p, pid);
	if (stack != MAP_FAILED)
		(void) munmap(stack, STACKSIZE);
	lost = p->lost != 0;
	finish(p);
	if (lost)
		(void) syscall(SYS_exit, 0);
	return NULL;
}

/*
 * A second answer, that the tracer was killed, may come over the first as that
 * is taken: if the exchange takes it as well, then its err is seen, which a
 * mere store would not make sure of, and nobody would say it again.
 */
static int
await_answer(struct ps_prochandle *p)
{
	(void) await_word(&p->ready);
	(void) __atomic_exchange_n(&p->ready, 0, __ATOMIC_ACQ_REL);
	return p->err;
}

void
dt_tracer_join(struct ps_prochandle *p)
{
	pthread_join(p->lender, NULL);
	p->has_tracer = false;
}

/* Neither takes signals: they are for the consumer's own threads. */
static int
start_tracer(struct ps_prochandle *p, int (*work)(void *))
{
	sigset_t all;
	int err;

	p->work = work;
	p->consumer = getpid();
	p->order = HOLD;
	p->lost = 0;			/* there may have been one before */
	p->ready = p->idle = 0;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &p->mask);
	err = pthread_create(&p->lender, NULL, lend, p);
	pthread_sigmask(SIG_SETMASK, &p->mask, NULL);
	if (err != 0)
		return -err;
	p->has_tracer = true;
	err = await_answer(p);
	if (err != 0)
		dt_tracer_join(p);
	return err;
}

int
dt_tracer_create(struct ps_prochandle *p)
{
	return start_tracer(p, keep);
}

int
dt_tracer_seize(struct ps_prochandle *p)
{
	return start_tracer(p, keep_running);
}

int
dt_tracer_order(struct ps_prochandle *p, enum order order)
{
	int err;

	set_word(&p->order, order);
	err = await_answer(p);
	p->held = false;
	if (order == KILL || err != 0)
		dt_tracer_join(p);
	return err;
}

void
dt_tracer_await(struct ps_prochandle *p)
{
	(void) await_word(&p->idle);
}

void
dt_tracer_dismiss(struct ps_prochandle *p)
{
	__atomic_store_n(&p->order, LEAVE, __ATOMIC_RELEASE);
	if (dt_tracer_lost(p) == 0)
		(void) kill(p->tracer, WAKEUP);
}

bool
dt_tracer_leave(struct ps_prochandle *p)
{
	bool over;

	pthread_mutex_lock(&p->lock);
	over = p->over;
	p->orphan = !over;
	if (!over)
		pthread_detach(p->lender);
	pthread_mutex_unlock(&p->lock);
	return !over;
}

int
dt_tracer_lost(const struct ps_prochandle *p)
{
	siginfo_t si = { .si_pid = 0 };

	if (waitid(P_PID, (id_t)p->tracer, &si, WEXITED | WNOHANG | WNOWAIT |
	    __WCLONE) == 0 && si.si_pid != 0 && si.si_code != CLD_EXITED)
		return si.si_status;
	return __atomic_load_n(&p->lost, __ATOMIC_ACQUIRE);
}
