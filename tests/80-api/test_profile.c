/* SPDX-License-Identifier: MIT */
/*
 * The profile provider, against what the kernel says of a child that spins:
 * its CPU time, and where its only loop is.
 */
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include "api.h"

#define RATE		997
#define SPIN_MS		700

struct seen {
	int64_t all, inside, ticks;
};

static volatile unsigned long turns;

static __attribute__((noinline)) void hot(void)
{
	for (;;)
		turns++;
}

static pid_t spin(void)
{
	cpu_set_t one;
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	sched_setaffinity(0, sizeof(one), &one);
	hot();
	return 0;
}

static double cpu_seconds(pid_t pid)
{
	struct timespec ts;
	clockid_t clock;

	assert_int_equal(clock_getcpuclockid(pid, &clock), 0);
	assert_int_equal(clock_gettime(clock, &ts), 0);
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

static int add(const dtrace_aggdata_t *agg, void *arg)
{
	struct seen *seen = arg;
	uintptr_t at;

	if (agg->dtada_desc->dtagd_varid == 1) {
		seen->all += *api_value(agg);
	} else if (agg->dtada_desc->dtagd_varid == 2) {
		memcpy(&at, api_key(agg), sizeof(at));
		if (at - (uintptr_t)hot < 64)
			seen->inside += *api_value(agg);
	} else {
		seen->ticks += *api_value(agg);
	}
	return DTRACE_AGGWALK_NEXT;
}

/* Samples of a child that spins; its CPU time meanwhile is returned. */
static double sample(void **state, struct seen *seen)
{
	dtrace_hdl_t *dtp = api_open(state);
	char text[256];
	pid_t pid = spin();
	double used;

	snprintf(text, sizeof(text),
		 "profile-%d /pid == %d/ { @ = count(); }"
		 "profile-%d /pid == %d && arg1 != 0/ { @at[arg1] = count(); }"
		 "tick-100ms { @ticks = count(); }", RATE, pid, RATE, pid);
	api_enable(dtp, text);
	api_ok(dtp, dtrace_go(dtp));
	used = -cpu_seconds(pid);
	usleep(SPIN_MS * 1000);
	used += cpu_seconds(pid);
	api_ok(dtp, dtrace_stop(dtp));
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, add, seen));
	dtrace_close(dtp);
	return used;
}

/*
 * As many samples as its CPU time has periods, nearly all in its loop. A host
 * that takes the CPU away keeps timers from firing, but not the process's time
 * from passing: then there are too few, and the next try counts. An emulated
 * CPU is too slow for all of them (DT_TEST_EMULATED).
 */
static void samples(void **state)
{
	double due, least = getenv("DT_TEST_EMULATED") ? 0.5 : 0.95;
	struct seen seen;
	int tries = 0;

	do {
		memset(&seen, 0, sizeof(seen));
		due = sample(state, &seen) * RATE;
		assert_true(seen.all <= due * 1.05 + 3);
		assert_true(seen.inside >= seen.all * 0.9);
		assert_true(seen.ticks <= SPIN_MS / 100 + 2);
	} while (seen.all < due * least - 3 && ++tries < 10);
	assert_true(seen.all >= due * least - 3);
	assert_true(seen.ticks >= 1);
}

static int count(dtrace_hdl_t *dtp, const dtrace_probedesc_t *p, void *arg)
{
	(void)dtp;
	assert_string_equal(p->dtpd_provider, "profile");
	++*(int *)arg;
	return 0;
}

static int matching(dtrace_hdl_t *dtp, const char *name)
{
	dtrace_probedesc_t pat = { .dtpd_provider = "profile" };
	int n = 0;

	strncpy(pat.dtpd_name, name, sizeof(pat.dtpd_name) - 1);
	return dtrace_probe_iter(dtp, &pat, count, &n) == 0 ? n : 0;
}

/* A name becomes a probe when it is a time; the same name is one probe. */
static void names(void **state)
{
	static const char *const good[] = {
		"profile-1", "profile-123", "profile-5000", "profile-97hz",
		"profile-1ms", "profile-250us", "profile-200000ns",
		"tick-1sec", "tick-2s", "tick-1min", "tick-1h", "tick-1day",
	};
	static const char *const bad[] = {
		"profile-", "profile-0", "profile--1", "profile-5001",
		"profile-1us", "profile-1x", "profile-1 ms", "tick", "tock-1",
		"tick-99999999999999999999", "tick-9999999999day",
		"profile-1.5",
	};
	dtrace_hdl_t *dtp = api_open(state);

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		assert_int_equal(matching(dtp, good[i]), 1);
		assert_int_equal(matching(dtp, good[i]), 1);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(matching(dtp, bad[i]), 0);
	assert_true(matching(dtp, "tick-*") >= 7);
	dtrace_close(dtp);
}

/* On the vm a tick needs no process, but a sample is one of somebody. */
static void without_kernel(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);

	api_enable(dtp, "tick-10ms /pid == 0/ { n++; } "
		   "tick-10ms /n == 5/ { exit(0); }");
	api_ok(dtp, dtrace_go(dtp));
	for (int i = 0; i < 1000 && dtrace_status(dtp) == DTRACE_STATUS_OKAY;
	     i++)
		usleep(10000);
	assert_int_equal(dtrace_status(dtp), DTRACE_STATUS_STOPPED);
	dtrace_close(dtp);

	dtp = api_open(state);
	api_enable(dtp, "profile-97 { exit(0); }");
	api_fails(dtp, dtrace_go(dtp), E_ACCESS);
	assert_non_null(strstr(dtrace_errmsg(dtp, dtrace_errno(dtp)),
			       "provider profile"));
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(samples),
		ON_VM(names),
		ON_VM(without_kernel),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
