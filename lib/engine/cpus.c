/* SPDX-License-Identifier: MIT */
/* cpus.c - reads about the machine's CPUs from /sys and /proc. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/cpus.h"

#define	CPU_DIR	"/sys/devices/system/cpu/cpu%u"

/* The number in a file about the CPU, or another one. */
static int
number_in(uint32_t cpu, const char *file, int otherwise)
{
	char path[96];
	FILE *fp;
	int n;

	(void) snprintf(path, sizeof(path), CPU_DIR "/%s", cpu, file);
	fp = fopen(path, "re");
	if (fp == NULL || fscanf(fp, "%d", &n) != 1)
		n = otherwise;
	if (fp != NULL)
		(void) fclose(fp);
	return n;
}

/* Its folder has a link nodeN; a kernel without nodes has one memory. */
static int
node_of(uint32_t cpu)
{
	const struct dirent *e = NULL;
	char path[64];
	int n = 0;
	DIR *d;

	(void) snprintf(path, sizeof(path), CPU_DIR, cpu);
	d = opendir(path);
	while (d != NULL && (e = readdir(d)) != NULL)
		if (sscanf(e->d_name, "node%d", &n) == 1)
			break;
	if (d != NULL)
		(void) closedir(d);
	return n;
}

/* Without frequency scaling /proc/cpuinfo has the clock, on some machines. */
static void
fill_clocks(const struct dt_mem *m)
{
	FILE *fp = fopen("/proc/cpuinfo", "re");
	unsigned int cpu = UINT32_MAX;
	char line[256];
	double mhz;

	while (fp != NULL && fgets(line, sizeof(line), fp) != NULL)
		if (sscanf(line, "processor : %u", &cpu) != 1 &&
		    sscanf(line, "cpu MHz : %lf", &mhz) == 1 &&
		    cpu < m->ncpus && m->ctl[cpu].mhz == 0)
			m->ctl[cpu].mhz = (uint32_t)mhz;
	if (fp != NULL)
		(void) fclose(fp);
}

static bool
asks(const struct dt_clause *c)
{
	for (uint32_t i = 0; i < c->code.nrels; i++)
		if (c->code.rels[i].kind == DT_REL_FUNC &&
		    strncmp(c->code.rels[i].sym, "dt_cpu_", 7) == 0)
			return true;
	return false;
}

void
dt_cpus_fill(const struct dt_mem *m, const struct dt_run *run)
{
	bool needed = false;

	for (uint32_t i = 0; i < run->npoints && !needed; i++)
		for (uint32_t j = 0; j < run->points[i].nclauses && !needed;
		    j++)
			needed = asks(run->points[i].clauses[j]);
	for (uint32_t cpu = 0; needed && cpu < m->ncpus; cpu++) {
		m->ctl[cpu].chip = number_in(cpu,
		    "topology/physical_package_id", -1);
		m->ctl[cpu].node = node_of(cpu);
		m->ctl[cpu].mhz = (uint32_t)number_in(cpu,
		    "cpufreq/cpuinfo_max_freq", 0) / 1000;
	}
	if (needed)
		fill_clocks(m);
}
