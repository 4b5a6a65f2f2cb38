/* SPDX-License-Identifier: MIT */
/* Children of a test, which do something while a program traces them. */
#ifndef CHILD_H
#define CHILD_H

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "api.h"

#define MSEC 1000000LL

static inline void pin(int cpu)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	assert_int_equal(sched_setaffinity(0, sizeof(one), &one), 0);
}

static inline int64_t now(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return ts.tv_sec * 1000 * MSEC + ts.tv_nsec;
}

/* Use this much time of a CPU. */
static inline void spin(int64_t ns)
{
	int64_t until = now(CLOCK_PROCESS_CPUTIME_ID) + ns;

	while (now(CLOCK_PROCESS_CPUTIME_ID) < until)
		;
}

static inline void nap(int64_t ns)
{
	struct timespec ts = { ns / (1000 * MSEC), ns % (1000 * MSEC) };

	nanosleep(&ts, NULL);
}

/* A child that calls act(arg) when it receives a byte, and then waits. */
struct child {
	pid_t pid;
	int go, done;
};

static inline struct child start(void (*act)(void *), void *arg)
{
	int go[2], done[2];
	struct child c;
	char b;

	assert_int_equal(pipe(go) + pipe(done), 0);
	c.pid = fork();
	if (c.pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		close(go[1]);	/* so that read() fails if the test ended */
		if (read(go[0], &b, 1) != 1)
			_exit(1);
		act(arg);
		if (write(done[1], "", 1) == 1)
			pause();
		_exit(0);
	}
	assert_true(c.pid > 0);
	close(go[0]);
	close(done[1]);
	c.go = go[1];
	c.done = done[0];
	return c;
}

static inline void let_go(const struct child *c)
{
	assert_int_equal(write(c->go, "", 1), 1);
}

static inline void await(const struct child *c)
{
	char b;

	assert_int_equal(read(c->done, &b, 1), 1);
}

static inline void end(const struct child *c)
{
	kill(c->pid, SIGKILL);
	assert_int_equal(waitpid(c->pid, NULL, 0), c->pid);
	close(c->go);
	close(c->done);
}

/* The value of the only entry of an aggregation; 0 without an entry. */
struct named {
	const char *name;
	int64_t value;
};

static inline int visit(const dtrace_aggdata_t *agg, void *arg)
{
	struct named *n = arg;

	if (strcmp(agg->dtada_desc->dtagd_name, n->name) == 0)
		n->value += *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static inline int64_t value_of(dtrace_hdl_t *dtp, const char *name)
{
	struct named n = { name, 0 };

	api_ok(dtp, dtrace_aggregate_walk(dtp, visit, &n));
	return n.value;
}

static inline void run_with(dtrace_hdl_t *dtp, const char *text, pid_t one,
			    pid_t two)
{
	char arg[2][16], *argv[] = { (char *)"test", arg[0], arg[1], NULL };
	dtrace_prog_t *prog;

	snprintf(arg[0], sizeof(arg[0]), "%d", (int)one);
	snprintf(arg[1], sizeof(arg[1]), "%d", (int)two);
	api_ok(dtp, dtrace_setopt(dtp, "argref", NULL));
	prog = dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME, 0,
					 3, argv);
	if (!prog)
		fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	api_ok(dtp, dtrace_program_exec(dtp, prog, NULL));
	api_ok(dtp, dtrace_go(dtp));
}

/* Start a program whose $1 and $2 are children. */
static inline dtrace_hdl_t *go_with(void **state, const char *text,
				    pid_t one, pid_t two)
{
	dtrace_hdl_t *dtp = api_open(state);

	run_with(dtp, text, one, two);
	return dtp;
}

/* The same with a grabbed process as $1, as the vm traces no others. */
static inline dtrace_hdl_t *go_grabbed(void **state, const char *text,
				       pid_t pid)
{
	dtrace_hdl_t *dtp = api_open(state);

	if (!dtrace_proc_grab(dtp, pid, 0))
		fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	run_with(dtp, text, pid, 0);
	return dtp;
}

static inline void finish(dtrace_hdl_t *dtp)
{
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
}

/* A file of /proc/PID. */
static inline FILE *proc_file(pid_t pid, const char *name)
{
	char path[64];
	FILE *fp;

	snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
	fp = fopen(path, "r");
	assert_non_null(fp);
	return fp;
}

static inline char state_of(pid_t pid)
{
	FILE *fp = proc_file(pid, "stat");
	char state = 0;

	assert_int_equal(fscanf(fp, "%*d (%*[^)]) %c", &state), 1);
	fclose(fp);
	return state;
}

/* Wait until the child sleeps and has slept for a while. */
static inline void settle(const struct child *c)
{
	do
		nap(10 * MSEC);
	while (state_of(c->pid) != 'S');
	nap(10 * MSEC);
	assert_int_equal(state_of(c->pid), 'S');
}

/* Trace the whole act(arg) of a child, with $2. */
static inline dtrace_hdl_t *run_child_with(void **state, const char *text,
					   const struct child *c, int two)
{
	dtrace_hdl_t *dtp;

	settle(c);
	dtp = go_with(state, text, c->pid, two);
	let_go(c);
	await(c);
	settle(c);
	finish(dtp);
	return dtp;
}

static inline dtrace_hdl_t *run_child(void **state, const char *text,
				      const struct child *c)
{
	return run_child_with(state, text, c, 0);
}

/* Remove a cgroup of the test's own, and the children that are in it. */
static inline void remove_group(const char *dir)
{
	char path[128];
	int pid;
	FILE *fp;

	snprintf(path, sizeof(path), "%s/cgroup.procs", dir);
	while (rmdir(dir) != 0 && errno == EBUSY) {
		fp = fopen(path, "r");
		while (fp && fscanf(fp, "%d", &pid) == 1)
			kill(pid, SIGKILL);
		if (fp)
			fclose(fp);
		nap(MSEC);
	}
}

static inline void *shared(size_t size)
{
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	assert_ptr_not_equal(p, MAP_FAILED);
	return p;
}

#endif
