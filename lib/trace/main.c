/* SPDX-License-Identifier: MIT */
/*
 * main.c - the tracer: a program that holds a process at its exec, traces a
 * process and its descendants, and fires the probes of a run for them.
 *
 * It is a separate process because tracees belong to one thread, whereas a
 * consumer may create a process in one thread and continue it in another, and
 * because a wait() of the consumer would receive the stops of tracees.
 * victim/order.h lists all that it shares with the consumer.
 *
 * The tracer of a created process stays when nothing is left to trace, to kill
 * the process if the consumer dies or calls exec.
 */
#include <errno.h>
#include <linux/capability.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "trace/tracer.h"

struct request {
	struct dt_order_msg m;
	int fds[2];			/* -1: none */
};

void
dt_answer(enum dt_answer what, int value)
{
	const struct dt_answer_msg m = { what, value };

	while (send(DT_FD_SOCKET, &m, sizeof(m), MSG_NOSIGNAL) < 0 &&
	    errno == EINTR)
		;
}

static _Noreturn void
leave(void)
{
	dt_answer(DT_ANSWER_ENDED, 0);
	_exit(0);
}

/* --- the consumer --------------------------------------------------------- */

static void
take_fds(struct msghdr *msg, int fds[2])
{
	struct cmsghdr *c = CMSG_FIRSTHDR(msg);

	fds[0] = fds[1] = -1;
	if (c != NULL && c->cmsg_type == SCM_RIGHTS &&
	    c->cmsg_len <= CMSG_LEN(2 * sizeof(int)))
		memcpy(fds, CMSG_DATA(c), c->cmsg_len - CMSG_LEN(0));
}

/* 1: r is the next order; 0: there is none yet; -1: the consumer is gone. */
static int
next_order(struct request *r)
{
	struct iovec iov = { &r->m, sizeof(r->m) };
	union {
		struct cmsghdr align;
		char buf[CMSG_SPACE(2 * sizeof(int))];
	} u;
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1,
	    .msg_control = u.buf, .msg_controllen = sizeof(u.buf) };
	ssize_t n;

	do
		n = recvmsg(DT_FD_SOCKET, &msg, MSG_CMSG_CLOEXEC |
		    MSG_DONTWAIT);
	while (n < 0 && (errno == EINTR || errno == ECONNRESET));
	if (n != (ssize_t)sizeof(r->m))
		return n < 0 && errno == EAGAIN ? 0 : -1;
	take_fds(&msg, r->fds);
	return 1;
}

/*
 * Has the consumer ended?  The socket does not tell: children of the consumer
 * may keep its end open.
 */
static bool
consumer_ended(int timeout, short *events)
{
	struct pollfd pfd[] = {
		{ .fd = DT_FD_CONSUMER, .events = POLLIN },
		{ .fd = DT_FD_SOCKET, .events = POLLIN },
	};

	while (poll(pfd, 2, timeout) < 0 && errno == EINTR)
		;
	if (events != NULL)
		*events = pfd[1].revents;
	return pfd[0].revents != 0;
}

static int
await_order(struct request *r)
{
	short events;

	if (consumer_ended(-1, &events))
		return -1;
	return next_order(r);
}

/* After the consumer's end, kill the process that was created for it. */
static void
consumer_is_gone(struct tracer *s)
{
	if (s->pidfd < 0)
		return;
	(void) pidfd_send_signal(s->pidfd, SIGKILL, NULL, 0);
	leave();
}

/* --- tracing -------------------------------------------------------------- */

/* Have the addresses looked up now, while the process is stopped. */
static void
fire(void *arg, const struct dt_firing *f)
{
	struct tracer *s = arg;
	struct dt_firing whole = *f;

	whole.arg = s;
	whole.unwind = dt_unwind;
	if (s->vm.run->trace.names && f->mem != 0) {
		whole.saw = dt_names_saw;
		dt_names_saw(s, f->pid, &f->user.pc, 1);
	}
	(void) dt_vm_fire_probe(&s->vm, &whole);
}

static void
gone(void *arg, const struct dt_firing *f)
{
	struct tracer *s = arg;

	dt_vm_gone(&s->vm, f);
	if (f->tid == f->pid)
		dt_unwind_forget(s->unwinder, f->pid);
}

static void
exec(void *arg, pid_t pid)
{
	dt_unwind_forget(((struct tracer *)arg)->unwinder, (uint32_t)pid);
}

static bool
mapped(void *arg, pid_t pid, struct dt_sites *sites)
{
	struct tracer *s = arg;
	bool done = dt_names_mapped(s, pid);

	dt_vm_sites_view(&s->vm);
	*sites = s->vm.sites;
	return done;
}

static void
stop_tracing(struct tracer *s)
{
	__atomic_store_n(&s->ctl->alone, 1, __ATOMIC_SEQ_CST);
	s->leaves = true;
}

/*
 * Take the consumer's orders while tracing.  False: detach from all threads.
 * Threads that need a tracer stay, and are killed when the consumer ends.
 */
static bool
take_orders(void *arg)
{
	struct tracer *s = arg;
	struct request r;
	int got = 0;

	while (!s->leaves && (got = next_order(&r)) > 0) {
		if (r.m.order == DT_ORDER_WAKE)
			__atomic_store_n(&s->ctl->woken, 0, __ATOMIC_SEQ_CST);
		else if (r.m.order == DT_ORDER_LEAVE)
			stop_tracing(s);
	}
	if (got < 0 || consumer_ended(0, NULL)) {
		consumer_is_gone(s);
		stop_tracing(s);
	}
	return !s->leaves ||
	    __atomic_load_n(&s->ctl->bound, __ATOMIC_RELAXED) != 0;
}

static const struct dt_trace_ops ops = { fire, gone, exec, mapped,
    take_orders };

static int
take_run(struct tracer *s, const struct request *r)
{
	int err;

	if (s->trace != NULL)
		return -EBUSY;
	if (r->fds[0] < 0)
		return -EMFILE;
	s->ask = r->fds[1];
	s->unwinder = dt_unwind_create();
	if (s->unwinder == NULL)
		return -ENOMEM;
	err = dt_vm_mem_open(&s->vm, r->fds[0]);
	if (err == 0)
		err = dt_trace_create(&s->trace, &s->vm.run->trace,
		    &s->vm.sites, &ops, s, s->ctl, s->pid);
	return err;
}

/* After a failure the tracer ends, which detaches all threads. */
static void
trace_to_end(struct tracer *s, enum dt_trace_how how)
{
	int err = dt_trace_begin(s->trace, how);

	dt_answer(DT_ANSWER_DONE, err);
	if (err != 0)
		leave();
	dt_trace_loop(s->trace);
	if (s->leaves)
		leave();
}

/* --- orders --------------------------------------------------------------- */

static int
guard(struct tracer *s, pid_t pid)
{
	s->pid = pid;
	s->pidfd = pidfd_open(pid, 0);
	return s->pidfd < 0 ? -errno : 0;
}

static int
hold(struct tracer *s, pid_t pid)
{
	int err = guard(s, pid);

	if (err != 0)
		dt_answer(DT_ANSWER_ATTACHED, err);
	else
		err = dt_hold(pid);
	s->held = err == 0;
	return err;
}

static void
trace(struct tracer *s, const struct request *r)
{
	int err;

	if (s->pid == 0)
		s->pid = r->m.pid;
	err = take_run(s, r);
	if (err == 0 && !s->held)
		trace_to_end(s, DT_TRACE_SEIZE);
	else
		dt_answer(DT_ANSWER_DONE, err);
}

static void
run(struct tracer *s)
{
	int err = 0;

	s->held = false;
	if (s->trace != NULL) {
		trace_to_end(s, DT_TRACE_HELD);
		return;
	}
	if (ptrace(PTRACE_DETACH, s->pid, NULL, NULL) != 0) {
		err = -errno;
		dt_hold_kill(s->pid);	/* it was killed: reap it */
	}
	dt_answer(DT_ANSWER_DONE, err);
}

static void
handle(struct tracer *s, const struct request *r)
{
	switch ((enum dt_order)r->m.order) {
	case DT_ORDER_HOLD:
		dt_answer(DT_ANSWER_DONE, hold(s, r->m.pid));
		break;
	case DT_ORDER_GUARD:
		dt_answer(DT_ANSWER_DONE, guard(s, r->m.pid));
		break;
	case DT_ORDER_TRACE:
		trace(s, r);
		break;
	case DT_ORDER_RUN:
		run(s);
		break;
	case DT_ORDER_KILL:
		dt_hold_kill(s->pid);
		s->held = false;
		dt_answer(DT_ANSWER_DONE, 0);
		break;
	case DT_ORDER_LEAVE:
		leave();
	case DT_ORDER_WAKE:
		__atomic_store_n(&s->ctl->woken, 0, __ATOMIC_SEQ_CST);
		break;
	}
}

/* --- start ---------------------------------------------------------------- */

static void
crashed(int sig)
{
	dt_answer(DT_ANSWER_CRASHED, sig);
	(void) raise(sig);
}

/* Block all signals but those of a crash. */
static void
set_signals(void)
{
	static const int faults[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE,
	    SIGABRT };
	struct sigaction act = { .sa_handler = crashed,
	    .sa_flags = (int)SA_RESETHAND };
	sigset_t set;

	(void) signal(SIGCHLD, SIG_DFL);
	(void) sigfillset(&set);
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		(void) sigaction(faults[i], &act, NULL);
		(void) sigdelset(&set, faults[i]);
	}
	(void) sigprocmask(SIG_SETMASK, &set, NULL);
}

/* The exec gives root all capabilities: keep only the consumer's (spawn.c). */
static void
drop_capabilities(void)
{
	struct __user_cap_header_struct h = { _LINUX_CAPABILITY_VERSION_3, 0 };
	struct __user_cap_data_struct d[2];

	if (syscall(SYS_capget, &h, d) != 0)
		return;
	for (int i = 0; i < 2; i++) {
		d[i].permitted &= d[i].inheritable;
		d[i].effective = d[i].permitted;
	}
	(void) syscall(SYS_capset, &h, d);
}

int
main(void)
{
	static struct tracer s = { .pidfd = -1, .ask = -1 };
	struct request r;
	int got;

	(void) prctl(PR_SET_NAME, "dt_tracer");
	set_signals();
	drop_capabilities();
	s.ctl = mmap(NULL, sizeof(*s.ctl), PROT_READ | PROT_WRITE, MAP_SHARED,
	    DT_FD_CTL, 0);
	if (s.ctl == MAP_FAILED)
		return 1;
	while ((got = await_order(&r)) >= 0)
		if (got > 0)
			handle(&s, &r);
	consumer_is_gone(&s);
	leave();
}
