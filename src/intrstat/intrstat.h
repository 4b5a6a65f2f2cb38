/* SPDX-License-Identifier: MIT */
/* intrstat.h - the command line of intrstat(1), and its counts. */
#ifndef INTRSTAT_H
#define INTRSTAT_H

#include "../stat.h"

#include <sched.h>

/* The interrupts of a device on a CPU in an interval, and their time. */
struct share {
	uint64_t count, ns;
};

struct device {
	int irq;
	char name[32];
	struct share *cpus;		/* [maxcpus] */
};

struct intrstat {
	enum { SHOW, HELP, VERSION } mode;
	char stamp;			/* of -T, or 0 */
	bool chosen;			/* cpus are those of -c */
	cpu_set_t cpus;
	long maxcpus;			/* CPU ids are below it */
	struct line line;
	long interval, count;		/* seconds; 0: no end */

	dtrace_hdl_t *dtp;
	struct device *devices;		/* by interrupt number */
	int ndevices, room;
	bool failed;			/* no memory for devices */
};

/* args.c: both return an exit status, or -1 to go on. */
int parse(struct intrstat *in, int argc, char **argv);
int apply_settings(struct intrstat *in);
/* Parse a list such as 0,2-3; false: it is invalid. */
bool parse_cpus(const char *text, cpu_set_t *set);

/* devices.c: fill the table from a snapshot, 0 or EXIT_FAILED; empty it. */
int gather(struct intrstat *in);
void forget(struct intrstat *in);

/* show.c */
void show(struct intrstat *in, uint64_t ns);

#endif
