/* SPDX-License-Identifier: MIT */
/* orders.c - orders to a tracer, and its answers. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include "victim/priv.h"

static int
send_order(const struct ps_prochandle *p, enum dt_order order, const int *fds,
    size_t nfds, int flags)
{
	struct dt_order_msg m = { order, p->pid };
	struct iovec iov = { &m, sizeof(m) };
	union {
		struct cmsghdr align;
		char buf[CMSG_SPACE(2 * sizeof(int))];
	} u = { .buf = "" };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };
	ssize_t n;

	if (nfds != 0) {
		msg.msg_control = u.buf;
		msg.msg_controllen = CMSG_SPACE(nfds * sizeof(int));
		u.align.cmsg_level = SOL_SOCKET;
		u.align.cmsg_type = SCM_RIGHTS;
		u.align.cmsg_len = CMSG_LEN(nfds * sizeof(int));
		memcpy(CMSG_DATA(&u.align), fds, nfds * sizeof(int));
	}
	do
		n = sendmsg(p->sock, &msg, MSG_NOSIGNAL | flags);
	while (n < 0 && errno == EINTR);
	return n >= 0 ? 0 : errno == EPIPE || errno == ECONNRESET ? -ECHILD :
	    -errno;
}

/*
 * The next answer.  False: the tracer has ended or, with MSG_DONTWAIT, there is
 * none yet.  If it ended with unread orders, ECONNRESET precedes its last
 * answers.
 */
static bool
receive(struct ps_prochandle *p, struct dt_answer_msg *m, int flags)
{
	ssize_t n;

	do
		n = recv(p->sock, m, sizeof(*m), flags);
	while (n < 0 && (errno == EINTR || errno == ECONNRESET));
	if (n != (ssize_t)sizeof(*m))
		return false;
	if (m->what == DT_ANSWER_ENDED)
		p->has_ended = true;
	else if (m->what == DT_ANSWER_CRASHED)
		p->crashed = m->value;
	return true;
}

int
dt_order_answer(struct ps_prochandle *p)
{
	struct dt_answer_msg m;

	while (receive(p, &m, 0))
		if (m.what == DT_ANSWER_DONE)
			return m.value;
	return -ECHILD;
}

int
dt_order(struct ps_prochandle *p, enum dt_order order, int fd, int fd2)
{
	const int fds[] = { fd, fd2 };
	int err = send_order(p, order, fds, (fd >= 0) + (fd2 >= 0), 0);

	return err != 0 ? err : dt_order_answer(p);
}

void
dt_order_wake(const struct ps_prochandle *p)
{
	if (__atomic_exchange_n(&p->ctl->woken, 1, __ATOMIC_SEQ_CST) == 0)
		(void) send_order(p, DT_ORDER_WAKE, NULL, 0, MSG_DONTWAIT);
}

/* Has the tracer ended?  Its pidfd shows this before its tracees are killed. */
static bool
is_over(const struct ps_prochandle *p)
{
	struct pollfd pfd = { .fd = p->tracer_fd, .events = POLLIN };

	return poll(&pfd, 1, 0) == 1;
}

int
dt_order_lost(struct ps_prochandle *p)
{
	struct dt_answer_msg m;

	if (p->sock < 0 || !is_over(p))
		return 0;
	while (receive(p, &m, MSG_DONTWAIT))
		;
	return p->has_ended ? 0 : p->crashed != 0 ? p->crashed : SIGKILL;
}

static void
await_end(const struct ps_prochandle *p)
{
	struct pollfd pfd = { .fd = p->tracer_fd, .events = POLLIN };
	int32_t guard = __atomic_load_n(&p->ctl->guard, __ATOMIC_SEQ_CST);
	siginfo_t si;

	while (poll(&pfd, 1, -1) < 0 && errno == EINTR)
		;
	/* They are our children only if this process is a subreaper. */
	(void) waitid(P_PIDFD, (id_t)p->tracer_fd, &si, WEXITED | WNOHANG |
	    __WALL);
	while (guard > 0 && waitid(P_PID, (id_t)guard, &si, WEXITED |
	    __WALL) < 0 && errno == EINTR)
		;
}

void
dt_order_leave(struct ps_prochandle *p)
{
	if (p->sock < 0)
		return;
	(void) send_order(p, DT_ORDER_LEAVE, NULL, 0, 0);
	if (__atomic_load_n(&p->ctl->bound, __ATOMIC_SEQ_CST) == 0 ||
	    __atomic_load_n(&p->ctl->left, __ATOMIC_SEQ_CST) == 0)
		await_end(p);
	(void) close(p->sock);
	(void) close(p->tracer_fd);
	(void) munmap(p->ctl, sizeof(*p->ctl));
	p->sock = p->tracer_fd = -1;
	p->ctl = NULL;
	p->has_ended = false;
}
