/* SPDX-License-Identifier: MIT */
/*
 * Buffers of more than 256 MiB in all, which programs look up instead of
 * addressing directly: all records and counts of each CPU arrive, from either
 * half.  Skipped if memory is short.
 * emulated: shared
 */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/syscall.h>
#include "maps.h"

#define MIB (1LL << 20)
#define CALLS 1000		/* of each CPU, in a round */
#define ROUNDS 4		/* two of each half */

struct seen {
	int64_t sum, entries, records;
	uint32_t elements;		/* of the buffer of level 0 */
	const char *map;
};

static int64_t available(void)
{
	FILE *fp = fopen("/proc/meminfo", "r");
	long long kib = 0;
	char line[128];

	assert_non_null(fp);
	while (fgets(line, sizeof(line), fp))
		if (sscanf(line, "MemAvailable: %lld", &kib) == 1)
			break;
	fclose(fp);
	return kib * 1024;
}

static void *issue(void *arg)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((int)(intptr_t)arg, &set);
	sched_setaffinity(0, sizeof(set), &set);
	for (long i = 0; i < CALLS; i++)
		syscall(SYS_lseek, -1L, i, 0L);
	return NULL;
}

/*
 * Issue calls on each CPU that this process may use, or on `only`.  Returns the
 * number of CPUs.
 */
static int64_t all_issue(int only)
{
	pthread_t id[CPU_SETSIZE];
	cpu_set_t set;
	int n = 0;

	sched_getaffinity(0, sizeof(set), &set);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &set) && (only < 0 || cpu == only))
			assert_int_equal(pthread_create(&id[n++], NULL, issue,
							(void *)(intptr_t)cpu),
					 0);
	for (int i = 0; i < n; i++)
		pthread_join(id[i], NULL);
	return n;
}

static int add(const dtrace_aggdata_t *agg, void *arg)
{
	struct seen *s = arg;

	s->sum += *api_value(agg);
	s->entries++;
	return DTRACE_AGGWALK_NEXT;
}

static int record(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
		  void *arg)
{
	(void)data;
	((struct seen *)arg)->records += rec != NULL;
	return rec ? DTRACE_CONSUME_THIS : DTRACE_CONSUME_NEXT;
}

static void find_map(const struct bpf_map_info *info, void *arg)
{
	struct seen *s = arg;

	if (strcmp(info->name, s->map) == 0)
		s->elements = info->max_entries;
}

static void set(dtrace_hdl_t *dtp, const char *option, int64_t n)
{
	char value[32];

	snprintf(value, sizeof(value), "%lld", (long long)n);
	api_ok(dtp, dtrace_setopt(dtp, option, value));
}

/* Run with buffers of that kind and size, and check the calls of all rounds. */
static void run(void **state, const char *option, int64_t size, int cpu,
		const char *text, struct seen *s)
{
	int64_t ncpus = cpu < 0 ? sysconf(_SC_NPROCESSORS_CONF) : 1, n = 0;
	dtrace_hdl_t *dtp;
	FILE *null = fopen("/dev/null", "w");
	char program[256];

	if (available() < 2 * ncpus * 2 * size)
		skip();
	dtp = api_open(state);
	set(dtp, option, size);
	set(dtp, "memcap", 2 * ncpus * 2 * size);
	if (cpu >= 0)
		set(dtp, "cpu", cpu);
	snprintf(program, sizeof(program), "syscall::lseek:entry /pid == %d "
		 "&& (int)arg0 == -1/ { %s }", getpid(), text);
	api_enable(dtp, program);
	api_ok(dtp, dtrace_go(dtp));
	maps_do(find_map, s);
	for (int i = 0; i < ROUNDS; i++) {
		n += all_issue(cpu) * CALLS;
		api_ok(dtp, dtrace_aggregate_snap(dtp));
		api_ok(dtp, dtrace_consume(dtp, null, NULL, record, s));
	}
	api_ok(dtp, dtrace_stop(dtp));
	api_ok(dtp, dtrace_aggregate_walk(dtp, add, s));
	fclose(null);
	dtrace_close(dtp);
	assert_int_equal(s->sum + s->records, n);
}

/* Just above 256 MiB together, of all CPUs. */
static int64_t each_size(void)
{
	return 256 * MIB / (2 * sysconf(_SC_NPROCESSORS_CONF)) + MIB;
}

static void aggregations(void **state)
{
	struct seen s = { .map = "dt_agg0" };

	run(state, "aggsize", each_size(), -1, "@[arg1] = count();", &s);
	assert_int_equal(s.entries, CALLS);
	assert_int_equal(s.elements, 2 * sysconf(_SC_NPROCESSORS_CONF));
}

static void records(void **state)
{
	struct seen s = { .map = "dt_prin0" };

	run(state, "bufsize", each_size(), -1, "trace(arg1);", &s);
	assert_int_equal(s.elements, 2 * sysconf(_SC_NPROCESSORS_CONF));
}

/* A single half that is larger. */
static void one_cpu(void **state)
{
	struct seen s = { .map = "dt_agg0" };
	cpu_set_t can;
	int cpu = 0;

	sched_getaffinity(0, sizeof(can), &can);
	while (!CPU_ISSET(cpu, &can))
		cpu++;
	run(state, "aggsize", 300 * MIB, cpu, "@[arg1] = count();", &s);
	assert_int_equal(s.entries, CALLS);
	assert_int_equal(s.elements, 2);
	s = (struct seen){ .map = "dt_prin0" };
	run(state, "bufsize", 300 * MIB, cpu, "trace(arg1);", &s);
	assert_int_equal(s.elements, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON_KERNEL(aggregations), ON_KERNEL(records),
		ON_KERNEL(one_cpu),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
