/* SPDX-License-Identifier: MIT */
/*
 * stat.h - what the commands that show statistics share: their command line,
 * messages, and end.
 */
#ifndef STAT_H
#define STAT_H

#include "options.h"

#include <dtrace.h>
#include <stdbool.h>
#include <stdint.h>

enum { EXIT_OKAY, EXIT_FAILED, EXIT_USAGE };

/* The command line of the command whose data cmd is. */
struct line {
	const struct option_row *rows;
	size_t nrows;
	const char *letters;		/* for getopt */
	void (*usage)(FILE *fp);
	/* Take an option but -x.  An exit status, or -1 to go on. */
	int (*take)(void *cmd, int letter, const char *arg);
	void *cmd;
	const char **settings;		/* -x; to be freed */
	int nsettings;
};

/* An exit status, or -1: argv[optind] is the first operand. */
int line_parse(struct line *l, int argc, char **argv);
void line_help(const struct line *l, FILE *fp);
/* Print a message and the usage; returns EXIT_USAGE. */
int line_misused(const struct line *l, const char *what, const char *which);
/* A number from 1 to max, or a message that begins with what.  As parse. */
int line_number(const struct line *l, const char *text, long max,
    const char *what, long *value);
/* Set the n options of the command, and those of -x.  As parse. */
int line_apply(const struct line *l, dtrace_hdl_t *dtp,
    const char *const *ours, size_t n);

/* Print a message to stderr; return EXIT_FAILED. */
int fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
int dfail(dtrace_hdl_t *dtp, const char *what);
/* Flush stdout: -1, or EXIT_FAILED after a message. */
int flush(void);
/* Open the library, and print its losses and errors; NULL after a message. */
dtrace_hdl_t *open_library(void);
/* NULL after a message. */
dtrace_prog_t *compile(dtrace_hdl_t *dtp, const char *text, uint_t flags);
/*
 * Enable the program and begin to trace.  SIGINT and SIGTERM, once each, make
 * is_interrupted() true from now on.  -1, or EXIT_FAILED after a message.
 */
int begin(dtrace_hdl_t *dtp, dtrace_prog_t *prog);
bool is_interrupted(void);
uint64_t now(void);			/* ns */

#endif
