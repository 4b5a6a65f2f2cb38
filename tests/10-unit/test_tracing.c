/* SPDX-License-Identifier: MIT */
/*
 * test_tracing.c - a traced process behaves as untraced, and its calls are
 * seen: signals, job control, threads, exec, kills, release.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include "../tracer.h"
#include "trace/trace.h"
#include "trace/victim.h"

enum { ENTER = 1, LEAVE, SAMPLE };

struct seen {
	struct dt_trace_conf conf;
	long enter, leave, gone, failed;
	long samples, dozing;		/* until it is over; of others */
	bool over;			/* atomic */
	uint32_t pid;			/* of the last */
	int64_t err;
};

static void on_fire(void *arg, const struct dt_firing *f)
{
	struct seen *s = arg;

	s->enter += f->probe == ENTER;
	s->leave += f->probe == LEAVE;
	if (f->probe == SAMPLE &&
	    !__atomic_load_n(&s->over, __ATOMIC_SEQ_CST)) {
		s->dozing += f->tid != f->pid;
		__atomic_fetch_add(&s->samples, 1, __ATOMIC_SEQ_CST);
	}
	s->failed += f->err != 0;
	if (f->err != 0)
		s->err = f->err;
	s->pid = f->pid;
}

static void on_gone(void *arg, const struct dt_firing *f)
{
	(void)f;
	((struct seen *)arg)->gone++;
}

static void want(struct seen *s, long call)
{
	memset(s, 0, sizeof(*s));
	s->conf.fire = on_fire;
	s->conf.gone = on_gone;
	s->conf.arg = s;
	s->conf.ncpus = (uint32_t)sysconf(_SC_NPROCESSORS_CONF);
	s->conf.ends = DT_NEED_ERRNO;
	s->conf.enter[call] = ENTER;
	s->conf.leave[call] = LEAVE;
}

/* However long it takes: what never comes is for who runs the tests to end. */
static int await_end(struct ps_prochandle *p)
{
	struct pollfd pfd = { .fd = dt_victim_fd(p), .events = POLLIN };
	int status = -1;

	assert_int_equal(poll(&pfd, 1, -1), 1);
	while (!dt_victim_ended(p, &status))
		usleep(1000);
	return status;
}

/* Run it to its end under trace: its status as of waitpid(). */
static int run(struct seen *s, char *const argv[])
{
	struct ps_prochandle *p = NULL;
	int status;

	assert_int_equal(dt_victim_create(&p, argv[0], argv, NULL), 0);
	assert_int_equal(dt_victim_trace(p, &s->conf), 0);
	assert_int_equal(dt_victim_trace(p, &s->conf), -EBUSY);
	assert_int_equal(dt_victim_continue(p), 0);
	status = await_end(p);
	dt_victim_release(p);
	return status;
}

static int run_shell(struct seen *s, const char *script)
{
	char *argv[] = { "sh", "-c", (char *)script, NULL };

	return run(s, argv);
}

/* This program itself does what a test wants done. */
static int run_self(struct seen *s, const char *what)
{
	char *argv[] = { "/proc/self/exe", (char *)what, NULL };

	return run(s, argv);
}

static void counts(void **state)
{
	struct seen s;
	int status;

	(void)state;
	want(&s, SYS_chdir);
	status = run_shell(&s, "cd /; cd /usr; cd /nowhere 2>/dev/null; "
			   "(cd /usr); exit 3");
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 3);
	assert_int_equal(s.enter, 4);
	assert_int_equal(s.leave, 4);
	assert_int_equal(s.failed, 1);
	assert_int_equal(s.err, ENOENT);
	assert_int_equal(s.gone, 2);
}

static void signals(void **state)
{
	struct seen s;
	int status;

	(void)state;
	want(&s, SYS_kill);
	status = run_shell(&s, "trap 'n=$((n+1))' USR1; n=0; kill -USR1 $$; "
			   "kill -USR1 $$; kill -WINCH $$; exit $((n+5))");
	assert_int_equal(WEXITSTATUS(status), 7);
	assert_int_equal(s.enter, 3);
	status = run_shell(&s, "kill -9 $$");
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGKILL);
	status = run_shell(&s, "sh -c 'kill -SEGV $$' 2>/dev/null");
	assert_int_equal(WEXITSTATUS(status), 128 + SIGSEGV);
}

/* Its parent sees it stop, and it goes on when it is told to. */
static void job_control(void **state)
{
	struct seen s;

	(void)state;
	want(&s, SYS_getppid);
	assert_int_equal(run_self(&s, "job-control"), 0);
	assert_int_equal(s.enter, 1);
}

static int do_job_control(void)
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		raise(SIGSTOP);
		syscall(SYS_getppid);
		_exit(9);
	}
	if (waitpid(pid, &status, WUNTRACED) != pid || !WIFSTOPPED(status) ||
	    WSTOPSIG(status) != SIGSTOP)
		return 1;
	kill(pid, SIGCONT);
	if (waitpid(pid, &status, 0) != pid || WEXITSTATUS(status) != 9)
		return 2;
	return 0;
}

#define THREADS	500
#define CALLS	20

static void *call(void *arg)
{
	for (int i = 0; i < CALLS; i++)
		syscall(SYS_getppid);
	return arg;
}

static int do_threads(void)
{
	static pthread_t t[THREADS];
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 64 * 1024);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&t[i], &attr, call, NULL) != 0)
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	return 4;
}

static void threads(void **state)
{
	struct seen s;

	(void)state;
	want(&s, SYS_getppid);
	assert_int_equal(WEXITSTATUS(run_self(&s, "threads")), 4);
	assert_int_equal(s.enter, THREADS * CALLS);
	assert_int_equal(s.leave, THREADS * CALLS);
	assert_int_equal(s.gone, THREADS + 1);
}

static void *become_true(void *arg)
{
	char *argv[] = { "sh", "-c", "cd /; exit 6", NULL };

	(void)arg;
	execv("/bin/sh", argv);
	return NULL;
}

/* The thread takes the place of the first one, and its id. */
static int do_exec(void)
{
	pthread_t t;

	pthread_create(&t, NULL, become_true, NULL);
	pthread_join(t, NULL);
	return 1;
}

static void exec_in_thread(void **state)
{
	struct seen s;

	(void)state;
	want(&s, SYS_chdir);
	assert_int_equal(WEXITSTATUS(run_self(&s, "exec")), 6);
	assert_int_equal(s.enter, 1);
	assert_int_equal(s.leave, 1);
}

static int do_vfork(void)
{
	int status;
	pid_t pid = vfork();

	if (pid == 0) {
		execl("/bin/sh", "sh", "-c", "cd /; exit 8", NULL);
		_exit(1);
	}
	waitpid(pid, &status, 0);
	return WEXITSTATUS(status);
}

static void vforks(void **state)
{
	struct seen s;

	(void)state;
	want(&s, SYS_chdir);
	assert_int_equal(WEXITSTATUS(run_self(&s, "vfork")), 8);
	assert_int_equal(s.enter, 1);
}

/* The end of a call belongs to the new thread as well as to the old. */
static void both_returns(void **state)
{
	struct seen s;

	(void)state;
	want(&s, SYS_clone);
	run_shell(&s, "(exit 1); exit 0");
	assert_int_equal(s.enter, 1);
	assert_int_equal(s.leave, 2);
}

/* A running process, which is not ours to end: traced and let go of. */
static void grabbed(void **state)
{
	struct ps_prochandle *p = NULL, *again = NULL;
	struct seen s;
	int go[2], status;
	pid_t pid;
	char c;

	(void)state;
	want(&s, SYS_getppid);
	assert_int_equal(pipe(go), 0);
	pid = fork();
	if (pid == 0) {
		for (int i = 0; i < 3; i++) {
			(void)!read(go[0], &c, 1);
			syscall(SYS_getppid);
		}
		_exit(2);
	}
	assert_int_equal(dt_victim_grab(&p, pid), 0);
	assert_int_equal(dt_victim_trace(p, &s.conf), 0);
	assert_int_equal(dt_victim_grab(&again, pid), 0);
	assert_int_equal(dt_victim_trace(again, &s.conf), -EPERM);
	dt_victim_release(again);
	assert_int_equal(write(go[1], "xx", 2), 2);
	while (__atomic_load_n(&s.leave, __ATOMIC_RELAXED) < 2)
		usleep(1000);
	dt_victim_untrace(p);
	dt_victim_release(p);
	assert_int_equal(s.enter, 2);
	assert_int_equal(s.pid, pid);
	assert_int_equal(write(go[1], "x", 1), 1);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(WEXITSTATUS(status), 2);
	assert_int_equal(s.enter, 2);
}

#define DOZING "dozing"		/* its name, right before it sleeps for good */

static void *doze(void *arg)
{
	prctl(PR_SET_NAME, DOZING);
	pause();
	return arg;
}

/* One thread spins, the other one sleeps. */
static int do_spin(void)
{
	volatile int on = 1;
	pthread_t t;

	if (pthread_create(&t, NULL, doze, NULL) != 0)
		return 1;
	while (on)
		;
	return 0;
}

/* Does this thread of the process sleep where it was meant to? */
static bool thread_dozes(pid_t pid, const char *tid)
{
	char path[300], name[32] = "", state = 0;
	FILE *fp;

	snprintf(path, sizeof(path), "/proc/%d/task/%s/stat", (int)pid, tid);
	fp = fopen(path, "r");
	if (!fp)
		return false;
	if (fscanf(fp, "%*d (%31[^)]) %c", name, &state) != 2)
		state = 0;
	fclose(fp);
	return strcmp(name, DOZING) == 0 && state == 'S';
}

static bool dozes(pid_t pid)
{
	struct dirent *d;
	bool found = false;
	char path[64];
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	assert_non_null(dir);
	while (!found && (d = readdir(dir)))
		found = thread_dozes(pid, d->d_name);
	closedir(dir);
	return found;
}

/*
 * Only a thread that runs is sampled, at most once each time: twenty samples of
 * the one that spins are as many looks at the one that sleeps, which runs only
 * when it is killed.
 */
static void sampled(void **state)
{
	char *argv[] = { "/proc/self/exe", "spin", NULL };
	struct ps_prochandle *p = NULL;
	struct seen s;
	long n = 0;

	(void)state;
	want(&s, SYS_getppid);
	assert_int_equal(dt_victim_create(&p, argv[0], argv, NULL), 0);
	assert_int_equal(dt_victim_trace(p, &s.conf), 0);
	assert_int_equal(dt_victim_continue(p), 0);
	while (!dozes(dt_victim_pid(p)))
		usleep(1000);
	for (; __atomic_load_n(&s.samples, __ATOMIC_SEQ_CST) < 20; n++) {
		dt_victim_sample(p, SAMPLE);
		usleep(2000);
	}
	__atomic_store_n(&s.over, true, __ATOMIC_SEQ_CST);
	kill(dt_victim_pid(p), SIGKILL);
	assert_int_equal(WTERMSIG(await_end(p)), SIGKILL);
	dt_victim_release(p);
	assert_in_range(s.samples, 20, n);
	assert_int_equal(s.dozing, 0);
}

/* A victim that ends while nobody looks leaves nothing behind. */
static void killed_early(void **state)
{
	char *argv[] = { "sleep", "30", NULL };

	(void)state;
	for (int i = 0; i < 20; i++) {
		struct ps_prochandle *p = NULL;
		struct seen s;

		want(&s, SYS_getppid);
		assert_int_equal(dt_victim_create(&p, argv[0], argv, NULL), 0);
		assert_int_equal(dt_victim_trace(p, &s.conf), 0);
		if (i % 2 == 0)
			dt_victim_continue(p);
		kill(dt_victim_pid(p), SIGKILL);
		if (i % 3 == 0 && i % 2 == 0)
			await_end(p);
		dt_victim_release(p);
	}
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		int (*fn)(void);
	} parts[] = {
		{ "job-control", do_job_control }, { "threads", do_threads },
		{ "exec", do_exec }, { "vfork", do_vfork },
		{ "spin", do_spin },
	};
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts), cmocka_unit_test(signals),
		cmocka_unit_test(job_control), cmocka_unit_test(threads),
		cmocka_unit_test(exec_in_thread), cmocka_unit_test(vforks),
		cmocka_unit_test(both_returns), cmocka_unit_test(grabbed),
		cmocka_unit_test(sampled), cmocka_unit_test(killed_early),
	};

	for (size_t i = 0; argc > 1 && i < sizeof(parts) / sizeof(parts[0]);
	     i++)
		if (strcmp(argv[1], parts[i].name) == 0)
			return parts[i].fn();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
