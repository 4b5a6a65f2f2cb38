/* SPDX-License-Identifier: MIT */
/*
 * select.c - the first part of main, which decides whether any clause runs: it
 * tests the guards and finds the row.
 */
#include "kernel/kernel.h"
#include "rt/arch.h"

#define	COMPAT_ROWS	(DT_ROW_COMPAT * (int)sizeof(struct dt_row))

static bool
has_guard(const struct dt_clause *c, const struct dt_guard *g)
{
	uint32_t i;

	for (i = 0; i < c->nguards; i++)
		if (c->guards[i].var == g->var &&
		    c->guards[i].value == g->value)
			return true;
	return false;
}

static bool
in_mask(const uint64_t *mask, uint32_t i)
{
	return mask == NULL || dt_in_mask(mask, i);
}

/* Do all clauses of the point in the mask (NULL: all) have this guard? */
static bool
is_common(const struct dt_enpoint *p, const uint64_t *mask,
    const struct dt_guard *g)
{
	uint32_t i;

	for (i = 0; i < p->nclauses; i++)
		if (in_mask(mask, i) && !has_guard(p->clauses[i], g))
			return false;
	return true;
}

/* The ids of a thread, as offsets from a register. */
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

/* Does main test the guard before it runs any clause of the row? */
static bool
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

void
dt_kernel_task_guards(const struct dt_kshim *s, struct dt_emit *e,
    const uint64_t *mask, bool uid, struct dt_label *out)
{
	const struct ids ids = { BPF_REG_9, (int)s->k->off.task_pid,
		(int)s->k->off.task_tgid };

	emit_guards(e, s->point, mask, ids, uid, out);
}

/* Leave on other CPUs if only one is traced. */
void
dt_kernel_cpu(const struct dt_kshim *s, struct dt_emit *e,
    struct dt_label *out)
{
	if (s->k->cpu < 0)
		return;
	dt_emit(e, HELPER(BPF_FUNC_get_smp_processor_id));
	dt_emit_jump(e, JMP32I(BPF_JNE, 0, s->k->cpu), out);
}

/* r0 = the current task; the verifier knows its type, so loads can read it. */
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

/* Is the current task needed after r9 is reused? */
static bool
keeps_task(const struct dt_kshim *s)
{
	return (s->needs & DT_NEED_COMM) || (!s->typed && !s->is_event &&
	    (s->point->kind == DT_POINT_SYSEXIT ||
	    (s->needs & DT_NEED_ARGS)));
}

/* r9 = the current task, until the slot is taken; FP_TASK keeps it longer. */
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

/* r0 = the registers of the current system call. */
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

static bool
is_syscall(const struct dt_kshim *s)
{
	return s->point->kind == DT_POINT_SYSENTER ||
	    s->point->kind == DT_POINT_SYSEXIT;
}

void
dt_kernel_task_ids(const struct dt_kshim *s, struct dt_emit *e)
{
	dt_emit(e, LDX(BPF_W, 1, 9, (int)s->k->off.task_pid));
	dt_emit(e, STX(BPF_W, 10, FP_IDS, 1));
	dt_emit(e, LDX(BPF_W, 1, 9, (int)s->k->off.task_tgid));
	dt_emit(e, STX(BPF_W, 10, FP_IDS + 4, 1));
}

/*
 * dt_kernel_guards() for the initial namespace, where the ids are those of the
 * task.  If clauses read the ids, store them in the frame.
 */
static void
task_guards(struct dt_kshim *s, struct dt_emit *e, struct dt_label *out)
{
	find_task(s, e);
	if (s->needs & DT_NEED_PID)
		dt_kernel_task_ids(s, e);
	dt_kernel_task_guards(s, e, NULL, true, out);
}

/* Test the guards that all clauses have. */
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
	if (s->point->kind == DT_POINT_SYSENTER || s->is_event) {
		dt_emit(e, LDX(BPF_DW, 7, 6, DT_EVENT_NUMBER));
		return;
	}
	dt_kernel_regs(s, e);
	dt_emit(e, LDX(DT_ARCH_NUMBER_SIZE, 7, 0, DT_ARCH_NUMBER));
}

/* The number of a point's only system call in each convention; -1: none. */
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

/* Leave unless r7 is the number of the call in one of the conventions. */
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

void
dt_kernel_row(struct dt_emit *e, int key)
{
	dt_emit_ld64(e, 8, DT_REL_MAPVAL, "dt_val_rows",
	    key * (int)sizeof(struct dt_row));
}

/* r8 = the row with the key in a register, if that is below n. */
static void
find_row(struct dt_emit *e, int key, uint32_t n, struct dt_label *out)
{
	dt_emit_jump(e, JMPI(BPF_JGE, key, (int32_t)n), out);
	dt_kernel_element(e, 8, "dt_val_rows", 0, key, sizeof(struct dt_row));
}

/* r8 = the row of the only call; r1 = the bits of the convention. */
static void
find_call_row(struct dt_emit *e, struct call c, struct dt_label *out)
{
	struct dt_label native = { 0 }, done = { 0 };

	dt_kernel_row(e, c.native);
	dt_emit_jump(e, JMPI(BPF_JEQ, 1, 0), &native);
	dt_emit_jump(e, JMPI(BPF_JNE, 7, c.compat), out);
	dt_kernel_row(e, DT_ROW_COMPAT + c.compat);
	dt_emit_jump(e, GOTO(), &done);
	dt_emit_here(e, &native);
	if (c.native != c.compat)
		dt_emit_jump(e, JMPI(BPF_JNE, 7, c.native), out);
	dt_emit_here(e, &done);
}

/*
 * r8 = the native row of the number, if either convention has a row for it.
 * Numbers of x32 calls are too large to have one.
 */
static void
find_number_row(const struct dt_kshim *s, struct dt_emit *e,
    struct dt_label *out)
{
	find_row(e, 7, DT_ROW_COMPAT, out);
	dt_emit(e, LDX(BPF_W, 1, 8, ROW(probe)));
	if (s->compat) {
		/* they are too far for the 16-bit offset of a load */
		dt_emit_mov(e, 2, 8);
		dt_emit(e, ALUI(BPF_ADD, 2, COMPAT_ROWS));
		dt_emit(e, LDX(BPF_W, 2, 2, ROW(probe)));
		dt_emit(e, ALU(BPF_OR, 1, 2));
	}
	dt_emit_jump(e, JMPI(BPF_JEQ, 1, 0), out);
}

/* r8 = the row of the number in the convention that the bits in r1 mean. */
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
		find_number_row(s, e, out);
}

/* r8 = the row of the number in the convention of this call. */
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
			dt_kernel_row(e, c.native);
		return;
	}
	if (s->needs & DT_NEED_ARGS)
		dt_emit(e, STX(BPF_W, 10, FP_COMPAT, 1));
	if (one)
		find_call_row(e, c, out);
	else
		find_other_row(e, out);
}

void
dt_kernel_place(const struct dt_kshim *s, struct dt_emit *e, int to)
{
	dt_emit(e, LDX(BPF_DW, 0, 10, FP_PLACE));
	dt_kernel_element(e, to, "dt_val_rows",
	    s->nrows * (int64_t)sizeof(struct dt_row), 0,
	    dt_kernel_place_size(s->point->kind));
}

/*
 * r0 = the low 32 bits of the cookie in r0; leave unless the high 32 bits are
 * 0, for any process, or the id of this one.  A child of vfork() has the memory
 * of its parent, and kernels before 6.12 let it fire the parent's probes.
 */
static void
check_process(struct dt_kshim *s, struct dt_emit *e, struct dt_label *out)
{
	struct dt_label any = { 0 };

	dt_emit(e, STX(BPF_DW, 10, FP_PLACE, 0));
	if (!s->ids)
		dt_kernel_ids(s->k, e);
	s->ids = 1;
	dt_emit(e, LDX(BPF_DW, 0, 10, FP_PLACE));
	dt_emit(e, MOV(1, 0));
	dt_emit(e, ALUI(BPF_RSH, 1, 32));
	dt_emit_jump(e, JMPI(BPF_JEQ, 1, 0), &any);
	dt_emit(e, LDX(BPF_W, 2, 10, FP_IDS + 4));
	dt_emit_jump(e, JMP(BPF_JNE, 1, 2), out);
	dt_emit_here(e, &any);
	dt_emit(e, ALUI(BPF_LSH, 0, 32));
	dt_emit(e, ALUI(BPF_RSH, 0, 32));
}

/* Leave at a jump that stays in the function. */
static void
check_leaves(const struct dt_kshim *s, struct dt_emit *e, struct dt_label *out)
{
	struct dt_label always = { 0 };

	dt_kernel_place(s, e, 2);
	dt_emit(e, LDX(BPF_W, 1, 2, offsetof(struct dt_exitplace, leave.how)));
	dt_emit_jump(e, JMPI(BPF_JEQ, 1, DT_LEAVE_ALWAYS), &always);
	dt_emit(e, ALUI(BPF_ADD, 2, offsetof(struct dt_exitplace, leave)));
	dt_emit(e, MOV(1, 6));
	dt_emit_call(e, "dt_leaves");
	dt_emit_jump(e, JMPI(BPF_JEQ, 0, 0), out);
	dt_emit_here(e, &always);
}

/*
 * r8 = the row.  The low 32 bits of the link's cookie are the key of the row,
 * or the number of a place.
 */
static void
find_site(struct dt_kshim *s, struct dt_emit *e, struct dt_label *out)
{
	dt_emit(e, MOV(1, 6));
	dt_emit(e, HELPER(BPF_FUNC_get_attach_cookie));
	if (dt_point_is_user(s->point->kind))
		check_process(s, e, out);
	if (dt_point_has_places(s->point->kind)) {
		dt_emit_jump(e, JMPI(BPF_JGE, 0, (int32_t)s->nplaces), out);
		dt_emit(e, STX(BPF_DW, 10, FP_PLACE, 0));
		if (s->point->kind == DT_POINT_UEXIT)
			check_leaves(s, e, out);
		dt_kernel_place(s, e, 1);
		dt_emit(e, LDX(BPF_DW, 0, 1, 0));
	}
	find_row(e, 0, s->nrows, out);
}

/* Cheap tests first: at a return, reading the number is not cheap. */
void
dt_kernel_select(struct dt_kshim *s, struct dt_emit *e, struct dt_label *out)
{
	enum dt_pointkind kind = s->point->kind;

	if (kind == DT_POINT_SYSENTER)
		test_number(s, e, out);
	check_guards(s, e, out);
	if (kind == DT_POINT_SYSEXIT)
		test_number(s, e, out);
	if (is_syscall(s))
		check_convention(s, e, out);
	else if (dt_point_is_user(kind) || dt_kernel_is_function(s->point))
		find_site(s, e, out);
	else
		dt_kernel_row(e, 0);
}
