/* SPDX-License-Identifier: MIT */
/*
 * locks.h - the table of locks that plockstat and lockstat print, made from
 * aggregations whose keys are a lock and a stack.
 */
#ifndef LOCKS_H
#define LOCKS_H

#include <dtrace.h>
#include <stdbool.h>
#include <stdint.h>

/* The events of a section that have the same lock and stack. */
struct row {
	int section;
	uint64_t count, total;		/* total is in ns */
	uint64_t pid, lock;
	uint64_t *pcs;			/* [depth]; 0 ends a shorter stack */
	int64_t *times;			/* quantize() buckets, or NULL */
};

/*
 * An aggregation has the name of its section, NAME for avg() of the times and
 * NAME_times for their quantize().
 */
struct locks {
	dtrace_hdl_t *dtp;
	const char *const *names, *const *titles;	/* of the sections */
	int nsections;
	long depth;			/* most frames to show */
	long limit;			/* rows of a section; 0: all */
	bool stacks;			/* show stacks and distributions */
	bool by_count;			/* sort by count, not by total */
	bool is_kernel;			/* addresses are the kernel's */
	bool rates;			/* show rates and shares */
	uint64_t elapsed;		/* ns */
	long pid;			/* -p; 0: not given */
	char **command;			/* NULL with -p */
	bool verbose, print;
	struct ps_prochandle *proc;
	bool ended;			/* the process has ended */
	struct row *rows;
	size_t nrows, room;
};

/*
 * lockrun.c: run the D program text while the process lives, and print the
 * locks.  text may name functions that do not exist; must is a program whose
 * probes have to exist, or NULL.  An exit status, or -1.
 */
int run_locks(struct locks *l, const char *must, const char *text);

/* locks.c: fill rows from the last snapshot (0 or EXIT_FAILED); free them. */
int gather(struct locks *l);
void forget(struct locks *l);

/* lockname.c: the name of an address of the row's process, or of the kernel. */
void name_address(const struct locks *l, const struct row *r, uint64_t addr,
    char *text, int size);
/*
 * The most frames of lock functions at the start of a kernel stack, and their
 * number in this one.
 */
#define	LOCK_FRAMES	5
size_t lock_frames(const struct locks *l, const uint64_t *pcs, size_t n);

/* lockshow.c */
void show(const struct locks *l);

#endif
