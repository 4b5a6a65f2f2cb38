/* SPDX-License-Identifier: MIT */
/*
 * test_kernel.c - the kernel engine with hand-written clauses: exact counts
 * during flips, records, faults, drops.  Traces this process only; skipped
 * where the kernel may not be used.
 */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "engine/engine.h"
#include "bpf/emit.h"
#include "sym/kbtf.h"

#define	CTX(field)	((int)offsetof(struct dt_slot, ctx.field))
#define	ARG(n)		(CTX(args) + 8 * (n))
#define	KEY		((int)offsetof(struct dt_slot, key))
#define	NKEYS		10
#define	NAMES		{ "syscall", "vmlinux", "lseek", "entry" }

struct fixture {
	struct dt_arena *arena;
	struct dt_engine *e;
	struct dt_mem *m;
	struct dt_clause clause[16];
	const struct dt_clause *list[16];
	const struct dt_clause *errlist[1];
	struct dt_enrow row[4];
	struct dt_enpoint point[4];
	struct dt_form form;
	struct dt_form *formv[1];
	struct dt_forms forms;
	uint64_t globals[1];
	struct dt_run run;
	uint64_t count[NKEYS], agg_drops, prin_drops, recs;
	uint64_t value[32], ts[32];	/* last record by epid */
	bool pending[2][256];
};

static const struct dt_engine_ops *const K = &dt_engine_kernel;

/* Jump to the end unless this process makes the call. */
static void
emit_mine(struct dt_emit *e, struct dt_label *end)
{
	dt_emit(e, MOV(6, 1));
	dt_emit(e, MOV(7, 2));
	dt_emit(e, MOV(8, 3));
	dt_emit(e, LDX(BPF_W, 1, 6, CTX(pid)));
	dt_emit_jump(e, JMP32I(BPF_JNE, 1, getpid()), end);
}

static void
emit_end(struct fixture *f, struct dt_emit *e, struct dt_label *end, int i,
    int rc)
{
	static const uint8_t params[] = {
		DT_PARAM_SLOT, DT_PARAM_AGG, DT_PARAM_PRIN, DT_PARAM_OPAQUE,
	};
	struct dt_clause *c = &f->clause[i];
	struct dt_func *fn;

	dt_emit(e, MOVI(0, rc));
	dt_emit(e, EXIT());
	dt_emit_here(e, end);
	dt_emit(e, MOVI(0, 0));
	dt_emit(e, EXIT());
	fn = dt_emit_end(e, "clause");
	assert_non_null(fn);
	memcpy(fn->params, params, sizeof(params));
	fn->nparams = 4;
	c->code = *fn;
	c->needs |= DT_NEED_PID;
	f->list[i] = c;
}

/* @[arg1] = count() */
static void
count_clause(struct fixture *f, int i)
{
	struct dt_emit e = { .arena = f->arena };
	struct dt_label end = { 0 };

	emit_mine(&e, &end);
	dt_emit(&e, LDX(BPF_DW, 1, 6, CTX(args) + 8));
	dt_emit(&e, STX(BPF_DW, 6, KEY, 1));
	dt_emit(&e, MOV(1, 7));
	dt_emit(&e, MOV(2, 6));
	dt_emit(&e, MOVI(3, 0));
	dt_emit(&e, MOVI(4, 1));
	dt_emit(&e, MOVI(5, 1));
	dt_emit_call(&e, "dt_agg_find");
	dt_emit(&e, INSN(BPF_ALU | BPF_MOV | BPF_X, 0, 0, 0, 0));
	dt_emit_jump(&e, JMPI(BPF_JEQ, 0, 0), &end);
	dt_emit(&e, ALUI(BPF_AND, 0, -8));
	dt_emit_ld64(&e, 2, DT_REL_IMM, "dt_imm_agg_size", -8);
	dt_emit_jump(&e, JMP(BPF_JGT, 0, 2), &end);
	dt_emit(&e, ALU(BPF_ADD, 7, 0));
	dt_emit(&e, LDX(BPF_DW, 1, 7, 0));
	dt_emit(&e, ALUI(BPF_ADD, 1, 1));
	dt_emit(&e, STX(BPF_DW, 7, 0, 1));
	emit_end(f, &e, &end, i, DT_RC_OK);
	f->clause[i].needs |= DT_NEED_ALLARGS;
	f->clause[i].nagg = 1;
}

/* A record of 24 bytes: header, word at slot offset off; rc is returned. */
static void
record_clause(struct fixture *f, int i, int off, int rc)
{
	struct dt_emit e = { .arena = f->arena };
	struct dt_label end = { 0 };

	emit_mine(&e, &end);
	dt_emit(&e, MOV(1, 8));
	dt_emit(&e, MOV(2, 6));
	dt_emit(&e, MOVI(3, 24));
	dt_emit_call(&e, "dt_rec_begin");
	dt_emit(&e, INSN(BPF_ALU | BPF_MOV | BPF_X, 0, 0, 0, 0));
	dt_emit_jump(&e, JMPI(BPF_JEQ, 0, 0), &end);
	dt_emit_ld64(&e, 2, DT_REL_IMM, "dt_imm_prin_size", -24);
	dt_emit_jump(&e, JMP(BPF_JGT, 0, 2), &end);
	dt_emit(&e, MOV(9, 8));
	dt_emit(&e, ALU(BPF_ADD, 9, 0));
	dt_emit(&e, LDX(BPF_DW, 1, 6, off));
	dt_emit(&e, STX(BPF_DW, 9, 16, 1));
	if (rc == DT_RC_FAULT) {
		dt_emit(&e, ST(BPF_W, 6, CTX(fault), DTRACEFLT_DIVZERO));
		dt_emit(&e, ST(BPF_W, 6, CTX(fault_action), 1));
	} else {
		dt_emit(&e, MOV(1, 8));
		dt_emit(&e, MOV(2, 6));
		dt_emit_call(&e, "dt_rec_commit");
	}
	emit_end(f, &e, &end, i, rc);
	f->clause[i].needs |= DT_NEED_ALLARGS | DT_NEED_TS;
	f->clause[i].rec_size = 24;
}

/* A point at the lseek system call. */
static void
add_point(struct fixture *f, enum dt_pointkind kind, uint32_t n)
{
	static const char *const names[4] = NAMES;
	struct dt_enpoint *p = &f->point[f->run.npoints];
	struct dt_enrow *r = &f->row[f->run.npoints++];

	r->probe = 10 + kind;
	r->epid = kind == DT_POINT_ERROR ? 101 : 1;
	r->mask[0] = (1ull << n) - 1;
	memcpy(r->name, names, sizeof(names));
	if (kind >= DT_POINT_SYSENTER)
		r->key = SYS_lseek;
	*p = (struct dt_enpoint){ .kind = kind, .clauses = f->list,
	    .nclauses = n, .rows = r, .nrows = 1 };
}

static int
setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	assert_non_null(f);
	*state = f;
	f->arena = dt_arena_create();
	f->form = (struct dt_form){ .nkeys = 1, .nw = 1, .kw_max = 1,
	    .action = DTRACEAGG_COUNT };
	f->formv[0] = &f->form;
	f->forms = (struct dt_forms){ f->formv, 1 };
	f->run = (struct dt_run){ .points = f->point, .forms = &f->forms,
	    .slot_size = KEY + 64, .key_words = 2, .strsize = 32,
	    .globals_size = 8, .globals = f->globals, .aggsize = 1 << 16,
	    .bufsize = 1 << 16, .dynvarsize = 1 << 16, .cpu = -1 };
	return dt_kbtf_create(&f->run.kbtf, NULL);
}

static int
teardown(void **state)
{
	struct fixture *f = *state;

	K->close(f->e);
	dt_kbtf_destroy(f->run.kbtf);
	dt_arena_destroy(f->arena);
	free(f);
	return 0;
}

static void
start(struct fixture *f)
{
	char why[512];
	int err;

	if (K->probe(why, sizeof(why)) != 0) {
		print_message("%s\n", why);
		skip();
	}
	assert_int_equal(K->open(&f->e), 0);
	err = K->load(f->e, &f->run);
	if (err == 0)
		err = K->attach(f->e);
	if (err != 0)
		print_message("%s\n", dt_engine_why(f->e));
	assert_int_equal(err, 0);
	f->m = K->mem(f->e);
	dt_set_activity(f->m, DT_ACTIVE);
}

static void
read_agg(struct fixture *f, char *base, uint32_t variant)
{
	struct dt_aggbuf *b = (struct dt_aggbuf *)base;
	uint32_t o = f->m->agg_data[variant];
	struct dt_aggrec *r;

	f->agg_drops += b->drops;
	for (; o < b->used; o += 8 + (r->kw + 1) * 8) {
		r = (struct dt_aggrec *)(base + o);
		assert_int_equal(r->kw, 1);
		if (r->word[0] < NKEYS)
			f->count[r->word[0]] += r->word[1];
	}
	memset(base, 0, f->m->buf[DT_BUF_AGG].size[variant]);
}

static void
read_prin(struct fixture *f, char *base, uint32_t variant)
{
	struct dt_prinbuf *b = (struct dt_prinbuf *)base;
	uint32_t o = sizeof(*b), n = 0;
	struct dt_rechdr *h;

	f->prin_drops += b->drops;
	for (; o < sizeof(*b) + b->used; o += dt_recsize(h), n++) {
		h = (struct dt_rechdr *)(base + o);
		assert_int_equal(dt_recsize(h), 24);
		f->value[h->epid % 32] = *(uint64_t *)(h + 1);
		f->ts[h->epid % 32] = (uint64_t)h->ts_hi << 32 | h->ts_lo;
	}
	assert_int_equal(n, b->nrecs);
	f->recs += n;
	memset(base, 0, f->m->buf[DT_BUF_PRIN].size[variant]);
}

static void
snap(struct fixture *f, enum dt_bufkind k)
{
	uint32_t cpu, l;
	int half;

	if (f->m->buf[k].base[0] == NULL)
		return;
	for (cpu = 0; cpu < f->m->ncpus; cpu++) {
		half = dt_flip(f->m, cpu, k, &f->pending[k][cpu]);
		if (half < 0)
			continue;
		for (l = 0; l < DT_LEVELS; l++) {
			char *p = dt_half(f->m, k, cpu, l, half);

			if (((struct dt_aggbuf *)p)->used == 0 &&
			    ((struct dt_aggbuf *)p)->drops == 0)
				continue;
			(k == DT_BUF_AGG ? read_agg : read_prin)(f, p, l > 0);
		}
	}
}

static void
finish(struct fixture *f)
{
	uint32_t cpu;
	int i;

	dt_set_activity(f->m, DT_DRAINING);
	assert_int_equal(dt_quiesce(f->m, &cpu), 0);
	for (i = 0; i < 2; i++) {
		snap(f, DT_BUF_AGG);
		snap(f, DT_BUF_PRIN);
	}
	for (cpu = 0; cpu < f->m->ncpus; cpu++) {
		f->agg_drops += f->m->ctl[cpu].busy_drops[DT_BUF_AGG];
		f->prin_drops += f->m->ctl[cpu].busy_drops[DT_BUF_PRIN];
	}
	K->detach(f->e);
}

static void
seek(uint64_t n)
{
	uint64_t i;

	for (i = 0; i < n; i++)
		syscall(SYS_lseek, -1, (long)(i % NKEYS), 0);
}

struct worker {
	pthread_t thread;
	uint64_t calls;
	int cpu, tid;
};

static void *
work(void *arg)
{
	struct worker *w = arg;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(w->cpu, &set);
	pthread_setaffinity_np(pthread_self(), sizeof(set), &set);
	w->tid = (int)syscall(SYS_gettid);
	seek(w->calls);
	return NULL;
}

static void
sleep_ms(int ms)
{
	struct timespec ts = { 0, ms * 1000000l };

	nanosleep(&ts, NULL);
}

/* Four threads on all CPUs, with a flip of both buffers each millisecond. */
static void
run_workers(struct fixture *f, uint64_t calls)
{
	struct worker w[4];
	int i;

	for (i = 0; i < 4; i++) {
		w[i].calls = calls;
		w[i].cpu = i % (int)sysconf(_SC_NPROCESSORS_ONLN);
		pthread_create(&w[i].thread, NULL, work, &w[i]);
	}
	for (i = 0; i < 4; i++)
		while (pthread_tryjoin_np(w[i].thread, NULL) != 0) {
			snap(f, DT_BUF_AGG);
			snap(f, DT_BUF_PRIN);
			sleep_ms(1);
		}
}

static uint64_t
total(const struct fixture *f)
{
	uint64_t sum = 0;
	int i;

	for (i = 0; i < NKEYS; i++)
		sum += f->count[i];
	return sum;
}

static void
counts_exactly(void **state)
{
	struct fixture *f = *state;
	int i;

	count_clause(f, 0);
	count_clause(f, 1);
	add_point(f, DT_POINT_SYSENTER, 2);
	start(f);
	run_workers(f, 200000);
	finish(f);
	assert_int_equal(total(f) + f->agg_drops, 2 * 4 * 200000);
	assert_int_equal(f->agg_drops, 0);
	for (i = 0; i < NKEYS; i++)
		assert_int_equal(f->count[i], 2 * 4 * 200000 / NKEYS);
	assert_int_equal(K->missed(f->e), 0);
}

/* Return probes, too; records without room are counted. */
static void
records_or_drops(void **state)
{
	struct fixture *f = *state;

	record_clause(f, 0, ARG(1), DT_RC_OK);
	add_point(f, DT_POINT_SYSENTER, 1);
	start(f);
	run_workers(f, 100000);
	finish(f);
	assert_int_equal(f->recs + f->prin_drops, 4 * 100000);
	assert_true(f->recs > 1000);
}

/* A failed record is rolled back; ERROR and the next clause run. */
static void
fault_reaches_error(void **state)
{
	struct fixture *f = *state;

	record_clause(f, 0, ARG(1), DT_RC_FAULT);
	count_clause(f, 1);
	record_clause(f, 2, ARG(4), DT_RC_OK);
	add_point(f, DT_POINT_SYSENTER, 2);
	add_point(f, DT_POINT_ERROR, 1);
	f->errlist[0] = &f->clause[2];
	f->point[1].clauses = f->errlist;
	start(f);
	seek(100);
	finish(f);
	assert_int_equal(total(f), 100);
	assert_int_equal(f->recs, 100);
	assert_int_equal(f->prin_drops, 0);
	assert_int_equal(f->m->state->dblerrors, 0);
}

/* A fault in ERROR is counted, and exit() ends the firing. */
static void
fault_in_error(void **state)
{
	struct fixture *f = *state;

	record_clause(f, 0, ARG(1), DT_RC_FAULT);
	record_clause(f, 1, ARG(1), DT_RC_FAULT);
	add_point(f, DT_POINT_SYSENTER, 1);
	add_point(f, DT_POINT_ERROR, 1);
	f->errlist[0] = &f->clause[1];
	f->point[1].clauses = f->errlist;
	start(f);
	seek(7);
	finish(f);
	assert_int_equal(f->recs, 0);
	assert_int_equal(f->m->state->dblerrors, 7);
}

static void
exit_stops_firing(void **state)
{
	struct fixture *f = *state;

	record_clause(f, 0, ARG(1), DT_RC_EXIT);
	count_clause(f, 1);
	add_point(f, DT_POINT_SYSENTER, 2);
	start(f);
	seek(5);
	finish(f);
	assert_int_equal(f->recs, 5);
	assert_int_equal(total(f), 0);
}

/* BEGIN and END run in this process, each only in its phase. */
static void
begin_and_end(void **state)
{
	struct fixture *f = *state;

	record_clause(f, 0, ARG(0), DT_RC_OK);
	add_point(f, DT_POINT_BEGIN, 1);
	add_point(f, DT_POINT_END, 1);
	f->run.aggsize = 0;
	start(f);
	dt_set_activity(f->m, DT_WARMUP);
	assert_int_equal(K->edge(f->e, DT_POINT_BEGIN), 0);
	assert_int_equal(K->edge(f->e, DT_POINT_END), 0);
	snap(f, DT_BUF_PRIN);
	assert_int_equal(f->recs, 1);
	dt_set_activity(f->m, DT_COOLDOWN);
	assert_int_equal(K->edge(f->e, DT_POINT_BEGIN), 0);
	assert_int_equal(K->edge(f->e, DT_POINT_END), 0);
	snap(f, DT_BUF_PRIN);
	assert_int_equal(f->recs, 2);
}

static uint64_t
now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

/* Each clause finds what it declares as its needs; clause i has epid i + 1. */
static void
fills_context(void **state)
{
	static const struct { int off; uint32_t needs; } t[] = {
		{ ARG(1), DT_NEED_ALLARGS },
		{ CTX(err), DT_NEED_ERRNO },
		{ CTX(pid), DT_NEED_PID },
		{ CTX(ppid), DT_NEED_PPID | DT_NEED_UID },
		{ CTX(execname), DT_NEED_COMM },
		{ CTX(vts), DT_NEED_VTS },
		{ CTX(stackdepth), DT_NEED_DEPTH },
		{ CTX(caller), DT_NEED_CALLER },
		{ CTX(task), DT_NEED_SELF },
		{ (int)offsetof(struct dt_slot, this_var), DT_NEED_THIS },
	};
	struct fixture *f = *state;
	int i, n = sizeof(t) / sizeof(t[0]);
	const uint64_t *v = &f->value[1];
	uint64_t began = now();
	char comm[DT_COMMLEN] = "";

	for (i = 0; i < n; i++) {
		record_clause(f, i, t[i].off, DT_RC_OK);
		f->clause[i].needs |= t[i].needs;
	}
	add_point(f, DT_POINT_SYSEXIT, n);
	start(f);
	seek(1);
	finish(f);
	assert_int_equal(f->recs, n);
	assert_int_equal(v[0], UINT64_MAX);
	assert_int_equal(v[1], EBADF);
	assert_int_equal(v[2], (uint64_t)syscall(SYS_gettid) << 32 | getpid());
	assert_int_equal(v[3], (uint64_t)getuid() << 32 | getppid());
	pthread_getname_np(pthread_self(), comm, sizeof(comm));
	assert_memory_equal(&v[4], comm, 8);
	assert_in_range(v[5], 1, now() - began);
	assert_in_range((uint32_t)v[6], 2, 20);
	assert_true((int64_t)v[7] < 0);
	assert_true((int64_t)v[8] < 0);
	assert_int_equal(v[9], 0);
	assert_int_equal(f->ts[1], f->ts[n]);
}

/* getpid() by the 32-bit ABI; -1 if the kernel has none. */
static int
getpid_ia32(long second)
{
	long r = -1;

#ifdef __x86_64__
	__asm__ volatile("int $0x80" : "=a"(r) : "a"(20l), "b"(1l),
	    "c"(second) : "memory", "r8", "r9", "r10", "r11");
#else
	(void)second;
#endif
	return r;
}

static bool
has_ia32(void)
{
	pid_t pid = fork();
	int status;

	if (pid == 0)
		_exit(getpid_ia32(0) != getpid());
	waitpid(pid, &status, 0);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Call 20 of the native table is writev(), which must not count. */
static void
knows_32bit_calls(void **state)
{
	struct fixture *f = *state;

	if (!has_ia32())
		skip();
	record_clause(f, 0, ARG(1), DT_RC_OK);
	add_point(f, DT_POINT_SYSENTER, 1);
	f->row[0].key = DT_ROW_COMPAT + 20;
	start(f);
	assert_int_equal(getpid_ia32(0x1234567890), getpid());
	syscall(SYS_writev, -1, NULL, 0);
	finish(f);
	assert_int_equal(f->recs, 1);
	assert_int_equal(f->value[1], 0x34567890);
}

/* self->x = 1 */
static void
self_clause(struct fixture *f, int i)
{
	struct dt_emit e = { .arena = f->arena };
	struct dt_label end = { 0 };

	emit_mine(&e, &end);
	dt_emit(&e, MOV(1, 6));
	dt_emit(&e, MOVI(2, 1));
	dt_emit(&e, MOVI(3, 1));
	dt_emit_call(&e, "dt_self_set");
	emit_end(f, &e, &end, i, DT_RC_OK);
	f->clause[i].needs |= DT_NEED_SELF;
}

/* A thread can be joined before its last probe has fired. */
static void
join_ended(const struct worker *w)
{
	char path[64];

	pthread_join(w->thread, NULL);
	snprintf(path, sizeof(path), "/proc/self/task/%d", w->tid);
	while (access(path, F_OK) == 0)
		sleep_ms(1);
}

/* Many more threads, one after another, than the table has entries. */
static void
sweeps_ended_threads(void **state)
{
	struct worker w = { .calls = 3, .cpu = 0 };
	struct fixture *f = *state;
	int i;

	self_clause(f, 0);
	add_point(f, DT_POINT_SYSENTER, 1);
	f->run.dynvarsize = 64 * 64;
	start(f);
	for (i = 0; i < 500; i++) {
		pthread_create(&w.thread, NULL, work, &w);
		join_ended(&w);
	}
	finish(f);
	assert_int_equal(f->m->state->dyndrops, 0);
}

/* A record larger than the buffer is always dropped, with no other effect. */
static void
record_too_large(void **state)
{
	struct fixture *f = *state;

	record_clause(f, 0, ARG(1), DT_RC_OK);
	add_point(f, DT_POINT_SYSENTER, 1);
	f->run.bufsize = 16;
	start(f);
	seek(3);
	finish(f);
	assert_int_equal(f->recs, 0);
	assert_int_equal(f->prin_drops, 3);
}

static void
reports_refusal(void **state)
{
	struct fixture *f = *state;
	struct dt_emit e = { .arena = f->arena };
	struct dt_label end = { 0 };
	char why[512];

	if (K->probe(why, sizeof(why)) != 0)
		skip();
	emit_mine(&e, &end);
	dt_emit(&e, LDX(BPF_DW, 1, 9, 0));
	emit_end(f, &e, &end, 0, DT_RC_OK);
	add_point(f, DT_POINT_SYSENTER, 1);
	assert_int_equal(K->open(&f->e), 0);
	assert_true(K->load(f->e, &f->run) < 0);
	assert_non_null(strstr(dt_engine_why(f->e), "R9"));
}

int
main(void)
{
#define	T(fn)	cmocka_unit_test_setup_teardown(fn, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(counts_exactly), T(records_or_drops), T(fault_reaches_error),
		T(fault_in_error), T(exit_stops_firing), T(begin_and_end),
		T(fills_context), T(sweeps_ended_threads),
		T(knows_32bit_calls),
		T(record_too_large), T(reports_refusal),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
