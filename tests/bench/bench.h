/* SPDX-License-Identifier: MIT */
/* bench.h - what the benches share: clocks, ranks, rows, tools to attach. */
#ifndef BENCH_H
#define BENCH_H

#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <dtrace.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#define	MAXSAMPLES	4096
#define	STRING	\
	"a string of 63 bytes and its end, made to be used as a key 0123"
#define	LIMIT		"our own limit"

struct samples {
	int n;
	double v[MAXSAMPLES];
};

static inline double
bench_clock(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return ts.tv_sec * 1e9 + ts.tv_nsec;
}

static inline double
bench_wall(void)
{
	return bench_clock(CLOCK_MONOTONIC);
}

static inline double
bench_cpu(void)
{
	return bench_clock(CLOCK_PROCESS_CPUTIME_ID);
}

static inline int
bench_order(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static inline void
bench_add(struct samples *s, double v)
{
	if (s->n < MAXSAMPLES)
		s->v[s->n++] = v;
}

/* The sample at rank q of 0..1; -1 if there are none. */
static inline double
bench_rank(struct samples *s, double q)
{
	if (s->n == 0)
		return -1;
	qsort(s->v, s->n, sizeof(s->v[0]), bench_order);
	return s->v[(int)(q * (s->n - 1) + 0.5)];
}

static inline double
bench_median(struct samples *s)
{
	return bench_rank(s, 0.5);
}

static inline void
bench_line(const char *what, const char *ours, const char *theirs,
    const char *ratio, double goal, const char *peer)
{
	char want[16] = "";

	if (goal != 0)
		snprintf(want, sizeof(want), "<%.2f", goal);
	printf("%-33s %14s %14s %12s %5s  %s\n", what, ours, theirs, ratio,
	    want, peer);
	fflush(stdout);
}

static inline void
bench_ratio(char *to, size_t size, double ratio)
{
	if (ratio > 0)
		snprintf(to, size, "%.*f", ratio < 0.1 ? 3 : 2, ratio);
	else
		snprintf(to, size, "-");
}

/*
 * Print a row: the subject, our value, the peer's, their ratio, the goal for
 * the ratio (0: none), the peer's name.
 */
static inline void
bench_row(const char *what, const char *ours, const char *theirs, double ratio,
    double goal, const char *peer)
{
	char is[16];

	bench_ratio(is, sizeof(is), ratio);
	bench_line(what, ours, theirs, is, goal, peer);
}

/* A row of times in ms, given in ns.  theirs < 0: there is no such peer. */
static inline void
bench_ms(const char *what, double ours, double theirs, double goal,
    const char *peer)
{
	char a[32] = "failed", b[32] = "-";

	if (ours >= 0)
		snprintf(a, sizeof(a), "%.3g ms", ours / 1e6);
	if (theirs >= 0)
		snprintf(b, sizeof(b), "%.3g ms", theirs / 1e6);
	bench_row(what, a, b, ours >= 0 && theirs > 0 ? ours / theirs : 0,
	    goal, peer);
}

static inline void
bench_pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

/*
 * While this is on, no other process gets the CPU.  It needs root, and must
 * last only a few milliseconds.
 */
static inline void
bench_alone(bool on)
{
	const struct sched_param p = { .sched_priority = on };

	(void)sched_setscheduler(0, on ? SCHED_FIFO : SCHED_OTHER, &p);
}

static inline void
bench_unpin(void)
{
	cpu_set_t set;

	memset(&set, 0xff, sizeof(set));
	sched_setaffinity(0, sizeof(set), &set);
}

/* --- ours -------------------------------------------------------------- */
struct ours {
	dtrace_hdl_t *dtp;
	uint64_t drops;
	uint64_t sum;		/* result of bench_total() */
	uint64_t entries;
	uint32_t matches;	/* probes that bench_go() enabled */
};

static inline int
bench_dropped(const dtrace_dropdata_t *drop, void *arg)
{
	((struct ours *)arg)->drops += drop->dtdda_drops;
	return DTRACE_HANDLE_OK;
}

static inline int
bench_complain(struct ours *o, const char *what)
{
	fprintf(stderr, "bench: %s: %s\n", what,
	    dtrace_errmsg(o->dtp, dtrace_errno(o->dtp)));
	dtrace_close(o->dtp);
	o->dtp = NULL;
	return -1;
}

static inline int
bench_open(struct ours *o, const char *aggsize)
{
	int err;

	memset(o, 0, sizeof(*o));
	o->dtp = dtrace_open(DTRACE_VERSION, 0, &err);
	if (o->dtp == NULL) {
		fprintf(stderr, "bench: %s\n", dtrace_errmsg(NULL, err));
		return -1;
	}
	if (dtrace_setopt(o->dtp, "engine", "kernel") != 0 ||
	    dtrace_setopt(o->dtp, "aggrate", "0") != 0 ||
	    dtrace_setopt(o->dtp, "aggsize", aggsize) != 0 ||
	    dtrace_handle_drop(o->dtp, bench_dropped, o) != 0)
		return bench_complain(o, "option");
	return 0;
}

/* Compile and start text, with macro arguments $1 and so on. */
static inline int
bench_go_with(struct ours *o, const char *text, int argc, char *argv[])
{
	dtrace_prog_t *prog = dtrace_program_strcompile(o->dtp, text,
	    DTRACE_PROBESPEC_NAME, 0, argc, argv);
	dtrace_proginfo_t info;

	if (prog == NULL || dtrace_program_exec(o->dtp, prog, &info) != 0 ||
	    dtrace_go(o->dtp) != 0)
		return bench_complain(o, text);
	o->matches = info.dpi_matches;
	return 0;
}

/* The same, where $1 is this process. */
static inline int
bench_go(struct ours *o, const char *text)
{
	char name[] = "bench", pid[16], *argv[] = { name, pid, NULL };

	snprintf(pid, sizeof(pid), "%d", getpid());
	return bench_go_with(o, text, 2, argv);
}

static inline int
bench_start(struct ours *o, const char *aggsize, const char *text)
{
	return bench_open(o, aggsize) == 0 ? bench_go(o, text) : -1;
}

static inline int
bench_sum(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_aggdesc_t *d = agg->dtada_desc;
	struct ours *o = arg;

	o->sum += *(int64_t *)(agg->dtada_data +
	    d->dtagd_rec[d->dtagd_nrecs - 1].dtrd_offset);
	o->entries++;
	return DTRACE_AGGWALK_NEXT;
}

/* Snap and add up all counts. */
static inline int
bench_total(struct ours *o)
{
	o->sum = o->entries = 0;
	if (dtrace_aggregate_snap(o->dtp) != 0 ||
	    dtrace_aggregate_walk(o->dtp, bench_sum, o) != 0)
		return -1;
	return 0;
}

/* Complain unless `want` firings with `keys` keys were all counted. */
static inline void
bench_expect(struct ours *o, const char *what, uint64_t want, uint64_t keys)
{
	if (dtrace_status(o->dtp) < 0)
		fprintf(stderr, "bench: %s: status: %s\n", what,
		    dtrace_errmsg(o->dtp, dtrace_errno(o->dtp)));
	if (o->sum + o->drops != want || o->entries != keys || o->drops != 0)
		fprintf(stderr, "bench: %s: WRONG: %lu counted of %lu, "
		    "%lu entries of %lu, %lu drops\n", what,
		    (unsigned long)o->sum, (unsigned long)want,
		    (unsigned long)o->entries, (unsigned long)keys,
		    (unsigned long)o->drops);
}

static inline void
bench_stop(struct ours *o)
{
	dtrace_stop(o->dtp);
	dtrace_close(o->dtp);
	o->dtp = NULL;
}

/* --- bpftrace ---------------------------------------------------------- */
#define	MAXBPFTRACE	4

/* The commands that BPFTRACE lists, separated by blanks; one by default. */
struct bpftraces {
	int n;
	struct bpftrace {
		char path[256];
		char name[64];		/* with its version */
	} v[MAXBPFTRACE];
};

/* Get the output of `path --version`, such as "bpftrace v0.17.0". */
static inline bool
bench_version(struct bpftrace *b)
{
	char cmd[300], *v;
	FILE *fp;

	snprintf(cmd, sizeof(cmd), "%s --version 2>&1", b->path);
	fp = popen(cmd, "r");
	if (fp == NULL || fgets(b->name, sizeof(b->name), fp) == NULL)
		b->name[0] = '\0';
	if (fp == NULL || pclose(fp) != 0)
		return false;
	b->name[strcspn(b->name, "\n")] = '\0';
	v = strstr(b->name, " v");
	if (v != NULL)
		memmove(v + 1, v + 2, strlen(v + 1));
	return true;
}

static inline struct bpftraces
bench_bpftraces(void)
{
	struct bpftraces all = { .n = 0 };
	const char *list = getenv("BPFTRACE");
	char copy[1024], *save, *path;

	if (getenv("BENCH_NO_BPFTRACE") != NULL ||
	    access("/sys/kernel/tracing/events", R_OK) != 0)
		return all;
	snprintf(copy, sizeof(copy), "%s", list != NULL ? list : "bpftrace");
	for (path = strtok_r(copy, " ", &save);
	    path != NULL && all.n < MAXBPFTRACE;
	    path = strtok_r(NULL, " ", &save)) {
		struct bpftrace *b = &all.v[all.n];

		snprintf(b->path, sizeof(b->path), "%s", path);
		if (bench_version(b))
			all.n++;
		else
			fprintf(stderr, "bench: %s does not run\n", path);
	}
	return all;
}

/* Start bpftrace with its output in a file. */
static inline pid_t
bench_bpftrace(const char *path, const char *text, const char *out,
    const char *cmd)
{
	pid_t pid = vfork();
	int fd;

	if (pid != 0)
		return pid;
	fd = open(out, O_WRONLY | O_CREAT, 0600);
	dup2(fd, 1);
	dup2(fd, 2);
	if (cmd != NULL)
		execlp(path, path, "-c", cmd, "-e", text, NULL);
	else
		execlp(path, path, "-e", text, NULL);
	_exit(127);
}

/* The number of programs that pid has on tracepoints. */
static inline int
bench_links(pid_t pid)
{
	__u32 id, type, len;
	__u64 off, addr;
	char name[64];
	int n = 0, fd;

	for (fd = 3; fd < 128; fd++) {
		len = sizeof(name);
		if (bpf_task_fd_query(pid, fd, 0, name, &len, &id, &type, &off,
		    &addr) == 0 && type == BPF_FD_TYPE_TRACEPOINT)
			n++;
	}
	return n;
}

static inline void
bench_kill(pid_t pid)
{
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* Start bpftrace and wait until its n tracepoints are attached; -1: failed. */
static inline pid_t
bench_attach(const char *path, const char *text, int n)
{
	pid_t pid = bench_bpftrace(path, text, "/dev/null", NULL);
	int tries, status;

	for (tries = 0; pid > 0 && tries < 2000; tries++) {
		if (bench_links(pid) == n) {
			usleep(5000);
			return pid;
		}
		if (waitpid(pid, &status, WNOHANG) != 0)
			return -1;
		usleep(5000);
	}
	if (pid > 0)
		bench_kill(pid);
	return -1;
}

/* --- the hand-written program ------------------------------------------ */

/* Set a constant, which is in section .rodata.NAME. */
static inline int
bench_rodata(struct bpf_object *obj, const char *name, uint32_t value)
{
	struct bpf_map *map;
	const char *section;

	bpf_object__for_each_map(map, obj) {
		section = strstr(bpf_map__name(map), ".rodata.");
		if (section != NULL &&
		    strcmp(section + strlen(".rodata."), name) == 0)
			return bpf_map__set_initial_value(map, &value,
			    sizeof(value));
	}
	return -ENOENT;
}

/* Open an object file that is next to this program. */
static inline struct bpf_object *
bench_object(const char *name)
{
	char path[4096];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 32);

	if (n < 0)
		return NULL;
	path[n] = '\0';
	snprintf(strrchr(path, '/') + 1, 32, "%s", name);
	return bpf_object__open_file(path, NULL);
}

/* Load an object for this process; NULL, and it is closed, on failure. */
static inline struct bpf_object *
bench_load(struct bpf_object *obj)
{
	if (bench_rodata(obj, "self", getpid()) == 0 &&
	    bpf_object__load(obj) == 0)
		return obj;
	bpf_object__close(obj);
	return NULL;
}

/* Load that of the system calls; its hashes hold nkeys keys. */
static inline struct bpf_object *
bench_peer(uint32_t nkeys)
{
	struct bpf_object *obj = bench_object("peer.bpf.o");
	struct bpf_map *map;

	if (obj == NULL)
		return NULL;
	bpf_object__for_each_map(map, obj)
		if (bpf_map__type(map) == BPF_MAP_TYPE_PERCPU_HASH)
			bpf_map__set_max_entries(map, nkeys);
	return bench_load(obj);
}

static inline struct bpf_link *
bench_link(struct bpf_object *obj, const char *prog)
{
	return bpf_program__attach(
	    bpf_object__find_program_by_name(obj, prog));
}

#endif
