/* SPDX-License-Identifier: MIT */
/* dtrace_proc_create, _grab, _continue, _release, and $target. */
#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include "api.h"

static char *shell[] = { (char *)"sh", (char *)"-c", NULL, NULL };

static struct ps_prochandle *create(dtrace_hdl_t *dtp, const char *command)
{
	struct ps_prochandle *proc;

	shell[2] = (char *)command;
	proc = dtrace_proc_create(dtp, "/bin/sh", shell);
	if (!proc)
		fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	return proc;
}

static void missing(void **state)
{
	char *argv[] = { (char *)"x", NULL };
	dtrace_hdl_t *dtp = api_handle();

	(void)state;
	assert_null(dtrace_proc_create(dtp, "/nowhere/at/all", argv));
	assert_int_equal(dtrace_errno(dtp), ENOENT);
	assert_null(dtrace_proc_create(dtp, "/etc/passwd", argv));
	assert_int_equal(dtrace_errno(dtp), EACCES);
	assert_null(dtrace_proc_grab(dtp, 1 << 30, 0));
	assert_int_equal(dtrace_errno(dtp), ESRCH);
	dtrace_close(dtp);
}

/* A created process runs nothing until it is continued. */
static void waits(void **state)
{
	char path[] = "dt_proc_XXXXXX", command[64];
	dtrace_hdl_t *dtp = api_handle();
	struct ps_prochandle *proc;
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	snprintf(command, sizeof(command), "rm %s", path);
	proc = create(dtp, command);
	usleep(100000);
	assert_int_equal(access(path, F_OK), 0);
	dtrace_proc_continue(dtp, proc);
	api_until(access(path, F_OK) != 0);
	dtrace_proc_release(dtp, proc);
	dtrace_close(dtp);
	while (wait(NULL) > 0)		/* reap it unless it was */
		;
}

/* A failed exec leaves no process. */
static void no_zombie(void **state)
{
	char *argv[] = { (char *)"x", NULL };
	dtrace_hdl_t *dtp = api_handle();

	(void)state;
	assert_null(dtrace_proc_create(dtp, "/nowhere/at/all", argv));
	assert_int_equal(waitpid(-1, NULL, WNOHANG | __WALL), -1);
	assert_int_equal(errno, ECHILD);
	dtrace_close(dtp);
}

/* The first process is $target; five arguments are accepted too. */
static int note(const dtrace_aggdata_t *agg, void *arg)
{
	*(int64_t *)arg = *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static void target(void **state)
{
	proc_child_func *unused = NULL;
	dtrace_hdl_t *dtp = api_open(state);
	int64_t pid = 0;

	shell[2] = (char *)"exit 0";
	assert_non_null(dtrace_proc_create(dtp, "/bin/sh", shell, unused,
					   NULL));
	create(dtp, ":");
	api_enable(dtp, "BEGIN { @ = sum($target); exit(0); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, note, &pid));
	assert_true(pid > 1);
	assert_int_equal(kill(pid, 0), 0);	/* it still waits */
	dtrace_close(dtp);
}

/* A process that cannot be continued makes one of the next calls fail. */
static void cannot_continue(void **state)
{
	for (int i = 0; i < 3; i++) {
		dtrace_hdl_t *dtp = api_open(state);
		struct ps_prochandle *proc = create(dtp, "exit 0");
		int64_t pid = 0;

		api_enable(dtp, "BEGIN { @ = sum($target); }"
			   "syscall::exit_group:entry /pid == $target/ { }");
		api_ok(dtp, dtrace_go(dtp));
		api_ok(dtp, dtrace_aggregate_snap(dtp));
		api_ok(dtp, dtrace_aggregate_walk(dtp, note, &pid));
		assert_int_equal(kill((pid_t)pid, SIGKILL), 0);
		dtrace_proc_continue(dtp, proc);
		assert_int_equal(dtrace_errno(dtp), ESRCH);
		if (i == 0)
			api_fails(dtp, dtrace_status(dtp), ESRCH);
		else if (i == 1)
			assert_int_equal(dtrace_work(dtp, stdout, NULL, NULL,
					 NULL), DTRACE_WORKSTATUS_ERROR);
		else
			api_fails(dtp, dtrace_stop(dtp), ESRCH);
		assert_non_null(strstr(dtrace_errmsg(dtp, ESRCH),
				       "cannot start process"));
		assert_true(dtrace_status(dtp) >= 0);
		api_ok(dtp, dtrace_stop(dtp));
		dtrace_proc_release(dtp, proc);
		dtrace_close(dtp);
	}
}

static void grab(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct ps_prochandle *proc;
	int64_t pid = 0;
	pid_t child = fork();

	if (child == 0) {
		pause();
		_exit(0);
	}
	proc = dtrace_proc_grab(dtp, child, 0);
	assert_non_null(proc);
	api_enable(dtp, "BEGIN { @ = sum($target); exit(0); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, note, &pid));
	assert_int_equal(pid, child);
	dtrace_proc_continue(dtp, proc);
	dtrace_proc_release(dtp, proc);
	dtrace_close(dtp);
	/* grabbed, not started: it is not ended with the handle */
	assert_int_equal(waitpid(child, NULL, WNOHANG), 0);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

/* Its calls are counted from its own first call. */
static int keep(const dtrace_aggdata_t *agg, void *arg)
{
	if (strcmp(api_key(agg), "execve") == 0)
		((int64_t *)arg)[0] += *api_value(agg);
	else
		((int64_t *)arg)[1] += *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static void from_the_start(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	int64_t n[2] = { 0 };
	struct ps_prochandle *proc;

	api_ok(dtp, dtrace_setopt(dtp, "statusrate", "10ms"));
	api_ok(dtp, dtrace_setopt(dtp, "aggrate", "10ms"));
	api_ok(dtp, dtrace_setopt(dtp, "switchrate", "10ms"));
	proc = create(dtp, "exec 3</dev/null; exec 3<&-");
	api_enable(dtp, "syscall:::entry /pid == $target/ "
		   "{ @[probefunc] = count(); } syscall::exit_group:entry "
		   "/pid == $target/ { exit(0); }");
	api_ok(dtp, dtrace_go(dtp));
	dtrace_proc_continue(dtp, proc);
	do {
		dtrace_sleep(dtp);
	} while (dtrace_work(dtp, stdout, NULL, api_skip_rec, NULL) ==
		 DTRACE_WORKSTATUS_OKAY);
	api_ok(dtp, dtrace_aggregate_walk(dtp, keep, n));
	assert_true(n[0] <= 1);
	assert_true(n[1] > 5);
	dtrace_close(dtp);
}

/* Each end of a process is reported once, with its status, and wakes sleep. */
struct ends {
	struct ps_prochandle *proc[3];
	int told[3];
	char text[3][128];
};

static void on_end(struct ps_prochandle *proc, const char *msg, void *arg)
{
	struct ends *e = arg;

	for (int i = 0; i < 3; i++) {
		if (e->proc[i] != proc)
			continue;
		e->told[i]++;
		snprintf(e->text[i], sizeof(e->text[i]), "%s",
			 msg ? msg : "");
	}
}

static void told(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct ends e = { .told = { 0 } };

	api_fails(dtp, dtrace_handle_proc(dtp, NULL, NULL), EINVAL);
	api_ok(dtp, dtrace_handle_proc(dtp, on_end, &e));
	api_fails(dtp, dtrace_handle_proc(dtp, on_end, &e), EALREADY);
	api_ok(dtp, dtrace_setopt(dtp, "statusrate", "10s"));
	e.proc[0] = create(dtp, "exit 0");
	e.proc[1] = create(dtp, "exit 3");
	e.proc[2] = create(dtp, "kill -9 $$");
	api_enable(dtp, "BEGIN { @ = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_OKAY);
	for (int i = 0; i < 3; i++)
		dtrace_proc_continue(dtp, e.proc[i]);
	while (!e.told[0] || !e.told[1] || !e.told[2])
		dtrace_sleep(dtp);
	for (int i = 0; i < 3; i++)
		assert_int_equal(e.told[i], 1);
	assert_string_equal(e.text[0], "");
	assert_non_null(strstr(e.text[1], "exited with status 3"));
	assert_non_null(strstr(e.text[2], "terminated by SIGKILL"));
	dtrace_close(dtp);
}

static int sum(const dtrace_aggdata_t *agg, void *arg)
{
	*(int64_t *)arg += *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

/* A consumer can wait for its traced child as usual. */
static void waited_for(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct ps_prochandle *proc;
	int64_t n = 0;
	int status;

	while (wait(NULL) > 0)	/* children of earlier tests */
		;
	proc = create(dtp, "cd /; cd /usr; (cd /); exit 5");
	api_enable(dtp, "syscall::chdir:entry /progenyof($target)/ "
		   "{ @ = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	dtrace_proc_continue(dtp, proc);
	assert_true(wait(&status) > 0);
	assert_int_equal(WEXITSTATUS(status), 5);
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, sum, &n));
	assert_int_equal(n, 3);
	dtrace_close(dtp);
}

/*
 * The first process of a pid namespace finishes its end only when all others of
 * the namespace have been waited for.  This child does not wait for one that is
 * killed, and writes a byte once it has been.
 */
static pid_t hinder(pid_t first, int told)
{
	pid_t helper = fork(), member;
	char path[64];
	siginfo_t si;

	if (helper != 0)
		return helper;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	snprintf(path, sizeof(path), "/proc/%d/ns/pid", (int)first);
	if (setns(open(path, O_RDONLY), CLONE_NEWPID) != 0)
		_exit(1);
	member = fork();
	while (member == 0)
		pause();
	if (write(told, "b", 1) == 1 && waitid(P_PID, (id_t)member, &si,
					       WEXITED | WNOWAIT) == 0 &&
	    write(told, "e", 1) == 1)
		pause();
	_exit(1);
}

/* Append the message, or a dot for an end without one. */
static void on_proc(struct ps_prochandle *proc, const char *msg, void *arg)
{
	char *text = arg;
	size_t n = strlen(text);

	(void)proc;
	snprintf(text + n, 128 - n, "%s", msg ? msg : ".");
}

static int fifo(const char *dir, const char *name)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	assert_int_equal(mkfifo(path, 0600), 0);
	fd = open(path, O_RDWR);
	assert_true(fd >= 0);
	return fd;
}

static void remove_all(const char *dir)
{
	char command[64];

	snprintf(command, sizeof(command), "rm -r %s", dir);
	assert_int_equal(system(command), 0);
}

static bool can_make_namespaces(void)
{
	pid_t pid = fork();
	int status;

	if (pid == 0)
		_exit(unshare(CLONE_NEWPID) != 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return status == 0;
}

/*
 * A process that has begun to end is not reported as one that is killed,
 * although its tracer has not seen its end yet.
 */
static void ending(void **state)
{
	char dir[] = "dt_proc_XXXXXX", command[256], text[128] = "", b;
	dtrace_hdl_t *dtp = api_open(state);
	struct ps_prochandle *proc;
	int out, in, told[2];
	pid_t first, helper;

	if (!can_make_namespaces())
		skip();
	assert_non_null(mkdtemp(dir));
	out = fifo(dir, "out");
	in = fifo(dir, "in");
	assert_int_equal(pipe(told), 0);
	snprintf(command, sizeof(command), "exec unshare -p sh -c 'sleep 600 &"
		 "echo $! >%s/out; read x <%s/in'", dir, dir);
	api_ok(dtp, dtrace_handle_proc(dtp, on_proc, text));
	proc = create(dtp, command);
	api_enable(dtp, "syscall::exit_group:entry { @ = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	dtrace_proc_continue(dtp, proc);
	assert_true(read(out, command, sizeof(command)) > 0);
	first = atoi(command);
	helper = hinder(first, told[1]);
	assert_int_equal(read(told[0], &b, 1), 1);
	assert_int_equal(kill(first, SIGKILL), 0);
	assert_int_equal(read(told[0], &b, 1), 1);
	assert_int_equal(b, 'e');
	assert_int_equal(write(in, "\n", 1), 1);
	while (text[0] == '\0')
		dtrace_sleep(dtp);
	dtrace_proc_release(dtp, proc);
	assert_string_equal(text, ".");
	assert_int_equal(kill(first, 0), 0);
	kill(helper, SIGKILL);
	assert_int_equal(waitpid(helper, NULL, 0), helper);
	dtrace_close(dtp);
	remove_all(dir);
}

struct reports {
	dtrace_hdl_t *dtp;
	int n;
	char text[256];			/* the last message */
	jmp_buf *leave;
};

/* Release the process, whatever is reported. */
static void on_release(struct ps_prochandle *proc, const char *msg, void *arg)
{
	struct reports *r = arg;

	r->n++;
	snprintf(r->text, sizeof(r->text), "%s", msg ? msg : ".");
	if (r->leave)
		longjmp(*r->leave, 1);
	dtrace_proc_release(r->dtp, proc);
}

/* A process that runs, and whose end and release are reported. */
static struct ps_prochandle *run_reported(struct reports *r,
					  const char *command)
{
	struct ps_prochandle *proc;

	api_ok(r->dtp, dtrace_handle_proc(r->dtp, on_release, r));
	proc = create(r->dtp, command);
	api_enable(r->dtp, "syscall::exit_group:entry { @ = count(); }");
	api_ok(r->dtp, dtrace_go(r->dtp));
	dtrace_proc_continue(r->dtp, proc);
	return proc;
}

/* The handler that a release calls may release the process. */
static void released_inside(void **state)
{
	struct reports r = { .dtp = api_open(state) };
	struct ps_prochandle *proc = run_reported(&r, "exec sleep 600");

	dtrace_proc_release(r.dtp, proc);
	assert_int_equal(r.n, 1);
	assert_non_null(strstr(r.text, "still runs, and is killed"));
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	dtrace_close(r.dtp);
}

/* If it leaves by longjmp() instead, the next release completes the first. */
static void left_inside(void **state)
{
	struct reports r = { .dtp = api_open(state) };
	struct ps_prochandle *proc = run_reported(&r, "exec sleep 600");
	jmp_buf here;

	r.leave = &here;
	if (setjmp(here) == 0)
		dtrace_proc_release(r.dtp, proc);
	assert_int_equal(r.n, 1);
	dtrace_proc_release(r.dtp, proc);
	assert_int_equal(r.n, 1);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	dtrace_close(r.dtp);
}

/* So may the handler of an end, although children that it has left run on. */
static void released_with_children(void **state)
{
	struct reports r = { .dtp = api_open(state) };

	run_reported(&r, "sleep 5 & exit 0");
	while (r.n == 0)
		dtrace_sleep(r.dtp);
	assert_in_range(r.n, 1, 2);
	assert_non_null(strstr(r.text, r.n == 1 ? "." : "are killed"));
	dtrace_close(r.dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(missing), cmocka_unit_test(no_zombie),
		cmocka_unit_test(waits),
		ON_BOTH(target), ON_BOTH(cannot_continue),
		ON_BOTH(grab), ON_BOTH(told), ON_BOTH(released_inside),
		ON_BOTH(left_inside), ON_BOTH(released_with_children),
		ON_BOTH(waited_for), ON_KERNEL(from_the_start),
		ON_VM(ending),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
