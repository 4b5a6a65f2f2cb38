/* SPDX-License-Identifier: MIT */
/*
 * inline.c - inlines a clause into main.  A call between functions of a program
 * takes 1 ns, where a whole count() takes 6.  Firings of level 0 avoid it if
 * this clause is the only one, and main's frame has room for its frame: for the
 * parameters and one spilled register.
 *
 * Between two events the kernel's own work empties the caches, so a firing
 * costs less if it touches fewer lines of code and data.  An argument that the
 * clause loads once is loaded from the kernel's memory, not copied to the slot
 * first, and the part that rarely runs is emitted elsewhere.
 */
#include <errno.h>
#include <string.h>

#include "kernel/kernel.h"

#define	MAXINSNS	2000	/* main jumps over it: 16-bit offsets */

/* The offset in main's frame of a place in the clause's frame, or 0. */
static int
place(const struct dt_kshim *s, int off)
{
	bool more_rows = s->point->kind == DT_POINT_TP && !s->one;

	switch (off) {
	case DT_FP_AGG:
		return FP_AGG;
	case DT_FP_PRIN:
		return FP_PRIN;
	case DT_FP_SPILL:	/* only another row needs the ids now */
		return more_rows ? 0 : FP_IDS;
	}
	return 0;
}

static bool
stores(const struct bpf_insn *in)
{
	return BPF_CLASS(in->code) == BPF_STX || BPF_CLASS(in->code) == BPF_ST;
}

static bool
accesses_frame(const struct bpf_insn *in)
{
	if (stores(in))
		return in->dst_reg == BPF_REG_10 && in->src_reg != BPF_REG_10;
	return BPF_CLASS(in->code) == BPF_LDX && in->src_reg == BPF_REG_10;
}

static bool
is_exit(const struct bpf_insn *in)
{
	return in->code == (BPF_JMP | BPF_EXIT);
}

/* The second half of a wide constant has the code 0, and no registers. */
static bool
fits(const struct dt_kshim *s, const struct bpf_insn *in)
{
	if (accesses_frame(in))
		return place(s, in->off) != 0;
	return in->dst_reg != BPF_REG_10 && in->src_reg != BPF_REG_10;
}

static bool
is_move(const struct bpf_insn *in)
{
	return in->code == (BPF_ALU64 | BPF_MOV | BPF_X);
}

/* Does the clause begin by copying its slot, and not with guards? */
static bool
keeps_slot(const struct bpf_insn *in)
{
	return is_move(in) && in->dst_reg == BPF_REG_6 &&
	    in->src_reg == BPF_REG_1;
}

bool
dt_kernel_is_inline(const struct dt_kshim *s, uint32_t n, enum dt_variant v)
{
	const struct dt_func *fn;
	uint32_t i;

	if (!s->direct || v != DT_VAR_L0)
		return false;
	fn = dt_kernel_code(s, s->point, n);
	if (fn == NULL || fn->ninsns > MAXINSNS || !keeps_slot(fn->insns))
		return false;
	for (i = 0; i < fn->nrels; i++)
		if (strcmp(fn->rels[i].sym, "dt_imm_stack_skip") == 0)
			return false;	/* it counts the clause's frame */
	for (i = 0; i < fn->ninsns; i++)
		if (!fits(s, &fn->insns[i]))
			return false;
	return true;
}

static bool
has_reg(const struct dt_func *fn, int n)
{
	uint32_t i;

	for (i = 0; i < fn->ninsns; i++)
		if (fn->insns[i].dst_reg == n)
			return true;
	return false;
}

/* The register that only keeps the aggregation buffer, parameter 2; or 0. */
static int
kept_agg(const struct dt_func *fn)
{
	uint32_t i;

	for (i = 0; i < fn->ninsns && is_move(&fn->insns[i]); i++)
		if (fn->insns[i].src_reg == BPF_REG_2)
			return fn->insns[i].dst_reg;
	return 0;
}

/*
 * The registers of main that replace r6 to r9 of a clause.  The slot, r6 there,
 * is r7 here.  Main's row, in r8, is not needed any more: the clause's r7
 * replaces it, or its r9 if it has no r7.  If it has both, and r9 keeps the
 * aggregation buffer, that is loaded from main's frame where it is needed.
 */
struct regs {
	uint8_t to[4];
	int framed;		/* that register of the clause, or 0 */
};

static struct regs
registers(const struct dt_func *fn)
{
	struct regs r = { { 7, 8, 9, 8 }, 0 };

	if (has_reg(fn, BPF_REG_7)) {
		r.to[3] = BPF_REG_6;
		r.framed = kept_agg(fn);
	}
	return r;
}

static uint8_t
reg(const struct regs *r, uint8_t n)
{
	return n >= BPF_REG_6 && n <= BPF_REG_9 ? r->to[n - BPF_REG_6] : n;
}

/* Is the source field a register? */
static bool
has_source(const struct bpf_insn *in)
{
	switch (BPF_CLASS(in->code)) {
	case BPF_LD:
	case BPF_ST:
		return false;
	case BPF_JMP:
	case BPF_JMP32:
		return BPF_SRC(in->code) == BPF_X;
	}
	return true;
}

/* When does an instruction of a clause, whose slot is r6, need the numbers? */
static enum dt_numbers
numbers_for(const struct bpf_insn *in)
{
	bool loads = BPF_CLASS(in->code) == BPF_LDX;

	if (loads && in->src_reg == BPF_REG_6 && in->off >= CTX(probe) &&
	    in->off <= CTX(epid))
		return DT_NUMBERS_ALWAYS;
	if (stores(in) && in->dst_reg == BPF_REG_6 && in->off == CTX(fault))
		return DT_NUMBERS_AT_FAULT;
	return DT_NUMBERS_NEVER;
}

/* Does the clause call a function that may read them, such as dt_rec_begin? */
static bool
calls_reader(const struct dt_func *fn)
{
	uint32_t i;

	for (i = 0; i < fn->nrels; i++)
		if (fn->rels[i].kind == DT_REL_FUNC &&
		    strncmp(fn->rels[i].sym, "dt_agg_", 7) != 0)
			return true;
	return false;
}

enum dt_numbers
dt_kernel_numbers(const struct dt_kshim *s, uint32_t n, enum dt_variant v)
{
	enum dt_numbers when, all = DT_NUMBERS_NEVER;
	const struct dt_func *fn = dt_kernel_code(s, s->point, n);
	uint32_t i;

	if (!dt_kernel_is_inline(s, n, v) || calls_reader(fn))
		return DT_NUMBERS_ALWAYS;
	for (i = 0; i < fn->ninsns; i++) {
		when = numbers_for(&fn->insns[i]);
		all = when > all ? when : all;
	}
	return all;
}

/* The number of the argument that it loads from the slot, or -1. */
static int
argument_of(const struct bpf_insn *in)
{
	if (BPF_CLASS(in->code) != BPF_LDX || in->src_reg != BPF_REG_6 ||
	    in->off < CTX(args) || in->off >= CTX(args) + DT_NARGS * 8)
		return -1;
	return (in->off - CTX(args)) / 8;
}

/* Does the code load the argument once, as a whole, to a kept register? */
static bool
loads_once(const struct dt_func *fn, int arg)
{
	uint32_t i, n = 0;

	for (i = 0; i < fn->ninsns; i++) {
		if (argument_of(&fn->insns[i]) != arg)
			continue;
		if (fn->insns[i].code != (BPF_LDX | BPF_MEM | BPF_DW) ||
		    fn->insns[i].dst_reg < BPF_REG_6 || n++ != 0)
			return false;
	}
	return n == 1;
}

uint32_t
dt_kernel_deferred(const struct dt_kshim *s, const struct dt_enrow *r,
    uint32_t n, enum dt_variant v)
{
	const struct dt_func *fn;
	uint32_t deferred = 0;
	int i;

	if (!dt_kernel_is_inline(s, n, v))
		return 0;
	fn = dt_kernel_code(s, s->point, n);
	for (i = 0; i < r->src->nargs; i++)
		if (dt_kernel_tploads(s, &r->src->args[i]) &&
		    fn != NULL && loads_once(fn, i))
			deferred |= 1u << i;
	return deferred;
}

/* The code of a clause on its way into main. */
struct dt_kinlined {
	const struct dt_func *fn;
	struct regs regs;
	bool uses[MAX_BPF_REG];		/* it changes this register of main */
	struct dt_label *at;		/* of each instruction, and the end */
	uint32_t *pos;			/* of each in main, once emitted */
	uint32_t nrels;			/* relocations that main has */
	uint32_t rest;			/* the first instruction of the rare
					 * part; or all of them */
};

static bool
sets_result(const struct bpf_insn *in)
{
	return in->code == (BPF_ALU64 | BPF_MOV | BPF_K) &&
	    in->dst_reg == BPF_REG_0;
}

/* Is instruction i a result that main ignores?  Main handles only faults. */
static bool
is_ignored(const struct dt_kinlined *c, uint32_t i)
{
	const struct bpf_insn *in = &c->fn->insns[i];

	return i + 1 < c->rest && c->rest < c->fn->ninsns &&
	    sets_result(in) && is_exit(in + 1);
}

/* Does the code return this, at instruction i? */
static bool
returns(const struct dt_func *fn, uint32_t i, int code)
{
	const struct bpf_insn *in = &fn->insns[i];

	return is_exit(in) && i > 0 && sets_result(&in[-1]) &&
	    in[-1].imm == code;
}

/*
 * The code ends with rare parts, which return to the code before them, or
 * return DT_RC_FAULT.  Return the first instruction of these, or the number of
 * all if there are none, or if the code before them also returns DT_RC_FAULT.
 */
static uint32_t
find_rest(const struct dt_func *fn)
{
	uint32_t i, rest = 0, first_fault = fn->ninsns;

	for (i = 0; i < fn->ninsns; i++) {
		if (!is_exit(&fn->insns[i]))
			continue;
		if (!returns(fn, i, DT_RC_FAULT))
			rest = i + 1;
		else if (first_fault == fn->ninsns)
			first_fault = i;
	}
	return rest != 0 && rest <= first_fault ? rest : fn->ninsns;
}

static struct dt_kinlined *
prepare(const struct dt_kshim *s, uint32_t n)
{
	const struct dt_func *fn = dt_kernel_code(s, s->point, n);
	struct dt_kinlined *c = dt_arena_alloc(s->arena, sizeof(*c));
	uint32_t i;

	if (fn == NULL || c == NULL)
		return NULL;
	*c = (struct dt_kinlined){ .fn = fn, .regs = registers(fn),
		.rest = fn->ninsns };
	c->at = dt_arena_alloc(s->arena, (fn->ninsns + 1) * sizeof(*c->at));
	c->pos = dt_arena_alloc(s->arena, fn->ninsns * sizeof(*c->pos));
	if (c->at == NULL || c->pos == NULL)
		return NULL;
	memset(c->at, 0, (fn->ninsns + 1) * sizeof(*c->at));
	for (i = 0; i < fn->ninsns; i++)
		if (fn->insns[i].dst_reg != c->regs.framed)
			c->uses[reg(&c->regs, fn->insns[i].dst_reg)] = true;
	return c;
}

/*
 * A clause begins with instructions that keep its parameters in registers or in
 * its frame.  Main has the slot in r7 and the buffers in its frame, that of
 * aggregations in r0 as well, so most of these do nothing here.  Returns false
 * after the last of them.
 */
static bool
keep(const struct dt_kshim *s, struct dt_emit *e, const struct dt_kinlined *c,
    const struct bpf_insn *in)
{
	int to = reg(&c->regs, in->dst_reg), from = in->src_reg;

	if (from < BPF_REG_1 || from > BPF_REG_3 ||
	    !(is_move(in) || (accesses_frame(in) && stores(in))))
		return false;
	if (!is_move(in) || from == BPF_REG_1 || in->dst_reg == c->regs.framed)
		return true;
	if (from == BPF_REG_2)
		dt_emit(e, MOV(to, 0));
	else if (s->uses[DT_BUF_PRIN])
		dt_emit(e, LDX(BPF_DW, to, 10, FP_PRIN));
	else
		dt_emit(e, MOVI(to, 0));
	return true;
}

static bool
jumps(const struct bpf_insn *in)
{
	return (BPF_CLASS(in->code) == BPF_JMP ||
	    BPF_CLASS(in->code) == BPF_JMP32) &&
	    BPF_OP(in->code) != BPF_CALL && !is_exit(in);
}

/* Adapt an instruction to main's registers and frame. */
static struct bpf_insn
adapt(const struct dt_kshim *s, const struct dt_kinlined *c,
    const struct bpf_insn *in)
{
	struct bpf_insn out = *in;

	if (accesses_frame(in))
		out.off = (int16_t)place(s, in->off);
	out.dst_reg = reg(&c->regs, in->dst_reg) & 15;
	if (has_source(in))
		out.src_reg = reg(&c->regs, in->src_reg) & 15;
	return out;
}

/* Load a deferred argument; FP_WORD has the context if r6 is changed. */
static void
load_argument(const struct dt_kshim *s, struct dt_emit *e,
    const struct dt_kinlined *c, const struct bpf_insn *in)
{
	const struct dt_tpval *v = &s->src->args[argument_of(in)];
	int to = reg(&c->regs, in->dst_reg);

	if (c->uses[BPF_REG_6])
		dt_emit(e, LDX(BPF_DW, to, 10, FP_WORD));
	dt_kernel_tpload(s, e, v, to, c->uses[BPF_REG_6] ? to : BPF_REG_6);
}

/* Emit instruction i.  An exit becomes a jump to the end. */
static void
emit_one(const struct dt_kshim *s, struct dt_emit *e, struct dt_kinlined *c,
    uint32_t i)
{
	const struct bpf_insn *in = &c->fn->insns[i];
	uint32_t to = i + 1 + (uint32_t)in->off;
	int arg = argument_of(in);

	c->pos[i] = dt_emit_count(e);
	if (c->at[i].last != 0)
		dt_emit_here(e, &c->at[i]);
	if (is_exit(in))
		dt_emit_jump(e, GOTO(), &c->at[c->fn->ninsns]);
	else if (jumps(in) && in->off < 0)
		dt_emit_back(e, c->pos[to]);
	else if (jumps(in))
		dt_emit_jump(e, adapt(s, c, in), &c->at[to]);
	else if (arg >= 0 && (s->deferred >> arg & 1))
		load_argument(s, e, c, in);
	else if (c->regs.framed != 0 && in->src_reg == c->regs.framed)
		dt_emit(e, LDX(BPF_DW, in->dst_reg, 10, FP_AGG));
	else if (is_ignored(c, i))
		return;
	else
		dt_emit_part(e, c->fn, &c->nrels, i, adapt(s, c, in));
}

/* Emit instructions up to `end`.  Does main continue after them? */
static bool
emit_part(const struct dt_kshim *s, struct dt_emit *e, struct dt_kinlined *c,
    uint32_t i, uint32_t end)
{
	struct dt_label *after = &c->at[c->fn->ninsns];

	for (; i < end; i++)
		emit_one(s, e, c, i);
	if (after->last == 0)
		return false;
	dt_emit_here(e, after);
	if (c->uses[BPF_REG_6])
		dt_emit(e, LDX(BPF_DW, 6, 10, FP_WORD));
	if (c->uses[BPF_REG_9])
		dt_emit(e, LDX(BPF_DW, 9, 10, FP_CPU));
	return true;
}

/* FP_CPU and FP_WORD, free while clauses run, keep main's registers. */
void
dt_kernel_inline(const struct dt_kshim *s, struct dt_emit *e, uint32_t n,
    struct dt_kfault *fault)
{
	struct dt_kinlined *c = prepare(s, n);
	uint32_t i = 0;

	if (c == NULL) {
		e->err = -ENOMEM;
		return;
	}
	if (c->uses[BPF_REG_6])
		dt_emit(e, STX(BPF_DW, 10, FP_WORD, 6));
	if (c->uses[BPF_REG_9])
		dt_emit(e, STX(BPF_DW, 10, FP_CPU, 9));
	while (keep(s, e, c, &c->fn->insns[i]))
		i++;
	if (fault != NULL)
		c->rest = find_rest(c->fn);
	emit_part(s, e, c, i, c->rest);
	if (c->rest < c->fn->ninsns)
		fault->rest = c;
}

bool
dt_kernel_inline_rest(const struct dt_kshim *s, struct dt_emit *e,
    struct dt_kinlined *c)
{
	return emit_part(s, e, c, c->rest, c->fn->ninsns);
}
