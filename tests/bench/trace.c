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
#include "bench.h"

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
	double start = bench_wall(), ns;
	char buf[256];

	for (int i = 0; i < CALLS; i++) {
		(void) syscall(SYS_getppid);
		(void) !write(null, buf, sizeof(buf));
		(void) !readlink("/proc/self/exe", buf, sizeof(buf));
		(void) close(-1);
	}
	ns = bench_wall() - start;
	return write(report, &ns, sizeof(ns)) != sizeof(ns);
}

/* --- the tracers: each returns ns, or -1 --------------------------------- */

struct run {
	char self[4096];	/* this program */
	char fd[16];		/* to which the command reports */
	int from, to;
};

static double
read_report(const struct run *r)
{
	double ns;

	return read(r->from, &ns, sizeof(ns)) == sizeof(ns) ? ns : -1;
}

/* Run a command without output; if it fails it has reported nothing. */
static double
spawn(const struct run *r, char *const argv[])
{
	int status, null;
	pid_t pid = fork();

	if (pid == 0) {
		null = open("/dev/null", O_RDWR);
		dup2(null, 1);
		dup2(null, 2);
		execvp(argv[0], argv);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
		return -1;
	return read_report(r);
}

static double
untraced(struct run *r, const char *text)
{
	char *argv[] = { r->self, (char *)"calls", r->fd, NULL };

	(void)text;
	return spawn(r, argv);
}

static double
by_strace(struct run *r, const char *text)
{
	char *argv[] = { (char *)"strace", (char *)"-f", (char *)"-c",
	    (char *)"-o", (char *)"/dev/null", r->self, (char *)"calls",
	    r->fd, NULL };

	(void)text;
	return spawn(r, argv);
}

static void
on_end(struct ps_prochandle *p, const char *msg, void *arg)
{
	(void)p;
	(void)msg;
	*(bool *)arg = true;
}

static int
follow(struct ours *o, struct run *r, const char *text)
{
	char *argv[] = { r->self, (char *)"calls", r->fd, NULL };
	struct ps_prochandle *p;
	bool ended = false;

	if (dtrace_handle_proc(o->dtp, on_end, &ended) != 0)
		return bench_complain(o, "handler");
	p = dtrace_proc_create(o->dtp, r->self, argv);
	if (p == NULL)
		return bench_complain(o, r->self);
	if (bench_go(o, text) != 0)
		return -1;
	dtrace_proc_continue(o->dtp, p);
	while (!ended) {
		dtrace_sleep(o->dtp);
		if (dtrace_work(o->dtp, stdout, NULL, NULL, NULL) < 0)
			return bench_complain(o, "work");
	}
	return 0;
}

/* All calls of the command are counted, and a few others. */
static double
by_us(struct run *r, const char *text)
{
	uint64_t least = KINDS * CALLS;
	struct ours o;

	if (strstr(text, "return") != NULL)
		least *= 2;
	if (bench_open(&o, "1m") != 0)
		return -1;
	if (dtrace_setopt(o.dtp, "engine", "vm") != 0 ||
	    dtrace_setopt(o.dtp, "argref", NULL) != 0 ||
	    dtrace_setopt(o.dtp, "aggrate", "1s") != 0)
		return bench_complain(&o, "option");
	if (follow(&o, r, text) != 0)
		return -1;
	if (dtrace_stop(o.dtp) != 0)
		return bench_complain(&o, "stop");
	if (bench_total(&o) != 0 || o.drops != 0 || o.sum < least ||
	    o.sum > least + 1000)
		fprintf(stderr, "bench: trace: WRONG: %lu counted of %lu, "
		    "%lu drops\n", (unsigned long)o.sum, (unsigned long)least,
		    (unsigned long)o.drops);
	dtrace_close(o.dtp);
	return read_report(r);
}

/* --- the rows ---------------------------------------------------------- */

static struct who {
	double (*f)(struct run *r, const char *text);
	const char *text;
} const whos[] = {
	{ untraced, NULL },
	{ by_strace, NULL },
	{ by_us, "syscall:::entry" OURS },
	{ by_us, "syscall:::entry, syscall:::return" OURS },
};

#define	NWHOS	(sizeof(whos) / sizeof(whos[0]))

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

static bool
has_strace(void)
{
	return system("strace -V >/dev/null 2>&1") == 0;
}

int
main(int argc, char *argv[])
{
	struct samples s[NWHOS] = { 0 };
	double cost[NWHOS];
	struct run r;
	int ends[2];
	ssize_t n;

	if (argc == 3 && strcmp(argv[1], "calls") == 0)
		return make_calls(atoi(argv[2]));
	n = readlink("/proc/self/exe", r.self, sizeof(r.self) - 1);
	if (n < 0 || pipe(ends) != 0)
		return 1;
	r.self[n] = '\0';
	r.from = ends[0];
	fcntl(r.from, F_SETFL, O_NONBLOCK);
	snprintf(r.fd, sizeof(r.fd), "%d", ends[1]);
	bench_pin(0);
	if (!has_strace())
		fprintf(stderr, "strace is not installed\n");
	for (int i = 0; i < ROUNDS; i++)
		for (size_t j = 0; j < NWHOS; j++) {
			double ns = whos[j].f(&r, whos[j].text);

			if (ns >= 0)
				bench_add(&s[j], ns);
		}
	for (size_t j = 0; j < NWHOS; j++)
		cost[j] = s[j].n == 0 ? -1 : (bench_median(&s[j]) -
		    bench_median(&s[0])) / (KINDS * CALLS);
	row("trace: entry", cost[2], cost[1], 0.7);
	row("trace: entry, return", cost[3], cost[1], 1);
	return s[0].n == 0;
}
