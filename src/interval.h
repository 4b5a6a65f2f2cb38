/* SPDX-License-Identifier: MIT */
/*
 * interval.h - shared by the commands that print a snapshot of each CPU per
 * interval: options -c CPULIST, -h, -T u|d, -V and -x, and [INTERVAL [COUNT]].
 */
#ifndef INTERVAL_H
#define INTERVAL_H

#include "stat.h"

#include <sched.h>

struct interval {
	struct line line;
	enum { SHOW, HELP, VERSION } mode;
	char stamp;			/* of -T, or 0 */
	bool chosen;			/* cpus are those of -c */
	cpu_set_t cpus;
	long maxcpus;			/* CPU ids are below it */
	long seconds, count;		/* count 0: no end */
	dtrace_hdl_t *dtp;
	/* Print the last snapshot, which covers ns: 0 or EXIT_FAILED. */
	int (*show)(void *cmd, uint64_t ns);
};

/* Handle one of these options: an exit status, or -1. */
int interval_take(struct interval *iv, int letter, const char *arg);
/*
 * Run the whole command: parse the command line, passing options to line.take;
 * set the library's options ours; run the program that make() compiles, or
 * print help or the version.  Returns an exit status; the library is closed.
 */
int interval_main(struct interval *iv, int argc, char **argv,
    const char *const *ours, size_t n, dtrace_prog_t *(*make)(void *cmd));
/* The CPUs to print, at most CPU_SETSIZE; returns their number. */
int interval_cpus(struct interval *iv, int *cpus);

#endif
