/* SPDX-License-Identifier: MIT */
/*
 * The profile provider, against what the kernel says of a child that spins, in
 * a loop of its own or in a system call: its CPU time, and where that is.
 */
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include "api.h"

#define RATE		997
#define SLOW_RATE	97	/* where CPUs are emulated: a sample takes ms */
#define SPIN_MS		1000

struct seen {
	int64_t all, inside, ticks, most;	/* most: that ticks may be */
	uintptr_t start, size;		/* of what is inside */
};

static volatile unsigned long turns;

/* Not instrumented, as it is to be found within its first 64 bytes. */
static __attribute__((noinline, no_sanitize("address", "undefined")))
void hot(void)
{
	for (;;)
		turns++;
}

/* Nearly all of its time is the kernel's: a sanitizer looks into read(). */
static void hot_call(void)
{
	static char buf[1 << 20];
	int fd = open("/dev/zero", O_RDONLY);

	while (syscall(SYS_read, fd, buf, sizeof(buf)) > 0)
		turns++;
	_exit(1);
}

static pid_t spin(void (*run)(void))
{
	cpu_set_t one;
	pid_t pid = fork();

	if (pid != 0)
		return pid;
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	sched_setaffinity(0, sizeof(one), &one);
	run();
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
		if (at - seen->start < seen->size)
			seen->inside += *api_value(agg);
	} else {
		seen->ticks += *api_value(agg);
	}
	return DTRACE_AGGWALK_NEXT;
}

static bool emulated(void)
{
	return getenv("DT_TEST_EMULATED") != NULL;
}

static int rate(void)
{
	return emulated() ? SLOW_RATE : RATE;
}

/*
 * Samples of a child that spins, by argument arg; its CPU time meanwhile is
 * returned.
 */
static double sample(void **state, void (*run)(void), int arg,
		     struct seen *seen)
{
	dtrace_hdl_t *dtp = api_open(state);
	char text[256];
	pid_t pid = spin(run);
	double used;
	hrtime_t begin;

	snprintf(text, sizeof(text),
		 "profile-%d /pid == %d/ { @ = count(); }"
		 "profile-%d /pid == %d && arg%d != 0/ { @a[arg%d] = count(); }"
		 "tick-100ms { @ticks = count(); }", rate(), pid, rate(), pid,
		 arg, arg);
	api_enable(dtp, text);
	begin = gethrtime();
	api_ok(dtp, dtrace_go(dtp));
	used = -cpu_seconds(pid);
	usleep(SPIN_MS * 1000);
	used += cpu_seconds(pid);
	api_ok(dtp, dtrace_stop(dtp));
	seen->most = (gethrtime() - begin) / 100000000 + 2;
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, add, seen));
	dtrace_close(dtp);
	return used;
}

/*
 * As many samples as its CPU time has periods, to 2 %, nine of ten where it is
 * hot. A host that takes the CPU away keeps timers from firing, but not the
 * process's time from passing, and a CPU that is shared makes the samples a
 * matter of chance: then the next try counts. An emulated CPU is too slow for
 * all of them (DT_TEST_EMULATED).
 */
static int good(const struct seen *seen, double due)
{
	double least = emulated() ? 0.3 : 0.98, most = due * 1.02 + 2;

	print_message("%ld samples, %ld inside, %.0f due\n", (long)seen->all,
		      (long)seen->inside, due);
	return seen->all >= due * least && seen->all <= most &&
	       seen->inside >= seen->all * 0.9;
}

static void check_samples(void **state, void (*run)(void), int arg,
			  uintptr_t start, uintptr_t size)
{
	struct seen seen;
	double due;
	int tries = 0;

	do {
		seen = (struct seen){ .start = start, .size = size };
		due = sample(state, run, arg, &seen) * rate();
		assert_true(seen.ticks >= 1);
		assert_true(seen.ticks <= seen.most);
	} while (!good(&seen, due) && ++tries < 15);
	assert_true(tries < 15);
}

/* The child's copy of the loop is where ours is. */
static void samples(void **state)
{
	check_samples(state, hot, 1, (uintptr_t)hot, 64);
}

static void samples_in_kernel(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	dtrace_objinfo_t kernel;

	api_ok(dtp, dtrace_object_info(dtp, "vmlinux", &kernel));
	dtrace_close(dtp);
	check_samples(state, hot_call, 0, kernel.dto_text_va,
		      kernel.dto_text_size);
}

/* caller, then a frame: the same one. */
static int first_frame(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_recdesc_t *rec = &agg->dtada_desc->dtagd_rec[2];
	uint64_t caller, pc;

	memcpy(&caller, api_key(agg), sizeof(caller));
	memcpy(&pc, agg->dtada_data + rec->dtrd_offset, sizeof(pc));
	if (pc != caller)
		fail_msg("@%s: a stack begins at %#lx, its caller is %#lx",
			 agg->dtada_desc->dtagd_name, (long)pc, (long)caller);
	((int64_t *)arg)[agg->dtada_desc->dtagd_varid] += *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static void check_frames(void **state, const char *probe, const char *more)
{
	dtrace_hdl_t *dtp = api_open(state);
	pid_t pid = spin(hot_call);
	int64_t n[4] = { 0 };
	char text[512];

	snprintf(text, sizeof(text), "%s /pid == %d && %s/ { "
		 "@clause[caller, stack(1)] = count(); trace(*(int *)8); } "
		 "ERROR { @error[caller, stack(1)] = count(); } %s", probe,
		 pid, strstr(probe, "profile") ? "arg0 != 0" : "1", more);
	api_enable(dtp, text);
	api_ok(dtp, dtrace_go(dtp));
	usleep(300000);
	api_ok(dtp, dtrace_stop(dtp));
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, first_frame, n));
	assert_true(n[1] > 0);
	assert_int_equal(n[2], n[1]);
	dtrace_close(dtp);
}

/* Whatever runs a clause, a stack begins where the probe is. */
static void error_frames(void **state)
{
	static const char *const probes[] = {
		"profile-997", "syscall::read:entry",
	};

	for (size_t i = 0; i < 2; i++) {
		char more[64];

		check_frames(state, probes[i], "");
		/* with a second clause, a chain calls them */
		snprintf(more, sizeof(more), "%s { n++; }", probes[i]);
		check_frames(state, probes[i], more);
	}
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
		ON_KERNEL(samples_in_kernel),
		ON_KERNEL(error_frames),
		ON_VM(names),
		ON_VM(without_kernel),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
