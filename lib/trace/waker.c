/* SPDX-License-Identifier: MIT */
/*
 * waker.c - wakes the tracing thread, which sits in waitpid().  A thread
 * that waits for its tracees can be woken by a tracee only, or by a signal; but
 * signals belong to the consumer.  So it has a tracee that does nothing: who
 * wants attention sends that one a signal.
 */
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/robust.h"
#include "trace/priv.h"

/*
 * In the new process, which shares nothing: not the terminal's signals, nor
 * descriptors, whose other ends may wait for the last copy to be closed.
 */
static _Noreturn void
hang(void)
{
	sigset_t none;

	(void) close_range(0, ~0u, 0);
	(void) setpgid(0, 0);
	(void) prctl(PR_SET_NAME, "dt_bell");
	(void) prctl(PR_SET_PDEATHSIG, SIGKILL);
	sigemptyset(&none);
	(void) sigprocmask(SIG_SETMASK, &none, NULL);
	for (;;)
		(void) pause();
}

int
dt_bell_create(struct dt_trace *t)
{
	pid_t bell = _Fork();
	int err = 0;

	if (bell == 0)
		hang();
	if (bell < 0)
		return -errno;
	if (ptrace(PTRACE_SEIZE, bell, NULL, (long)PTRACE_O_EXITKILL) != 0)
		err = -errno;
	dt_robust_lock(&t->lock);
	t->bell = bell;
	pthread_mutex_unlock(&t->lock);
	if (err != 0)
		dt_bell_destroy(t);
	return err;
}

/* The caller holds the lock, so that this cannot be another process's id. */
void
dt_bell_ring(const struct dt_trace *t)
{
	pid_t bell = __atomic_load_n(&t->bell, __ATOMIC_RELAXED);

	if (bell > 0)
		(void) kill(bell, SIGUSR1);
}

/* The signal is not for it. */
void
dt_bell_answer(const struct dt_trace *t)
{
	(void) ptrace(PTRACE_CONT, t->bell, NULL, NULL);
}

void
dt_bell_destroy(struct dt_trace *t)
{
	pid_t bell = t->bell;

	if (bell <= 0)
		return;
	dt_robust_lock(&t->lock);
	t->bell = 0;
	pthread_mutex_unlock(&t->lock);
	(void) kill(bell, SIGKILL);
	while (waitpid(bell, NULL, __WALL) < 0 && errno == EINTR)
		;
}

/* Without the lock, which the dead one may have. */
void
dt_bell_forget(struct dt_trace *t)
{
	__atomic_store_n(&t->bell, 0, __ATOMIC_RELAXED);
}
