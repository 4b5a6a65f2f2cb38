/* SPDX-License-Identifier: MIT */
/*
 * The profile provider on a child that spins in user code or in a system call:
 * how often a probe fires in it, and where.  The count is compared with a clock
 * of the kernel.
 */
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include "api.h"

#define RATE		997
#define SLOW_RATE	97	/* where CPUs are emulated: a sample takes ms */
#define TICK_NS		100000000

static volatile unsigned long *turns;	/* of the child's loop */

/* Not instrumented, as samples must be within its first 64 bytes. */
static __attribute__((noinline, no_sanitize("address", "thread",
					  "undefined")))
void hot(void)
{
	for (;;)
		++*turns;
}

/* Spend nearly all time in the kernel; sanitizers intercept read(). */
static void hot_call(void)
{
	static char buf[1 << 20];
	int fd = open("/dev/zero", O_RDONLY);

	while (syscall(SYS_read, fd, buf, sizeof(buf)) > 0)
		++*turns;
	_exit(1);
}

/* Start a child on one CPU; when this returns, it is in its loop. */
static pid_t spin(void (*run)(void))
{
	cpu_set_t one;
	pid_t pid;

	turns = mmap(NULL, sizeof(*turns), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_true(turns != MAP_FAILED);
	pid = fork();
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		CPU_ZERO(&one);
		CPU_SET(sched_getcpu(), &one);
		sched_setaffinity(0, sizeof(one), &one);
		run();
	}
	api_until(*turns != 0);
	return pid;
}

static void end_spin(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	munmap((void *)turns, sizeof(*turns));
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
 * A clock that runs while the child does, with a record each period.  A host
 * that takes the CPU away, or anything else that delays the library's clock,
 * delays this one, too.
 */
struct witness {
	int fd;
	size_t size;
	struct perf_event_mmap_page *page;
};

#define RECORD	(sizeof(struct perf_event_header) + sizeof(uint64_t))

static struct witness start_witness(pid_t pid)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.sample_period = NANOSEC / rate(),
		.sample_type = PERF_SAMPLE_IP,
	};
	struct witness w = { .size = 65 * sysconf(_SC_PAGESIZE) };

	w.fd = (int)syscall(SYS_perf_event_open, &attr, pid, -1, -1,
			    PERF_FLAG_FD_CLOEXEC);
	assert_true(w.fd >= 0);
	w.page = mmap(NULL, w.size, PROT_READ | PROT_WRITE, MAP_SHARED, w.fd,
		      0);
	assert_true(w.page != MAP_FAILED);
	return w;
}

/* The number of records since the last call. */
static int64_t witnessed(const struct witness *w)
{
	uint64_t head = __atomic_load_n(&w->page->data_head, __ATOMIC_ACQUIRE);
	uint64_t n = (head - w->page->data_tail) / RECORD;

	__atomic_store_n(&w->page->data_tail, head, __ATOMIC_RELEASE);
	return n;
}

static void end_witness(const struct witness *w)
{
	munmap(w->page, w->size);
	close(w->fd);
}

struct seen {
	int64_t all, inside, outside, ticks;
	uintptr_t start, size;		/* of the expected code */
};

static int add(const dtrace_aggdata_t *agg, void *arg)
{
	struct seen *seen = arg;
	uintptr_t at;

	if (agg->dtada_desc->dtagd_varid == 1) {
		seen->all = *api_value(agg);
	} else if (agg->dtada_desc->dtagd_varid == 2) {
		memcpy(&at, api_key(agg), sizeof(at));
		if (at - seen->start < seen->size)
			seen->inside += *api_value(agg);
		else
			seen->outside += *api_value(agg);
	} else {
		seen->ticks = *api_value(agg);
	}
	return DTRACE_AGGWALK_NEXT;
}

static void look(dtrace_hdl_t *dtp, struct seen *seen)
{
	seen->all = seen->inside = seen->outside = seen->ticks = 0;
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, add, seen));
}

/*
 * In some interval there are as many samples as the witness has counted.  Not
 * in each: in a time slice each clock sees one period more or less, and the two
 * are not read at the same time.
 */
static bool agrees(dtrace_hdl_t *dtp, const struct witness *w,
		   struct seen *seen)
{
	int64_t enough = emulated() ? 20 : 200, due = 0, before, n;

	look(dtp, seen);
	before = seen->all;
	(void)witnessed(w);
	while (due < enough) {
		usleep(50000);
		due += witnessed(w);
	}
	look(dtp, seen);
	n = seen->all - before;
	print_message("%ld samples, %ld witnessed\n", (long)n, (long)due);
	return llabs(n - due) <= 2 + due / 50;
}

/* Samples of a child that spins, by argument arg. */
static struct seen sample(void **state, void (*run)(void), int arg,
			  uintptr_t start, uintptr_t size)
{
	struct seen seen = { .start = start, .size = size };
	dtrace_hdl_t *dtp = api_open(state);
	char text[256];
	pid_t pid = spin(run);
	struct witness w = start_witness(pid);
	hrtime_t begin;

	snprintf(text, sizeof(text),
		 "profile-%d /pid == %d/ { @ = count(); }"
		 "profile-%d /pid == %d && arg%d != 0/ { @a[arg%d] = count(); }"
		 "tick-100ms { @ticks = count(); }", rate(), pid, rate(), pid,
		 arg, arg);
	api_enable(dtp, text);
	begin = gethrtime();
	api_ok(dtp, dtrace_go(dtp));
	api_until(agrees(dtp, &w, &seen) && seen.inside > 0 &&
		  seen.ticks > 1);
	api_ok(dtp, dtrace_stop(dtp));
	look(dtp, &seen);
	/* on one CPU there is at most one each period, and a late one */
	begin = gethrtime() - begin;
	assert_true(seen.all <= begin / (NANOSEC / rate()) + 2);
	assert_true(seen.ticks <= begin / TICK_NS + 2);
	end_witness(&w);
	end_spin(pid);
	dtrace_close(dtp);
	return seen;
}

/* The child runs only its loop, which is at the same address as here. */
static void samples(void **state)
{
	struct seen seen = sample(state, hot, 1, (uintptr_t)hot, 64);

	assert_int_equal(seen.outside, 0);
}

/* Samples in the kernel may be in modules and BPF programs. */
static void samples_in_kernel(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	dtrace_objinfo_t kernel;
	struct seen seen;

	api_ok(dtp, dtrace_object_info(dtp, "vmlinux", &kernel));
	dtrace_close(dtp);
	seen = sample(state, hot_call, 0, kernel.dto_text_va,
		      kernel.dto_text_size);
	assert_true(seen.inside > seen.outside);
}

/* The keys caller and the first frame of a stack are equal. */
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

static int on_err(const dtrace_errdata_t *err, void *arg)
{
	(void)err;
	(void)arg;
	return DTRACE_HANDLE_OK;
}

static int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	(void)drop;
	(void)arg;
	return DTRACE_HANDLE_OK;
}

/* Read the data so far; records are read to make room. */
static void frames(dtrace_hdl_t *dtp, int64_t *n)
{
	n[1] = n[2] = 0;
	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, NULL, NULL));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, first_frame, n));
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
	api_ok(dtp, dtrace_handle_err(dtp, on_err, NULL));
	api_ok(dtp, dtrace_handle_drop(dtp, on_drop, NULL));
	api_enable(dtp, text);
	api_ok(dtp, dtrace_go(dtp));
	do {
		usleep(50000);
		frames(dtp, n);
	} while (n[1] < 20);
	api_ok(dtp, dtrace_stop(dtp));
	end_spin(pid);
	frames(dtp, n);
	assert_int_equal(n[2], n[1]);
	dtrace_close(dtp);
}

/* A stack begins at the probe, however its clause is called. */
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

/* On the vm a tick needs no process, but a sample does. */
static void without_kernel(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);
	int status;

	api_enable(dtp, "tick-10ms /pid == 0/ { n++; } "
		   "tick-10ms /n == 5/ { exit(0); }");
	api_ok(dtp, dtrace_go(dtp));
	api_until((status = dtrace_status(dtp)) != DTRACE_STATUS_OKAY);
	assert_int_equal(status, DTRACE_STATUS_EXITED);
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
