/* SPDX-License-Identifier: MIT */
/*
 * main.c - lockstat(1): measures how long threads wait for locks of the kernel
 * and hold them.  It uses nothing but <dtrace.h>.
 */
#include "lockstat.h"
#include "../std.h"

#include <limits.h>

static const struct option_row rows[] = {
#define	CMDOPT(letter, name, sets, help)	\
	{ letter, name, NULL, sets, help },
#define	CMDARG(letter, name, arg, sets, help)	\
	{ letter, name, arg, sets, help },
#include "opts.h"
};

static const char *const names[] = {
#define	X(name, title, probe, when)	#name,
	SECTIONS(X)
#undef X
};

static const char *const titles[] = {
#define	X(name, title, probe, when)	title,
	SECTIONS(X)
#undef X
};

/* A kernel without this probe has none of the others, either. */
#define	MUST_WAIT	"lockstat:::adaptive-block {}"
#define	MUST_HOLD	"fbt:vmlinux:mutex_lock:entry {}"

static int
take(void *cmd, int letter, const char *arg)
{
	struct lockstat *ls = cmd;
	const struct line *l = &ls->locks.line;

	switch (letter) {
	case 'c':
		ls->only = true;
		return -1;
	case 'D':
		return line_number(l, arg, INT_MAX,
		    "not a number of lines: -D ", &ls->locks.limit);
	case 'd':
		return line_number(l, arg, LONG_MAX,
		    "not a number of nanoseconds: -d ", &ls->least);
	case 'n':
		return line_number(l, arg, 1 << 20,
		    "not a number from 1 to 1048576: -n ", &ls->records);
	case 'P':
		ls->locks.by_count = false;
		return -1;
	case 's':
		ls->locks.stacks = true;
		return line_number(l, arg, 122,
		    "not a depth from 1 to 122: -s ", &ls->locks.depth);
	default:
		return take_common(&ls->locks, letter, arg);
	}
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

static int
set_options(void *cmd)
{
	struct lockstat *ls = cmd;
	char aggsize[32];
	const char *const ours[] = { aggsize, "dynvarsize=4m", "bufsize=64k",
		"aggrate=0", "quiet" };

	(void) snprintf(aggsize, sizeof(aggsize), "aggsize=%ld", bytes(ls));
	ls->locks.must = ls->locks.hold ? MUST_HOLD : MUST_WAIT;
	return line_apply(&ls->locks.line, ls->locks.dtp, ours,
	    sizeof(ours) / sizeof(ours[0]));
}

int
main(int argc, char **argv)
{
	struct lockstat ls = { .records = 10000,
	    .locks = { .line = { .rows = rows,
	    .nrows = sizeof(rows) / sizeof(rows[0]), .take = take,
	    .cmd = &ls }, .set_options = set_options, .write = write_program,
	    .names = names, .titles = titles,
	    .nsections = sizeof(names) / sizeof(names[0]),
	    .depth = 1, .by_count = true, .is_kernel = true, .rates = true } };

	std_keep();
	return locks_main(&ls.locks, argc, argv);
}
