/* SPDX-License-Identifier: MIT */
/* intrstat.h - the command line of intrstat(1), and its counts. */
#ifndef INTRSTAT_H
#define INTRSTAT_H

#include "../interval.h"

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
	struct interval iv;
	struct device *devices;		/* by interrupt number */
	int ndevices, room;
	bool failed;			/* no memory for devices */
};

/* devices.c: fill the table from a snapshot (0 or EXIT_FAILED); empty it. */
int gather(struct intrstat *in);
void forget(struct intrstat *in);

/* show.c */
void show(struct intrstat *in, uint64_t ns);

#endif
