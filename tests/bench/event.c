/* SPDX-License-Identifier: MIT */
/*
 * The cost of a firing in ns: over no program at all and, in brackets, over the
 * empty program of the same tool.  The empty program rejects the event; what
 * this library does after that is counted in full, including the slot and the
 * context, which its peers do not have.
 *
 * The machine may change its speed and have other work.  So slices are short,
 * only the fastest of a sample count, and a sample is divided by the time of a
 * call without a program just before and after it.
 *
 * The programs of this library and of libbpf are attached and detached for each
 * sample.  bpftrace is slow to start, so its two probes, empty and not, are
 * attached together, and unused system call numbers select one of them.
 */
#include "bench.h"

#define	ROUNDS		15
#define	EVERY		4	/* bpftrace takes part in one round of four */
#define	CALLS		500	/* in a slice */
#define	SLICES		60	/* in a sample */
#define	BT_PAIRS	12	/* of samples, for each start of bpftrace */
#define	BT_EMPTY	601	/* system calls that do not exist */
#define	BT_CASE		600
#define	STRINGS		100	/* of 63 bytes, which arg1 points to */

struct test {
	const char *what;
	const char *ours;
	const char *bpftrace;
	const char *peer;	/* a program of peer.bpf.c */
	unsigned range;		/* of arg1 */
	unsigned keys;		/* entries that are made; 0: not checked */
	double goal_bt;		/* of the ratio to bpftrace, over no program */
	double limit;		/* ns over the empty program; 0: none */
	bool strings;		/* arg1 is one of `range` strings */
};

static const struct test tests[] = {
	{ "@=count()", "@=count();", "@=count();", "no_key", 1, 1, 0.65,
	    15, false },
	{ "@[arg1], 1 key", "@[arg1]=count();",
	    "@[args->args[1]]=count();", "int_key", 1, 1, 0.62, 0, false },
	{ "@[arg1], 100 keys", "@[arg1]=count();",
	    "@[args->args[1]]=count();", "int_key", 100, 100, 0.62, 0,
	    false },
	{ "@[arg1], 10,000 keys", "@[arg1]=count();",
	    "@[args->args[1]]=count();", "int_key", 10000, 10000, 0.62, 0,
	    false },
	{ "@[arg1], 100,000 keys", "@[arg1]=count();",
	    "@[args->args[1]]=count();", "int_key", 100000, 100000, 0.62,
	    0, false },
	{ "@[execname]", "@[execname]=count();", "@[comm]=count();",
	    "comm_key", 1, 1, 0.5, 0, false },
	{ "@[execname,probefunc]", "@[execname,probefunc]=count();",
	    "@[comm,probe]=count();", "comm_func_key", 1, 1, 0.5, 0,
	    false },
	{ "@[probefunc]", "@[probefunc]=count();", "@[probe]=count();",
	    "func_key", 1, 1, 0.5, 20, false },
	{ "@[copyinstr(arg1)], 63 bytes", "@[copyinstr(arg1)]=count();",
	    "@[str(args->args[1],64)]=count();", "user_str_key", STRINGS,
	    STRINGS, 0.5, 0, true },
	{ "@[64-byte literal]", "@[\"" STRING "\"]=count();",
	    "@[\"" STRING "\"]=count();", "str_key", 1, 1, 0.5, 0,
	    false },
	{ "@[curthread->tgid]", "@[curthread->tgid]=count();",
	    "@[((struct task_struct *)curtask)->tgid]=count();",
	    "task_key", 1, 1, 0.62, 0, false },
	{ "quantize(arg1)", "@=quantize(arg1);", "@=hist(args->args[1]);",
	    "log2_bucket", 1000, 0, 0.62, 0, false },
	{ "stddev(arg1)", "@=stddev(arg1);", "@=stats(args->args[1]);",
	    "spread", 1000, 0, 0.62, 0, false },
	{ "count, sum, max by arg1",
	    "@a[arg1]=count();@b[arg1]=sum(arg1);@c[arg1]=max(arg1);",
	    "@a[args->args[1]]=count();@b[args->args[1]]=sum(args->args[1]);"
	    "@c[args->args[1]]=max(args->args[1]);",
	    "three", 1, 0, 0.62, 0, false },
};

#define	NTESTS	((int)(sizeof(tests) / sizeof(tests[0])))

/*
 * Samples of a call: in ns without a program; with an empty one, and with that
 * of the test, as multiples of that.
 */
struct result {
	struct samples none, ours_empty, ours, peer_empty, peer;
	struct samples bt_empty[MAXBPFTRACE], bt[MAXBPFTRACE];
};

struct state {
	struct result result[NTESTS];
	struct samples bt_alone[MAXBPFTRACE];	/* only its empty program */
	struct bpf_object *peer;
	struct bpftraces bpftrace;
	bool failed[NTESTS];
	uint64_t rng;
	uint64_t issued;
	bool strings;		/* of the current test */
	char text[STRINGS][64];
};

static unsigned long
arg(const struct state *st, unsigned i)
{
	return st->strings ? (unsigned long)st->text[i % STRINGS] : i;
}

/* ns of a call, with arg1 from 0..range-1, or one of the strings. */
static double
slice(struct state *st, long nr, unsigned range)
{
	uint64_t rng = st->rng;
	double start = bench_wall();
	int i;

	for (i = 0; i < CALLS; i++) {
		rng = rng * 6364136223846793005ULL + 1442695040888963407ULL;
		syscall(nr, -1, arg(st, (rng >> 32) * range >> 32), 0);
	}
	st->rng = rng;
	st->issued += CALLS;
	return (bench_wall() - start) / CALLS;
}

/* The fastest tenth of many slices, which nothing interrupted. */
static double
sample(struct state *st, long nr, unsigned range, int nslices)
{
	struct samples s = { .n = 0 };
	int i;

	bench_alone(true);
	for (i = 0; i < nslices; i++)
		bench_add(&s, slice(st, nr, range));
	bench_alone(false);
	return bench_rank(&s, 0.1);
}

/* Use every key once, then go on until the caches are warm. */
static void
warm(struct state *st, long nr, unsigned range)
{
	unsigned i;

	for (i = 0; i < range; i++)
		syscall(nr, -1, arg(st, i), 0);
	st->issued += range;
	sample(st, nr, range, 16);
}

static double
bare(struct state *st, const struct test *t)
{
	warm(st, __NR_lseek, 1);
	return sample(st, __NR_lseek, t->range, SLICES);
}

/* ns of a call under our program, -1 if it fails; pid: the traced process. */
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

/* Add a sample that was taken between two samples without a program. */
static void
add(struct samples *s, double ns, double before, double after)
{
	if (ns >= 0)
		bench_add(s, 2 * ns / (before + after));
}

static double
bare_of(struct state *st, int i)
{
	double ns = bare(st, &tests[i]);

	bench_add(&st->result[i].none, ns);
	return ns;
}

static void
round_ours(struct state *st, int i)
{
	const struct test *t = &tests[i];
	struct result *r = &st->result[i];
	double before, empty, between, full;

	if (st->failed[i])
		return;
	before = bare_of(st, i);
	empty = ours(st, t, "$1+1", "1;", 0);
	between = bare_of(st, i);
	full = ours(st, t, "$1", t->ours, t->keys);
	add(&r->ours_empty, empty, before, between);
	add(&r->ours, full, between, bare_of(st, i));
	st->failed[i] = full < 0;
}

static void
round_peer(struct state *st, int i)
{
	const struct test *t = &tests[i];
	struct result *r = &st->result[i];
	double before, empty, full, after;

	if (st->peer == NULL)
		return;
	before = bare_of(st, i);
	empty = peer(st, t, "empty");
	full = peer(st, t, t->peer);
	after = bare_of(st, i);
	add(&r->peer_empty, empty, before, after);
	add(&r->peer, full, before, after);
}

/* Start bpftrace k, and take as many pairs of samples as that is worth. */
static void
round_bpftrace(struct state *st, int i, int k)
{
	const struct test *t = &tests[i];
	struct result *r = &st->result[i];
	double empty[BT_PAIRS], full[BT_PAIRS], before, after;
	char text[1024];
	pid_t pid;
	int n;

	snprintf(text, sizeof(text), "tracepoint:raw_syscalls:sys_enter "
	    "/pid==%d && args->id==%d/ {} tracepoint:raw_syscalls:sys_enter "
	    "/pid==%d && args->id==%d/ {%s}", getpid(), BT_EMPTY, getpid(),
	    BT_CASE, t->bpftrace);
	before = bare_of(st, i);
	pid = bench_attach(st->bpftrace.v[k].path, text, 2);
	if (pid < 0)
		return;
	warm(st, BT_CASE, t->range);
	for (n = 0; n < BT_PAIRS; n++) {
		empty[n] = sample(st, BT_EMPTY, t->range, SLICES / 4);
		full[n] = sample(st, BT_CASE, t->range, SLICES / 4);
	}
	bench_kill(pid);
	after = bare_of(st, i);
	for (n = 0; n < BT_PAIRS; n++) {
		add(&r->bt_empty[k], empty[n], before, after);
		add(&r->bt[k], full[n], before, after);
	}
}

/* The cost of bpftrace's empty program over none. */
static void
round_bt_empty(struct state *st, int k)
{
	const struct test *t = &tests[0];
	double before, ns;
	char text[256];
	pid_t pid;

	snprintf(text, sizeof(text), "tracepoint:raw_syscalls:sys_enter "
	    "/pid==%d && args->id==%d/ {}", getpid(), __NR_lseek);
	before = bare_of(st, 0);
	pid = bench_attach(st->bpftrace.v[k].path, text, 1);
	if (pid < 0)
		return;
	ns = bare(st, t);
	bench_kill(pid);
	add(&st->bt_alone[k], ns, before, bare_of(st, 0));
}

static void
rounds(struct state *st, int n)
{
	int r, i, k;

	for (r = 0; r < n; r++) {
		for (i = 0; i < NTESTS; i++) {
			st->strings = tests[i].strings;
			round_ours(st, i);
			round_peer(st, i);
			for (k = 0; k < st->bpftrace.n && r % EVERY == 0; k++)
				round_bpftrace(st, i, k);
		}
		st->strings = false;
		for (k = 0; k < st->bpftrace.n && r % (EVERY / 2) == 0; k++)
			round_bt_empty(st, k);
	}
}

/* A cost over no program, and over the empty program of the tool. */
struct cost {
	double none, empty;
};

/* Convert multiples of a call without a program to ns. */
static struct cost
cost(struct result *r, struct samples *empty, struct samples *full)
{
	double none = bench_rank(&r->none, 0.1), times = bench_median(full);

	if (full->n == 0)
		return (struct cost){ -1, -1 };
	return (struct cost){ none * (times - 1),
	    none * (times - bench_median(empty)) };
}

/* Two programs of bpftrace k are attached; a user would attach one. */
static struct cost
cost_bpftrace(struct state *st, int i, int k)
{
	struct result *r = &st->result[i];
	struct cost c = cost(r, &r->bt_empty[k], &r->bt[k]);

	c.none = c.empty + bench_rank(&st->result[0].none, 0.1) *
	    (bench_median(&st->bt_alone[k]) - 1);
	return c;
}

static void
put_cost(char *to, size_t size, struct cost c)
{
	if (c.none > 0)
		snprintf(to, size, "%.0f (%.1f) ns", c.none, c.empty);
	else
		snprintf(to, size, "-");
}

/* The goal is for the ratio over no program; the other ratio is shown, too. */
static void
row(const char *what, struct cost a, struct cost b, double goal,
    const char *who)
{
	char x[32], y[32], none[16], empty[16], ratio[40];
	bool known = a.none > 0 && b.none > 0;

	put_cost(x, sizeof(x), a);
	put_cost(y, sizeof(y), b);
	bench_ratio(none, sizeof(none), known ? a.none / b.none : 0);
	bench_ratio(empty, sizeof(empty),
	    known && b.empty > 0 ? a.empty / b.empty : 0);
	snprintf(ratio, sizeof(ratio), "%s (%s)", none, empty);
	bench_line(what, x, y, ratio, goal, who);
}

/* The limits of this library are for the cost over the empty program. */
static void
row_limit(const char *what, struct cost a, double limit)
{
	char x[32], y[32], ratio[40], is[16];

	put_cost(x, sizeof(x), a);
	snprintf(y, sizeof(y), "(%.0f) ns", limit);
	bench_ratio(is, sizeof(is), a.none > 0 ? a.empty / limit : 0);
	snprintf(ratio, sizeof(ratio), "(%s)", is);
	bench_line(what, x, y, ratio, 1, LIMIT);
}

static void
report(struct state *st, int i)
{
	struct result *r = &st->result[i];
	struct cost a = cost(r, &r->ours_empty, &r->ours);
	int k;

	if (tests[i].limit != 0)
		row_limit(tests[i].what, a, tests[i].limit);
	for (k = 0; k < st->bpftrace.n; k++) {
		if (r->bt[k].n == 0)
			continue;
		row(tests[i].what, a, cost_bpftrace(st, i, k),
		    tests[i].goal_bt, st->bpftrace.v[k].name);
	}
	row(tests[i].what, a, cost(r, &r->peer_empty, &r->peer), 0, "libbpf");
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
	st->bpftrace = bench_bpftraces();
	for (i = 0; i < STRINGS; i++)
		snprintf(st->text[i], sizeof(st->text[i]), "/usr/share/a/long/"
		    "path/as/programs/have/the/number/%03d/and/name", i);
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
