/* SPDX-License-Identifier: MIT */
/*
 * What one firing costs, in ns: over the empty program of the same tool and,
 * in brackets, over no program at all. The empty program finds out that it is
 * not concerned: what ours does from there on is all counted, the slot and the
 * context too, for its peers have none. Everything is a difference between
 * neighbours in time, because this measures machines that change their speed:
 * ours and the hand-written program are attached and detached for each sample;
 * bpftrace is slow to start, so its two probes, empty and not, are attached
 * together and take turns by a system call number that nobody uses.
 */
#include "bench.h"

#define	ROUNDS		15
#define	EVERY		4	/* bpftrace takes part in each fourth round */
#define	CALLS		2000	/* in a slice */
#define	SLICES		24	/* in a sample */
#define	BT_PAIRS	12	/* of samples, for each start of bpftrace */
#define	BT_EMPTY	601	/* system calls that do not exist */
#define	BT_CASE		600

struct test {
	const char *what;
	const char *ours;
	const char *bpftrace;
	const char *peer;	/* a program of peer.bpf.c */
	unsigned range;		/* of arg1 */
	unsigned keys;		/* entries that this makes; 0: do not check */
	double goal_bt, goal_peer;
	double limit;		/* ns over the empty program; 0: none */
};

static const struct test tests[] = {
	{ "@=count()", "@=count();", "@=count();", "no_key", 1, 1, 0, 0, 15 },
	{ "@[arg1], 1 key", "@[arg1]=count();",
	    "@[args->args[1]]=count();", "int_key", 1, 1, 0.7, 2, 0 },
	{ "@[arg1], 100 keys", "@[arg1]=count();",
	    "@[args->args[1]]=count();", "int_key", 100, 100, 0.7, 0, 0 },
	{ "@[arg1], 10,000 keys", "@[arg1]=count();",
	    "@[args->args[1]]=count();", "int_key", 10000, 10000, 0.7, 1, 0 },
	{ "@[arg1], 100,000 keys", "@[arg1]=count();",
	    "@[args->args[1]]=count();", "int_key", 100000, 100000, 0.7, 1, 0 },
	{ "@[execname]", "@[execname]=count();", "@[comm]=count();",
	    "comm_key", 1, 1, 0.5, 1, 0 },
	{ "@[execname,probefunc]", "@[execname,probefunc]=count();",
	    "@[comm,probe]=count();", "comm_func_key", 1, 1, 0.5, 1, 0 },
	{ "@[probefunc]", "@[probefunc]=count();", "@[probe]=count();",
	    "func_key", 1, 1, 0, 2, 20 },
	{ "@[64-byte string]", "@[\"" STRING "\"]=count();",
	    "@[\"" STRING "\"]=count();", "str_key", 1, 1, 0.5, 1, 0 },
	{ "@[curthread->tgid]", "@[curthread->tgid]=count();",
	    "@[((struct task_struct *)curtask)->tgid]=count();",
	    "task_key", 1, 1, 0.7, 2, 0 },
	{ "quantize(arg1)", "@=quantize(arg1);", "@=hist(args->args[1]);",
	    "log2_bucket", 1000, 0, 0.5, 0, 0 },
	{ "stddev(arg1)", "@=stddev(arg1);", "@=stats(args->args[1]);",
	    "spread", 1000, 0, 0.5, 0, 0 },
	{ "count, sum, max by arg1",
	    "@a[arg1]=count();@b[arg1]=sum(arg1);@c[arg1]=max(arg1);",
	    "@a[args->args[1]]=count();@b[args->args[1]]=sum(args->args[1]);"
	    "@c[args->args[1]]=max(args->args[1]);",
	    "three", 1, 0, 0, 1, 0 },
};

#define	NTESTS	((int)(sizeof(tests) / sizeof(tests[0])))

struct result {
	struct samples ours, ours_none, peer, peer_none, bt;
};

struct state {
	struct result result[NTESTS];
	struct samples bt_empty;
	struct bpf_object *peer;
	bool bpftrace;
	bool failed[NTESTS];
	uint64_t rng;
	uint64_t issued;
};

/* ns of a call, with arg1 drawn from 0..range-1. */
static double
slice(struct state *st, long nr, unsigned range)
{
	uint64_t rng = st->rng;
	double start = bench_wall();
	int i;

	for (i = 0; i < CALLS; i++) {
		rng = rng * 6364136223846793005ULL + 1442695040888963407ULL;
		syscall(nr, -1, (rng >> 32) * range >> 32, 0);
	}
	st->rng = rng;
	st->issued += CALLS;
	return (bench_wall() - start) / CALLS;
}

/* The lower quartile of many slices: what came between does not count. */
static double
sample(struct state *st, long nr, unsigned range, int nslices)
{
	struct samples s = { .n = 0 };
	int i;

	for (i = 0; i < nslices; i++)
		bench_add(&s, slice(st, nr, range));
	return bench_rank(&s, 0.25);
}

/* Every key once, then until caches know what comes. */
static void
warm(struct state *st, long nr, unsigned range)
{
	unsigned i;

	for (i = 0; i < range; i++)
		syscall(nr, -1, i, 0);
	st->issued += range;
	sample(st, nr, range, 4);
}

static double
bare(struct state *st, const struct test *t)
{
	warm(st, __NR_lseek, 1);
	return sample(st, __NR_lseek, t->range, SLICES);
}

/* ns of a call under our program, -1 if there is none; pid: who is traced. */
static double
ours(struct state *st, const struct test *t, const char *pid,
    const char *body, unsigned keys)
{
	const char *size = t->range > 10000 ? "16m" : "4m";
	struct ours o;
	char text[512];
	double ns;

	snprintf(text, sizeof(text), "syscall::lseek:entry/pid==%s/{%s}", pid,
	    body);
	if (bench_start(&o, size, text) != 0)
		return -1;
	st->issued = 0;
	warm(st, __NR_lseek, t->range);
	ns = sample(st, __NR_lseek, t->range, SLICES);
	if (keys != 0) {
		if (bench_total(&o) != 0)
			return bench_complain(&o, text);
		bench_expect(&o, t->what, st->issued, keys);
	}
	bench_stop(&o);
	return ns;
}

static double
peer(struct state *st, const struct test *t, const char *prog)
{
	struct bpf_link *link = bench_link(st->peer, prog);
	double ns;

	if (link == NULL)
		return -1;
	warm(st, __NR_lseek, t->range);
	ns = sample(st, __NR_lseek, t->range, SLICES);
	bpf_link__destroy(link);
	return ns;
}

static void
round_ours(struct state *st, int i)
{
	const struct test *t = &tests[i];
	struct result *r = &st->result[i];
	double none, empty, full;

	if (st->failed[i])
		return;
	none = bare(st, t);
	empty = ours(st, t, "$1+1", "1;", 0);
	full = ours(st, t, "$1", t->ours, t->keys);
	none = (none + bare(st, t)) / 2;
	if (empty < 0 || full < 0) {
		st->failed[i] = true;
		return;
	}
	bench_add(&r->ours, full - empty);
	bench_add(&r->ours_none, full - none);
}

static void
round_peer(struct state *st, int i)
{
	const struct test *t = &tests[i];
	struct result *r = &st->result[i];
	double none, empty, full;

	if (st->peer == NULL)
		return;
	none = bare(st, t);
	empty = peer(st, t, "empty");
	full = peer(st, t, t->peer);
	none = (none + bare(st, t)) / 2;
	if (empty < 0 || full < 0)
		return;
	bench_add(&r->peer, full - empty);
	bench_add(&r->peer_none, full - none);
}

/* A start of bpftrace, and as many pairs of samples as it is worth. */
static void
round_bpftrace(struct state *st, int i)
{
	const struct test *t = &tests[i];
	char text[1024];
	double empty;
	pid_t pid;
	int n;

	snprintf(text, sizeof(text), "tracepoint:raw_syscalls:sys_enter "
	    "/pid==%d && args->id==%d/ {} tracepoint:raw_syscalls:sys_enter "
	    "/pid==%d && args->id==%d/ {%s}", getpid(), BT_EMPTY, getpid(),
	    BT_CASE, t->bpftrace);
	pid = bench_attach(text, 2);
	if (pid < 0)
		return;
	warm(st, BT_CASE, t->range);
	for (n = 0; n < BT_PAIRS; n++) {
		empty = sample(st, BT_EMPTY, t->range, SLICES / 4);
		bench_add(&st->result[i].bt,
		    sample(st, BT_CASE, t->range, SLICES / 4) - empty);
	}
	bench_kill(pid);
}

/* Its empty program over none. */
static void
round_bt_empty(struct state *st)
{
	const struct test *t = &tests[0];
	double none = bare(st, t), ns;
	char text[256];
	pid_t pid;

	snprintf(text, sizeof(text), "tracepoint:raw_syscalls:sys_enter "
	    "/pid==%d && args->id==%d/ {}", getpid(), __NR_lseek);
	pid = bench_attach(text, 1);
	if (pid < 0)
		return;
	ns = bare(st, t);
	bench_kill(pid);
	bench_add(&st->bt_empty, ns - (none + bare(st, t)) / 2);
}

static void
rounds(struct state *st, int n)
{
	int r, i;

	for (r = 0; r < n; r++) {
		for (i = 0; i < NTESTS; i++) {
			round_ours(st, i);
			round_peer(st, i);
			if (st->bpftrace && r % EVERY == 0)
				round_bpftrace(st, i);
		}
		if (st->bpftrace && r % (EVERY / 2) == 0)
			round_bt_empty(st);
	}
}

/* b_none 0: b has none. */
static void
row(const char *what, double a, double a_none, double b, double b_none,
    double goal, const char *who)
{
	char ours_text[32] = "failed", peer_text[32] = "-";

	if (a_none > 0)
		snprintf(ours_text, sizeof(ours_text), "%.1f (%.0f) ns", a,
		    a_none);
	if (b_none > 0)
		snprintf(peer_text, sizeof(peer_text), "%.1f (%.0f) ns", b,
		    b_none);
	else if (b_none == 0)
		snprintf(peer_text, sizeof(peer_text), "%.0f ns", b);
	bench_row(what, ours_text, peer_text,
	    a_none > 0 && b_none >= 0 && a > 0 && b > 0 ? a / b : 0, goal,
	    who);
}

static void
report(struct state *st, int i)
{
	struct result *r = &st->result[i];
	double a = bench_median(&r->ours), a_none = bench_median(&r->ours_none);
	double b;

	if (tests[i].limit != 0)
		row(tests[i].what, a, a_none, tests[i].limit, 0, 1, LIMIT);
	if (r->bt.n != 0) {
		b = bench_median(&r->bt);
		row(tests[i].what, a, a_none, b,
		    b + bench_median(&st->bt_empty), tests[i].goal_bt,
		    "bpftrace");
	}
	row(tests[i].what, a, a_none, bench_median(&r->peer),
	    bench_median(&r->peer_none), tests[i].goal_peer, "libbpf");
}

int
main(void)
{
	struct state *st = calloc(1, sizeof(*st));
	const char *env = getenv("BENCH_ROUNDS");
	int i;

	if (st == NULL)
		return 1;
	st->rng = 1;
	st->bpftrace = bench_has_bpftrace();
	st->peer = bench_peer(200000);
	setenv("BPFTRACE_MAP_KEYS_MAX", "200000", 1);
	bench_pin(1 % (int)sysconf(_SC_NPROCESSORS_ONLN));
	rounds(st, env != NULL ? atoi(env) : ROUNDS);
	for (i = 0; i < NTESTS; i++)
		report(st, i);
	bpf_object__close(st->peer);
	free(st);
	return 0;
}
