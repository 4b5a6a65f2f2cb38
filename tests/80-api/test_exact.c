/* SPDX-License-Identifier: MIT */
/*
 * Nothing is lost without being counted: threads issue a known number of
 * lseek() calls while the consumer snaps every millisecond, and then
 * counted + dropped == issued.  DT_TEST_CALLS: calls per thread (500000; 30000
 * on emulated CPUs).
 */
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include "api.h"

#define THREADS 4

struct load {
	pthread_barrier_t start;
	long calls;
	int fd;
	unsigned long nkeys;		/* arg1 is below it */
	bool unread;			/* reads come after all calls */
	int running;			/* threads (atomic) */
};

struct totals {
	dtrace_hdl_t *dtp;
	uint64_t drops;
	int64_t by_var[8];		/* sum of the values of a variable */
	int entries;
};

static void *issue(void *arg)
{
	struct load *load = arg;

	pthread_barrier_wait(&load->start);
	for (long i = 0; i < load->calls; i++)
		lseek(load->fd, i % load->nkeys, SEEK_SET);
	__atomic_sub_fetch(&load->running, 1, __ATOMIC_RELEASE);
	return NULL;
}

static int on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	struct totals *t = arg;

	assert_int_equal(drop->dtdda_kind, DTRACEDROP_AGGREGATION);
	t->drops += drop->dtdda_drops;
	return DTRACE_HANDLE_OK;
}

static int add(const dtrace_aggdata_t *agg, void *arg)
{
	struct totals *t = arg;

	t->by_var[agg->dtada_desc->dtagd_varid] += *api_value(agg);
	t->entries++;
	return DTRACE_AGGWALK_NEXT;
}

static long calls_per_thread(void)
{
	const char *text = getenv("DT_TEST_CALLS");

	return text ? atol(text) : getenv("DT_TEST_EMULATED") ? 30000 : 500000;
}

static void snap_while_running(struct totals *t, struct load *load)
{
	while (__atomic_load_n(&load->running, __ATOMIC_ACQUIRE)) {
		usleep(1000);
		if (!load->unread)
			api_ok(t->dtp, dtrace_aggregate_snap(t->dtp));
		assert_int_not_equal(dtrace_status(t->dtp), -1);
	}
	api_ok(t->dtp, dtrace_stop(t->dtp));
	api_ok(t->dtp, dtrace_aggregate_snap(t->dtp));
	api_ok(t->dtp, dtrace_aggregate_walk(t->dtp, add, t));
}

/* Returns the number of calls issued. */
static int64_t issue_all(struct totals *t, long calls, unsigned long nkeys,
			 bool unread)
{
	struct load load = { .calls = calls, .nkeys = nkeys,
			     .unread = unread, .running = THREADS };
	pthread_t threads[THREADS];

	load.fd = open("/dev/null", O_RDONLY);
	assert_true(load.fd >= 0);
	pthread_barrier_init(&load.start, NULL, THREADS + 1);
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, issue,
						&load), 0);
	api_ok(t->dtp, dtrace_go(t->dtp));
	pthread_barrier_wait(&load.start);
	snap_while_running(t, &load);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	pthread_barrier_destroy(&load.start);
	close(load.fd);
	return load.calls * THREADS;
}

static int64_t run(struct totals *t, unsigned long nkeys)
{
	return issue_all(t, calls_per_thread(), nkeys, false);
}

/* Open and compile; $1 of the program is this process. */
static void prepare(struct totals *t, void **state, const char *text,
		    const char *aggsize)
{
	char pid[16], *argv[] = { (char *)"exact", pid, NULL };
	dtrace_prog_t *prog;

	snprintf(pid, sizeof(pid), "%d", getpid());
	t->dtp = api_open(state);
	api_ok(t->dtp, dtrace_setopt(t->dtp, "aggsize", aggsize));
	api_ok(t->dtp, dtrace_handle_drop(t->dtp, on_drop, t));
	prog = dtrace_program_strcompile(t->dtp, text, DTRACE_PROBESPEC_NAME,
					 0, 2, argv);
	if (!prog)
		fail_msg("%s", dtrace_errmsg(t->dtp, dtrace_errno(t->dtp)));
	api_ok(t->dtp, dtrace_program_exec(t->dtp, prog, NULL));
}

static void one_count(void **state)
{
	struct totals t = { 0 };
	int64_t issued;

	prepare(&t, state, "syscall::lseek:entry /pid == $1/ "
		"{ @ = count(); }", "1m");
	issued = run(&t, 1);
	assert_int_equal(t.by_var[1] + t.drops, issued);
	assert_int_equal(t.entries, 1);
	dtrace_close(t.dtp);
}

/* Several clauses share an aggregation, on entry and return. */
static void several_clauses(void **state)
{
	struct totals t = { 0 };
	int64_t issued;

	prepare(&t, state, "syscall::lseek:entry /pid == $1/ "
		"{ @ = count(); } "
		"syscall::lseek:entry /pid == $1/ { @ = count(); } "
		"syscall::lseek:return /pid == $1/ { @ = count(); }", "1m");
	issued = run(&t, 1);
	assert_int_equal(t.by_var[1] + t.drops, 3 * issued);
	dtrace_close(t.dtp);
}

static void keyed(void **state)
{
	struct totals t = { 0 };
	int64_t issued;

	prepare(&t, state, "syscall::lseek:entry /pid == $1/ "
		"{ @a[arg1] = count(); @b[probefunc, arg1 % 10] = count(); }",
		"1m");
	issued = run(&t, 1000);
	assert_int_equal(t.drops, 0);
	assert_int_equal(t.by_var[1], issued);
	assert_int_equal(t.by_var[2], issued);
	assert_int_equal(t.entries, 1010);
	dtrace_close(t.dtp);
}

/* Keys of eight letters that differ at the end: each finds a place. */
static void alike(void **state)
{
	struct totals t = { 0 };
	int64_t issued;

	prepare(&t, state, "syscall::lseek:entry /pid == $1/ "
		"{ @[lltostr(arg1 + 10000000)] = count(); "
		"@[lltostr(arg1 + 1000000)] = count(); }", "1m");
	issued = issue_all(&t, 10000, 1000, false);
	assert_int_equal(t.drops, 0);
	assert_int_equal(t.by_var[1], 2 * issued);
	assert_int_equal(t.entries, 2000);
	dtrace_close(t.dtp);
}

/* More keys than fit: each loss is counted. */
static void overflowing(void **state)
{
	struct totals t = { 0 };
	int64_t issued;

	prepare(&t, state, "syscall::lseek:entry /pid == $1/ "
		"{ @[arg1] = count(); }", "64k");
	issued = run(&t, 200000);
	assert_int_equal(t.by_var[1] + t.drops, issued);
	dtrace_close(t.dtp);
}

/*
 * Every call is counted or lost with any aggsize from the smallest that holds a
 * record.  With small ones the consumer reads only at the end.
 */
static void sizes(void **state)
{
	static const struct { const char *size; bool enough; } v[] = {
		{ "1000", false }, { "4k", false }, { "64k", false },
		{ "777777", true }, { "8m", true }, { "128m", true },
	};

	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		struct totals t = { 0 };
		int64_t issued;

		prepare(&t, state, "syscall::lseek:entry /pid == $1/ "
			"{ @[arg1] = count(); }", v[i].size);
		issued = issue_all(&t, 10000, 5000, !v[i].enough);
		assert_int_equal(t.by_var[1] + t.drops, issued);
		assert_int_equal(t.drops == 0, v[i].enough);
		dtrace_close(t.dtp);
	}
}

static void too_small(void **state)
{
	static const char *const v[] = { "0", "1", "7", "64" };

	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		struct totals t = { 0 };

		prepare(&t, state, "syscall::lseek:entry /pid == $1/ "
			"{ @[arg1] = count(); }", v[i]);
		assert_int_equal(dtrace_go(t.dtp), -1);
		assert_non_null(strstr(dtrace_errmsg(t.dtp,
			dtrace_errno(t.dtp)), "too small"));
		dtrace_close(t.dtp);
	}
}

/* Load a program that only returns 0. */
static int load_nothing(void)
{
	static const struct bpf_insn code[] = {
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	union bpf_attr attr;

	memset(&attr, 0, sizeof(attr));
	attr.prog_type = BPF_PROG_TYPE_PERF_EVENT;
	attr.insns = (uintptr_t)code;
	attr.insn_cnt = sizeof(code) / sizeof(code[0]);
	attr.license = (uintptr_t)"Dual MIT/GPL";
	return syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));
}

/* Interrupt this process and its threads some thousand times a second. */
static int start_timer(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.freq = 1,
		.sample_freq = 4000,
		.inherit = 1,
	};
	int prog = load_nothing(), event;

	if (prog < 0)
		return -1;
	event = syscall(SYS_perf_event_open, &attr, 0, -1, -1,
			PERF_FLAG_FD_CLOEXEC);
	if (event >= 0 && ioctl(event, PERF_EVENT_IOC_SET_BPF, prog) != 0) {
		close(event);
		event = -1;
	}
	close(prog);
	return event;
}

/* The same with a timer's program that interrupts ours. */
static void interrupted(void **state)
{
	struct totals t = { 0 };
	int64_t issued;
	int timer;

	prepare(&t, state, "syscall::lseek:entry /pid == $1/ "
		"{ @ = count(); @ = count(); } "
		"syscall::lseek:return /pid == $1/ { @ = count(); }", "1m");
	timer = start_timer();
	if (timer < 0)
		skip();
	issued = run(&t, 1);
	close(timer);
	assert_int_equal(t.by_var[1] + t.drops, 3 * issued);
	dtrace_close(t.dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(one_count), ON_KERNEL(several_clauses),
		ON_KERNEL(keyed), ON_KERNEL(alike), ON_KERNEL(overflowing),
		ON_KERNEL(sizes), ON_KERNEL(too_small), ON_KERNEL(interrupted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
