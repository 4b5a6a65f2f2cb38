/* SPDX-License-Identifier: MIT */
/*
 * main.c - plockstat(1): measures how long the threads of a process wait for
 * locks and hold them.  It uses nothing but <dtrace.h>.
 */
#include "plockstat.h"
#include "../std.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
work(struct plockstat *pl)
{
	char *text;
	int rc;

	pl->locks.dtp = open_library();
	if (pl->locks.dtp == NULL)
		return EXIT_FAILED;
	rc = apply_settings(pl);
	if (rc >= 0)
		return rc;
	text = make_program(pl);
	if (text == NULL)
		return fail("%s", strerror(errno));
	rc = run_locks(&pl->locks, MUST, text);
	free(text);
	return rc;
}

int
main(int argc, char **argv)
{
	struct plockstat pl = { .locks = { .names = names,
	    .titles = titles, .nsections = sizeof(names) / sizeof(names[0]),
	    .depth = 1 } };
	int rc;

	std_keep();
	rc = parse(&pl, argc, argv);
	if (rc < 0 && pl.help) {
		line_help(&pl.line, stdout);
		rc = flush();
	} else if (rc < 0) {
		rc = work(&pl);
	}
	dtrace_close(pl.locks.dtp);
	forget(&pl.locks);
	free(pl.line.settings);
	return rc < 0 ? EXIT_OKAY : rc;
}
