/* SPDX-License-Identifier: MIT */
/*
 * stat.h - shared by the commands that print statistics: command line,
 * messages, start and end of tracing.
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
	const char *operands;		/* for the usage */
	bool ends_options;		/* the first operand does */
	/* Handle an option but -x.  An exit status, or -1 to continue. */
	int (*take)(void *cmd, int letter, const char *arg);
	void *cmd;
	const char **settings;		/* -x; to be freed */
	int nsettings;
};

/* Parse: an exit status, or -1 with argv[optind] the first operand. */
int line_parse(struct line *l, int argc, char **argv);
void line_help(const struct line *l, FILE *fp);
/* Print a message and the usage; returns EXIT_USAGE. */
int line_misused(const struct line *l, const char *what, const char *which);
/* Parse a number from 1 to max.  -1, or EXIT_USAGE after a message. */
int line_number(const struct line *l, const char *text, long max,
    const char *what, long *value);
/* Set the n options of the command, and those of -x.  -1, or an exit status. */
int line_apply(const struct line *l, dtrace_hdl_t *dtp,
    const char *const *ours, size_t n);

/* Print a message to stderr; return EXIT_FAILED. */
int fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
int dfail(dtrace_hdl_t *dtp, const char *what);
/* Flush stdout: -1, or EXIT_FAILED after a message. */
int flush(void);
/* Open the library, with handlers that print losses and errors; or NULL. */
dtrace_hdl_t *open_library(void);
/* Compile a program; NULL after a message. */
dtrace_prog_t *compile(dtrace_hdl_t *dtp, const char *text, uint_t flags);
/*
 * Enable the program and start tracing.  From then on the first SIGINT or
 * SIGTERM makes is_interrupted() true.  -1, or EXIT_FAILED after a message.
 */
int begin(dtrace_hdl_t *dtp, dtrace_prog_t *prog);
uint64_t now(void);			/* ns */

#endif
