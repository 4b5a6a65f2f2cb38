/* SPDX-License-Identifier: MIT */
/*
 * percpu - the walk of stddev.c, with a line for each CPU.  The per-CPU copies
 * of an entry hold only its value, without id and keys.  (live numbers)
 */
#include <sched.h>
#include "example.h"

static const char program[] =
	"BEGIN\n"
	"{\n"
	"	@c[\"foo\"] = stddev(1);\n"
	"	@c[\"foo\"] = stddev(2);\n"
	"	@c[\"foo\"] = stddev(3);\n"
	"	@c[\"bar\"] = stddev(6);\n"
	"	@c[\"bar\"] = stddev(8);\n"
	"	@c[\"bar\"] = stddev(10);\n"
	"	@c[\"baz\"] = stddev(17);\n"
	"	@c[\"baz\"] = stddev(20);\n"
	"	@c[\"baz\"] = stddev(23);\n"
	"	exit(0);\n"
	"}\n";

struct cpus {
	dtrace_hdl_t *dtp;
	long max;			/* CPU ids are below it */
	cpu_set_t present;
};

static void print_cpu(int cpu, const uint64_t *value)
{
	uint64_t count = value[0];

	if (count)
		printf("%11s %2d %10lu %17.3f %17.3f\n", "CPU", cpu, count,
		       (double)(int64_t)value[1] / count, deviation(value));
	else
		printf("%11s %2d %10lu %17s %17s\n", "CPU", cpu, count, "-",
		       "-");
}

static int walk(const dtrace_aggdata_t *data, void *arg)
{
	const dtrace_recdesc_t *rec = data->dtada_desc->dtagd_rec;
	const uint64_t *value =
		(const uint64_t *)(data->dtada_data + rec[2].dtrd_offset);
	const struct cpus *cpus = arg;

	printf("%14s %10lu %17.3f %17.3f\n",
	       data->dtada_data + rec[1].dtrd_offset, value[0],
	       (double)(int64_t)value[1] / value[0], deviation(value));
	if (!data->dtada_percpu)
		fatal(cpus->dtp, "no per-CPU data");
	for (int i = 0; i < cpus->max; i++)
		if (CPU_ISSET(i, &cpus->present))
			print_cpu(i, (uint64_t *)data->dtada_percpu[i]);
	printf("\n");
	return DTRACE_AGGWALK_NEXT;
}

int main(void)
{
	struct cpus cpus = { .max = sysconf(_SC_CPUID_MAX) };

	sched_getaffinity(0, sizeof(cpus.present), &cpus.present);
	cpus.dtp = open_handle();
	set(cpus.dtp, "aggpercpu", NULL);
	enable(cpus.dtp, program);
	if (dtrace_go(cpus.dtp) != 0)
		fatal(cpus.dtp, "cannot start tracing");
	consume_all(cpus.dtp, NULL, NULL);

	printf("%14s %10s %17s %17s\n", "NAME", "COUNT", "AVG", "STDDEV");
	if (dtrace_aggregate_walk_keysorted(cpus.dtp, walk, &cpus) == -1)
		fatal(cpus.dtp, "aggregation walk failed");
	dtrace_close(cpus.dtp);
	return 0;
}
