/* SPDX-License-Identifier: MIT */
/*
 * <libproc.h>: data about the processes of a handle.
 * emulated: shared
 */
#include <libproc.h>
#include <string.h>
#include "child.h"

static int state_then;

static void on_proc(struct ps_prochandle *proc, const char *msg, void *arg)
{
	(void)msg;
	(void)arg;
	state_then = Pstate(proc);
}

static void check_info(struct ps_prochandle *p, const char *args)
{
	const psinfo_t *ps = Ppsinfo(p);
	const pstatus_t *st = Pstatus(p);

	assert_true(ps->pr_pid > 1);
	assert_int_equal(st->pr_pid, ps->pr_pid);
	assert_int_equal(ps->pr_pgid, getpgid(ps->pr_pid));
	assert_int_equal(st->pr_pgid, ps->pr_pgid);
	assert_int_equal(ps->pr_sid, getsid(0));
	assert_int_equal(st->pr_sid, ps->pr_sid);
	assert_int_equal(ps->pr_ppid, st->pr_ppid);
	assert_int_equal(ps->pr_uid, getuid());
	assert_int_equal(ps->pr_egid, getegid());
	assert_int_equal(ps->pr_nlwp, 1);
	assert_int_equal(ps->pr_argc, 4);
	assert_string_equal(ps->pr_psargs, args);
	assert_string_equal(ps->pr_fname, "sh");
	assert_int_equal(ps->pr_dmodel, PR_MODEL_LP64);
}

static void created(void **state)
{
	static const char script[] = "while [ ! -e $0 ]; do sleep 0.01; done; "
		"exit 3";
	char dir[] = "dt-libproc-XXXXXX", gate[64], args[200];
	char *argv[] = { (char *)"sh", (char *)"-c", (char *)script, gate,
		NULL };
	dtrace_hdl_t *dtp = api_handle();
	struct ps_prochandle *p;
	const psinfo_t *ps;
	FILE *fp;

	(void)state;
	assert_non_null(mkdtemp(dir));
	snprintf(gate, sizeof(gate), "%s/gate", dir);
	snprintf(args, sizeof(args), "sh -c %s %s", script, gate);
	args[PRARGSZ - 1] = '\0';
	api_ok(dtp, dtrace_handle_proc(dtp, on_proc, NULL));
	p = dtrace_proc_create(dtp, "sh", argv);
	assert_non_null(p);
	assert_int_equal(Pstate(p), PS_STOP);
	dtrace_proc_continue(dtp, p);
	assert_int_equal(Pstate(p), PS_RUN);
	check_info(p, args);
	api_until((ps = Ppsinfo(p))->pr_rssize > 0);
	assert_true(ps->pr_size > ps->pr_rssize);
	fp = fopen(gate, "w");
	assert_non_null(fp);
	fclose(fp);
	api_until(Pstate(p) == PS_UNDEAD);
	assert_ptr_equal(Ppsinfo(p), ps);
	assert_true(WIFEXITED(ps->pr_wstat));
	assert_int_equal(WEXITSTATUS(ps->pr_wstat), 3);
	assert_string_equal(ps->pr_fname, "sh");
	do
		dtrace_sleep(dtp);
	while (state_then == 0);
	assert_int_equal(state_then, PS_UNDEAD);
	unlink(gate);
	rmdir(dir);
	dtrace_close(dtp);
}

static void busy(void *arg)
{
	(void)arg;
	spin(50 * MSEC);
}

static int64_t ns_of(timestruc_t t)
{
	return t.tv_sec * 1000 * MSEC + t.tv_nsec;
}

static void grabbed(void **state)
{
	int64_t before = now(CLOCK_REALTIME);
	struct child c = start(busy, NULL);
	dtrace_hdl_t *dtp = api_handle();
	struct ps_prochandle *p = dtrace_proc_grab(dtp, c.pid, PGRAB_RDONLY);
	const psinfo_t *ps;

	(void)state;
	assert_non_null(p);
	assert_int_equal(Pstate(p), PS_RUN);
	let_go(&c);
	await(&c);
	ps = Ppsinfo(p);
	assert_int_equal(ps->pr_pid, c.pid);
	assert_int_equal(ps->pr_ppid, getpid());
	/* Both are counted in ticks of 10 ms. */
	assert_true(ns_of(ps->pr_time) >= 40 * MSEC);
	assert_true(ns_of(Pstatus(p)->pr_utime) +
		    ns_of(Pstatus(p)->pr_stime) >= 40 * MSEC);
	assert_true(ns_of(ps->pr_start) > before - 100 * MSEC);
	assert_true(ns_of(ps->pr_start) < now(CLOCK_REALTIME) + 100 * MSEC);
	Prelease(p, 0);
	assert_int_equal(kill(c.pid, 0), 0);
	end(&c);
	dtrace_close(dtp);
}

static void killed(void **state)
{
	dtrace_hdl_t *dtp = api_handle();
	struct ps_prochandle *p;
	pid_t pid = fork();
	int status;

	(void)state;
	if (pid == 0) {
		pause();
		_exit(0);
	}
	p = dtrace_proc_grab(dtp, pid, 0);
	assert_non_null(p);
	Prelease(p, PRELEASE_KILL);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGKILL);
	dtrace_close(dtp);
}

static void nothing(void **state)
{
	(void)state;
	assert_int_equal(Pstate(NULL), -1);
	assert_null(Pstatus(NULL));
	assert_null(Ppsinfo(NULL));
	Prelease(NULL, PRELEASE_KILL);
}

static void signals(void **state)
{
	char buf[SIG2STR_MAX], small[4];

	(void)state;
	assert_string_equal(proc_signame(SIGTERM, buf, sizeof(buf)),
			    "SIGTERM");
	assert_string_equal(proc_signame(250, buf, sizeof(buf)), "SIG250");
	assert_string_equal(proc_signame(SIGTERM, small, sizeof(small)),
			    "SIG");
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(created), cmocka_unit_test(grabbed),
		cmocka_unit_test(killed), cmocka_unit_test(nothing),
		cmocka_unit_test(signals),
	};

	return cmocka_run_group_tests_name("libproc", tests, NULL, NULL);
}
