/* SPDX-License-Identifier: MIT */
/* main.c - dtrace(1): a command that runs D programs, on <dtrace.h> alone. */
#include "cmd.h"
#include "../std.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>

void
wrote_badly(struct cmd *c, int err)
{
	/* From 1000 on they are not errno's */
	if (c->write_error == 0 && err < 1000)
		c->write_error = err;
}

/* Results that came before a message shall be seen before it. */
static void
vsay(struct cmd *c, const char *why, const char *fmt, va_list ap)
{
	if (c->out != NULL && fflush(c->out) != 0)
		wrote_badly(c, errno);
	(void) fprintf(stderr, "dtrace: ");
	(void) vfprintf(stderr, fmt, ap);
	(void) fprintf(stderr, "%s%s\n", why != NULL ? ": " : "",
	    why != NULL ? why : "");
}

void
say(struct cmd *c, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsay(c, NULL, fmt, ap);
	va_end(ap);
}

int
fail(struct cmd *c, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsay(c, NULL, fmt, ap);
	va_end(ap);
	return EXIT_FAILED;
}

int
dfail(struct cmd *c, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsay(c, dtrace_errmsg(c->dtp, dtrace_errno(c->dtp)), fmt, ap);
	va_end(ap);
	return EXIT_FAILED;
}

#define	EDT_BADOPTVAL	1039		/* dtrace_error(3) */

/* The only value of an option that the library takes by itself. */
static int
open_failed(struct cmd *c, int err)
{
	const char *engine = getenv("DTRACE_ENGINE");

	if (err == EDT_BADOPTVAL && engine != NULL)
		return fail(c, "failed to initialize dtrace: DTRACE_ENGINE is "
		    "\"%s\", and takes kernel or vm", engine);
	return fail(c, "failed to initialize dtrace: %s",
	    dtrace_errmsg(NULL, err));
}

static int
open_all(struct cmd *c)
{
	/* Neither needs what tracing does */
	int flags = c->mode == TRACE ? 0 : DTRACE_O_NODEV, err;

	c->dtp = dtrace_open(DTRACE_VERSION, flags, &err);
	if (c->dtp == NULL)
		return open_failed(c, err);
	if (c->outname == NULL || c->mode == COMPILE)
		c->out = stdout;
	else if ((c->out = fopen(c->outname, "ae")) == NULL)
		return fail(c, "failed to open output file %s: %s",
		    c->outname, strerror(errno));
	return -1;
}

/* What all went to fp is there, or the status is a failure's. */
static int
finish(struct cmd *c, FILE *fp, int rc)
{
	errno = 0;
	if (fflush(fp) != 0 || ferror(fp))
		return fail(c, "failed to write: %s",
		    strerror(errno != 0 ? errno : EIO));
	return rc;
}

static int
work(struct cmd *c)
{
	int rc = open_all(c);

	if (rc < 0)
		rc = cmd_settings(c);
	if (rc < 0)
		rc = proc_start(c);
	if (rc < 0)
		rc = prog_compile(c);
	if (rc < 0 && c->mode == COMPILE)
		return c->outname != NULL ? prog_save(c) : EXIT_OKAY;
	if (rc < 0)
		rc = c->mode == LIST ? finish(c, c->out, prog_list(c)) :
		    run(c);
	return rc;
}

static void
tidy(struct cmd *c)
{
	proc_release(c);
	dtrace_close(c->dtp);
	if (c->out != NULL && c->out != stdout)
		(void) fclose(c->out);
	free(c->progs);
	free(c->settings);
	free(c->commands);
	free(c->pids);
	free(c->args);
	free(c->procs);
}

static void
on_pipe(int sig)
{
	(void) sig;
}

/*
 * A closed pipe shall be an error of the write; not by ignoring the signal,
 * which what -c runs would inherit.
 */
static void
catch_pipe(void)
{
	struct sigaction act = { .sa_handler = on_pipe,
	    .sa_flags = SA_RESTART };

	(void) sigaction(SIGPIPE, &act, NULL);
}

/*
 * Who has capabilities from its file keeps others from its memory, and so from
 * holding what -c starts before that begins.  Only who has them all gets at it
 * anyway.
 */
static void
let_children_be_held(void)
{
	(void) prctl(PR_SET_DUMPABLE, 1);
}

int
main(int argc, char **argv)
{
	struct cmd c = { .mode = TRACE };
	int rc;

	std_keep();
	let_children_be_held();
	catch_pipe();
	rc = cmd_parse(&c, argc, argv);
	if (rc < 0 && c.mode == HELP) {
		cmd_help(stdout);
		rc = finish(&c, stdout, EXIT_OKAY);
	} else if (rc < 0 && c.mode == VERSION) {
		(void) printf("dtrace: %s\n", _dtrace_version);
		rc = finish(&c, stdout, EXIT_OKAY);
	} else if (rc < 0 && c.mode == CHECK) {
		rc = check();
	} else if (rc < 0) {
		rc = work(&c);
	}
	tidy(&c);
	return rc;
}
