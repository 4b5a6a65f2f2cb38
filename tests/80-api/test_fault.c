/* SPDX-License-Identifier: MIT */
/*
 * A clause that faults: its record is dropped, ERROR fires, the error handler
 * is called, and the clauses and firings after it are not affected.
 */
#include <sys/prctl.h>
#include <sys/syscall.h>
#include "traced.h"

#define NERRORS 8

struct errors {
	int n, answer;
	struct {
		uint32_t epid, id;
		int action, offset, fault;
		uint64_t addr;
		char func[DTRACE_FUNCNAMELEN], msg[256];
	} v[NERRORS];
	uint64_t dblerrors, other_drops;
	char drop_msg[128];
};

static int on_err(const dtrace_errdata_t *err, void *arg)
{
	struct errors *e = arg;

	if (e->n == NERRORS)
		fail_msg("more than %d errors", NERRORS);
	e->v[e->n].epid = err->dteda_edesc->dtepd_epid;
	e->v[e->n].id = err->dteda_pdesc->dtpd_id;
	e->v[e->n].action = err->dteda_action;
	e->v[e->n].offset = err->dteda_offset;
	e->v[e->n].fault = err->dteda_fault;
	e->v[e->n].addr = err->dteda_addr;
	snprintf(e->v[e->n].func, sizeof(e->v[0].func), "%s",
		 err->dteda_pdesc->dtpd_func);
	snprintf(e->v[e->n].msg, sizeof(e->v[0].msg), "%s", err->dteda_msg);
	e->n++;
	return e->answer;
}

static int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	struct errors *e = arg;

	if (drop->dtdda_kind == DTRACEDROP_DBLERROR) {
		e->dblerrors += drop->dtdda_drops;
		snprintf(e->drop_msg, sizeof(e->drop_msg), "%s",
			 drop->dtdda_msg);
	} else {
		e->other_drops += drop->dtdda_drops;
	}
	return DTRACE_HANDLE_OK;
}

static void ten_calls(void *arg)
{
	(void)arg;
	for (long i = 0; i < 10; i++)
		syscall(SYS_lseek, -1L, i, 2L, 3L, 4L, 5L);
}

static dtrace_hdl_t *go_watched(void **state, const char *text,
				struct errors *e)
{
	dtrace_hdl_t *dtp = api_open(state);

	memset(e, 0, sizeof(*e));
	api_ok(dtp, dtrace_handle_err(dtp, on_err, e));
	api_ok(dtp, dtrace_handle_drop(dtp, on_drop, e));
	traced_start(dtp, text, getpid());
	return dtp;
}

/* Run to the end, and collect the traced values and the errors. */
static dtrace_hdl_t *run(void **state, const char *text,
			 void (*act)(void *), struct traced *t,
			 struct errors *e)
{
	dtrace_hdl_t *dtp = go_watched(state, text, e);

	memset(t, 0, sizeof(*t));
	traced_act(act, NULL);
	api_ok(dtp, dtrace_stop(dtp));
	traced_consume(dtp, t);
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	return dtp;
}

/* Values of the aggregations without keys, by variable. */
static int by_var(const dtrace_aggdata_t *agg, void *arg)
{
	((int64_t *)arg)[agg->dtada_desc->dtagd_varid] += *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

#define ENTRY "syscall::lseek:entry /pid == $1/ "

static const char actions[] =
	ENTRY "{ @seen = count(); trace(arg1); trace(100 / (arg1 - 5)); "
	"@after = count(); }";

/*
 * Of ten firings only the one that divides by zero has no record, and nothing
 * after the division.
 */
static void action(void **state)
{
	int64_t sums[4] = { 0 };
	struct errors e;
	struct traced t;
	dtrace_hdl_t *dtp = run(state, actions, ten_calls, &t, &e);

	api_ok(dtp, dtrace_aggregate_walk(dtp, by_var, sums));
	assert_int_equal(t.n, 9);
	for (int i = 0; i < t.n; i++)
		assert_int_equal(t.f[i].value[0], i + (i >= 5));
	assert_int_equal(sums[1], 10);
	assert_int_equal(sums[2], 9);
	assert_int_equal(e.n, 1);
	assert_int_equal(e.v[0].epid, t.f[0].epid);
	assert_int_equal(e.v[0].action, 3);
	assert_int_equal(e.v[0].fault, DTRACEFLT_DIVZERO);
	assert_int_equal(e.v[0].offset, -1);
	assert_string_equal(e.v[0].func, "lseek");
	assert_non_null(strstr(e.v[0].msg, ": syscall:vmlinux:lseek:entry): "
			       "divide-by-zero in action #3"));
	assert_int_equal(e.dblerrors + e.other_drops, 0);
	dtrace_close(dtp);
}

/* A fault in the second clause's predicate does not affect the others. */
static void predicate(void **state)
{
	struct errors e;
	struct traced t;
	dtrace_hdl_t *dtp;

	dtp = run(state, "syscall::lseek:entry /pid == $1 && arg1 == 3/ "
		  "{ trace(1); } "
		  "syscall::lseek:entry /pid == $1 && 5 % (arg1 - 3) > 9/ "
		  "{ trace(2); } "
		  "syscall::lseek:entry /pid == $1 && arg1 == 3/ "
		  "{ trace(3); } "
		  "syscall::lseek:return /pid == $1 && errno == 9/ "
		  "{ @ = count(); }", ten_calls, &t, &e);
	assert_int_equal(t.n, 2);
	assert_int_equal(t.f[0].value[0], 1);
	assert_int_equal(t.f[1].value[0], 3);
	assert_int_equal(e.n, 1);
	assert_int_equal(e.v[0].action, 0);
	assert_int_equal(e.v[0].fault, DTRACEFLT_DIVZERO);
	assert_int_equal(e.v[0].epid, t.f[0].epid + 1);
	assert_int_equal(e.v[0].id, t.f[0].id);
	assert_non_null(strstr(e.v[0].msg, "divide-by-zero in predicate"));
	dtrace_close(dtp);
}

/* ERROR has its arguments and this thread, and restores everything. */
static const char told[] =
	"int zero; "
	"syscall::lseek:entry /pid == $1 && arg1 == 4/ "
	"{ self->x = 7; this->y = 8; trace(1 / zero); } "
	"ERROR { trace(arg1); trace(arg2); trace(arg3); trace(arg4); "
	"trace(arg5); trace(arg0); trace(probename); trace(probefunc); "
	"trace(id); trace(epid); trace(pid); trace(execname); "
	"trace(self->x); } "
	"syscall::lseek:entry /pid == $1 && arg1 == 4/ "
	"{ trace(arg0); trace(arg1); trace(arg2); trace(arg3); trace(arg4); "
	"trace(arg5); trace(probename); trace(probefunc); trace(id); "
	"trace(epid); trace(self->x); trace(this->y); self->x = 0; }";

static void assert_error_clause(const struct firing *f,
				const struct errors *e)
{
	char name[16];

	prctl(PR_GET_NAME, name);
	assert_string_equal(f->name, "ERROR");
	assert_int_equal(f->nvalues, 13);
	assert_int_equal(f->value[0], e->v[0].epid);
	assert_int_equal(f->value[1], 3);
	assert_int_equal(f->value[2], -1);
	assert_int_equal(f->value[3], DTRACEFLT_DIVZERO);
	assert_int_equal(f->value[4], 0);
	assert_int_equal(f->value[5], 0);
	assert_string_equal(f->text[6], "ERROR");
	assert_string_equal(f->text[7], "");
	assert_int_equal(f->value[8], f->id);
	assert_int_equal(f->value[9], f->epid);
	assert_int_equal(f->value[10], getpid());
	assert_string_equal(f->text[11], name);
	assert_int_equal(f->value[12], 7);
}

static void error_clause(void **state)
{
	static const int64_t args[] = { -1, 4, 2, 3, 4, 5 };
	struct errors e;
	struct traced t;
	dtrace_hdl_t *dtp;

	dtp = run(state, told, ten_calls, &t, &e);
	assert_int_equal(e.n, 1);
	assert_int_equal(t.n, 2);
	assert_error_clause(&t.f[0], &e);
	for (int i = 0; i < 6; i++)
		assert_int_equal(t.f[1].value[i], args[i]);
	assert_string_equal(t.f[1].text[6], "entry");
	assert_string_equal(t.f[1].text[7], "lseek");
	assert_int_equal(t.f[1].value[8], t.f[1].id);
	assert_int_equal(t.f[1].value[9], t.f[1].epid);
	assert_int_equal(t.f[1].epid, e.v[0].epid + 1);
	assert_int_equal(t.f[1].value[10], 7);
	assert_int_equal(t.f[1].value[11], 8);
	dtrace_close(dtp);
}

/* The first ERROR clause fails: the second runs, the handler is called. */
#define FAILING \
	"int zero; %s { @a = count(); trace(1); trace(1 / zero); } " \
	"ERROR { @b = count(); trace(5 %% zero); @c = count(); } " \
	"ERROR { @d = count(); trace(2); } " \
	"%s { trace(3); }"

static void check_failing(void **state, const char *clause,
			  void (*act)(void *), int n)
{
	int64_t sums[8] = { 0 };
	struct errors e;
	struct traced t;
	dtrace_hdl_t *dtp;
	char text[512];

	snprintf(text, sizeof(text), FAILING, clause, clause);
	dtp = run(state, text, act, &t, &e);
	api_ok(dtp, dtrace_aggregate_walk(dtp, by_var, sums));
	assert_int_equal(sums[1], n);
	assert_int_equal(sums[2], n);
	assert_int_equal(sums[3], 0);
	assert_int_equal(sums[4], n);
	assert_int_equal(t.n, 2 * n);
	for (int i = 0; i < t.n; i++)
		assert_int_equal(t.f[i].value[0], 2 + i % 2);
	assert_int_equal(e.n, n);
	assert_int_equal(e.dblerrors, n);
	assert_int_equal(e.other_drops, 0);
	assert_non_null(strstr(e.drop_msg, "in ERROR probe enabling"));
	dtrace_close(dtp);
}

static void error_fails(void **state)
{
	check_failing(state, "syscall::lseek:entry /pid == $1 && arg1 > 6/",
		      ten_calls, 3);
}

static void begin_error_fails(void **state)
{
	check_failing(state, "BEGIN", NULL, 1);
}

/* Records of faults are taken back: they do not fill the buffer. */
static void many_calls(void *arg)
{
	(void)arg;
	for (int i = 0; i < 100; i++)
		ten_calls(NULL);
}

static int count_err(const dtrace_errdata_t *err, void *arg)
{
	(void)err;
	++*(int *)arg;
	return DTRACE_HANDLE_OK;
}

static void no_room_taken(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct errors e = { 0 };
	int errors = 0;

	/* 1000 errors fit; with 256 bytes more each they would not */
	api_ok(dtp, dtrace_setopt(dtp, "bufsize", "128k"));
	api_ok(dtp, dtrace_handle_err(dtp, count_err, &errors));
	api_ok(dtp, dtrace_handle_drop(dtp, on_drop, &e));
	traced_start(dtp, "int zero; " ENTRY "{ trace(probefunc); "
		     "trace(1 / zero); }", getpid());
	many_calls(NULL);
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, NULL, NULL));
	assert_int_equal(errors, 1000);
	assert_int_equal(e.other_drops + e.dblerrors, 0);
	dtrace_close(dtp);
}

/* exit() in ERROR ends the run at once; the handler is called before. */
static void error_exits(void **state)
{
	struct errors e;
	struct traced t = { 0 };
	dtrace_hdl_t *dtp;

	dtp = go_watched(state, "int zero; "
			 "syscall::lseek:entry /pid == $1 && arg1 == 2/ "
			 "{ trace(1 / zero); } "
			 "ERROR { exit(7); } ERROR { trace(8); } "
			 ENTRY "{ trace(arg1); } END { trace(9); }", &e);
	traced_act(ten_calls, NULL);
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_EXITED);
	traced_consume(dtp, &t);
	assert_int_equal(e.n, 1);
	assert_int_equal(t.n, 4);
	assert_int_equal(t.f[0].value[0], 0);
	assert_int_equal(t.f[1].value[0], 1);
	assert_string_equal(t.f[2].name, "ERROR");
	assert_int_equal(t.f[3].value[0], 9);
	dtrace_close(dtp);
}

/* Without a handler, and with one that aborts. */
static void aborts(void **state)
{
	struct errors e;
	struct traced t = { 0 };
	dtrace_hdl_t *dtp;

	dtp = traced_go(state, actions, getpid());
	traced_act(ten_calls, NULL);
	api_ok(dtp, dtrace_stop(dtp));
	api_fails(dtp, dtrace_consume(dtp, stdout, traced_probe, traced_rec,
				      &t), E_ERRABORT);
	assert_int_equal(t.n, 5);	/* those before the abort */
	dtrace_close(dtp);

	dtp = go_watched(state, actions, &e);
	e.answer = DTRACE_HANDLE_ABORT;
	ten_calls(NULL);
	api_ok(dtp, dtrace_stop(dtp));
	api_fails(dtp, dtrace_consume(dtp, stdout, NULL, NULL, NULL),
		  E_ERRABORT);
	assert_int_equal(e.n, 1);
	dtrace_close(dtp);
}

/* Of the consumer, where these try to read and to write. */
static char secret[16] = "secret";

static const char *const accesses[] = {
	"trace(copyinstr($1))", "@[copyinstr($1)] = count()",
	"trace(*(int *)copyin($1, 4))", "copyinto($1, 4, alloca(4))",
	"trace(stringof((char *)$1))", "trace(*(int *)$1)",
	"tracemem($1, 4)", "copyoutstr(\"x\", $1, 2)",
	"copyout(alloca(4), $1, 4)",
};

/* BEGIN, END and on the embedded engine tick fire in no process. */
static void reads_from(void **state, const char *probe, const char *access)
{
	char text[256], addr[32], *argv[] = { (char *)"test", addr, NULL };
	dtrace_hdl_t *dtp = api_open(state);
	struct errors e = { 0 };
	dtrace_prog_t *prog;

	snprintf(addr, sizeof(addr), "0x%lx", (unsigned long)secret);
	snprintf(text, sizeof(text), "%s { %s; exit(0); } ERROR { exit(0); } "
		 "END { trace(1); }", probe, access);
	api_ok(dtp, dtrace_setopt(dtp, "destructive", NULL));
	api_ok(dtp, dtrace_handle_err(dtp, on_err, &e));
	prog = dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME, 0,
					 2, argv);
	if (!prog)
		fail_msg("%s", dtrace_errmsg(dtp, dtrace_errno(dtp)));
	api_ok(dtp, dtrace_program_exec(dtp, prog, NULL));
	if (dtrace_go(dtp) != 0) {
		/* not every kernel lets programs write */
		api_says(dtp, "cannot write to processes");
		dtrace_close(dtp);
		return;
	}
	if (strcmp(probe, "END") != 0)
		api_until(dtrace_status(dtp) == DTRACE_STATUS_EXITED);
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, NULL, NULL));
	assert_int_equal(e.n, 1);
	assert_int_equal(e.v[0].fault, DTRACEFLT_BADADDR);
	assert_int_equal(e.v[0].addr, (unsigned long)secret);
	assert_string_equal(secret, "secret");
	dtrace_close(dtp);
}

static void own_memory(void **state)
{
	int vm = strcmp(*state, "vm") == 0;

	for (size_t i = 0; i < sizeof(accesses) / sizeof(accesses[0]); i++) {
		reads_from(state, "BEGIN", accesses[i]);
		reads_from(state, "END", accesses[i]);
		if (vm)
			reads_from(state, "tick-1ms", accesses[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(action), ON_KERNEL(predicate),
		ON_KERNEL(error_clause), ON_KERNEL(error_fails),
		ON_BOTH(begin_error_fails), ON_KERNEL(no_room_taken),
		ON_KERNEL(error_exits), ON_KERNEL(aborts),
		ON_BOTH(own_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
