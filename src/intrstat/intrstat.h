/* SPDX-License-Identifier: MIT */
/* intrstat.h - what intrstat(1) was asked to show, and what it has counted. */
#ifndef INTRSTAT_H
#define INTRSTAT_H

#include <dtrace.h>
#include <sched.h>
#include <stdbool.h>

enum { EXIT_OKAY, EXIT_FAILED, EXIT_USAGE };

/* What a CPU spent on a device in an interval. */
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
	bool chosen;			/* cpus are those of -c, not all */
	cpu_set_t cpus;
	long maxcpus;			/* ids are below it */
	const char **settings;		/* -x */
	int nsettings;
	long interval, count;		/* seconds; 0: no end */

	dtrace_hdl_t *dtp;
	struct device *devices;		/* in the order of their numbers */
	int ndevices, room;
	bool failed;			/* to make room for them */
};

/* args.c: both return an exit status, or -1 to go on. */
int parse(struct intrstat *in, int argc, char **argv);
int apply_settings(struct intrstat *in);
void help(FILE *fp);
/* Ranges as in 0,2-3, to set; false: it is no such list. */
bool parse_cpus(const char *text, cpu_set_t *set);

/* main.c: say it on stderr; return EXIT_FAILED. */
int fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
int dfail(struct intrstat *in, const char *what);

/* devices.c: empty the table, then fill it from a snapshot. 0 or EXIT_FAILED */
int gather(struct intrstat *in);
void forget(struct intrstat *in);

/* show.c */
void show(struct intrstat *in, uint64_t ns);

#endif
