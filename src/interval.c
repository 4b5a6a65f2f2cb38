/* SPDX-License-Identifier: MIT */
/* interval.c - takes and prints a snapshot of each CPU once per interval. */
#include "interval.h"
#include "interrupt.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Seconds between calls of dtrace_status(), which option deadman requires. */
#define	NAP		1

/* --- the command line --------------------------------------------------- */

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

static bool
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
take_cpus(struct interval *iv, const char *text)
{
	iv->chosen = true;
	if (!parse_cpus(text, &iv->cpus))
		return line_misused(&iv->line, "not a list of CPUs: -c ", text);
	for (int i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET(i, &iv->cpus) && i >= iv->maxcpus)
			return line_misused(&iv->line,
			    "there is no such CPU: -c ", text);
	return -1;
}

static int
take_stamp(struct interval *iv, const char *text)
{
	if (strcmp(text, "u") != 0 && strcmp(text, "d") != 0)
		return line_misused(&iv->line, "takes u or d: -T ", text);
	iv->stamp = text[0];
	return -1;
}

int
interval_take(struct interval *iv, int letter, const char *arg)
{
	switch (letter) {
	case 'c':
		return take_cpus(iv, arg);
	case 'h':
		iv->mode = HELP;
		return -1;
	case 'T':
		return take_stamp(iv, arg);
	default:
		iv->mode = VERSION;
		return -1;
	}
}

static int
parse(struct interval *iv, int argc, char **argv)
{
	int rc = line_parse(&iv->line, argc, argv);

	if (rc < 0 && optind < argc)
		rc = line_number(&iv->line, argv[optind++], INT_MAX,
		    "not an interval: ", &iv->seconds);
	if (rc < 0 && optind < argc)
		rc = line_number(&iv->line, argv[optind++], INT_MAX,
		    "not a count: ", &iv->count);
	if (rc < 0 && optind < argc)
		return line_misused(&iv->line, "too many arguments: ",
		    argv[optind]);
	return rc;
}

/* --- the CPUs, and the time --------------------------------------------- */

static void
show_time(char stamp)
{
	time_t now = time(NULL);
	char text[64];

	if (stamp == 'u')
		(void) printf("%lld\n", (long long)now);
	else if (strftime(text, sizeof(text), "%a %b %e %H:%M:%S %Z %Y",
	    localtime(&now)) > 0)
		(void) printf("%s\n", text);
}

/* The CPUs that are online now; all CPU ids if that is unknown. */
static void
find_cpus(struct interval *iv)
{
	FILE *fp = fopen("/sys/devices/system/cpu/online", "re");
	char text[4096];

	if (fp == NULL || fgets(text, sizeof(text), fp) == NULL ||
	    !parse_cpus(text, &iv->cpus))
		for (long i = 0; i < iv->maxcpus && i < CPU_SETSIZE; i++)
			CPU_SET(i, &iv->cpus);
	if (fp != NULL)
		(void) fclose(fp);
}

int
interval_cpus(struct interval *iv, int *cpus)
{
	int n = 0;

	if (!iv->chosen)
		find_cpus(iv);
	for (int i = 0; i < CPU_SETSIZE && i < iv->maxcpus; i++)
		if (CPU_ISSET(i, &iv->cpus))
			cpus[n++] = i;
	return n;
}

/* --- the intervals ------------------------------------------------------ */

/* Wait until end, or for a signal.  -1 to continue, or an exit status. */
static int
wait_until(struct interval *iv, uint64_t end)
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
		status = dtrace_status(iv->dtp);
		if (status == -1)
			return dfail(iv->dtp, "failed to get the status");
		if (status != DTRACE_STATUS_OKAY &&
		    status != DTRACE_STATUS_NONE)
			return fail("tracing was stopped from outside");
	}
	return -1;
}

/* Show one interval; shares refer to its actual length. */
static int
interval(struct interval *iv, uint64_t *began, uint64_t due)
{
	uint64_t t;
	int rc = wait_until(iv, due);

	if (rc >= 0 || is_interrupted())
		return rc;
	t = now();
	if (dtrace_aggregate_snap(iv->dtp) != 0)
		return dfail(iv->dtp, "failed to take a snapshot");
	if (iv->stamp != 0)
		show_time(iv->stamp);
	if (iv->show(iv->line.cmd, t - *began) != 0)
		return EXIT_FAILED;
	*began = t;
	dtrace_aggregate_clear(iv->dtp);
	return flush();
}

static int
run(struct interval *iv, dtrace_prog_t *prog)
{
	uint64_t first, began;
	int rc = prog != NULL ? begin(iv->dtp, prog) : EXIT_FAILED;

	if (rc >= 0)
		return rc;
	first = began = now();
	for (long i = 1; rc < 0 && !is_interrupted(); i++) {
		rc = interval(iv, &began, first + (uint64_t)i *
		    (uint64_t)iv->seconds * NANOSEC);
		if (i == iv->count)
			break;
	}
	if (dtrace_stop(iv->dtp) != 0 && rc < 0)
		rc = dfail(iv->dtp, "failed to stop tracing");
	return rc < 0 ? EXIT_OKAY : rc;
}

static int
print(const struct interval *iv)
{
	if (iv->mode == VERSION) {
		(void) printf("%s: %s\n", program_invocation_short_name,
		    _dtrace_version);
	} else {
		line_help(&iv->line, stdout);
		(void) printf("\nINTERVAL is in seconds (1); without COUNT it "
		    "goes on until ^C.\n");
	}
	return flush();
}

int
interval_main(struct interval *iv, int argc, char **argv,
    const char *const *ours, size_t n, dtrace_prog_t *(*make)(void *cmd))
{
	int rc;

	iv->seconds = 1;
	iv->maxcpus = sysconf(_SC_CPUID_MAX);
	rc = parse(iv, argc, argv);
	if (rc < 0 && iv->mode != SHOW) {
		rc = print(iv);
	} else if (rc < 0) {
		iv->dtp = open_library();
		rc = iv->dtp == NULL ? EXIT_FAILED :
		    line_apply(&iv->line, iv->dtp, ours, n);
		if (rc < 0)
			rc = run(iv, make(iv->line.cmd));
	}
	dtrace_close(iv->dtp);
	free(iv->line.settings);
	return rc < 0 ? EXIT_OKAY : rc;
}
