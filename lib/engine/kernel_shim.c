/* SPDX-License-Identifier: MIT */
/*
 * kernel_shim.c - the shim of a point.  Three kinds of functions:
 *
 *	main	what a firing costs before it is known that somebody wants it:
 *		activity word, guards, row; then the slot, the context, the
 *		halves of the buffers, the chain, the release
 *	chain	calls the clauses of the row in program order   (by level)
 *	fault	rolls a record back and runs the ERROR clauses  (by level)
 *
 * main holds the slot from the first call of dt_slot_take to its end, so
 * everything in between leaves through the release.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "engine/kernel.h"

#define	TS_COMPAT	2		/* thread_info.status: a 32-bit call */
#define	ORIG_AX		120		/* bytes into struct pt_regs */
#define	ROW(field)	((int)offsetof(struct dt_row, field))

/* The frame of fault: what ERROR clauses find in place of it. */
#define	FP_ARGS		(-48)		/* args[0..5] */
#define	NSAVED		6
#define	FP_PROBE	(-56)		/* probe and epid */
#define	FP_NAMEIX	(-60)
#define	FP_RC		(-64)

static void
check_activity(const struct dt_kshim *s, struct dt_emit *e,
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
is_common(const struct dt_enpoint *p, const struct dt_guard *g)
{
	uint32_t i;

	for (i = 1; i < p->nclauses; i++)
		if (!has_guard(p->clauses[i], g))
			return 0;
	return 1;
}

static void
emit_guard(const struct dt_kshim *s, struct dt_emit *e,
    const struct dt_guard *g, struct dt_label *out)
{
	if (g->var == DT_GUARD_UID) {
		dt_emit(e, HELPER(BPF_FUNC_get_current_uid_gid));
	} else {
		dt_kernel_ids(s->k, e);
		dt_emit(e, LDX(BPF_W, 0, 10,
		    g->var == DT_GUARD_PID ? FP_IDS + 4 : FP_IDS));
	}
	dt_emit_jump(e, JMP32I(BPF_JNE, 0, (int32_t)g->value), out);
}

/* Only what every clause would find out for itself. */
static void
check_guards(const struct dt_kshim *s, struct dt_emit *e,
    struct dt_label *out)
{
	const struct dt_clause *c = s->point->clauses[0];
	uint32_t i;

	if (s->k->cpu >= 0) {
		dt_emit(e, HELPER(BPF_FUNC_get_smp_processor_id));
		dt_emit_jump(e, JMP32I(BPF_JNE, 0, s->k->cpu), out);
	}
	for (i = 0; i < c->nguards; i++)
		if (is_common(s->point, &c->guards[i]))
			emit_guard(s, e, &c->guards[i], out);
}

/* r7 = number of the system call, as the kernel dispatches on it. */
static void
syscall_number(const struct dt_kshim *s, struct dt_emit *e)
{
	if (s->point->kind == DT_POINT_SYSENTER) {
		dt_emit(e, LDX(BPF_DW, 7, 6, 8));
		return;
	}
	dt_emit(e, ST(BPF_DW, 10, FP_WORD, -1));
	dt_emit(e, MOV(1, 10));
	dt_emit(e, ALUI(BPF_ADD, 1, FP_WORD));
	dt_emit(e, MOVI(2, 8));
	dt_emit(e, LDX(BPF_DW, 3, 6, 0));
	dt_emit(e, ALUI(BPF_ADD, 3, ORIG_AX));
	dt_emit(e, HELPER(BPF_FUNC_probe_read_kernel));
	dt_emit(e, LDX(BPF_DW, 7, 10, FP_WORD));
}

/*
 * Numbers of the other calling convention (x32 has a high bit) and those that
 * the program made up have no row.  The task is read directly: it is the
 * current one, and the verifier knows its type.
 */
static void
syscall_row(const struct dt_kshim *s, struct dt_emit *e, struct dt_label *out)
{
	struct dt_label native = { 0 };

	syscall_number(s, e);
	dt_emit_jump(e, JMPI(BPF_JGE, 7, DT_ROW_COMPAT), out);
	dt_emit(e, HELPER(BPF_FUNC_get_current_task_btf));
	dt_emit(e, LDX(BPF_W, 1, 0, (int)s->k->task.status));
	dt_emit(e, ALUI(BPF_AND, 1, TS_COMPAT));
	dt_emit(e, STX(BPF_W, 10, FP_COMPAT, 1));
	dt_emit_jump(e, JMPI(BPF_JEQ, 1, 0), &native);
	dt_emit(e, ALUI(BPF_ADD, 7, DT_ROW_COMPAT));
	dt_emit_here(e, &native);
	dt_emit(e, ALUI(BPF_MUL, 7, sizeof(struct dt_row)));
	dt_emit_ld64(e, 8, DT_REL_MAPVAL, "dt_val_rows", 0);
	dt_emit(e, ALU(BPF_ADD, 8, 7));
	dt_emit(e, LDX(BPF_W, 1, 8, ROW(probe)));
	dt_emit_jump(e, JMPI(BPF_JEQ, 1, 0), out);
}

static int
is_syscall(enum dt_pointkind kind)
{
	return kind == DT_POINT_SYSENTER || kind == DT_POINT_SYSEXIT;
}

/* After it the firing owns a slot; the session may have ended meanwhile. */
static void
take_slot(const struct dt_kshim *s, struct dt_emit *e, struct dt_label *out,
    struct dt_label *release)
{
	dt_emit(e, HELPER(BPF_FUNC_get_smp_processor_id));
	dt_emit(e, STX(BPF_W, 10, FP_CPU, 0));
	dt_emit(e, MOV(1, 0));
	dt_emit(e, LDX(BPF_H, 2, 8, ROW(nrec)));
	dt_emit(e, LDX(BPF_H, 3, 8, ROW(nagg)));
	dt_emit_call(e, "dt_slot_take");
	dt_emit_jump(e, JMP32I(BPF_JSLT, 0, 0), out);
	dt_emit(e, STX(BPF_W, 10, FP_LEVEL, 0));
	check_activity(s, e, release);
	dt_emit(e, LDX(BPF_W, 1, 10, FP_CPU));
	dt_emit(e, ALUI(BPF_MUL, 1, DT_LEVELS));
	dt_emit(e, LDX(BPF_W, 2, 10, FP_LEVEL));
	dt_emit(e, ALU(BPF_ADD, 1, 2));
	dt_emit(e, STX(BPF_W, 10, FP_INDEX, 1));
	dt_emit_lookup(e, "dt_map_slots", FP_INDEX, release);
	dt_emit(e, MOV(7, 0));
}

static void
fill_fixed(struct dt_emit *e)
{
	static const struct { int base, from, to; } t[] = {
		{ 10, FP_CPU, CTX(cpu) },
		{ 10, FP_LEVEL, CTX(level) },
		{ 8, ROW(probe), CTX(probe) },
		{ 8, ROW(epid), CTX(epid) },
	};
	size_t i;

	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		dt_emit(e, LDX(BPF_W, 1, t[i].base, t[i].from));
		dt_emit(e, STX(BPF_W, 7, t[i].to, 1));
	}
}

/* To[fp] = the active half of one kind; r9 is this CPU's struct dt_ctl. */
static void
find_half(const struct dt_kernel *k, struct dt_emit *e, enum dt_bufkind kind,
    enum dt_variant v, struct dt_label *release)
{
	static const char *const sym[DT_NBUFS][DT_NVARS] = {
		[DT_BUF_AGG] = { "dt_map_agg0", "dt_map_agg1" },
		[DT_BUF_PRIN] = { "dt_map_prin0", "dt_map_prin1" },
	};
	int to = kind == DT_BUF_AGG ? FP_AGG : FP_PRIN;

	if (k->mem.buf[kind].base[v] == NULL) {
		dt_emit(e, ST(BPF_DW, 10, to, 0));
		return;
	}
	dt_emit(e, LDX(BPF_W, 1, 10, FP_CPU));
	if (v == DT_VAR_DEEP) {
		dt_emit(e, ALUI(BPF_MUL, 1, DT_LEVELS - 1));
		dt_emit(e, LDX(BPF_W, 2, 10, FP_LEVEL));
		dt_emit(e, ALU(BPF_ADD, 1, 2));
		dt_emit(e, ALUI(BPF_SUB, 1, 1));
	}
	dt_emit(e, ALUI(BPF_LSH, 1, 1));
	dt_emit(e, LDX(BPF_W, 2, 9, (int)(offsetof(struct dt_ctl, active) +
	    kind * sizeof(uint32_t))));
	dt_emit(e, ALUI(BPF_AND, 2, 1));
	dt_emit(e, ALU(BPF_OR, 1, 2));
	dt_emit(e, STX(BPF_W, 10, FP_INDEX, 1));
	dt_emit_lookup(e, sym[kind][v], FP_INDEX, release);
	dt_emit(e, STX(BPF_DW, 10, to, 0));
}

static void
run_chain(const struct dt_kernel *k, struct dt_emit *e, enum dt_variant v,
    struct dt_label *release)
{
	find_half(k, e, DT_BUF_AGG, v, release);
	find_half(k, e, DT_BUF_PRIN, v, release);
	dt_emit(e, MOV(1, 7));
	dt_emit(e, LDX(BPF_DW, 2, 10, FP_AGG));
	dt_emit(e, LDX(BPF_DW, 3, 10, FP_PRIN));
	dt_emit(e, MOV(4, 6));
	dt_emit(e, MOV(5, 8));
	dt_emit_callv(e, "chain", v);
}

static struct dt_func *
make_main(const struct dt_kshim *s)
{
	struct dt_emit e = { .arena = s->arena };
	struct dt_label out = { 0 }, release = { 0 }, deep = { 0 };

	dt_emit(&e, MOV(6, 1));
	check_activity(s, &e, &out);
	check_guards(s, &e, &out);
	if (is_syscall(s->point->kind))
		syscall_row(s, &e, &out);
	else
		dt_emit_ld64(&e, 8, DT_REL_MAPVAL, "dt_val_rows", 0);
	take_slot(s, &e, &out, &release);
	fill_fixed(&e);
	dt_kernel_ctx(s, &e);
	dt_emit_lookup(&e, "dt_map_ctl", FP_CPU, &release);
	dt_emit(&e, MOV(9, 0));
	dt_emit(&e, LDX(BPF_W, 1, 10, FP_LEVEL));
	dt_emit_jump(&e, JMPI(BPF_JNE, 1, 0), &deep);
	run_chain(s->k, &e, DT_VAR_L0, &release);
	dt_emit_jump(&e, GOTO(), &release);
	dt_emit_here(&e, &deep);
	run_chain(s->k, &e, DT_VAR_DEEP, &release);
	dt_emit_here(&e, &release);
	dt_emit(&e, LDX(BPF_W, 1, 10, FP_CPU));
	dt_emit(&e, LDX(BPF_W, 2, 10, FP_LEVEL));
	dt_emit_call(&e, "dt_slot_release");
	dt_emit_here(&e, &out);
	dt_emit(&e, MOVI(0, 0));
	dt_emit(&e, EXIT());
	return dt_emit_end(&e, "main");
}

static int
bit(const uint64_t *mask, uint32_t i)
{
	return mask[i / 64] >> (i % 64) & 1;
}

/* Slot, buffers and context stay in r6 .. r9 of chain and fault. */
static void
save_params(struct dt_emit *e)
{
	int i;

	for (i = 0; i < 4; i++)
		dt_emit(e, MOV(6 + i, 1 + i));
}

static void
call_with_params(struct dt_emit *e, const char *name, int variant)
{
	int i;

	for (i = 0; i < 4; i++)
		dt_emit(e, MOV(1 + i, 6 + i));
	dt_emit_callv(e, name, variant);
}

static void
next_epid(struct dt_emit *e)
{
	dt_emit(e, LDX(BPF_W, 1, 6, CTX(epid)));
	dt_emit(e, ALUI(BPF_ADD, 1, 1));
	dt_emit(e, STX(BPF_W, 6, CTX(epid), 1));
}

/* Clause i; its name among the roots is c<i>. */
static void
chain_clause(const struct dt_kshim *s, struct dt_emit *e, uint32_t i,
    enum dt_variant v, struct dt_label *out)
{
	struct dt_label next = { 0 }, done = { 0 };
	char *name = dt_arena_printf(s->arena, "c%u", i);

	if (name == NULL) {
		e->err = -ENOMEM;
		return;
	}
	if (!bit(s->always, i)) {
		dt_emit(e, LDX(BPF_DW, 1, 10, -8));
		dt_emit(e, LDX(BPF_B, 1, 1, ROW(mask) + (int)(i / 8)));
		dt_emit(e, ALUI(BPF_AND, 1, 1 << i % 8));
		dt_emit_jump(e, JMPI(BPF_JEQ, 1, 0), &next);
	}
	call_with_params(e, name, v);
	dt_emit_jump(e, JMPI(BPF_JEQ, 0, DT_RC_OK), &done);
	dt_emit_jump(e, JMPI(BPF_JEQ, 0, DT_RC_EXIT), out);
	call_with_params(e, "fault", v);
	dt_emit_jump(e, JMPI(BPF_JEQ, 0, DT_RC_EXIT), out);
	dt_emit_here(e, &done);
	if (i + 1 < s->point->nclauses)
		next_epid(e);
	dt_emit_here(e, &next);
}

static struct dt_func *
make_chain(const struct dt_kshim *s, enum dt_variant v)
{
	struct dt_emit e = { .arena = s->arena };
	struct dt_label out = { 0 };
	uint32_t i;

	save_params(&e);
	dt_emit(&e, STX(BPF_DW, 10, -8, 5));
	for (i = 0; i < s->point->nclauses; i++)
		chain_clause(s, &e, i, v, &out);
	dt_emit_here(&e, &out);
	dt_emit(&e, MOVI(0, 0));
	dt_emit(&e, EXIT());
	return dt_emit_end(&e, "chain");
}

static void
cancel(const struct dt_kshim *s, struct dt_emit *e)
{
	if (s->k->mem.buf[DT_BUF_PRIN].base[0] == NULL)
		return;
	dt_emit(e, MOV(1, 8));
	dt_emit(e, MOV(2, 6));
	dt_emit_call(e, "dt_rec_cancel");
}

/* What ERROR clauses see: interface of the ERROR probe, arg1 to arg5. */
static void
enter_error(struct dt_emit *e, const struct dt_enrow *row, uint32_t nameix)
{
	static const struct { int arg, size, from; } t[] = {
		{ 1, BPF_W, CTX(epid) },
		{ 2, BPF_W, CTX(fault_action) },
		{ 4, BPF_W, CTX(fault) },
		{ 5, BPF_DW, CTX(fault_addr) },
	};
	size_t i;

	for (i = 0; i < NSAVED; i++) {
		dt_emit(e, LDX(BPF_DW, 1, 6, CTX(args) + (int)i * 8));
		dt_emit(e, STX(BPF_DW, 10, FP_ARGS + (int)i * 8, 1));
	}
	dt_emit(e, LDX(BPF_DW, 1, 6, CTX(probe)));
	dt_emit(e, STX(BPF_DW, 10, FP_PROBE, 1));
	dt_emit(e, LDX(BPF_W, 1, 6, CTX(nameix)));
	dt_emit(e, STX(BPF_W, 10, FP_NAMEIX, 1));
	dt_emit(e, ST(BPF_DW, 6, CTX(args), 0));
	dt_emit(e, ST(BPF_DW, 6, CTX(args) + 3 * 8, -1));
	for (i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		dt_emit(e, LDX(t[i].size, 1, 6, t[i].from));
		dt_emit(e, STX(BPF_DW, 6, CTX(args) + t[i].arg * 8, 1));
	}
	dt_emit(e, ST(BPF_W, 6, CTX(probe), (int32_t)row->probe));
	dt_emit(e, ST(BPF_W, 6, CTX(epid), (int32_t)row->epid));
	dt_emit(e, ST(BPF_W, 6, CTX(nameix), (int32_t)nameix));
}

static void
leave_error(struct dt_emit *e)
{
	int i;

	for (i = 0; i < NSAVED; i++) {
		dt_emit(e, LDX(BPF_DW, 1, 10, FP_ARGS + i * 8));
		dt_emit(e, STX(BPF_DW, 6, CTX(args) + i * 8, 1));
	}
	dt_emit(e, LDX(BPF_DW, 1, 10, FP_PROBE));
	dt_emit(e, STX(BPF_DW, 6, CTX(probe), 1));
	dt_emit(e, LDX(BPF_W, 1, 10, FP_NAMEIX));
	dt_emit(e, STX(BPF_W, 6, CTX(nameix), 1));
}

static void
clear_fault(struct dt_emit *e)
{
	dt_emit(e, ST(BPF_W, 6, CTX(fault), 0));
	dt_emit(e, ST(BPF_W, 6, CTX(fault_action), 0));
	dt_emit(e, ST(BPF_DW, 6, CTX(fault_addr), 0));
}

/* A fault in here is only counted: there is nobody left to tell. */
static void
error_clause(const struct dt_kshim *s, struct dt_emit *e, uint32_t i,
    enum dt_variant v, struct dt_label *leave)
{
	struct dt_label done = { 0 };
	char *name = dt_arena_printf(s->arena, "e%u", i);

	if (name == NULL) {
		e->err = -ENOMEM;
		return;
	}
	call_with_params(e, name, v);
	dt_emit_jump(e, JMPI(BPF_JEQ, 0, DT_RC_OK), &done);
	dt_emit(e, STX(BPF_W, 10, FP_RC, 0));
	dt_emit_jump(e, JMPI(BPF_JEQ, 0, DT_RC_EXIT), leave);
	cancel(s, e);
	dt_emit_ld64(e, 1, DT_REL_MAPVAL, "dt_val_state",
	    offsetof(struct dt_state, dblerrors));
	dt_emit(e, MOVI(2, 1));
	dt_emit(e, INSN(BPF_STX | BPF_ATOMIC | BPF_DW, 1, 2, 0, BPF_ADD));
	clear_fault(e);
	dt_emit_here(e, &done);
	next_epid(e);
}

static struct dt_func *
make_fault(const struct dt_kshim *s, enum dt_variant v)
{
	struct dt_emit e = { .arena = s->arena };
	struct dt_label leave = { 0 };
	uint32_t i;

	save_params(&e);
	cancel(s, &e);
	dt_emit(&e, ST(BPF_W, 10, FP_RC, 0));
	if (s->error != NULL) {
		enter_error(&e, s->error->rows, s->error_names);
		for (i = 0; i < s->error->nclauses; i++)
			if (bit(s->error->rows[0].mask, i))
				error_clause(s, &e, i, v, &leave);
		dt_emit_here(&e, &leave);
		leave_error(&e);
	}
	clear_fault(&e);
	dt_emit(&e, LDX(BPF_W, 0, 10, FP_RC));
	dt_emit(&e, EXIT());
	return dt_emit_end(&e, "fault");
}

/* An ERROR clause has one more caller than others: fault. */
static const struct dt_reloc *
deeper(const struct dt_kshim *s, const struct dt_func *fn)
{
	struct dt_reloc *r;
	uint32_t i;

	r = dt_arena_alloc(s->arena, (fn->nrels + 1) * sizeof(*r));
	for (i = 0; r != NULL && i < fn->nrels; i++) {
		r[i] = fn->rels[i];
		if (strcmp(r[i].sym, "dt_imm_stack_skip") == 0)
			r[i].addend++;
	}
	return r;
}

/* A clause under the name that the chain calls it by. */
static const struct dt_func *
renamed(const struct dt_kshim *s, const struct dt_func *fn, char kind,
    uint32_t i)
{
	struct dt_func *f = dt_arena_alloc(s->arena, sizeof(*f));

	if (f == NULL)
		return NULL;
	*f = *fn;
	f->name = dt_arena_printf(s->arena, "%c%u", kind, i);
	f->global = 0;
	if (kind == 'e' && (f->rels = deeper(s, fn)) == NULL)
		return NULL;
	return f->name != NULL ? f : NULL;
}

static int
add_root(struct dt_kshim *s, const struct dt_func *fn, enum dt_variant v)
{
	if (fn == NULL)
		return -ENOMEM;
	s->roots[s->nroots++] = (struct dt_linkroot){ fn, v };
	return 0;
}

/* Chain and fault are called like clauses, chain with the row as well. */
static int
add_level(struct dt_kshim *s, enum dt_variant v)
{
	static const char *const params[] = {
		"dt_slot", "dt_aggbuf", "dt_prinbuf", "void",
	};
	struct dt_func *chain = make_chain(s, v), *fault = make_fault(s, v);

	if (chain == NULL || fault == NULL)
		return -E2BIG;
	memcpy(chain->params, params, sizeof(params));
	memcpy(fault->params, params, sizeof(params));
	chain->params[4] = "void";
	chain->nparams = 5;
	fault->nparams = 4;
	add_root(s, chain, v);
	return add_root(s, fault, v);
}

static int
add_clauses(struct dt_kshim *s, const struct dt_enpoint *p, char kind,
    const uint64_t *mask)
{
	const struct dt_func *fn;
	uint32_t i;
	int err = 0;

	for (i = 0; err == 0 && i < p->nclauses; i++) {
		if (mask != NULL && !bit(mask, i))
			continue;
		fn = renamed(s, &p->clauses[i]->code, kind, i);
		err = add_root(s, fn, DT_VAR_L0);
		if (err == 0)
			err = add_root(s, fn, DT_VAR_DEEP);
	}
	return err;
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
dt_kernel_shim(struct dt_kshim *s)
{
	uint32_t n = s->point->nclauses +
	    (s->error != NULL ? s->error->nclauses : 0);
	struct dt_func *fn;
	int v, err;

	s->roots = dt_arena_alloc(s->arena, (2 * n + 5) * sizeof(*s->roots));
	if (s->roots == NULL)
		return -ENOMEM;
	find_always(s);
	fn = make_main(s);
	if (fn == NULL)
		return -E2BIG;
	fn->params[0] = "void";
	fn->nparams = 1;
	err = add_root(s, fn, DT_VAR_L0);
	for (v = 0; err == 0 && v < DT_NVARS; v++)
		err = add_level(s, v);
	if (err == 0)
		err = add_clauses(s, s->point, 'c', NULL);
	if (err == 0 && s->error != NULL)
		err = add_clauses(s, s->error, 'e', s->error->rows[0].mask);
	return err;
}
