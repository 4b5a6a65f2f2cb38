/* SPDX-License-Identifier: MIT */
/*
 * 100,000 keys, every second one with a string of 64 bytes: CPU time of the
 * first snapshot, of later ones, of walks and of printing; printing of sorted
 * integer keys compared with bpftrace, which reads its map to do so; and the
 * memory and the walks of 1,000,000 integer keys.
 */
#include "bench.h"

#define	KEYS	100000
#define	MILLION	1000000
#define	COMPACT	16		/* bytes of an integer key and a sum */
#define	REPS	7
#define	MIXED	"syscall::lseek:entry/pid==$1 && (arg1 & 1)/"		\
		"{@[arg1,\"" STRING "\"]=sum(arg2);}"			\
		"syscall::lseek:entry/pid==$1 && !(arg1 & 1)/"		\
		"{@i[arg1]=sum(arg2);}"
#define	SUMS	"syscall::lseek:entry/pid==$1/{@[arg1]=sum(arg2);}"
#define	PLAIN	"syscall::lseek:entry/pid==$1/{@[arg1]=count();}"

struct times {
	struct samples first, later, walk, again, print;
};

/* The third argument is summed up: values in no order. */
static uint64_t
fill(unsigned keys)
{
	uint64_t sum = 0;
	unsigned i;

	for (i = 0; i < keys; i++) {
		unsigned v = i * 2654435761u >> 20;

		syscall(__NR_lseek, -1, i, v);
		sum += v;
	}
	return sum;
}

static int
ignore(const dtrace_aggdata_t *agg, void *arg)
{
	(void)agg;
	(void)arg;
	return DTRACE_AGGWALK_NEXT;
}

/* CPU time of a snap, a walk or a print; a failure only prints a message. */
static double
timed_snap(struct ours *o)
{
	double start = bench_cpu();

	if (dtrace_aggregate_snap(o->dtp) != 0)
		fprintf(stderr, "bench: snap failed\n");
	return bench_cpu() - start;
}

static double
timed_walk(struct ours *o)
{
	double start = bench_cpu();

	if (dtrace_aggregate_walk_valsorted(o->dtp, ignore, NULL) != 0)
		fprintf(stderr, "bench: walk failed\n");
	return bench_cpu() - start;
}

static double
timed_print(struct ours *o, FILE *fp)
{
	double start = bench_cpu();

	if (dtrace_aggregate_print(o->dtp, fp,
	    dtrace_aggregate_walk_valsorted) != 0)
		fprintf(stderr, "bench: print failed\n");
	fflush(fp);
	return bench_cpu() - start;
}

static int
mixed_once(struct times *t, FILE *null)
{
	uint64_t sum;
	struct ours o;

	if (bench_start(&o, "16m", MIXED) != 0)
		return -1;
	sum = fill(KEYS);
	bench_add(&t->first, timed_snap(&o));
	sum += fill(KEYS);
	bench_add(&t->later, timed_snap(&o));
	bench_add(&t->walk, timed_walk(&o));
	bench_add(&t->again, timed_walk(&o));
	bench_add(&t->print, timed_print(&o, null));
	if (bench_total(&o) != 0)
		return bench_complain(&o, "walk");
	bench_expect(&o, "100,000 keys", sum, KEYS);
	bench_stop(&o);
	return 0;
}

static void
mixed(FILE *null)
{
	struct times *t = calloc(1, sizeof(*t));
	int r;

	for (r = 0; t != NULL && r < REPS; r++)
		if (mixed_once(t, null) != 0)
			break;
	if (t == NULL)
		return;
	bench_ms("first snap, 100,000 keys", bench_median(&t->first), 40e6,
	    1, LIMIT);
	bench_ms("later snap of the same keys", bench_median(&t->later), 8e6,
	    1, LIMIT);
	bench_ms("walk_valsorted of them", bench_median(&t->walk), 200e6,
	    1, LIMIT);
	bench_ms("walk_valsorted once more", bench_median(&t->again), 200e6,
	    1, LIMIT);
	bench_ms("print of them", bench_median(&t->print), 200e6, 1, LIMIT);
	free(t);
}

/* Snap, sort and print. */
static double
print_ours(FILE *null)
{
	struct samples s = { .n = 0 };
	struct ours o;
	double start;
	int r;

	for (r = 0; r < REPS; r++) {
		if (bench_start(&o, "16m", PLAIN) != 0)
			return -1;
		fill(KEYS);
		start = bench_cpu();
		timed_snap(&o);
		timed_print(&o, null);
		bench_add(&s, bench_cpu() - start);
		bench_stop(&o);
	}
	return bench_median(&s);
}

/*
 * Interrupt a process until it ends, because it may ignore an interrupt while
 * it begins.  -1: it had to be killed.
 */
static int
interrupt(pid_t pid, struct rusage *used)
{
	int tries;

	for (tries = 0; tries < 4000; tries++) {
		if (tries % 1000 == 0)
			kill(pid, SIGINT);
		if (wait4(pid, NULL, WNOHANG, used) == pid)
			return 0;
		usleep(2000);
	}
	bench_kill(pid);
	return -1;
}

/* CPU time of bpftrace from the interrupt, at which it prints, to its end. */
static double
end_bpftrace(const char *path, unsigned range)
{
	char text[256];
	struct rusage used;
	clockid_t clock;
	double start;
	pid_t pid;
	unsigned i;

	snprintf(text, sizeof(text), "tracepoint:raw_syscalls:sys_enter "
	    "/pid==%d && args->id==%d/ {@[args->args[1]]=count();}",
	    getpid(), __NR_lseek);
	pid = bench_attach(path, text, 1);
	if (pid < 0)
		return -1;
	for (i = 0; i < KEYS; i++)
		syscall(__NR_lseek, -1, i % range, 0);
	clock_getcpuclockid(pid, &clock);
	start = bench_clock(clock);
	if (interrupt(pid, &used) != 0)
		return -1;
	return (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e9 +
	    (used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e3 - start;
}

/* The time of 100,000 keys minus that of one. */
static double
print_bpftrace(const char *path)
{
	struct samples s = { .n = 0 };
	int r;

	setenv("BPFTRACE_MAP_KEYS_MAX", "200000", 1);
	for (r = 0; r < 3; r++) {
		double one = end_bpftrace(path, 1);
		double all = end_bpftrace(path, KEYS);

		if (one < 0 || all < 0)
			return -1;
		bench_add(&s, all - one);
	}
	return bench_median(&s);
}

/* Private memory of this process, without the mapped kernel buffers. */
static double
memory(void)
{
	FILE *fp = fopen("/proc/self/status", "r");
	unsigned long kb = 0;
	char line[256];

	while (fp != NULL && fgets(line, sizeof(line), fp) != NULL)
		if (sscanf(line, "RssAnon: %lu", &kb) == 1)
			break;
	if (fp != NULL)
		fclose(fp);
	return kb * 1024.0;
}

/* A snap changes values even if there are no new ones. */
static void
walk_million(struct ours *o)
{
	struct samples walk = { .n = 0 }, again = { .n = 0 };
	int r;

	for (r = 0; r < REPS; r++) {
		timed_snap(o);
		bench_add(&walk, timed_walk(o));
		bench_add(&again, timed_walk(o));
	}
	bench_ms("walk_valsorted of 1,000,000", bench_median(&walk), 80e6, 1,
	    "the goal");
	bench_ms("walk_valsorted once more", bench_median(&again), 25e6, 1,
	    "the goal");
}

static void
million(void)
{
	char ours[32];
	double bytes;
	uint64_t sum;
	struct ours o;

	if (bench_start(&o, "64m", SUMS) != 0)
		return;
	sum = fill(MILLION);
	bytes = memory();
	timed_snap(&o);
	bytes = (memory() - bytes) / MILLION - COMPACT;
	snprintf(ours, sizeof(ours), "%.1f bytes", bytes);
	bench_row("entry beside key and value", ours, "64 bytes", bytes / 64,
	    1, "the goal");
	walk_million(&o);
	if (bench_total(&o) != 0) {
		bench_complain(&o, "walk");
		return;
	}
	bench_expect(&o, "1,000,000 keys", sum, MILLION);
	bench_stop(&o);
}

int
main(void)
{
	FILE *null = fopen("/dev/null", "w");
	struct bpftraces bt = bench_bpftraces();

	if (null == NULL)
		return 1;
	mixed(null);
	million();
	bench_ms("read, sort, print 100,000 keys", print_ours(null),
	    bt.n != 0 ? print_bpftrace(bt.v[0].path) : -1, 0.2,
	    bt.n != 0 ? bt.v[0].name : "bpftrace");
	fclose(null);
	return 0;
}
