/* SPDX-License-Identifier: MIT */
/*
 * main.c - intrstat(1): how many interrupts each device had, and their share of
 * each CPU's time.  It uses nothing but <dtrace.h>.
 */
#include "intrstat.h"
#include "../std.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* Seconds between calls of dtrace_status(), which option deadman requires. */
#define	NAP		1

/*
 * An interrupt has no thread-local variables, so its start is kept by CPU and
 * number: handlers of one number do not nest.  A driver may have no name.
 */
static const char program[] =
	"sdt:::interrupt-start\n"
	"{\n"
	"	began[cpu, args[0]] = timestamp;\n"
	"}\n"
	"sdt:::interrupt-complete\n"
	"/began[cpu, args[0]]/\n"
	"{\n"
	"	@[args[0], args[1]->name == NULL ? \"\" :\n"
	"	    stringof(args[1]->name)] =\n"
	"	    avg(timestamp - began[cpu, args[0]]);\n"
	"	began[cpu, args[0]] = 0;\n"
	"}\n";

static volatile sig_atomic_t interrupted;

static void
on_signal(int sig)
{
	(void) sig;
	interrupted = 1;
}

/* Flush stdout first, so that results and messages appear in order. */
int
fail(const char *fmt, ...)
{
	va_list ap;

	(void) fflush(stdout);
	(void) fprintf(stderr, "intrstat: ");
	va_start(ap, fmt);
	(void) vfprintf(stderr, fmt, ap);
	va_end(ap);
	(void) fprintf(stderr, "\n");
	return EXIT_FAILED;
}

int
dfail(struct intrstat *in, const char *what)
{
	return fail("%s: %s", what,
	    dtrace_errmsg(in->dtp, dtrace_errno(in->dtp)));
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

static int
start(struct intrstat *in)
{
	struct sigaction end = { .sa_handler = on_signal,
	    .sa_flags = SA_RESETHAND };
	dtrace_prog_t *prog;

	if (dtrace_handle_drop(in->dtp, on_drop, in) != 0 ||
	    dtrace_handle_err(in->dtp, on_error, in) != 0)
		return dfail(in, "failed to register a handler");
	prog = dtrace_program_strcompile(in->dtp, program,
	    DTRACE_PROBESPEC_NAME, 0, 0, NULL);
	if (prog == NULL)
		return dfail(in, "failed to compile the program");
	if (dtrace_program_exec(in->dtp, prog, NULL) != 0)
		return dfail(in, "failed to enable the program");
	(void) sigaction(SIGINT, &end, NULL);
	(void) sigaction(SIGTERM, &end, NULL);
	if (dtrace_go(in->dtp) != 0)
		return dfail(in, "could not enable tracing");
	return -1;
}

static uint64_t
now(void)
{
	struct timespec ts;

	(void) clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * NANOSEC + (uint64_t)ts.tv_nsec;
}

/* Wait until end, or a signal.  -1 to go on, or an exit status. */
static int
wait_until(struct intrstat *in, uint64_t end)
{
	uint64_t t;

	while (!interrupted && (t = now()) < end) {
		uint64_t nap = end - t < NAP * (uint64_t)NANOSEC ? end :
		    t + NAP * (uint64_t)NANOSEC;
		struct timespec ts = { .tv_sec = (time_t)(nap / NANOSEC),
		    .tv_nsec = (long)(nap % NANOSEC) };
		int status;

		(void) clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts,
		    NULL);
		status = dtrace_status(in->dtp);
		if (status == -1)
			return dfail(in, "failed to get the status");
		if (status != DTRACE_STATUS_OKAY &&
		    status != DTRACE_STATUS_NONE)
			return fail("tracing was stopped from outside");
	}
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

/* Show one interval; shares are of the time that it really took. */
static int
interval(struct intrstat *in, uint64_t *began, uint64_t due)
{
	uint64_t t;
	int rc = wait_until(in, due);

	if (rc >= 0 || interrupted)
		return rc;
	t = now();
	if (dtrace_aggregate_snap(in->dtp) != 0)
		return dfail(in, "failed to take a snapshot");
	if (gather(in) != 0)
		return EXIT_FAILED;
	show(in, t - *began);
	*began = t;
	dtrace_aggregate_clear(in->dtp);
	return flush();
}

static int
run(struct intrstat *in)
{
	uint64_t first, began;
	int rc = start(in);

	if (rc >= 0)
		return rc;
	first = began = now();
	for (long i = 1; rc < 0 && !interrupted; i++) {
		rc = interval(in, &began, first + (uint64_t)i *
		    (uint64_t)in->interval * NANOSEC);
		if (i == in->count)
			break;
	}
	if (dtrace_stop(in->dtp) != 0 && rc < 0)
		rc = dfail(in, "failed to stop tracing");
	return rc < 0 ? EXIT_OKAY : rc;
}

static int
work(struct intrstat *in)
{
	int err, rc;

	in->dtp = dtrace_open(DTRACE_VERSION, 0, &err);
	if (in->dtp == NULL)
		return fail("failed to initialize dtrace: %s",
		    dtrace_errmsg(NULL, err));
	rc = apply_settings(in);
	return rc < 0 ? run(in) : rc;
}

int
main(int argc, char **argv)
{
	struct intrstat in = { .interval = 1,
	    .maxcpus = sysconf(_SC_CPUID_MAX) };
	int rc;

	std_keep();
	rc = parse(&in, argc, argv);
	if (rc < 0 && in.mode == HELP) {
		help(stdout);
		rc = flush();
	} else if (rc < 0 && in.mode == VERSION) {
		(void) printf("intrstat: %s\n", _dtrace_version);
		rc = flush();
	} else if (rc < 0) {
		rc = work(&in);
	}
	dtrace_close(in.dtp);
	forget(&in);
	free(in.devices);
	free(in.settings);
	return rc < 0 ? EXIT_OKAY : rc;
}
