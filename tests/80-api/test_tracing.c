/* SPDX-License-Identifier: MIT */
/*
 * A traced process behaves as if untraced, and its calls are seen: signals, job
 * control, threads, exec, kills, release.
 * emulated: shared
 */
#include <dirent.h>
#include <pthread.h>
#include <sys/prctl.h>
#include "same.h"

struct seen {
	int64_t enter, leave, failed, err;
};

static int add(const dtrace_aggdata_t *agg, void *arg)
{
	struct seen *s = arg;
	const struct {
		const char *name;
		int64_t *to;
	} t[] = { { "enter", &s->enter }, { "leave", &s->leave },
		  { "failed", &s->failed }, { "err", &s->err } };

	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		if (strcmp(agg->dtada_desc->dtagd_name, t[i].name) == 0)
			*t[i].to = *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static struct seen look(dtrace_hdl_t *dtp)
{
	struct seen s = { 0, 0, 0, 0 };

	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, add, &s));
	return s;
}

/* Open a handle with the calls of this name enabled. */
static dtrace_hdl_t *want(const char *call)
{
	void *vm = (void *)"vm";
	dtrace_hdl_t *dtp = api_open(&vm);
	char text[512];

	snprintf(text, sizeof(text), "syscall::%s:entry { @enter = count(); } "
		 "syscall::%s:return { @leave = count(); } "
		 "syscall::%s:return /errno != 0/ { @failed = count(); "
		 "@err = max(errno); }", call, call, call);
	api_enable(dtp, text);
	return dtp;
}

/* Wait for the end of our only child without reaping it. */
static const char *peek(void)
{
	static char text[64];
	siginfo_t si = { .si_pid = 0 };

	assert_int_equal(waitid(P_ALL, 0, &si, WEXITED | WNOWAIT), 0);
	snprintf(text, sizeof(text), "%s %d", si.si_code == CLD_EXITED ?
		 "exit" : "signal", si.si_status);
	return text;
}

/* Trace a command to its end, and check how it ended. */
static struct seen run(const char *call, char *const argv[], const char *end)
{
	dtrace_hdl_t *dtp = want(call);
	struct ps_prochandle *p = dtrace_proc_create(dtp, argv[0], argv);
	struct seen s;

	assert_non_null(p);
	api_ok(dtp, dtrace_go(dtp));
	dtrace_proc_continue(dtp, p);
	assert_string_equal(peek(), end);
	api_ok(dtp, dtrace_stop(dtp));
	s = look(dtp);
	dtrace_close(dtp);
	return s;
}

static struct seen run_shell(const char *call, const char *script,
			     const char *end)
{
	char *argv[] = { "sh", "-c", (char *)script, NULL };

	return run(call, argv, end);
}

/* This program does the test's work itself. */
static struct seen run_self(const char *call, const char *what,
			    const char *end)
{
	char *argv[] = { (char *)api_self(), (char *)what, NULL };

	return run(call, argv, end);
}

static void counts(void **state)
{
	struct seen s = run_shell("chdir", "cd /; cd /usr; "
				  "cd /nowhere 2>/dev/null; (cd /usr); exit 3",
				  "exit 3");

	(void)state;
	assert_int_equal(s.enter, 4);
	assert_int_equal(s.leave, 4);
	assert_int_equal(s.failed, 1);
	assert_int_equal(s.err, ENOENT);
}

static void signals(void **state)
{
	struct seen s = run_shell("kill", "trap 'n=$((n+1))' USR1; n=0; "
				  "kill -USR1 $$; kill -USR1 $$; "
				  "kill -WINCH $$; exit $((n+5))", "exit 7");

	(void)state;
	assert_int_equal(s.enter, 3);
	s = run_shell("kill", "kill -9 $$", "signal 9");
	assert_int_equal(s.enter, 1);
	run_shell("kill", "sh -c 'kill -SEGV $$' 2>/dev/null; exit $?",
		  "exit 139");
}

/* Its parent sees it stop, and it continues on SIGCONT. */
static void job_control(void **state)
{
	struct seen s = run_self("getppid", "job-control", "exit 0");

	(void)state;
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
	struct seen s = run_self("getppid", "threads", "exit 4");

	(void)state;
	assert_int_equal(s.enter, THREADS * CALLS);
	assert_int_equal(s.leave, THREADS * CALLS);
}

static void *become_true(void *arg)
{
	char *argv[] = { "sh", "-c", "cd /; exit 6", NULL };

	(void)arg;
	execv("/bin/sh", argv);
	return NULL;
}

/* The thread replaces the first one, and takes its id. */
static int do_exec(void)
{
	pthread_t t;

	pthread_create(&t, NULL, become_true, NULL);
	pthread_join(t, NULL);
	return 1;
}

static void exec_in_thread(void **state)
{
	struct seen s = run_self("chdir", "exec", "exit 6");

	(void)state;
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
	struct seen s = run_self("chdir", "vfork", "exit 8");

	(void)state;
	assert_int_equal(s.enter, 1);
}

/* Both the new and the old thread return from the call. */
static void both_returns(void **state)
{
	struct seen s = run_shell("clone", "(exit 1); exit 0", "exit 0");

	(void)state;
	assert_int_equal(s.enter, 1);
	assert_int_equal(s.leave, 2);
}

/* A running process is traced and released, and does not end. */
static void grabbed(void **state)
{
	dtrace_hdl_t *dtp = want("getppid");
	struct ps_prochandle *p;
	int go[2];
	pid_t pid;
	char c;

	(void)state;
	assert_int_equal(pipe(go), 0);
	pid = fork();
	if (pid == 0) {
		for (int i = 0; i < 3; i++) {
			(void)!read(go[0], &c, 1);
			syscall(SYS_getppid);
		}
		_exit(2);
	}
	p = dtrace_proc_grab(dtp, pid, 0);
	assert_non_null(p);
	api_ok(dtp, dtrace_go(dtp));
	assert_int_equal(write(go[1], "xx", 2), 2);
	api_until(look(dtp).leave == 2);
	dtrace_proc_release(dtp, p);
	assert_int_equal(write(go[1], "x", 1), 1);
	assert_string_equal(await(pid, 0), "exit 2");
	assert_int_equal(look(dtp).enter, 2);
	dtrace_close(dtp);
}

#define DOZING "dozing"		/* its name just before its last sleep */

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

/* Does this thread of the process sleep as intended? */
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
 * Only running threads are sampled: twenty samples of the spinning one leave
 * none of the sleeping one.
 */
static void sampled(void **state)
{
	char *argv[] = { (char *)api_self(), "spin", NULL };
	void *vm = (void *)"vm";
	dtrace_hdl_t *dtp = api_open(&vm);
	struct ps_prochandle *p = dtrace_proc_create(dtp, argv[0], argv);
	siginfo_t si = { .si_pid = 0 };
	struct seen before;

	(void)state;
	assert_non_null(p);
	api_enable(dtp, "profile-499 /tid == pid/ { @enter = count(); } "
		   "profile-499 /tid != pid/ { @leave = count(); } "
		   "BEGIN { trace($target); }");
	api_ok(dtp, dtrace_go(dtp));
	dtrace_proc_continue(dtp, p);
	/* Its id is that of our only child, which has not ended. */
	while (!dozes(only_child()))
		ms(1);
	before = look(dtp);
	api_until(look(dtp).enter >= before.enter + 20);
	assert_int_equal(look(dtp).leave, before.leave);
	dtrace_close(dtp);
	assert_int_equal(waitid(P_ALL, 0, &si, WEXITED | WNOHANG), -1);
}

/* Samples that are due at once do not prevent the start of tracing. */
static void sampled_at_once(void **state)
{
	char *argv[] = { "true", NULL };

	(void)state;
	for (int i = 0; i < 40; i++) {
		void *vm = (void *)"vm";
		dtrace_hdl_t *dtp = api_open(&vm);
		struct ps_prochandle *p = dtrace_proc_create(dtp, "true",
							     argv);

		assert_non_null(p);
		api_enable(dtp, "profile-4999 { @leave = count(); } "
			   "profile-4998, profile-4997 { @enter = count(); }");
		api_ok(dtp, dtrace_go(dtp));
		dtrace_proc_continue(dtp, p);
		assert_string_equal(peek(), "exit 0");
		api_ok(dtp, dtrace_stop(dtp));
		dtrace_close(dtp);
	}
}

/* A victim that ends unobserved leaves nothing behind. */
static void killed_early(void **state)
{
	char *argv[] = { "sleep", "30", NULL };

	(void)state;
	for (int i = 0; i < 20; i++) {
		dtrace_hdl_t *dtp = want("getppid");
		struct ps_prochandle *p = dtrace_proc_create(dtp, "sleep",
							     argv);

		assert_non_null(p);
		api_ok(dtp, dtrace_go(dtp));
		if (i % 2 == 0)
			dtrace_proc_continue(dtp, p);
		kill(only_child(), SIGKILL);
		if (i % 3 == 0 && i % 2 == 0)
			peek();
		dtrace_close(dtp);
		assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	}
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
		cmocka_unit_test(sampled), cmocka_unit_test(sampled_at_once),
		cmocka_unit_test(killed_early),
	};

	for (size_t i = 0; argc > 1 && i < sizeof(parts) / sizeof(parts[0]);
	     i++)
		if (strcmp(argv[1], parts[i].name) == 0)
			return parts[i].fn();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
