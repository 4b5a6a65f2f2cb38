/* SPDX-License-Identifier: MIT */
/*
 * main.c - plockstat(1): how long the threads of a process wait for locks, and
 * how long they hold them.  It uses nothing but <dtrace.h>.
 */
#include "plockstat.h"
#include "../std.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

static volatile sig_atomic_t interrupted;

static void
on_signal(int sig)
{
	(void) sig;
	interrupted = 1;
}

/* Flush stdout first, so that results and messages appear in order. */
static void
say(const char *fmt, va_list ap)
{
	(void) fflush(stdout);
	(void) fprintf(stderr, "plockstat: ");
	(void) vfprintf(stderr, fmt, ap);
	(void) fprintf(stderr, "\n");
}

int
fail(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
	return EXIT_FAILED;
}

int
dfail(struct plockstat *pl, const char *what)
{
	return fail("%s: %s", what,
	    dtrace_errmsg(pl->dtp, dtrace_errno(pl->dtp)));
}

static void
progress(const struct plockstat *pl, const char *what)
{
	if (pl->verbose)
		(void) fail("%s", what);
}

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

static void
on_end(struct ps_prochandle *p, const char *msg, void *arg)
{
	struct plockstat *pl = arg;

	(void) p;
	pl->ended = true;
	if (msg != NULL)
		(void) fail("%s", msg);
}

static int
find_process(struct plockstat *pl)
{
	if (dtrace_handle_proc(pl->dtp, on_end, pl) != 0)
		return dfail(pl, "failed to register a handler");
	pl->proc = pl->command != NULL ?
	    dtrace_proc_create(pl->dtp, pl->command[0], pl->command) :
	    dtrace_proc_grab(pl->dtp, (pid_t)pl->pid, 0);
	return pl->proc != NULL ? -1 : dfail(pl, pl->command != NULL ?
	    pl->command[0] : "-p");
}

static dtrace_prog_t *
compile(struct plockstat *pl, const char *text, uint_t flags)
{
	dtrace_prog_t *prog = dtrace_program_strcompile(pl->dtp, text,
	    DTRACE_PROBESPEC_NAME, flags, 0, NULL);

	if (prog == NULL)
		(void) dfail(pl, "failed to compile the program");
	return prog;
}

/* Every C library has this function; some lack others. */
static int
enable(struct plockstat *pl, const char *text)
{
	dtrace_prog_t *prog = compile(pl,
	    "pid$target::pthread_mutex_lock:entry {}", 0);

	if (prog != NULL)
		prog = compile(pl, text, DTRACE_C_ZDEFS);
	if (prog == NULL)
		return EXIT_FAILED;
	if (dtrace_program_exec(pl->dtp, prog, NULL) != 0)
		return dfail(pl, "failed to enable the program");
	return -1;
}

static int
start(struct plockstat *pl)
{
	struct sigaction end = { .sa_handler = on_signal,
	    .sa_flags = SA_RESETHAND };
	char *text = make_program(pl);
	int rc;

	if (text == NULL)
		return fail("%s", strerror(errno));
	if (pl->print)
		(void) fputs(text, stderr);
	rc = enable(pl, text);
	free(text);
	if (rc >= 0)
		return rc;
	if (dtrace_handle_drop(pl->dtp, on_drop, pl) != 0 ||
	    dtrace_handle_err(pl->dtp, on_error, pl) != 0)
		return dfail(pl, "failed to register a handler");
	(void) sigaction(SIGINT, &end, NULL);
	(void) sigaction(SIGTERM, &end, NULL);
	if (dtrace_go(pl->dtp) != 0)
		return dfail(pl, "could not enable tracing");
	progress(pl, "tracing has begun");
	dtrace_proc_continue(pl->dtp, pl->proc);
	return -1;
}

static int
flush(void)
{
	errno = 0;
	if (fflush(stdout) == 0 && !ferror(stdout))
		return -1;
	return fail("failed to write: %s",
	    strerror(errno != 0 ? errno : EIO));
}

/* The program makes no records. */
static int
on_probe(const dtrace_probedata_t *data, void *arg)
{
	(void) data;
	(void) arg;
	return DTRACE_CONSUME_NEXT;
}

static int
consume(struct plockstat *pl)
{
	dtrace_workstatus_t state = DTRACE_WORKSTATUS_OKAY;

	while (state == DTRACE_WORKSTATUS_OKAY) {
		if (!interrupted && !pl->ended)
			dtrace_sleep(pl->dtp);
		if ((interrupted || pl->ended) && dtrace_stop(pl->dtp) != 0)
			return dfail(pl, "failed to stop tracing");
		state = dtrace_work(pl->dtp, stdout, on_probe, NULL, NULL);
	}
	return state == DTRACE_WORKSTATUS_DONE ? -1 :
	    dfail(pl, "tracing was aborted");
}

static int
run(struct plockstat *pl)
{
	int rc = start(pl);

	if (rc < 0)
		rc = consume(pl);
	if (rc >= 0)
		return rc;
	progress(pl, "tracing has ended");
	if (gather(pl) != 0)
		return EXIT_FAILED;
	show(pl);
	return flush();
}

static int
work(struct plockstat *pl)
{
	int err, rc;

	pl->dtp = dtrace_open(DTRACE_VERSION, 0, &err);
	if (pl->dtp == NULL)
		return fail("failed to initialize dtrace: %s",
		    dtrace_errmsg(NULL, err));
	rc = apply_settings(pl);
	if (rc < 0)
		rc = find_process(pl);
	return rc < 0 ? run(pl) : rc;
}

int
main(int argc, char **argv)
{
	struct plockstat pl = { .depth = 1 };
	int rc;

	std_keep();
	rc = parse(&pl, argc, argv);
	if (rc < 0 && pl.help) {
		help(stdout);
		rc = flush();
	} else if (rc < 0) {
		rc = work(&pl);
	}
	dtrace_close(pl.dtp);
	forget(&pl);
	free(pl.settings);
	return rc < 0 ? EXIT_OKAY : rc;
}
