/* SPDX-License-Identifier: MIT */
/*
 * victim.c - start a process and hold it at its exec, or watch one.
 *
 * What holds it is ptrace: the only stop that comes after the exec, before the
 * program's first instruction, that nobody else can end, and that kills the
 * victim if we die.  But ptrace belongs to a thread, and a consumer may create
 * a victim in one thread and continue it in another.  So a thread of our own,
 * the keeper, starts the victim, and lives as long as it is held; then it
 * detaches and nothing of the tracing remains.
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
#include "proc/victim.h"

enum order { HOLD, RUN, KILL };

struct ps_prochandle {
	pid_t pid;
	int pidfd;
	bool created, ended;
	int status;

	/* Of a created victim.  While it is held the keeper awaits orders. */
	bool held;
	pthread_t keeper;
	pthread_mutex_t lock;
	pthread_cond_t cond;
	bool ready;
	enum order order;
	int err;
	/* For the keeper's start only. */
	const char *file;
	char *const *argv;
	char *const *envp;
	sigset_t mask;
};

/* In the new process.  Only what is safe between fork and exec. */
static _Noreturn void
become(const struct ps_prochandle *p, int report)
{
	ssize_t n;
	int err;

	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0) {
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
	int status;

	for (;;) {
		if (waitpid(pid, &status, 0) < 0) {
			if (errno == EINTR)
				continue;
			return -ECHILD;
		}
		if (!WIFSTOPPED(status))
			return -ECHILD;
		if (WSTOPSIG(status) == SIGTRAP)
			return 0;
		/* A signal on the way to the exec: it may have it. */
		ptrace(PTRACE_CONT, pid, NULL, (long)WSTOPSIG(status));
	}
}

static void
kill_and_reap(pid_t pid)
{
	kill(pid, SIGKILL);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
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

static int
start(struct ps_prochandle *p)
{
	int fds[2], err;

	if (pipe2(fds, O_CLOEXEC) != 0)
		return -errno;
	p->pid = fork();
	if (p->pid == 0)
		become(p, fds[1]);
	err = p->pid < 0 ? -errno : 0;
	close(fds[1]);
	if (err == 0) {
		err = await_exec(p->pid);
		if (err != 0)
			err = read_report(fds[0]);
		else if (ptrace(PTRACE_SETOPTIONS, p->pid, NULL,
		    (long)PTRACE_O_EXITKILL) != 0) {
			err = -errno;
			kill_and_reap(p->pid);
		}
	}
	close(fds[0]);
	return err;
}

static enum order
await_order(struct ps_prochandle *p, int err)
{
	enum order order;

	pthread_mutex_lock(&p->lock);
	p->err = err;
	p->ready = true;
	pthread_cond_broadcast(&p->cond);
	while (err == 0 && p->order == HOLD)
		pthread_cond_wait(&p->cond, &p->lock);
	order = p->order;
	pthread_mutex_unlock(&p->lock);
	return order;
}

static void *
keep(void *arg)
{
	struct ps_prochandle *p = arg;
	enum order order = await_order(p, start(p));

	if (order == KILL)
		kill_and_reap(p->pid);
	else if (order == RUN &&
	    ptrace(PTRACE_DETACH, p->pid, NULL, NULL) != 0)
		p->err = -errno;
	return NULL;
}

/* The keeper takes no signals: they are for the consumer's own threads. */
static int
start_keeper(struct ps_prochandle *p)
{
	sigset_t all;
	int err;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &p->mask);
	err = pthread_create(&p->keeper, NULL, keep, p);
	pthread_sigmask(SIG_SETMASK, &p->mask, NULL);
	if (err != 0)
		return -err;
	pthread_mutex_lock(&p->lock);
	while (!p->ready)
		pthread_cond_wait(&p->cond, &p->lock);
	err = p->err;
	pthread_mutex_unlock(&p->lock);
	if (err != 0)
		pthread_join(p->keeper, NULL);
	p->held = err == 0;
	return err;
}

static int
give_order(struct ps_prochandle *p, enum order order)
{
	pthread_mutex_lock(&p->lock);
	p->order = order;
	pthread_cond_broadcast(&p->cond);
	pthread_mutex_unlock(&p->lock);
	pthread_join(p->keeper, NULL);
	p->held = false;
	return p->err;
}

static void
forget(struct ps_prochandle *p)
{
	if (p->pidfd >= 0)
		close(p->pidfd);
	pthread_cond_destroy(&p->cond);
	pthread_mutex_destroy(&p->lock);
	free(p);
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
	err = start_keeper(p);
	p->file = NULL;
	p->argv = NULL;
	p->envp = NULL;
	if (err == 0)
		err = open_pidfd(p);
	if (err != 0) {
		if (p->held)
			give_order(p, KILL);
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

void
dt_victim_release(struct ps_prochandle *p)
{
	if (p == NULL)
		return;
	if (p->held)
		give_order(p, KILL);
	else
		dt_victim_ended(p, NULL);	/* leave no zombie */
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

bool
dt_victim_ended(struct ps_prochandle *p, int *status)
{
	if (!p->ended && has_ended(p)) {
		p->ended = true;
		if (p->created && !p->held &&
		    waitpid(p->pid, &p->status, WNOHANG) != p->pid)
			p->status = -1;
	}
	if (p->ended && status != NULL)
		*status = p->status;
	return p->ended;
}
