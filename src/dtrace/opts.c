/* SPDX-License-Identifier: MIT */
/* opts.c - parses the command line. */
#include "cmd.h"
#include "../options.h"

#include <errno.h>
#include <stdlib.h>

static const struct option_row rows[] = {
#define	CMDOPT(letter, name, sets, help)	\
	{ letter, name, NULL, sets, help },
#define	CMDARG(letter, name, arg, sets, help)	\
	{ letter, name, arg, sets, help },
#include "opts.h"
};

#define	NROWS	(sizeof(rows) / sizeof(rows[0]))

static const struct option_row *
row_of(int letter)
{
	for (size_t i = 0; i < NROWS; i++)
		if (rows[i].letter[0] == letter)
			return &rows[i];
	return NULL;
}

static void
usage(FILE *fp)
{
	options_usage(fp, "dtrace", rows, NROWS, "[ARG...]");
}

void
cmd_help(FILE *fp)
{
	usage(fp);
	(void) fprintf(fp, "\n");
	options_help(fp, rows, NROWS);
	(void) fprintf(fp, "\n-f -i -m -n and -P take a list of descriptions, "
	    "a /predicate/ and { actions }.\nARG is $1, $2 and so on of the "
	    "programs; -- ends the options.\n");
}

static int
misused(struct cmd *c, const char *what, const char *which)
{
	(void) fail(c, "%s%s", what, which);
	usage(stderr);
	return EXIT_USAGE;
}

static int
add_program(struct cmd *c, const char *text, bool script,
    dtrace_probespec_t spec)
{
	c->progs[c->nprogs++] = (struct program){ .text = text,
	    .script = script, .spec = spec };
	return -1;
}

static int
add_pid(struct cmd *c, const char *text)
{
	char *end;
	long pid;

	errno = 0;
	pid = strtol(text, &end, 10);
	if (errno != 0 || end == text || *end != '\0' || pid <= 0 ||
	    pid != (pid_t)pid)
		return misused(c, "not a process id: -p ", text);
	c->pids[c->npids++] = (pid_t)pid;
	return -1;
}

static bool
is_build(int mode)
{
	return mode == HEADER || mode == LINK;
}

static bool
is_help(int mode)
{
	return mode == CHECK || mode == HELP;
}

/* Can this mode not be combined with -e or -l? */
static bool
is_alone(int mode)
{
	return is_build(mode) || mode == VERSION;
}

static int
set_mode(struct cmd *c, int mode)
{
	int other = (int)c->mode;

	if ((is_alone(mode) || is_alone(other)) && other != TRACE &&
	    other != mode && !is_help(other) && !is_help(mode))
		return misused(c, "only one of -e, -G, -h, -l and -V can be "
		    "given", "");
	if (mode > (int)c->mode)
		c->mode = mode;
	return -1;
}

/* The mode of an option that selects one; --help has no letter. */
static int
mode_of(int letter)
{
	switch (letter) {
	case 'e':
		return COMPILE;
	case 'G':
		return LINK;
	case 'h':
		return HEADER;
	case 'K':
		return CHECK;
	case 'l':
		return LIST;
	case 'V':
		return VERSION;
	default:
		return HELP;
	}
}

/* -64 is read as -6 with the argument 4. */
static int
take_model(struct cmd *c, const char *bits)
{
	return strcmp(bits, "4") == 0 ? -1 :
	    misused(c, "no such data model: -6", bits);
}

/* Handle an option that does more than set an option of the library. */
static int
take(struct cmd *c, int letter, char *arg)
{
	switch (letter) {
	case '6':
		return take_model(c, arg);
	case 'c':
		c->commands[c->ncommands++] = arg;
		return -1;
	case 'f':
		return add_program(c, arg, false, DTRACE_PROBESPEC_FUNC);
	case 'k':
		return -1;
	case 'm':
		return add_program(c, arg, false, DTRACE_PROBESPEC_MOD);
	case 'i':
	case 'n':
		return add_program(c, arg, false, DTRACE_PROBESPEC_NAME);
	case 'o':
		c->outname = arg;
		return -1;
	case 'p':
		return add_pid(c, arg);
	case 'P':
		return add_program(c, arg, false, DTRACE_PROBESPEC_PROVIDER);
	case 's':
		return add_program(c, arg, true, DTRACE_PROBESPEC_NAME);
	case 'v':
		c->verbose = true;
		return -1;
	case 'x':
		c->settings[c->nsettings++] = (struct setting){ "-x", arg,
		    arg };
		return -1;
	default:
		return set_mode(c, mode_of(letter));
	}
}

static int
take_setting(struct cmd *c, const struct option_row *r, const char *arg)
{
	c->settings[c->nsettings++] = (struct setting){ r->letter, arg,
	    r->sets };
	return -1;
}

static int
wrong(struct cmd *c, int got, char **argv)
{
	char letter[3] = { '-', (char)optopt, '\0' };

	/* an unknown long option has no letter */
	if (got == ':')
		return misused(c, "an argument is missing after ", letter);
	if (optopt == 0 || row_of(optopt) != NULL)
		return misused(c, "no such option: ", argv[optind - 1]);
	return misused(c, "no such option: ", letter);
}

/* Each option and operand takes at least a character of argv. */
static int
make_room(struct cmd *c, int argc, char **argv)
{
	size_t n = 1;

	for (int i = 0; i < argc; i++)
		n += strlen(argv[i]) + 1;
	c->progs = calloc(n, sizeof(*c->progs));
	c->settings = calloc(n, sizeof(*c->settings));
	c->commands = calloc(n, sizeof(*c->commands));
	c->pids = calloc(n, sizeof(*c->pids));
	c->args = calloc(n, sizeof(*c->args));
	c->procs = calloc(n, sizeof(*c->procs));
	if (c->progs == NULL || c->settings == NULL || c->commands == NULL ||
	    c->pids == NULL || c->args == NULL || c->procs == NULL)
		return fail(c, "%s", strerror(ENOMEM));
	c->nargs = 1;
	return -1;
}

/* Check that -h or -G has what it needs, and nothing that excludes it. */
static int
check_build(struct cmd *c)
{
	const char *flag = c->mode == LINK ? "-G" : "-h";

	if (c->nprogs == 0)
		return misused(c, "a script that declares providers is missing "
		    "(-s) after ", flag);
	if (c->ncommands + c->npids != 0)
		return misused(c, "-c and -p cannot be given with ", flag);
	if (!build_has_name(c))
		return misused(c, "-o is missing: the programs do not name "
		    "a file for ", flag);
	return -1;
}

int
cmd_parse(struct cmd *c, int argc, char **argv)
{
	struct option longs[NROWS + 1];
	char letters[2 * NROWS + 3];
	int got, rc = make_room(c, argc, argv);

	/* '-' makes getopt return operands in order */
	options_getopt(rows, NROWS, "-", letters, longs);
	opterr = 0;
	while (rc < 0 &&
	    (got = getopt_long(argc, argv, letters, longs, NULL)) != -1) {
		const struct option_row *r = row_of(got);

		if (got == 1)
			c->args[c->nargs++] = optarg;
		else if (r == NULL)
			rc = wrong(c, got, argv);
		else if (r->sets != NULL)
			rc = take_setting(c, r, optarg);
		else
			rc = take(c, got, optarg);
	}
	while (rc < 0 && optind < argc)
		c->args[c->nargs++] = argv[optind++];
	if (rc < 0 && c->nprogs == 0 && c->mode == TRACE)
		return misused(c, "no probes specified", "");
	if (rc < 0 && is_build((int)c->mode))
		return check_build(c);
	return rc;
}

/* Set an option of the library to the value after =, or to the argument. */
static int
set(struct cmd *c, const struct setting *s)
{
	const char *eq = strchr(s->sets, '=');
	char *name = eq != NULL ? strndup(s->sets, (size_t)(eq - s->sets)) :
	    strdup(s->sets);
	const char *value = eq != NULL ? eq + 1 :
	    s->arg != s->sets ? s->arg : NULL;
	const char *shown = s->arg != s->sets ? s->arg : name;	/* of -x */
	int rc = name != NULL ? dtrace_setopt(c->dtp, name, value) : -1;

	if (rc != 0)
		(void) dfail(c, "failed to set %s%s%s%s",
		    s->flag[0] == '-' ? "" : "-", s->flag,
		    shown != NULL ? " " : "", shown != NULL ? shown : "");
	free(name);
	return rc == 0 ? -1 : EXIT_FAILED;
}

bool
cmd_is_set(const struct cmd *c, const char *option)
{
	for (int i = 0; i < c->nsettings; i++)
		if (strcmp(c->settings[i].sets, option) == 0)
			return true;
	return false;
}

int
cmd_settings(struct cmd *c)
{
	static const struct setting defaults[] = {
		{ "-b", "4m", "bufsize" }, { "-x", "aggsize=4m", "aggsize=4m" },
		{ "-x", "temporal", "temporal" },
	};
	int rc = -1;

	for (size_t i = 0; i < sizeof(defaults) / sizeof(defaults[0]) &&
	    rc < 0; i++)
		rc = set(c, &defaults[i]);
	for (int i = 0; i < c->nsettings && rc < 0; i++)
		rc = set(c, &c->settings[i]);
	return rc;
}
