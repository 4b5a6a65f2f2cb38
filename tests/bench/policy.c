/* SPDX-License-Identifier: MIT */
/*
 * The cost of a record under the buffer policies fill and ring, in ns over the
 * same record under switch and, in brackets, over no program at all.  The three
 * take turns in a round, because the machine may change its speed.  No buffer
 * gets full except rings, which the records of a sample fill several times.
 */
#include "bench.h"

#define	ROUNDS		25
#define	CALLS		2000	/* in a slice */
#define	SLICES		20	/* in a sample */

struct test {
	const char *what;
	const char *action;
	const char *policy, *bufsize;
	const char *like;	/* bufsize of switch */
	double limit;		/* ns over switch */
};

static const struct test tests[] = {
	{ "fill, trace(arg1)", "trace(arg1);", "fill", "4m", "4m", 3 },
	{ "ring, trace(arg1)", "trace(arg1);", "ring", "256k", "4m", 3 },
	{ "ring of 4m, trace(arg1)", "trace(arg1);", "ring", "4m", "4m", 3 },
	{ "fill, five numbers", "trace(arg0);trace(arg1);trace(arg2);"
	    "trace(pid);trace(timestamp);", "fill", "8m", "8m", 3 },
	{ "ring, five numbers", "trace(arg0);trace(arg1);trace(arg2);"
	    "trace(pid);trace(timestamp);", "ring", "256k", "8m", 3 },
	{ "fill, a string", "trace(execname);", "fill", "16m", "16m", 3 },
	{ "ring, a string", "trace(execname);", "ring", "256k", "16m", 3 },
};

#define	NTESTS	((int)(sizeof(tests) / sizeof(tests[0])))

struct result {
	struct samples over, none;
	bool failed;
};

static double
slice(void)
{
	double start = bench_wall();
	int i;

	for (i = 0; i < CALLS; i++)
		syscall(__NR_lseek, -1, i, 0);
	return (bench_wall() - start) / CALLS;
}

/* The lower quartile of the slices, which little interrupted. */
static double
sample(void)
{
	struct samples s = { .n = 0 };
	int i;

	slice();
	for (i = 0; i < SLICES; i++)
		bench_add(&s, slice());
	return bench_rank(&s, 0.25);
}

/* ns of a call under a policy; -1 if it failed or lost anything. */
static double
under(const struct test *t, const char *policy, const char *bufsize)
{
	struct ours o;
	char text[512];
	double ns;

	if (bench_open(&o, "4m") != 0)
		return -1;
	if (dtrace_setopt(o.dtp, "bufpolicy", policy) != 0 ||
	    dtrace_setopt(o.dtp, "bufsize", bufsize) != 0 ||
	    dtrace_setopt(o.dtp, "bufresize", "manual") != 0)
		return bench_complain(&o, "option");
	snprintf(text, sizeof(text), "syscall::lseek:entry/pid==$1/{%s}",
	    t->action);
	if (bench_go(&o, text) != 0)
		return -1;
	ns = sample();
	if (dtrace_status(o.dtp) != DTRACE_STATUS_OKAY || o.drops != 0) {
		fprintf(stderr, "bench: %s: a buffer was full\n", t->what);
		ns = -1;
	}
	bench_stop(&o);
	return ns;
}

static void
round_of(const struct test *t, struct result *r)
{
	double none = sample(), like, ns;

	like = under(t, "switch", t->like);
	ns = under(t, t->policy, t->bufsize);
	like = (like + under(t, "switch", t->like)) / 2;
	none = (none + sample()) / 2;
	if (like < 0 || ns < 0) {
		r->failed = true;
		return;
	}
	bench_add(&r->over, ns - like);
	bench_add(&r->none, ns - none);
}

static void
report(const struct test *t, struct result *r)
{
	double over = bench_median(&r->over);
	char ours[32], limit[32];

	snprintf(ours, sizeof(ours), "%.1f (%.0f) ns", over,
	    bench_median(&r->none));
	snprintf(limit, sizeof(limit), "%.0f ns", t->limit);
	bench_row(t->what, r->failed ? "failed" : ours, limit,
	    over > 0 ? over / t->limit : 0, 1, LIMIT);
}

int
main(void)
{
	struct result *r = calloc(NTESTS, sizeof(*r));
	const char *env = getenv("BENCH_ROUNDS");
	int i, n, rounds = env != NULL ? atoi(env) : ROUNDS;

	if (r == NULL)
		return 1;
	bench_pin(1 % (int)sysconf(_SC_NPROCESSORS_ONLN));
	for (n = 0; n < rounds; n++)
		for (i = 0; i < NTESTS; i++)
			if (!r[i].failed)
				round_of(&tests[i], &r[i]);
	for (i = 0; i < NTESTS; i++)
		report(&tests[i], &r[i]);
	free(r);
	return 0;
}
