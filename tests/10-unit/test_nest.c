/* SPDX-License-Identifier: MIT */
/*
 * test_nest.c - nested firings, and many clauses on one point: D programs on
 * the kernel engine, checked in its buffers.  Traces this process only; skipped
 * where the kernel may not be used.
 */
#include <bpf/bpf.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
#include <cmocka.h>

#include "api/hdl.h"
#include "kernel/kernel.h"
#include "rt/arch.h"

#define	CALLS		500

struct totals {
	dtrace_hdl_t *dtp;
	uint64_t drops[2];		/* aggregation, principal */
	uint64_t sum[8];		/* by aggregation variable */
	uint64_t recs, errors, entries;
};

static int
on_drop(const dtrace_dropdata_t *d, void *arg)
{
	struct totals *t = arg;

	t->drops[d->dtdda_kind != DTRACEDROP_AGGREGATION] += d->dtdda_drops;
	return DTRACE_HANDLE_OK;
}

static int
on_error(const dtrace_errdata_t *d, void *arg)
{
	struct totals *t = arg;

	assert_int_equal(d->dteda_fault, DTRACEFLT_DIVZERO);
	t->errors++;
	return DTRACE_HANDLE_OK;
}

static int
on_rec(const dtrace_probedata_t *d, const dtrace_recdesc_t *rec, void *arg)
{
	struct totals *t = arg;

	(void)d;
	t->recs += rec != NULL;
	return rec != NULL ? DTRACE_CONSUME_THIS : DTRACE_CONSUME_NEXT;
}

static int
on_entry(const dtrace_aggdata_t *a, void *arg)
{
	const dtrace_aggdesc_t *d = a->dtada_desc;
	struct totals *t = arg;

	t->sum[d->dtagd_varid] +=
	    *(const uint64_t *)(a->dtada_data +
	    d->dtagd_rec[d->dtagd_nrecs - 1].dtrd_offset);
	t->entries++;
	return DTRACE_AGGWALK_NEXT;
}

static void
check(const struct totals *t, int rc, int line)
{
	if (rc != 0)
		fail_msg("line %d: %s", line,
		    dtrace_errmsg(t->dtp, dtrace_errno(t->dtp)));
}
#define	OK(t, call)	check(t, call, __LINE__)

/* Compile and start text, with this process as $1. */
static void
start(struct totals *t, const char *text)
{
	static const char *const opts[][2] = {
		{ "engine", "kernel" }, { "aggsize", "1m" },
		{ "bufsize", "1m" }, { "strsize", "64" },
		{ "aggrate", "1ms" }, { "deadman", "0" },
	};
	char pid[16], why[512], *argv[] = { (char *)"nest", pid, NULL };
	dtrace_prog_t *prog;
	int err;
	size_t i;

	if (dt_engine_kernel.probe(why, sizeof(why)) != 0)
		skip();
	snprintf(pid, sizeof(pid), "%d", getpid());
	t->dtp = dtrace_open(DTRACE_VERSION, 0, &err);
	assert_non_null(t->dtp);
	for (i = 0; i < sizeof(opts) / sizeof(opts[0]); i++)
		OK(t, dtrace_setopt(t->dtp, opts[i][0], opts[i][1]));
	OK(t, dtrace_handle_drop(t->dtp, on_drop, t));
	OK(t, dtrace_handle_err(t->dtp, on_error, t));
	prog = dtrace_program_strcompile(t->dtp, text,
	    DTRACE_PROBESPEC_NAME, 0, 2, argv);
	OK(t, prog == NULL);
	OK(t, dtrace_program_exec(t->dtp, prog, NULL));
	OK(t, dtrace_go(t->dtp));
}

static void
finish(struct totals *t)
{
	FILE *fp = fopen("/dev/null", "w");

	assert_non_null(fp);
	OK(t, dtrace_stop(t->dtp));
	OK(t, dtrace_aggregate_snap(t->dtp));
	OK(t, dtrace_consume(t->dtp, fp, NULL, on_rec, t));
	fclose(fp);
	OK(t, dtrace_aggregate_walk(t->dtp, on_entry, t));
	dtrace_close(t->dtp);
}

/* Close an invalid descriptor, whose number no other process uses. */
static int32_t
badfd(void)
{
	return INT32_MIN + getpid();
}

static void
seek(int n)
{
	long fd = badfd();
	int i;

	for (i = 0; i < n; i++)
		syscall(SYS_lseek, fd, (long)i % 10, 0);
}

static int
pin(void)
{
	int cpu = sched_getcpu();
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	assert_int_equal(sched_setaffinity(0, sizeof(set), &set), 0);
	return cpu;
}

static void
unpin(void)
{
	cpu_set_t set;

	memset(&set, 0xff, sizeof(set));
	sched_setaffinity(0, sizeof(set), &set);
}

/* Has the active half of a level of a CPU any data? */
static bool
has_data(const struct totals *t, enum dt_bufkind k, int cpu, int level)
{
	const struct dt_mem *m = t->dtp->mem;
	const struct dt_aggbuf *b = dt_half(m, k, cpu, level,
	    m->ctl[cpu].active[k]);

	return b->used != 0;
}

/*
 * Mark levels 0 to n - 1 of this CPU as owned, as by an interrupted program:
 * firings then use level n, or none.
 */
static void
seek_above(struct totals *t, int cpu, int n)
{
	struct dt_ctl *c = &t->dtp->mem->ctl[cpu];
	int l;

	for (l = 0; l < n; l++)
		assert_int_equal(__atomic_exchange_n(&c->busy[l], 1,
		    __ATOMIC_SEQ_CST), 0);
	seek(CALLS);
	if (n < DT_LEVELS) {
		assert_true(has_data(t, DT_BUF_AGG, cpu, n));
		assert_true(has_data(t, DT_BUF_PRIN, cpu, n));
	}
	while (--l >= 0) {
		__atomic_fetch_add(&c->seq[l], 1, __ATOMIC_SEQ_CST);
		__atomic_store_n(&c->busy[l], 0, __ATOMIC_SEQ_CST);
	}
}

/* Data of all levels are merged; firings without a level are counted. */
static void
deeper_levels(void **state)
{
	struct totals t = { 0 };
	int n, cpu;

	(void)state;
	start(&t, "syscall::lseek:entry /pid == $1/ {"
	    " @[arg1] = count(); @a = sum(arg1); trace(arg1); }");
	cpu = pin();
	for (n = 0; n <= DT_LEVELS; n++)
		seek_above(&t, cpu, n);
	unpin();
	finish(&t);
	assert_int_equal(t.sum[1], DT_LEVELS * CALLS);
	assert_int_equal(t.sum[2], DT_LEVELS * CALLS / 10 * 45);
	assert_int_equal(t.entries, 11);
	assert_int_equal(t.recs, DT_LEVELS * CALLS);
	assert_int_equal(t.drops[0], 2 * CALLS);
	assert_int_equal(t.drops[1], CALLS);
}

/* A fault on a deeper level runs ERROR there. */
static void
deeper_faults(void **state)
{
	struct totals t = { 0 };
	int n, cpu;

	(void)state;
	start(&t, "syscall::lseek:entry /pid == $1/ {"
	    " trace(1 / (arg1 - arg1)); }"
	    "syscall::lseek:entry /pid == $1/ { @ = count(); trace(arg1); }");
	cpu = pin();
	for (n = 0; n < DT_LEVELS; n++)
		seek_above(&t, cpu, n);
	unpin();
	finish(&t);
	assert_int_equal(t.sum[1], DT_LEVELS * CALLS);
	assert_int_equal(t.recs, DT_LEVELS * CALLS);
	assert_int_equal(t.errors, DT_LEVELS * CALLS);
	assert_int_equal(t.drops[0] + t.drops[1], 0);
}

/*
 * Interrupts.  The program of a probe of sdt is attached where an hrtimer
 * expires, and looks for thread WORKER. A second program there counts how often
 * the first one should have found it.
 */
#define	WORKER		"nest_worker"
#define	FIRST		"nest_wor"	/* as bytes compared */

struct irq {
	const struct totals *t;
	uint64_t want;			/* interrupts to wait for */
	uint64_t calls;
	int map, prog, link[2], perf;
	uint64_t *count;
};

static void
load_counter(struct irq *q)
{
	LIBBPF_OPTS(bpf_map_create_opts, o, .map_flags = BPF_F_MMAPABLE);
	struct bpf_insn insns[] = {
		MOV(1, 10),
		ALUI(BPF_ADD, 1, -16),
		MOVI(2, 16),
		HELPER(BPF_FUNC_get_current_comm),
		LDX(BPF_DW, 1, 10, -16),
		INSN(BPF_LD | BPF_DW | BPF_IMM, 2, 0, 0, 0),
		INSN(0, 0, 0, 0, 0),
		INSN(BPF_JMP | BPF_JNE | BPF_X, 1, 2, 4, 0),
		INSN(BPF_LD | BPF_DW | BPF_IMM, 1, BPF_PSEUDO_MAP_VALUE, 0, 0),
		INSN(0, 0, 0, 0, 0),
		MOVI(2, 1),
		INSN(BPF_STX | BPF_ATOMIC | BPF_DW, 1, 2, 0, BPF_ADD),
		MOVI(0, 0),
		EXIT(),
	};

	q->map = bpf_map_create(BPF_MAP_TYPE_ARRAY, "count", 4, 8, 1, &o);
	assert_true(q->map >= 0);
	q->count = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED,
	    q->map, 0);
	assert_ptr_not_equal(q->count, MAP_FAILED);
	memcpy(&insns[5].imm, &FIRST[0], 4);
	memcpy(&insns[6].imm, &FIRST[4], 4);
	insns[8].imm = q->map;
	q->prog = bpf_prog_load(BPF_PROG_TYPE_RAW_TRACEPOINT, "count", "GPL",
	    insns, sizeof(insns) / sizeof(insns[0]), NULL);
	assert_true(q->prog >= 0);
}

static int
take_sdt_prog(dtrace_hdl_t *dtp)
{
	struct dt_kernel *k = (struct dt_kernel *)dtp->engine;
	uint32_t i;

	for (i = 0; i < k->nprogs; i++) {
		if (k->progs[i].kind != DT_POINT_TP)
			continue;
		close(k->progs[i].link);
		k->progs[i].link = -1;
		return k->progs[i].fd;
	}
	return -1;
}

/* Without clock events, timers of the system interrupt. */
static int
open_clock(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .size = sizeof(attr),
		.config = PERF_COUNT_SW_CPU_CLOCK, .sample_period = 25000,
	};

	return syscall(SYS_perf_event_open, &attr, 0, -1, -1,
	    PERF_FLAG_FD_CLOEXEC);
}

/* The number of firings that have found another in progress. */
static uint64_t
nested(const struct totals *t)
{
	const struct dt_mem *m = t->dtp->mem;
	uint64_t n = 0;
	uint32_t cpu;

	for (cpu = 0; cpu < m->ncpus; cpu++)
		n += __atomic_load_n(&m->ctl[cpu].seq[1], __ATOMIC_RELAXED);
	return n;
}

/*
 * Call until there were enough interrupts, some of them within a firing, on a
 * machine of any speed.  A clock of this test interrupts 10,000 times a second,
 * the system's timers a few hundred times.
 */
static void *
worker(void *arg)
{
	struct irq *q = arg;

	(void) prctl(PR_SET_NAME, WORKER);
	q->perf = open_clock();
	q->want = q->perf >= 0 ? 10000 : 200;
	pin();
	do {
		seek(CALLS);
		q->calls += CALLS;
	} while (__atomic_load_n(q->count, __ATOMIC_RELAXED) < q->want ||
	    nested(q->t) == 0);
	return NULL;
}

static void
run_interrupted(struct totals *t, struct irq *q)
{
	const char *tp = "hrtimer_expire_entry";
	pthread_t thread;

	q->t = t;
	load_counter(q);
	q->link[0] = bpf_raw_tracepoint_open(tp, q->prog);
	q->link[1] = bpf_raw_tracepoint_open(tp, take_sdt_prog(t->dtp));
	assert_true(q->link[0] >= 0 && q->link[1] >= 0);
	assert_int_equal(pthread_create(&thread, NULL, worker, q), 0);
	while (pthread_tryjoin_np(thread, NULL) != 0) {
		OK(t, dtrace_aggregate_snap(t->dtp));
		usleep(1000);
	}
	close(q->link[1]);
	close(q->link[0]);
	if (q->perf >= 0)
		close(q->perf);
	close(q->prog);
	close(q->map);
}

static void
interrupts_nest(void **state)
{
	struct totals t = { 0 };
	struct irq q = { 0 };
	uint64_t deep;

	(void)state;
	start(&t, "syscall::lseek:entry /pid == $1/ { @[stack(8)] = count(); }"
	    "sdt:::interrupt-complete /execname == \"" WORKER "\"/"
	    "{ @r = count(); }");
	run_interrupted(&t, &q);
	deep = nested(&t);
	finish(&t);
	print_message("%llu interrupts, %llu nested firings, %llu drops\n",
	    (unsigned long long)*q.count, (unsigned long long)deep,
	    (unsigned long long)t.drops[0]);
	assert_true(deep > 0);
	assert_int_equal(t.sum[1], q.calls);
	assert_int_equal(t.sum[2] + t.drops[0], *q.count);
	munmap(q.count, 4096);
}

/*
 * Between a read and an assignment of a variable, a nested firing deletes it
 * and creates another one, in a full table.  The new one may get the same
 * memory, but each must have its own value.
 */
static void
interrupts_delete(void **state)
{
	struct totals t = { 0 };
	struct irq q = { 0 };

	(void)state;
	start(&t, "#pragma D option dynvarsize=1k\n"
	    "self int64_t x, y; self string s, u;"
	    "syscall::lseek:entry /pid == $1/ { self->b = 1; self->c = 1;"
	    " self->d = 1; this->x = self->x; this->s = self->s;"
	    " this->n = strlen(strjoin(this->s, probefunc)) +"
	    " strlen(strjoin(strjoin(probefunc, probename), this->s));"
	    " self->x = this->x / 1000 * 1000 + 1000 + this->n - this->n; }"
	    "syscall::lseek:entry /pid == $1 && this->s != NULL &&"
	    " this->s != \"sssssssssssssssssssssssss\"/ { @s = count(); }"
	    "syscall::lseek:entry /pid == $1 && self->y != 0 &&"
	    " self->y != 7/ { @y = count(); }"
	    "syscall::lseek:entry /pid == $1/ { self->y = 0; self->u = NULL;"
	    " self->s = \"sssssssssssssssssssssssss\"; }"
	    "sdt:::interrupt-complete /execname == \"" WORKER "\"/"
	    "{ @r = count(); self->x = 0;"
	    " self->s = NULL; self->y = 7; self->u = \"uuuuuuuuuuuu\"; }");
	run_interrupted(&t, &q);
	finish(&t);
	assert_int_equal(t.sum[1], 0);
	assert_int_equal(t.sum[2], 0);
	assert_true(t.sum[3] > 0);
	assert_int_equal(t.drops[0] + t.drops[1], 0);
	munmap(q.count, 4096);
}

static void
ring(int sig)
{
	(void)sig;
}

static void
signal_every(long us)
{
	const struct itimerval it = { { 0, us }, { 0, us } };
	const struct sigaction sa = { .sa_handler = ring,
	    .sa_flags = SA_RESTART };

	assert_int_equal(sigaction(SIGALRM, &sa, NULL), 0);
	assert_int_equal(setitimer(ITIMER_REAL, &it, NULL), 0);
}

/*
 * The most clauses that a point may have, some with faults, and ERROR twice.
 * They load in spite of constant signals, which interrupt the verifier.
 */
static void
many_clauses(void **state)
{
	struct totals t = { 0 };
	size_t len = 256 * 1024;
	char *text = calloc(1, len);
	FILE *fp = fmemopen(text, len, "w");
	int i;

	(void)state;
	for (i = 0; i < DT_ROWMASK * 64; i++) {
		fprintf(fp, "syscall::%s:entry /pid == $1/ { @a[%d] = count();",
		    i % 3 == 2 ? "acct" : "lseek", i);
		fprintf(fp, i % 10 == 0 ? " trace(1 / (arg1 - arg1));"
		    " @never = count(); }\n" : " }\n");
	}
	fprintf(fp, "ERROR { @e = count(); }\nERROR { @f = sum(arg4); }\n");
	fclose(fp);
	signal_every(1000);
	start(&t, text);
	signal_every(0);
	free(text);
	seek(20);
	finish(&t);
	/* clauses 0 1 3 4 ... are at lseek, and 69 of 0 10 20 ... */
	assert_int_equal(t.entries, 683 + 2);
	assert_int_equal(t.sum[1], 683 * 20);
	assert_int_equal(t.errors, 69 * 20);
	assert_int_equal(t.sum[3], 69 * 20);
	assert_int_equal(t.sum[4], 69 * 20 * DTRACEFLT_DIVZERO);
	assert_int_equal(t.drops[0] + t.drops[1], 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(deeper_levels),
		cmocka_unit_test(deeper_faults),
		cmocka_unit_test(interrupts_nest),
		cmocka_unit_test(interrupts_delete),
		cmocka_unit_test(many_clauses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
