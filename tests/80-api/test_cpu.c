/* SPDX-License-Identifier: MIT */
/*
 * The CPU of a firing, in every place that shows it: the command is bound to
 * one CPU, the consumer to another.
 * emulated: shared
 */
#include "traced.h"

#define MINE "syscall::exit_group:entry /pid == $target/"

/* Bind the caller to its CPU, and return another one; or -1. */
static int other_cpu(void)
{
	cpu_set_t all, here;
	int cpu = 0;

	sched_getaffinity(0, sizeof(all), &all);
	CPU_ZERO(&here);
	CPU_SET(sched_getcpu(), &here);
	sched_setaffinity(0, sizeof(here), &here);
	while (cpu < CPU_SETSIZE && (!CPU_ISSET(cpu, &all) ||
				     CPU_ISSET(cpu, &here)))
		cpu++;
	return cpu < CPU_SETSIZE ? cpu : -1;
}

static void on_end(struct ps_prochandle *p, const char *msg, void *arg)
{
	(void)p;
	(void)msg;
	*(int *)arg = 1;
}

/* The command has run on the CPU, and tracing is stopped. */
static void run_on(dtrace_hdl_t *dtp, int cpu, const char *text)
{
	char number[16], *argv[] = { "taskset", "-c", number, "true", NULL };
	struct ps_prochandle *p;
	int over = 0;

	snprintf(number, sizeof(number), "%d", cpu);
	api_ok(dtp, dtrace_handle_proc(dtp, on_end, &over));
	api_ok(dtp, dtrace_setopt(dtp, "statusrate", "10s"));
	p = dtrace_proc_create(dtp, argv[0], argv);
	assert_non_null(p);
	api_enable(dtp, text);
	api_ok(dtp, dtrace_go(dtp));
	dtrace_proc_continue(dtp, p);
	while (!over)
		dtrace_sleep(dtp);
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_snap(dtp));
}

struct seen {
	int n, cpu;
};

static int key(const dtrace_aggdata_t *agg, void *arg)
{
	struct seen *s = arg;

	s->n++;
	s->cpu = *(const int *)(const void *)api_key(agg);
	return DTRACE_AGGWALK_NEXT;
}

static int percpu(const dtrace_aggdata_t *agg, void *arg)
{
	long max = sysconf(_SC_NPROCESSORS_CONF);
	struct seen *s = arg;

	assert_non_null(agg->dtada_percpu);
	for (int i = 0; i < max; i++)
		if (*(int64_t *)(void *)agg->dtada_percpu[i] != 0) {
			s->n++;
			s->cpu = i;
		}
	return DTRACE_AGGWALK_NEXT;
}

static int on_error(const dtrace_errdata_t *data, void *arg)
{
	struct seen *s = arg;

	s->n++;
	s->cpu = data->dteda_cpu;
	return DTRACE_HANDLE_OK;
}

typedef void see_f(dtrace_hdl_t *dtp, int cpu, struct seen *s);

static void in_key(dtrace_hdl_t *dtp, int cpu, struct seen *s)
{
	run_on(dtp, cpu, MINE "{ @[cpu] = count(); }");
	api_ok(dtp, dtrace_aggregate_walk(dtp, key, s));
}

static void in_percpu(dtrace_hdl_t *dtp, int cpu, struct seen *s)
{
	api_ok(dtp, dtrace_setopt(dtp, "aggpercpu", NULL));
	run_on(dtp, cpu, MINE "{ @ = count(); }");
	api_ok(dtp, dtrace_aggregate_walk(dtp, percpu, s));
}

static void in_record(dtrace_hdl_t *dtp, int cpu, struct seen *s)
{
	struct traced t = { 0 };

	run_on(dtp, cpu, MINE "{ trace(1); }");
	traced_consume(dtp, &t);
	s->n = t.n;
	s->cpu = t.f[0].cpu;
}

static void in_fault(dtrace_hdl_t *dtp, int cpu, struct seen *s)
{
	api_ok(dtp, dtrace_handle_err(dtp, on_error, s));
	run_on(dtp, cpu, MINE "{ @ = sum(1 / (pid - $target)); }");
	api_ok(dtp, dtrace_consume(dtp, stdout, NULL, NULL, NULL));
}

static void in_option(dtrace_hdl_t *dtp, int cpu, struct seen *s)
{
	char number[16];

	snprintf(number, sizeof(number), "%d", cpu);
	api_ok(dtp, dtrace_setopt(dtp, "cpu", number));
	run_on(dtp, cpu, MINE "{ @[1] = count(); }");
	api_ok(dtp, dtrace_aggregate_walk(dtp, key, s));
	s->cpu = cpu;
}

static void shown(void **state)
{
	static see_f *const see[] = { in_key, in_percpu, in_record, in_fault,
				      in_option };
	cpu_set_t all;
	int cpu;

	sched_getaffinity(0, sizeof(all), &all);
	cpu = other_cpu();
	for (size_t i = 0; cpu >= 0 && i < sizeof(see) / sizeof(see[0]); i++) {
		struct seen s = { 0, -1 };
		dtrace_hdl_t *dtp = api_open(state);

		see[i](dtp, cpu, &s);
		print_message("%zu: %d times, CPU %d\n", i, s.n, s.cpu);
		assert_int_equal(s.n, 1);
		assert_int_equal(s.cpu, cpu);
		dtrace_close(dtp);
	}
	sched_setaffinity(0, sizeof(all), &all);
	if (cpu < 0)
		skip();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_BOTH(shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
