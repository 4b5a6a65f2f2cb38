/* SPDX-License-Identifier: MIT */
/*
 * demo - the time of each system call of a real workload: count, average,
 * standard deviation, and the same per CPU.
 * (live names)
 *
 * usage: demo [command [args...]]
 */
#include <sched.h>
#include "example.h"

static const char latency[] =
	"syscall:::entry\n"
	"/pid == $target/\n"
	"{\n"
	"	self->ts = timestamp;\n"
	"}\n"
	"syscall:::return\n"
	"/self->ts/\n"
	"{\n"
	"	@[probefunc] = stddev(timestamp - self->ts);\n"
	"	self->ts = 0;\n"
	"}\n"
	"syscall::exit_group:entry\n"
	"/pid == $target/\n"
	"{\n"
	"	exit(0);\n"
	"}\n";

static const char known[] =
	"BEGIN\n"
	"{\n"
	"	@[\"foo\"] = stddev(1); @[\"foo\"] = stddev(2);\n"
	"	@[\"foo\"] = stddev(3); @[\"foo\"] = stddev(4);\n"
	"	@[\"foo\"] = stddev(5); @[\"bar\"] = stddev(6);\n"
	"	@[\"bar\"] = stddev(8); @[\"bar\"] = stddev(10);\n"
	"	@[\"bar\"] = stddev(12); @[\"bar\"] = stddev(14);\n"
	"	exit(0);\n"
	"}\n";

/* Each reads many small files and prints nothing. */
static char *workloads[][6] = {
	{ (char *)"/usr/bin/grep", (char *)"-rqsF",
	  (char *)"a line that is in no header", (char *)"/usr/include" },
	{ (char *)"/usr/bin/find", (char *)"/usr/include", (char *)"/usr/lib",
	  (char *)"-newer", (char *)"/proc/self" },
	{ (char *)"/bin/sh", (char *)"-c",
	  (char *)"for f in /etc/*; do read l <$f; done 2>/dev/null" },
};

struct cpus {
	long max;			/* CPU ids are below it */
	cpu_set_t present;
};

static void print_value(const char *name, const uint64_t *value)
{
	printf("%20s %10lu %14.3f %14.3f\n", name, value[0],
	       (double)(int64_t)value[1] / value[0], deviation(value));
}

static int walk(const dtrace_aggdata_t *data, void *arg)
{
	const dtrace_recdesc_t *rec = data->dtada_desc->dtagd_rec;
	const struct cpus *cpus = arg;
	char label[24];

	print_value(data->dtada_data + rec[1].dtrd_offset,
		    (uint64_t *)(data->dtada_data + rec[2].dtrd_offset));
	for (int i = 0; data->dtada_percpu && i < cpus->max; i++) {
		const uint64_t *value = (uint64_t *)data->dtada_percpu[i];

		if (!CPU_ISSET(i, &cpus->present))
			continue;
		snprintf(label, sizeof(label), "CPU %d", i);
		if (value[0])
			print_value(label, value);
		else
			printf("%20s %10d %14s %14s\n", label, 0, "-", "-");
	}
	return DTRACE_AGGWALK_NEXT;
}

static void report(dtrace_hdl_t *dtp)
{
	struct cpus cpus = { .max = sysconf(_SC_CPUID_MAX) };

	sched_getaffinity(0, sizeof(cpus.present), &cpus.present);
	printf("%20s %10s %14s %14s\n", "NAME", "COUNT", "AVG ns",
	       "STDDEV ns");
	if (dtrace_aggregate_walk_valrevsorted(dtp, walk, &cpus) == -1)
		fatal(dtp, "aggregation walk failed");
}

static char **pick_workload(void)
{
	size_t n = sizeof(workloads) / sizeof(workloads[0]);

	for (size_t i = 0; i < n; i++)
		if (access(workloads[i][0], X_OK) == 0)
			return workloads[i];
	return workloads[n - 1];
}

/* 0, or -1 with the handle's error set. */
static int trace_command(dtrace_hdl_t *dtp, char **command)
{
	struct ps_prochandle *proc;
	dtrace_prog_t *prog;
	const char *why;

	proc = dtrace_proc_create(dtp, command[0], command);
	if (!proc)
		fatal(dtp, "cannot start %s", command[0]);
	prog = dtrace_program_strcompile(dtp, latency, DTRACE_PROBESPEC_NAME,
					 0, 0, NULL);
	if (!prog || dtrace_program_exec(dtp, prog, NULL) != 0 ||
	    dtrace_go(dtp) != 0)
		return -1;
	printf("System calls of");
	for (char **word = command; *word; word++)
		printf(" %s", *word);
	if (strcmp(dtrace_engine(dtp, &why), "kernel") != 0)
		printf("\nby ptrace, because %s", why);
	printf("\n\n");
	dtrace_proc_continue(dtp, proc);
	consume_all(dtp, NULL, NULL);
	return 0;
}

/* A program of BEGIN alone works even where ptrace is forbidden. */
static void show_known(const char *why)
{
	dtrace_hdl_t *dtp = open_handle();

	printf("No command can be traced here: %s\n"
	       "Fixed numbers, on the embedded engine:\n\n", why);
	set(dtp, "engine", "vm");
	set(dtp, "aggpercpu", NULL);
	enable(dtp, known);
	if (dtrace_go(dtp) != 0)
		fatal(dtp, "cannot start tracing");
	consume_all(dtp, NULL, NULL);
	report(dtp);
	dtrace_close(dtp);
}

int main(int argc, char **argv)
{
	dtrace_hdl_t *dtp = open_handle();

	set(dtp, "aggpercpu", NULL);
	set(dtp, "aggrate", "50ms");
	set(dtp, "statusrate", "50ms");
	set(dtp, "switchrate", "50ms");
	if (trace_command(dtp, argc > 1 ? argv + 1 : pick_workload()) == 0)
		report(dtp);
	else
		show_known(dtrace_errmsg(dtp, dtrace_errno(dtp)));
	dtrace_close(dtp);
	return 0;
}
