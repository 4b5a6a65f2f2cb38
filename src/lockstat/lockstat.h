/* SPDX-License-Identifier: MIT */
/* lockstat.h - the options of lockstat(1), and its sections. */
#ifndef LOCKSTAT_H
#define LOCKSTAT_H

#include "../locks.h"

/*
 * Sections of the output, in order: name of the aggregations, title, and for
 * waits the probe and a condition on its arguments, or NULL.
 */
#define	SECTIONS(X)							\
	X(mutex_spin, "Adaptive mutex spin", "adaptive-spin", NULL)	\
	X(mutex_block, "Adaptive mutex block", "adaptive-block", NULL)	\
	X(spin_spin, "Spin lock spin", "spin-spin", NULL)		\
	X(writer_by_writer, "R/W writer blocked by writer", "rw-block",	\
	    "arg2 == 0 && arg3 != 0")					\
	X(writer_by_readers, "R/W writer blocked by readers",		\
	    "rw-block", "arg2 == 0 && arg3 == 0")			\
	X(reader_by_writer, "R/W reader blocked by writer", "rw-block",	\
	    "arg2 == 1 && arg3 != 0")					\
	X(reader_by_wanted, "R/W reader blocked by write wanted",	\
	    "rw-block", "arg2 == 1 && arg3 == 0")			\
	X(writer_spin, "R/W writer spin", "rw-spin", "arg2 == 0")	\
	X(reader_spin, "R/W reader spin", "rw-spin", "arg2 == 1")	\
	X(mutex_hold, "Adaptive mutex hold", NULL, NULL)		\
	X(writer_hold, "R/W writer hold", NULL, NULL)			\
	X(reader_hold, "R/W reader hold", NULL, NULL)

struct lockstat {
	bool only;			/* -c */
	long least, records;		/* 0: not given */
	struct locks locks;
};

/* program.c: write the D program; cmd is a struct lockstat. */
void write_program(const void *cmd, FILE *fp);

#endif
