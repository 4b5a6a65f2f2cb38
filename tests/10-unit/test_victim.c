/* SPDX-License-Identifier: MIT */
/* test_victim.c - starts, stops, watches and releases processes. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>
#include "victim/victim.h"

/*
 * If `readings` is not 0, all clocks show a time of the test's own: a reading
 * takes 100 ns, and before reading number `stall` the machine stands still.
 */
static int readings, stall;

int clock_gettime(clockid_t clock, struct timespec *ts)
{
	int64_t ns = (int64_t)readings * 100;

	if (readings == 0)
		return (int)syscall(SYS_clock_gettime, clock, ts);
	if (readings++ >= stall)
		ns += 3 * 1000000000LL;
	*ts = (struct timespec){ clock == CLOCK_REALTIME ? 1800000000 : 5000,
	    0 };
	ts->tv_sec += ns / 1000000000;
	ts->tv_nsec = ns % 1000000000;
	return 0;
}

static struct ps_prochandle *run(const char *script)
{
	char *argv[] = { "sh", "-c", (char *)script, NULL };
	struct ps_prochandle *p = NULL;

	assert_int_equal(dt_victim_create(&p, "sh", argv, NULL), 0);
	return p;
}

/* A line of /proc/PID/status, after its name; "" if there is none. */
static void proc_status(pid_t pid, const char *name, char *buf, size_t len)
{
	char path[64], line[256];
	FILE *fp;

	buf[0] = '\0';
	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	fp = fopen(path, "re");
	if (fp == NULL)
		return;
	while (fgets(line, sizeof(line), fp) != NULL)
		if (strncmp(line, name, strlen(name)) == 0)
			snprintf(buf, len, "%s", line + strlen(name));
	fclose(fp);
}

/* Wait without a limit: the runner of the tests has one. */
static void await_fd(int fd)
{
	struct pollfd pfd = { .fd = fd, .events = POLLIN };

	assert_int_equal(poll(&pfd, 1, -1), 1);
}

static void await_end(struct ps_prochandle *p)
{
	await_fd(dt_victim_fd(p));
}

static void held_then_run(void **state)
{
	struct ps_prochandle *p = run("exit 7");
	char name[64], tracer[64];
	int status;

	(void)state;
	/* The exec is over, and the program waits. */
	proc_status(dt_victim_pid(p), "Name:\t", name, sizeof(name));
	assert_int_not_equal(strncmp(name, "test_victim", 11), 0);
	proc_status(dt_victim_pid(p), "TracerPid:\t", tracer, sizeof(tracer));
	assert_int_not_equal(atoi(tracer), 0);
	usleep(20000);
	assert_false(dt_victim_ended(p, &status));
	assert_int_equal(dt_victim_continue(p), 0);
	await_end(p);
	assert_true(dt_victim_ended(p, &status));
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 7);
	assert_true(dt_victim_ended(p, &status));
	assert_int_equal(WEXITSTATUS(status), 7);
	assert_int_equal(waitpid(dt_victim_pid(p), NULL, WNOHANG), -1);
	assert_int_equal(dt_victim_continue(p), 0);
	dt_victim_release(p);
}

static void untraced_while_running(void **state)
{
	struct ps_prochandle *p = run("exec sleep 100");
	pid_t pid = dt_victim_pid(p);
	char tracer[64];

	(void)state;
	assert_int_equal(dt_victim_continue(p), 0);
	assert_true(dt_victim_runs(p));
	proc_status(pid, "TracerPid:\t", tracer, sizeof(tracer));
	assert_int_equal(atoi(tracer), 0);
	assert_false(dt_victim_ended(p, NULL));
	dt_victim_release(p);
	/* It is killed, and has been waited for. */
	assert_int_equal(kill(pid, 0), -1);
	assert_int_equal(errno, ESRCH);
	assert_int_equal(waitpid(pid, NULL, 0), -1);
}

static void *continue_it(void *p)
{
	return (void *)(intptr_t)dt_victim_continue(p);
}

static void *create_it(void *script)
{
	return run(script);
}

/* Created by a thread that is gone, continued by another one. */
static void across_threads(void **state)
{
	pthread_t t;
	void *p, *err;
	int status;

	(void)state;
	assert_int_equal(pthread_create(&t, NULL, create_it, "exit 3"), 0);
	assert_int_equal(pthread_join(t, &p), 0);
	assert_false(dt_victim_ended(p, NULL));
	assert_int_equal(pthread_create(&t, NULL, continue_it, p), 0);
	assert_int_equal(pthread_join(t, &err), 0);
	assert_null(err);
	await_end(p);
	assert_true(dt_victim_ended(p, &status));
	assert_int_equal(WEXITSTATUS(status), 3);
	dt_victim_release(p);
}

static void release_kills_held(void **state)
{
	struct ps_prochandle *p = run("exit 0");
	pid_t pid = dt_victim_pid(p);

	(void)state;
	dt_victim_release(p);
	assert_int_equal(kill(pid, 0), -1);
	assert_int_equal(errno, ESRCH);
	dt_victim_release(NULL);
}

static void killed_while_held(void **state)
{
	struct ps_prochandle *p = run("exit 0");

	(void)state;
	kill(dt_victim_pid(p), SIGKILL);
	await_end(p);
	assert_int_equal(dt_victim_continue(p), -ESRCH);
	assert_true(dt_victim_ended(p, NULL));
	dt_victim_release(p);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

static int count_fds(void)
{
	int i, n = 0;

	for (i = 0; i < 256; i++)
		n += fcntl(i, F_GETFD) >= 0;
	return n;
}

/*
 * Kill one of the processes of a start: `between` starts the tracer and ends,
 * `victim` executes the file.
 */
#define IN_CHILD __attribute__((noinline, no_sanitize("thread"), \
    no_sanitize("address"), no_sanitize("undefined")))

static enum { NOBODY, BETWEEN, BETWEEN_LATE, TRACER, VICTIM } to_die;
static int (*child)(void *);
static int (*real_clone)(int (*fn)(void *), void *stack, int flags, void *arg,
    ...);

static IN_CHILD int suicide(void *arg)
{
	(void)arg;
	syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
	return 0;
}

static IN_CHILD int parricide(void *arg)
{
	syscall(SYS_kill, syscall(SYS_getppid), SIGKILL);
	return child(arg);
}

int __clone(int (*fn)(void *), void *stack, int flags, void *arg, ...);

/* The processes of a start are told apart by their flags. */
IN_CHILD int __clone(int (*fn)(void *), void *stack, int flags, void *arg, ...)
{
	bool tracer = (flags & CLONE_PIDFD) != 0;
	bool between = (flags & CLONE_FILES) != 0;
	int *pidfd = NULL;
	va_list ap;

	va_start(ap, arg);
	if (tracer)
		pidfd = va_arg(ap, int *);
	va_end(ap);
	child = fn;
	if ((tracer && to_die == TRACER) || (between && to_die == BETWEEN) ||
	    (!tracer && !between && to_die == VICTIM))
		fn = suicide;
	else if (tracer && to_die == BETWEEN_LATE)
		fn = parricide;
	return real_clone(fn, stack, flags, arg, pidfd);
}

/* The start fails, waits for nothing, and leaves nothing behind. */
static void killed_at_start(void **state)
{
	char *argv[] = { "true", NULL };
	int before = count_fds();

	(void)state;
	for (to_die = BETWEEN; to_die <= VICTIM; to_die++) {
		struct ps_prochandle *p;

		assert_int_equal(dt_victim_create(&p, "true", argv, NULL),
		    -ECHILD);
		assert_int_equal(count_fds(), before);
		assert_int_equal(waitpid(-1, NULL, WNOHANG | __WALL), -1);
		assert_int_equal(errno, ECHILD);
	}
	to_die = NOBODY;
}

static void exec_errors(void **state)
{
	char *argv[] = { "x", NULL }, *none[] = { NULL };
	struct ps_prochandle *p;

	(void)state;
	/* an unsearchable directory would give EACCES */
	assert_int_equal(setenv("PATH", "/usr/bin:/bin", 1), 0);
	assert_int_equal(dt_victim_create(&p, "/nonexistent/x", argv, NULL),
	    -ENOENT);
	assert_int_equal(dt_victim_create(&p, "no-such-command", argv, NULL),
	    -ENOENT);
	assert_int_equal(dt_victim_create(&p, "/dev/null", argv, NULL),
	    -EACCES);
	assert_int_equal(dt_victim_create(&p, "sh", none, NULL), -EINVAL);
	assert_int_equal(dt_victim_create(&p, NULL, argv, NULL), -EINVAL);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

static void grab(void **state)
{
	pid_t pid = fork();
	struct ps_prochandle *p;
	int status;

	(void)state;
	if (pid == 0) {
		pause();
		_exit(0);
	}
	assert_int_equal(dt_victim_grab(&p, pid), 0);
	assert_int_equal(dt_victim_pid(p), pid);
	assert_int_equal(dt_victim_continue(p), 0);
	assert_false(dt_victim_ended(p, &status));
	kill(pid, SIGKILL);
	await_end(p);
	assert_true(dt_victim_ended(p, &status));
	assert_int_equal(status, -1);
	/* its release does not reap it, and a zombie cannot be grabbed */
	dt_victim_release(p);
	assert_int_equal(dt_victim_grab(&p, pid), -ESRCH);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(dt_victim_grab(&p, pid), -ESRCH);
	assert_int_equal(dt_victim_grab(&p, 0), -EINVAL);
	assert_int_equal(dt_victim_grab(&p, -1), -EINVAL);
}

/* Write the process's id to fd, and die. */
static void die_with(int fd, bool runs)
{
	struct ps_prochandle *p = run("exec sleep 600");
	pid_t victim = dt_victim_pid(p);

	if (runs && dt_victim_continue(p) != 0)
		_exit(1);
	if (write(fd, &victim, sizeof(victim)) < 0)
		_exit(1);
	raise(SIGKILL);
}

/* The consumer is killed: the process that it has started dies, too. */
static void dies(bool runs)
{
	char st[64] = "";
	int fds[2], status;
	pid_t pid;

	assert_int_equal(pipe2(fds, O_CLOEXEC), 0);
	pid = fork();
	if (pid == 0)
		die_with(fds[1], runs);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(read(fds[0], &pid, sizeof(pid)), sizeof(pid));
	/* the pipe closes once the victim has ended, too */
	close(fds[1]);
	await_fd(fds[0]);
	/* Or init has not waited for it yet */
	while (kill(pid, 0) == 0 && st[0] != 'Z') {
		usleep(1000);
		proc_status(pid, "State:\t", st, sizeof(st));
	}
	close(fds[0]);
}

static void dies_with_consumer(void **state)
{
	(void)state;
	dies(false);
	dies(true);
}

/* It has the caller's signal mask, and no descriptor that closes on exec. */
static void inheritance(void **state)
{
	char *argv[] = { "grep", "-q", "SigBlk:.0*200$", "/proc/self/status",
	    NULL };
	struct ps_prochandle *p;
	sigset_t usr1, old;
	int i, status;

	(void)state;
	sigemptyset(&usr1);
	sigaddset(&usr1, SIGUSR1);
	pthread_sigmask(SIG_SETMASK, &usr1, &old);
	assert_int_equal(dt_victim_create(&p, "grep", argv, NULL), 0);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	for (i = 0; i < 256; i++) {
		int flags = fcntl(i, F_GETFD);
		char path[64];

		snprintf(path, sizeof(path), "/proc/%d/fd/%d",
		    (int)dt_victim_pid(p), i);
		if (faccessat(AT_FDCWD, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0)
			assert_true(flags >= 0 && !(flags & FD_CLOEXEC));
	}
	assert_int_equal(dt_victim_continue(p), 0);
	await_end(p);
	assert_true(dt_victim_ended(p, &status));
	assert_int_equal(status, 0);
	dt_victim_release(p);
}

static void no_leaks(void **state)
{
	char *argv[] = { "true", NULL };
	int i, before = count_fds();

	(void)state;
	for (i = 0; i < 50; i++) {
		struct ps_prochandle *p;

		assert_int_equal(dt_victim_create(&p, "true", argv, NULL), 0);
		assert_true(fcntl(dt_victim_fd(p), F_GETFD) & FD_CLOEXEC);
		if (i % 2 == 0) {
			dt_victim_continue(p);
			await_end(p);
		}
		dt_victim_release(p);
	}
	assert_int_equal(count_fds(), before);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

/* The start of a process does not depend on where the machine stands still. */
static void start_time(void **state)
{
	struct ps_prochandle *p = run("exit 0");
	int64_t want = 0;

	(void)state;
	for (stall = 8; stall >= 1; stall--) {
		timestruc_t t;
		int64_t ns;

		readings = 1;
		t = dt_victim_psinfo(p)->pr_start;
		readings = 0;
		ns = t.tv_sec * 1000000000LL + t.tv_nsec;
		if (stall == 8)
			want = ns;
		assert_in_range(ns, want - 1000, want + 1000);
	}
	dt_victim_release(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(held_then_run),
		cmocka_unit_test(untraced_while_running),
		cmocka_unit_test(across_threads),
		cmocka_unit_test(release_kills_held),
		cmocka_unit_test(killed_while_held),
		cmocka_unit_test(killed_at_start),
		cmocka_unit_test(exec_errors),
		cmocka_unit_test(grab),
		cmocka_unit_test(dies_with_consumer),
		cmocka_unit_test(inheritance),
		cmocka_unit_test(no_leaks),
		cmocka_unit_test(start_time),
	};

	real_clone = (__typeof__(real_clone))dlsym(RTLD_NEXT, "__clone");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
