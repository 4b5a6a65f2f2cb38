/* SPDX-License-Identifier: MIT */
/* bind.c - copies a clause and fills in the values that its image left open. */
#include "run/join.h"

#include <errno.h>
#include <string.h>

static void *
copy(struct dt_arena *a, const void *from, size_t n, size_t size)
{
	void *to = dt_arena_alloc(a, (n + 1) * size);

	if (to != NULL && n != 0)
		memcpy(to, from, n * size);
	return to;
}

static uint32_t
variable(const struct dt_binding *b, const struct dt_open *o)
{
	const struct dt_runvar *v = b->vars[o->index];

	return v->var->kind == DT_VAR_SELFARR ? v->number | DT_DYN_SELF :
	    v->number;
}

static uint64_t
hash(const struct dt_binding *b, const struct dt_open *o)
{
	uint64_t h = dt_hash_form(b->forms[o->index]->id);

	for (uint32_t i = 0; i < o->nwords; i++)
		h = dt_hash_word(h, i, o->words[i]);
	return h;
}

static uint64_t
head(const struct dt_binding *b, const struct dt_open *o)
{
	return dt_rec_head(b->forms[o->index]->id, o->kw);
}

static void
set_wide(struct bpf_insn *insn, uint64_t v)
{
	insn[0].imm = (int32_t)(uint32_t)v;
	insn[1].imm = (int32_t)(uint32_t)(v >> 32);
}

/* The relocation of an instruction; there must be one. */
static struct dt_reloc *
reloc_of(struct dt_reloc *v, uint32_t n, uint32_t insn)
{
	uint32_t i = 0;

	while (i + 1 < n && v[i].insn != insn)
		i++;
	return &v[i];
}

static void
set_field(const struct dt_binding *b, const struct dt_open *o,
    struct bpf_insn *insn)
{
	const struct dt_field *f = &b->image->fields[o->index];
	enum dt_fieldpart part = (enum dt_fieldpart)(o->kind - DT_OPEN_FIELD);

	if (part == DT_PART_ADDRESS)
		set_wide(insn, f->value);
	else
		insn->imm = dt_field_part(f, part);
}

static void
fill(const struct dt_binding *b, const struct dt_open *o,
    struct bpf_insn *insn, struct dt_reloc *rel)
{
	switch (o->kind) {
	case DT_OPEN_VAR:
		insn->imm = (int32_t)variable(b, o);
		return;
	case DT_OPEN_SLOT:
		insn->off = (int16_t)(offsetof(struct dt_slot, this_var) +
		    8 * b->vars[o->index]->number);
		return;
	case DT_OPEN_GLOBAL:
		rel->addend = b->vars[o->index]->number;
		return;
	case DT_OPEN_THISSTR:
		rel->addend = (int64_t)b->vars[o->index]->str *
		    dt_strbytes(b->strsize);
		return;
	case DT_OPEN_FORM:
		insn->imm = b->forms[o->index]->id;
		return;
	case DT_OPEN_PLACE:
		insn->imm = (int32_t)b->forms[o->index]->place;
		return;
	case DT_OPEN_HEAD:
		set_wide(insn, head(b, o));
		return;
	case DT_OPEN_HASH:
		set_wide(insn, hash(b, o));
		return;
	case DT_OPEN_HASH32:
		set_wide(insn, (uint32_t)hash(b, o));
		return;
	case DT_OPEN_HASHHEAD:
		set_wide(insn, head(b, o) | (uint32_t)hash(b, o));
		return;
	case DT_OPEN_TARGET:
		insn->imm = b->target;
		return;
	default:
		set_field(b, o, insn);
		return;
	}
}

static int
bind_code(const struct dt_binding *b, const struct dt_clause *from,
    struct dt_clause *to)
{
	struct bpf_insn *insns = copy(b->arena, from->code.insns,
	    from->code.ninsns, sizeof(*insns));
	struct dt_reloc *rels = copy(b->arena, from->code.rels,
	    from->code.nrels, sizeof(*rels));

	if (insns == NULL || rels == NULL)
		return -ENOMEM;
	for (uint32_t i = 0; i < from->nopens; i++) {
		const struct dt_open *o = &from->opens[i];

		fill(b, o, &insns[o->insn], o->kind == DT_OPEN_GLOBAL ||
		    o->kind == DT_OPEN_THISSTR ? reloc_of(rels,
		    from->code.nrels, o->insn) : NULL);
	}
	to->code.insns = insns;
	to->code.rels = rels;
	return 0;
}

int
dt_bind_clause(const struct dt_binding *b, const struct dt_clause *from,
    struct dt_clause *to)
{
	*to = *from;
	to->recs = copy(b->arena, from->recs, from->nrecs, sizeof(*to->recs));
	to->stmts = copy(b->arena, from->stmts, from->nstmts,
	    sizeof(*to->stmts));
	if (to->recs == NULL || to->stmts == NULL)
		return -ENOMEM;
	for (uint32_t i = 0; i < to->nrecs; i++)
		to->recs[i].dtrd_uarg += b->first_stmt;
	for (uint32_t i = 0; i < to->nstmts; i++)
		if (DTRACEACT_ISAGG(to->stmts[i].action))
			to->stmts[i].form = b->forms[to->stmts[i].form]->id;
	for (uint32_t i = 0; i < to->nguards; i++)
		if (to->guards[i].target)
			to->guards[i].value = (uint32_t)b->target;
	return bind_code(b, from, to);
}
