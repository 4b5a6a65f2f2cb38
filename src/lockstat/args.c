/* SPDX-License-Identifier: MIT */
/* args.c - parses the command line. */
#include "lockstat.h"

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
	(void) fprintf(fp, "usage: lockstat [-ACcHhPVv] [-D COUNT] [-d NS] "
	    "[-e SECONDS] [-n COUNT]\n"
	    "                [-s DEPTH] [-x OPT[=VAL]] "
	    "-p PID | COMMAND [ARG...]\n");
}

static int
take_flag(struct lockstat *ls, int letter)
{
	ls->contention = ls->contention || letter == 'A' || letter == 'C';
	ls->hold = ls->hold || letter == 'A' || letter == 'H';
	ls->only = ls->only || letter == 'c';
	ls->help = ls->help || letter == 'h';
	ls->locks.by_count = ls->locks.by_count && letter != 'P';
	ls->locks.verbose = ls->locks.verbose || letter == 'v';
	ls->locks.print = ls->locks.print || letter == 'V';
	return -1;
}

static int
take(void *cmd, int letter, const char *arg)
{
	struct lockstat *ls = cmd;
	const struct line *l = &ls->line;

	switch (letter) {
	case 'D':
		return line_number(l, arg, INT_MAX,
		    "not a number of lines: -D ", &ls->locks.limit);
	case 'd':
		return line_number(l, arg, LONG_MAX,
		    "not a number of nanoseconds: -d ", &ls->least);
	case 'e':
		return line_number(l, arg, INT_MAX,
		    "not a number of seconds: -e ", &ls->seconds);
	case 'n':
		return line_number(l, arg, 1 << 20,
		    "not a number from 1 to 1048576: -n ", &ls->records);
	case 'p':
		return line_number(l, arg, INT_MAX, "not a process: -p ",
		    &ls->locks.pid);
	case 's':
		ls->locks.stacks = true;
		return line_number(l, arg, 122,
		    "not a depth from 1 to 122: -s ", &ls->locks.depth);
	default:
		return take_flag(ls, letter);
	}
}

static int
take_process(struct lockstat *ls, char **rest)
{
	if (ls->locks.pid == 0 && *rest == NULL)
		return line_misused(&ls->line,
		    "no process: give -p PID or a command", "");
	if (ls->locks.pid != 0 && *rest != NULL)
		return line_misused(&ls->line,
		    "-p PID and a command exclude each other: ", *rest);
	if (*rest != NULL)
		ls->locks.command = rest;
	return -1;
}

int
parse(struct lockstat *ls, int argc, char **argv)
{
	int rc;

	ls->line = (struct line){ .rows = rows, .nrows = NROWS,
	    .letters = letters, .usage = usage, .take = take, .cmd = ls };
	rc = line_parse(&ls->line, argc, argv);
	if (rc < 0 && !ls->help)
		rc = take_process(ls, argv + optind);
	if (!ls->hold)
		ls->contention = true;
	return rc;
}

/* The size of the records: an index word, header, keys, avg() or buckets. */
static long
bytes(const struct lockstat *ls)
{
	long words = ls->locks.depth + LOCK_FRAMES + 8;

	if (ls->locks.stacks)
		words += words + DTRACE_QUANTIZE_NBUCKETS;
	return ls->records * words * (long)sizeof(uint64_t);
}

int
apply_settings(struct lockstat *ls)
{
	char aggsize[32];
	const char *const ours[] = { aggsize, "dynvarsize=4m", "bufsize=64k",
		"aggrate=0", "quiet" };

	(void) snprintf(aggsize, sizeof(aggsize), "aggsize=%ld", bytes(ls));
	return line_apply(&ls->line, ls->locks.dtp, ours,
	    sizeof(ours) / sizeof(ours[0]));
}
