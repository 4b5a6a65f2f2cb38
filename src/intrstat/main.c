/* SPDX-License-Identifier: MIT */
/*
 * main.c - intrstat(1): how many interrupts each device had, and their share of
 * each CPU's time.  It uses nothing but <dtrace.h>.
 */
#include "intrstat.h"
#include "../std.h"

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

static int
start(struct intrstat *in)
{
	dtrace_prog_t *prog = compile(in->dtp, program, 0);

	return prog != NULL ? begin(in->dtp, prog) : EXIT_FAILED;
}

/* Wait until end, or a signal.  -1 to go on, or an exit status. */
static int
wait_until(struct intrstat *in, uint64_t end)
{
	uint64_t t;

	while (!is_interrupted() && (t = now()) < end) {
		uint64_t nap = end - t < NAP * (uint64_t)NANOSEC ? end :
		    t + NAP * (uint64_t)NANOSEC;
		struct timespec ts = { .tv_sec = (time_t)(nap / NANOSEC),
		    .tv_nsec = (long)(nap % NANOSEC) };
		int status;

		(void) clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts,
		    NULL);
		status = dtrace_status(in->dtp);
		if (status == -1)
			return dfail(in->dtp, "failed to get the status");
		if (status != DTRACE_STATUS_OKAY &&
		    status != DTRACE_STATUS_NONE)
			return fail("tracing was stopped from outside");
	}
	return -1;
}

/* Show one interval; shares are of the time that it really took. */
static int
interval(struct intrstat *in, uint64_t *began, uint64_t due)
{
	uint64_t t;
	int rc = wait_until(in, due);

	if (rc >= 0 || is_interrupted())
		return rc;
	t = now();
	if (dtrace_aggregate_snap(in->dtp) != 0)
		return dfail(in->dtp, "failed to take a snapshot");
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
	for (long i = 1; rc < 0 && !is_interrupted(); i++) {
		rc = interval(in, &began, first + (uint64_t)i *
		    (uint64_t)in->interval * NANOSEC);
		if (i == in->count)
			break;
	}
	if (dtrace_stop(in->dtp) != 0 && rc < 0)
		rc = dfail(in->dtp, "failed to stop tracing");
	return rc < 0 ? EXIT_OKAY : rc;
}

static int
work(struct intrstat *in)
{
	int rc;

	in->dtp = open_library();
	if (in->dtp == NULL)
		return EXIT_FAILED;
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
		line_help(&in.line, stdout);
		(void) printf("\nINTERVAL is in seconds (1); without COUNT it "
		    "goes on until ^C.\n");
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
	free(in.line.settings);
	return rc < 0 ? EXIT_OKAY : rc;
}
