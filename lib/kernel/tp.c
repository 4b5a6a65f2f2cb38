/* SPDX-License-Identifier: MIT */
/*
 * tp.c - the entry of a program on a raw tracepoint that several probes share.
 * It decides which of them fire before it takes the slot, so that the
 * tracepoint costs only the conditions if none does; those that fire then run
 * one after the other under one slot.
 *
 * Registers are as in shim.c; r8 is the row of the current probe.
 */
#include <errno.h>
#include <string.h>

#include "kernel/kernel.h"

static int
is_next(const struct dt_enrow *r)
{
	return r->src->who == DT_TP_WHO_NEXT;
}

static bool
is_equal(const struct dt_tpval *a, const struct dt_tpval *b)
{
	return a->from == b->from && a->n == b->n && a->type == NULL &&
	    b->type == NULL && a->size == b->size && a->mask == b->mask &&
	    a->is_signed == b->is_signed && a->negated == b->negated;
}

/* Does one of the sources require a value that the other rejects? */
static bool
excludes(const struct dt_tpsrc *a, const struct dt_tpsrc *b)
{
	int i, j;

	for (i = 0; i < a->nconds && !a->any; i++)
		for (j = 0; j < b->nconds && !b->any; j++) {
			const struct dt_tpcond *x = &a->conds[i];
			const struct dt_tpcond *y = &b->conds[j];

			if (((x->op == DT_TP_EQ && y->op == DT_TP_NE) ||
			    (x->op == DT_TP_NE && y->op == DT_TP_EQ)) &&
			    is_equal(&x->a, &y->a) && is_equal(&x->b, &y->b))
				return true;
		}
	return false;
}

/* Are two rows of one probe alternatives with the same arguments? */
static bool
is_alternative(const struct dt_enrow *a, const struct dt_enrow *b)
{
	int i;

	if (a->probe != b->probe || a->epid != b->epid ||
	    memcmp(a->mask, b->mask, sizeof(a->mask)) != 0 ||
	    a->src->who != b->src->who || a->src->nargs != b->src->nargs)
		return false;
	for (i = 0; i < a->src->nargs; i++)
		if (!is_equal(&a->src->args[i], &b->src->args[i]))
			return false;
	return excludes(a->src, b->src);
}

bool
dt_kernel_is_one(const struct dt_enpoint *p)
{
	return p->nrows == 1 || (p->nrows == 2 &&
	    is_alternative(&p->rows[0], &p->rows[1]));
}

/* The number of rows to run. */
static uint32_t
nruns(const struct dt_kshim *s)
{
	return s->one ? 1 : s->point->nrows;
}

static int
row_ids(const struct dt_kshim *s, const struct dt_enrow *r)
{
	return dt_kernel_guards_ids(s->point, r->mask);
}

/* Does this row fire whenever the tracepoint does? */
static int
is_certain(const struct dt_kshim *s, const struct dt_enrow *r)
{
	struct dt_emit e = { .arena = s->arena };
	struct dt_label no = { 0 };

	dt_kernel_guards(&e, s->point, r->mask,
	    is_next(r) ? FP_NEXT : FP_IDS, &no);
	dt_buf_free(&e.insns);
	return no.last == 0 && r->src->nconds == 0;
}

/* Does a condition of the source ask whether this is a 32-bit call? */
static bool
reads_compat(const struct dt_tpsrc *src)
{
	int i;

	for (i = 0; i < src->nconds; i++)
		if (src->conds[i].a.from == DT_TP_COMPAT)
			return true;
	return false;
}

/*
 * Where conditions read the current task, it has the ids as well: one call of a
 * helper does for both.  It stays in r9 until the slot is taken.
 */
static void
current_ids(struct dt_kshim *s, struct dt_emit *e)
{
	uint32_t i;

	for (i = 0; i < s->point->nrows && s->k->ns_level == 0; i++)
		s->cond_task |= reads_compat(s->point->rows[i].src);
	if (!s->cond_task) {
		dt_kernel_ids(s->k, e);
		return;
	}
	dt_emit(e, HELPER(BPF_FUNC_get_current_task_btf));
	dt_emit(e, MOV(9, 0));
	dt_kernel_task_ids(s, e);
}

/* Find the ids that guards compare, of the current and the incoming thread. */
static void
find_ids(struct dt_kshim *s, struct dt_emit *e)
{
	uint32_t i;

	for (i = 0; i < s->point->nrows; i++)
		if (row_ids(s, &s->point->rows[i])) {
			s->ids |= !is_next(&s->point->rows[i]);
			s->next_ids |= is_next(&s->point->rows[i]);
		}
	s->next_task = s->next_ids && s->members && s->k->ns_level == 0;
	s->next_ids = s->next_ids && !s->next_task;
	if (s->ids)
		current_ids(s, e);
	if (s->next_task)
		dt_kernel_next_task(e, 9);
	else if (s->next_ids)
		dt_kernel_next_ids(s->k, e);
}

/* Jump to no unless row i fires. */
static void
test_conditions(const struct dt_kshim *s, struct dt_emit *e, uint32_t i,
    struct dt_label *no)
{
	const struct dt_enrow *r = &s->point->rows[i];

	/* Guards first: they compare ids, conditions may call helpers. */
	if (is_next(r) && s->next_task)
		dt_kernel_task_guards(s, e, r->mask, false, no);
	else
		dt_kernel_guards(e, s->point, r->mask, is_next(r) ? FP_NEXT :
		    FP_IDS, no);
	dt_kernel_tpconds(s, e, r->src, no);
}

static void
select_row(const struct dt_kshim *s, struct dt_emit *e, uint32_t i)
{
	struct dt_label no = { 0 };

	test_conditions(s, e, i, &no);
	dt_emit(e, LDX(BPF_W, 1, 10, FP_ROWS));
	dt_emit(e, ALUI(BPF_OR, 1, (int32_t)(1u << i)));
	dt_emit(e, STX(BPF_W, 10, FP_ROWS, 1));
	dt_emit_here(e, &no);
}

/* Leave unless a row fires, where row 0 stands for all. */
static void
select_one(const struct dt_kshim *s, struct dt_emit *e, struct dt_label *end)
{
	uint32_t i, last = s->point->nrows - 1;
	struct dt_label yes = { 0 };

	for (i = 0; i < last; i++) {
		struct dt_label no = { 0 };

		test_conditions(s, e, i, &no);
		dt_emit_jump(e, GOTO(), &yes);
		dt_emit_here(e, &no);
	}
	test_conditions(s, e, last, end);
	dt_emit_here(e, &yes);
}

/*
 * FP_ROWS = the rows that fire; return those that always do.  If row 0 stands
 * for all, main takes a slot only if it fires, so it needs no such mask.
 */
static uint32_t
select_rows(const struct dt_kshim *s, struct dt_emit *e, struct dt_label *end)
{
	uint32_t i, certain = 0, n = s->point->nrows;

	if (s->one) {
		select_one(s, e, end);
		return 1;
	}
	for (i = 0; i < n; i++)
		if (is_certain(s, &s->point->rows[i]))
			certain |= 1u << i;
	dt_emit(e, ST(BPF_W, 10, FP_ROWS, (int32_t)certain));
	for (i = 0; i < n; i++)
		if (!(certain >> i & 1))
			select_row(s, e, i);
	if (certain == 0) {
		dt_emit(e, LDX(BPF_W, 1, 10, FP_ROWS));
		dt_emit_jump(e, JMPI(BPF_JEQ, 1, 0), end);
	}
	return certain;
}

/* Jump to no unless row i fires, of those that main has selected. */
static void
test_row(const struct dt_kshim *s, struct dt_emit *e, uint32_t i,
    struct dt_label *no)
{
	if (s->one)
		return;
	dt_emit(e, LDX(BPF_W, 1, 10, FP_ROWS));
	dt_emit(e, ALUI(BPF_AND, 1, (int32_t)(1u << i)));
	dt_emit_jump(e, JMPI(BPF_JEQ, 1, 0), no);
}

/* r2, r3 = records and aggregating actions lost with the rows that fire. */
void
dt_kernel_tplost(const struct dt_kshim *s, struct dt_emit *e)
{
	uint32_t i, nrec, nagg;

	dt_emit(e, MOVI(2, 0));
	dt_emit(e, MOVI(3, 0));
	for (i = 0; i < nruns(s); i++) {
		struct dt_label no = { 0 };

		dt_size_lost(s->point, &s->point->rows[i], &nrec, &nagg);
		test_row(s, e, i, &no);
		dt_emit(e, ALUI(BPF_ADD, 2, (int)nrec));
		dt_emit(e, ALUI(BPF_ADD, 3, (int)nagg));
		dt_emit_here(e, &no);
	}
}

/* Fill the context of a row and run its clauses, unless exit() was called. */
static void
run_row(struct dt_kshim *s, struct dt_emit *e, uint32_t i, bool certain,
    enum dt_variant v, struct dt_label *release)
{
	const struct dt_enrow *r = &s->point->rows[i];
	uint32_t needs = s->needs, only = (uint32_t)dt_kernel_only(s, r);
	struct dt_label no = { 0 };

	if (!certain)
		test_row(s, e, i, &no);
	if (i > 0)
		dt_kernel_activity(s, e, release);
	s->src = r->src;
	s->needs = (s->error_needs | dt_kernel_needs(s, r->mask)) &
	    ~(uint32_t)DT_NEED_TS;
	if (!s->direct || (s->needs & DT_NEED_NAMES))
		dt_kernel_row(e, (int)i);
	dt_kernel_fixed(s, e, r, v);
	if (s->direct)
		s->deferred = dt_kernel_deferred(s, r, only, v);
	dt_kernel_ctx(s, e);
	s->needs = needs;
	if (s->one)
		dt_kernel_halves(s, e, v, release);
	else
		dt_kernel_agg(s, e);
	if (s->direct) {
		dt_kernel_direct(s, e, r, v, only);
	} else {
		dt_kernel_params(s, e);
		dt_emit(e, MOV(5, 8));
		dt_emit_callv(e, "chain", v);
	}
	s->src = NULL;
	s->deferred = 0;
	dt_emit_here(e, &no);
}

/* All probes of one firing have the same time. */
static void
find_time(const struct dt_kshim *s, struct dt_emit *e)
{
	if (!(s->needs & DT_NEED_TS))
		return;
	dt_emit(e, HELPER(BPF_FUNC_ktime_get_ns));
	dt_emit(e, STX(BPF_DW, 7, CTX(ts), 0));
}

static void
run_rows(struct dt_kshim *s, struct dt_emit *e, uint32_t certain,
    enum dt_variant v)
{
	struct dt_label release = { 0 };
	uint32_t i;

	dt_kernel_own(s, e, v, &release);
	find_time(s, e);
	if (!s->one)
		dt_kernel_halves(s, e, v, &release);
	for (i = 0; i < nruns(s); i++)
		run_row(s, e, i, certain >> i & 1, v, &release);
	dt_emit_here(e, &release);
	dt_kernel_release(e, v);
}

/*
 * At a point of changes, main is a callback: a program of the runtime calls it
 * with a struct dt_prioeach for each thread.  Jump to end if its priority has
 * not changed; FP_DONE = 1 for the last one.
 */
static void
find_change(struct dt_emit *e, struct dt_label *end)
{
	dt_emit(e, LDX(BPF_DW, 6, 2, offsetof(struct dt_prioeach, ctx)));
	dt_emit(e, MOV(7, 2));
	dt_emit(e, MOV(1, 2));
	dt_emit_call(e, "dt_prio_changed");
	dt_emit(e, STX(BPF_W, 10, FP_DONE, 0));
	dt_emit(e, LDX(BPF_DW, 0, 7, offsetof(struct dt_priowalk, task)));
	dt_emit(e, STX(BPF_DW, 10, FP_THREAD, 0));
	dt_emit(e, LDX(BPF_W, 2, 7, offsetof(struct dt_priowalk, old)));
	dt_emit(e, STX(BPF_W, 10, FP_OLD, 2));
	dt_emit_jump(e, JMPI(BPF_JEQ, 0, 0), end);
}

/* Set r6; jump to end if the probe does not fire. */
static void
begin(const struct dt_kshim *s, struct dt_emit *e, struct dt_label *end)
{
	switch (s->point->each) {
	case DT_EACH_CHANGE:
		find_change(e, end);
		break;
	case DT_EACH_BIO: case DT_EACH_REQUEST:	/* a program calls main */
		dt_emit(e, LDX(BPF_DW, 6, 1, offsetof(struct dt_ioeach, ctx)));
		dt_emit(e, STX(BPF_DW, 10, FP_WALK, 1));
		break;
	default:
		dt_emit(e, MOV(6, 1));
	}
}

/* r0 = the result; of a callback, 1 after the last element. */
static void
end_with(const struct dt_kshim *s, struct dt_emit *e)
{
	if (s->point->each != DT_EACH_CHANGE) {
		dt_emit(e, MOVI(0, 0));
		return;
	}
	dt_emit(e, LDX(BPF_W, 0, 10, FP_DONE));
	dt_emit(e, ALUI(BPF_AND, 0, 1));
}

/*
 * FP_WAIT = the index of the wait; jump to end if there is none, or if the run
 * is not active.
 */
static void
find_wait(const struct dt_kshim *s, struct dt_emit *e, struct dt_label *end)
{
	const struct dt_enpoint *pt = s->point;

	dt_emit_ld64(e, 1, DT_REL_MAPVAL, "dt_val_state",
	    offsetof(struct dt_state, activity));
	dt_emit(e, LDX(BPF_W, 1, 1, 0));
	dt_emit_jump(e, JMPI(BPF_JNE, 1, DT_ACTIVE), end);
	if (pt->at_return) {
		dt_kernel_tpnumber(s->k, e, 0);
		dt_emit(e, MOV(1, 0));
	} else {
		dt_kernel_tparg(s, e, 1, 0);
	}
	dt_emit(e, MOVI(2, pt->waits == DT_WAITS_BUFFER));
	dt_emit_call(e, pt->waits == DT_WAITS_LOCK ? "dt_wait_end" :
	    pt->at_return ? "dt_iowait_end" : "dt_iowait_begin");
	dt_emit(e, STX(BPF_W, 10, FP_WAIT, 0));
	dt_emit_jump(e, JMP32I(BPF_JSLT, 0, 0), end);
}

static void
free_wait(struct dt_emit *e)
{
	dt_emit(e, LDX(BPF_W, 1, 10, FP_WAIT));
	dt_emit_call(e, "dt_wait_free");
}

static void
leave(const struct dt_kshim *s, struct dt_emit *e)
{
	if (s->point->waits != DT_WAITS_NOT)
		free_wait(e);
	if (dt_kernel_sweeps_at(s->k, s->point))
		dt_kernel_sweep(s->k, e);
	end_with(s, e);
	dt_emit(e, EXIT());
}

/* Rare code follows the end of level 0, whose own code stays together. */
int
dt_kernel_tp(struct dt_kshim *s, struct dt_func **out)
{
	const struct dt_enrow *r = &s->point->rows[0];
	struct dt_label end = { 0 }, deep = { 0 };
	struct dt_kfault fault = { .rest = NULL };
	struct dt_emit e = { .arena = s->arena };
	uint32_t certain;

	begin(s, &e, &end);
	if (s->point->waits != DT_WAITS_NOT) {
		dt_emit(&e, ST(BPF_W, 10, FP_WAIT, -1));
		find_wait(s, &e, &end);
	}
	dt_kernel_cpu(s, &e, &end);
	find_ids(s, &e);
	certain = select_rows(s, &e, &end);
	s->cond_task = false;
	s->fault = s->one ? &fault : NULL;
	dt_kernel_take(s, &e, &end, &deep);
	run_rows(s, &e, certain, DT_VAR_L0);
	leave(s, &e);
	if (dt_kernel_fault(s, &e, r, (uint32_t)dt_kernel_only(s, r)))
		leave(s, &e);
	dt_emit_here(&e, &deep);
	dt_kernel_take_deep(s, &e, &end);
	run_rows(s, &e, certain, DT_VAR_DEEP);
	dt_emit_here(&e, &end);
	leave(s, &e);
	s->fault = NULL;
	*out = dt_emit_end(&e, "main");
	return e.err;
}
