/* SPDX-License-Identifier: MIT */
/*
 * locks.h - shared by plockstat and lockstat: command line, run, and the table
 * of locks, made from aggregations whose keys are a lock and a stack.
 */
#ifndef LOCKS_H
#define LOCKS_H

#include "stat.h"

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
	struct line line;
	/* Set the library's options: -1, or an exit status. */
	int (*set_options)(void *cmd);
	/* Write the D program. */
	void (*write)(const void *cmd, FILE *fp);
	/* A program whose probes have to exist; or NULL. */
	const char *must;
	const char *const *names, *const *titles;	/* of the sections */
	int nsections;
	bool is_kernel;			/* addresses are the kernel's */
	bool rates;			/* show rates and shares */
	/* options */
	bool contention, hold;
	long depth;			/* most frames to show */
	long limit;			/* rows of a section; 0: all */
	long seconds;			/* 0: not given */
	bool stacks;			/* show stacks and distributions */
	bool by_count;			/* sort by count, not by total */
	long pid;			/* 0: not given */
	char **command;			/* NULL with -p */
	bool help, verbose, print;
	/* the run */
	dtrace_hdl_t *dtp;
	uint64_t elapsed;		/* ns */
	struct ps_prochandle *proc;
	bool ended;			/* the process has ended */
	struct row *rows;
	size_t nrows, room;
};

/* lockline.c: handle an option that both commands have; see line.take. */
int take_common(struct locks *l, int letter, const char *arg);
/* Run the whole command, and return its exit status. */
int locks_main(struct locks *l, int argc, char **argv);

/*
 * lockrun.c: run the program while the process lives, and print the locks.  It
 * may name functions that do not exist.  An exit status, or -1.
 */
int run_locks(struct locks *l);

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
