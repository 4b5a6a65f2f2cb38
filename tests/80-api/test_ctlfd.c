/* SPDX-License-Identifier: MIT */
/*
 * dtrace_ctlfd: readable when there is work, and only then.
 * emulated: shared
 */
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include "api.h"

#define EVER (-1)
#define RATE "10s"	/* the longest of statusrate */
#define RATE_NS (10LL * NANOSEC)

static int readable(int fd, int ms)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	return poll(&p, 1, ms) == 1 && (p.revents & POLLIN) != 0;
}

/*
 * Not readable before the rate has passed, which may be at once if the machine
 * was stopped.
 */
static void not_yet(int fd, hrtime_t begin)
{
	if (readable(fd, 0))
		assert_true(gethrtime() - begin >= RATE_NS);
}

static void slow(dtrace_hdl_t *dtp, const char *rate)
{
	api_ok(dtp, dtrace_setopt(dtp, "aggrate", rate));
	api_ok(dtp, dtrace_setopt(dtp, "switchrate", rate));
	api_ok(dtp, dtrace_setopt(dtp, "statusrate", rate));
}

static dtrace_workstatus_t work(dtrace_hdl_t *dtp)
{
	return dtrace_work(dtp, stdout, NULL, api_skip_rec, NULL);
}

/* Nothing to do, everything to do, nothing until a rate is due, the end. */
static void life(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	int fd = dtrace_ctlfd(dtp);
	hrtime_t begin = gethrtime();

	assert_true(fd >= 0);
	assert_int_equal(dtrace_ctlfd(dtp), fd);
	assert_int_equal(fcntl(fd, F_GETFD), FD_CLOEXEC);
	slow(dtp, RATE);
	api_enable(dtp, "BEGIN { trace(1); @ = count(); }");
	assert_false(readable(fd, 0));
	api_ok(dtp, dtrace_go(dtp));
	assert_true(readable(fd, EVER));
	assert_int_equal(work(dtp), DTRACE_WORKSTATUS_OKAY);
	not_yet(fd, begin);

	/* a dynamic rate counts at once */
	api_ok(dtp, dtrace_setopt(dtp, "aggrate", "1ms"));
	assert_true(readable(fd, EVER));
	api_ok(dtp, dtrace_setopt(dtp, "aggrate", RATE));
	not_yet(fd, begin);

	api_ok(dtp, dtrace_stop(dtp));
	assert_true(readable(fd, EVER));
	assert_int_equal(work(dtp), DTRACE_WORKSTATUS_DONE);
	assert_false(readable(fd, 0));
	dtrace_close(dtp);
	assert_int_equal(fcntl(fd, F_GETFD), -1);
}

/* A consumer without dtrace_work(), which reads everything by itself. */
static void alone(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	hrtime_t begin = gethrtime();
	int fd;

	slow(dtp, RATE);
	api_enable(dtp, "BEGIN { @ = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	fd = dtrace_ctlfd(dtp);
	assert_true(readable(fd, EVER));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	not_yet(fd, begin);
	api_ok(dtp, dtrace_stop(dtp));
	assert_true(readable(fd, EVER));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	/* the clause of ERROR records: there is a buffer to be read */
	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, api_skip_rec, NULL));
	assert_false(readable(fd, 0));
	dtrace_close(dtp);
}

/*
 * exit() and a full buffer are found before the status is due, unless the
 * machine stands still for that time.
 */
static const struct end {
	const char *policy, *text;
	int status;
} ends_by[] = {
	{ "switch", "tick-20ms { exit(0); }", DTRACE_STATUS_EXITED },
	{ "fill", "BEGIN { trace(\"a\"); } BEGIN { trace(\"b\"); }"
		"BEGIN { trace(\"c\"); }", DTRACE_STATUS_FILLED },
};

static bool ends_in_time(void **state, const struct end *e)
{
	dtrace_hdl_t *dtp = api_open(state);
	int fd = dtrace_ctlfd(dtp), status = DTRACE_STATUS_OKAY;
	hrtime_t begin = gethrtime(), end;

	slow(dtp, RATE);
	api_ok(dtp, dtrace_setopt(dtp, "bufpolicy", e->policy));
	api_ok(dtp, dtrace_setopt(dtp, "bufsize", "2k"));
	api_ok(dtp, dtrace_setopt(dtp, "strsize", "700"));
	api_enable(dtp, e->text);
	api_ok(dtp, dtrace_go(dtp));
	while (status == DTRACE_STATUS_OKAY || status == DTRACE_STATUS_NONE) {
		assert_true(readable(fd, EVER));
		status = dtrace_status(dtp);
		api_ok(dtp, dtrace_aggregate_snap(dtp));
	}
	end = gethrtime();
	assert_int_equal(status, e->status);
	assert_true(readable(fd, EVER));
	dtrace_close(dtp);
	return end - begin < RATE_NS;
}

static void ends(void **state)
{
	for (size_t i = 0; i < sizeof(ends_by) / sizeof(ends_by[0]); i++) {
		int tries = 1;

		while (!ends_in_time(state, &ends_by[i]))
			assert_true(++tries <= 3);
	}
}

struct seen {
	struct ps_prochandle *p;
	int n;
};

static void on_end(struct ps_prochandle *p, const char *msg, void *arg)
{
	struct seen *s = arg;

	assert_ptr_equal(p, s->p);
	assert_null(msg);
	s->n++;
}

static char *const cmd[] = { (char *)"true", NULL };

/* The first work() reports the end, unless it was due by a rate. */
static void await_end(dtrace_hdl_t *dtp, int fd, const struct seen *s,
		      hrtime_t begin)
{
	do {
		assert_true(readable(fd, EVER));
		assert_int_equal(s->n, 0);
		assert_int_equal(work(dtp), DTRACE_WORKSTATUS_OKAY);
	} while (s->n == 0 && gethrtime() - begin >= RATE_NS);
}

/* The end of a process, before and after the descriptor is asked for. */
static void process(void **state)
{
	for (int late = 0; late < 2; late++) {
		dtrace_hdl_t *dtp = api_open(state);
		struct seen s = { 0 };
		int fd = late ? -1 : dtrace_ctlfd(dtp);
		hrtime_t begin = gethrtime();

		slow(dtp, RATE);
		api_ok(dtp, dtrace_handle_proc(dtp, on_end, &s));
		s.p = dtrace_proc_create(dtp, cmd[0], cmd);
		assert_non_null(s.p);
		api_enable(dtp, "BEGIN { x = 1; }");
		api_ok(dtp, dtrace_go(dtp));
		assert_int_equal(work(dtp), DTRACE_WORKSTATUS_OKAY);
		if (late)
			fd = dtrace_ctlfd(dtp);
		not_yet(fd, begin);
		dtrace_proc_continue(dtp, s.p);
		await_end(dtp, fd, &s, begin);
		assert_int_equal(s.n, 1);
		not_yet(fd, begin);
		dtrace_proc_release(dtp, s.p);
		dtrace_close(dtp);
	}
}

/* A released process no longer wakes the consumer. */
static void released(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	int fd = dtrace_ctlfd(dtp);
	struct ps_prochandle *p;

	p = dtrace_proc_create(dtp, cmd[0], cmd);
	assert_non_null(p);
	dtrace_proc_release(dtp, p);
	assert_false(readable(fd, 100));
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(life),
		ON_BOTH(alone),
		ON_BOTH(ends),
		ON_BOTH(process),
		ON_VM(released),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
