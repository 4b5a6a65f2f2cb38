/* SPDX-License-Identifier: MIT */
/*
 * victim.c - start a process and hold it at its exec, or watch one.
 *
 * What holds it is ptrace: the only stop that comes after the exec, before the
 * program's first instruction, that nobody else can end, and that kills the
 * victim if we die.  But ptrace belongs to a thread, and a consumer may create
 * a victim in one thread and continue it in another.  So a keeper of our own
 * starts the victim, and lives as long as it is held; then it detaches and
 * nothing of the tracing remains.  For the embedded engine it goes on instead,
 * and reports what the victim does; a process that runs already gets a keeper
 * for that.
 *
 * The keeper shares all memory with us but is a process: a wait() of the
 * consumer would take from a thread the stops of what it traces, and each stop
 * would send the consumer a SIGCHLD.  A thread of ours lends it its storage for
 * the C library, and does nothing but wait for its end.  The victim is started
 * as our child all the same, so it is the consumer's to wait for.
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "proc/trace.h"
#include "proc/victim.h"

#define	STACKSIZE	(256 * 1024)
#define	SYSCALL_STOP	(SIGTRAP | 0x80)

enum order { HOLD, RUN, KILL };

struct ps_prochandle {
	pid_t pid;
	int pidfd;
	bool created, ended;
	int status;

	/* Of a created victim.  While it is held the keeper awaits orders. */
	bool held;
	enum order order;
	struct dt_trace *trace;
	uint32_t notes, noted;		/* DT_NOTE_*; those that were said */

	bool has_keeper;		/* there is one to be joined */
	pthread_t lender;		/* of thread-local storage */
	int (*work)(void *arg);		/* of the keeper */
	pthread_mutex_t lock;		/* of what follows */
	pthread_cond_t cond;
	bool ready;			/* err is the answer of the keeper */
	bool over;			/* the keeper has done its work */
	bool orphan;			/* and frees p at its end */
	int err;
	/* For the keeper's start only. */
	pid_t keeper;
	const char *file;
	char *const *argv;
	char *const *envp;
	sigset_t mask;
};

static void
report_error(int fd, int err)
{
	ssize_t n;

	do
		n = write(fd, &err, sizeof(err));
	while (n < 0 && errno == EINTR);
}

/* In the new process.  Only what is safe between fork and exec. */
static _Noreturn void
become(const struct ps_prochandle *p, int go, int report)
{
	ssize_t n;
	char c;

	/* Yama lets only ancestors trace, and those whom one asks to. */
	(void) prctl(PR_SET_PTRACER, p->keeper, 0, 0, 0);
	report_error(report, 0);
	do
		n = read(go, &c, 1);
	while (n < 0 && errno == EINTR);
	if (n == 1) {
		pthread_sigmask(SIG_SETMASK, &p->mask, NULL);
		execvpe(p->file, p->argv, p->envp);
	}
	report_error(report, errno);
	_exit(127);
}

/* Its next stop, or -ECHILD if it has ended. */
static int
await_stop(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, __WALL) < 0)
		if (errno != EINTR)
			return -ECHILD;
	return WIFSTOPPED(status) ? status >> 8 : -ECHILD;
}

/*
 * Until the exec is over, its return included: 0; or until it has ended:
 * -ECHILD.  A signal on the way is delivered.
 */
static int
await_exec(pid_t pid)
{
	int how = PTRACE_CONT, stop = await_stop(pid);

	while (stop >= 0 && stop != SYSCALL_STOP) {
		if (stop == (SIGTRAP | PTRACE_EVENT_EXEC << 8))
			how = PTRACE_SYSCALL;
		(void) ptrace(how, pid, NULL, stop < 256 ? (long)stop : 0L);
		stop = await_stop(pid);
	}
	return stop < 0 ? stop : 0;
}

/* It is our parent's child: what we learn of its end is but the tracer's. */
static void
kill_traced(pid_t pid)
{
	(void) kill(pid, SIGKILL);
	while (waitpid(pid, NULL, __WALL) < 0 && errno == EINTR)
		;
}

/* What the child reports: 0 when it is ready, then why its exec failed. */
static int
read_report(int fd)
{
	int err;
	ssize_t n = read(fd, &err, sizeof(err));

	return n == (ssize_t)sizeof(err) ? -err : -ECHILD;
}

/* The child waits until it is traced; then its exec can be seen. */
static int
lead_to_exec(struct ps_prochandle *p, int go, int report)
{
	int err = read_report(report);

	if (err != 0)
		return err;
	if (ptrace(PTRACE_SEIZE, p->pid, NULL,
	    (long)(PTRACE_O_TRACEEXEC | PTRACE_O_TRACESYSGOOD |
	    PTRACE_O_EXITKILL)) != 0) {
		err = -errno;
		kill_traced(p->pid);
		return err;
	}
	(void) !write(go, "", 1);
	err = await_exec(p->pid);
	return err != 0 ? read_report(report) : 0;
}

static int
start(struct ps_prochandle *p)
{
	int go[2], report[2], err;

	if (pipe2(go, O_CLOEXEC) != 0)
		return -errno;
	if (pipe2(report, O_CLOEXEC) != 0) {
		err = -errno;
		close(go[0]);
		close(go[1]);
		return err;
	}
	p->keeper = getpid();
	p->pid = (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
	if (p->pid == 0) {
		close(go[1]);	/* or it would wait for itself if we die */
		become(p, go[0], report[1]);
	}
	err = p->pid < 0 ? -errno : 0;
	close(go[0]);
	close(report[1]);
	if (err == 0)
		err = lead_to_exec(p, go[1], report[0]);
	close(go[1]);
	close(report[0]);
	return err;
}

static void
answer(struct ps_prochandle *p, int err)
{
	pthread_mutex_lock(&p->lock);
	p->err = err;
	p->ready = true;
	pthread_cond_broadcast(&p->cond);
	pthread_mutex_unlock(&p->lock);
}

static enum order
await_order(struct ps_prochandle *p)
{
	enum order order;

	pthread_mutex_lock(&p->lock);
	while (p->order == HOLD)
		pthread_cond_wait(&p->cond, &p->lock);
	order = p->order;
	pthread_mutex_unlock(&p->lock);
	return order;
}

static void
forget(struct ps_prochandle *p)
{
	dt_trace_destroy(p->trace);
	if (p->pidfd >= 0)
		close(p->pidfd);
	pthread_cond_destroy(&p->cond);
	pthread_mutex_destroy(&p->lock);
	free(p);
}

/* The end of a keeper; p may be gone after it. */
static void
finish(struct ps_prochandle *p)
{
	bool orphan;

	pthread_mutex_lock(&p->lock);
	p->over = true;
	orphan = p->orphan;
	pthread_mutex_unlock(&p->lock);
	if (orphan)
		forget(p);
}

static void
follow(struct ps_prochandle *p, enum dt_trace_how how)
{
	int err = dt_trace_begin(p->trace, how);

	answer(p, err);
	if (err == 0)
		dt_trace_loop(p->trace);
}

static int
keep(void *arg)
{
	struct ps_prochandle *p = arg;
	int err = start(p);
	enum order order;

	answer(p, err);
	if (err != 0)
		return 0;
	order = await_order(p);
	if (order == RUN && p->trace != NULL) {
		follow(p, DT_TRACE_HELD);
	} else if (order == RUN) {
		answer(p, ptrace(PTRACE_DETACH, p->pid, NULL, NULL) != 0 ?
		    -errno : 0);
	} else {
		kill_traced(p->pid);
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

/* In the keeper, which must not outlive us. */
static int
begin_keeper(void *arg)
{
	struct ps_prochandle *p = arg;

	(void) prctl(PR_SET_PDEATHSIG, SIGKILL);
	(void) prctl(PR_SET_NAME, "dt_keeper");
	return p->work(p);
}

/* Its end is told to nobody but who asks for it in particular. */
static void *
lend(void *arg)
{
	struct ps_prochandle *p = arg;
	char *stack = mmap(NULL, STACKSIZE, PROT_READ | PROT_WRITE,
	    MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
	pid_t pid = -1;
	int status = 0;

	if (stack != MAP_FAILED)
		pid = clone(begin_keeper, stack + STACKSIZE,
		    CLONE_VM | CLONE_FS | CLONE_FILES, p);
	if (pid < 0)
		answer(p, -errno);
	else
		while (waitpid(pid, &status, __WCLONE) < 0 && errno == EINTR)
			;
	if (WIFSIGNALED(status))
		answer(p, -ECHILD);
	if (stack != MAP_FAILED)
		(void) munmap(stack, STACKSIZE);
	finish(p);
	return NULL;
}

static int
await_answer(struct ps_prochandle *p)
{
	int err;

	pthread_mutex_lock(&p->lock);
	while (!p->ready)
		pthread_cond_wait(&p->cond, &p->lock);
	p->ready = false;
	err = p->err;
	pthread_mutex_unlock(&p->lock);
	return err;
}

static void
join_keeper(struct ps_prochandle *p)
{
	pthread_join(p->lender, NULL);
	p->has_keeper = false;
}

/* Neither takes signals: they are for the consumer's own threads. */
static int
start_keeper(struct ps_prochandle *p, int (*work)(void *))
{
	sigset_t all;
	int err;

	p->work = work;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &p->mask);
	err = pthread_create(&p->lender, NULL, lend, p);
	pthread_sigmask(SIG_SETMASK, &p->mask, NULL);
	if (err != 0)
		return -err;
	p->has_keeper = true;
	err = await_answer(p);
	if (err != 0)
		join_keeper(p);
	return err;
}

static int
give_order(struct ps_prochandle *p, enum order order)
{
	int err;

	pthread_mutex_lock(&p->lock);
	p->order = order;
	pthread_cond_broadcast(&p->cond);
	pthread_mutex_unlock(&p->lock);
	err = await_answer(p);
	p->held = false;
	if (order == KILL || p->trace == NULL)
		join_keeper(p);
	return err;
}

static struct ps_prochandle *
new_handle(void)
{
	struct ps_prochandle *p = calloc(1, sizeof(*p));

	if (p == NULL)
		return NULL;
	p->pidfd = -1;
	p->status = -1;
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->cond, NULL);
	return p;
}

/* pidfd_open() sets close-on-exec by itself. */
static int
open_pidfd(struct ps_prochandle *p)
{
	p->pidfd = pidfd_open(p->pid, 0);
	return p->pidfd < 0 ? -errno : 0;
}

/*
 * Of a victim that was killed, or that could not start: that one is no ordinary
 * child, as the keeper is none.
 */
static void
reap(const struct ps_prochandle *p)
{
	while (p->pid > 0 && waitpid(p->pid, NULL, __WALL) < 0 &&
	    errno == EINTR)
		;
}

int
dt_victim_create(struct ps_prochandle **pp, const char *file,
    char *const argv[], char *const envp[])
{
	struct ps_prochandle *p;
	int err;

	if (file == NULL || argv == NULL || argv[0] == NULL)
		return -EINVAL;
	p = new_handle();
	if (p == NULL)
		return -ENOMEM;
	p->created = true;
	p->file = file;
	p->argv = argv;
	p->envp = envp != NULL ? envp : environ;
	err = start_keeper(p, keep);
	p->held = err == 0;
	p->file = NULL;
	p->argv = NULL;
	p->envp = NULL;
	if (err == 0)
		err = open_pidfd(p);
	if (err == 0 && dt_right_lost(p->pid))
		p->notes = DT_NOTE_SETUID;
	if (err != 0) {
		if (p->held)
			(void) give_order(p, KILL);
		reap(p);
		forget(p);
		return err;
	}
	*pp = p;
	return 0;
}

static bool
has_ended(const struct ps_prochandle *p)
{
	struct pollfd pfd = { .fd = p->pidfd, .events = POLLIN };

	return poll(&pfd, 1, 0) == 1 && (pfd.revents & POLLIN) != 0;
}

int
dt_victim_grab(struct ps_prochandle **pp, pid_t pid)
{
	struct ps_prochandle *p;
	int err;

	if (pid <= 0)
		return -EINVAL;
	p = new_handle();
	if (p == NULL)
		return -ENOMEM;
	p->pid = pid;
	err = open_pidfd(p);
	if (err == 0 && pidfd_send_signal(p->pidfd, 0, NULL, 0) != 0)
		err = -errno;
	if (err == 0 && has_ended(p))
		err = -ESRCH;
	if (err != 0) {
		forget(p);
		return err;
	}
	*pp = p;
	return 0;
}

int
dt_victim_continue(struct ps_prochandle *p)
{
	return p->held ? give_order(p, RUN) : 0;
}

int
dt_victim_trace(struct ps_prochandle *p, const struct dt_trace_conf *conf)
{
	int err;

	if (p->trace != NULL)
		return -EBUSY;
	if (p->pid == getpid())		/* who would wait for itself */
		return -EDEADLK;
	err = dt_trace_create(&p->trace, conf, p->pid);
	if (err != 0 || p->held)
		return err;
	err = start_keeper(p, keep_running);
	if (err != 0) {
		dt_trace_destroy(p->trace);
		p->trace = NULL;
	}
	return err;
}

bool
dt_victim_bound(struct ps_prochandle *p)
{
	return p->trace != NULL && p->has_keeper && !p->held &&
	    dt_trace_bound(p->trace);
}

uint32_t
dt_victim_notes(struct ps_prochandle *p)
{
	uint32_t notes = p->notes;

	if (p->trace != NULL)
		notes |= dt_trace_notes(p->trace);
	notes &= ~p->noted;
	p->noted |= notes;
	return notes;
}

void
dt_victim_untrace(struct ps_prochandle *p)
{
	if (p->trace == NULL)
		return;
	dt_trace_quiet(p->trace);
	if (p->has_keeper && !p->held && dt_trace_let_go(p->trace))
		join_keeper(p);
}

void
dt_victim_sample(struct ps_prochandle *p, uint32_t probe)
{
	if (p->trace != NULL)
		dt_trace_sample(p->trace, probe);
}

/* The keeper of a victim that cannot do without: p is its own from now on. */
static bool
leave_to_keeper(struct ps_prochandle *p)
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

void
dt_victim_release(struct ps_prochandle *p)
{
	if (p == NULL)
		return;
	if (p->held) {
		(void) give_order(p, KILL);
		reap(p);
	}
	dt_victim_untrace(p);
	if (p->has_keeper) {
		if (leave_to_keeper(p))
			return;
		join_keeper(p);
	}
	(void) dt_victim_ended(p, NULL);	/* leave no zombie */
	forget(p);
}

pid_t
dt_victim_pid(const struct ps_prochandle *p)
{
	return p->pid;
}

int
dt_victim_fd(const struct ps_prochandle *p)
{
	return p->pidfd;
}

/*
 * Who traces it is told of its end before us, and may be about to take note:
 * until then it counts as running.
 */
static bool
collect(struct ps_prochandle *p)
{
	pid_t pid;

	if (!p->created || p->held)
		return true;
	pid = waitpid(p->pid, &p->status, WNOHANG);
	if (pid != p->pid)
		p->status = -1;
	return pid != 0;
}

bool
dt_victim_ended(struct ps_prochandle *p, int *status)
{
	if (!p->ended && has_ended(p))
		p->ended = collect(p);
	if (p->ended && status != NULL)
		*status = p->status;
	return p->ended;
}
