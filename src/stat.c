/* SPDX-License-Identifier: MIT */
/* stat.c - shared by the commands that print statistics. */
#include "stat.h"
#include "interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --- messages ----------------------------------------------------------- */

/* Print a message after the results in stdout, which are flushed first. */
int
fail(const char *fmt, ...)
{
	va_list ap;

	(void) fflush(stdout);
	(void) fprintf(stderr, "%s: ", program_invocation_short_name);
	va_start(ap, fmt);
	(void) vfprintf(stderr, fmt, ap);
	va_end(ap);
	(void) fprintf(stderr, "\n");
	return EXIT_FAILED;
}

int
dfail(dtrace_hdl_t *dtp, const char *what)
{
	return fail("%s: %s", what, dtrace_errmsg(dtp, dtrace_errno(dtp)));
}

int
flush(void)
{
	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return -1;
	return fail("failed to write: %s",
	    strerror(errno != 0 ? errno : EIO));
}

/* --- the command line --------------------------------------------------- */

static void
usage(const struct line *l, FILE *fp)
{
	options_usage(fp, program_invocation_short_name, l->rows, l->nrows,
	    l->operands);
}

void
line_help(const struct line *l, FILE *fp)
{
	usage(l, fp);
	(void) fprintf(fp, "\n");
	options_help(fp, l->rows, l->nrows);
}

int
line_misused(const struct line *l, const char *what, const char *which)
{
	(void) fail("%s%s", what, which);
	usage(l, stderr);
	return EXIT_USAGE;
}

int
line_number(const struct line *l, const char *text, long max,
    const char *what, long *value)
{
	char *end;

	errno = 0;
	*value = strtol(text, &end, 10);
	if (errno != 0 || end == text || *end != '\0' || *value < 1 ||
	    *value > max)
		return line_misused(l, what, text);
	return -1;
}

static int
wrong(const struct line *l, int got, char **argv)
{
	char letter[3] = { '-', (char)optopt, '\0' };

	if (got == ':')
		return line_misused(l, "an argument is missing after ", letter);
	/* a long option has no letter */
	return line_misused(l, "no such option: ", optopt != 0 ? letter :
	    argv[optind - 1]);
}

int
line_parse(struct line *l, int argc, char **argv)
{
	struct option *longs = calloc(l->nrows + 1, sizeof(*longs));
	char *letters = calloc(2 * l->nrows + 3, 1);
	int got, rc = -1;

	l->settings = calloc((size_t)argc, sizeof(*l->settings));
	if (longs == NULL || letters == NULL || l->settings == NULL) {
		free(longs);
		free(letters);
		return fail("%s", strerror(ENOMEM));
	}
	options_getopt(l->rows, l->nrows, l->ends_options ? "+" : "", letters,
	    longs);
	opterr = 0;
	while (rc < 0 &&
	    (got = getopt_long(argc, argv, letters, longs, NULL)) != -1)
		if (got == '?' || got == ':')
			rc = wrong(l, got, argv);
		else if (got == 'x')
			l->settings[l->nsettings++] = optarg;
		else
			rc = l->take(l->cmd, got, optarg);
	free(longs);
	free(letters);
	return rc;
}

/* Set an option of the library; text is opt or opt=value. */
static int
set(const struct line *l, dtrace_hdl_t *dtp, const char *text)
{
	const char *eq = strchr(text, '=');
	char *name = strndup(text, strcspn(text, "="));
	int rc = name == NULL ? -1 :
	    dtrace_setopt(dtp, name, eq != NULL ? eq + 1 : NULL);

	free(name);
	if (rc == 0)
		return -1;
	(void) fail("failed to set -x %s: %s", text,
	    dtrace_errmsg(dtp, dtrace_errno(dtp)));
	usage(l, stderr);
	return EXIT_USAGE;
}

int
line_apply(const struct line *l, dtrace_hdl_t *dtp, const char *const *ours,
    size_t n)
{
	int rc = -1;

	for (size_t i = 0; i < n && rc < 0; i++)
		rc = set(l, dtp, ours[i]);
	for (int i = 0; i < l->nsettings && rc < 0; i++)
		rc = set(l, dtp, l->settings[i]);
	return rc;
}

/* --- tracing ------------------------------------------------------------ */

static int
on_drop(const dtrace_dropdata_t *drop, void *arg)
{
	(void) arg;
	(void) fail("%.*s", (int)strcspn(drop->dtdda_msg, "\n"),
	    drop->dtdda_msg);
	return DTRACE_HANDLE_OK;
}

static int
on_error(const dtrace_errdata_t *err, void *arg)
{
	(void) arg;
	(void) fail("%.*s", (int)strcspn(err->dteda_msg, "\n"),
	    err->dteda_msg);
	return DTRACE_HANDLE_OK;
}

dtrace_hdl_t *
open_library(void)
{
	int err;
	dtrace_hdl_t *dtp = dtrace_open(DTRACE_VERSION, 0, &err);

	if (dtp == NULL) {
		(void) fail("failed to initialize dtrace: %s",
		    dtrace_errmsg(NULL, err));
	} else if (dtrace_handle_drop(dtp, on_drop, NULL) != 0 ||
	    dtrace_handle_err(dtp, on_error, NULL) != 0) {
		(void) dfail(dtp, "failed to register a handler");
		dtrace_close(dtp);
		dtp = NULL;
	}
	return dtp;
}

dtrace_prog_t *
compile(dtrace_hdl_t *dtp, const char *text, uint_t flags)
{
	dtrace_prog_t *prog = dtrace_program_strcompile(dtp, text,
	    DTRACE_PROBESPEC_NAME, flags, 0, NULL);

	if (prog == NULL)
		(void) dfail(dtp, "failed to compile the program");
	return prog;
}

int
begin(dtrace_hdl_t *dtp, dtrace_prog_t *prog)
{
	if (dtrace_program_exec(dtp, prog, NULL) != 0)
		return dfail(dtp, "failed to enable the program");
	catch_interrupt(SIGINT);
	catch_interrupt(SIGTERM);
	if (dtrace_go(dtp) != 0)
		return dfail(dtp, "could not enable tracing");
	return -1;
}

uint64_t
now(void)
{
	struct timespec ts;

	(void) clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * NANOSEC + (uint64_t)ts.tv_nsec;
}
