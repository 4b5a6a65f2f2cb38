/* SPDX-License-Identifier: MIT */
/*
 * test_vm_fire.c - the embedded engine as a whole: hand-assembled clauses are
 * linked with the runtime, fired, and read back through struct dt_mem.
 */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "rt/deadman.h"
#include "vm/vm.h"

#define	N(v)	(sizeof(v) / sizeof((v)[0]))
#define	INSN(c, d, s, o, i)						\
	{ .code = (c), .dst_reg = (d), .src_reg = (s), .off = (o), .imm = (i) }
#define	MOVK(d, i)	INSN(BPF_ALU64 | BPF_K | BPF_MOV, d, 0, 0, i)
#define	MOVX(d, s)	INSN(BPF_ALU64 | BPF_X | BPF_MOV, d, s, 0, 0)
#define	ADDK(d, i)	INSN(BPF_ALU64 | BPF_K | BPF_ADD, d, 0, 0, i)
#define	ADDX(d, s)	INSN(BPF_ALU64 | BPF_X | BPF_ADD, d, s, 0, 0)
#define	ANDK(d, i)	INSN(BPF_ALU64 | BPF_K | BPF_AND, d, 0, 0, i)
#define	LDX(sz, d, s, o) INSN(BPF_LDX | BPF_MEM | (sz), d, s, o, 0)
#define	STX(sz, d, s, o) INSN(BPF_STX | BPF_MEM | (sz), d, s, o, 0)
#define	ST(sz, d, o, i)	INSN(BPF_ST | BPF_MEM | (sz), d, 0, o, i)
#define	JEQK(d, i, o)	INSN(BPF_JMP | BPF_K | BPF_JEQ, d, 0, o, i)
#define	CALL		INSN(BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_CALL, 0, -1)
#define	EXIT		INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0)
#define	CTX(f)		(offsetof(struct dt_slot, ctx) + \
			    offsetof(struct dt_ctx, f))
#define	KEY		offsetof(struct dt_slot, key)
#define	RECSIZE		24
#define	HOUR		3600000000000ull

#define	FUNC(n, nrel)							\
	{ .name = #n, .insns = n##_insns, .ninsns = N(n##_insns),	\
	  .rels = n##_rels, .nrels = nrel, .nparams = 4,		\
	  .params = { DT_PARAM_SLOT, DT_PARAM_AGG, DT_PARAM_PRIN } }

/* @a[arg0] = count() */
static const struct bpf_insn count_insns[] = {
	MOVX(7, 2), LDX(BPF_DW, 3, 1, CTX(args)), STX(BPF_DW, 1, 3, KEY),
	MOVX(2, 1), MOVX(1, 7), MOVK(3, 0), MOVK(4, 1), MOVK(5, 1),
	CALL, JEQK(0, 0, 5), ANDK(0, ~7), ADDX(7, 0),
	LDX(BPF_DW, 1, 7, 0), ADDK(1, 1), STX(BPF_DW, 7, 1, 0),
	MOVK(0, DT_RC_OK), EXIT,
};
static const struct dt_reloc count_rels[] = {
	{ 8, DT_REL_FUNC, "dt_agg_find", 0 },
};
static const struct dt_clause count = {
	.code = FUNC(count, 1), .needs = DT_NEED_ALLARGS, .nagg = 1,
};

/* A record with arg1; then, if arg0 is 1, a fault in action 3. */
static const struct bpf_insn record_insns[] = {
	MOVX(6, 1), MOVX(7, 3), MOVX(1, 7), MOVX(2, 6), MOVK(3, RECSIZE),
	CALL, JEQK(0, 0, 8), ADDX(0, 7), LDX(BPF_DW, 1, 6, CTX(args) + 8),
	STX(BPF_DW, 0, 1, 16), LDX(BPF_DW, 1, 6, CTX(args)), JEQK(1, 1, 5),
	MOVX(1, 7), MOVX(2, 6), CALL,
	MOVK(0, DT_RC_OK), EXIT,
	ST(BPF_W, 6, CTX(fault), DTRACEFLT_BADADDR),
	ST(BPF_W, 6, CTX(fault_action), 3),
	ST(BPF_DW, 6, CTX(fault_addr), 0x123),
	MOVK(0, DT_RC_FAULT), EXIT,
};
static const struct dt_reloc record_rels[] = {
	{ 5, DT_REL_FUNC, "dt_rec_begin", 0 },
	{ 14, DT_REL_FUNC, "dt_rec_commit", 0 },
};
static const struct dt_clause record = {
	.code = FUNC(record, 2), .needs = DT_NEED_ALLARGS, .rec_size = RECSIZE,
};

/* A record of dteda-like words: arg1, arg2, arg4, arg5 of ERROR. */
static const struct bpf_insn error_insns[] = {
	MOVX(6, 1), MOVX(7, 3), MOVX(1, 7), MOVX(2, 6), MOVK(3, 56),
	CALL, JEQK(0, 0, 14), ADDX(0, 7),
	LDX(BPF_DW, 1, 6, CTX(args) + 8), STX(BPF_DW, 0, 1, 16),
	LDX(BPF_DW, 1, 6, CTX(args) + 16), STX(BPF_DW, 0, 1, 24),
	LDX(BPF_DW, 1, 6, CTX(args) + 32), STX(BPF_DW, 0, 1, 32),
	LDX(BPF_DW, 1, 6, CTX(args) + 40), STX(BPF_DW, 0, 1, 40),
	LDX(BPF_DW, 1, 6, CTX(args) + 24), STX(BPF_DW, 0, 1, 48),
	MOVX(1, 7), MOVX(2, 6),
	CALL, MOVK(0, DT_RC_OK), EXIT,
};
static const struct dt_reloc error_rels[] = {
	{ 5, DT_REL_FUNC, "dt_rec_begin", 0 },
	{ 20, DT_REL_FUNC, "dt_rec_commit", 0 },
};
static const struct dt_clause error = {
	.code = FUNC(error, 2), .needs = DT_NEED_ALLARGS, .rec_size = 56,
};

/* A store outside the permitted memory. */
static const struct bpf_insn wild_insns[] = {
	MOVK(1, 4096), ST(BPF_DW, 1, 0, 1), MOVK(0, DT_RC_OK), EXIT,
};
static const struct dt_reloc wild_rels[1];
static const struct dt_clause wild = { .code = FUNC(wild, 0) };

static const struct bpf_insn leave_insns[] = {
	CALL, MOVK(0, DT_RC_EXIT), EXIT,
};
static const struct dt_reloc leave_rels[] = {
	{ 0, DT_REL_FUNC, "dt_exit", 0 },
};
static const struct dt_clause leave = { .code = FUNC(leave, 1) };

/* self->x += arg0; the global variable = self->x */
static const struct bpf_insn self_insns[] = {
	MOVX(6, 1), MOVK(2, 7), CALL, LDX(BPF_DW, 3, 6, CTX(args)),
	ADDX(3, 0), INSN(BPF_LD | BPF_IMM | BPF_DW, 1, 0, 0, 0),
	INSN(0, 0, 0, 0, 0), STX(BPF_DW, 1, 3, 0), MOVX(1, 6), MOVK(2, 7),
	CALL, MOVK(0, DT_RC_OK), EXIT,
};
static const struct dt_reloc self_rels[] = {
	{ 2, DT_REL_FUNC, "dt_self_get", 0 },
	{ 5, DT_REL_MAPVAL, "dt_val_globals", 8 },
	{ 10, DT_REL_FUNC, "dt_self_set", 0 },
};
static const struct dt_clause self = {
	.code = FUNC(self, 3), .needs = DT_NEED_ALLARGS | DT_NEED_SELF,
};

/* --- a run of them ------------------------------------------------------ */

enum { P_BEGIN = 1, P_END, P_ERROR, P_COUNT = 100, P_MIX, P_SELF };

static struct dt_form form = { .nkeys = 1, .nw = 1, .kw_max = 1 };
static struct dt_form *form_v[] = { &form };
static const struct dt_forms forms = { form_v, 1 };
static const uint64_t globals[2] = { 11, 22 };

struct fixture {
	struct dt_engine *e;
	struct dt_mem *m;
};

#define	ops	(&dt_engine_vm)
#define	ROW(id, ep, m)	{ .probe = (id), .epid = (ep), \
	.name = { "p", "m", "f", "n" }, .mask = { m } }
#define	POINT(what, of, row, n)	{ .kind = DT_POINT_##what, .clauses = (of), \
	.nclauses = N(of), .rows = (row), .nrows = (n) }

static void
load(struct fixture *fx, size_t aggsize, size_t bufsize)
{
	const struct dt_clause *begin[] = { &count, &leave, &count };
	const struct dt_clause *end[] = { &count };
	const struct dt_clause *errors[] = { &error, &wild };
	const struct dt_clause *enter[] = { &count, &record, &wild, &record,
	    &self };
	struct dt_enrow begin_row = ROW(P_BEGIN, 1, 7);
	struct dt_enrow end_row = ROW(P_END, 10, 1);
	struct dt_enrow error_row = ROW(P_ERROR, 20, 3);
	struct dt_enrow enter_rows[] = { ROW(P_COUNT, 30, 1),
	    ROW(P_MIX, 31, 0xe), ROW(P_SELF, 40, 0x10) };
	struct dt_enpoint points[] = {
		POINT(BEGIN, begin, &begin_row, 1),
		POINT(END, end, &end_row, 1),
		POINT(ERROR, errors, &error_row, 1),
		POINT(SYSENTER, enter, enter_rows, N(enter_rows)),
	};
	const struct dt_run run = { points, N(points), &forms,
	    .slot_size = sizeof(struct dt_slot) + 8, .key_words = 1,
	    .strsize = 32, .globals_size = sizeof(globals), .globals = globals,
	    .aggsize = aggsize, .bufsize = bufsize, .dynvarsize = 1024,
	    .cpu = -1, .deadman = HOUR };
	int err;

	assert_int_equal(ops->open(&fx->e), 0);
	err = ops->load(fx->e, &run);
	if (err != 0)
		fail_msg("load: %d %s", err, dt_engine_why(fx->e));
	assert_int_equal(ops->load(fx->e, &run), -EBUSY);
	assert_int_equal(ops->attach(fx->e), 0);
	fx->m = ops->mem(fx->e);
	assert_true(fx->m->ncpus >= 8);
	fx->m->state->activity = DT_ACTIVE;
	fx->m->state->last_status = dt_vm_now();
}

static int
fire(struct fixture *fx, uint32_t probe, uint32_t cpu, uint64_t arg0,
    uint64_t arg1)
{
	struct dt_firing f = { .probe = probe, .cpu = cpu, .pid = 5, .tid = 6,
	    .args = { arg0, arg1 }, .execname = "test", .ts = 0x1122334455 };

	return ops->fire(fx->e, &f);
}

/* Visit the records of a half; sums what they count, by key if want >= 0. */
static uint64_t
counted(const struct dt_mem *m, uint32_t cpu, uint32_t level, uint32_t half,
    int64_t want)
{
	char *p = dt_half(m, DT_BUF_AGG, cpu, level, half);
	const struct dt_aggbuf *b = (struct dt_aggbuf *)p;
	uint64_t sum = 0;
	uint32_t at;

	for (at = m->agg_data[level != 0]; at < b->used; ) {
		struct dt_aggrec *r = (struct dt_aggrec *)(p + at);

		assert_int_equal(r->kw, 1);
		if (want < 0 || r->word[0] == (uint64_t)want)
			sum += r->word[1];
		at += sizeof(*r) + 16;
	}
	return sum;
}

static void
test_count(void **state)
{
	struct fixture fx;
	uint64_t i;

	(void)state;
	load(&fx, 64 << 10, 4096);
	for (i = 0; i < 100; i++)
		assert_int_equal(fire(&fx, P_COUNT, 7, i % 10, 0), 0);
	assert_int_equal(fire(&fx, P_COUNT, 3, 4, 0), 0);
	assert_int_equal(counted(fx.m, 7, 0, 0, -1), 100);
	assert_int_equal(counted(fx.m, 7, 0, 0, 4), 10);
	assert_int_equal(counted(fx.m, 3, 0, 0, 4), 1);
	assert_int_equal(fx.m->ctl[7].seq[0], 100);
	assert_int_equal(fire(&fx, 9999, 0, 0, 0), -ENOENT);
	assert_int_equal(fire(&fx, P_COUNT, fx.m->ncpus, 0, 0), -EINVAL);
	ops->detach(fx.e);
	assert_int_equal(fire(&fx, P_COUNT, 0, 0, 0), -EINVAL);
	ops->close(fx.e);
	ops->close(NULL);
}

/* Deeper levels have buffers of their own; without a level all is a drop. */
static void
test_levels(void **state)
{
	struct fixture fx;
	uint32_t l;

	(void)state;
	load(&fx, 1 << 20, 1 << 20);
	for (l = 0; l < DT_LEVELS; l++) {
		assert_int_equal(fire(&fx, P_COUNT, 1, 50 + l, 0), 0);
		assert_int_equal(counted(fx.m, 1, l, 0, 50 + l), 1);
		fx.m->ctl[1].busy[l] = 1;
	}
	assert_int_equal(fire(&fx, P_COUNT, 1, 1, 0), 0);
	assert_int_equal(fire(&fx, P_MIX, 1, 1, 0), 0);
	assert_int_equal(fx.m->ctl[1].busy_drops[DT_BUF_AGG], 1);
	assert_int_equal(fx.m->ctl[1].busy_drops[DT_BUF_PRIN], 2);
	ops->close(fx.e);
}

static void
test_full(void **state)
{
	struct fixture fx;
	struct dt_aggbuf *b;
	struct dt_prinbuf *p;
	int i;

	(void)state;
	load(&fx, 1024, RECSIZE * 5);
	for (i = 0; i < 1000; i++)
		fire(&fx, P_COUNT, 0, i, 0);
	b = dt_half(fx.m, DT_BUF_AGG, 0, 0, 0);
	assert_true(b->drops > 900);
	assert_int_equal(counted(fx.m, 0, 0, 0, -1) + b->drops, 1000);
	fire(&fx, P_COUNT, 0, 0, 0);
	assert_int_equal(counted(fx.m, 0, 0, 0, 0), 2);
	/* The sixth record does not fit, and ERROR's of 56 bytes never do. */
	for (i = 0; i < 3; i++)
		fire(&fx, P_MIX, 0, 0, 0);
	p = dt_half(fx.m, DT_BUF_PRIN, 0, 0, 0);
	assert_true(p->used <= RECSIZE * 5 && p->used > RECSIZE * 3);
	assert_true(p->drops > 0);
	ops->close(fx.e);
}

static void
test_phases(void **state)
{
	struct fixture fx;
	uint32_t cpu;

	(void)state;
	load(&fx, 64 << 10, 4096);
	fx.m->state->activity = DT_OFF;
	fire(&fx, P_COUNT, 0, 1, 0);
	assert_int_equal(ops->edge(fx.e, DT_POINT_BEGIN), 0);
	fx.m->state->activity = DT_WARMUP;
	fire(&fx, P_COUNT, 0, 1, 0);
	assert_int_equal(fx.m->ctl[0].seq[0], 0);
	/* exit() in the second clause: the third does not run. */
	fire(&fx, P_BEGIN, 0, 77, 0);
	assert_int_equal(counted(fx.m, 0, 0, 0, 77), 1);
	assert_int_equal(fx.m->state->activity, DT_DRAINING);
	fire(&fx, P_COUNT, 0, 1, 0);
	assert_int_equal(counted(fx.m, 0, 0, 0, 1), 0);
	fx.m->state->activity = DT_COOLDOWN;
	assert_int_equal(dt_quiesce(fx.m, &cpu), 0);
	fire(&fx, P_END, 0, 78, 0);
	assert_int_equal(counted(fx.m, 0, 0, 0, 78), 1);
	assert_int_equal(ops->edge(fx.e, DT_POINT_SYSENTER), -EINVAL);
	assert_int_equal(ops->edge(fx.e, DT_POINT_END), 0);
	assert_int_equal(ops->missed(fx.e), 0);
	ops->close(fx.e);
}

/* The run ends when two firings find that the status is overdue. */
static void
test_deadman(void **state)
{
	struct fixture fx;

	(void)state;
	load(&fx, 64 << 10, 4096);
	fx.m->state->last_status -= HOUR / 2;
	fire(&fx, P_COUNT, 0, 1, 0);
	fx.m->state->last_status += HOUR;	/* asked while we look */
	fire(&fx, P_COUNT, 0, 1, 0);
	assert_int_equal(fx.m->state->late_status, 0);
	fx.m->state->last_status -= 2 * HOUR;
	fire(&fx, P_COUNT, 0, 1, 0);
	fire(&fx, P_COUNT, 0, 1, 0);		/* at once, so no second time */
	assert_int_equal(fx.m->state->activity, DT_ACTIVE);
	assert_int_equal(fx.m->state->late_status, fx.m->state->last_status);
	assert_int_equal(counted(fx.m, 0, 0, 0, 1), 4);
	fx.m->state->late_time -= dt_deadman_period(HOUR);
	fx.m->state->activity = DT_DRAINING;	/* over by itself */
	fire(&fx, P_COUNT, 0, 1, 0);
	assert_int_equal(fx.m->state->activity, DT_DRAINING);
	fx.m->state->activity = DT_ACTIVE;
	fire(&fx, P_COUNT, 0, 1, 0);
	assert_int_equal(fx.m->state->activity, DT_KILLED);
	assert_int_equal(counted(fx.m, 0, 0, 0, 1), 4);
	ops->close(fx.e);
}

/* The machine slept: firings see an old status before the consumer runs. */
static void
test_thaw(void **state)
{
	struct fixture fx;

	(void)state;
	load(&fx, 64 << 10, 4096);
	fx.m->state->last_status -= 2 * HOUR;
	fire(&fx, P_COUNT, 0, 1, 0);
	fx.m->state->last_status += 2 * HOUR;	/* then it does */
	fx.m->state->late_time -= dt_deadman_period(HOUR);
	fire(&fx, P_COUNT, 0, 1, 0);
	assert_int_equal(fx.m->state->activity, DT_ACTIVE);
	/* Another status that is too old starts again. */
	fx.m->state->last_status -= 3 * HOUR;
	fire(&fx, P_COUNT, 0, 1, 0);
	assert_int_equal(fx.m->state->activity, DT_ACTIVE);
	assert_int_equal(counted(fx.m, 0, 0, 0, 1), 3);
	ops->close(fx.e);
}

static const struct dt_rechdr *
record_at(const struct dt_prinbuf *p, uint32_t off)
{
	return (const void *)((const char *)(p + 1) + off);
}

/* {record, wild, record}: the wild one reaches ERROR between the others. */
static void
test_error(void **state)
{
	const struct dt_rechdr *r;
	const struct dt_prinbuf *p;
	const uint64_t *w;
	struct fixture fx;

	(void)state;
	load(&fx, 64 << 10, 4096);
	assert_int_equal(fire(&fx, P_MIX, 2, 0, 42), 0);
	p = dt_half(fx.m, DT_BUF_PRIN, 2, 0, 0);
	assert_int_equal(p->nrecs, 3);
	assert_int_equal(p->used, RECSIZE + 56 + RECSIZE);
	r = record_at(p, 0);
	assert_int_equal(r->epid, 31);
	assert_int_equal((uint64_t)r->ts_hi << 32 | r->ts_lo, 0x1122334455);
	assert_int_equal(((const uint64_t *)r)[2], 42);
	r = record_at(p, RECSIZE);
	w = (const uint64_t *)r;
	assert_int_equal(r->epid, 20);
	assert_int_equal(w[2], 32);			/* epid */
	assert_int_equal(w[3], 0);
	assert_int_equal(w[4], DTRACEFLT_BADADDR);
	assert_int_equal(w[5], 4096);
	assert_true(w[6] == ~0ull);
	r = record_at(p, RECSIZE + 56);
	assert_int_equal(r->epid, 33);
	assert_int_equal(((const uint64_t *)r)[2], 42);
	/* ERROR's second clause is wild, too. */
	assert_int_equal(fx.m->state->dblerrors, 1);
	ops->close(fx.e);
}

/* Both records are begun and then cancelled. */
static void
test_rollback(void **state)
{
	const struct dt_prinbuf *p;
	const uint64_t *w;
	struct fixture fx;
	uint32_t i;

	(void)state;
	load(&fx, 64 << 10, 4096);
	assert_int_equal(fire(&fx, P_MIX, 0, 1, 42), 0);
	p = dt_half(fx.m, DT_BUF_PRIN, 0, 0, 0);
	assert_int_equal(p->nrecs, 3);		/* three faults, three ERRORs */
	assert_int_equal(p->used, 3 * 56);
	for (i = 0; i < 3; i++) {
		w = (const uint64_t *)record_at(p, i * 56);
		assert_int_equal(w[2], 31 + i);
		assert_int_equal(w[3], i == 1 ? 0 : 3);
		assert_int_equal(w[5], i == 1 ? 4096 : 0x123);
	}
	w = (const uint64_t *)record_at(p, p->used);
	for (i = 0; i < 7; i++)
		assert_int_equal(w[i], 0);
	ops->close(fx.e);
}

/* A thread has died while it owned a slot, in the middle of a record. */
static void
test_abandon(void **state)
{
	const struct dt_rechdr half_done = { .epid = 9, .words = 3 };
	struct dt_prinbuf *p;
	struct dt_slot *slot;
	struct fixture fx;
	uint32_t cpu;
	bool pending = false;
	uint32_t used;
	char *at;

	(void)state;
	load(&fx, 64 << 10, 4096);
	assert_int_equal(fire(&fx, P_MIX, 0, 0, 42), 0);
	p = dt_half(fx.m, DT_BUF_PRIN, 0, 0, 0);
	used = p->used;
	at = (char *)(p + 1) + used;
	memcpy(at, &half_done, sizeof(half_done));
	slot = (struct dt_slot *)
	    ((struct dt_vm *)fx.e)->maps[DT_VM_MAP_slots].base;
	slot->ctx.rec_off = sizeof(*p) + used;
	slot->ctx.rec_size = RECSIZE;
	fx.m->ctl[0].busy[0] = fx.m->ctl[3].busy[1] = 1;
	assert_int_equal(dt_flip(fx.m, 0, DT_BUF_PRIN, &pending), -EAGAIN);
	ops->reclaim(fx.e);
	assert_int_equal(dt_flip(fx.m, 0, DT_BUF_PRIN, &pending), 0);
	assert_int_equal(dt_quiesce(fx.m, &cpu), 0);
	assert_int_equal(p->used, used);
	for (size_t i = 0; i < RECSIZE; i++)
		assert_int_equal(at[i], 0);
	assert_int_equal(fire(&fx, P_COUNT, 3, 1, 0), 0);
	assert_int_equal(counted(fx.m, 3, 0, 0, 1), 1);
	ops->close(fx.e);
}

/* Add n to the variables of several threads. */
static void
self_threads(struct fixture *fx, uint32_t from, uint32_t threads, int64_t n)
{
	struct dt_firing f = { .probe = P_SELF, .args = { n } };

	for (f.tid = from; f.tid < from + threads; f.tid++)
		ops->fire(fx->e, &f);
}

static void
test_self(void **state)
{
	struct fixture fx;
	struct dt_firing f = { .probe = P_SELF, .tid = 1, .args = { 5 } };
	const uint64_t *g;

	(void)state;
	load(&fx, 64 << 10, 4096);
	g = (uint64_t *)((struct dt_vm *)fx.e)->maps[DT_VM_MAP_globals].base;
	assert_int_equal(g[0], 11);
	assert_int_equal(g[1], 22);
	ops->fire(fx.e, &f);
	ops->fire(fx.e, &f);
	assert_int_equal(g[1], 10);
	f.tid = 2;
	ops->fire(fx.e, &f);
	assert_int_equal(g[1], 5);
	f.tid = 1;
	f.args[0] = -10;
	ops->fire(fx.e, &f);
	assert_int_equal(g[1], 0);
	/*
	 * Two entries a thread, one of them for its variables' numbers: of 40
	 * there are 4 taken, one of them by a 0, so 18 threads fit.
	 */
	self_threads(&fx, 100, 20, 1);
	assert_int_equal(fx.m->state->nself, 40);
	assert_int_equal(fx.m->state->dyndrops, 2);
	/* if many entries are taken, assigning 0 frees the entry */
	self_threads(&fx, 100, 18, -1);
	assert_int_equal(fx.m->state->nself, 22);
	self_threads(&fx, 200, 10, 1);
	assert_int_equal(fx.m->state->dyndrops, 3);
	ops->close(fx.e);
}

/*
 * A thread has a serial number, as its id may be reused by later threads.  Its
 * variables are freed with it.
 */
static void
test_self_gone(void **state)
{
	struct dt_firing f = { .probe = P_SELF, .tid = 7, .args = { 5 } };
	struct fixture fx;
	const uint64_t *g;

	(void)state;
	load(&fx, 64 << 10, 4096);
	g = (uint64_t *)((struct dt_vm *)fx.e)->maps[DT_VM_MAP_globals].base;
	for (f.serial = 1; f.serial <= 8; f.serial++) {
		ops->fire(fx.e, &f);
		assert_int_equal(g[1], 5);
	}
	assert_int_equal(fx.m->state->nself, 16);
	f.serial = 3;
	f.tid = 8;
	ops->fire(fx.e, &f);
	assert_int_equal(g[1], 10);
	for (f.serial = 1; f.serial <= 8; f.serial++) {
		const struct dt_firing end = { .serial = f.serial };

		dt_vm_gone((struct dt_vm *)fx.e, &end);
		assert_int_equal(fx.m->state->nself, 16 - 2 * f.serial);
	}
	ops->close(fx.e);
}

/* Few variables that alternate between 0 and other values are inserted once. */
static void
test_self_zero(void **state)
{
	struct fixture fx;
	int i;

	(void)state;
	load(&fx, 64 << 10, 4096);
	for (i = 0; i < 3; i++) {
		self_threads(&fx, 1, 4, 1);
		assert_int_equal(fx.m->state->nself, 8);
		self_threads(&fx, 1, 4, -1);
		assert_int_equal(fx.m->state->nself, 8);
	}
	self_threads(&fx, 5, 1, 1);
	self_threads(&fx, 1, 5, -1);
	assert_int_equal(fx.m->state->nself, 9);
	assert_int_equal(fx.m->state->dyndrops, 0);
	ops->close(fx.e);
}

static void
test_refused_runs(void **state)
{
	static const struct dt_reloc rels[] = {
		{ 0, DT_REL_FUNC, "dt_no_such", 0 } };
	struct dt_clause broken = count, unbound = leave;
	const struct dt_clause *v[1];
	struct dt_enrow row = ROW(P_COUNT, 1, 1);
	struct dt_enpoint point = { .kind = DT_POINT_SYSENTER, .clauses = v,
	    .nclauses = 1, .rows = &row, .nrows = 1 };
	struct dt_run run = { &point, 1, &forms, .slot_size = 64,
	    .key_words = 1, .aggsize = 4096, .cpu = -1 };
	struct dt_engine *e;

	(void)state;
	assert_int_equal(ops->open(&e), 0);
	assert_int_equal(ops->attach(e), -EINVAL);
	unbound.code.rels = rels;
	v[0] = &unbound;
	assert_int_equal(ops->load(e, &run), -ENOENT);
	assert_non_null(strstr(dt_engine_why(e), "dt_no_such"));
	broken.code.ninsns--;
	v[0] = &broken;
	assert_int_equal(ops->load(e, &run), -EINVAL);
	assert_non_null(strstr(dt_engine_why(e), "never exits"));
	v[0] = &count;
	run.aggsize = 64;
	assert_int_equal(ops->load(e, &run), -ENOSPC);
	run.aggsize = 4096;
	assert_int_equal(ops->load(e, &run), 0);
	ops->close(e);
}

/* --- several threads and a consumer that flips --------------------------- */

#define	THREADS		3
#define	FIRINGS		200000

static void *
fire_many(void *arg)
{
	struct fixture *fx = arg;
	uint64_t i;

	for (i = 0; i < FIRINGS; i++)
		fire(fx, P_COUNT, i % 2, i % 100, 0);
	return NULL;
}

/* Read and empty the inactive half, as the consumer does. */
static uint64_t
empty(const struct dt_mem *m, uint32_t cpu, uint32_t half)
{
	uint64_t sum = 0;
	uint32_t l;

	for (l = 0; l < DT_LEVELS; l++) {
		struct dt_aggbuf *b = dt_half(m, DT_BUF_AGG, cpu, l, half);
		uint32_t used = b->used;

		sum += counted(m, cpu, l, half, -1) + b->drops;
		memset(b, 0, used > sizeof(*b) ? used : sizeof(*b));
	}
	return sum;
}

static uint64_t
snap(const struct fixture *fx, bool pending[2])
{
	uint64_t sum = 0;
	uint32_t cpu;
	int half;

	for (cpu = 0; cpu < 2; cpu++) {
		half = dt_flip(fx->m, cpu, DT_BUF_AGG, &pending[cpu]);
		if (half >= 0)
			sum += empty(fx->m, cpu, half);
	}
	return sum;
}

static void
test_threads(void **state)
{
	bool pending[2] = { false, false };
	pthread_t t[THREADS];
	struct fixture fx;
	uint64_t sum = 0;
	int i;

	(void)state;
	load(&fx, 64 << 10, 4096);
	for (i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&t[i], NULL, fire_many, &fx),
		    0);
	for (i = 0; i < 500; i++) {
		sum += snap(&fx, pending);
		usleep(200);
	}
	for (i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	sum += snap(&fx, pending);
	sum += snap(&fx, pending);
	for (i = 0; i < 2; i++)
		sum += fx.m->ctl[i].busy_drops[DT_BUF_AGG];
	assert_int_equal(sum, THREADS * FIRINGS);
	ops->close(fx.e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_count),
		cmocka_unit_test(test_levels),
		cmocka_unit_test(test_full),
		cmocka_unit_test(test_phases),
		cmocka_unit_test(test_deadman),
		cmocka_unit_test(test_thaw),
		cmocka_unit_test(test_error),
		cmocka_unit_test(test_rollback),
		cmocka_unit_test(test_abandon),
		cmocka_unit_test(test_self),
		cmocka_unit_test(test_self_gone),
		cmocka_unit_test(test_self_zero),
		cmocka_unit_test(test_refused_runs),
		cmocka_unit_test(test_threads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
