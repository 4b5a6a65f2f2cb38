/* SPDX-License-Identifier: MIT */
/*
 * The cost of the script of dtrace_sched(4) at a switch, in ns over no program:
 * two processes on one CPU pass a byte back and forth, so that each turn is two
 * switches.  Differences are between neighbouring samples.
 */
#include "pair.h"

#define	ROUNDS	15
#define	TURNS	2000	/* in a slice */
#define	SLICES	12
#define	LIMIT_NS 150.0

static const char script[] =
    "sched:::on-cpu { self->ts = timestamp; }"
    "sched:::off-cpu /self->ts != 0/"
    "{ @[execname] = sum((timestamp - self->ts) / 1000); self->ts = 0; }";

/* ns of a switch: the lower quartile of many slices. */
static double
sample(const struct pair *p)
{
	struct samples s = { .n = 0 };
	double start;
	int i, j;

	for (i = 0; i < SLICES; i++) {
		start = bench_wall();
		for (j = 0; j < TURNS; j++)
			if (!pair_turn(p))
				return -1;
		bench_add(&s, (bench_wall() - start) / (2 * TURNS));
	}
	return bench_rank(&s, 0.25);
}

static int
round_of(const struct pair *p, struct samples *s)
{
	double before = sample(p), with;
	struct ours o;

	if (bench_open(&o, "1m") != 0 ||
	    dtrace_setopt(o.dtp, "argref", NULL) != 0 ||
	    bench_go(&o, script) != 0)
		return -1;
	sample(p);
	with = sample(p);
	bench_stop(&o);
	bench_add(s, with - (before + sample(p)) / 2);
	return 0;
}

int
main(void)
{
	struct samples s = { .n = 0 };
	char ours[32], limit[32];
	struct pair p;
	int i;

	bench_pin(0);
	if (pair_start(&p) != 0)
		return 1;
	sample(&p);
	for (i = 0; i < ROUNDS; i++)
		if (round_of(&p, &s) != 0)
			break;
	pair_end(&p);
	snprintf(ours, sizeof(ours), "%.0f ns", bench_median(&s));
	snprintf(limit, sizeof(limit), "%.0f ns", LIMIT_NS);
	bench_row("switch: on-cpu, off-cpu", ours, limit,
	    bench_median(&s) / LIMIT_NS, 1, LIMIT);
	return s.n == 0;
}
