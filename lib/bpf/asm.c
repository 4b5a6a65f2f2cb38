/* SPDX-License-Identifier: MIT */
/* asm.c - the instructions of one function as they grow. */
#include "bpf/gen.h"

#include <errno.h>
#include <string.h>

#define	FIRST_CAP	64
#define	MAX_JUMP	INT16_MAX

int
dt_asm_init(struct dt_asm *e, uint32_t nlabels, struct dt_arena *arena,
    struct dt_diag *diag)
{
	*e = (struct dt_asm){ .arena = arena, .diag = diag };
	e->label = dt_arena_alloc(arena, (nlabels + 1) * sizeof(*e->label));
	if (e->label == NULL)
		return dt_diag_nomem(diag);
	for (uint32_t i = 0; i <= nlabels; i++)
		e->label[i] = -2;
	return 0;
}

/* A copy of v with room for twice as many; NULL when memory is out. */
static void *
larger(struct dt_asm *e, const void *v, uint32_t n, size_t size,
    uint32_t *cap)
{
	uint32_t want = *cap != 0 ? 2 * *cap : FIRST_CAP;
	void *p = dt_arena_alloc(e->arena, want * size);

	if (p == NULL) {
		dt_diag_nomem(e->diag);
		return NULL;
	}
	if (n != 0)
		memcpy(p, v, n * size);
	*cap = want;
	return p;
}

static int
too_large(struct dt_asm *e)
{
	return dt_diag_set(e->diag, D_CG_EXPR, e->line,
	    "this clause is too large for the kernel: divide it into several "
	    "clauses of the same probe");
}

static int
grow(struct dt_asm *e)
{
	struct bpf_insn *insns;
	uint32_t *lines, cap = e->cap;

	if (e->diag->err != 0)
		return e->diag->err;
	if (e->n >= DT_MAXINSNS)
		return too_large(e);
	insns = larger(e, e->insns, e->n, sizeof(*insns), &cap);
	cap = e->cap;
	lines = larger(e, e->lines, e->n, sizeof(*lines), &cap);
	if (insns == NULL || lines == NULL)
		return -ENOMEM;
	e->insns = insns;
	e->lines = lines;
	e->cap = cap;
	return 0;
}

/* After an error nothing is added any more. */
void
dt_asm_insn(struct dt_asm *e, uint8_t code, int dst, int src, int32_t off,
    int32_t imm)
{
	if (e->n == e->cap && grow(e) != 0)
		return;
	e->insns[e->n] = (struct bpf_insn){ .code = code, .dst_reg = dst,
	    .src_reg = src, .off = off, .imm = imm };
	e->lines[e->n++] = e->line;
}

void
dt_asm_alu(struct dt_asm *e, int op, int dst, int src)
{
	dt_asm_insn(e, BPF_ALU64 | op | BPF_X, dst, src, 0, 0);
}

void
dt_asm_alui(struct dt_asm *e, int op, int dst, int32_t imm)
{
	dt_asm_insn(e, BPF_ALU64 | op | BPF_K, dst, 0, 0, imm);
}

void
dt_asm_mov(struct dt_asm *e, int dst, int src)
{
	if (dst != src)
		dt_asm_alu(e, BPF_MOV, dst, src);
}

void
dt_asm_const(struct dt_asm *e, int dst, int64_t v)
{
	if (dt_fits32(v)) {
		dt_asm_alui(e, BPF_MOV, dst, v);
		return;
	}
	if (v == (uint32_t)v) {
		dt_asm_insn(e, BPF_ALU | BPF_MOV | BPF_K, dst, 0, 0, v);
		return;
	}
	dt_asm_insn(e, BPF_LD | BPF_DW | BPF_IMM, dst, 0, 0, (uint32_t)v);
	dt_asm_insn(e, 0, 0, 0, 0, (uint64_t)v >> 32);
}

static int
size_of(int width)
{
	return width == 1 ? BPF_B : width == 2 ? BPF_H : width == 4 ? BPF_W :
	    BPF_DW;
}

void
dt_asm_load(struct dt_asm *e, int width, int dst, int src, int32_t off)
{
	dt_asm_insn(e, BPF_LDX | BPF_MEM | size_of(width), dst, src, off, 0);
}

void
dt_asm_store(struct dt_asm *e, int width, int dst, int32_t off, int src)
{
	dt_asm_insn(e, BPF_STX | BPF_MEM | size_of(width), dst, src, off, 0);
}

void
dt_asm_storei(struct dt_asm *e, int width, int dst, int32_t off,
    int32_t imm)
{
	dt_asm_insn(e, BPF_ST | BPF_MEM | size_of(width), dst, 0, off, imm);
}

void
dt_asm_extend(struct dt_asm *e, int reg, int width, bool sign)
{
	int bits = 64 - 8 * width;

	if (bits <= 0)
		return;
	if (sign) {
		dt_asm_alui(e, BPF_LSH, reg, bits);
		dt_asm_alui(e, BPF_ARSH, reg, bits);
	} else if (width == 4)
		dt_asm_insn(e, BPF_ALU | BPF_MOV | BPF_X, reg, reg, 0, 0);
	else
		dt_asm_alui(e, BPF_AND, reg, (1 << 8 * width) - 1);
}

static void
reloc(struct dt_asm *e, enum dt_relkind kind, const char *sym,
    int64_t addend)
{
	struct dt_reloc *v;

	if (e->nrels == e->relcap) {
		v = larger(e, e->rels, e->nrels, sizeof(*v), &e->relcap);
		if (v == NULL)
			return;
		e->rels = v;
	}
	e->rels[e->nrels++] = (struct dt_reloc){ .insn = e->n, .kind = kind,
	    .sym = sym, .addend = addend };
}

void
dt_asm_sym(struct dt_asm *e, int dst, enum dt_relkind kind,
    const char *sym, int64_t addend)
{
	reloc(e, kind, sym, addend);
	dt_asm_wide(e, dst);
}

void
dt_asm_call(struct dt_asm *e, enum dt_rtfn fn)
{
	reloc(e, DT_REL_FUNC, dt_rtcalls[fn].name, 0);
	dt_asm_insn(e, BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_CALL, 0, -1);
}

void
dt_asm_open(struct dt_asm *e, const struct dt_open *o)
{
	struct dt_open *v;

	if (e->nopens == e->opencap) {
		v = larger(e, e->opens, e->nopens, sizeof(*v), &e->opencap);
		if (v == NULL)
			return;
		e->opens = v;
	}
	e->opens[e->nopens] = *o;
	e->opens[e->nopens++].insn = e->n;
}

void
dt_asm_wide(struct dt_asm *e, int dst)
{
	dt_asm_insn(e, BPF_LD | BPF_DW | BPF_IMM, dst, 0, 0, 0);
	dt_asm_insn(e, 0, 0, 0, 0, 0);
}

void
dt_asm_helper(struct dt_asm *e, int id)
{
	dt_asm_insn(e, BPF_JMP | BPF_CALL, 0, 0, 0, id);
}

/* A jump with code BPF_JA has no operands. */
void
dt_asm_jump(struct dt_asm *e, uint8_t code, int dst, int src, int32_t imm,
    uint32_t label)
{
	struct dt_fixup *v;

	if (e->nfixups == e->fixcap) {
		v = larger(e, e->fixups, e->nfixups, sizeof(*v), &e->fixcap);
		if (v == NULL)
			return;
		e->fixups = v;
	}
	e->fixups[e->nfixups++] = (struct dt_fixup){ e->n, label };
	e->label[label] = -1;
	dt_asm_insn(e, BPF_JMP | code, dst, src, 0, imm);
}

uint32_t
dt_asm_skip(struct dt_asm *e, uint8_t code, int dst, int src, int32_t imm)
{
	dt_asm_insn(e, BPF_JMP | code, dst, src, 0, imm);
	return e->n - 1;
}

/* Most span few instructions; a long literal may lie in between. */
void
dt_asm_here(struct dt_asm *e, uint32_t skip)
{
	if (e->diag->err != 0)
		return;
	if (e->n - skip - 1 > MAX_JUMP)
		too_large(e);
	else
		e->insns[skip].off = e->n - skip - 1;
}

void
dt_asm_label(struct dt_asm *e, uint32_t label)
{
	e->label[label] = e->n;
}

int
dt_asm_finish(struct dt_asm *e)
{
	if (e->n > DT_MAXINSNS)
		too_large(e);
	for (uint32_t i = 0; e->diag->err == 0 && i < e->nfixups; i++) {
		const struct dt_fixup *f = &e->fixups[i];
		int64_t by = e->label[f->label] - f->insn - 1;

		e->line = e->lines[f->insn];
		if (by > MAX_JUMP)
			too_large(e);
		else
			e->insns[f->insn].off = by;
	}
	return e->diag->err;
}
