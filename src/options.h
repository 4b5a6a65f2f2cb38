/* SPDX-License-Identifier: MIT */
/* options.h - the options of a command: rows of its opts.h, as help text. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <getopt.h>
#include <stddef.h>
#include <stdio.h>

/* The columns of opts.h; name, arg and sets may be NULL. */
struct option_row {
	const char *letter, *name, *arg, *sets, *help;
};

/* A line each. */
void options_help(FILE *fp, const struct option_row *rows, size_t n);
/* Those with a name, for getopt_long(): longs has room for n and an end. */
void options_long(struct option *longs, const struct option_row *rows,
    size_t n);

#endif
