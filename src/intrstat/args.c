/* SPDX-License-Identifier: MIT */
/* args.c - parses the command line. */
#include "intrstat.h"
#include "../options.h"

#include <ctype.h>
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

/* ':' makes getopt distinguish a missing argument. */
static const char letters[] = ":"
#define	CMDOPT(letter, name, sets, help)	letter
#define	CMDARG(letter, name, arg, sets, help)	letter ":"
#include "opts.h"
;

static void
usage(FILE *fp)
{
	(void) fprintf(fp, "usage: intrstat");
	for (size_t i = 0; i < NROWS; i++)
		if (rows[i].arg != NULL)
			(void) fprintf(fp, " [-%s %s]", rows[i].letter,
			    rows[i].arg);
	(void) fprintf(fp, " [INTERVAL [COUNT]]\n");
}

void
help(FILE *fp)
{
	usage(fp);
	(void) fprintf(fp, "\n");
	options_help(fp, rows, NROWS);
	(void) fprintf(fp, "\nINTERVAL is in seconds (1); without COUNT it "
	    "goes on until ^C.\n");
}

static int
misused(const char *what, const char *which)
{
	(void) fail("%s%s", what, which);
	usage(stderr);
	return EXIT_USAGE;
}

/* Parse a CPU number at *p, and advance; -1: there is none. */
static long
cpu_at(const char **p)
{
	char *end;
	long n;

	if (!isdigit((unsigned char)**p))
		return -1;
	errno = 0;
	n = strtol(*p, &end, 10);
	*p = end;
	return errno == 0 && n < CPU_SETSIZE ? n : -1;
}

bool
parse_cpus(const char *text, cpu_set_t *set)
{
	const char *p = text;

	CPU_ZERO(set);
	do {
		long first = cpu_at(&p), last = first;

		if (*p == '-') {
			p++;
			last = cpu_at(&p);
		}
		if (first < 0 || last < first)
			return false;
		for (; first <= last; first++)
			CPU_SET(first, set);
	} while (*p++ == ',');
	return p[-1] == '\0' || p[-1] == '\n';
}

static int
take_cpus(struct intrstat *in, const char *text)
{
	in->chosen = true;
	if (!parse_cpus(text, &in->cpus))
		return misused("not a list of CPUs: -c ", text);
	for (int i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET(i, &in->cpus) && i >= in->maxcpus)
			return misused("there is no such CPU: -c ", text);
	return -1;
}

static int
take_stamp(struct intrstat *in, const char *text)
{
	if (strcmp(text, "u") != 0 && strcmp(text, "d") != 0)
		return misused("takes u or d: -T ", text);
	in->stamp = text[0];
	return -1;
}

static int
take(struct intrstat *in, int letter, const char *arg)
{
	switch (letter) {
	case 'c':
		return take_cpus(in, arg);
	case 'h':
		in->mode = HELP;
		return -1;
	case 'T':
		return take_stamp(in, arg);
	case 'V':
		in->mode = VERSION;
		return -1;
	default:
		in->settings[in->nsettings++] = arg;
		return -1;
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
take_number(const char *text, const char *what, long *value)
{
	char *end;

	errno = 0;
	*value = strtol(text, &end, 10);
	if (errno != 0 || end == text || *end != '\0' || *value < 1 ||
	    *value > INT_MAX)
		return misused(what, text);
	return -1;
}

int
parse(struct intrstat *in, int argc, char **argv)
{
	struct option longs[NROWS + 1];
	int got, rc = -1;

	options_long(longs, rows, NROWS);
	in->settings = calloc((size_t)argc, sizeof(*in->settings));
	if (in->settings == NULL)
		return fail("%s", strerror(ENOMEM));
	opterr = 0;
	while (rc < 0 &&
	    (got = getopt_long(argc, argv, letters, longs, NULL)) != -1)
		rc = got == '?' || got == ':' ? wrong(got, argv) :
		    take(in, got, optarg);
	if (rc < 0 && optind < argc)
		rc = take_number(argv[optind++], "not an interval: ",
		    &in->interval);
	if (rc < 0 && optind < argc)
		rc = take_number(argv[optind++], "not a count: ", &in->count);
	if (rc < 0 && optind < argc)
		return misused("too many arguments: ", argv[optind]);
	return rc;
}

/* opt, or opt=value */
static int
set(struct intrstat *in, const char *text)
{
	const char *eq = strchr(text, '=');
	char *name = strndup(text, strcspn(text, "="));
	int rc = name == NULL ? -1 :
	    dtrace_setopt(in->dtp, name, eq != NULL ? eq + 1 : NULL);

	free(name);
	if (rc == 0)
		return -1;
	(void) fail("failed to set -x %s: %s", text,
	    dtrace_errmsg(in->dtp, dtrace_errno(in->dtp)));
	usage(stderr);
	return EXIT_USAGE;
}

int
apply_settings(struct intrstat *in)
{
	/* aggrate=0: take a snapshot whenever one is requested */
	static const char *const ours[] = {
		"aggsize=256k", "bufsize=64k", "aggrate=0", "aggpercpu",
	};
	int rc = -1;

	for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]) && rc < 0; i++)
		rc = set(in, ours[i]);
	for (int i = 0; i < in->nsettings && rc < 0; i++)
		rc = set(in, in->settings[i]);
	return rc;
}
