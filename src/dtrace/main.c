/* SPDX-License-Identifier: MIT */
/* main.c - dtrace(1): runs D programs, by nothing but the public headers. */
#include "cmd.h"
#include "../std.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>

void
note_write_error(struct cmd *c, int err)
{
	/* codes from 1000 on are the library's, not errno values */
	if (c->write_error == 0 && err < 1000)
		c->write_error = err;
}

/* Print a message after the results, which are flushed first. */
static void
vsay(struct cmd *c, const char *why, const char *fmt, va_list ap)
{
	if (c->out != NULL && fflush(c->out) != 0)
		note_write_error(c, errno);
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

/* DTRACE_ENGINE is the only setting that dtrace_open() reads. */
static int
open_failed(struct cmd *c, int err)
{
	const char *engine = getenv("DTRACE_ENGINE");

	if (err == EDT_BADOPTVAL && engine != NULL)
		return fail(c, "failed to initialize dtrace: DTRACE_ENGINE is "
		    "\"%s\": set it to kernel or vm", engine);
	return fail(c, "failed to initialize dtrace: %s",
	    dtrace_errmsg(NULL, err));
}

static int
open_all(struct cmd *c)
{
	/* compiling and listing need no privileges */
	int flags = c->mode == TRACE ? 0 : DTRACE_O_NODEV, err;

	c->dtp = dtrace_open(DTRACE_VERSION, flags, &err);
	if (c->dtp == NULL)
		return open_failed(c, err);
	if (c->outname == NULL || c->mode == COMPILE || c->mode == HEADER ||
	    c->mode == LINK)
		c->out = stdout;
	else if ((c->out = fopen(c->outname, "ae")) == NULL)
		return fail(c, "failed to open output file %s: %s",
		    c->outname, strerror(errno));
	return -1;
}

/* Flush fp; if any write to it has failed, return a failure. */
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
	if (rc < 0 && (c->mode == HEADER || c->mode == LINK))
		return build(c);
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
	hint_free(c);
}

static void
on_pipe(int sig)
{
	(void) sig;
}

/*
 * Make a write to a closed pipe fail with an error.  The signal gets a handler,
 * as the command of -c would inherit an ignored one.
 */
static void
catch_pipe(void)
{
	struct sigaction act = { .sa_handler = on_pipe,
	    .sa_flags = SA_RESTART };

	(void) sigaction(SIGPIPE, &act, NULL);
}

/*
 * A program with file capabilities is not dumpable, nor is its child before
 * exec, so stopping the command of -c at its start would need CAP_SYS_PTRACE.
 * A dumpable program is still protected from processes that lack any of its
 * capabilities.
 */
static void
make_dumpable(void)
{
	(void) prctl(PR_SET_DUMPABLE, 1);
}

int
main(int argc, char **argv)
{
	struct cmd c = { .mode = TRACE };
	int rc;

	std_keep();
	make_dumpable();
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
