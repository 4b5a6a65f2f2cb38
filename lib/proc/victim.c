/* SPDX-License-Identifier: MIT */
/*
 * victim.c - start a process and hold it at its exec, or watch one.
 *
 * What holds it is ptrace: the only stop that comes after the exec, before the
 * program's first instruction, that nobody else can end, and that kills the
 * victim if we die.  But ptrace belongs to a thread, and a consumer may create
 * a victim in one thread and continue it in another.  So a thread of our own,
 * the keeper, starts the victim, and lives as long as it is held; then it
 * detaches and nothing of the tracing remains.  For the embedded engine it goes
 * on instead, and reports what the victim does; a process that runs already
 * gets a keeper for that.
 */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/pidfd.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>
#include "proc/trace.h"
#include "proc/victim.h"

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

	bool has_keeper;		/* there is one to be joined */
	pthread_t keeper;
	pthread_mutex_t lock;		/* of what follows */
	pthread_cond_t cond;
	bool ready;			/* err is the answer of the keeper */
	bool over;			/* the keeper has done its work */
	bool orphan;			/* and frees p at its end */
	int err;
	/* For the keeper's start only. */
	const char *file;
	char *const *argv;
	char *const *envp;
	sigset_t mask;
};

/* In the new process.  Only what is safe between fork and exec. */
static _Noreturn void
become(const struct ps_prochandle *p, int go, int report)
{
	ssize_t n;
	char c;
	int err;

	do
		n = read(go, &c, 1);
	while (n < 0 && errno == EINTR);
	if (n == 1) {
		pthread_sigmask(SIG_SETMASK, &p->mask, NULL);
		execvpe(p->file, p->argv, p->envp);
	}
	err = errno;
	do
		n = write(report, &err, sizeof(err));
	while (n < 0 && errno == EINTR);
	_exit(127);
}

/* Until the exec stops it: 0; or until it has ended: -ECHILD. */
static int
await_exec(pid_t pid)
{
	int status, event;

	for (;;) {
		if (waitpid(pid, &status, __WALL) < 0) {
			if (errno == EINTR)
				continue;
			return -ECHILD;
		}
		if (!WIFSTOPPED(status))
			return -ECHILD;
		event = status >> 16;
		if (event == PTRACE_EVENT_EXEC)
			return 0;
		/* A signal on the way to the exec: it may have it. */
		(void) ptrace(PTRACE_CONT, pid, NULL,
		    event == 0 ? (long)WSTOPSIG(status) : 0L);
	}
}

static void
kill_and_reap(pid_t pid)
{
	kill(pid, SIGKILL);
	while (waitpid(pid, NULL, __WALL) < 0 && errno == EINTR)
		;
}

/* Why the exec failed, from the report of a child that has ended. */
static int
read_report(int fd)
{
	int err;
	ssize_t n = read(fd, &err, sizeof(err));

	return n == (ssize_t)sizeof(err) && err > 0 ? -err : -ECHILD;
}

/* The child waits until it is traced; then its exec can be seen. */
static int
lead_to_exec(struct ps_prochandle *p, int go, int report)
{
	int err;

	if (ptrace(PTRACE_SEIZE, p->pid, NULL,
	    (long)(PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL)) != 0) {
		err = -errno;
		kill_and_reap(p->pid);
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
	p->pid = fork();
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

	if (err != 0) {
		dt_trace_quiet(p->trace);
		(void) dt_trace_let_go(p->trace);
	}
	answer(p, err);
	dt_trace_loop(p->trace);
}

static void *
keep(void *arg)
{
	struct ps_prochandle *p = arg;
	int err = start(p);
	enum order order;

	answer(p, err);
	if (err != 0)
		return NULL;
	order = await_order(p);
	if (order == RUN && p->trace != NULL) {
		follow(p, DT_TRACE_HELD);
	} else if (order == RUN) {
		answer(p, ptrace(PTRACE_DETACH, p->pid, NULL, NULL) != 0 ?
		    -errno : 0);
	} else {
		kill_and_reap(p->pid);
		answer(p, 0);
	}
	finish(p);
	return NULL;
}

static void *
keep_running(void *arg)
{
	struct ps_prochandle *p = arg;

	follow(p, DT_TRACE_SEIZE);
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
	pthread_join(p->keeper, NULL);
	p->has_keeper = false;
}

/*
 * The keeper takes no signals: they are for the consumer's own threads.  But
 * each stop of a tracee sends a SIGCHLD, which the kernel drops at once only if
 * the keeper does not block it and nobody handles it.
 */
static void
keeper_mask(sigset_t *mask)
{
	struct sigaction sa;

	sigfillset(mask);
	if (sigaction(SIGCHLD, NULL, &sa) == 0 && sa.sa_handler == SIG_DFL)
		sigdelset(mask, SIGCHLD);
}

static int
start_keeper(struct ps_prochandle *p, void *(*fn)(void *))
{
	sigset_t all;
	int err;

	keeper_mask(&all);
	pthread_sigmask(SIG_SETMASK, &all, &p->mask);
	err = pthread_create(&p->keeper, NULL, fn, p);
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
	if (err != 0) {
		if (p->held)
			(void) give_order(p, KILL);
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
		pthread_detach(p->keeper);
	pthread_mutex_unlock(&p->lock);
	return !over;
}

void
dt_victim_release(struct ps_prochandle *p)
{
	if (p == NULL)
		return;
	if (p->held)
		(void) give_order(p, KILL);
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
 * Who traces it waits for it, and may be about to: until then it counts as
 * running, so that its status is known once it counts as ended.
 */
static bool
collect(struct ps_prochandle *p)
{
	bool over;

	if (!p->created || p->held)
		return true;
	if (p->trace != NULL) {
		pthread_mutex_lock(&p->lock);
		over = p->over || !p->has_keeper;
		pthread_mutex_unlock(&p->lock);
		p->status = dt_trace_status(p->trace);
		if (p->status == -1 && !over)
			return false;
	}
	if (p->status == -1 &&
	    waitpid(p->pid, &p->status, WNOHANG) != p->pid)
		p->status = -1;
	return true;
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
