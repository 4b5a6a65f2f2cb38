/* SPDX-License-Identifier: MIT */
/* args.c - parses the command line. */
#include "plockstat.h"
#include "../options.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

static const struct option_row rows[] = {
#define	CMDOPT(letter, name, sets, help)	\
	{ letter, name, NULL, sets, help },
#define	CMDARG(letter, name, arg, sets, help)	\
	{ letter, name, arg, sets, help },
#include "opts.h"
};

#define	NROWS	(sizeof(rows) / sizeof(rows[0]))

/* '+': options end at the command.  ':' reports a missing argument. */
static const char letters[] = "+:"
#define	CMDOPT(letter, name, sets, help)	letter
#define	CMDARG(letter, name, arg, sets, help)	letter ":"
#include "opts.h"
;

static void
usage(FILE *fp)
{
	(void) fprintf(fp, "usage: plockstat [-");
	for (size_t i = 0; i < NROWS; i++)
		if (rows[i].arg == NULL)
			(void) fprintf(fp, "%s", rows[i].letter);
	(void) fprintf(fp, "]");
	for (size_t i = 0; i < NROWS; i++)
		if (rows[i].arg != NULL && rows[i].letter[0] != 'p')
			(void) fprintf(fp, " [-%s %s]", rows[i].letter,
			    rows[i].arg);
	(void) fprintf(fp, "\n                 -p PID | COMMAND [ARG...]\n");
}

void
help(FILE *fp)
{
	usage(fp);
	(void) fprintf(fp, "\n");
	options_help(fp, rows, NROWS);
}

static int
misused(const char *what, const char *which)
{
	(void) fail("%s%s", what, which);
	usage(stderr);
	return EXIT_USAGE;
}

static int
take_number(const char *text, long max, const char *what, long *value)
{
	char *end;

	errno = 0;
	*value = strtol(text, &end, 10);
	if (errno != 0 || end == text || *end != '\0' || *value < 1 ||
	    *value > max)
		return misused(what, text);
	return -1;
}

static int
take_flag(struct plockstat *pl, int letter)
{
	pl->contention = pl->contention || letter == 'A' || letter == 'C';
	pl->hold = pl->hold || letter == 'A' || letter == 'H';
	pl->help = pl->help || letter == 'h';
	pl->verbose = pl->verbose || letter == 'v';
	pl->print = pl->print || letter == 'V';
	return -1;
}

static int
take(struct plockstat *pl, int letter, const char *arg)
{
	switch (letter) {
	case 'e':
		return take_number(arg, INT_MAX, "not a number of seconds: -e ",
		    &pl->seconds);
	case 'n':
		return take_number(arg, INT_MAX, "not a number of lines: -n ",
		    &pl->limit);
	case 'p':
		return take_number(arg, INT_MAX, "not a process: -p ",
		    &pl->pid);
	case 's':
		pl->stacks = true;
		return take_number(arg, 127, "not a depth from 1 to 127: -s ",
		    &pl->depth);
	case 'x':
		pl->settings[pl->nsettings++] = arg;
		return -1;
	default:
		return take_flag(pl, letter);
	}
}

static int
wrong(int got, char **argv)
{
	char letter[3] = { '-', (char)optopt, '\0' };

	if (got == ':')
		return misused("an argument is missing after ", letter);
	/* a long option has no letter */
	return misused("no such option: ", optopt != 0 ? letter :
	    argv[optind - 1]);
}

static int
take_process(struct plockstat *pl, char **rest)
{
	if (pl->pid == 0 && *rest == NULL)
		return misused("no process: give -p PID or a command", "");
	if (pl->pid != 0 && *rest != NULL)
		return misused("-p PID and a command exclude each other: ",
		    *rest);
	if (*rest != NULL)
		pl->command = rest;
	return -1;
}

int
parse(struct plockstat *pl, int argc, char **argv)
{
	struct option longs[NROWS + 1];
	int got, rc = -1;

	options_long(longs, rows, NROWS);
	pl->settings = calloc((size_t)argc, sizeof(*pl->settings));
	if (pl->settings == NULL)
		return fail("%s", strerror(ENOMEM));
	opterr = 0;
	while (rc < 0 &&
	    (got = getopt_long(argc, argv, letters, longs, NULL)) != -1)
		rc = got == '?' || got == ':' ? wrong(got, argv) :
		    take(pl, got, optarg);
	if (rc < 0 && !pl->help)
		rc = take_process(pl, argv + optind);
	if (!pl->hold)
		pl->contention = true;
	return rc;
}

/* opt, or opt=value */
static int
set(struct plockstat *pl, const char *text)
{
	const char *eq = strchr(text, '=');
	char *name = strndup(text, strcspn(text, "="));
	int rc = name == NULL ? -1 :
	    dtrace_setopt(pl->dtp, name, eq != NULL ? eq + 1 : NULL);

	free(name);
	if (rc == 0)
		return -1;
	(void) fail("failed to set -x %s: %s", text,
	    dtrace_errmsg(pl->dtp, dtrace_errno(pl->dtp)));
	usage(stderr);
	return EXIT_USAGE;
}

int
apply_settings(struct plockstat *pl)
{
	static const char *const ours[] = { "aggsize=4m", "dynvarsize=4m",
		"bufsize=64k", "aggrate=0", "quiet" };
	int rc = -1;

	for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]) && rc < 0; i++)
		rc = set(pl, ours[i]);
	for (int i = 0; i < pl->nsettings && rc < 0; i++)
		rc = set(pl, pl->settings[i]);
	return rc;
}
