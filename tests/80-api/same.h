/* SPDX-License-Identifier: MIT */
/*
 * Shared by tests that a program behaves the same traced and untraced.  A
 * workload is a function that this program runs when given its name; its output
 * and exit status are compared, untraced with traced in several ways.  Each
 * call of mark() must be counted, wherever it is made.
 */
#ifndef SAME_H
#define SAME_H

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "../tracer.h"
#include "api.h"

#define MARK "getpriority"

#define ANY (-1)

struct workload {
	const char *name;
	void (*run)(void);
	int marks;			/* its calls of mark(), or ANY */
};

/* --- in the workload --------------------------------------------------- */

static inline long mark(void)
{
	return syscall(SYS_getpriority, PRIO_PROCESS, 0);
}

/* Print by one write, so that lines of processes do not mix. */
__attribute__((format(printf, 1, 2)))
static inline void say(const char *fmt, ...)
{
	char buf[512];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(buf, sizeof(buf), fmt, ap);
	va_end(ap);
	if (write(STDOUT_FILENO, buf, n) != n)
		_exit(99);
}

static inline void ms(long n)
{
	struct timespec ts = { n / 1000, n % 1000 * 1000000 };

	while (clock_nanosleep(CLOCK_MONOTONIC, 0, &ts, &ts) == EINTR)
		;
}

static inline const char *how(int status)
{
	static _Thread_local char buf[64];

	if (WIFEXITED(status))
		snprintf(buf, sizeof(buf), "exit %d", WEXITSTATUS(status));
	else if (WIFSIGNALED(status))
		snprintf(buf, sizeof(buf), "signal %d", WTERMSIG(status));
	else if (WIFSTOPPED(status))
		snprintf(buf, sizeof(buf), "stop %d", WSTOPSIG(status));
	else
		snprintf(buf, sizeof(buf), "goes on");
	return buf;
}

/* Wait for the end or stop of this child; returns it as text. */
static inline const char *await(pid_t pid, int flags)
{
	int status = 0;
	pid_t got;

	do
		got = waitpid(pid, &status, flags);
	while (got < 0 && errno == EINTR);
	return got == pid ? how(status) : got == 0 ? "nothing" :
	       strerror(errno);
}

static inline pid_t child(void (*run)(void))
{
	pid_t pid = fork();

	if (pid == 0) {
		run();
		_exit(0);
	}
	if (pid < 0)		/* kill() and getpgid() take -1 for all */
		_exit(94);
	return pid;
}

/* argv: work NAME FILE, and a descriptor if it is to be grabbed. */
static inline int same_work(const struct workload *w, char **argv)
{
	int fd = open(argv[3], O_WRONLY | O_APPEND | O_CLOEXEC);
	char byte;

	if (dup2(fd, STDOUT_FILENO) < 0)
		return 98;
	if (argv[4] && read(atoi(argv[4]), &byte, 1) != 1)
		return 97;
	while (w->name && strcmp(w->name, argv[2]) != 0)
		w++;
	if (!w->name)
		return 96;
	w->run();
	return 0;
}

/* --- in the test ------------------------------------------------------- */

struct outcome {
	int status;
	char text[16384];
};

struct way {
	const char *name, *program;
	bool grab;
};

#define MINE " /progenyof($target)/ "

static const struct way same_ways[] = {
	{ "calls", "syscall:::entry" MINE "{ @[probefunc] = count(); }"
	  "syscall:::return" MINE "{ @r[probefunc] = count(); }", false },
	{ "marks", "syscall::" MARK ":entry" MINE "{ @[probefunc] = count(); }"
	  "syscall::" MARK ":return" MINE "{ @r[probefunc] = count(); }"
	  "proc:::" MINE "{ @p[probename] = count(); }"
	  "profile-499" MINE "{ @n[0] = count(); }", false },
	{ "grab", "syscall:::entry" MINE "{ @[probefunc] = count(); }"
	  "syscall:::return" MINE "{ @r[probefunc] = count(); }", true },
	{ "lives", "proc:::, profile-499" MINE "{ @n[probename] = count(); }",
	  false },
};

static inline void same_read(struct outcome *o, const char *path)
{
	int fd = open(path, O_RDONLY);
	ssize_t n = read(fd, o->text, sizeof(o->text) - 1);

	assert_true(n >= 0);
	o->text[n] = '\0';
	close(fd);
	unlink(path);
}

static inline pid_t same_spawn(char **argv)
{
	pid_t pid = fork();

	if (pid == 0) {
		execv(api_self(), argv);
		_exit(95);
	}
	assert_true(pid > 0);
	return pid;
}

static inline int same_marks(const dtrace_aggdata_t *agg, void *arg)
{
	int64_t *n = arg;
	const char *name = agg->dtada_desc->dtagd_name;

	if (agg->dtada_desc->dtagd_rec[1].dtrd_size > 8 &&
	    strcmp(api_key(agg), MARK) == 0)
		n[strcmp(name, "r") == 0] = *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static inline void same_count(dtrace_hdl_t *dtp, const struct way *way,
			      const struct workload *w)
{
	int64_t n[2] = { 0 };

	if (!strstr(way->program, "syscall"))
		return;
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, same_marks, n));
	if (w->marks != ANY && (n[0] != w->marks || n[1] != w->marks))
		fail_msg("%s, %s: %d marks begun, %d ended, not %d", w->name,
			 way->name, (int)n[0], (int)n[1], w->marks);
}

/* If set, this handler is called for the workload's process. */
static dtrace_handle_proc_f *same_handler;
static void *same_handler_arg;

static inline void same_traced(const struct way *way,
			       const struct workload *w, char **argv,
			       struct outcome *o)
{
	void *vm = (void *)"vm";
	dtrace_hdl_t *dtp = api_open(&vm);
	struct ps_prochandle *p = NULL;
	int pipefd[2];
	char fd[16];

	if (way->grab) {
		assert_int_equal(pipe(pipefd), 0);
		snprintf(fd, sizeof(fd), "%d", pipefd[0]);
		argv[4] = fd;
		p = dtrace_proc_grab(dtp, same_spawn(argv), 0);
		close(pipefd[0]);
	} else {
		p = dtrace_proc_create(dtp, api_self(), argv);
	}
	if (!p)
		fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	if (same_handler)
		api_ok(dtp, dtrace_handle_proc(dtp, same_handler,
					       same_handler_arg));
	api_enable(dtp, way->program);
	api_ok(dtp, dtrace_go(dtp));
	if (way->grab) {
		assert_int_equal(write(pipefd[1], "g", 1), 1);
		close(pipefd[1]);
	} else {
		dtrace_proc_continue(dtp, p);
	}
	while (wait(&o->status) < 0)
		assert_int_equal(errno, EINTR);
	same_read(o, argv[3]);
	api_ok(dtp, dtrace_stop(dtp));
	same_count(dtp, way, w);
	dtrace_proc_release(dtp, p);
	dtrace_close(dtp);
}

static inline char *same_file(char *path)
{
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	close(fd);
	return path;
}

static inline void same_run(void **state)
{
	const struct workload *w = *state;
	static struct outcome plain, got;
	char path[] = "dt_same_XXXXXX";
	char *argv[] = { (char *)"work", (char *)"work", (char *)w->name,
		same_file(path), NULL, NULL };

	assert_true(waitpid(same_spawn(argv), &plain.status, 0) > 0);
	same_read(&plain, path);
	for (size_t i = 0; i < sizeof(same_ways) / sizeof(same_ways[0]); i++) {
		const struct way *way = &same_ways[i];
		char again[] = "dt_same_XXXXXX";

		argv[3] = same_file(again);
		argv[4] = NULL;
		same_traced(way, w, argv, &got);
		if (got.status != plain.status ||
		    strcmp(got.text, plain.text) != 0)
			fail_msg("%s, %s: untraced, %s:\n%straced, %s:\n%s",
				 w->name, way->name, how(plain.status),
				 plain.text, how(got.status), got.text);
	}
}

#define NWORKLOADS 32

/* Run a test for each workload, and then more tests. */
static inline int same_main(const struct workload *w,
			    const struct CMUnitTest *more, size_t nmore,
			    int argc, char **argv)
{
	struct CMUnitTest tests[NWORKLOADS] = { 0 };
	size_t n = 0;

	if (argc > 3)
		return same_work(w, argv);
	for (; w[n].name; n++)
		tests[n] = (struct CMUnitTest){ w[n].name, same_run, NULL,
			NULL, (void *)&w[n] };
	for (size_t i = 0; i < nmore; i++)
		tests[n++] = more[i];
	cmocka_set_test_filter(argv[1]);
	return _cmocka_run_group_tests("same", tests, n, NULL, NULL);
}

#endif
