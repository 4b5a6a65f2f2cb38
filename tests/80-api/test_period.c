/* SPDX-License-Identifier: MIT */
/*
 * Periodic processing: status, snap and consume and their rates, and a consumer
 * that does not ask for its status in time.
 * emulated: shared
 */
#include <malloc.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include "traced.h"

#define MS 1000000LL

/* $1 is the process that calls getppid(). */
static const char calls[] =
	"syscall::getppid:entry /pid == $1/ { @[probefunc] = count(); "
	"trace(1); } END { @end[\"end\"] = count(); trace(2); }";

/* The data of one consumer so far. */
struct seen {
	int64_t calls, ends;		/* of the aggregations */
	int recs, end_recs;
	uint64_t drops;
};

static int on_rec(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
		  void *arg)
{
	struct seen *seen = arg;

	if (!rec || rec->dtrd_action == DTRACEACT_EXIT)
		return DTRACE_CONSUME_NEXT;
	if (*(int *)data->dtpda_data == 1)
		seen->recs++;
	else
		seen->end_recs++;
	return DTRACE_CONSUME_NEXT;
}

static int on_entry(const dtrace_aggdata_t *agg, void *arg)
{
	struct seen *seen = arg;

	if (strcmp(agg->dtada_desc->dtagd_name, "end") == 0)
		seen->ends = *api_value(agg);
	else
		seen->calls = *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	struct seen *seen = arg;

	if (drop->dtdda_kind == DTRACEDROP_PRINCIPAL)
		seen->drops += drop->dtdda_drops;
	return DTRACE_HANDLE_OK;
}

static void walk(dtrace_hdl_t *dtp, struct seen *seen)
{
	api_ok(dtp, dtrace_aggregate_walk(dtp, on_entry, seen));
}

static int work(dtrace_hdl_t *dtp, struct seen *seen)
{
	return dtrace_work(dtp, stdout, NULL, on_rec, seen);
}

static void call(int n)
{
	while (n-- > 0)
		syscall(SYS_getppid);
}

static void set(dtrace_hdl_t *dtp, const char *opt, const char *value)
{
	api_ok(dtp, dtrace_setopt(dtp, opt, value));
}

/* Start tracing.  No asserts, as this may run in a child. */
static int go(dtrace_hdl_t *dtp, pid_t pid)
{
	char arg[16], *argv[] = { (char *)"test", arg, NULL };
	dtrace_prog_t *prog;

	snprintf(arg, sizeof(arg), "%d", pid);
	prog = dtrace_program_strcompile(dtp, calls, DTRACE_PROBESPEC_NAME, 0,
					 2, argv);
	return prog && dtrace_program_exec(dtp, prog, NULL) == 0 ?
	       dtrace_go(dtp) : -1;
}

/* Trace this process; the consumer's limit starts after *begin. */
static dtrace_hdl_t *trace_self(void **state, const char *deadman,
				hrtime_t *begin)
{
	dtrace_hdl_t *dtp = api_open(state);

	set(dtp, "deadman", deadman);
	if (begin)
		*begin = gethrtime();
	api_ok(dtp, go(dtp, getpid()));
	return dtp;
}

/* --- the deadman ------------------------------------------------------- */

#define LIMIT "500ms"
#define LIMIT_NS (500 * MS)

/*
 * Sleep until the limit has passed, and then for several checks of the deadman.
 * Naps are counted, not time: a machine that stands still makes them longer,
 * and the deadman does not check meanwhile.
 */
static void outlive_limit(void)
{
	for (hrtime_t begin = gethrtime(); gethrtime() - begin <= LIMIT_NS; )
		usleep(10000);
	for (int i = 0; i < 120; i++)
		usleep(10000);
}

/* A run with some calls in time, and one after the limit. */
struct late {
	dtrace_hdl_t *dtp;
	int least;		/* calls, of three, that were surely in time */
};

static struct late be_late(void **state)
{
	hrtime_t begin;
	struct late l = { .dtp = trace_self(state, LIMIT, &begin) };

	for (int i = 0; i < 3; i++) {
		call(1);
		l.least += gethrtime() - begin < LIMIT_NS;
	}
	outlive_limit();
	call(1);
	return l;
}

/* The run has ended, END has fired, and all data arrive once. */
static void check_rest(const struct late *l)
{
	struct seen seen = { 0 };
	dtrace_hdl_t *dtp = l->dtp;

	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_STOPPED);
	for (int i = 0; i < 2; i++)
		assert_int_equal(work(dtp, &seen), DTRACE_WORKSTATUS_DONE);
	walk(dtp, &seen);
	assert_in_range(seen.recs, l->least, 3);
	assert_int_equal(seen.end_recs, 1);
	assert_int_equal(seen.calls, seen.recs);
	assert_int_equal(seen.ends, 1);
	api_ok(dtp, dtrace_stop(dtp));
	dtrace_close(dtp);
}

static void late_status(void **state)
{
	struct late l = be_late(state);

	api_fails(l.dtp, dtrace_status(l.dtp), E_BRICKED);
	assert_non_null(strstr(dtrace_errmsg(l.dtp, dtrace_errno(l.dtp)),
			       "deadman"));
	check_rest(&l);
}

static void late_work(void **state)
{
	struct late l = be_late(state);
	struct seen seen = { 0 };

	assert_int_equal(work(l.dtp, &seen), DTRACE_WORKSTATUS_ERROR);
	assert_int_equal(dtrace_errno(l.dtp), E_BRICKED);
	assert_int_equal(seen.recs, 0);
	check_rest(&l);
}

static void late_stop(void **state)
{
	struct late l = be_late(state);

	api_fails(l.dtp, dtrace_stop(l.dtp), E_BRICKED);
	check_rest(&l);
}

/* A consumer that only reads gets the error, after its data. */
static void late_snap(void **state)
{
	struct late l = be_late(state);
	struct seen seen = { 0 };

	api_fails(l.dtp, dtrace_aggregate_snap(l.dtp), E_BRICKED);
	walk(l.dtp, &seen);
	assert_in_range(seen.calls, l.least, 3);
	assert_int_equal(seen.ends, 0);
	api_ok(l.dtp, dtrace_aggregate_snap(l.dtp));
	check_rest(&l);
}

static void late_consume(void **state)
{
	struct late l = be_late(state);
	struct seen seen = { 0 };
	int recs;

	api_fails(l.dtp, dtrace_consume(l.dtp, stdout, NULL, on_rec, &seen),
		  E_BRICKED);
	recs = seen.recs;
	assert_in_range(recs, l.least, 3);
	assert_int_equal(seen.end_recs, 0);
	api_ok(l.dtp, dtrace_consume(l.dtp, stdout, NULL, on_rec, &seen));
	assert_int_equal(seen.recs, recs);
	assert_int_equal(seen.end_recs, 1);
	dtrace_close(l.dtp);
}

/*
 * For longer than the limit the consumer asks in time, and the run continues.
 * If the machine was stopped, the test starts again.
 */
static bool is_in_time(void **state)
{
	dtrace_hdl_t *dtp = trace_self(state, LIMIT, NULL);
	hrtime_t asked = gethrtime(), begin = asked;
	struct seen seen = { 0 };
	bool in_time = work(dtp, &seen) == DTRACE_WORKSTATUS_OKAY;
	int n = 0;

	for (; in_time && gethrtime() - begin <= 3 * LIMIT_NS / 2; n++) {
		hrtime_t before = asked;
		int status;

		call(1);
		usleep(20000);
		asked = gethrtime();
		status = work(dtp, &seen);
		in_time = gethrtime() - before < LIMIT_NS;
		if (in_time)
			assert_int_equal(status, DTRACE_WORKSTATUS_OKAY);
	}
	if (in_time) {
		walk(dtp, &seen);
		assert_int_equal(seen.calls, n);
		assert_int_equal(seen.recs, n);
	}
	dtrace_close(dtp);
	return in_time;
}

static void in_time(void **state)
{
	while (!is_in_time(state))
		;
}

static void without_limit(void **state)
{
	dtrace_hdl_t *dtp = trace_self(state, "0", NULL);

	usleep(300000);
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_OKAY);
	dtrace_close(dtp);
}

/* A run in which nothing fires is not ended. */
static void idle(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);

	set(dtp, "deadman", "1ms");
	api_enable(dtp, "BEGIN { @[1] = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	usleep(30000);
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_OKAY);
	dtrace_close(dtp);
}

/* --- a consumer that is stopped ---------------------------------------- */

struct child {
	pid_t pid;
	int tell;
	hrtime_t begin;		/* its limit begins later */
};

struct report {
	struct seen seen;
	int err;			/* of the first call that failed */
};

/* Work until told to end, unless that fails; then read all remaining data. */
static void consume(dtrace_hdl_t *dtp, int tell, struct report *r)
{
	hrtime_t begin = gethrtime();
	char byte;

	if (go(dtp, getppid()) != 0 ||
	    write(tell, &begin, sizeof(begin)) != sizeof(begin))
		_exit(1);
	while (recv(tell, &byte, 1, r->err ? 0 : MSG_DONTWAIT) != 1) {
		usleep(10000);
		if (work(dtp, &r->seen) == DTRACE_WORKSTATUS_ERROR)
			r->err = dtrace_errno(dtp);
	}
	if (dtrace_stop(dtp) != 0)	/* it may be the first to know */
		r->err = dtrace_errno(dtp);
	if (work(dtp, &r->seen) != DTRACE_WORKSTATUS_DONE ||
	    dtrace_aggregate_walk(dtp, on_entry, &r->seen) != 0)
		_exit(1);
}

static void be_consumer(int tell, const char *deadman)
{
	static const char *const opts[][2] = {
		{ "engine", "kernel" }, { "aggsize", "64k" },
		{ "bufsize", "4k" }, { "aggrate", "0" },
		{ "switchrate", "0" }, { "statusrate", "0" },
	};
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, NULL);
	struct report r = { 0 };

	for (size_t i = 0; i < sizeof(opts) / sizeof(opts[0]); i++)
		if (!dtp || dtrace_setopt(dtp, opts[i][0], opts[i][1]) != 0)
			_exit(1);
	if (dtrace_setopt(dtp, "deadman", deadman) != 0 ||
	    dtrace_handle_drop(dtp, on_drop, &r.seen) != 0)
		_exit(1);
	consume(dtp, tell, &r);
	dtrace_close(dtp);
	_exit(write(tell, &r, sizeof(r)) != sizeof(r));
}

static struct child start_consumer(const char *deadman)
{
	struct child c;
	int fds[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
	fflush(NULL);			/* else the child writes it, too */
	c.pid = fork();
	if (c.pid == 0) {
		close(fds[0]);
		be_consumer(fds[1], deadman);
	}
	close(fds[1]);
	c.tell = fds[0];
	assert_int_equal(recv(c.tell, &c.begin, sizeof(c.begin), MSG_WAITALL),
			 sizeof(c.begin));
	return c;
}

/* Were the first 1000 calls surely within the limit? */
static bool stop_it(const struct child *c, bool too_long)
{
	bool in_time;
	int status;

	kill(c->pid, SIGSTOP);
	assert_int_equal(waitpid(c->pid, &status, WUNTRACED), c->pid);
	assert_true(WIFSTOPPED(status));
	call(1000);
	in_time = gethrtime() - c->begin < LIMIT_NS;
	if (too_long)
		outlive_limit();
	else
		usleep(300000);
	call(1000);
	kill(c->pid, SIGCONT);
	return in_time;
}

static struct report end_consumer(const struct child *c)
{
	struct report r;
	int status;

	(void)send(c->tell, "e", 1, MSG_NOSIGNAL);
	assert_int_equal(recv(c->tell, &r, sizeof(r), MSG_WAITALL), sizeof(r));
	close(c->tell);
	assert_int_equal(waitpid(c->pid, &status, 0), c->pid);
	assert_int_equal(status, 0);
	return r;
}

static void need_kernel(void)
{
	if (!api_usable("kernel"))
		skip();
}

/* Stopped for less than the limit: each call is there or counted as lost. */
static void stopped_a_while(void **state)
{
	struct report r;
	struct child c;

	(void)state;
	need_kernel();
	c = start_consumer("1h");
	call(10);
	stop_it(&c, false);
	call(10);
	r = end_consumer(&c);
	assert_int_equal(r.err, 0);
	assert_int_equal(r.seen.calls, 2020);
	assert_true(r.seen.drops > 0);
	/* END may have found the buffer full */
	assert_int_equal(r.seen.recs + r.seen.end_recs + r.seen.drops,
			 2020 + 1);
}

/*
 * Stopped for longer: earlier calls are there, later ones are untraced, not
 * lost, and the consumer gets the reason.
 */
static void stopped_too_long(void **state)
{
	struct report r;
	struct child c;
	bool in_time;

	(void)state;
	need_kernel();
	c = start_consumer(LIMIT);
	in_time = stop_it(&c, true);
	r = end_consumer(&c);
	assert_int_equal(r.err, E_BRICKED);
	assert_in_range(r.seen.calls, in_time ? 1000 : 0, 1000);
	assert_int_equal(r.seen.ends, 1);
	assert_int_equal(r.seen.recs + r.seen.end_recs + r.seen.drops,
			 r.seen.calls + 1);
}

/* --- each call by itself ----------------------------------------------- */

static void only_snap(void **state)
{
	dtrace_hdl_t *dtp = trace_self(state, "1h", NULL);
	struct seen seen = { 0 };

	for (int i = 1; i <= 3; i++) {
		call(1);
		api_ok(dtp, dtrace_aggregate_snap(dtp));
		walk(dtp, &seen);
		assert_int_equal(seen.calls, i);
	}
	/* the records were kept */
	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, on_rec, &seen));
	assert_int_equal(seen.recs, 3);
	dtrace_close(dtp);
}

static void only_consume(void **state)
{
	dtrace_hdl_t *dtp = trace_self(state, "1h", NULL);
	struct seen seen = { 0 };

	for (int i = 1; i <= 3; i++) {
		call(1);
		api_ok(dtp, dtrace_consume(dtp, stdout, NULL, on_rec, &seen));
		assert_int_equal(seen.recs, i);
	}
	walk(dtp, &seen);
	assert_int_equal(seen.calls, 0);
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	walk(dtp, &seen);
	assert_int_equal(seen.calls, 3);
	dtrace_close(dtp);
}

static void one_of_three(dtrace_hdl_t *dtp, int which, int status,
			 struct seen *seen)
{
	if (which == 0)
		assert_int_equal(dtrace_status(dtp), status);
	else if (which == 1)
		api_ok(dtp, dtrace_aggregate_snap(dtp));
	else
		api_ok(dtp, dtrace_consume(dtp, stdout, NULL, on_rec, seen));
}

/* In every order, during the run and at its end by exit(). */
static void any_order(void **state)
{
	static const int orders[][3] = {
		{ 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
		{ 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 },
	};
	static const char program[] =
		"BEGIN { @[\"calls\"] = count(); trace(1); exit(0); } "
		"END { @end[\"end\"] = count(); trace(2); }";

	for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++) {
		dtrace_hdl_t *dtp = api_go(state, program);
		struct seen seen = { 0 };
		int status = DTRACE_STATUS_EXITED;

		/* status runs END; calls made before it are repeated */
		for (int turn = 0; turn < 2; turn++) {
			for (int j = 0; j < 3; j++)
				one_of_three(dtp, orders[i][j], status, &seen);
			status = DTRACE_STATUS_STOPPED;
		}
		walk(dtp, &seen);
		assert_int_equal(seen.recs, 1);
		assert_int_equal(seen.end_recs, 1);
		assert_int_equal(seen.calls, 1);
		assert_int_equal(seen.ends, 1);
		dtrace_close(dtp);
	}
}

/* Without exit() and stop the run continues. */
static void goes_on(void **state)
{
	dtrace_hdl_t *dtp = api_go(state, "BEGIN { trace(1); }");
	struct seen seen = { 0 };

	for (int i = 0; i < 3; i++) {
		assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_OKAY);
		assert_int_equal(work(dtp, &seen), DTRACE_WORKSTATUS_OKAY);
	}
	api_ok(dtp, dtrace_stop(dtp));
	for (int i = 0; i < 3; i++) {
		assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_STOPPED);
		assert_int_equal(work(dtp, &seen), DTRACE_WORKSTATUS_DONE);
	}
	assert_int_equal(seen.recs, 1);
	dtrace_close(dtp);
}

#define THREE "BEGIN { trace(1); } BEGIN { trace(1); } BEGIN { trace(1); } "

/* A full buffer ends the run; END's record is there. */
static dtrace_hdl_t *fill(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);

	set(dtp, "bufpolicy", "fill");
	set(dtp, "bufsize", "256");
	api_enable(dtp, THREE THREE THREE THREE "END { trace(2); }");
	api_ok(dtp, dtrace_go(dtp));
	return dtp;
}

static void check_filled(dtrace_hdl_t *dtp, const struct seen *seen)
{
	assert_in_range(seen->recs, 1, 11);
	assert_int_equal(seen->end_recs, 1);
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_STOPPED);
	dtrace_close(dtp);
}

static void filled(void **state)
{
	dtrace_hdl_t *dtp = fill(state);
	struct seen seen = { 0 };

	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_FILLED);
	assert_int_equal(work(dtp, &seen), DTRACE_WORKSTATUS_DONE);
	check_filled(dtp, &seen);

	dtp = fill(state);
	seen = (struct seen){ 0 };
	assert_int_equal(work(dtp, &seen), DTRACE_WORKSTATUS_DONE);
	check_filled(dtp, &seen);
}

/* --- rates ------------------------------------------------------------- */

static void in_effect(void **state)
{
	static const struct {
		const char *opt, *set;
		int64_t then;
	} v[] = {
		{ "aggrate", NULL, 1000 * MS }, { "aggrate", "0", 0 },
		{ "aggrate", "100hz", 10 * MS },
		{ "switchrate", NULL, 1000 * MS },
		{ "switchrate", "3ms", 3 * MS },
		{ "statusrate", NULL, 1000 * MS },
		{ "statusrate", "20ms", 20 * MS }, { "statusrate", "0", 0 },
		{ "statusrate", "10s", 10000 * MS },
		{ "statusrate", "1h", 10000 * MS },
		{ "cleanrate", NULL, 9900990 },
		{ "cleanrate", "1ns", MS / 5 },
		{ "cleanrate", "0", 60000 * MS },
		{ "cleanrate", "1h", 60000 * MS },
		{ "cleanrate", "1s", 1000 * MS },
		{ "deadman", NULL, 30000 * MS }, { "deadman", "0", 0 },
		{ "deadman", "1min", 60000 * MS },
	};

	if (!api_usable(*state))
		skip();
	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		dtrace_hdl_t *dtp = api_handle();
		dtrace_optval_t got = -77;

		set(dtp, "engine", *state);
		api_ok(dtp, dtrace_getopt(dtp, v[i].opt, &got));
		assert_int_equal(got, DTRACEOPT_UNSET);
		if (v[i].set)
			set(dtp, v[i].opt, v[i].set);
		api_enable(dtp, "BEGIN { trace(1); }");
		api_ok(dtp, dtrace_go(dtp));
		api_ok(dtp, dtrace_getopt(dtp, v[i].opt, &got));
		if (got != v[i].then)
			fail_msg("%s=%s is %ld", v[i].opt,
				 v[i].set ? v[i].set : "", got);
		dtrace_close(dtp);
	}
}

/* Does a snap now read the latest counts? */
static int takes(dtrace_hdl_t *dtp)
{
	struct seen before = { 0 }, after = { 0 };

	walk(dtp, &before);
	call(1);
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	walk(dtp, &after);
	return after.calls > before.calls;
}

/*
 * Each due time counts from the previous due time, not from the call: then no
 * snap is too early, and all due ones are made.
 */
static void catches_up(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	int64_t begin, first;
	int n = 0;

	set(dtp, "aggrate", "300ms");
	api_ok(dtp, go(dtp, getpid()));
	begin = gethrtime();
	assert_true(takes(dtp));
	first = gethrtime();
	usleep(1000000);
	while (takes(dtp))
		n++;
	assert_true(n >= 3);
	assert_true(gethrtime() - begin >= n * 300 * MS);
	while (gethrtime() - first < (n + 1) * 300 * MS)
		usleep(10000);
	assert_true(takes(dtp));
	dtrace_close(dtp);
}

/* --- ever new keys ----------------------------------------------------- */

#define ROUNDS 400
#define NEW 50				/* keys of a round */
#define RETIRE 3

struct churn {
	int64_t sum;
	int entries;
};

static int on_key(const dtrace_aggdata_t *agg, void *arg)
{
	struct churn *c = arg;

	c->sum += *api_value(agg);
	c->entries++;
	return DTRACE_AGGWALK_NEXT;
}

/* Each round has new keys, and one that is always there. */
static void churn(dtrace_hdl_t *dtp, int round, struct churn *c)
{
	for (long i = 1; i <= NEW; i++)
		syscall(SYS_lseek, -1L, i + round * NEW, 0L);
	syscall(SYS_lseek, -1L, 0L, 0L);
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_OKAY);
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	c->entries = 0;
	api_ok(dtp, dtrace_aggregate_walk(dtp, on_key, c));
	dtrace_aggregate_clear(dtp);
}

/* Sums are exact, and memory does not grow after the begin. */
static void retires(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct churn c = { 0 };
	size_t used = 0, after;

	set(dtp, "aggretire", "3");
	traced_start(dtp, "syscall::lseek:entry /pid == $1 && "
		     "(int)arg0 == -1/ { @[arg1] = count(); }", getpid());
	for (int i = 0; i < ROUNDS; i++) {
		churn(dtp, i, &c);
		assert_in_range(c.entries, 1, NEW * (RETIRE + 1) + 1);
		if (i == ROUNDS / 4)
			used = mallinfo2().uordblks;
	}
	after = mallinfo2().uordblks;
	assert_int_equal(c.sum, ROUNDS * (NEW + 1));
	if (after > used + 4096)
		fail_msg("%zu bytes have become %zu", used, after);
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(late_status), ON_KERNEL(late_work),
		ON_KERNEL(late_stop), ON_KERNEL(late_snap),
		ON_KERNEL(late_consume), ON_KERNEL(in_time),
		ON_KERNEL(without_limit), ON_VM(idle),
		cmocka_unit_test(stopped_a_while),
		cmocka_unit_test(stopped_too_long),
		ON_KERNEL(only_snap), ON_KERNEL(only_consume),
		ON_BOTH(any_order), ON_BOTH(goes_on), ON_BOTH(filled),
		ON_BOTH(in_effect), ON_KERNEL(catches_up), ON_KERNEL(retires),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
