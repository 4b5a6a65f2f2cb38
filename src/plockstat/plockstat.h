/* SPDX-License-Identifier: MIT */
/* plockstat.h - the command line of plockstat(1), and its table of locks. */
#ifndef PLOCKSTAT_H
#define PLOCKSTAT_H

#include <dtrace.h>
#include <stdbool.h>

enum { EXIT_OKAY, EXIT_FAILED, EXIT_USAGE };

/* Sections of the output, in this order. */
#define	SECTIONS(X)					\
	X(mutex_block, "Mutex block")			\
	X(reader_block, "R/W reader block")		\
	X(writer_block, "R/W writer block")		\
	X(mutex_hold, "Mutex hold")			\
	X(reader_hold, "R/W reader hold")		\
	X(writer_hold, "R/W writer hold")

enum section {
#define	X(name, title)	SECTION_##name,
	SECTIONS(X)
#undef X
	NSECTIONS
};

/* The events of a section that have the same lock and stack. */
struct row {
	enum section section;
	uint64_t count, total;		/* total is in ns */
	uint64_t pid, lock;
	uint64_t *pcs;			/* [depth]; 0 ends a shorter stack */
	int64_t *times;			/* quantize() buckets, or NULL */
};

struct plockstat {
	bool help, verbose, print;
	bool contention, hold;
	bool stacks;			/* -s */
	long seconds, limit, depth, pid; /* 0: not given */
	const char **settings;		/* -x */
	int nsettings;
	char **command;			/* NULL with -p */

	dtrace_hdl_t *dtp;
	struct ps_prochandle *proc;
	bool ended;			/* the process has */
	struct row *rows;
	size_t nrows, room;
};

/* args.c: both return an exit status, or -1 to go on. */
int parse(struct plockstat *pl, int argc, char **argv);
int apply_settings(struct plockstat *pl);
void help(FILE *fp);

/* program.c: the D program, to be freed; NULL: no memory. */
char *make_program(const struct plockstat *pl);

/* main.c: print a message to stderr; return EXIT_FAILED. */
int fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
int dfail(struct plockstat *pl, const char *what);

/* table.c: fill rows from the last snapshot, 0 or EXIT_FAILED; free them. */
int gather(struct plockstat *pl);
void forget(struct plockstat *pl);

/* show.c */
void show(struct plockstat *pl);

#endif
