/* SPDX-License-Identifier: MIT */
/*
 * From start to end: wall time of a whole consumer, attaching and detaching
 * included, its anonymous memory, and the time that counting all system calls
 * adds to a short command.
 *
 * usage: start		the rows; BENCH_SLOW=1 adds bpftrace on 340 tracepoints
 *	start begin	the consumer of BEGIN{exit(0);}: prints RssAnon in kB
 *	start types	the same, with two types of the kernel
 *	start script	a consumer that compiles a script of SCRIPT lines
 *	start list	a consumer that lists all probes, and prints their
 *			number as well
 *	start fbt	attaches to all functions of the kernel, and prints the
 *			ms that this takes
 *	start count	the consumer around COMMAND
 */
#include "bench.h"

#define	COMMAND	"/bin/true"
#define	REPS	9
#define	SCRIPT	500
#define	COUNT	"syscall:::entry/pid==$target/{@[probefunc]=count();}"	\
		"syscall::exit_group:entry/pid==$target/{exit(0);}"

/* --- the consumers ----------------------------------------------------- */

/* RssAnon in kB; -1 if there is no such process. */
static long
anonymous(pid_t pid)
{
	char name[64], line[128];
	long kb = -1;
	FILE *fp;

	snprintf(name, sizeof(name), "/proc/%d/status", pid);
	fp = fopen(name, "r");
	while (fp != NULL && fgets(line, sizeof(line), fp) != NULL)
		if (sscanf(line, "RssAnon: %ld", &kb) == 1)
			break;
	if (fp != NULL)
		fclose(fp);
	return kb;
}

static int
fail(dtrace_hdl_t *dtp, const char *what)
{
	fprintf(stderr, "bench: %s: %s\n", what,
	    dtrace_errmsg(dtp, dtrace_errno(dtp)));
	return -1;
}

static dtrace_hdl_t *
open_handle(void)
{
	dtrace_hdl_t *dtp;
	int err;

	dtp = dtrace_open(DTRACE_VERSION, 0, &err);
	if (dtp == NULL)
		fprintf(stderr, "bench: %s\n", dtrace_errmsg(NULL, err));
	else if (dtrace_setopt(dtp, "engine", "kernel") != 0 ||
	    dtrace_setopt(dtp, "statusrate", "5ms") != 0)
		fail(dtp, "option");
	return dtp;
}

static int
go(dtrace_hdl_t *dtp, const char *text)
{
	dtrace_prog_t *prog = dtrace_program_strcompile(dtp, text,
	    DTRACE_PROBESPEC_NAME, 0, 0, NULL);

	if (prog == NULL || dtrace_program_exec(dtp, prog, NULL) != 0 ||
	    dtrace_go(dtp) != 0)
		return fail(dtp, text);
	return 0;
}

static int
consume(dtrace_hdl_t *dtp)
{
	dtrace_workstatus_t st;

	do {
		dtrace_sleep(dtp);
		st = dtrace_work(dtp, stdout, NULL, NULL, NULL);
	} while (st == DTRACE_WORKSTATUS_OKAY);
	if (st == DTRACE_WORKSTATUS_ERROR || dtrace_stop(dtp) != 0)
		return fail(dtp, "work");
	return 0;
}

static int
begin_main(const char *text)
{
	dtrace_hdl_t *dtp = open_handle();
	int bad;

	if (dtp == NULL)
		return 1;
	bad = go(dtp, text) != 0 || consume(dtp) != 0;
	printf("%ld\n", anonymous(getpid()));
	dtrace_close(dtp);
	return bad;
}

/* Ten lines of the script, repeated; they use libraries io, procfs, signal. */
static const char clause[] =
    "syscall::read:return,\n"
    "syscall::write:return\n"
    "/self->since && errno != EINTR/\n"
    "{\n"
    "	this->ns = timestamp - self->since;\n"
    "	printf(\"%%s %%d\\n\", curpsinfo->pr_psargs, this->ns);\n"
    "	@files%d[fds[self->fd].fi_pathname] = quantize(this->ns);\n"
    "	@bytes%d[execname, probefunc] = sum(arg1);\n"
    "	self->since = arg1 > %d ? 0 : SIGKILL;\n"
    "}\n";

static int
script_main(void)
{
	dtrace_hdl_t *dtp = open_handle();
	size_t n;
	char *text;
	FILE *fp = open_memstream(&text, &n);
	int bad;

	if (dtp == NULL || fp == NULL)
		return 1;
	fprintf(fp, "self uint64_t since;\nself int fd;\n");
	for (int i = 0; i < SCRIPT / 10; i++)
		fprintf(fp, clause, i % 30, i % 30, i);
	fclose(fp);
	bad = dtrace_program_strcompile(dtp, text, DTRACE_PROBESPEC_NAME, 0, 0,
	    NULL) == NULL && fail(dtp, "script") != 0;
	free(text);
	dtrace_close(dtp);
	return bad;
}

static int
visit_probe(dtrace_hdl_t *dtp, const dtrace_probedesc_t *pd, void *arg)
{
	(void)dtp;
	(void)pd;
	++*(long *)arg;
	return 0;
}

static int
list_main(void)
{
	dtrace_hdl_t *dtp = open_handle();
	long n = 0;
	int bad;

	if (dtp == NULL)
		return 1;
	bad = dtrace_probe_iter(dtp, NULL, visit_probe, &n) != 0 &&
	    fail(dtp, "list") != 0;
	printf("%ld %ld\n", anonymous(getpid()), n);
	dtrace_close(dtp);
	return bad;
}

static int
fbt_main(void)
{
	dtrace_hdl_t *dtp = open_handle();
	double begin = bench_wall(), begun;
	int bad;

	if (dtp == NULL)
		return 1;
	bad = go(dtp, "fbt:::entry /pid == $pid/ { @ = count(); }") != 0;
	begun = bench_wall();
	dtrace_close(dtp);
	printf("%.0f %.0f\n", (begun - begin) / 1e6,
	    (bench_wall() - begun) / 1e6);
	return bad;
}

static int
add_count(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_aggdesc_t *d = agg->dtada_desc;

	*(long *)arg += *(int64_t *)(agg->dtada_data +
	    d->dtagd_rec[d->dtagd_nrecs - 1].dtrd_offset);
	return DTRACE_AGGWALK_NEXT;
}

static int
count_main(void)
{
	char name[] = COMMAND;
	char *argv[] = { name, NULL };
	dtrace_hdl_t *dtp = open_handle();
	struct ps_prochandle *proc;
	long calls = 0;
	int bad = 1;

	if (dtp == NULL)
		return 1;
	proc = dtrace_proc_create(dtp, name, argv);
	if (proc == NULL) {
		fail(dtp, name);
	} else if (go(dtp, COUNT) == 0) {
		dtrace_proc_continue(dtp, proc);
		bad = consume(dtp) != 0 ||
		    dtrace_aggregate_snap(dtp) != 0 ||
		    dtrace_aggregate_walk(dtp, add_count, &calls) != 0;
		if (calls < 10)
			fprintf(stderr, "bench: WRONG: %ld calls of "
			    COMMAND "\n", calls);
	}
	dtrace_close(dtp);
	return bad;
}

/* --- the rows ---------------------------------------------------------- */

static pid_t
start(char *const argv[], int out)
{
	pid_t pid = vfork();

	if (pid != 0)
		return pid;
	dup2(out, 1);
	if (strstr(argv[0], "bpftrace") != NULL)
		dup2(out, 2);
	execvp(argv[0], argv);
	_exit(127);
}

/* Wall time until the command has ended; -1 if it failed. */
static double
timed(char *const argv[], int out)
{
	double begin = bench_wall();
	pid_t pid = start(argv, out);
	int status = 0;

	waitpid(pid, &status, 0);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		return -1;
	return bench_wall() - begin;
}

/* The most anonymous memory that a command was seen to use, in kB. */
static long
peak(char *const argv[], int out)
{
	pid_t pid = start(argv, out);
	long most = -1, kb;

	while (waitpid(pid, NULL, WNOHANG) == 0) {
		kb = anonymous(pid);
		if (kb > most)
			most = kb;
		usleep(500);
	}
	return most;
}

/* The number that a consumer of this program prints. */
static long
own(char *const argv[])
{
	char text[64] = "";
	int fds[2];

	if (pipe2(fds, O_CLOEXEC) != 0)
		return -1;
	timed(argv, fds[1]);
	close(fds[1]);
	if (read(fds[0], text, sizeof(text) - 1) <= 0)
		text[0] = '\0';
	close(fds[0]);
	return text[0] != '\0' ? atol(text) : -1;
}

static void
row_kb(const char *what, long a, long b, const char *who)
{
	char x[32] = "failed", y[32] = "-";

	if (a > 0)
		snprintf(x, sizeof(x), "%.1f MB", a / 1e3);
	if (b > 0)
		snprintf(y, sizeof(y), "%.1f MB", b / 1e3);
	bench_row(what, x, y, a > 0 && b > 0 ? (double)a / b : 0, 0, who);
}

/* Medians of both, run in turns, minus the time of base. */
static void
compare(char *const base[], char *const a[], char *const b[], int reps, int out,
    double *ours, double *theirs)
{
	struct samples sa = { .n = 0 }, sb = { .n = 0 };
	double alone = 0, ns;
	int r;

	for (r = 0; r < reps; r++) {
		if (base != NULL)
			alone = timed(base, out);
		ns = timed(a, out);
		if (ns >= 0)
			bench_add(&sa, ns - alone);
		ns = b != NULL ? timed(b, out) : -1;
		if (ns >= 0)
			bench_add(&sb, ns - alone);
	}
	*ours = bench_median(&sa);
	*theirs = bench_median(&sb);
}

static void
rows_begin(char *self, int out, struct bpftrace *peer)
{
	char *a[] = { self, (char *)"begin", NULL };
	char *b[] = { peer->path, (char *)"-e",
	    (char *)"BEGIN{exit();}", NULL };
	char *t[] = { self, (char *)"types", NULL };
	char *s[] = { self, (char *)"script", NULL };
	bool has = peer->name[0] != '\0';
	double ours, theirs;
	long kb;

	compare(NULL, a, has ? b : NULL, REPS, out, &ours, &theirs);
	bench_ms("BEGIN{exit(0);}", ours, theirs, 0, peer->name);
	bench_ms("BEGIN{exit(0);}", ours, 15e6, 1, LIMIT);
	compare(a, t, NULL, REPS, out, &ours, &theirs);
	bench_ms("types of the kernel add", ours, 50e6, 1, LIMIT);
	compare(NULL, s, NULL, REPS, out, &ours, &theirs);
	bench_ms("compiling 500 lines, 3 libraries", ours, 50e6, 1, LIMIT);
	kb = own(a);
	row_kb("its anonymous memory", kb, has ? peak(b, out) : -1,
	    peer->name);
	row_kb("its anonymous memory", kb, 1000, LIMIT);
}

static void
rows_list(char *self, int out)
{
	char *a[] = { self, (char *)"list", NULL };
	double ours, theirs;

	compare(NULL, a, NULL, REPS, out, &ours, &theirs);
	bench_ms("listing all probes", ours, 300e6, 1, LIMIT);
	row_kb("its anonymous memory", own(a), 20000, LIMIT);
}

static void
rows_count(char *self, int out, struct bpftrace *peer)
{
	char *base[] = { (char *)COMMAND, NULL };
	char *a[] = { self, (char *)"count", NULL };
	char *b[] = { peer->path, (char *)"-c", (char *)COMMAND,
	    (char *)"-e", (char *)"tracepoint:raw_syscalls:sys_enter "
	    "/pid==cpid/ {@[args->id]=count();}", NULL };
	char *c[] = { peer->path, (char *)"-c", (char *)COMMAND,
	    (char *)"-e", (char *)"tracepoint:syscalls:sys_enter_* "
	    "/pid==cpid/ {@[probe]=count();}", NULL };
	const char *what = "all calls of a command, adds";
	const char *slow = getenv("BENCH_SLOW");
	bool has = peer->name[0] != '\0';
	double ours, theirs;

	compare(base, a, has ? b : NULL, REPS, out, &ours, &theirs);
	bench_ms(what, ours, 100e6, 1, LIMIT);
	bench_ms(what, ours, theirs, 0, "bpftrace, one tracepoint");
	if (has && slow != NULL && *slow == '1') {
		compare(base, a, c, 1, out, &ours, &theirs);
		bench_ms(what, ours, theirs, 0, "bpftrace, sys_enter_*");
	}
}

int
main(int argc, char **argv)
{
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	int out = open("/dev/null", O_WRONLY | O_CLOEXEC);
	struct bpftraces bt;

	if (argc > 1)
		return strcmp(argv[1], "begin") == 0 ?
		    begin_main("BEGIN{exit(0);}") :
		    strcmp(argv[1], "types") == 0 ?
		    begin_main("BEGIN{x=curthread->se.sum_exec_runtime;"
		    "exit(0);}") :
		    strcmp(argv[1], "script") == 0 ? script_main() :
		    strcmp(argv[1], "list") == 0 ? list_main() :
		    strcmp(argv[1], "fbt") == 0 ? fbt_main() :
		    count_main();
	if (n < 0 || out < 0)
		return 1;
	self[n] = '\0';
	bt = bench_bpftraces();
	rows_begin(self, out, &bt.v[0]);
	rows_list(self, out);
	rows_count(self, out, &bt.v[0]);
	return 0;
}
