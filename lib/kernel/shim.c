/* SPDX-License-Identifier: MIT */
/*
 * shim.c - the shim of a point.  Its entry, main, selects the row (select.c),
 * takes a slot, fills the context (ctx.c), finds the active halves, runs the
 * chain of clauses (chain.c) and releases the slot.  Once main has the slot,
 * every way out goes through the release.
 */
#include <errno.h>
#include <string.h>

#include "kernel/kernel.h"
#include "rt/arch.h"

#define	CTL(field)	((int)offsetof(struct dt_ctl, field))

static bool
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

	dt_emit(e, LDX(BPF_W, 1, 9, CTL(activity)));
	dt_emit_jump(e, JMPI(BPF_JNE, 1, want), out);
}

/* Multiply a register, by a shift if possible: it takes a third of the time. */
static void
multiply(struct dt_emit *e, int reg, uint32_t by)
{
	if ((by & (by - 1)) == 0)
		dt_emit(e, ALUI(BPF_LSH, reg, __builtin_ctz(by)));
	else
		dt_emit(e, ALUI(BPF_MUL, reg, (int)by));
}

void
dt_kernel_element(struct dt_emit *e, int to, const char *map, int64_t at,
    int index, uint32_t size)
{
	multiply(e, index, size);
	dt_emit_ld64(e, to, DT_REL_MAPVAL, map, at);
	dt_emit(e, ALU(BPF_ADD, to, index));
}

void
dt_kernel_ctl(struct dt_emit *e, int to, int cpu)
{
	dt_kernel_element(e, to, "dt_val_state", offsetof(struct dt_state, ctl),
	    cpu, sizeof(struct dt_ctl));
}

/*
 * Nearly every firing gets level 0, so the code that follows is emitted twice,
 * once for only that level.  r7 = this CPU, r9 = its ctl.
 */
void
dt_kernel_take(const struct dt_kshim *s, struct dt_emit *e,
    struct dt_label *out, struct dt_label *deep)
{
	dt_emit(e, HELPER(BPF_FUNC_get_smp_processor_id));
	dt_emit_jump(e, JMPI(BPF_JGE, 0, (int)s->k->mem.ncpus), out);
	dt_emit(e, STX(BPF_DW, 10, FP_CPU, 0));
	dt_emit(e, MOV(7, 0));
	dt_kernel_ctl(e, 9, 0);
	dt_emit(e, MOVI(1, 1));
	dt_emit(e, INSN(BPF_STX | BPF_ATOMIC | BPF_W, 9, 1, CTL(busy),
	    BPF_XCHG));
	dt_emit_jump(e, JMPI(BPF_JNE, 1, 0), deep);
}

void
dt_kernel_take_deep(const struct dt_kshim *s, struct dt_emit *e,
    struct dt_label *out)
{
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
}

/* r7 = the slot that was taken; check that the run has not ended. */
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
 * Count the release.  The consumer reads the buffers once it sees seq or busy
 * change, so earlier stores must be visible by then.  An atomic operation that
 * fetches is a full barrier; where stores become visible in order, a plain
 * store is enough, as only the owner writes seq.
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

void
dt_kernel_put_numbers(struct dt_emit *e, const struct dt_enrow *r)
{
	dt_emit(e, ST(BPF_W, 7, CTX(probe), (int32_t)r->probe));
	dt_emit(e, ST(BPF_W, 7, CTX(epid), (int32_t)r->epid));
}

/*
 * Store the numbers of the row in the slot, whose CPU and level maps.c has
 * stored.  If the row is known now, as r, it is not read when the probe fires,
 * and its only clause may need no numbers, or only at a fault: each saves lines
 * of a cold cache.
 */
void
dt_kernel_fixed(const struct dt_kshim *s, struct dt_emit *e,
    const struct dt_enrow *r, enum dt_variant v)
{
	_Static_assert(ROW(epid) == ROW(probe) + 4 &&
	    CTX(epid) == CTX(probe) + 4 && CTX(probe) % 8 == 0,
	    "probe and epid are copied at once");
	enum dt_numbers when = DT_NUMBERS_ALWAYS;

	if (s->direct)
		when = dt_kernel_numbers(s, r == NULL ? 0 :
		    (uint32_t)dt_kernel_only(s, r), v);
	if (when == DT_NUMBERS_NEVER)
		return;
	if (r == NULL) {
		dt_emit(e, LDX(BPF_DW, 1, 8, ROW(probe)));
		dt_emit(e, STX(BPF_DW, 7, CTX(probe), 1));
	} else if (when == DT_NUMBERS_ALWAYS) {
		dt_kernel_put_numbers(e, r);
	}
}

/* The only row that the point will ever have, or NULL. */
static const struct dt_enrow *
only_row(const struct dt_enpoint *p)
{
	return p->nrows == 1 && p->spare == 0 ? &p->rows[0] : NULL;
}

/*
 * r1 = the number of this CPU's buffer of the level, among the CPUs that have
 * buffers, in bounds that the verifier knows.
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
 * r0 = the active half of one kind; register ctl is this CPU's dt_ctl.  If all
 * halves are in one element of the map, no lookup is needed.
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
		dt_kernel_element(e, 0, t[kind][v].val, 0, 1,
		    k->mem.buf[kind].size[v]);
		return;
	}
	dt_emit(e, STX(BPF_W, 10, FP_INDEX, 1));
	dt_emit_lookup(e, t[kind][v].map, FP_INDEX, none);
}

/* FP_PRIN, FP_AGG and r0 = the active halves of the buffers that are used. */
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

void
dt_kernel_agg(const struct dt_kshim *s, struct dt_emit *e)
{
	if (s->uses[DT_BUF_AGG])
		dt_emit(e, LDX(BPF_DW, 0, 10, FP_AGG));
	else
		dt_emit(e, MOVI(0, 0));
}

void
dt_kernel_params(const struct dt_kshim *s, struct dt_emit *e)
{
	dt_emit(e, MOV(1, 7));
	dt_emit(e, MOV(2, 0));
	if (s->uses[DT_BUF_PRIN])
		dt_emit(e, LDX(BPF_DW, 3, 10, FP_PRIN));
	else
		dt_emit(e, MOVI(3, 0));
	dt_emit(e, MOV(4, 6));
}

static void
run_clauses(const struct dt_kshim *s, struct dt_emit *e,
    const struct dt_enrow *r, enum dt_variant v, struct dt_label *release)
{
	dt_kernel_halves(s, e, v, release);
	if (s->direct) {
		dt_kernel_direct(s, e, r, v, 0);
		return;
	}
	dt_kernel_params(s, e);
	dt_emit(e, MOV(5, 8));
	dt_emit_callv(e, "chain", v);
}

static void
run_firing(const struct dt_kshim *s, struct dt_emit *e, enum dt_variant v)
{
	const struct dt_enrow *r = only_row(s->point);
	struct dt_label release = { 0 };

	dt_kernel_own(s, e, v, &release);
	dt_kernel_fixed(s, e, r, v);
	dt_kernel_ctx(s, e);
	run_clauses(s, e, r, v, &release);
	dt_emit_here(e, &release);
	dt_kernel_release(e, v);
}

static void
leave(struct dt_emit *e)
{
	dt_emit(e, MOVI(0, 0));
	dt_emit(e, EXIT());
}

/*
 * Linux 6.13 and later give the functions of a program stacks of their own, one
 * for each CPU.  A program at a place of a process can be preempted, and the
 * next thread on that CPU would use the same stack.  A program with a tail call
 * gets no such stacks: this one is never made.
 */
static void
keep_stack(struct dt_emit *e)
{
	struct dt_label never = { 0 };

	dt_emit(e, MOVI(0, 0));
	dt_emit_jump(e, JMPI(BPF_JEQ, 0, 0), &never);
	dt_emit(e, HELPER(BPF_FUNC_tail_call));
	dt_emit_here(e, &never);
}

/* Rare code follows the end of level 0, whose own code stays together. */
static int
make_main(struct dt_kshim *s, struct dt_func **out)
{
	struct dt_label end = { 0 }, deep = { 0 };
	struct dt_kfault fault = { .rest = NULL };
	struct dt_emit e = { .arena = s->arena };

	s->fault = &fault;
	dt_emit(&e, MOV(6, 1));
	if (s->point->kind == DT_POINT_TICK)
		dt_kernel_due(s, &e, &end);
	dt_kernel_select(s, &e, &end);
	dt_kernel_take(s, &e, &end, &deep);
	run_firing(s, &e, DT_VAR_L0);
	leave(&e);
	if (dt_kernel_fault(s, &e, only_row(s->point), 0))
		leave(&e);
	dt_emit_here(&e, &deep);
	dt_kernel_take_deep(s, &e, &end);
	run_firing(s, &e, DT_VAR_DEEP);
	dt_emit_here(&e, &end);
	if (dt_point_is_user(s->point->kind) && !dt_kernel_is_before(6, 13))
		keep_stack(&e);
	leave(&e);
	s->fault = NULL;
	*out = dt_emit_end(&e, "main");
	return e.err;
}

/* A row that is added later may run any of the clauses. */
static void
find_always(struct dt_kshim *s)
{
	uint32_t i, j;

	memset(s->always, 0xff, sizeof(s->always));
	for (i = 0; i < s->point->nrows; i++)
		for (j = 0; j < DT_ROWMASK; j++)
			s->always[j] &= s->point->rows[i].mask[j];
	if (s->point->spare != 0 && s->point->nclauses > 1)
		memset(s->always, 0, sizeof(s->always));
}

int
dt_kernel_only(const struct dt_kshim *s, const struct dt_enrow *r)
{
	uint32_t i, n = 0;
	int only = -1;

	for (i = 0; i < s->point->nclauses; i++)
		if (dt_in_mask(r->mask, i)) {
			only = (int)i;
			n++;
		}
	return n == 1 ? only : -1;
}

/* Does each row run exactly one clause, so that main needs no chain? */
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

/* Decide which code main needs for this point. */
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
	s->one = s->point->kind == DT_POINT_TP && dt_kernel_is_one(s->point);
	find_always(s);
	s->direct = is_direct(s);
}

/*
 * main is the program, or a function that a program of the runtime calls for
 * each element: as a callback with its number and the walk, else with the walk.
 */
static void
add_entry(struct dt_kshim *s, struct dt_func *fn)
{
	static const struct { const char *program, *main; uint32_t nparams; }
	t[DT_NEACH] = {
		[DT_EACH_EVENT] = { NULL, NULL, 1 },
		[DT_EACH_CHANGE] = { "dt_prio_exit", "dt_fn_each", 2 },
		[DT_EACH_BIO] = { "dt_io_bio", "dt_fn_transfer", 1 },
		[DT_EACH_REQUEST] = { "dt_io_request", "dt_fn_transfer", 1 },
	};
	const char *program = t[s->point->each].program;

	if (s->point->each == DT_EACH_CHANGE && s->is_event)
		program = "dt_prio_event";
	fn->nparams = t[s->point->each].nparams;
	fn->params[0] = fn->nparams == 1 ? DT_PARAM_OPAQUE : DT_PARAM_NUMBER;
	fn->params[1] = DT_PARAM_OPAQUE;
	if (program != NULL) {
		fn->name = t[s->point->each].main;
		s->roots[s->nroots++] = (struct dt_linkroot){
		    dt_rt_find(program), DT_VAR_L0 };
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

/* Find the smallest group for which the program has few enough functions. */
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
