/* SPDX-License-Identifier: MIT */
/* emit.c - writing eBPF by hand. */
#include <errno.h>
#include <string.h>

#include "kernel/emit.h"

static uint32_t
count(const struct dt_emit *e)
{
	return e->insns.len / sizeof(struct bpf_insn);
}

void
dt_emit(struct dt_emit *e, struct bpf_insn insn)
{
	dt_buf_add(&e->insns, &insn, sizeof(insn));
}

void
dt_emit_jump(struct dt_emit *e, struct bpf_insn insn, struct dt_label *l)
{
	if (l->n == DT_MAXJUMPS || count(e) > INT16_MAX)
		e->err = -E2BIG;
	else
		l->at[l->n++] = count(e);
	dt_emit(e, insn);
}

void
dt_emit_here(struct dt_emit *e, struct dt_label *l)
{
	struct bpf_insn *v = (struct bpf_insn *)e->insns.p;
	uint32_t i, dist;

	for (i = 0; i < l->n && e->insns.err == 0; i++) {
		dist = count(e) - l->at[i] - 1;
		if (dist > INT16_MAX)
			e->err = -E2BIG;
		v[l->at[i]].off = dist;
	}
	l->n = 0;
}

static void
add_rel(struct dt_emit *e, enum dt_relkind kind, const char *sym,
    int64_t addend)
{
	struct dt_reloc r = { count(e), kind, sym, addend };

	dt_buf_add(&e->rels, &r, sizeof(r));
}

void
dt_emit_call(struct dt_emit *e, const char *name)
{
	add_rel(e, DT_REL_FUNC, name, 0);
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
	uint32_t i, start = count(e);
	struct dt_reloc r;

	for (i = 0; i < fn->nrels; i++) {
		r = fn->rels[i];
		r.insn += start;
		dt_buf_add(&e->rels, &r, sizeof(r));
	}
	dt_buf_add(&e->insns, fn->insns, fn->ninsns * sizeof(*fn->insns));
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

static void *
keep(struct dt_emit *e, const struct dt_buf *b)
{
	void *p = dt_arena_alloc(e->arena, b->len + 1);

	if (p == NULL)
		e->err = -ENOMEM;
	else if (b->len != 0)
		memcpy(p, b->p, b->len);
	return p;
}

struct dt_func *
dt_emit_end(struct dt_emit *e, const char *name)
{
	struct dt_func *f = dt_arena_alloc(e->arena, sizeof(*f));

	if (f == NULL || e->insns.err != 0 || e->rels.err != 0)
		e->err = -ENOMEM;
	if (e->err == 0) {
		f->name = name;
		f->ninsns = count(e);
		f->insns = keep(e, &e->insns);
		f->nrels = e->rels.len / sizeof(struct dt_reloc);
		f->rels = keep(e, &e->rels);
	}
	dt_buf_free(&e->insns);
	dt_buf_free(&e->rels);
	return e->err == 0 ? f : NULL;
}
