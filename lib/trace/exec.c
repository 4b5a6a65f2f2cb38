/* SPDX-License-Identifier: MIT */
/*
 * exec.c - starts a program and holds it where its exec has just ended.
 *
 * What holds it is ptrace: the only stop that comes after the exec, before the
 * program's first instruction, that nobody else can end, and that kills the
 * program if its tracer dies.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "trace/victim_priv.h"

#define	SYSCALL_STOP	(SIGTRAP | 0x80)

static void
report_error(int fd, int err)
{
	ssize_t n;

	do
		n = write(fd, &err, sizeof(err));
	while (n < 0 && errno == EINTR);
}

/*
 * In the new process.  Only what is safe between fork and exec.  It does not
 * return, but that is not said: sanitizers would look for the thread's stack,
 * and we are on the tracer's.
 */
static void
become(const struct ps_prochandle *p, int go, int report)
{
	ssize_t n;
	char c;

	/* Yama lets only ancestors trace, and those whom one asks to. */
	(void) prctl(PR_SET_PTRACER, p->tracer, 0, 0, 0);
	report_error(report, 0);
	do
		n = read(go, &c, 1);
	while (n < 0 && errno == EINTR);
	if (n == 1) {
		pthread_sigmask(SIG_SETMASK, &p->mask, NULL);
		execvpe(p->file, p->argv, p->envp);
	}
	report_error(report, errno);
	(void) syscall(SYS_exit_group, 127);
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
void
dt_exec_kill(pid_t pid)
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
		dt_exec_kill(p->pid);
		return err;
	}
	(void) !write(go, "", 1);
	err = await_exec(p->pid);
	return err != 0 ? read_report(report) : 0;
}

int
dt_exec_hold(struct ps_prochandle *p)
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
