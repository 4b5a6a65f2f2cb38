/* SPDX-License-Identifier: MIT */
/*
 * Traced programs behave as untraced: creation of processes and threads with
 * all kinds of flags, exec, and exits of many threads at once.
 */
#include <linux/sched.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/time.h>
#include "same.h"

#define STACK (64 * 1024)

/* --- vfork ------------------------------------------------------------- */

static void vforks(void)
{
	volatile int shared = 0;
	pid_t pid = vfork();

	if (pid == 0) {
		shared = 5;
		mark();
		_exit(3);
	}
	say("shared %d, %s\n", shared, await(pid, 0));
	pid = vfork();
	if (pid == 0) {
		execl("/nowhere/at/all", "x", (char *)NULL);
		_exit(4);
	}
	say("no exec: %s\n", await(pid, 0));
	pid = vfork();
	if (pid == 0) {
		execl("/bin/sh", "sh", "-c", "echo from sh; kill -9 $$",
		      (char *)NULL);
		_exit(4);
	}
	say("exec: %s\n", await(pid, 0));
}

/* --- clone, with these flags ------------------------------------------- */

static const struct flags {
	const char *name;
	uint64_t flags;
	int exit_signal;
} flags[] = {
	{ "fork", 0, SIGCHLD },
	{ "no signal", 0, 0 },
	{ "usr1", 0, SIGUSR1 },
	{ "vm", CLONE_VM, SIGCHLD },
	{ "vm, vfork", CLONE_VM | CLONE_VFORK, SIGCHLD },
	{ "vfork", CLONE_VFORK, SIGCHLD },
	{ "vm, no signal", CLONE_VM, 0 },
	{ "files", CLONE_FILES, SIGCHLD },
	{ "fs", CLONE_FS, SIGCHLD },
	{ "sighand", CLONE_VM | CLONE_SIGHAND, SIGCHLD },
	{ "untraced", CLONE_UNTRACED, SIGCHLD },
	{ "vm, untraced", CLONE_VM | CLONE_UNTRACED, SIGCHLD },
	{ "vfork, untraced", CLONE_VM | CLONE_VFORK | CLONE_UNTRACED, SIGCHLD },
	{ "ptrace", CLONE_PTRACE, SIGCHLD },
	{ "ptrace, untraced", CLONE_PTRACE | CLONE_UNTRACED, SIGCHLD },
	{ "io, sysvsem", CLONE_IO | CLONE_SYSVSEM, SIGCHLD },
	{ "newns", CLONE_NEWUSER | CLONE_NEWPID, SIGCHLD },
};
#define NFLAGS (int)(sizeof(flags) / sizeof(flags[0]))

struct born {
	int fd, value;
	pid_t parent;
};

/* With CLONE_VM it uses its parent's thread-local storage: no libc calls. */
static int be_born(void *arg)
{
	struct born *b = arg;
	long parent = syscall(SYS_getppid);

	syscall(SYS_getpriority, PRIO_PROCESS, 0);
	b->value = parent == b->parent ? 1 : parent == 0 ? 2 : 3;
	syscall(SYS_close, b->fd);
	syscall(SYS_chdir, "/");
	syscall(SYS_exit, 7);
	return 0;
}

static void on_signal(int sig)
{
	(void)sig;
}

static void flag(const struct flags *f, char *stack)
{
	struct born b = { dup(0), 0, getpid() };
	char cwd[64];
	pid_t pid;

	if (chdir("/tmp") != 0)
		_exit(90);
	pid = clone(be_born, stack + STACK, (int)f->flags | f->exit_signal, &b);
	say("%s: ", f->name);
	if (pid < 0) {
		say("%s\n", strerror(errno));
		mark();
	} else {
		say("%s, ", await(pid, __WALL));
		say("value %d, ", b.value);
		say("close %d, %s\n", close(b.fd), getcwd(cwd, sizeof(cwd)));
	}
}

static void clones(void)
{
	char *stack = malloc(STACK);

	signal(SIGUSR1, on_signal);
	for (int i = 0; i < NFLAGS; i++)
		flag(&flags[i], stack);
}

/* --- clone3 ------------------------------------------------------------ */

static long clone3(struct clone_args *a)
{
	return syscall(SYS_clone3, a, sizeof(*a));
}

/* A child of this process, which ends at once. */
static void born3(const char *name, struct clone_args a)
{
	long pid;
	int err;

	a.exit_signal = SIGCHLD;
	pid = clone3(&a);
	err = errno;
	if (pid == 0) {
		struct sigaction sa;

		sigaction(SIGUSR1, NULL, &sa);
		mark();
		_exit(sa.sa_handler == SIG_DFL ? 10 : 11);
	}
	say("%s: %s, flags %llx\n", name, pid < 0 ? strerror(err) :
	    await((pid_t)pid, __WALL), (unsigned long long)a.flags);
}

static void pidfds(void)
{
	int fd = -1;
	struct clone_args a = { .flags = CLONE_PIDFD,
		.pidfd = (uintptr_t)&fd, .exit_signal = SIGCHLD };
	pid_t pid = clone3(&a);
	siginfo_t si = { 0 };
	struct pollfd p;

	if (pid == 0) {
		mark();
		_exit(12);
	}
	p = (struct pollfd){ .fd = fd, .events = POLLIN };
	say("pidfd polls %d\n", poll(&p, 1, -1));
	say("waitid %d\n", waitid(P_PIDFD, fd, &si, WEXITED));
	say("status %d, by pid %s\n", si.si_status, await(pid, 0));
}

static void clone3s(void)
{
	struct clone_args a = { 0 };

	signal(SIGUSR1, on_signal);
	born3("plain", a);
	a.flags = CLONE_CLEAR_SIGHAND;
	born3("clear", a);
	a.flags = CLONE_UNTRACED;
	born3("untraced", a);
	a.flags = CLONE_UNTRACED | CLONE_CLEAR_SIGHAND;
	born3("untraced, clear", a);
	a.flags = CLONE_INTO_CGROUP;
	a.cgroup = 999;
	born3("cgroup", a);
	a.flags = CLONE_THREAD;
	born3("thread alone", a);
	a.flags = 0;
	a.set_tid = 1;
	born3("no set_tid", a);
	say("no args: %ld\n", syscall(SYS_clone3, NULL, sizeof(a)));
	say("too small: %ld\n", syscall(SYS_clone3, &a, 8));
	pidfds();
}

/* A signal that comes before the child is made restarts the call. */
static void restarts(void)
{
	struct itimerval timer = { { 0, 0 }, { 0, 0 } };
	int changed = 0;

	signal(SIGALRM, on_signal);
	for (int i = 0; i < 60; i++) {
		struct clone_args a = { .flags = CLONE_UNTRACED,
			.exit_signal = SIGCHLD };
		long pid;

		timer.it_value.tv_usec = 1 + i * 7 % 300;
		setitimer(ITIMER_REAL, &timer, NULL);
		pid = clone3(&a);
		if (pid == 0)
			_exit(0);
		await((pid_t)pid, __WALL);
		changed += a.flags != CLONE_UNTRACED;
	}
	say("changed %d\n", changed);
}

/* --- a sibling --------------------------------------------------------- */

/* Siblings, made by CLONE_PARENT: enough for each order of stops. */
#define NSIBLINGS 50

static void make_siblings(void)
{
	for (int i = 0; i < NSIBLINGS; i++) {
		pid_t pid = (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD,
					   0, 0, 0, 0);

		if (pid == 0) {
			mark();
			_exit(21);
		}
		if (pid < 0)
			say("%s\n", strerror(errno));
	}
	_exit(20);
}

static void siblings(void)
{
	int status, n[2] = { 0 };

	child(make_siblings);
	while (wait(&status) > 0)
		n[WEXITSTATUS(status) == 21]++;
	say("%d and %d\n", n[0], n[1]);
}

/* --- threads ----------------------------------------------------------- */

static void *marking(void *arg)
{
	mark();
	return arg;
}

#define NTURNS 1000
#define NATONCE 1000

static void *waiting(void *arg)
{
	pthread_barrier_wait(arg);
	mark();
	return NULL;
}

static void threads(void)
{
	static pthread_t t[NATONCE];
	pthread_barrier_t barrier;
	pthread_attr_t attr;
	int i, n = 0, bad = 0;

	for (i = 0; i < NTURNS; i++) {
		bad += pthread_create(&t[0], NULL, marking, NULL) != 0;
		bad += pthread_join(t[0], NULL) != 0;
	}
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	pthread_barrier_init(&barrier, NULL, NATONCE + 1);
	for (; n < NATONCE; n++)
		bad += pthread_create(&t[n], &attr, waiting, &barrier) != 0;
	pthread_barrier_wait(&barrier);
	for (i = 0; i < n; i++)
		bad += pthread_join(t[i], NULL) != 0;
	say("%d threads, %d bad\n", n, bad);
}

/* --- exec -------------------------------------------------------------- */

static void *sleeping(void *arg)
{
	pause();
	return arg;
}

static void *reading(void *arg)
{
	char byte;

	return read(*(int *)arg, &byte, 1) == 1 ? arg : NULL;
}

static void *spinning(void *arg)
{
	for (;;)
		mark();
	return arg;
}

static void *forking(void *arg)
{
	for (;;)
		waitpid(fork() ?: (_exit(0), 0), NULL, 0);
	return arg;
}

static void *birthing(void *arg)
{
	pthread_t t;

	for (;;)
		if (pthread_create(&t, NULL, marking, NULL) == 0)
			pthread_join(t, NULL);
	return arg;
}

static void *execing(void *arg)
{
	(void)arg;
	execl("/bin/sh", "sh", "-c", "echo $$ >/dev/null; exit 6",
	      (char *)NULL);
	return NULL;
}

/* Run `last` while other threads sleep, read, fork and create threads. */
static void among_threads(void *(*last)(void *))
{
	void *(*const others[])(void *) = { sleeping, reading, sleeping,
		reading, forking, birthing };
	int i, pipefd[2];
	pthread_t t;

	if (pipe(pipefd) != 0)
		_exit(90);
	for (i = 0; i < (int)(sizeof(others) / sizeof(others[0])); i++)
		pthread_create(&t, NULL, others[i], &pipefd[0]);
	ms(10);
	pthread_create(&t, NULL, last, NULL);
	pause();
}

static void thread_exec(void)
{
	among_threads(execing);
}

static void leader_exec(void)
{
	pthread_t t;

	pthread_create(&t, NULL, sleeping, NULL);
	pthread_create(&t, NULL, forking, NULL);
	ms(5);
	execing(NULL);
}

/* An exec after the first thread has ended. */
static void *exec_alone(void *arg)
{
	ms(5);
	return execing(arg);
}

static void orphan_exec(void)
{
	pthread_t t;

	pthread_create(&t, NULL, exec_alone, NULL);
	pthread_exit(NULL);
}

static void execs(void)
{
	for (int i = 0; i < 5; i++) {
		say("thread: %s\n", await(child(thread_exec), 0));
		say("first: %s\n", await(child(leader_exec), 0));
		say("orphan: %s\n", await(child(orphan_exec), 0));
	}
}

/* --- ends -------------------------------------------------------------- */

static void *exiting(void *arg)
{
	(void)arg;
	_exit(8);
}

static void *dying(void *arg)
{
	raise(SIGKILL);
	return arg;
}

static void *crashing(void *arg)
{
	signal(SIGSEGV, SIG_DFL);
	*(volatile int *)arg = 1;
	return arg;
}

static void exit_among(void)
{
	among_threads(exiting);
}

static void die_among(void)
{
	among_threads(dying);
}

static void crash_among(void)
{
	const struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CORE, &none);
	among_threads(crashing);
}

static void many_and_exit(void)
{
	pthread_attr_t attr;
	pthread_t t;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	for (int i = 0; i < 500; i++)
		pthread_create(&t, &attr, sleeping, NULL);
	_exit(9);
}

static void ends(void)
{
	for (int i = 0; i < 4; i++) {
		say("exit: %s\n", await(child(exit_among), 0));
		say("kill: %s\n", await(child(die_among), 0));
		say("crash: %s\n", await(child(crash_among), 0));
	}
	say("many: %s\n", await(child(many_and_exit), 0));
}

/* --- killed at any point ------------------------------------------------ */

static void spin(void)
{
	spinning(NULL);
}

static void spin_not(void)
{
	for (volatile int i = 0; ; i++)
		;
}

static void fork_on(void)
{
	forking(NULL);
}

static void thread_on(void)
{
	birthing(NULL);
}

static void exec_on(void)
{
	execl("/bin/sh", "sh", "-c", "while :; do (exec true); done",
	      (char *)NULL);
}

static void vfork_on(void)
{
	if (vfork() == 0) {
		pause();
		_exit(0);
	}
}

static void be_stopped(void)
{
	raise(SIGSTOP);
}

static void rest(void)
{
	pause();
}

static void flood(void)
{
	for (signal(SIGUSR1, on_signal); ; )
		kill(getpid(), SIGUSR1);
}

static void zombie(void)
{
	_exit(5);
}

static void kills(void)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} states[] = {
		{ "calls", spin }, { "runs", spin_not }, { "forks", fork_on },
		{ "threads", thread_on }, { "execs", exec_on },
		{ "vfork", vfork_on }, { "stopped", be_stopped },
		{ "waits", rest }, { "signals", flood }, { "newborn", rest },
		{ "ended", zombie },
	};

	siginfo_t si;

	for (size_t k = 0; k < 4; k++)
		for (size_t i = 0; i < sizeof(states) / sizeof(states[0]);
		     i++) {
			pid_t pid = fork();

			if (pid == 0) {
				setpgid(0, 0);
				states[i].run();
				_exit(1);
			}
			setpgid(pid, pid);
			if (strcmp(states[i].name, "newborn") != 0)
				ms(2 + 2 * k);
			if (states[i].run == zombie)
				waitid(P_PID, pid, &si, WEXITED | WNOWAIT);
			if (states[i].run == be_stopped)
				say("%s: ", await(pid, WUNTRACED));
			kill(-pid, SIGKILL);
			say("%s: %s\n", states[i].name, await(pid, 0));
		}
}

/* --- namespaces -------------------------------------------------------- */

static void in_space(void)
{
	pid_t pid;

	mark();
	say("%d, parent %d\n", getpid(), getppid());
	pid = fork();
	if (pid == 0) {
		mark();
		say("%d, parent %d\n", getpid(), getppid());
		_exit(2);
	}
	say("%d ends: %s\n", pid, await(pid, 0));
	pid = fork();
	if (pid == 0) {
		/* its parent will be the first process of the namespace */
		if (fork() == 0) {
			ms(20);
			mark();
			_exit(3);
		}
		_exit(2);
	}
	say("%d ends: %s\n", pid, await(pid, 0));
	say("adopted: %d\n", wait(NULL));
	if (fork() == 0)
		pause();
	_exit(4);
}

static void unshares(void)
{
	int rc = unshare(CLONE_NEWUSER | CLONE_NEWPID);

	say("unshare %d\n", rc);
	if (rc != 0) {
		for (int i = 0; i < 3; i++)
			mark();
		return;
	}
	say("space: %s\n", await(child(in_space), 0));
	say("again: %d\n", (int)fork());
}

/* ----------------------------------------------------------------------- */

static const struct workload workloads[] = {
	{ "vforks", vforks, 1 }, { "clones", clones, NFLAGS },
	{ "clone3s", clone3s, 5 }, { "restarts", restarts, ANY },
	{ "siblings", siblings, NSIBLINGS },
	{ "threads", threads, NTURNS + NATONCE }, { "execs", execs, ANY },
	{ "ends", ends, ANY }, { "kills", kills, ANY },
	{ "unshares", unshares, 3 },
	{ NULL, NULL, 0 },
};

int main(int argc, char **argv)
{
	return same_main(workloads, NULL, 0, argc, argv);
}
