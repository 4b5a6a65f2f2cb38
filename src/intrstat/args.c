/* SPDX-License-Identifier: MIT */
/* args.c - parses the command line. */
#include "intrstat.h"

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
		return line_misused(&in->line, "not a list of CPUs: -c ", text);
	for (int i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET(i, &in->cpus) && i >= in->maxcpus)
			return line_misused(&in->line,
			    "there is no such CPU: -c ", text);
	return -1;
}

static int
take_stamp(struct intrstat *in, const char *text)
{
	if (strcmp(text, "u") != 0 && strcmp(text, "d") != 0)
		return line_misused(&in->line, "takes u or d: -T ", text);
	in->stamp = text[0];
	return -1;
}

static int
take(void *cmd, int letter, const char *arg)
{
	struct intrstat *in = cmd;

	switch (letter) {
	case 'c':
		return take_cpus(in, arg);
	case 'h':
		in->mode = HELP;
		return -1;
	case 'T':
		return take_stamp(in, arg);
	default:
		in->mode = VERSION;
		return -1;
	}
}

int
parse(struct intrstat *in, int argc, char **argv)
{
	int rc;

	in->line = (struct line){ .rows = rows, .nrows = NROWS,
	    .letters = letters, .usage = usage, .take = take, .cmd = in };
	rc = line_parse(&in->line, argc, argv);
	if (rc < 0 && optind < argc)
		rc = line_number(&in->line, argv[optind++], INT_MAX,
		    "not an interval: ", &in->interval);
	if (rc < 0 && optind < argc)
		rc = line_number(&in->line, argv[optind++], INT_MAX,
		    "not a count: ", &in->count);
	if (rc < 0 && optind < argc)
		return line_misused(&in->line, "too many arguments: ",
		    argv[optind]);
	return rc;
}

int
apply_settings(struct intrstat *in)
{
	/* aggrate=0: take a snapshot whenever one is requested */
	static const char *const ours[] = {
		"aggsize=256k", "bufsize=64k", "aggrate=0", "aggpercpu",
	};

	return line_apply(&in->line, in->dtp, ours,
	    sizeof(ours) / sizeof(ours[0]));
}
