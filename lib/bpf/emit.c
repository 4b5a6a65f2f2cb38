/* SPDX-License-Identifier: MIT */
/* emit.c - the assembler. */
#include "bpf/emit.h"

#include <errno.h>
#include <string.h>

uint32_t
dt_emit_count(const struct dt_emit *e)
{
	return e->insns.len / sizeof(struct bpf_insn);
}

static void
too_far(struct dt_emit *e, uint32_t line)
{
	if (e->err == 0)
		e->err_line = line;
	e->err = -E2BIG;
}

/* Does nothing after an error. */
void
dt_emit(struct dt_emit *e, struct bpf_insn insn)
{
	if (e->err == 0 && dt_emit_count(e) == DT_MAXINSNS)
		too_far(e, e->line);
	if (e->err != 0)
		return;
	dt_buf_add(&e->insns, &insn, sizeof(insn));
	if (e->has_lines)
		dt_buf_add(&e->lines, &e->line, sizeof(e->line));
	if (e->insns.err != 0 || e->lines.err != 0)
		e->err = -ENOMEM;
}

void
dt_emit_jump(struct dt_emit *e, struct bpf_insn insn, struct dt_label *l)
{
	uint32_t at = dt_emit_count(e) + 1;
	uint32_t dist = l->last != 0 ? at - l->last : 0;

	if (dist > INT16_MAX)
		too_far(e, e->line);
	insn.off = (int16_t)dist;
	l->last = at;
	dt_emit(e, insn);
}

static uint32_t
line_of(const struct dt_emit *e, uint32_t insn)
{
	return e->has_lines ? ((const uint32_t *)e->lines.p)[insn] : 0;
}

void
dt_emit_here(struct dt_emit *e, struct dt_label *l)
{
	struct bpf_insn *v = (struct bpf_insn *)e->insns.p;
	uint32_t at, before, dist;

	for (at = l->last; e->err == 0 && at != 0; at = before) {
		before = v[at - 1].off != 0 ? at - v[at - 1].off : 0;
		dist = dt_emit_count(e) - at;
		if (dist > INT16_MAX)
			too_far(e, line_of(e, at - 1));
		v[at - 1].off = (int16_t)dist;
	}
	l->last = 0;
}

void
dt_emit_back(struct dt_emit *e, uint32_t to)
{
	uint32_t dist = dt_emit_count(e) + 1 - to;

	if (dist > -INT16_MIN)
		too_far(e, e->line);
	dt_emit(e, INSN(BPF_JMP | BPF_JA, 0, 0, (int16_t)-(int32_t)dist, 0));
}

static void
add_rel(struct dt_emit *e, enum dt_relkind kind, const char *sym,
    int64_t addend)
{
	struct dt_reloc r = { dt_emit_count(e), kind, sym, addend };

	dt_buf_add(&e->rels, &r, sizeof(r));
}

void
dt_emit_call(struct dt_emit *e, const char *name)
{
	add_rel(e, DT_REL_FUNC, name, 0);
	dt_emit(e, INSN(BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_CALL, 0, -1));
}

void
dt_emit_cast(struct dt_emit *e)
{
	add_rel(e, DT_REL_KFUNC, DT_CAST, 0);
	dt_emit(e, INSN(BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_CALL, 0, -1));
}

void
dt_emit_callv(struct dt_emit *e, const char *name, int variant)
{
	char *sym = dt_arena_printf(e->arena, "%s@%d", name, variant);

	if (sym == NULL)
		e->err = -ENOMEM;
	else
		dt_emit_call(e, sym);
}

void
dt_emit_func(struct dt_emit *e, const struct dt_func *fn)
{
	uint32_t i, start = dt_emit_count(e);
	struct dt_reloc r;

	for (i = 0; i < fn->nrels; i++) {
		r = fn->rels[i];
		r.insn += start;
		dt_buf_add(&e->rels, &r, sizeof(r));
	}
	dt_buf_add(&e->insns, fn->insns, fn->ninsns * sizeof(*fn->insns));
}

void
dt_emit_part(struct dt_emit *e, const struct dt_func *fn, uint32_t *rel,
    uint32_t i, struct bpf_insn insn)
{
	struct dt_reloc r;

	for (; *rel < fn->nrels && fn->rels[*rel].insn == i; ++*rel) {
		r = fn->rels[*rel];
		r.insn = dt_emit_count(e);
		dt_buf_add(&e->rels, &r, sizeof(r));
	}
	dt_emit(e, insn);
}

void
dt_emit_ld64(struct dt_emit *e, int dst, enum dt_relkind kind,
    const char *sym, int64_t addend)
{
	add_rel(e, kind, sym, addend);
	dt_emit_imm64(e, dst, 0);
}

void
dt_emit_imm64(struct dt_emit *e, int dst, uint64_t value)
{
	dt_emit(e, INSN(BPF_LD | BPF_DW | BPF_IMM, dst, 0, 0,
	    (int32_t)value));
	dt_emit(e, INSN(0, 0, 0, 0, (int32_t)(value >> 32)));
}

void
dt_emit_lookup(struct dt_emit *e, const char *map, int off,
    struct dt_label *none)
{
	dt_emit_ld64(e, 1, DT_REL_MAP, map, 0);
	dt_emit(e, MOV(2, 10));
	dt_emit(e, ALUI(BPF_ADD, 2, off));
	dt_emit(e, HELPER(BPF_FUNC_map_lookup_elem));
	dt_emit_jump(e, JMPI(BPF_JEQ, 0, 0), none);
}

void
dt_emit_mov(struct dt_emit *e, int dst, int src)
{
	if (dst != src)
		dt_emit(e, MOV(dst, src));
}

void
dt_emit_const(struct dt_emit *e, int dst, int64_t v)
{
	if (dt_fits32(v))
		dt_emit(e, MOVI(dst, v));
	else if (v == (uint32_t)v)
		dt_emit(e, MOV32I(dst, v));
	else
		dt_emit_imm64(e, dst, v);
}

static int
size_of(int width)
{
	return width == 1 ? BPF_B : width == 2 ? BPF_H : width == 4 ? BPF_W :
	    BPF_DW;
}

void
dt_emit_load(struct dt_emit *e, int width, int dst, int src, int32_t off)
{
	dt_emit(e, LDX(size_of(width), dst, src, off));
}

void
dt_emit_store(struct dt_emit *e, int width, int dst, int32_t off, int src)
{
	dt_emit(e, STX(size_of(width), dst, off, src));
}

void
dt_emit_storei(struct dt_emit *e, int width, int dst, int32_t off,
    int32_t imm)
{
	dt_emit(e, ST(size_of(width), dst, off, imm));
}

void
dt_emit_extend(struct dt_emit *e, int reg, int width, bool sign)
{
	int bits = 64 - 8 * width;

	if (bits <= 0)
		return;
	if (sign) {
		dt_emit(e, ALUI(BPF_LSH, reg, bits));
		dt_emit(e, ALUI(BPF_ARSH, reg, bits));
	} else if (width == 4)
		dt_emit(e, INSN(BPF_ALU | BPF_MOV | BPF_X, reg, reg, 0, 0));
	else
		dt_emit(e, ALUI(BPF_AND, reg, (1 << 8 * width) - 1));
}

void *
dt_emit_keep(struct dt_emit *e, const struct dt_buf *b)
{
	void *p = b->err == 0 ? dt_arena_alloc(e->arena, b->len + 1) : NULL;

	if (p == NULL)
		e->err = -ENOMEM;
	else if (b->len != 0)
		memcpy(p, b->p, b->len);
	return p;
}

int
dt_emit_finish(struct dt_emit *e, struct dt_func *f)
{
	if (e->err == 0) {
		f->ninsns = dt_emit_count(e);
		f->insns = dt_emit_keep(e, &e->insns);
		f->nrels = e->rels.len / sizeof(struct dt_reloc);
		f->rels = dt_emit_keep(e, &e->rels);
		f->lines = e->has_lines ? dt_emit_keep(e, &e->lines) : NULL;
	}
	dt_buf_free(&e->insns);
	dt_buf_free(&e->rels);
	dt_buf_free(&e->lines);
	return e->err;
}

struct dt_func *
dt_emit_end(struct dt_emit *e, const char *name)
{
	struct dt_func *f = dt_arena_alloc(e->arena, sizeof(*f));

	if (f == NULL)
		e->err = -ENOMEM;
	else
		f->name = name;
	return dt_emit_finish(e, f) == 0 ? f : NULL;
}
