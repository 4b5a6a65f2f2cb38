/* SPDX-License-Identifier: MIT */
/*
 * Calls in the wrong order, from the wrong place, or without arguments: each is
 * refused with a reason, and later calls work.
 * emulated: shared
 */
#include <sys/wait.h>
#include "api.h"

static int count_probe(const dtrace_probedata_t *data, void *arg)
{
	(void)data;
	++*(int *)arg;
	return DTRACE_CONSUME_THIS;
}

static int count_entry(const dtrace_aggdata_t *agg, void *arg)
{
	(void)agg;
	++*(int *)arg;
	return DTRACE_AGGWALK_NEXT;
}

static int nothing_stmt(dtrace_hdl_t *dtp, dtrace_prog_t *prog,
			dtrace_stmtdesc_t *stmt, void *arg)
{
	(void)dtp;
	(void)prog;
	(void)stmt;
	(void)arg;
	return 0;
}

static void null_formats(dtrace_hdl_t *dtp)
{
	char buf[8];

	assert_null(dtrace_desc2str(NULL, buf, sizeof(buf)));
	assert_null(dtrace_printf_create(dtp, NULL));
	assert_null(dtrace_printa_create(dtp, NULL));
	assert_int_equal(dtrace_printf_format(dtp, NULL, buf, 8), 0);
	api_fails(dtp, dtrace_fprintf(dtp, stdout, NULL, NULL, NULL, 0, NULL,
				      0), EINVAL);
	api_fails(dtp, dtrace_system(dtp, stdout, NULL, NULL, NULL, 0, NULL,
				     0), EINVAL);
	api_fails(dtp, dtrace_freopen(dtp, stdout, NULL, NULL, NULL, 0, NULL,
				      0), EINVAL);
	assert_null(dtrace_proc_hint(dtp, NULL));
	assert_int_equal(dtrace_errno(dtp), EINVAL);
}

static void null_arguments(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	dtrace_prog_t *prog = api_compile(dtp, "BEGIN { @a = count(); }");
	dtrace_aggvarid_t var = 1;
	dtrace_proginfo_t info;
	dtrace_optval_t value;

	dtrace_close(NULL);
	assert_non_null(dtrace_errmsg(NULL, -1));
	api_fails(dtp, dtrace_setopt(dtp, NULL, "1"), EINVAL);
	api_fails(dtp, dtrace_getopt(dtp, NULL, &value), EINVAL);
	api_fails(dtp, dtrace_getopt(dtp, "bufsize", NULL), EINVAL);
	assert_null(dtrace_program_strcompile(dtp, NULL,
			DTRACE_PROBESPEC_NAME, 0, 0, NULL));
	assert_int_equal(dtrace_errno(dtp), EINVAL);
	assert_null(dtrace_program_strcompile(dtp, "BEGIN { trace($1); }",
			DTRACE_PROBESPEC_NAME, 0, 2, NULL));
	assert_int_equal(dtrace_errno(dtp), EINVAL);
	assert_null(dtrace_program_strcompile(dtp, "BEGIN { trace($1); }",
			DTRACE_PROBESPEC_NAME, 0, -2, NULL));
	assert_null(dtrace_program_fcompile(dtp, NULL, 0, 0, NULL));
	api_fails(dtp, dtrace_program_exec(dtp, NULL, &info), EINVAL);
	dtrace_program_info(dtp, prog, NULL);
	dtrace_program_info(dtp, NULL, &info);
	assert_int_equal(info.dpi_aggregates, 0);
	api_fails(dtp, dtrace_stmt_iter(dtp, NULL, nothing_stmt, NULL), EINVAL);
	api_fails(dtp, dtrace_stmt_iter(dtp, prog, NULL, NULL), EINVAL);
	api_fails(dtp, dtrace_probe_iter(dtp, NULL, NULL, NULL), EINVAL);
	api_fails(dtp, dtrace_handle_err(dtp, NULL, NULL), EINVAL);
	api_fails(dtp, dtrace_handle_drop(dtp, NULL, NULL), EINVAL);
	api_fails(dtp, dtrace_handle_buffered(dtp, NULL, NULL), EINVAL);
	api_fails(dtp, dtrace_aggregate_walk(dtp, NULL, NULL), EINVAL);
	api_fails(dtp, dtrace_aggregate_walk_joined(dtp, &var, 1, NULL, NULL),
		  EINVAL);
	assert_null(dtrace_proc_create(dtp, NULL, NULL));
	assert_int_equal(dtrace_errno(dtp), EINVAL);
	dtrace_proc_continue(dtp, NULL);
	assert_int_equal(dtrace_errno(dtp), EINVAL);
	dtrace_proc_release(dtp, NULL);
	null_formats(dtp);
	dtrace_close(dtp);
}

/* Calls that must precede the start fail after it. */
static void too_late(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	dtrace_prog_t *late = api_compile(dtp, "BEGIN { trace(2); }");

	api_enable(dtp, "BEGIN { trace(1); }");
	api_ok(dtp, dtrace_go(dtp));
	for (int i = 0; i < 2; i++) {
		api_fails(dtp, dtrace_go(dtp), EINVAL);
		assert_null(dtrace_program_strcompile(dtp, "BEGIN {}",
				DTRACE_PROBESPEC_NAME, 0, 0, NULL));
		assert_int_equal(dtrace_errno(dtp), E_ACTIVE);
		api_fails(dtp, dtrace_program_exec(dtp, late, NULL), E_ACTIVE);
		api_fails(dtp, dtrace_setopt(dtp, "bufsize", "1m"), E_ACTIVE);
		api_fails(dtp, dtrace_setopt(dtp, "strsize", "9"), E_ACTIVE);
		api_fails(dtp, dtrace_setopt(dtp, "engine", "vm"), E_ACTIVE);
		api_ok(dtp, dtrace_setopt(dtp, "quiet", "1"));
		api_ok(dtp, dtrace_setopt(dtp, "aggrate", "0"));
		api_ok(dtp, dtrace_stop(dtp));
	}
	dtrace_close(dtp);
}

/* After a refusal of go() its reason can be fixed, and go() succeeds. */
static void go_again(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	int firings = 0, entries = 0;
	char cpu[16];

	/* the kernel may have room for absent CPUs */
	snprintf(cpu, sizeof(cpu), "%ld", strcmp(*state, "vm") == 0 ?
		 sysconf(_SC_NPROCESSORS_CONF) : 100000L);
	api_enable(dtp, "BEGIN { trace(1); }");
	api_ok(dtp, dtrace_setopt(dtp, "bufresize", "manual"));
	api_ok(dtp, dtrace_setopt(dtp, "memcap", "4k"));
	api_fails(dtp, dtrace_go(dtp), ENOMEM);
	api_ok(dtp, dtrace_setopt(dtp, "memcap", "1g"));
	api_ok(dtp, dtrace_setopt(dtp, "cpu", cpu));
	api_fails(dtp, dtrace_go(dtp), EINVAL);
	api_ok(dtp, dtrace_setopt(dtp, "cpu", "no"));
	api_enable(dtp, "END { trace(1); }");
	api_ok(dtp, dtrace_setopt(dtp, "bufsize", "16"));
	api_ok(dtp, dtrace_setopt(dtp, "bufpolicy", "fill"));
	api_fails(dtp, dtrace_go(dtp), E_ENDTOOBIG);
	api_ok(dtp, dtrace_setopt(dtp, "bufpolicy", "switch"));
	api_ok(dtp, dtrace_setopt(dtp, "bufsize", "64k"));
	api_enable(dtp, "BEGIN { @a[1] = count(); }");
	api_ok(dtp, dtrace_setopt(dtp, "aggsize", "0"));
	api_fails(dtp, dtrace_go(dtp), 1059);
	api_ok(dtp, dtrace_setopt(dtp, "aggsize", "64k"));
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_consume(dtp, stdout, count_probe, api_skip_rec,
				   &firings));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, count_entry, &entries));
	assert_int_equal(firings, 1);
	assert_int_equal(entries, 1);
	dtrace_close(dtp);
}

/* Reading continues after the end, and repeats nothing. */
static void reads_twice(void **state)
{
	dtrace_hdl_t *dtp = api_go(state, "BEGIN { trace(1); @a = count(); } "
				   "END { trace(2); @a = count(); }");
	int firings = 0, entries = 0;

	api_ok(dtp, dtrace_stop(dtp));
	for (int i = 0; i < 3; i++) {
		api_ok(dtp, dtrace_consume(dtp, stdout, count_probe,
					   api_skip_rec, &firings));
		api_ok(dtp, dtrace_aggregate_snap(dtp));
		assert_int_equal(dtrace_work(dtp, stdout, count_probe,
				 api_skip_rec, &firings),
				 DTRACE_WORKSTATUS_DONE);
	}
	assert_int_equal(firings, 2);
	api_ok(dtp, dtrace_aggregate_walk(dtp, count_entry, &entries));
	assert_int_equal(entries, 1);
	dtrace_close(dtp);
}

/* A program belongs to the handle that compiled it. */
static void foreign(void **state)
{
	dtrace_hdl_t *a = api_open(state), *b = api_open(state);
	dtrace_prog_t *prog = api_compile(a, "BEGIN { @x = count(); }");

	api_fails(b, dtrace_program_exec(b, prog, NULL), EINVAL);
	api_ok(a, dtrace_program_exec(a, prog, NULL));
	api_ok(a, dtrace_program_exec(a, prog, NULL));
	dtrace_close(b);
	dtrace_close(a);
}

/* A handle of DTRACE_O_NODEV only compiles. */
static void compile_only(void **state)
{
	dtrace_hdl_t *dtp;
	dtrace_prog_t *prog;
	int err;

	(void)state;
	dtp = dtrace_open(DTRACE_VERSION, DTRACE_O_NODEV, &err);
	assert_non_null(dtp);
	prog = dtrace_program_strcompile(dtp, "BEGIN { trace(1); }",
		DTRACE_PROBESPEC_NAME, 0, 0, NULL);
	assert_non_null(prog);
	assert_int_equal(dtrace_program_exec(dtp, prog, NULL), -1);
	assert_int_equal(dtrace_errno(dtp), EINVAL);
	assert_int_equal(dtrace_go(dtp), -1);
	assert_int_equal(dtrace_errno(dtp), EINVAL);
	assert_int_equal(dtrace_stop(dtp), -1);
	assert_int_equal(dtrace_errno(dtp), EINVAL);
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_NONE);
	dtrace_close(dtp);
}

/* The answers of a probe callback, in turn. */
struct answers {
	const int *v;
	int n, calls;
	dtrace_hdl_t *dtp;
};

static int answer_probe(const dtrace_probedata_t *data, void *arg)
{
	struct answers *a = arg;

	(void)data;
	return a->calls < a->n ? a->v[a->calls++] : DTRACE_CONSUME_THIS;
}

static int answer_rec(const dtrace_probedata_t *data,
		      const dtrace_recdesc_t *rec, void *arg)
{
	return rec ? answer_probe(data, arg) : 99;
}

static const char three[] = "BEGIN { trace(1); } BEGIN { trace(2); } "
	"BEGIN { trace(3); }";

/*
 * An invalid answer ends the call; the records after it are left for the next.
 */
static void nonsense(void **state)
{
	static const int v[] = { 99, DTRACE_CONSUME_ABORT, -7 };
	static const int err[] = { E_BADRVAL, E_DIRABORT, E_BADRVAL };
	struct answers a = { v, 3, 0, NULL };
	dtrace_hdl_t *dtp = api_go(state, three);

	for (int i = 0; i < 3; i++) {
		api_fails(dtp, dtrace_consume(dtp, stdout, answer_probe,
					      api_skip_rec, &a), err[i]);
		assert_int_equal(a.calls, i + 1);
	}
	api_ok(dtp, dtrace_consume(dtp, stdout, answer_probe, api_skip_rec,
				   &a));
	assert_int_equal(a.calls, 3);
	dtrace_close(dtp);

	dtp = api_go(state, three);
	a.calls = 0;
	for (int i = 0; i < 3; i++)
		api_fails(dtp, dtrace_consume(dtp, stdout, NULL, answer_rec,
					      &a), err[i]);
	dtrace_close(dtp);
}

static int bad_walk(const dtrace_aggdata_t *agg, void *arg)
{
	(void)agg;
	errno = 0;
	return *(int *)arg;
}

static void nonsense_walk(void **state)
{
	dtrace_hdl_t *dtp = api_snap(state, "BEGIN { @a[1] = count(); }");
	int code = 42;

	api_fails(dtp, dtrace_aggregate_walk(dtp, bad_walk, &code), E_BADRVAL);
	code = DTRACE_AGGWALK_ERROR;
	api_fails(dtp, dtrace_aggregate_walk(dtp, bad_walk, &code), E_DIRABORT);
	code = DTRACE_AGGWALK_ABORT;
	api_fails(dtp, dtrace_aggregate_print(dtp, stdout,
			dtrace_aggregate_walk_keysorted) == 0 ?
		  dtrace_aggregate_walk(dtp, bad_walk, &code) : 0, E_DIRABORT);
	dtrace_close(dtp);
}

/* Callbacks that use the handle they are called for. */

static int again(const dtrace_probedata_t *data, void *arg)
{
	struct answers *a = arg;

	assert_ptr_equal(data->dtpda_handle, a->dtp);
	a->calls++;
	api_fails(a->dtp, dtrace_consume(a->dtp, stdout, again, api_skip_rec,
					 a), EBUSY);
	assert_non_null(strstr(dtrace_errmsg(a->dtp, EBUSY), "callback"));
	assert_int_equal(dtrace_work(a->dtp, stdout, again, api_skip_rec, a),
			 DTRACE_WORKSTATUS_ERROR);
	api_ok(a->dtp, dtrace_aggregate_snap(a->dtp));
	api_ok(a->dtp, dtrace_stop(a->dtp));
	assert_int_equal(dtrace_status(a->dtp), DTRACE_STATUS_STOPPED);
	return DTRACE_CONSUME_THIS;
}

static void consume_inside(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct answers a = { .dtp = dtp };

	api_enable(dtp, three);
	api_enable(dtp, "END { trace(4); @a = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_consume(dtp, stdout, again, api_skip_rec, &a));
	assert_int_equal(a.calls, 3);
	api_ok(dtp, dtrace_consume(dtp, stdout, again, api_skip_rec, &a));
	assert_int_equal(a.calls, 4);
	dtrace_close(dtp);
}

static int remove_entry(const dtrace_aggdata_t *agg, void *arg)
{
	(void)agg;
	(void)arg;
	return DTRACE_AGGWALK_REMOVE;
}

/* The inner walk may not remove the current entry of the outer one. */
static int walk_inside(const dtrace_aggdata_t *agg, void *arg)
{
	int *calls = arg;

	api_fails(agg->dtada_handle,
		  dtrace_aggregate_walk(agg->dtada_handle, remove_entry, NULL),
		  EBUSY);
	++*calls;
	return *calls == 1 ? DTRACE_AGGWALK_CLEAR : DTRACE_AGGWALK_REMOVE;
}

static int join_inside(const dtrace_aggdata_t **aggs, const int n, void *arg)
{
	(void)n;
	return walk_inside(aggs[0], arg) < 0;
}

static void walks_inside(void **state)
{
	static const char program[] =
		"BEGIN { @a[1] = count(); @a[2] = count(); @b[1] = max(4); }";
	dtrace_hdl_t *dtp = api_snap(state, program);
	dtrace_aggvarid_t vars[] = { 1, 2 };
	int calls = 0;

	api_ok(dtp, dtrace_aggregate_walk_valsorted(dtp, walk_inside, &calls));
	assert_int_equal(calls, 3);
	calls = 0;
	api_ok(dtp, dtrace_aggregate_walk(dtp, count_entry, &calls));
	assert_int_equal(calls, 1);
	dtrace_close(dtp);

	dtp = api_snap(state, program);
	api_ok(dtp, dtrace_aggregate_walk_joined(dtp, vars, 2, join_inside,
						 &calls));
	dtrace_close(dtp);
}

static int stop_on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	int *calls = arg;

	++*calls;
	api_ok(drop->dtdda_handle, dtrace_stop(drop->dtdda_handle));
	assert_int_equal(dtrace_consume(drop->dtdda_handle, stdout, NULL,
					api_skip_rec, NULL), -1);
	return DTRACE_HANDLE_OK;
}

static void drop_inside(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	int calls = 0;

	api_ok(dtp, dtrace_setopt(dtp, "bufsize", "64"));
	api_ok(dtp, dtrace_handle_drop(dtp, stop_on_drop, &calls));
	api_enable(dtp, "BEGIN { trace(\"does not fit into so little\"); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, api_skip_rec, NULL));
	assert_int_equal(calls, 1);
	dtrace_close(dtp);
}

/*
 * With the longest rates, sleep does not return at once: it waits for status,
 * which is due every 30 ms.
 */
#define NSLEEPS 6
static void rates(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	hrtime_t begin = gethrtime();
	int firings = 0;

	api_ok(dtp, dtrace_setopt(dtp, "aggrate", "106751d"));
	api_ok(dtp, dtrace_setopt(dtp, "switchrate", "106751d"));
	api_ok(dtp, dtrace_setopt(dtp, "statusrate", "30ms"));
	api_enable(dtp, "BEGIN { trace(1); @a = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	for (int i = 0; i < NSLEEPS; i++) {
		assert_int_equal(dtrace_work(dtp, stdout, count_probe,
				 api_skip_rec, &firings),
				 DTRACE_WORKSTATUS_OKAY);
		dtrace_sleep(dtp);
	}
	assert_true(gethrtime() - begin >= (NSLEEPS - 2) * 30000000LL);
	dtrace_close(dtp);
}

/* In a forked child the handle is dead; the parent's is not affected. */
static void in_child(dtrace_hdl_t *dtp, struct ps_prochandle *proc)
{
	int bad = 0;

	bad |= dtrace_go(dtp) == 0;
	bad |= dtrace_consume(dtp, stdout, NULL, api_skip_rec, NULL) == 0;
	bad |= dtrace_aggregate_snap(dtp) == 0;
	bad |= dtrace_status(dtp) >= 0;
	bad |= dtrace_work(dtp, stdout, NULL, api_skip_rec, NULL) !=
		DTRACE_WORKSTATUS_ERROR;
	bad |= dtrace_stop(dtp) == 0;
	dtrace_proc_continue(dtp, proc);
	dtrace_proc_release(dtp, proc);
	dtrace_close(dtp);
	_exit(bad);
}

static void forked(void **state)
{
	static char *const args[] = { (char *)"sh", (char *)"-c",
		(char *)"exit 0", NULL };
	dtrace_hdl_t *dtp = api_open(state);
	struct ps_prochandle *proc;
	int status, firings = 0;
	pid_t child;

	proc = dtrace_proc_create(dtp, "/bin/sh", args);
	assert_non_null(proc);
	api_enable(dtp, "BEGIN { trace(1); } END { trace(2); }");
	api_ok(dtp, dtrace_go(dtp));
	child = fork();
	if (child == 0)
		in_child(dtp, proc);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	dtrace_proc_continue(dtp, proc);
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_OKAY);
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_consume(dtp, stdout, count_probe, api_skip_rec,
				   &firings));
	assert_int_equal(firings, 2);
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(null_arguments), ON_BOTH(too_late), ON_BOTH(go_again),
		ON_BOTH(reads_twice), ON_BOTH(foreign), ON_VM(compile_only),
		ON_BOTH(nonsense), ON_BOTH(nonsense_walk),
		ON_BOTH(consume_inside), ON_BOTH(walks_inside),
		ON_BOTH(drop_inside), ON_BOTH(rates), ON_BOTH(forked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
