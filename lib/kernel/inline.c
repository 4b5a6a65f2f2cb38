/* SPDX-License-Identifier: MIT */
/*
 * inline.c - inlines a clause into main.  A call between functions of a program
 * takes 1 ns, where a whole count() takes 6.  Firings of level 0 avoid it if
 * this clause is the only one, and main's frame has room for its frame: for the
 * parameters and one spilled register.
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

bool
dt_kernel_is_inline(const struct dt_kshim *s, uint32_t n, enum dt_variant v)
{
	const struct dt_func *fn;
	uint32_t i;

	if (!s->direct || v != DT_VAR_L0)
		return false;
	fn = dt_kernel_code(s, s->point, n);
	if (fn == NULL || fn->ninsns > MAXINSNS)
		return false;
	for (i = 0; i < fn->nrels; i++)
		if (strcmp(fn->rels[i].sym, "dt_imm_stack_skip") == 0)
			return false;	/* it counts the clause's frame */
	for (i = 0; i < fn->ninsns; i++)
		if (!fits(s, &fn->insns[i]))
			return false;
	return true;
}

/*
 * The registers of main that replace r6 to r9 of a clause.  The slot, r6 there,
 * is r7 here.  Main's row, in r8, is not needed any more: the clause's r7
 * replaces it, or its r9 if it has no r7.
 */
struct regs { uint8_t to[4]; };

static struct regs
registers(const struct dt_func *fn)
{
	struct regs r = { { 7, 8, 9, 8 } };
	uint32_t i;

	for (i = 0; i < fn->ninsns; i++)
		if (fn->insns[i].dst_reg == BPF_REG_7)
			r.to[3] = BPF_REG_6;
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

/*
 * Copy the code, adapted to main's registers and frame.  uses[n] is set if it
 * changes register n of main.
 */
static int
adapt(const struct dt_kshim *s, const struct dt_func *fn, struct dt_func *out,
    bool uses[MAX_BPF_REG])
{
	struct regs regs = registers(fn);
	struct bpf_insn *to;
	uint32_t i;

	to = dt_arena_alloc(s->arena, (fn->ninsns + 1) * sizeof(*to));
	if (to == NULL)
		return -ENOMEM;
	for (i = 0; i < fn->ninsns; i++) {
		to[i] = fn->insns[i];
		if (accesses_frame(&to[i]))
			to[i].off = (int16_t)place(s, to[i].off);
		to[i].dst_reg = reg(&regs, to[i].dst_reg) & 15;
		if (has_source(&to[i]))
			to[i].src_reg = reg(&regs, to[i].src_reg) & 15;
		uses[to[i].dst_reg] = true;
		if (is_exit(&to[i])) {	/* it becomes a jump to the end */
			to[i] = GOTO();
			to[i].off = (int16_t)(fn->ninsns - 1 - i);
		}
	}
	*out = *fn;
	out->insns = to;
	return 0;
}

/* FP_CPU and FP_WORD, free while clauses run, keep main's registers. */
void
dt_kernel_inline(const struct dt_kshim *s, struct dt_emit *e, uint32_t n)
{
	const struct dt_func *fn = dt_kernel_code(s, s->point, n);
	struct dt_func code;
	bool uses[MAX_BPF_REG] = { false };

	if (fn == NULL || adapt(s, fn, &code, uses) != 0) {
		e->err = -ENOMEM;
		return;
	}
	if (uses[BPF_REG_6])
		dt_emit(e, STX(BPF_DW, 10, FP_WORD, 6));
	if (uses[BPF_REG_9])
		dt_emit(e, STX(BPF_DW, 10, FP_CPU, 9));
	dt_emit_func(e, &code);
	if (uses[BPF_REG_6])
		dt_emit(e, LDX(BPF_DW, 6, 10, FP_WORD));
	if (uses[BPF_REG_9])
		dt_emit(e, LDX(BPF_DW, 9, 10, FP_CPU));
}
