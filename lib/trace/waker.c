/* SPDX-License-Identifier: MIT */
/*
 * waker.c - wakes up the loop, which waits in waitpid(), when the consumer
 * sends an order or ends.  A signal that arrives just before waitpid() would be
 * missed, but not the stop of a tracee.  So a tracee, the waker, polls the
 * descriptors, and stops when one is readable.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>
#include "trace/priv.h"

/*
 * The waker.  It closes descriptors that it does not use, since a peer may wait
 * for their last copy to be closed.  The first SIGUSR1 is sent once it is
 * traced; raised before that, the signal would kill it.
 */
static _Noreturn void
watch(const struct dt_trace_ctl *ctl)
{
	struct pollfd pfd[] = {
		{ .fd = DT_FD_CONSUMER, .events = POLLIN },
		{ .fd = DT_FD_SOCKET, .events = POLLIN },
	};
	sigset_t set;

	(void) close_range(DT_FD_CONSUMER + 1, ~0u, 0);
	(void) setpgid(0, 0);
	(void) prctl(PR_SET_NAME, "dt_waker");
	(void) prctl(PR_SET_PDEATHSIG, SIGKILL);
	sigemptyset(&set);
	(void) sigaddset(&set, SIGUSR1);
	while (sigwaitinfo(&set, NULL) < 0)
		;
	(void) sigprocmask(SIG_UNBLOCK, &set, NULL);
	for (;;) {
		if (__atomic_load_n(&ctl->alone, __ATOMIC_SEQ_CST) != 0)
			pfd[1].fd = -1;
		if (poll(pfd, 2, -1) > 0)
			(void) raise(SIGUSR1);
	}
}

int
dt_waker_create(struct dt_trace *t)
{
	pid_t pid = _Fork();

	if (pid == 0)
		watch(t->ctl);
	if (pid < 0)
		return -errno;
	t->waker = pid;
	if (ptrace(PTRACE_SEIZE, pid, NULL, (long)PTRACE_O_EXITKILL) != 0) {
		int err = -errno;

		dt_waker_destroy(t);
		return err;
	}
	(void) kill(pid, SIGUSR1);
	return 0;
}

/* Resume the waker, without the signal that has stopped it. */
void
dt_waker_resume(const struct dt_trace *t)
{
	(void) ptrace(PTRACE_CONT, t->waker, NULL, NULL);
}

void
dt_waker_destroy(struct dt_trace *t)
{
	if (t->waker <= 0)
		return;
	(void) kill(t->waker, SIGKILL);
	while (waitpid(t->waker, NULL, __WALL) < 0 && errno == EINTR)
		;
	t->waker = 0;
}
