/* SPDX-License-Identifier: MIT */
/*
 * main.c - lockstat(1): measures how long threads wait for locks of the kernel
 * and hold them.  It uses nothing but <dtrace.h>.
 */
#include "lockstat.h"
#include "../std.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
#define	MUST	"fbt:vmlinux:mutex_lock:entry {}"

static int
work(struct lockstat *ls)
{
	char *text;
	int rc;

	ls->locks.dtp = open_library();
	if (ls->locks.dtp == NULL)
		return EXIT_FAILED;
	rc = apply_settings(ls);
	if (rc >= 0)
		return rc;
	text = make_program(ls);
	if (text == NULL)
		return fail("%s", strerror(errno));
	rc = run_locks(&ls->locks, ls->hold ? MUST : NULL, text);
	free(text);
	return rc;
}

int
main(int argc, char **argv)
{
	struct lockstat ls = { .records = 10000,
	    .locks = { .names = names,
	    .titles = titles, .nsections = sizeof(names) / sizeof(names[0]),
	    .depth = 1, .by_count = true,
	    .is_kernel = true, .rates = true } };
	int rc;

	std_keep();
	rc = parse(&ls, argc, argv);
	if (rc < 0 && ls.help) {
		line_help(&ls.line, stdout);
		rc = flush();
	} else if (rc < 0) {
		rc = work(&ls);
	}
	dtrace_close(ls.locks.dtp);
	forget(&ls.locks);
	free(ls.line.settings);
	return rc < 0 ? EXIT_OKAY : rc;
}
