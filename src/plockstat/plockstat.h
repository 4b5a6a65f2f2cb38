/* SPDX-License-Identifier: MIT */
/* plockstat.h - the command line of plockstat(1). */
#ifndef PLOCKSTAT_H
#define PLOCKSTAT_H

#include "../locks.h"
#include "../stat.h"

struct plockstat {
	bool help;
	bool contention, hold;
	long seconds;			/* 0: not given */
	struct line line;
	struct locks locks;
};

/* args.c: both return an exit status, or -1 to continue. */
int parse(struct plockstat *pl, int argc, char **argv);
int apply_settings(struct plockstat *pl);

/* program.c: the D program, to be freed; NULL: no memory. */
char *make_program(const struct plockstat *pl);

#endif
