/* SPDX-License-Identifier: MIT */
/*
 * hold.c - holds a process between its exec and its first instruction, in a
 * ptrace stop: no other process can end it, and the program is killed if the
 * tracer dies.
 */
#include <errno.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#include "trace/tracer.h"

#define	SYSCALL_STOP	(SIGTRAP | 0x80)

/* The signal and event of the next stop; -ECHILD if the process has ended. */
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
 * Wait until the exec has returned.  Signals before that are delivered.
 * -ECHILD if the process has ended.
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

/* The tracer's waitpid() does not reap it: the consumer is its parent. */
void
dt_hold_kill(pid_t pid)
{
	(void) kill(pid, SIGKILL);
	while (waitpid(pid, NULL, __WALL) < 0 && errno == EINTR)
		;
}

/* The process waits for the answer before it calls exec. */
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
