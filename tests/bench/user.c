/* SPDX-License-Identifier: MIT */
/*
 * Probes in processes: what a hit of a function costs on either engine, beside
 * the same count by hand, by ltrace and by gdb, and how long it takes to attach
 * to all functions of the C library, and to detach.
 *
 * usage: user		the rows
 *	user hits FD	the command: reports to FD how long a call took
 */
#include "bench.h"

#define	ROUNDS		15
#define	CALLS		500	/* in a slice */
#define	SLICES		60	/* in a sample */
#define	TRACED		4000	/* calls of the command */
#define	TRACED_ROUNDS	7
#define	ATTACH_ROUNDS	5
#define	HIT		"bench_user_hit"
#define	LIMIT_US	20.0
#define	LIMIT_ATTACH	1e9

/* The probe's instruction is one that both engines emulate. */
void bench_user_hit(void);
#ifdef __x86_64__
__asm__(".pushsection .text\n.globl " HIT "\n.type " HIT ", @function\n"
    HIT ":\npush %rbp\nmov %rsp, %rbp\npop %rbp\nret\n"
    ".size " HIT ", . - " HIT "\n.popsection");
#else
__attribute__((noinline, used)) void
bench_user_hit(void)
{
	__asm__ volatile("" ::: "memory");
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
			bench_user_hit();
		bench_add(&s, (bench_wall() - start) / CALLS);
	}
	bench_alone(false);
	return bench_rank(&s, 0.1);
}

static double
by_us(void)
{
	struct ours o;
	double ns;

	if (bench_start(&o, "1m", "pid$1:a.out:" HIT ":entry "
	    "{ @ = count(); }") != 0)
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
by_hand(struct bpf_object *peer)
{
	struct bpf_program *prog = peer == NULL ? NULL :
	    bpf_object__find_program_by_name(peer, "user_hit");
	LIBBPF_OPTS(bpf_uprobe_opts, opts, .func_name = HIT);
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
row_hit(void)
{
	struct bpf_object *peer = bench_peer(1024);
	struct samples us = { .n = 0 }, hand = { .n = 0 }, ratio = { .n = 0 };
	char a[32], b[32];

	for (int i = 0; i < ROUNDS; i++) {
		double x = by_us(), y = by_hand(peer);

		if (x < 0 || y < 0)
			continue;
		bench_add(&us, x);
		bench_add(&hand, y);
		bench_add(&ratio, x / y);
	}
	snprintf(a, sizeof(a), "%.0f ns", bench_median(&us));
	snprintf(b, sizeof(b), "%.0f ns", bench_median(&hand));
	bench_row("user: @=count(), kernel", a, b, bench_median(&ratio), 1.1,
	    "libbpf");
	bpf_object__close(peer);
}

/* --- the embedded engine, ltrace and gdb ---------------------------------- */

struct run {
	char self[4096];	/* this program */
	char fd[16];		/* where the command reports to */
	int from;
};

static int
call(int report)
{
	double start = bench_wall(), ns;

	for (int i = 0; i < TRACED; i++)
		bench_user_hit();
	ns = (bench_wall() - start) / TRACED;
	return write(report, &ns, sizeof(ns)) != sizeof(ns);
}

static double
read_report(const struct run *r)
{
	double ns;

	return read(r->from, &ns, sizeof(ns)) == sizeof(ns) ? ns : -1;
}

/* A tracer that fails, or is not installed, has no report of its command. */
static double
spawn(const struct run *r, char *const argv[])
{
	pid_t pid = fork();
	int status, null;

	if (pid == 0) {
		null = open("/dev/null", O_RDWR);
		for (int fd = 0; fd < 3; fd++)
			dup2(null, fd);
		execvp(argv[0], argv);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return -1;
	return read_report(r);
}

static double
by_ltrace(struct run *r)
{
	char *argv[] = { (char *)"ltrace", (char *)"-c", (char *)"-L",
	    (char *)"-o", (char *)"/dev/null", (char *)"-x", (char *)HIT,
	    r->self, (char *)"hits", r->fd, NULL };

	return spawn(r, argv);
}

static double
by_gdb(struct run *r)
{
	char *argv[] = { (char *)"gdb", (char *)"-q", (char *)"-nx",
	    (char *)"-batch", (char *)"-ex", (char *)"break *" HIT,
	    (char *)"-ex", (char *)"ignore 1 1000000", (char *)"-ex",
	    (char *)"run", (char *)"--args", r->self, (char *)"hits", r->fd,
	    NULL };

	return spawn(r, argv);
}

static void
on_end(struct ps_prochandle *p, const char *msg, void *arg)
{
	(void) p;
	(void) msg;
	*(bool *)arg = true;
}

static int
follow(struct ours *o, struct run *r)
{
	char *argv[] = { r->self, (char *)"hits", r->fd, NULL };
	struct ps_prochandle *p;
	bool ended = false;

	if (dtrace_handle_proc(o->dtp, on_end, &ended) != 0)
		return bench_complain(o, "handler");
	p = dtrace_proc_create(o->dtp, r->self, argv);
	if (p == NULL)
		return bench_complain(o, r->self);
	if (bench_go(o, "pid$target:a.out:" HIT ":entry { @ = count(); }") != 0)
		return -1;
	dtrace_proc_continue(o->dtp, p);
	while (!ended) {
		dtrace_sleep(o->dtp);
		if (dtrace_work(o->dtp, stdout, NULL, NULL, NULL) < 0)
			return bench_complain(o, "work");
	}
	return dtrace_stop(o->dtp) != 0 ? bench_complain(o, "stop") : 0;
}

static double
by_vm(struct run *r)
{
	struct ours o;

	if (bench_open(&o, "1m") != 0)
		return -1;
	if (dtrace_setopt(o.dtp, "engine", "vm") != 0 ||
	    dtrace_setopt(o.dtp, "argref", NULL) != 0 ||
	    dtrace_setopt(o.dtp, "aggrate", "1s") != 0)
		return bench_complain(&o, "option");
	if (follow(&o, r) != 0)
		return -1;
	if (bench_total(&o) != 0)
		return bench_complain(&o, HIT);
	bench_expect(&o, HIT, TRACED, 1);
	dtrace_close(o.dtp);
	return read_report(r);
}

static struct who {
	const char *name;
	double (*f)(struct run *r);
	double goal;
} const whos[] = {
	{ "vm", by_vm, 0 },
	{ "ltrace", by_ltrace, 0.5 },
	{ "gdb", by_gdb, 0.2 },
};

#define	NWHOS	(sizeof(whos) / sizeof(whos[0]))

static void
row_traced(struct run *r)
{
	struct samples s[NWHOS] = { 0 };
	char a[32], b[32];
	double us;

	for (int i = 0; i < TRACED_ROUNDS; i++)
		for (size_t j = 0; j < NWHOS; j++) {
			double ns = whos[j].f(r);

			if (ns >= 0)
				bench_add(&s[j], ns / 1e3);
		}
	us = bench_median(&s[0]);
	snprintf(a, sizeof(a), "%.1f us", us);
	snprintf(b, sizeof(b), "%.0f us", LIMIT_US);
	bench_row("user: @=count(), vm", a, b, us / LIMIT_US, 1, LIMIT);
	for (size_t j = 1; j < NWHOS; j++) {
		snprintf(b, sizeof(b), "%.1f us", bench_median(&s[j]));
		if (s[j].n == 0)
			fprintf(stderr, "%s is not installed\n", whos[j].name);
		else
			bench_row("user: @=count(), vm", a, b,
			    us / bench_median(&s[j]), whos[j].goal,
			    whos[j].name);
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
	char text[128];
	dtrace_prog_t *prog;
	dtrace_proginfo_t info;

	snprintf(text, sizeof(text), "pid%d:libc::entry { @ = count(); }",
	    (int)pid);
	prog = dtrace_program_strcompile(o->dtp, text, DTRACE_PROBESPEC_NAME,
	    0, 0, NULL);
	if (prog == NULL || dtrace_program_exec(o->dtp, prog, &info) != 0 ||
	    dtrace_go(o->dtp) != 0)
		return bench_complain(o, text);
	t->probes = info.dpi_matches;
	return 0;
}

static int
attach_once(const char *engine, struct times *t)
{
	pid_t pid = start_sleeper();
	double start, ready = 0;
	struct ours o;
	int err;

	if (bench_open(&o, "1m") != 0)
		return -1;
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
	struct run r;
	int ends[2];
	ssize_t n;

	if (argc == 3 && strcmp(argv[1], "hits") == 0)
		return call(atoi(argv[2]));
	n = readlink("/proc/self/exe", r.self, sizeof(r.self) - 1);
	if (n < 0 || pipe(ends) != 0)
		return 1;
	r.self[n] = '\0';
	r.from = ends[0];
	fcntl(r.from, F_SETFL, O_NONBLOCK);
	snprintf(r.fd, sizeof(r.fd), "%d", ends[1]);
	bench_pin(0);
	row_hit();
	row_traced(&r);
	row_attach("kernel");
	row_attach("vm");
	return 0;
}
