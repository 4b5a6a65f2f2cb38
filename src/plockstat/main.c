/* SPDX-License-Identifier: MIT */
/*
 * main.c - plockstat(1): measures how long the threads of a process wait for
 * locks and hold them.  It uses nothing but <dtrace.h>.
 */
#include "plockstat.h"
#include "../std.h"

#include <limits.h>

static const struct option_row rows[] = {
#define	CMDOPT(letter, name, sets, help)	\
	{ letter, name, NULL, sets, help },
#define	CMDARG(letter, name, arg, sets, help)	\
	{ letter, name, arg, sets, help },
#include "opts.h"
};

/* Sections of the output, in this order. */
#define	SECTIONS(X)					\
	X(mutex_block, "Mutex block")			\
	X(reader_block, "R/W reader block")		\
	X(writer_block, "R/W writer block")		\
	X(mutex_hold, "Mutex hold")			\
	X(reader_hold, "R/W reader hold")		\
	X(writer_hold, "R/W writer hold")

static const char *const names[] = {
#define	X(name, title)	#name,
	SECTIONS(X)
#undef X
};

static const char *const titles[] = {
#define	X(name, title)	title,
	SECTIONS(X)
#undef X
};

/* Every C library has this function; some lack others. */
#define	MUST	"pid$target::pthread_mutex_lock:entry {}"

static int
take(void *cmd, int letter, const char *arg)
{
	struct locks *pl = cmd;

	switch (letter) {
	case 'n':
		return line_number(&pl->line, arg, INT_MAX,
		    "not a number of lines: -n ", &pl->limit);
	case 's':
		pl->stacks = true;
		return line_number(&pl->line, arg, 127,
		    "not a depth from 1 to 127: -s ", &pl->depth);
	default:
		return take_common(pl, letter, arg);
	}
}

static int
set_options(void *cmd)
{
	static const char *const ours[] = { "aggsize=4m", "dynvarsize=4m",
		"bufsize=64k", "aggrate=0", "quiet" };
	struct locks *pl = cmd;

	return line_apply(&pl->line, pl->dtp, ours,
	    sizeof(ours) / sizeof(ours[0]));
}

int
main(int argc, char **argv)
{
	struct locks pl = { .line = { .rows = rows,
	    .nrows = sizeof(rows) / sizeof(rows[0]), .take = take,
	    .cmd = &pl }, .set_options = set_options, .write = write_program,
	    .must = MUST, .names = names, .titles = titles,
	    .nsections = sizeof(names) / sizeof(names[0]), .depth = 1 };

	std_keep();
	return locks_main(&pl, argc, argv);
}
