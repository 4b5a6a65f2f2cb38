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
/* Fill longs, which has room for n + 1, with those that have a long name. */
void options_long(struct option *longs, const struct option_row *rows,
    size_t n);

#endif
