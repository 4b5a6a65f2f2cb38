/* SPDX-License-Identifier: MIT */
/*
 * shim.c - the shim of a point.  Its entry, main, first finds out whether any
 * clause wants the firing: activity word, guards, row.  Then come the slot, the
 * context, the halves of the buffers, the chain of clauses (chain.c), the
 * release.
 *
 * main holds the slot from dt_kernel_take() to its end, so everything in
 * between leaves through the release.
 */
#include <errno.h>
#include <string.h>

#include "kernel/kernel.h"
#include "rt/arch.h"

#define	ROW(field)	((int)offsetof(struct dt_row, field))
#define	CTL(field)	((int)offsetof(struct dt_ctl, field))
#define	COMPAT_ROWS	(DT_ROW_COMPAT * (int)sizeof(struct dt_row))

static int
aggregates(const struct dt_enpoint *p)
{
	uint32_t i, n = 0;

	for (i = 0; p != NULL && i < p->nclauses; i++)
		n += p->clauses[i]->nagg;
	return n != 0;
}

void
dt_kernel_activity(const struct dt_kshim *s, struct dt_emit *e,
    struct dt_label *out)
{
	enum dt_activity want = s->point->kind == DT_POINT_BEGIN ? DT_WARMUP :
	    s->point->kind == DT_POINT_END ? DT_COOLDOWN : DT_ACTIVE;

	dt_emit_ld64(e, 1, DT_REL_MAPVAL, "dt_val_state",
	    offsetof(struct dt_state, activity));
	dt_emit(e, LDX(BPF_W, 1, 1, 0));
	dt_emit_jump(e, JMPI(BPF_JNE, 1, want), out);
}

static int
has_guard(const struct dt_clause *c, const struct dt_guard *g)
{
	uint32_t i;

	for (i = 0; i < c->nguards; i++)
		if (c->guards[i].var == g->var &&
		    c->guards[i].value == g->value)
			return 1;
	return 0;
}

static int
in_mask(const uint64_t *mask, uint32_t i)
{
	return mask == NULL || dt_in_mask(mask, i);
}

/* Do all clauses of the point in the mask (NULL: all) have this guard? */
static int
is_common(const struct dt_enpoint *p, const uint64_t *mask,
    const struct dt_guard *g)
{
	uint32_t i;

	for (i = 0; i < p->nclauses; i++)
		if (in_mask(mask, i) && !has_guard(p->clauses[i], g))
			return 0;
	return 1;
}

/* Where a register leads to the ids of a thread. */
struct ids {
	int base, tid, pid;
};

static void
emit_guard(struct dt_emit *e, const struct dt_guard *g, struct ids ids,
    struct dt_label *out)
{
	if (g->var == DT_GUARD_UID)
		dt_emit(e, HELPER(BPF_FUNC_get_current_uid_gid));
	else
		dt_emit(e, LDX(BPF_W, 0, ids.base,
		    g->var == DT_GUARD_PID ? ids.pid : ids.tid));
	dt_emit_jump(e, JMP32I(BPF_JNE, 0, (int32_t)g->value), out);
}

static const struct dt_clause *
first_clause(const struct dt_enpoint *p, const uint64_t *mask)
{
	uint32_t i = 0;

	while (!in_mask(mask, i))
		i++;
	return p->clauses[i];
}

/* Does main test a guard before it runs any clause of the row? */
static int
is_tested(const struct dt_kshim *s, const struct dt_enrow *r,
    const struct dt_guard *g)
{
	if (s->point->kind != DT_POINT_TP)
		return is_common(s->point, NULL, g);
	return is_common(s->point, r->mask, g) &&
	    (g->var != DT_GUARD_UID || r->src->who != DT_TP_WHO_NEXT);
}

int
dt_kernel_tested(const struct dt_kshim *s, uint32_t n)
{
	const struct dt_clause *c = s->point->clauses[n];
	uint32_t i, j;

	for (i = 0; i < s->point->nrows; i++)
		for (j = 0; j < c->nfirst; j++)
			if (dt_in_mask(s->point->rows[i].mask, n) &&
			    !is_tested(s, &s->point->rows[i], &c->guards[j]))
				return 0;
	return 1;
}

uint32_t
dt_kernel_needs(const struct dt_kshim *s, const uint64_t *mask)
{
	uint32_t i, needs = 0;

	for (i = 0; i < s->point->nclauses; i++)
		if (in_mask(mask, i)) {
			needs |= s->point->clauses[i]->needs;
			if (!dt_kernel_tested(s, i))
				needs |= s->point->clauses[i]->needs_first;
		}
	return needs;
}

int
dt_kernel_guards_ids(const struct dt_enpoint *p, const uint64_t *mask)
{
	const struct dt_clause *c = first_clause(p, mask);
	uint32_t i;

	for (i = 0; i < c->nguards; i++)
		if (c->guards[i].var != DT_GUARD_UID &&
		    is_common(p, mask, &c->guards[i]))
			return 1;
	return 0;
}

static void
emit_guards(struct dt_emit *e, const struct dt_enpoint *p,
    const uint64_t *mask, struct ids ids, bool uid, struct dt_label *out)
{
	const struct dt_clause *c = first_clause(p, mask);
	uint32_t i;

	for (i = 0; i < c->nguards; i++)
		if ((uid || c->guards[i].var != DT_GUARD_UID) &&
		    is_common(p, mask, &c->guards[i]))
			emit_guard(e, &c->guards[i], ids, out);
}

void
dt_kernel_guards(struct dt_emit *e, const struct dt_enpoint *p,
    const uint64_t *mask, int ids, struct dt_label *out)
{
	emit_guards(e, p, mask, (struct ids){ BPF_REG_10, ids, ids + 4 },
	    ids == FP_IDS, out);
}

/* If tracing is restricted to one CPU, is it this one? */
void
dt_kernel_cpu(const struct dt_kshim *s, struct dt_emit *e,
    struct dt_label *out)
{
	if (s->k->cpu < 0)
		return;
	dt_emit(e, HELPER(BPF_FUNC_get_smp_processor_id));
	dt_emit_jump(e, JMP32I(BPF_JNE, 0, s->k->cpu), out);
}

/* r0 = the current task, which can be read directly: its type is known. */
void
dt_kernel_current(const struct dt_kshim *s, struct dt_emit *e)
{
	if (s->task)
		dt_emit(e, LDX(BPF_DW, 0, 10, FP_TASK));
	else
		dt_emit(e, HELPER(BPF_FUNC_get_current_task_btf));
}

void
dt_kernel_compat(const struct dt_kshim *s, struct dt_emit *e, int to, int task)
{
	const struct dt_koffs *off = &s->k->off;

	dt_emit(e, LDX(BPF_W, to, task,
	    (int)(off->task_info + off->info_compat)));
	dt_emit(e, ALUI(BPF_AND, to, DT_ARCH_COMPAT_BITS));
}

/* Is the current task wanted when r9 has its other use? */
static bool
keeps_task(const struct dt_kshim *s)
{
	return (s->needs & DT_NEED_COMM) || (!s->typed &&
	    (s->point->kind == DT_POINT_SYSEXIT ||
	    (s->needs & DT_NEED_ARGS)));
}

/* r9 = the current task, until a slot is taken; the frame has it for longer. */
static void
find_task(struct dt_kshim *s, struct dt_emit *e)
{
	if (s->task)
		return;
	dt_emit(e, HELPER(BPF_FUNC_get_current_task_btf));
	dt_emit(e, MOV(9, 0));
	if (keeps_task(s))
		dt_emit(e, STX(BPF_DW, 10, FP_TASK, 0));
	s->task = 1;
}

/* r0 = registers of the current system call. */
void
dt_kernel_regs(const struct dt_kshim *s, struct dt_emit *e)
{
	if (s->typed) {
		dt_emit(e, LDX(BPF_DW, 0, 6, 0));
		return;
	}
	dt_kernel_current(s, e);
	dt_emit(e, MOV(1, 0));
	dt_emit(e, HELPER(BPF_FUNC_task_pt_regs));
}

static int
is_syscall(const struct dt_kshim *s)
{
	return s->point->kind == DT_POINT_SYSENTER ||
	    s->point->kind == DT_POINT_SYSEXIT;
}

/*
 * As dt_kernel_guards(), for the initial namespace, where the task has the ids.
 * They go to the frame, as dt_kernel_ids() would put them, if clauses look at
 * them.
 */
static void
task_guards(struct dt_kshim *s, struct dt_emit *e, struct dt_label *out)
{
	const struct ids ids = { BPF_REG_9, (int)s->k->off.task_pid,
		(int)s->k->off.task_tgid };

	find_task(s, e);
	if (s->needs & DT_NEED_PID) {
		dt_emit(e, LDX(BPF_W, 1, 9, ids.tid));
		dt_emit(e, STX(BPF_W, 10, FP_IDS, 1));
		dt_emit(e, LDX(BPF_W, 1, 9, ids.pid));
		dt_emit(e, STX(BPF_W, 10, FP_IDS + 4, 1));
	}
	emit_guards(e, s->point, NULL, ids, true, out);
}

/* The tests that every clause would make. */
static void
check_guards(struct dt_kshim *s, struct dt_emit *e, struct dt_label *out)
{
	dt_kernel_cpu(s, e, out);
	if (s->ids && is_syscall(s) && s->k->ns_level == 0) {
		task_guards(s, e, out);
		return;
	}
	if (s->ids)
		dt_kernel_ids(s->k, e);
	dt_kernel_guards(e, s->point, NULL, FP_IDS, out);
}

/* r7 = the number of the system call. */
static void
find_number(const struct dt_kshim *s, struct dt_emit *e)
{
	if (s->point->kind == DT_POINT_SYSENTER) {
		dt_emit(e, LDX(BPF_DW, 7, 6, 8));
		return;
	}
	dt_kernel_regs(s, e);
	dt_emit(e, LDX(DT_ARCH_NUMBER_SIZE, 7, 0, DT_ARCH_NUMBER));
}

/*
 * The keys of a point that is one system call: native is its number, compat
 * that among 32-bit calls, or -1 without one.
 */
struct call {
	int native, compat;
};

static bool
find_call(const struct dt_kshim *s, struct call *c)
{
	const struct dt_enrow *r = s->point->rows;
	uint32_t i;

	*c = (struct call){ -1, -1 };
	for (i = 0; i < s->point->nrows; i++) {
		bool compat = r[i].key >= DT_ROW_COMPAT;
		int *to = compat ? &c->compat : &c->native;

		if (*to != -1)
			return false;
		*to = (int)r[i].key - (compat ? DT_ROW_COMPAT : 0);
	}
	return c->native != -1;
}

/* Leave for out unless it is the call in one of the conventions. */
static void
test_call(struct dt_emit *e, struct call c, struct dt_label *out)
{
	struct dt_label found = { 0 };

	if (c.compat != -1 && c.compat != c.native) {
		dt_emit_jump(e, JMPI(BPF_JEQ, 7, c.native), &found);
		dt_emit_jump(e, JMPI(BPF_JNE, 7, c.compat), out);
		dt_emit_here(e, &found);
	} else {
		dt_emit_jump(e, JMPI(BPF_JNE, 7, c.native), out);
	}
}

static void
row_of(struct dt_emit *e, int key)
{
	dt_emit_ld64(e, 8, DT_REL_MAPVAL, "dt_val_rows",
	    key * (int)sizeof(struct dt_row));
}

/* r8 = row of the one call, r1 = the bits of the convention. */
static void
find_call_row(struct dt_emit *e, struct call c, struct dt_label *out)
{
	struct dt_label native = { 0 }, done = { 0 };

	row_of(e, c.native);
	dt_emit_jump(e, JMPI(BPF_JEQ, 1, 0), &native);
	dt_emit_jump(e, JMPI(BPF_JNE, 7, c.compat), out);
	row_of(e, DT_ROW_COMPAT + c.compat);
	dt_emit_jump(e, GOTO(), &done);
	dt_emit_here(e, &native);
	if (c.native != c.compat)
		dt_emit_jump(e, JMPI(BPF_JNE, 7, c.native), out);
	dt_emit_here(e, &done);
}

/*
 * r8 = row of the number, if there is one for it in either calling convention.
 * Numbers of x32 calls are too large to have a row.
 */
static void
find_row(const struct dt_kshim *s, struct dt_emit *e, struct dt_label *out)
{
	dt_emit_jump(e, JMPI(BPF_JGE, 7, DT_ROW_COMPAT), out);
	dt_emit(e, ALUI(BPF_MUL, 7, sizeof(struct dt_row)));
	row_of(e, 0);
	dt_emit(e, ALU(BPF_ADD, 8, 7));
	dt_emit(e, LDX(BPF_W, 1, 8, ROW(probe)));
	if (s->compat) {
		dt_emit(e, LDX(BPF_W, 2, 8, COMPAT_ROWS + ROW(probe)));
		dt_emit(e, ALU(BPF_OR, 1, 2));
	}
	dt_emit_jump(e, JMPI(BPF_JEQ, 1, 0), out);
}

/* r8 = the row of the number in the convention of which r1 has the bits. */
static void
find_other_row(struct dt_emit *e, struct dt_label *out)
{
	struct dt_label native = { 0 };

	dt_emit_jump(e, JMPI(BPF_JEQ, 1, 0), &native);
	dt_emit(e, ALUI(BPF_ADD, 8, COMPAT_ROWS));
	dt_emit_here(e, &native);
	dt_emit(e, LDX(BPF_W, 1, 8, ROW(probe)));
	dt_emit_jump(e, JMPI(BPF_JEQ, 1, 0), out);
}

static void
test_number(const struct dt_kshim *s, struct dt_emit *e, struct dt_label *out)
{
	struct call c;

	find_number(s, e);
	if (find_call(s, &c))
		test_call(e, c, out);
	else
		find_row(s, e, out);
}

/* Select the row by the calling convention. */
static void
check_convention(struct dt_kshim *s, struct dt_emit *e, struct dt_label *out)
{
	struct call c;
	bool one = find_call(s, &c);

	find_task(s, e);
	dt_kernel_compat(s, e, 1, BPF_REG_9);
	if (!s->compat) {
		dt_emit_jump(e, JMPI(BPF_JNE, 1, 0), out);
		if (one)
			row_of(e, c.native);
		return;
	}
	if (s->needs & DT_NEED_ARGS)
		dt_emit(e, STX(BPF_W, 10, FP_COMPAT, 1));
	if (one)
		find_call_row(e, c, out);
	else
		find_other_row(e, out);
}

/* r8 = row with the number in register reg. */
static void
number_row(const struct dt_kshim *s, struct dt_emit *e, int reg,
    struct dt_label *out)
{
	dt_emit_jump(e, JMPI(BPF_JGE, reg,
	    (int32_t)dt_kernel_nrows(s->point)), out);
	dt_emit(e, ALUI(BPF_MUL, reg, sizeof(struct dt_row)));
	row_of(e, 0);
	dt_emit(e, ALU(BPF_ADD, 8, reg));
}

void
dt_kernel_place(const struct dt_kshim *s, struct dt_emit *e, int to)
{
	dt_emit(e, LDX(BPF_DW, 0, 10, FP_PLACE));
	dt_emit(e, ALUI(BPF_MUL, 0, sizeof(struct dt_place)));
	dt_emit_ld64(e, to, DT_REL_MAPVAL, "dt_val_rows",
	    dt_kernel_nrows(s->point) * sizeof(struct dt_row));
	dt_emit(e, ALU(BPF_ADD, to, 0));
}

/*
 * The number of the row came with the link, or that of the place if a probe has
 * several.
 */
static void
find_site(const struct dt_kshim *s, struct dt_emit *e, struct dt_label *out)
{
	dt_emit(e, MOV(1, 6));
	dt_emit(e, HELPER(BPF_FUNC_get_attach_cookie));
	if (s->point->kind == DT_POINT_USDT) {
		dt_emit_jump(e, JMPI(BPF_JGE, 0,
		    (int32_t)dt_kernel_nplaces(s->point)), out);
		dt_emit(e, STX(BPF_DW, 10, FP_PLACE, 0));
		dt_kernel_place(s, e, 1);
		dt_emit(e, LDX(BPF_DW, 0, 1, offsetof(struct dt_place, row)));
	}
	number_row(s, e, 0, out);
}

/* Cheap tests first: the number of a call that returns is not in r6. */
static void
select_row(struct dt_kshim *s, struct dt_emit *e, struct dt_label *out)
{
	enum dt_pointkind kind = s->point->kind;

	if (kind == DT_POINT_SYSENTER)
		test_number(s, e, out);
	check_guards(s, e, out);
	if (kind == DT_POINT_SYSEXIT)
		test_number(s, e, out);
	if (is_syscall(s))
		check_convention(s, e, out);
	else if (dt_kernel_is_user(kind))
		find_site(s, e, out);
	else
		row_of(e, 0);
}

/* A shift takes a third of the time of a multiplication. */
static void
multiply(struct dt_emit *e, int reg, uint32_t by)
{
	if ((by & (by - 1)) == 0)
		dt_emit(e, ALUI(BPF_LSH, reg, __builtin_ctz(by)));
	else
		dt_emit(e, ALUI(BPF_MUL, reg, (int)by));
}

/* A register that holds the number of a CPU becomes the address of its ctl. */
void
dt_kernel_ctl(struct dt_emit *e, int to, int cpu)
{
	multiply(e, cpu, sizeof(struct dt_ctl));
	dt_emit_ld64(e, to, DT_REL_MAPVAL, "dt_val_ctl", 0);
	dt_emit(e, ALU(BPF_ADD, to, cpu));
}

/*
 * Level 0 is tried at once, dt_slot_take tries the others.  Nearly every firing
 * gets level 0, so what follows is made twice, once for that level alone.
 * r7 = this CPU, r9 = its ctl.
 */
void
dt_kernel_take(const struct dt_kshim *s, struct dt_emit *e,
    struct dt_label *out, struct dt_label *deep)
{
	struct dt_label owned = { 0 };

	dt_emit(e, HELPER(BPF_FUNC_get_smp_processor_id));
	dt_emit_jump(e, JMPI(BPF_JGE, 0, (int)s->k->mem.ncpus), out);
	dt_emit(e, STX(BPF_DW, 10, FP_CPU, 0));
	dt_emit(e, MOV(7, 0));
	dt_kernel_ctl(e, 9, 0);
	dt_emit(e, MOVI(1, 1));
	dt_emit(e, INSN(BPF_STX | BPF_ATOMIC | BPF_W, 9, 1, CTL(busy),
	    BPF_XCHG));
	dt_emit_jump(e, JMPI(BPF_JEQ, 1, 0), &owned);
	if (s->point->kind == DT_POINT_TP) {
		dt_kernel_tplost(s, e);
	} else {
		dt_emit(e, LDX(BPF_H, 2, 8, ROW(nrec)));
		dt_emit(e, LDX(BPF_H, 3, 8, ROW(nagg)));
	}
	dt_emit(e, MOV(1, 9));
	dt_emit_call(e, "dt_slot_take");
	dt_emit_jump(e, JMP32I(BPF_JSLT, 0, 0), out);
	dt_emit(e, STX(BPF_W, 10, FP_LEVEL, 0));
	dt_emit_jump(e, JMP32I(BPF_JNE, 0, 0), deep);
	dt_emit_here(e, &owned);
}

/* A slot is owned; the session may have ended meanwhile.  r7 = the slot. */
void
dt_kernel_own(const struct dt_kshim *s, struct dt_emit *e, enum dt_variant v,
    struct dt_label *release)
{
	dt_kernel_activity(s, e, release);
	multiply(e, 7, s->k->size.slot_size * DT_LEVELS);
	dt_emit_ld64(e, 1, DT_REL_MAPVAL, "dt_val_slots", 0);
	dt_emit(e, ALU(BPF_ADD, 7, 1));
	if (v == DT_VAR_L0)
		return;
	dt_emit(e, LDX(BPF_W, 1, 10, FP_LEVEL));
	dt_emit(e, ALUI(BPF_AND, 1, DT_LEVELS - 1));
	dt_emit(e, ALUI(BPF_MUL, 1, (int)s->k->size.slot_size));
	dt_emit(e, ALU(BPF_ADD, 7, 1));
}

/*
 * Count the release.  The consumer reads the buffers as soon as it sees seq or
 * busy change, so it must see all earlier stores by then.  An atomic operation
 * that fetches is a full barrier; a plain store is enough where other CPUs see
 * stores in order, since only the owner writes seq.
 */
static void
count_release(struct dt_emit *e)
{
	if (DT_ARCH_STORES_ORDERED) {
		dt_emit(e, LDX(BPF_W, 1, 9, CTL(seq)));
		dt_emit(e, ALUI(BPF_ADD, 1, 1));
		dt_emit(e, STX(BPF_W, 9, CTL(seq), 1));
	} else {
		dt_emit(e, MOVI(1, 1));
		dt_emit(e, FETCH_ADD32(9, CTL(seq), 1));
	}
}

void
dt_kernel_release(struct dt_emit *e, enum dt_variant v)
{
	if (v == DT_VAR_DEEP) {
		dt_emit(e, LDX(BPF_W, 1, 10, FP_LEVEL));
		dt_emit(e, ALUI(BPF_AND, 1, DT_LEVELS - 1));
		dt_emit(e, ALUI(BPF_LSH, 1, 2));
		dt_emit(e, ALU(BPF_ADD, 9, 1));
	}
	count_release(e);
	dt_emit(e, ST(BPF_W, 9, CTL(busy), 0));
}

/* Copy the row to the slot, whose CPU and level maps.c has stored. */
void
dt_kernel_fixed(struct dt_emit *e)
{
	_Static_assert(ROW(epid) == ROW(probe) + 4 &&
	    CTX(epid) == CTX(probe) + 4 && CTX(probe) % 8 == 0,
	    "probe and epid are copied at once");

	dt_emit(e, LDX(BPF_DW, 1, 8, ROW(probe)));
	dt_emit(e, STX(BPF_DW, 7, CTX(probe), 1));
}

/*
 * r1 = which buffer of its level this CPU uses, of the CPUs that have any: a
 * number whose bounds are known.
 */
static void
buffer_index(const struct dt_kernel *k, struct dt_emit *e, enum dt_variant v,
    struct dt_label *none)
{
	if (k->mem.one_cpu)
		dt_emit(e, MOVI(1, 0));
	else
		dt_emit(e, LDX(BPF_DW, 1, 10, FP_CPU));
	if (v == DT_VAR_L0)
		return;
	dt_emit(e, ALUI(BPF_MUL, 1, DT_LEVELS - 1));
	dt_emit(e, LDX(BPF_W, 2, 10, FP_LEVEL));
	dt_emit(e, ALUI(BPF_AND, 2, DT_LEVELS - 1));
	dt_emit_jump(e, JMPI(BPF_JLT, 2, 1), none);
	dt_emit(e, ALUI(BPF_SUB, 2, 1));
	dt_emit(e, ALU(BPF_ADD, 1, 2));
}

/*
 * r0 = the active half of one kind; register ctl is this CPU's dt_ctl.  Where
 * all halves are one element their addresses need no lookup.
 */
void
dt_kernel_half(const struct dt_kernel *k, struct dt_emit *e,
    enum dt_bufkind kind, enum dt_variant v, int ctl, struct dt_label *none)
{
	static const struct { enum dt_kmapid id; const char *map, *val; }
	t[DT_NBUFS][DT_NVARS] = {
		[DT_BUF_AGG] = {
			{ DT_KMAP_agg0, "dt_map_agg0", "dt_val_agg0" },
			{ DT_KMAP_agg1, "dt_map_agg1", "dt_val_agg1" },
		},
		[DT_BUF_PRIN] = {
			{ DT_KMAP_prin0, "dt_map_prin0", "dt_val_prin0" },
			{ DT_KMAP_prin1, "dt_map_prin1", "dt_val_prin1" },
		},
	};

	buffer_index(k, e, v, none);
	if (!k->mem.buf[kind].single) {
		dt_emit(e, ALUI(BPF_LSH, 1, 1));
		dt_emit(e, LDX(BPF_W, 2, ctl, CTL(active) + 4 * (int)kind));
		dt_emit(e, ALUI(BPF_AND, 2, 1));
		dt_emit(e, ALU(BPF_ADD, 1, 2));
	}
	if (k->maps[t[kind][v].id].whole) {
		multiply(e, 1, k->mem.buf[kind].size[v]);
		dt_emit_ld64(e, 0, DT_REL_MAPVAL, t[kind][v].val, 0);
		dt_emit(e, ALU(BPF_ADD, 0, 1));
		return;
	}
	dt_emit(e, STX(BPF_W, 10, FP_INDEX, 1));
	dt_emit_lookup(e, t[kind][v].map, FP_INDEX, none);
}

/* FP_PRIN, FP_AGG and r0 = the active halves of what any clause uses. */
void
dt_kernel_halves(const struct dt_kshim *s, struct dt_emit *e,
    enum dt_variant v, struct dt_label *release)
{
	if (s->uses[DT_BUF_PRIN]) {
		dt_kernel_half(s->k, e, DT_BUF_PRIN, v, 9, release);
		dt_emit(e, STX(BPF_DW, 10, FP_PRIN, 0));
	}
	if (s->uses[DT_BUF_AGG]) {
		dt_kernel_half(s->k, e, DT_BUF_AGG, v, 9, release);
		dt_emit(e, STX(BPF_DW, 10, FP_AGG, 0));
	} else {
		dt_emit(e, MOVI(0, 0));
	}
}

static void
other_params(const struct dt_kshim *s, struct dt_emit *e)
{
	dt_emit(e, MOV(1, 7));
	if (s->uses[DT_BUF_PRIN])
		dt_emit(e, LDX(BPF_DW, 3, 10, FP_PRIN));
	else
		dt_emit(e, MOVI(3, 0));
	dt_emit(e, MOV(4, 6));
}

/* Parameters of a clause, as main has them. */
void
dt_kernel_params(const struct dt_kshim *s, struct dt_emit *e)
{
	if (s->uses[DT_BUF_AGG])
		dt_emit(e, LDX(BPF_DW, 2, 10, FP_AGG));
	else
		dt_emit(e, MOVI(2, 0));
	other_params(s, e);
}

static void
run_clauses(const struct dt_kshim *s, struct dt_emit *e, enum dt_variant v,
    struct dt_label *release)
{
	dt_kernel_halves(s, e, v, release);
	dt_emit(e, MOV(2, 0));
	other_params(s, e);
	if (s->direct) {
		dt_kernel_direct(s, e, v, 0, release);
		return;
	}
	dt_emit(e, MOV(5, 8));
	dt_emit_callv(e, "chain", v);
}

static void
run_firing(const struct dt_kshim *s, struct dt_emit *e, enum dt_variant v)
{
	struct dt_label release = { 0 };

	dt_kernel_own(s, e, v, &release);
	dt_kernel_fixed(e);
	dt_kernel_ctx(s, e);
	run_clauses(s, e, v, &release);
	dt_emit_here(e, &release);
	dt_kernel_release(e, v);
}

static int
make_main(struct dt_kshim *s, struct dt_func **out)
{
	struct dt_emit e = { .arena = s->arena };
	struct dt_label end = { 0 }, deep = { 0 };

	dt_emit(&e, MOV(6, 1));
	dt_kernel_activity(s, &e, &end);
	select_row(s, &e, &end);
	dt_kernel_take(s, &e, &end, &deep);
	run_firing(s, &e, DT_VAR_L0);
	dt_emit_jump(&e, GOTO(), &end);
	dt_emit_here(&e, &deep);
	run_firing(s, &e, DT_VAR_DEEP);
	dt_emit_here(&e, &end);
	dt_emit(&e, MOVI(0, 0));
	dt_emit(&e, EXIT());
	*out = dt_emit_end(&e, "main");
	return e.err;
}

static void
find_always(struct dt_kshim *s)
{
	uint32_t i, j;

	memset(s->always, 0xff, sizeof(s->always));
	for (i = 0; i < s->point->nrows; i++)
		for (j = 0; j < DT_ROWMASK; j++)
			s->always[j] &= s->point->rows[i].mask[j];
}

int
dt_kernel_only(const struct dt_kshim *s, const struct dt_enrow *r)
{
	uint32_t i, n = 0;
	int only = -1;

	for (i = 0; i < s->point->nclauses; i++)
		if (in_mask(r->mask, i)) {
			only = (int)i;
			n++;
		}
	return n == 1 ? only : -1;
}

/* Any row of a system call may fire, so all must run the same clause. */
static int
is_direct(const struct dt_kshim *s)
{
	uint32_t i;

	if (s->group != 1)
		return 0;
	if (s->point->kind != DT_POINT_TP)
		return s->point->nclauses == 1 && (s->always[0] & 1);
	for (i = 0; i < s->point->nrows; i++)
		if (dt_kernel_only(s, &s->point->rows[i]) < 0)
			return 0;
	return 1;
}

/* Decide everything about the point that main depends on. */
static void
plan(struct dt_kshim *s)
{
	uint32_t i;

	s->ids = s->point->kind != DT_POINT_TP &&
	    dt_kernel_guards_ids(s->point, NULL);
	s->uses[DT_BUF_AGG] = aggregates(s->point) || aggregates(s->error);
	s->uses[DT_BUF_PRIN] = dt_kernel_records(s->point);
	for (i = 0; i < s->point->nrows; i++)
		s->compat |= s->point->rows[i].key >= DT_ROW_COMPAT;
	find_always(s);
	s->direct = is_direct(s);
}

/* main is the program, or the callback of one of the runtime. */
static void
add_entry(struct dt_kshim *s, struct dt_func *fn)
{
	const struct dt_func *program = dt_rt_find("dt_prio_exit");

	fn->params[0] = DT_PARAM_OPAQUE;
	fn->nparams = 1;
	if (s->point->changes) {
		fn->name = "dt_fn_each";
		fn->params[0] = DT_PARAM_NUMBER;
		fn->params[fn->nparams++] = DT_PARAM_OPAQUE;
		s->roots[s->nroots++] = (struct dt_linkroot){ program,
		    DT_VAR_L0 };
	}
	s->roots[s->nroots++] = (struct dt_linkroot){ fn, DT_VAR_L0 };
}

static int
make_functions(struct dt_kshim *s)
{
	struct dt_func *fn;
	int v, err;

	plan(s);
	err = s->point->kind == DT_POINT_TP ? dt_kernel_tp(s, &fn) :
	    make_main(s, &fn);
	if (err != 0)
		return err;
	add_entry(s, fn);
	for (v = 0; err == 0 && v < DT_NVARS; v++)
		err = dt_kernel_chain(s, v);
	if (err == 0)
		err = dt_kernel_clauses(s, s->point, 'c', NULL);
	if (err == 0 && s->error != NULL)
		err = dt_kernel_clauses(s, s->error, 'e',
		    s->error->rows[0].mask);
	return err;
}

/* With as few clauses in a function as the number of functions permits. */
int
dt_kernel_shim(struct dt_kshim *s)
{
	uint32_t n = s->point->nclauses +
	    (s->error != NULL ? s->error->nclauses : 0);
	const struct dt_kshim empty = *s;
	struct dt_linkroot *roots;
	uint32_t group = (n * DT_NVARS + DT_MAXFUNCS - 1) / DT_MAXFUNCS;
	int err;

	roots = dt_arena_alloc(s->arena, (2 * n + 6) * sizeof(*roots));
	if (roots == NULL)
		return -ENOMEM;
	do {
		*s = empty;
		s->roots = roots;
		s->group = group++;
		err = make_functions(s);
	} while (err == 0 && group <= n &&
	    dt_link_count(roots, s->nroots) > DT_MAXFUNCS);
	return err;
}
