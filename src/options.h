/* SPDX-License-Identifier: MIT */
/* options.h - the options of a command, the rows of its opts.h. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <getopt.h>
#include <stddef.h>
#include <stdio.h>

/* The columns of opts.h; name, arg and sets may be NULL, letter "". */
struct option_row {
	const char *letter, *name, *arg, *sets, *help;
};

/* Print a line for each option. */
void options_help(FILE *fp, const struct option_row *rows, size_t n);
/*
 * Print a usage line: options without an argument form one word, and those that
 * the operands name, as in "-p PID | COMMAND", are left out.
 */
void options_usage(FILE *fp, const char *name, const struct option_row *rows,
    size_t n, const char *operands);
/*
 * The options as getopt_long() takes them: letters, with room for 2 * n + 3,
 * which begin with order, "", "+" or "-"; and longs, with room for n + 1.
 */
void options_getopt(const struct option_row *rows, size_t n, const char *order,
    char *letters, struct option *longs);

#endif
