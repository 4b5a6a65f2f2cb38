/* SPDX-License-Identifier: MIT */
/*
 * The sched provider: each probe fires when its event happens, in the name of
 * the right thread and with the right arguments. The events are those of
 * children of this process, and what the kernel counts itself is compared.
 */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "api.h"

/* A child that does act(arg) when it is let go by a byte, and then waits. */
struct child {
	pid_t pid;
	int go, done;
};

static struct child start(void (*act)(void *), void *arg)
{
	int go[2], done[2];
	struct child c;
	char b;

	assert_int_equal(pipe(go) + pipe(done), 0);
	c.pid = fork();
	if (c.pid == 0) {
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

static void let_go(const struct child *c)
{
	assert_int_equal(write(c->go, "", 1), 1);
}

static void await(const struct child *c)
{
	char b;

	assert_int_equal(read(c->done, &b, 1), 1);
}

static void end(const struct child *c)
{
	kill(c->pid, SIGKILL);
	assert_int_equal(waitpid(c->pid, NULL, 0), c->pid);
	close(c->go);
	close(c->done);
}

/* A number of /proc/PID/status. */
static long status_of(pid_t pid, const char *name)
{
	char path[64], line[256];
	size_t len = strlen(name);
	long n = -1;
	FILE *fp;

	snprintf(path, sizeof(path), "/proc/%d/status", (int)pid);
	fp = fopen(path, "r");
	assert_non_null(fp);
	while (n < 0 && fgets(line, sizeof(line), fp))
		if (strncmp(line, name, len) == 0 && line[len] == ':')
			n = atol(line + len + 1);
	fclose(fp);
	return n;
}

/* The value of a program's only entry of an aggregation; 0 without one. */
struct named {
	const char *name;
	int64_t value;
	int entries;
};

static int visit(const dtrace_aggdata_t *agg, void *arg)
{
	struct named *n = arg;

	if (strcmp(agg->dtada_desc->dtagd_name, n->name) == 0) {
		n->value += *api_value(agg);
		n->entries++;
	}
	return DTRACE_AGGWALK_NEXT;
}

static int64_t value_of(dtrace_hdl_t *dtp, const char *name)
{
	struct named n = { name, 0, 0 };

	api_ok(dtp, dtrace_aggregate_walk(dtp, visit, &n));
	return n.value;
}

/* Go with a program whose $1 is the child. */
static dtrace_hdl_t *go_with(void **state, const char *text, pid_t pid)
{
	dtrace_hdl_t *dtp = api_open(state);
	char arg[16], *argv[] = { (char *)"test", arg, NULL };
	dtrace_prog_t *prog;

	snprintf(arg, sizeof(arg), "%d", (int)pid);
	prog = dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME, 0,
					 2, argv);
	if (!prog)
		fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	api_ok(dtp, dtrace_program_exec(dtp, prog, NULL));
	api_ok(dtp, dtrace_go(dtp));
	return dtp;
}

static void finish(dtrace_hdl_t *dtp)
{
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
}

static void naps(void *arg)
{
	struct timespec ts = { 0, 1000000 };
	int i;

	(void)arg;
	for (i = 0; i < 50; i++)
		nanosleep(&ts, NULL);
}

/*
 * sleep and preempt are what the kernel counts as voluntary switches and as
 * others; each of them is an off-cpu, and an on-cpu comes before each. The
 * child is asleep when it begins and when it ends.
 */
static void switches(void **state)
{
	struct child c = start(naps, NULL);
	long vol, invol;
	dtrace_hdl_t *dtp;

	usleep(20000);
	dtp = go_with(state,
		"sched:::sleep /pid == $1/ { @sleep = count(); }"
		"sched:::preempt /pid == $1/ { @preempt = count(); }"
		"sched:::off-cpu /pid == $1/ { @off = count(); }"
		"sched:::on-cpu /pid == $1 && tid == $1/ { @on = count(); }",
		c.pid);
	vol = status_of(c.pid, "voluntary_ctxt_switches");
	invol = status_of(c.pid, "nonvoluntary_ctxt_switches");
	let_go(&c);
	await(&c);
	usleep(20000);
	vol = status_of(c.pid, "voluntary_ctxt_switches") - vol;
	invol = status_of(c.pid, "nonvoluntary_ctxt_switches") - invol;
	finish(dtp);
	assert_true(vol >= 51);
	assert_int_equal(value_of(dtp, "sleep"), vol);
	assert_int_equal(value_of(dtp, "preempt"), invol);
	assert_int_equal(value_of(dtp, "off"), vol + invol);
	assert_int_equal(value_of(dtp, "on"), vol + invol);
	dtrace_close(dtp);
	end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(switches),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
