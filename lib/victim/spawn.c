/* SPDX-License-Identifier: MIT */
/*
 * spawn.c - starts tracers, and processes to be held at their exec.
 *
 * Both begin as a process that shares the consumer's memory, as by vfork(), so
 * that a large consumer is not copied.  Until its exec it must not run code of
 * sanitizers, or code that changes the state of libc.
 *
 * A wait() of the consumer must not report the tracer.  Any child would be
 * reported after its exec, so the tracer is the child of an intermediate
 * process, which ends at once and leaves it to init.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "victim/priv.h"

#ifndef MFD_EXEC
#define	MFD_EXEC	0x0010U
#endif
#define	STACKSIZE	(256 * 1024)
#define	MAXSIG		64
#define	FIRST_FREE	3		/* after the DT_FD_* */

/* For code of a process that shares the consumer's memory. */
#define	IN_CHILD	__attribute__((noinline, no_sanitize("thread"),	\
	no_sanitize("address"), no_sanitize("undefined")))

/* clone(), whose ordinary name sanitizers intercept. */
int __clone(int (*fn)(void *), void *stack, int flags, void *arg, ...);

/* The tracer's program: see image.S. */
extern const char dt_tracer_image[], dt_tracer_image_end[];

struct launch {
	int image, sock, ctl, consumer;
	char *stack;			/* of the tracer, until its exec */
	pid_t pid;
	int pidfd, err;
};

/* --- the intermediate process, and the tracer ----------------------------- */

/*
 * An exec drops capabilities that come from the program's file, unless they are
 * ambient, and gives root even those it has dropped.  So the present ones are
 * made ambient and inheritable, and the tracer drops all others.
 */
static IN_CHILD void
keep_capabilities(void)
{
	struct __user_cap_header_struct h = { _LINUX_CAPABILITY_VERSION_3, 0 };
	struct __user_cap_data_struct d[2];

	if (syscall(SYS_capget, &h, d) != 0)
		return;
	for (int i = 0; i < 64; i++)
		if (syscall(SYS_prctl, PR_CAPBSET_READ, i, 0, 0, 0) == 1)
			d[i / 32].inheritable |= d[i / 32].permitted &
			    1u << (i % 32);
		else
			d[i / 32].inheritable &= ~(1u << (i % 32));
	if (syscall(SYS_capset, &h, d) != 0)
		return;
	for (int i = 0; i < 64; i++)
		if (d[i / 32].permitted >> (i % 32) & 1)
			(void) syscall(SYS_prctl, PR_CAP_AMBIENT,
			    PR_CAP_AMBIENT_RAISE, i, 0, 0);
}

/*
 * Move the descriptors to DT_FD_*, first above these: each may have a number
 * that another needs.
 */
static IN_CHILD int
place_descriptors(const struct launch *l)
{
	const int fds[] = { [DT_FD_SOCKET] = l->sock, [DT_FD_CTL] = l->ctl,
	    [DT_FD_CONSUMER] = l->consumer };
	long up[FIRST_FREE], image;

	image = syscall(SYS_fcntl, l->image, F_DUPFD_CLOEXEC, FIRST_FREE);
	if (image < 0)
		return -1;
	for (int i = 0; i < FIRST_FREE; i++) {
		up[i] = syscall(SYS_fcntl, fds[i], F_DUPFD_CLOEXEC, FIRST_FREE);
		if (up[i] < 0)
			return -1;
	}
	for (int i = 0; i < FIRST_FREE; i++)
		if (syscall(SYS_dup3, up[i], i, 0) < 0)
			return -1;
	(void) syscall(SYS_close_range, FIRST_FREE, ~0u,
	    CLOSE_RANGE_CLOEXEC);
	return (int)image;
}

static IN_CHILD int
become_tracer(void *arg)
{
	char name[] = "dt_tracer", nothing[] = "";
	char *const argv[] = { name, NULL }, *const envp[] = { NULL };
	struct launch *l = arg;
	int image = place_descriptors(l);

	if (image >= 0) {
		keep_capabilities();
		(void) syscall(SYS_chdir, "/");
		(void) syscall(SYS_execveat, image, nothing, argv, envp,
		    AT_EMPTY_PATH);
		/* EACCES would name the command, which is not at fault. */
		l->err = errno == ENOMEM || errno == EAGAIN ? -errno :
		    -ENOTSUP;
	} else {
		l->err = -errno;
	}
	return 127;
}

static IN_CHILD int
start_tracer(void *arg)
{
	struct launch *l = arg;

	l->err = 0;
	l->pid = __clone(become_tracer, l->stack + STACKSIZE, CLONE_VM |
	    CLONE_VFORK | CLONE_PIDFD | SIGCHLD, l, &l->pidfd);
	if (l->pid < 0)
		l->err = -errno;
	return 0;
}

/* --- starting ------------------------------------------------------------- */

/* Run fn in a new process, and wait until its exec or end. */
static pid_t
run_in_child(int (*fn)(void *), void *arg, int flags, char *stack, size_t size)
{
	sigset_t all, mask;
	pid_t pid;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &mask);
	pid = __clone(fn, stack + size, CLONE_VM | CLONE_VFORK | flags, arg);
	if (pid < 0)
		pid = -errno;
	pthread_sigmask(SIG_SETMASK, &mask, NULL);
	return pid;
}

static char *
new_stack(size_t size)
{
	char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE |
	    MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

static int
refused(void)
{
	return errno == EACCES || errno == EPERM || errno == ENOSYS ?
	    -ENOTSUP : -errno;
}

/* Linux before 6.3 has no MFD_EXEC. */
static int
open_image(void)
{
	size_t len = (size_t)(dt_tracer_image_end - dt_tracer_image), at = 0;
	int fd = memfd_create("dt_tracer", MFD_CLOEXEC | MFD_EXEC);
	ssize_t n;

	if (fd < 0 && errno == EINVAL)
		fd = memfd_create("dt_tracer", MFD_CLOEXEC);
	if (fd < 0)
		return refused();
	for (; at < len; at += (size_t)n) {
		n = write(fd, dt_tracer_image + at, len - at);
		if (n <= 0) {
			(void) close(fd);
			return -ENOMEM;
		}
	}
	return fd;
}

/* The page of atomic words. */
static int
open_ctl(struct ps_prochandle *p)
{
	int fd = memfd_create("dt_ctl", MFD_CLOEXEC), err = 0;
	void *at = MAP_FAILED;

	if (fd < 0)
		return refused();
	if (ftruncate(fd, sizeof(*p->ctl)) != 0)
		err = -errno;
	else
		at = mmap(NULL, sizeof(*p->ctl), PROT_READ | PROT_WRITE,
		    MAP_SHARED, fd, 0);
	if (err == 0 && at == MAP_FAILED)
		err = -errno;
	if (err != 0) {
		(void) close(fd);
		return err;
	}
	p->ctl = at;
	return fd;
}

/* End a tracer whose parent was killed: it may still use the stack. */
static void
end_tracer(const struct launch *l)
{
	struct pollfd pfd = { .fd = l->pidfd, .events = POLLIN };

	if (l->pidfd < 0 ||
	    pidfd_send_signal(l->pidfd, SIGKILL, NULL, 0) != 0)
		return;
	while (poll(&pfd, 1, -1) < 0 && errno == EINTR)
		;
}

static int
launch(struct launch *l)
{
	char *stacks = new_stack(2 * STACKSIZE);
	int status = 0;
	pid_t between;

	if (stacks == NULL)
		return -ENOMEM;
	l->stack = stacks;
	l->err = -ECHILD;
	between = run_in_child(start_tracer, l, CLONE_FILES,
	    stacks + STACKSIZE, STACKSIZE);
	if (between < 0)
		l->err = between;
	while (between > 0 && waitpid(between, &status, __WCLONE) < 0 &&
	    errno == EINTR)
		;
	if (WIFSIGNALED(status)) {
		end_tracer(l);
		l->err = -ECHILD;
	}
	(void) munmap(stacks, 2 * STACKSIZE);
	if (l->err != 0 && l->pidfd >= 0)
		(void) close(l->pidfd);
	return l->err;
}

static void
close_launch(const struct launch *l)
{
	const int fds[] = { l->image, l->sock, l->ctl, l->consumer };

	for (size_t i = 0; i < sizeof(fds) / sizeof(fds[0]); i++)
		if (fds[i] >= 0)
			(void) close(fds[i]);
}

int
dt_spawn_tracer(struct ps_prochandle *p)
{
	struct launch l = { -1, -1, -1, -1, .pidfd = -1 };
	int sock[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sock) != 0)
		return -errno;
	l.sock = sock[1];
	l.consumer = pidfd_open(getpid(), 0);
	if (l.consumer < 0)
		l.err = -errno;
	if (l.err == 0)
		l.err = (l.image = open_image()) < 0 ? l.image : 0;
	if (l.err == 0)
		l.err = (l.ctl = open_ctl(p)) < 0 ? l.ctl : 0;
	if (l.err == 0)
		l.err = launch(&l);
	close_launch(&l);
	if (l.err != 0) {
		(void) close(sock[0]);
		if (p->ctl != NULL)
			(void) munmap(p->ctl, sizeof(*p->ctl));
		p->ctl = NULL;
		return l.err;
	}
	p->sock = sock[0];
	p->tracer_fd = l.pidfd;
	p->tracer = l.pid;
	return 0;
}

/* --- a process to be held ------------------------------------------------- */

struct command {
	const char *file;
	char *const *argv;
	char *const *envp;
	const struct ps_prochandle *p;
	uint64_t mask;
	bool asked;			/* the order was sent */
	int err;
};

/*
 * Reset handlers, then restore the mask: until the exec a handler would run in
 * the consumer's memory.
 */
static IN_CHILD void
reset_signals(uint64_t mask)
{
	uint64_t act[8], none[8] = { 0 };

	for (int sig = 1; sig <= MAXSIG; sig++)
		if (syscall(SYS_rt_sigaction, sig, NULL, act, 8) == 0 &&
		    act[0] > 1)		/* SIG_DFL, SIG_IGN */
			(void) syscall(SYS_rt_sigaction, sig, none, NULL, 8);
	(void) syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, NULL, 8);
}

/* Ask to be held: 0 once the tracer is attached, or -errno. */
static IN_CHILD int
ask_to_be_held(struct command *c)
{
	const struct ps_prochandle *p = c->p;
	struct dt_order_msg m = { DT_ORDER_HOLD,
	    (int32_t)syscall(SYS_getpid) };
	struct dt_answer_msg a;
	long n;

	/* Yama admits ancestors only, and the process named here. */
	(void) syscall(SYS_prctl, PR_SET_PTRACER, p->tracer, 0, 0, 0);
	n = syscall(SYS_sendto, p->sock, &m, sizeof(m), MSG_NOSIGNAL, NULL, 0);
	c->asked = n == (long)sizeof(m);
	if (c->asked)
		n = syscall(SYS_recvfrom, p->sock, &a, sizeof(a), 0, NULL,
		    NULL);
	return n == (long)sizeof(a) ? a.value : -ECHILD;
}

static IN_CHILD int
become(void *arg)
{
	struct command *c = arg;

	c->err = ask_to_be_held(c);
	if (c->err != 0)
		return 127;
	reset_signals(c->mask);
	(void) execvpe(c->file, c->argv, c->envp);
	c->err = -errno;
	return 127;
}

int
dt_spawn_held(struct ps_prochandle *p, const char *file, char *const argv[],
    char *const envp[])
{
	struct command c = { file, argv, envp, p, 0, false, -ECHILD };
	size_t size = STACKSIZE;
	char *stack;
	pid_t pid;
	int err;

	while (*argv++ != NULL)
		size += 2 * sizeof(*argv);	/* execvp() copies argv */
	size = (size + 4095) & ~(size_t)4095;
	stack = new_stack(size);
	if (stack == NULL)
		return -ENOMEM;
	(void) syscall(SYS_rt_sigprocmask, SIG_SETMASK, NULL, &c.mask, 8);
	pid = run_in_child(become, &c, 0, stack, size);
	(void) munmap(stack, size);
	if (pid < 0)
		return pid;
	p->pid = pid;
	err = c.asked ? dt_order_answer(p) : -ECHILD;
	return c.err != 0 ? c.err : err;
}
