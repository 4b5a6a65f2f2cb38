/* SPDX-License-Identifier: MIT */
/*
 * Probes in processes: what a hit of a function, of its return in either way,
 * and one that makes memory present cost, beside the same count by hand, by
 * ltrace and by gdb, and how long it takes to attach to all functions of the C
 * library, and to detach.
 *
 * usage: user		the rows
 *	user hits FD	the command: reports to FD how long a call took
 */
#include "command.h"

#define	ROUNDS		15
#define	CALLS		500	/* in a slice */
#define	SLICES		60	/* in a sample */
#define	TRACED		4000	/* calls of the command */
#define	TRACED_ROUNDS	7
#define	ATTACH_ROUNDS	5
#define	HIT		"bench_user_hit"
#define	LIMIT_US	20.0
#define	LIMIT_ATTACH	1e9
#define	LIMIT_FAULTIN	60.0	/* ns */

/* The probe's instruction is one that both engines emulate. */
void bench_user_hit(const char *text);
#ifdef __x86_64__
__asm__(".pushsection .text\n.globl " HIT "\n.type " HIT ", @function\n"
    HIT ":\npush %rbp\nmov %rsp, %rbp\npop %rbp\nret\n"
    ".size " HIT ", . - " HIT "\n.popsection");
#else
__attribute__((noinline, used)) void
bench_user_hit(const char *text)
{
	__asm__ volatile("" :: "r"(text) : "memory");
}
#endif

/* --- the kernel engine and a program by hand ------------------------------ */

static double
sample(void)
{
	struct samples s = { .n = 0 };
	double start;

	bench_alone(true);
	for (int i = 0; i < SLICES; i++) {
		start = bench_wall();
		for (int j = 0; j < CALLS; j++)
			bench_user_hit("text");
		bench_add(&s, (bench_wall() - start) / CALLS);
	}
	bench_alone(false);
	return bench_rank(&s, 0.1);
}

/* What a hit costs with this clause, and an option that has this value. */
struct hit {
	const char *what, *text, *option, *value;
	double goal;			/* of the ratio to the peer */
	bool at_return;			/* so is that of the peer */
};

static double
by_us(const struct hit *h)
{
	struct ours o;
	double ns;

	if (bench_open(&o, "1m") != 0 ||
	    dtrace_setopt(o.dtp, h->option, h->value) != 0 ||
	    bench_go(&o, h->text) != 0)
		return -1;
	(void) sample();
	ns = sample();
	if (bench_total(&o) != 0)
		return bench_complain(&o, HIT);
	bench_expect(&o, HIT, 2 * SLICES * CALLS, 1);
	bench_stop(&o);
	return ns;
}

static double
by_hand(struct bpf_object *peer, bool at_return)
{
	struct bpf_program *prog = peer == NULL ? NULL :
	    bpf_object__find_program_by_name(peer, "user_hit");
	LIBBPF_OPTS(bpf_uprobe_opts, opts, .func_name = HIT,
	    .retprobe = at_return);
	struct bpf_link *link;
	double ns;

	if (prog == NULL)
		return -1;
	link = bpf_program__attach_uprobe_opts(prog, getpid(),
	    "/proc/self/exe", 0, &opts);
	if (link == NULL)
		return -1;
	(void) sample();
	ns = sample();
	bpf_link__destroy(link);
	return ns;
}

static void
row_hit(struct bpf_object *peer, const struct hit *h)
{
	struct samples us = { .n = 0 }, hand = { .n = 0 }, ratio = { .n = 0 };
	char a[32], b[32];

	for (int i = 0; i < ROUNDS; i++) {
		double x = by_us(h), y = by_hand(peer, h->at_return);

		if (x < 0 || y < 0)
			continue;
		bench_add(&us, x);
		bench_add(&hand, y);
		bench_add(&ratio, x / y);
	}
	snprintf(a, sizeof(a), "%.0f ns", bench_median(&us));
	snprintf(b, sizeof(b), "%.0f ns", bench_median(&hand));
	bench_row(h->what, a, b, bench_median(&ratio), h->goal, "libbpf");
}

static void
row_hits(void)
{
	static const struct hit t[] = {
		{ "user: @=count(), kernel", "pid$1:a.out:" HIT ":entry "
		  "{ @ = count(); }", "returns", "auto", 1.1, false },
		{ "user: return, frames", "pid$1:a.out:" HIT ":return "
		  "{ @ = count(); }", "returns", "frames", 1.1, true },
		{ "user: return, sites", "pid$1:a.out:" HIT ":return "
		  "{ @ = count(); }", "returns", "sites", 20, true },
	};
	struct bpf_object *peer = bench_peer(1024);

	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++)
		row_hit(peer, &t[i]);
	bpf_object__close(peer);
}

/* What option faultin adds to a hit that reads a string of the process. */
static void
row_faultin(void)
{
	static const struct hit with = { NULL, "pid$1:a.out:" HIT ":entry "
	    "{ @[copyinstr(arg0)] = count(); }", "faultin", "on", 1, false };
	struct samples more = { .n = 0 };
	struct hit without = with;
	char a[32], b[32];

	without.value = "off";
	for (int i = 0; i < ROUNDS; i++) {
		double x = by_us(&with), y = by_us(&without);

		if (x >= 0 && y >= 0)
			bench_add(&more, x - y);
	}
	snprintf(a, sizeof(a), "%.0f ns", bench_median(&more));
	snprintf(b, sizeof(b), "%.0f ns", LIMIT_FAULTIN);
	bench_row("user: added by faultin", a, b,
	    bench_median(&more) / LIMIT_FAULTIN, 1, LIMIT);
}

/* --- the embedded engine, ltrace and gdb ---------------------------------- */

static int
call(int report)
{
	double start = bench_wall();

	for (int i = 0; i < TRACED; i++)
		bench_user_hit("text");
	return command_report(report, (bench_wall() - start) / TRACED);
}

static void
check(struct ours *o, const char *text)
{
	(void) text;
	bench_expect(o, HIT, TRACED, 1);
}

static const struct tracer tracers[] = {
	{ .text = "pid$target:a.out:" HIT ":entry { @ = count(); }",
	    .check = check },
	{ .argv = { (char *)"ltrace", (char *)"-c", (char *)"-L", (char *)"-o",
	    (char *)"/dev/null", (char *)"-x", (char *)HIT }, .goal = 0.5 },
	{ .argv = { (char *)"gdb", (char *)"-q", (char *)"-nx",
	    (char *)"-batch", (char *)"-ex", (char *)"break *" HIT,
	    (char *)"-ex", (char *)"ignore 1 1000000", (char *)"-ex",
	    (char *)"run", (char *)"--args" }, .goal = 0.2 },
};

#define	NTRACERS	(sizeof(tracers) / sizeof(tracers[0]))

static void
row_traced(struct command *c)
{
	struct samples s[NTRACERS] = { 0 };
	char a[32], b[32];
	double us;

	command_turns(c, tracers, NTRACERS, TRACED_ROUNDS, s);
	us = bench_median(&s[0]) / 1e3;
	snprintf(a, sizeof(a), "%.1f us", us);
	snprintf(b, sizeof(b), "%.0f us", LIMIT_US);
	bench_row("user: @=count(), vm", a, b, us / LIMIT_US, 1, LIMIT);
	for (size_t i = 1; i < NTRACERS; i++) {
		double theirs = bench_median(&s[i]) / 1e3;
		const char *name = tracers[i].argv[0];

		snprintf(b, sizeof(b), "%.1f us", theirs);
		if (s[i].n == 0)
			fprintf(stderr, "%s is not installed\n", name);
		else
			bench_row("user: @=count(), vm", a, b, us / theirs,
			    tracers[i].goal, name);
	}
}

/* --- attaching ------------------------------------------------------------ */

struct times {
	struct samples attach, detach;
	uint32_t probes;
};

static pid_t
start_sleeper(void)
{
	pid_t pid = fork();

	if (pid == 0) {
		pause();
		_exit(0);
	}
	return pid;
}

/* From the text to a program that counts. */
static int
attach(struct ours *o, pid_t pid, struct times *t)
{
	char name[] = "user", arg[16], *argv[] = { name, arg, NULL };

	snprintf(arg, sizeof(arg), "%d", (int)pid);
	if (bench_go_with(o, "pid$1:libc::entry { @ = count(); }", 2,
	    argv) != 0)
		return -1;
	t->probes = o->matches;
	return 0;
}

static int
attach_once(const char *engine, struct times *t)
{
	pid_t pid = start_sleeper();
	double start, ready = 0;
	struct ours o;
	int err;

	if (bench_open(&o, "1m") != 0) {
		bench_kill(pid);
		return -1;
	}
	err = dtrace_setopt(o.dtp, "engine", engine);
	if (err == 0 && strcmp(engine, "vm") == 0)
		err = dtrace_proc_grab(o.dtp, pid, 0) == NULL;
	start = bench_wall();
	err = err == 0 ? attach(&o, pid, t) : bench_complain(&o, engine);
	if (err == 0) {
		ready = bench_wall();
		bench_stop(&o);
		bench_add(&t->attach, ready - start);
		bench_add(&t->detach, bench_wall() - ready);
	}
	bench_kill(pid);
	return err;
}

static void
row_attach(const char *engine)
{
	struct times t = { .probes = 0 };
	char what[64];
	int err = 0;

	for (int i = 0; i < ATTACH_ROUNDS && err == 0; i++)
		err = attach_once(engine, &t);
	snprintf(what, sizeof(what), "user: attach %u, %s", t.probes, engine);
	bench_ms(what, bench_median(&t.attach), LIMIT_ATTACH, 1, LIMIT);
	snprintf(what, sizeof(what), "user: detach %u, %s", t.probes, engine);
	bench_ms(what, bench_median(&t.detach), LIMIT_ATTACH, 1, LIMIT);
}

int
main(int argc, char *argv[])
{
	int fd = command_fd(argc, argv, "hits");
	struct command c;

	if (fd >= 0)
		return call(fd);
	if (command_prepare(&c, "hits") != 0)
		return 1;
	bench_pin(0);
	row_hits();
	row_faultin();
	row_traced(&c);
	row_attach("kernel");
	row_attach("vm");
	return 0;
}
