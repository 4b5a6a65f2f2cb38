/* SPDX-License-Identifier: MIT */
/* args.c - parses the command line. */
#include "plockstat.h"

#include <limits.h>

static const struct option_row rows[] = {
#define	CMDOPT(letter, name, sets, help)	\
	{ letter, name, NULL, sets, help },
#define	CMDARG(letter, name, arg, sets, help)	\
	{ letter, name, arg, sets, help },
#include "opts.h"
};

#define	NROWS	(sizeof(rows) / sizeof(rows[0]))

/* '+' ends the options at the command; ':' reports missing arguments. */
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

static int
take_flag(struct plockstat *pl, int letter)
{
	pl->contention = pl->contention || letter == 'A' || letter == 'C';
	pl->hold = pl->hold || letter == 'A' || letter == 'H';
	pl->help = pl->help || letter == 'h';
	pl->locks.verbose = pl->locks.verbose || letter == 'v';
	pl->locks.print = pl->locks.print || letter == 'V';
	return -1;
}

static int
take(void *cmd, int letter, const char *arg)
{
	struct plockstat *pl = cmd;
	const struct line *l = &pl->line;

	switch (letter) {
	case 'e':
		return line_number(l, arg, INT_MAX,
		    "not a number of seconds: -e ", &pl->seconds);
	case 'n':
		return line_number(l, arg, INT_MAX,
		    "not a number of lines: -n ", &pl->locks.limit);
	case 'p':
		return line_number(l, arg, INT_MAX, "not a process: -p ",
		    &pl->locks.pid);
	case 's':
		pl->locks.stacks = true;
		return line_number(l, arg, 127,
		    "not a depth from 1 to 127: -s ", &pl->locks.depth);
	default:
		return take_flag(pl, letter);
	}
}

static int
take_process(struct plockstat *pl, char **rest)
{
	if (pl->locks.pid == 0 && *rest == NULL)
		return line_misused(&pl->line,
		    "no process: give -p PID or a command", "");
	if (pl->locks.pid != 0 && *rest != NULL)
		return line_misused(&pl->line,
		    "-p PID and a command exclude each other: ", *rest);
	if (*rest != NULL)
		pl->locks.command = rest;
	return -1;
}

int
parse(struct plockstat *pl, int argc, char **argv)
{
	int rc;

	pl->line = (struct line){ .rows = rows, .nrows = NROWS,
	    .letters = letters, .usage = usage, .take = take, .cmd = pl };
	rc = line_parse(&pl->line, argc, argv);
	if (rc < 0 && !pl->help)
		rc = take_process(pl, argv + optind);
	if (!pl->hold)
		pl->contention = true;
	return rc;
}

int
apply_settings(struct plockstat *pl)
{
	static const char *const ours[] = { "aggsize=4m", "dynvarsize=4m",
		"bufsize=64k", "aggrate=0", "quiet" };

	return line_apply(&pl->line, pl->locks.dtp, ours,
	    sizeof(ours) / sizeof(ours[0]));
}
