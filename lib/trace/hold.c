/* SPDX-License-Identifier: MIT */
/*
 * hold.c - holds a process where its exec has just ended.
 *
 * What holds it is ptrace: the only stop that comes after the exec, before the
 * program's first instruction, that nobody else can end, and that kills the
 * program if its tracer dies.
 */
#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#include "trace/tracer.h"

#define	SYSCALL_STOP	(SIGTRAP | 0x80)

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

/* It is the consumer's child: what we learn of its end is but the tracer's. */
void
dt_hold_kill(pid_t pid)
{
	(void) kill(pid, SIGKILL);
	while (waitpid(pid, NULL, __WALL) < 0 && errno == EINTR)
		;
}

/* The process waits until it is traced; then its exec can be seen. */
int
dt_hold(pid_t pid)
{
	int err = 0;

	if (ptrace(PTRACE_SEIZE, pid, NULL, (long)(PTRACE_O_TRACEEXEC |
	    PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL)) != 0)
		err = -errno;
	dt_answer(DT_ANSWER_ATTACHED, err);
	return err != 0 ? err : await_exec(pid);
}
