/* SPDX-License-Identifier: MIT */
/*
 * The sched provider: each probe fires at its event, in the right thread and
 * with the right arguments.  The events are those of children of this process,
 * and are compared with the kernel's own counts.
 */
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include "child.h"

/* A number of /proc/PID/status. */
static long status_of(pid_t pid, const char *name)
{
	FILE *fp = proc_file(pid, "status");
	size_t len = strlen(name);
	char line[256];
	long n = -1;

	while (n < 0 && fgets(line, sizeof(line), fp))
		if (strncmp(line, name, len) == 0 && line[len] == ':')
			n = atol(line + len + 1);
	fclose(fp);
	return n;
}

struct counts {
	long vol, invol, runs;
};

/* The switches from the thread, by reason, and those to it. */
static struct counts counts_of(pid_t pid)
{
	struct counts c = { status_of(pid, "voluntary_ctxt_switches"),
		status_of(pid, "nonvoluntary_ctxt_switches"), -1 };
	FILE *fp = proc_file(pid, "schedstat");

	assert_int_equal(fscanf(fp, "%*u %*u %ld", &c.runs), 1);
	fclose(fp);
	return c;
}

static long sleeps_so_far(void)
{
	struct rusage ru;

	getrusage(RUSAGE_THREAD, &ru);
	return ru.ru_nvcsw;
}

/* Not every nap is a sleep: it may end before the thread sleeps. */
#define NNAPS 50
static void naps(void *arg)
{
	long begin = sleeps_so_far();

	pin(*(int *)arg);
	while (sleeps_so_far() < begin + NNAPS)
		nap(MSEC);
}

static void spins(void *arg)
{
	pin(*(int *)arg);
	spin(200 * MSEC);
}

static void spins_on(void *arg)
{
	pin(*(int *)arg);
	for (;;)
		;
}

/*
 * sleep and preempt fire as often as the kernel counts voluntary and other
 * switches, each right before an off-cpu and after an on-cpu.  The child sleeps
 * at its start and end.  A kernel may hide threads from programs, such as those
 * that guard a sandbox: then their switches are missed, and the on-cpu of the
 * threads that follow them.
 *
 * A thread that is preempted enters its queue again.  It leaves a queue as
 * often as it enters one, but that may be in a hidden thread's context.
 */
static const char switches_d[] =
	"sched:::enqueue /args[0]->td_tid == $1/ { @in = count(); }"
	"sched:::enqueue /args[0]->td_tid == $1 && args[3] != 0 && tid == $1/"
	"{ @back = count(); }"
	"sched:::enqueue /args[0]->td_tid == $1 && args[3] != 0 && tid != $1/"
	"{ @stray = count(); }"
	"sched:::dequeue /args[0]->td_tid == $1/ { @out = count(); }"
	"sched:::sleep /pid == $1/ { @sleep = count(); self->why = 1; }"
	"sched:::preempt /pid == $1/ { @preempt = count(); self->why = 2; }"
	"sched:::off-cpu /pid == $1/ { @off = count(); }"
	"sched:::off-cpu /pid == $1 && self->why == 0/ { @unsaid = count(); }"
	"sched:::off-cpu /pid == $1/ { self->why = 0; }"
	"sched:::off-cpu /args[0]->p_pid == $1/ { given = timestamp; }"
	"sched:::on-cpu /pid == $1/ { @on = count(); }"
	"sched:::on-cpu /pid == $1 && given == timestamp/"
	"{ @after = count(); }"
	"sched:::on-cpu /pid == $1 && tid == $1 && ppid == $pid &&"
	"    uid == $uid && gid == $gid && execname == \"test_sched\" &&"
	"    curthread->td_tid == $1 && curcpu == cpu/ { @itself = count(); }";

/*
 * The least number of n events that must be seen, as some may be in a hidden
 * thread's context; no emulated kernel hides one.
 */
static long seen_of(long n)
{
	return getenv("DT_TEST_EMULATED") ? n : n / 2;
}

static void switches(void **state, void (*act)(void *), bool busy)
{
	int cpu = sched_getcpu();
	struct child c = start(act, &cpu), rival = start(spins_on, &cpu);
	struct counts from, to;
	dtrace_hdl_t *dtp;
	int64_t on;

	settle(&c);
	dtp = go_with(state, switches_d, c.pid, 0);
	from = counts_of(c.pid);
	if (busy)
		let_go(&rival);
	let_go(&c);
	await(&c);
	settle(&c);
	to = counts_of(c.pid);
	finish(dtp);
	to.vol -= from.vol;
	to.invol -= from.invol;
	to.runs -= from.runs;
	assert_true(busy ? to.invol > 0 : to.vol > NNAPS);
	assert_int_equal(value_of(dtp, "sleep"), to.vol);
	assert_int_equal(value_of(dtp, "preempt"), to.invol);
	assert_int_equal(value_of(dtp, "back"), to.invol);
	assert_int_equal(value_of(dtp, "stray"), 0);
	if (getenv("DT_TEST_EMULATED"))
		assert_int_equal(value_of(dtp, "in"), value_of(dtp, "out"));
	assert_int_equal(value_of(dtp, "unsaid"), 0);
	assert_int_equal(value_of(dtp, "off"), to.vol + to.invol);
	on = value_of(dtp, "on");
	assert_int_equal(to.runs, to.vol + to.invol);
	assert_in_range(on, seen_of(to.runs), to.runs);
	assert_int_equal(value_of(dtp, "after"), on);
	assert_int_equal(value_of(dtp, "itself"), on);
	dtrace_close(dtp);
	end(&c);
	end(&rival);
}

static void sleeps(void **state)
{
	switches(state, naps, false);
}

static void preempts(void **state)
{
	switches(state, spins, true);
}

/* How often the CPU has begun to run a thread other than its idle one. */
static int64_t runs_of_cpu(int cpu)
{
	FILE *fp = fopen("/proc/schedstat", "r");
	char line[256], name[16];
	long long n = -1;

	snprintf(name, sizeof(name), "cpu%d ", cpu);
	while (n < 0 && fgets(line, sizeof(line), fp))
		if (strncmp(line, name, strlen(name)) == 0)
			assert_int_equal(sscanf(line, "%*s %*u %*u %*u %*u "
				"%*u %*u %*u %*u %lld", &n), 1);
	fclose(fp);
	assert_true(n >= 0);
	return n;
}

/*
 * All switches of a CPU, which /proc/schedstat counts.  Some occur while the
 * probes are enabled and disabled, so that its counts are bounds; the idle
 * thread is not in them.  The whole machine is traced, so it must be the
 * test's own.
 */
static void switches_of_cpu(void **state)
{
	static const char text[] =
		"sched:::on-cpu /cpu == $1 && pid != 0/ { @on = count(); }"
		"sched:::off-cpu /cpu == $1 && pid != 0/ { @off = count(); }";
	int cpu = sched_getcpu();
	int64_t outer, inner, on;
	dtrace_hdl_t *dtp;
	struct child c;

	if (!getenv("DT_TEST_EMULATED") || access("/proc/schedstat", R_OK) != 0)
		skip();
	c = start(naps, &cpu);
	settle(&c);
	outer = runs_of_cpu(cpu);
	dtp = go_with(state, text, cpu, 0);
	inner = runs_of_cpu(cpu);
	let_go(&c);
	await(&c);
	inner = runs_of_cpu(cpu) - inner;
	finish(dtp);
	outer = runs_of_cpu(cpu) - outer;
	on = value_of(dtp, "on");
	assert_true(inner >= NNAPS);
	assert_in_range(on, inner, outer);
	assert_in_range(value_of(dtp, "off"), on - 1, on + 1);
	dtrace_close(dtp);
	end(&c);
}

/*
 * A thread enters a queue when it is woken and leaves it when it runs.  This
 * process wakes it on the same CPU, as timers and other CPUs may interrupt a
 * hidden thread.
 */
static const char queue_d[] =
	"sched:::wakeup /args[0]->td_tid == $1/ { @woken = count(); }"
	"sched:::wakeup /args[1]->p_pid == $1 && arg2 == 0/ { @w2 = count(); }"
	"sched:::enqueue /args[0]->td_tid == $1 && !args[3]/ { @in = count(); }"
	"sched:::enqueue /args[1]->p_pid == $1 && args[2] == 0 && args[3] == 0/"
	"{ @in2 = count(); }"
	"sched:::dequeue /args[0]->td_tid == $1/ { @out = count(); }"
	"sched:::dequeue /args[1]->p_pid == $1 && args[2] == 0/"
	"{ @out2 = count(); }"
	"sched:::on-cpu /pid == $1/ { @on = count(); }";

/* A child that sleeps until it is given a byte, NWAKES times. */
#define NWAKES 20
static void reads(void *arg)
{
	const int *bytes = arg;
	char b;

	for (int i = 0; i < NWAKES; i++)
		if (read(bytes[0], &b, 1) != 1)
			_exit(1);
}

/* Returns how often the child slept by the kernel's count. */
static long wake(const struct child *c, const int bytes[2])
{
	struct counts from = counts_of(c->pid);

	let_go(c);
	for (int i = 0; i < NWAKES; i++) {
		settle(c);
		assert_int_equal(write(bytes[1], "", 1), 1);
	}
	await(c);
	settle(c);
	return counts_of(c->pid).vol - from.vol;
}

static void queues(void **state)
{
	struct child c;
	dtrace_hdl_t *dtp;
	int64_t woken, on;
	int bytes[2];
	cpu_set_t all;
	long sleeps;

	assert_int_equal(pipe(bytes), 0);
	sched_getaffinity(0, sizeof(all), &all);
	pin(sched_getcpu());
	c = start(reads, bytes);
	settle(&c);
	dtp = go_with(state, queue_d, c.pid, 0);
	sleeps = wake(&c, bytes);
	finish(dtp);
	sched_setaffinity(0, sizeof(all), &all);
	woken = value_of(dtp, "woken");
	on = value_of(dtp, "on");
	/* A thread that is about to sleep may be woken before it does. */
	assert_true(sleeps > NWAKES);
	assert_in_range(woken, sleeps, sleeps + 5);
	assert_in_range(value_of(dtp, "in"), sleeps, woken);
	assert_int_equal(value_of(dtp, "out"), on);
	assert_true(on >= seen_of(sleeps));
	assert_int_equal(value_of(dtp, "w2"), woken);
	assert_int_equal(value_of(dtp, "in2"), value_of(dtp, "in"));
	assert_int_equal(value_of(dtp, "out2"), on);
	dtrace_close(dtp);
	end(&c);
	close(bytes[0]);
	close(bytes[1]);
}

#define MOVES 20

static void runs_on(void *arg)
{
	(void)arg;
	for (;;)
		;
}

/*
 * A thread that must leave its CPU is dequeued there and enqueued elsewhere.
 * It is always bound to a CPU, as a free one migrates at any time.
 */
static void migrations(void **state)
{
	struct child c;
	dtrace_hdl_t *dtp;
	cpu_set_t one;
	int64_t in, out;

	if (sysconf(_SC_NPROCESSORS_ONLN) < 2)
		skip();
	c = start(runs_on, NULL);
	dtp = go_with(state,
		"sched:::dequeue /args[0]->td_tid == $1 && args[0]->on_rq == 2/"
		"{ @out = count(); }"
		"sched:::enqueue /args[0]->td_tid == $1 && args[0]->on_rq == 2/"
		"{ @in = count(); }", c.pid, 0);
	CPU_ZERO(&one);
	CPU_SET(1, &one);
	sched_setaffinity(c.pid, sizeof(one), &one);
	let_go(&c);
	for (int i = 0; i < MOVES; i++) {
		nap(2 * MSEC);
		CPU_ZERO(&one);
		CPU_SET(i % 2, &one);
		sched_setaffinity(c.pid, sizeof(one), &one);
	}
	finish(dtp);
	in = value_of(dtp, "in");
	out = value_of(dtp, "out");
	assert_int_equal(in, out);
	assert_in_range(in, 1, MOVES);
	dtrace_close(dtp);
	end(&c);
}

/* A thread that goes to sleep reduces the load of its CPU. */
static void loads(void **state)
{
	int cpu = sched_getcpu();
	struct child c = start(naps, &cpu);
	dtrace_hdl_t *dtp = run_child(state,
		"sched:::load-change /pid == $1/ { @all = count(); }"
		"sched:::load-change /pid == $1 && arg0 == curcpu/"
		"{ @here = count(); }"
		"sched:::load-change /pid == $1 && args[1] >= 0 &&"
		" args[1] < 1000/ { @sane = count(); }", &c);

	assert_true(value_of(dtp, "here") > 0);
	assert_int_equal(value_of(dtp, "sane"), value_of(dtp, "all"));
	dtrace_close(dtp);
	end(&c);
}

/* Yield with real-time priority, so that other threads rarely get the CPU. */
static void yields(void *arg)
{
	struct sched_param fifo = { .sched_priority = 1 };

	pin(*(int *)arg);
	sched_setscheduler(0, SCHED_FIFO, &fifo);
	for (int i = 0; i < 5000; i++)
		sched_yield();
}

static bool has_probe(dtrace_hdl_t *dtp, const char *provider,
		      const char *func, const char *name)
{
	dtrace_probedesc_t pd = { 0 };
	dtrace_probeinfo_t info;

	snprintf(pd.dtpd_provider, sizeof(pd.dtpd_provider), "%s", provider);
	snprintf(pd.dtpd_func, sizeof(pd.dtpd_func), "%s", func);
	snprintf(pd.dtpd_name, sizeof(pd.dtpd_name), "%s", name);
	return dtrace_probe_info(dtp, &pd, &info) == 0;
}

/* Without its tracepoint, programs that need the probe are refused. */
static bool kernel_has(const char *name, const char *tracepoint)
{
	dtrace_hdl_t *dtp = api_handle();
	bool has = has_probe(dtp, "sched", "", name);
	char text[64];

	if (!has) {
		snprintf(text, sizeof(text), "sched:::%s { trace(1); }", name);
		assert_null(dtrace_program_strcompile(dtp, text,
			DTRACE_PROBESPEC_NAME, 0, 0, NULL));
		assert_non_null(strstr(dtrace_errmsg(dtp, dtrace_errno(dtp)),
				       tracepoint));
		print_message("no %s: the kernel lacks %s\n", name,
			      tracepoint);
	}
	dtrace_close(dtp);
	return has;
}

static void remains(void **state)
{
	int cpu = sched_getcpu();
	struct child c;
	dtrace_hdl_t *dtp;

	if (!kernel_has("remain-cpu", "sched_exit_tp"))
		skip();
	c = start(yields, &cpu);
	dtp = run_child(state,
		"sched:::remain-cpu /pid == $1/ { @stay = count(); }"
		"sched:::preempt /pid == $1/ { @go = count(); }", &c);
	assert_true(value_of(dtp, "stay") > 0);
	assert_true(value_of(dtp, "stay") + value_of(dtp, "go") >= 5000);
	dtrace_close(dtp);
	end(&c);
}

/*
 * Of two threads that spin on another CPU, the waiting one gets a higher
 * priority: the other one is interrupted, once that CPU runs.
 */
static void surrenders(void **state)
{
	int here = 0, there = 1, turns = 0;
	struct sched_param fifo = { .sched_priority = 1 }, none = { 0 };
	struct child a, b;
	dtrace_hdl_t *dtp;
	cpu_set_t all;

	if (sysconf(_SC_NPROCESSORS_ONLN) < 2 ||
	    !kernel_has("surrender", "reschedule_entry"))
		skip();
	sched_getaffinity(0, sizeof(all), &all);
	a = start(spins_on, &there);
	b = start(spins_on, &there);
	pin(here);
	settle(&a);
	settle(&b);
	dtp = go_with(state, "sched:::surrender /pid == $1 || pid == $2/"
		"{ @all = count(); }"
		"sched:::surrender /(pid == $1 || pid == $2) &&"
		" args[0]->td_tid == tid && args[1]->p_pid == pid/"
		"{ @right = count(); }", a.pid, b.pid);
	let_go(&a);
	let_go(&b);
	do {
		nap(2 * MSEC);
		sched_setscheduler(a.pid, SCHED_FIFO, &fifo);
		nap(MSEC);
		sched_setscheduler(a.pid, SCHED_OTHER, &none);
		api_ok(dtp, dtrace_aggregate_snap(dtp));
	} while (++turns < 100 ||
		 (turns < 10000 && value_of(dtp, "all") == 0));
	sched_setaffinity(0, sizeof(all), &all);
	finish(dtp);
	assert_true(value_of(dtp, "all") > 0);
	assert_int_equal(value_of(dtp, "right"), value_of(dtp, "all"));
	dtrace_close(dtp);
	end(&a);
	end(&b);
}

/* At most 1000 a second of CPU time, as kernels are built. */
static void ticks(void **state)
{
	int cpu = sched_getcpu();
	struct child c = start(spins, &cpu);
	dtrace_hdl_t *dtp = run_child(state,
		"sched:::tick /pid == $1/ { @tick = count(); }"
		"sched:::tick /pid == $1 && args[0] == curthread &&"
		" args[1]->p_pid == pid/ { @right = count(); }", &c);
	int64_t n = value_of(dtp, "tick");

	assert_in_range(n, 1, 260);
	assert_int_equal(value_of(dtp, "right"), n);
	dtrace_close(dtp);
	end(&c);
}

/* Can on-cpu fire in the thread itself? */
static bool can_be_inside(dtrace_hdl_t *dtp)
{
	return has_probe(dtp, "sched", "", "remain-cpu") ||
		has_probe(dtp, "fbt", "finish_task_switch", "entry") ||
		has_probe(dtp, "fbt", "finish_task_switch.isra.0", "entry");
}

/*
 * If a clause needs the thread's memory, on-cpu fires in that thread, for all
 * clauses.  Then no hidden thread matters.
 */
static void inside(void **state)
{
	static char mark[] = "mark";	/* memory that a child has a copy of */
	int cpu = sched_getcpu();
	struct child c = start(naps, &cpu);
	dtrace_hdl_t *dtp = api_open(state);
	struct counts from;
	char text[512];
	int64_t on;

	if (!can_be_inside(dtp))
		skip();
	snprintf(text, sizeof(text),
		"sched:::on-cpu /pid == $1/ { @on = count(); }"
		"sched:::on-cpu /pid == $1 && tid == $1 && ppid == $pid &&"
		" curthread->td_tid == $1/ { @itself = count(); }"
		"sched:::on-cpu /pid == $1 && ustackdepth != 0 &&"
		" copyinstr(%lu) == \"mark\"/ { @memory = count(); }",
		(unsigned long)mark);
	settle(&c);
	run_with(dtp, text, c.pid, 0);
	from = counts_of(c.pid);
	let_go(&c);
	await(&c);
	settle(&c);
	finish(dtp);
	on = value_of(dtp, "on");
	assert_int_equal(on, counts_of(c.pid).runs - from.runs);
	assert_int_equal(value_of(dtp, "itself"), on);
	assert_int_equal(value_of(dtp, "memory"), on);
	dtrace_close(dtp);
	end(&c);
}

/* Where it cannot, only the task of the incoming thread is known. */
static void refused(void **state)
{
	static const char *const text[] = {
		"sched:::on-cpu { trace(copyinstr(1)); }",
		"sched:::on-cpu { trace(stackdepth); }",
		"sched::: /caller == 1/ { trace(1); }",
	};

	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++) {
		dtrace_hdl_t *dtp = api_open(state);

		if (can_be_inside(dtp)) {
			api_compile(dtp, text[i]);
			dtrace_close(dtp);
			continue;
		}
		assert_null(dtrace_program_strcompile(dtp, text[i],
			DTRACE_PROBESPEC_NAME, DTRACE_C_ETAGS, 0, NULL));
		api_says(dtp, "[D_PROBE_THREAD] line 1: sched:::on-cpu");
		dtrace_close(dtp);
	}
}

/* Data of the incoming thread; there are no arguments. */
static void allowed(void **state)
{
	dtrace_hdl_t *dtp = api_open(state);

	api_enable(dtp, "sched:::on-cpu /pid == $pid/ { @[arg0, arg1, arg9, "
			"tid, execname, cpu] = count(); }");
	api_ok(dtp, dtrace_go(dtp));
	dtrace_close(dtp);
}

static void not_here(void **state)
{
	dtrace_hdl_t *dtp;

	if (!api_has_types())
		skip();		/* nor are there probes */
	dtp = api_open(state);
	api_enable(dtp, "sched:::wakeup { trace(1); }");
	api_fails(dtp, dtrace_go(dtp), E_ACCESS);
	assert_non_null(strstr(dtrace_errmsg(dtp, dtrace_errno(dtp)),
			       "kernel engine"));
	dtrace_close(dtp);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(sleeps), ON_KERNEL(preempts),
		ON_KERNEL(switches_of_cpu), ON_KERNEL(queues),
		ON_KERNEL(migrations), ON_KERNEL(loads), ON_KERNEL(remains),
		ON_KERNEL(surrenders), ON_KERNEL(ticks),
		ON_KERNEL(inside), ON_KERNEL(refused), ON_KERNEL(allowed),
		ON_VM(not_here),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
