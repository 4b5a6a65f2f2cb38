/* SPDX-License-Identifier: MIT */
/* lockline.c - the command line of the commands that print locks. */
#include "locks.h"

#include <limits.h>
#include <stdlib.h>

int
take_common(struct locks *l, int letter, const char *arg)
{
	switch (letter) {
	case 'e':
		return line_number(&l->line, arg, INT_MAX,
		    "not a number of seconds: -e ", &l->seconds);
	case 'p':
		return line_number(&l->line, arg, INT_MAX, "not a process: -p ",
		    &l->pid);
	}
	l->contention = l->contention || letter == 'A' || letter == 'C';
	l->hold = l->hold || letter == 'A' || letter == 'H';
	l->help = l->help || letter == 'h';
	l->verbose = l->verbose || letter == 'v';
	l->print = l->print || letter == 'V';
	return -1;
}

static int
take_process(struct locks *l, char **rest)
{
	if (l->pid == 0 && *rest == NULL)
		return line_misused(&l->line,
		    "no process: give -p PID or a command", "");
	if (l->pid != 0 && *rest != NULL)
		return line_misused(&l->line,
		    "-p PID and a command exclude each other: ", *rest);
	if (*rest != NULL)
		l->command = rest;
	return -1;
}

static int
parse(struct locks *l, int argc, char **argv)
{
	int rc;

	l->line.operands = "-p PID | COMMAND [ARG...]";
	l->line.ends_options = true;
	rc = line_parse(&l->line, argc, argv);
	if (rc < 0 && !l->help)
		rc = take_process(l, argv + optind);
	if (!l->hold)
		l->contention = true;
	return rc;
}

static int
work(struct locks *l)
{
	int rc;

	l->dtp = open_library();
	if (l->dtp == NULL)
		return EXIT_FAILED;
	rc = l->set_options(l->line.cmd);
	return rc < 0 ? run_locks(l) : rc;
}

int
locks_main(struct locks *l, int argc, char **argv)
{
	int rc = parse(l, argc, argv);

	if (rc < 0 && l->help) {
		line_help(&l->line, stdout);
		rc = flush();
	} else if (rc < 0) {
		rc = work(l);
	}
	dtrace_close(l->dtp);
	forget(l);
	free(l->line.settings);
	return rc < 0 ? EXIT_OKAY : rc;
}
