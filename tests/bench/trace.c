/* SPDX-License-Identifier: MIT */
/*
 * The cost of the embedded engine for the command that it traces, compared with
 * strace -f -c, which stops at both ends of each call, too: how much longer the
 * same calls take than without a tracer, by the command's own clock, so that
 * the start does not count.  All processes are on one CPU, because waking
 * another one takes longer than anything else.  Tracers take turns; rows are
 * medians.
 *
 * usage: trace		the rows
 *	trace calls FD	the command: reports to FD how long they took
 */
#include "command.h"

#define	ROUNDS	11
#define	CALLS	3000		/* of each kind */
#define	KINDS	4
#define	KEYS	"{ @[probefunc] = count(); }"
#define	OURS	"/pid == $target/" KEYS

/* --- the command ------------------------------------------------------- */

static int
make_calls(int report)
{
	int null = open("/dev/null", O_WRONLY);
	double start = bench_wall();
	char buf[256];

	for (int i = 0; i < CALLS; i++) {
		(void) syscall(SYS_getppid);
		(void) !write(null, buf, sizeof(buf));
		(void) !readlink("/proc/self/exe", buf, sizeof(buf));
		(void) close(-1);
	}
	return command_report(report, bench_wall() - start);
}

/* --- the tracers ------------------------------------------------------- */

/* All calls of the command are counted, and a few others. */
static void
check(struct ours *o, const char *text)
{
	uint64_t least = KINDS * CALLS;

	if (strstr(text, "return") != NULL)
		least *= 2;
	if (o->drops != 0 || o->sum < least || o->sum > least + 1000)
		fprintf(stderr, "bench: trace: WRONG: %lu counted of %lu, "
		    "%lu drops\n", (unsigned long)o->sum, (unsigned long)least,
		    (unsigned long)o->drops);
}

enum { NONE, STRACE, ENTRY, BOTH, NTRACERS };

static const struct tracer tracers[NTRACERS] = {
	[STRACE] = { .argv = { (char *)"strace", (char *)"-f", (char *)"-c",
	    (char *)"-o", (char *)"/dev/null" } },
	[ENTRY] = { .text = "syscall:::entry" OURS, .check = check },
	[BOTH] = { .text = "syscall:::entry, syscall:::return" OURS,
	    .check = check },
};

/* --- the rows ---------------------------------------------------------- */

static void
row(const char *what, double ours, double theirs, double goal)
{
	char a[32] = "failed", b[32] = "-";

	if (ours >= 0)
		snprintf(a, sizeof(a), "%.2f us a call", ours / 1e3);
	if (theirs >= 0)
		snprintf(b, sizeof(b), "%.2f us a call", theirs / 1e3);
	bench_row(what, a, b, ours >= 0 && theirs > 0 ? ours / theirs : 0,
	    goal, "strace -f -c");
}

int
main(int argc, char *argv[])
{
	struct samples s[NTRACERS] = { 0 };
	int fd = command_fd(argc, argv, "calls");
	double cost[NTRACERS];
	struct command c;

	if (fd >= 0)
		return make_calls(fd);
	if (command_prepare(&c, "calls") != 0)
		return 1;
	bench_pin(0);
	command_turns(&c, tracers, NTRACERS, ROUNDS, s);
	for (int i = 0; i < NTRACERS; i++)
		cost[i] = s[i].n == 0 ? -1 : (bench_median(&s[i]) -
		    bench_median(&s[NONE])) / (KINDS * CALLS);
	if (s[STRACE].n == 0)
		fprintf(stderr, "strace is not installed\n");
	row("trace: entry", cost[ENTRY], cost[STRACE], 0.7);
	row("trace: entry, return", cost[BOTH], cost[STRACE], 1);
	return s[NONE].n == 0;
}
