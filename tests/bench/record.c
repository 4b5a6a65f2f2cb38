/* SPDX-License-Identifier: MIT */
/*
 * Trace records: the cost of one when the probe fires, over a program that
 * reads the clock once, as every record does; the CPU time to take one from the
 * buffer to a callback of the consumer, and to print it to a file.
 */
#include "bench.h"

#define	ROUNDS		15
#define	SLICES		24
#define	CALLS		2000
#define	BATCH		100000	/* records at a time to consume */
#define	MILLION		1000000
#define	CLOCK		"timestamp;"

/* The header takes 16 bytes of a record. */
static const struct test {
	const char *what, *body;
	double limit;		/* ns over the clock's program */
} tests[] = {
	{ "a record of 32 bytes", "trace(arg1); trace(arg2);", 15 },
	{ "a record of 48 bytes",
	    "trace(arg0); trace(arg1); trace(arg2); trace(arg3);", 0 },
	{ "printf() of three values",
	    "printf(\"%d %d %d\\n\", arg0, arg1, arg2);", 0 },
};

#define	NTESTS	(sizeof(tests) / sizeof(tests[0]))

static void
calls(int n)
{
	for (int i = 0; i < n; i++)
		syscall(__NR_lseek, -1, i, 0);
}

/* The lower quartile of many slices, which little interrupted. */
static double
sample(void)
{
	struct samples s = { .n = 0 };

	calls(4 * CALLS);
	for (int i = 0; i < SLICES; i++) {
		double start = bench_wall();

		calls(CALLS);
		bench_add(&s, (bench_wall() - start) / CALLS);
	}
	return bench_rank(&s, 0.25);
}

static int
start(struct ours *o, const char *body, const char *bufsize)
{
	char text[512];

	snprintf(text, sizeof(text), "syscall::lseek:entry/pid==$1/{%s}", body);
	if (bench_open(o, "64k") != 0)
		return -1;
	if (dtrace_setopt(o->dtp, "bufsize", bufsize) != 0 ||
	    dtrace_setopt(o->dtp, "switchrate", "0") != 0)
		return bench_complain(o, "option");
	return bench_go(o, text);
}

/* The records of all slices fit: none is dropped, none is read meanwhile. */
static double
producer(const char *body)
{
	struct ours o;
	double ns;

	if (start(&o, body, "16m") != 0)
		return -1;
	ns = sample();
	if (dtrace_status(o.dtp) < 0 || o.drops != 0)
		fprintf(stderr, "bench: WRONG: %lu drops\n",
		    (unsigned long)o.drops);
	bench_stop(&o);
	return ns;
}

static void
row_producer(const struct test *t)
{
	struct samples s = { .n = 0 };
	char ours[32] = "failed", limit[32] = "-";
	double ns;

	for (int r = 0; r < ROUNDS; r++) {
		double base = producer(CLOCK), full = producer(t->body);

		if (base < 0 || full < 0)
			return;
		bench_add(&s, full - base);
	}
	ns = bench_median(&s);
	snprintf(ours, sizeof(ours), "%.1f ns", ns);
	if (t->limit != 0)
		snprintf(limit, sizeof(limit), "%.0f ns", t->limit);
	bench_row(t->what, ours, limit, t->limit != 0 ? ns / t->limit : 0,
	    t->limit != 0 ? 1 : 0, t->limit != 0 ? LIMIT : "");
}

static int
next_record(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
    void *arg)
{
	(void) data;
	*(unsigned long *)arg += rec == NULL;
	return DTRACE_CONSUME_NEXT;
}

/* CPU ns to take a record to the callbacks. */
static double
consumer(const char *body, FILE *fp, dtrace_consume_rec_f *rf, int rounds)
{
	struct samples s = { .n = 0 };
	struct ours o;

	if (start(&o, body, "16m") != 0)
		return -1;
	for (int r = 0; r <= rounds; r++) {
		unsigned long seen = 0;
		double begin;

		calls(BATCH);
		begin = bench_cpu();
		if (dtrace_consume(o.dtp, fp, NULL, rf, &seen) != 0)
			return bench_complain(&o, "consume");
		begin = bench_cpu() - begin;
		if (seen != BATCH)
			fprintf(stderr, "bench: WRONG: %lu of %d\n", seen,
			    BATCH);
		if (r != 0)
			bench_add(&s, begin / BATCH);
	}
	bench_stop(&o);
	return bench_median(&s);
}

/* The library prints the records; the end of each is counted. */
static int
this_record(const dtrace_probedata_t *data, const dtrace_recdesc_t *rec,
    void *arg)
{
	(void) data;
	*(unsigned long *)arg += rec == NULL;
	return DTRACE_CONSUME_THIS;
}

static void
rows_consumer(void)
{
	char path[] = "/tmp/bench.XXXXXX", ours[32];
	int fd = mkstemp(path);
	FILE *fp = fd >= 0 ? fdopen(fd, "w") : NULL;
	double ns;

	if (fp == NULL)
		return;
	unlink(path);
	ns = consumer(tests[0].body, fp, next_record, ROUNDS);
	snprintf(ours, sizeof(ours), "%.1f ns", ns);
	bench_row("to take it to a callback", ours, "10 ns", ns / 10, 1,
	    LIMIT);
	ns = consumer(tests[2].body, fp, this_record, MILLION / BATCH);
	bench_ms("to print 1,000,000 to a file", ns * MILLION, 1e9, 1, LIMIT);
	fclose(fp);
}

int
main(void)
{
	bench_pin(1 % (int)sysconf(_SC_NPROCESSORS_ONLN));
	for (size_t i = 0; i < NTESTS; i++)
		row_producer(&tests[i]);
	rows_consumer();
	return 0;
}
