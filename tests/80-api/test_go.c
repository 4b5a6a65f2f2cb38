/* SPDX-License-Identifier: MIT */
/*
 * dtrace_go, dtrace_stop, dtrace_sleep, dtrace_work, dtrace_status.
 * emulated: shared
 */
#include <signal.h>
#include <stdbool.h>
#include <time.h>
#include "api.h"

struct log {
	char text[256];
	int exit_status;
};

static int on_rec(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
		  void *arg)
{
	struct log *log = arg;
	size_t len = strlen(log->text);

	if (!rec)
		return DTRACE_CONSUME_NEXT;
	if (rec->dtrd_action == DTRACEACT_EXIT)
		log->exit_status = *(int *)data->dtpda_data;
	else
		snprintf(log->text + len, sizeof(log->text) - len, "%s:%d ",
			 data->dtpda_pdesc->dtpd_name,
			 *(int *)data->dtpda_data);
	return DTRACE_CONSUME_NEXT;
}

static int work(dtrace_hdl_t *dtp, struct log *log)
{
	return dtrace_work(dtp, stdout, NULL, on_rec, log);
}

/* Most calls fail before tracing begins. */
static void before_go(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct log log = { 0 };

	api_enable(dtp, "BEGIN { trace(1); }");
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_NONE);
	api_fails(dtp, dtrace_stop(dtp), EINVAL);
	api_fails(dtp, dtrace_consume(dtp, stdout, NULL, on_rec, &log),
		  EINVAL);
	api_fails(dtp, dtrace_aggregate_snap(dtp), EINVAL);
	dtrace_close(dtp);
}

/* The basic sequence of calls, as other implementations' tests make it. */
static void basic(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct log log = { 0 };

	api_ok(dtp, dtrace_setopt(dtp, "switchrate", "1h"));
	api_enable(dtp, "BEGIN { trace(1); } END { trace(2); }");
	api_ok(dtp, dtrace_go(dtp));
	api_fails(dtp, dtrace_go(dtp), EINVAL);
	assert_int_equal(work(dtp, &log), DTRACE_WORKSTATUS_OKAY);
	assert_string_equal(log.text, "BEGIN:1 ");
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_stop(dtp));
	/* stopped: what is left comes though switchrate has not passed */
	assert_int_equal(work(dtp, &log), DTRACE_WORKSTATUS_DONE);
	assert_string_equal(log.text, "BEGIN:1 END:2 ");
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_STOPPED);
	api_fails(dtp, dtrace_go(dtp), EINVAL);
	dtrace_close(dtp);
}

static void exits(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct log log = { .exit_status = -1 };

	api_enable(dtp, "BEGIN { trace(1); exit(3); } END { trace(2); }");
	api_ok(dtp, dtrace_go(dtp));
	dtrace_sleep(dtp);
	assert_int_equal(work(dtp, &log), DTRACE_WORKSTATUS_DONE);
	assert_string_equal(log.text, "BEGIN:1 END:2 ");
	assert_int_equal(log.exit_status, 3);
	api_ok(dtp, dtrace_stop(dtp));
	assert_int_equal(work(dtp, &log), DTRACE_WORKSTATUS_DONE);
	assert_string_equal(log.text, "BEGIN:1 END:2 ");
	dtrace_close(dtp);
}

static void statuses(void **state)
{
	dtrace_hdl_t *dtp = api_go(state, "BEGIN { trace(1); }");

	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_OKAY);
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_OKAY);
	api_ok(dtp, dtrace_stop(dtp));
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_STOPPED);
	dtrace_close(dtp);

	dtp = api_go(state, "BEGIN { exit(0); }");
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_EXITED);
	dtrace_close(dtp);
}

/* With a rate the second call is too early, unless it is very late. */
static void status_rate(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	hrtime_t begin;

	api_ok(dtp, dtrace_setopt(dtp, "statusrate", "10s"));
	api_enable(dtp, "BEGIN { trace(1); }");
	api_ok(dtp, dtrace_go(dtp));
	begin = gethrtime();
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_OKAY);
	if (dtrace_status(dtp) != DTRACE_STATUS_NONE)
		assert_true(gethrtime() - begin >= 10LL * NANOSEC);
	dtrace_close(dtp);
}

/*
 * Sleep ends with the first rate that is due, counted from go; at once if it is
 * overdue.
 */
#define NSLEEPS 12
static void sleeps(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct log log = { 0 };
	hrtime_t begin = gethrtime();

	api_ok(dtp, dtrace_setopt(dtp, "statusrate", "20ms"));
	api_ok(dtp, dtrace_setopt(dtp, "aggrate", "1h"));
	api_ok(dtp, dtrace_setopt(dtp, "switchrate", "1h"));
	api_enable(dtp, "BEGIN { trace(1); }");
	api_ok(dtp, dtrace_go(dtp));
	for (int i = 0; i < NSLEEPS; i++) {
		dtrace_sleep(dtp);
		assert_int_equal(work(dtp, &log), DTRACE_WORKSTATUS_OKAY);
	}
	assert_true(gethrtime() - begin >= (NSLEEPS - 1) * 20000000LL);
	dtrace_close(dtp);
}

/*
 * exit() and a full buffer end the wait and are reported at once, while all
 * rates are as long as they can be.  Only a machine that stands still takes as
 * long as a rate, and not each time.
 */
static bool ends_at_once(void **state, const char *policy, const char *text)
{
	dtrace_hdl_t *dtp = api_open(state);
	hrtime_t begin = gethrtime();
	struct log log = { 0 };

	api_ok(dtp, dtrace_setopt(dtp, "statusrate", "10s"));
	api_ok(dtp, dtrace_setopt(dtp, "aggrate", "1h"));
	api_ok(dtp, dtrace_setopt(dtp, "switchrate", "1h"));
	api_ok(dtp, dtrace_setopt(dtp, "bufsize", "1k"));
	api_ok(dtp, dtrace_setopt(dtp, "bufpolicy", policy));
	api_enable(dtp, text);
	api_ok(dtp, dtrace_go(dtp));
	while (work(dtp, &log) == DTRACE_WORKSTATUS_OKAY)
		dtrace_sleep(dtp);
	dtrace_close(dtp);
	return gethrtime() - begin < 9LL * NANOSEC;
}

static void ends_early(void **state)
{
	static const struct { const char *policy, *text; } v[] = {
		{ "switch", "tick-20ms { exit(0); }" },
		{ "fill", "tick-1ms { trace(1); }" },
	};

	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		int tries = 1;

		while (!ends_at_once(state, v[i].policy, v[i].text))
			assert_true(++tries <= 3);
	}
}

/*
 * A blocked, pending signal ends the wait, and stays pending.  Nothing else
 * would end it within an hour.
 */
static void wakes(void **state)
{
	static const int ends[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };
	dtrace_hdl_t *dtp = api_open(state);
	sigset_t set, old, pending;
	struct timespec none = { 0 };

	api_ok(dtp, dtrace_setopt(dtp, "aggrate", "1h"));
	api_ok(dtp, dtrace_setopt(dtp, "switchrate", "1h"));
	api_enable(dtp, "BEGIN { trace(1); @ = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_consume(dtp, stderr, NULL, NULL, NULL));
	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		sigemptyset(&set);
		sigaddset(&set, ends[i]);
		sigprocmask(SIG_BLOCK, &set, &old);
		raise(ends[i]);
		dtrace_sleep(dtp);
		sigpending(&pending);
		assert_true(sigismember(&pending, ends[i]));
		assert_int_equal(sigtimedwait(&set, NULL, &none), ends[i]);
		sigprocmask(SIG_SETMASK, &old, NULL);
	}
	dtrace_close(dtp);
}

static void empty(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	struct log log = { 0 };

	api_ok(dtp, dtrace_go(dtp));
	assert_int_equal(work(dtp, &log), DTRACE_WORKSTATUS_OKAY);
	api_ok(dtp, dtrace_stop(dtp));
	assert_int_equal(work(dtp, &log), DTRACE_WORKSTATUS_DONE);
	dtrace_close(dtp);
}

/* Closed while it is tracing, and again with another handle. */
static void close_running(void **state)
{
	for (int i = 0; i < 3; i++)
		dtrace_close(api_go(state, "BEGIN { @ = count(); }"));
}

/* The engine's name is known once it has been chosen. */
static void engine(void **state)
{
	const char *why = "", *name = *state;
	dtrace_hdl_t *dtp = api_open(state);

	assert_null(dtrace_engine(dtp, NULL));
	api_enable(dtp, "BEGIN { @ = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	assert_string_equal(dtrace_engine(dtp, &why), name);
	if (strcmp(name, "kernel") == 0)
		assert_null(why);
	else
		assert_non_null(strstr(why, "engine is vm"));
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(before_go), ON_BOTH(basic), ON_BOTH(exits),
		ON_BOTH(statuses), ON_BOTH(status_rate), ON_BOTH(sleeps),
		ON_BOTH(ends_early),
		ON_BOTH(wakes), ON_BOTH(empty), ON_BOTH(close_running),
		ON_BOTH(engine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
