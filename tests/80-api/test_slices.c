/* SPDX-License-Identifier: MIT */
/*
 * The slices of CPU time between sched:::on-cpu and off-cpu, for children of
 * this process.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include "child.h"

/* The last slice of a thread counts: its variables exist until then. */
static void brief(void *arg)
{
	struct sched_param fifo = { .sched_priority = 1 };

	pin(*(int *)arg);
	sched_setscheduler(0, SCHED_FIFO, &fifo);	/* not preempted */
	spin(50 * MSEC);
	_exit(0);
}

static bool slices_seen(void **state)
{
	int cpu = sched_getcpu();
	struct child c = start(brief, &cpu);
	dtrace_hdl_t *dtp;
	int64_t on, v;

	settle(&c);
	dtp = go_with(state,
		"sched:::on-cpu /pid == $1/ { self->ts = timestamp;"
		" self->v = vtimestamp; }"
		"sched:::off-cpu /self->ts != 0/ {"
		" @on = sum(timestamp - self->ts);"
		" @v = sum(vtimestamp - self->v); self->ts = 0; }",
		c.pid, 0);
	let_go(&c);
	assert_int_equal(waitpid(c.pid, NULL, 0), c.pid);
	nap(20 * MSEC);
	finish(dtp);
	on = value_of(dtp, "on");
	v = value_of(dtp, "v");
	dtrace_close(dtp);
	close(c.go);
	close(c.done);
	return on >= 50 * MSEC && v >= on - on / 50 - MSEC &&
	       v <= on + on / 50 + MSEC;
}

/* In other namespaces an ended thread has no id when it leaves its CPU. */
static bool in_initial_namespace(void)
{
	struct stat st;

	assert_int_equal(stat("/proc/self/ns/pid", &st), 0);
	return st.st_ino == 0xeffffffc;
}

/* The slice after that of a hidden thread is missed, so try several times. */
static void last_slice(void **state)
{
	int tries = 0;

	if (!in_initial_namespace())
		skip();
	while (!slices_seen(state))
		assert_true(++tries < 20);
}

/*
 * The CPU time of four processes, by the script of the manual page and by the
 * kernel's accounts.  The kernel's value at both ends of each slice shows that
 * only slices after those of hidden threads are missed, and their time.  Time
 * that the host steals is in the script's sums only.
 */
#define NLOADS 4

static int64_t seconds(void)
{
	const char *s = getenv("DT_TEST_SECONDS");

	return s ? atoi(s) : 2;
}

/* Shared with the children; until is set before they start. */
struct load {
	int cpu;			/* or -1: any */
	int64_t until;
};

static void all_of_it(void *arg)
{
	const struct load *l = arg;

	if (l->cpu >= 0)
		pin(l->cpu);
	while (now(CLOCK_MONOTONIC) < l->until)
		;
}

static void some_of_it(void *arg)
{
	const struct load *l = arg;

	if (l->cpu >= 0)
		pin(l->cpu);
	while (now(CLOCK_MONOTONIC) < l->until) {
		spin(3 * MSEC);
		nap(2 * MSEC);
	}
}

static int64_t schedstat_of(pid_t pid)
{
	FILE *fp = proc_file(pid, "schedstat");
	long long ns = -1;

	assert_int_equal(fscanf(fp, "%lld", &ns), 1);
	fclose(fp);
	return ns;
}

/* Time that the host has stolen from all CPUs, ns. */
static int64_t stolen(void)
{
	long long n[8] = { 0 };
	FILE *fp = fopen("/proc/stat", "r");

	assert_non_null(fp);
	assert_int_equal(fscanf(fp, "cpu %lld %lld %lld %lld %lld %lld %lld "
				"%lld", &n[0], &n[1], &n[2], &n[3], &n[4],
				&n[5], &n[6], &n[7]), 8);
	fclose(fp);
	return n[7] * (1000 * MSEC / sysconf(_SC_CLK_TCK));
}

struct use {
	struct child c[NLOADS];
	struct load *load;
	int64_t kernel[NLOADS], script[NLOADS], slices[NLOADS],
		missed[NLOADS];
	int64_t steal;
};

static int note_use(const dtrace_aggdata_t *agg, void *arg)
{
	struct use *u = arg;
	int32_t pid;

	memcpy(&pid, api_key(agg), sizeof(pid));
	for (int i = 0; i < NLOADS; i++)
		if (u->c[i].pid != pid)
			continue;
		else if (strcmp(agg->dtada_desc->dtagd_name, "kept") == 0)
			u->slices[i] = *api_value(agg);
		else if (strcmp(agg->dtada_desc->dtagd_name, "missed") == 0)
			u->missed[i] = *api_value(agg);
		else
			u->script[i] = *api_value(agg);
	return DTRACE_AGGWALK_NEXT;
}

static void start_loads(struct use *u)
{
	static void (*const act[NLOADS])(void *) = { all_of_it, all_of_it,
		some_of_it, some_of_it };

	u->load = shared(NLOADS * sizeof(u->load[0]));
	for (int i = 0; i < NLOADS; i++) {
		u->load[i].cpu = i % 2 ? -1 : sched_getcpu();
		u->c[i] = start(act[i], &u->load[i]);
	}
	for (int i = 0; i < NLOADS; i++)
		settle(&u->c[i]);
}

#define CHILD "ppid == $pid"
#define USED "curthread->se.sum_exec_runtime"
static const char use_d[] =
	"self uint64_t last;"
	"sched:::on-cpu /" CHILD "/"
	"{ self->ts = timestamp; self->kept = " USED "; }"
	"sched:::off-cpu /" CHILD " && self->ts == 0 && self->last != 0/"
	"{ @missed[pid] = sum(" USED " - self->last); }"
	"sched:::off-cpu /" CHILD " && self->ts != 0/"
	"{ @[pid] = sum(timestamp - self->ts); self->ts = 0;"
	"  @kept[pid] = sum(" USED " - self->kept); }"
	"sched:::off-cpu /" CHILD "/ { self->last = " USED "; }";

static void measure_use(void **state, struct use *u)
{
	dtrace_hdl_t *dtp;
	int i;

	start_loads(u);
	dtp = api_go(state, use_d);
	u->steal = -stolen();
	for (i = 0; i < NLOADS; i++)
		u->kernel[i] = -schedstat_of(u->c[i].pid);
	for (i = 0; i < NLOADS; i++)
		u->load[i].until = now(CLOCK_MONOTONIC) +
			seconds() * 1000 * MSEC;
	for (i = 0; i < NLOADS; i++)
		let_go(&u->c[i]);
	for (i = 0; i < NLOADS; i++)
		await(&u->c[i]);
	for (i = 0; i < NLOADS; i++)
		settle(&u->c[i]);
	for (i = 0; i < NLOADS; i++)
		u->kernel[i] += schedstat_of(u->c[i].pid);
	u->steal += stolen();
	finish(dtp);
	api_ok(dtp, dtrace_aggregate_walk(dtp, note_use, u));
	dtrace_close(dtp);
	for (i = 0; i < NLOADS; i++)
		end(&u->c[i]);
	munmap(u->load, NLOADS * sizeof(u->load[0]));
}

static bool near(const struct use *u)
{
	/*
	 * The kernel counts a slice from the interrupt that wakes the thread,
	 * the script from the switch to it.  On virtual CPUs the two are up to
	 * 100 us apart, which is some percent of these slices.
	 */
	const int64_t percent = 20;
	bool ok = true;

	for (int i = 0; i < NLOADS; i++) {
		int64_t all = u->kernel[i], seen = all - u->missed[i];

		assert_true(all > 0);
		if (u->missed[i] > all / 2 ||
		    llabs(u->slices[i] - seen) > all / 100 ||
		    llabs(u->script[i] - seen) >
		    all * percent / 100 + u->steal)
			ok = false;
		print_message("%lld, %lld + %lld of %lld us%s",
			      u->script[i] / 1000LL, u->slices[i] / 1000LL,
			      u->missed[i] / 1000LL, all / 1000LL,
			      i < NLOADS - 1 ? "; " : "");
	}
	print_message("; stolen %lld us\n", u->steal / 1000LL);
	return ok;
}

static void cpu_use(void **state)
{
	struct use u;
	int tries = 0;

	do {
		memset(&u, 0, sizeof(u));
		measure_use(state, &u);
	} while (!near(&u) && ++tries < 10);
	assert_true(tries < 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(last_slice), ON_KERNEL(cpu_use),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
