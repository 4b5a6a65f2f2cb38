/* SPDX-License-Identifier: MIT */
/*
 * vetneeds.c - checks that a loaded clause declares the data that its code
 * uses.  Engines fill in only declared data; the other members of a slot have
 * data of an earlier firing.
 */
#include "run/file.h"

#include "rt/calls.h"
#include <string.h>

/* Where built-in variables are in the slot. */
static const struct {
	uint32_t off, size, needs;
} fields[] = {
#define	AT(f)		offsetof(struct dt_slot, ctx.f), \
			    sizeof(((struct dt_ctx *)NULL)->f)
#define	AT_U64(f)	AT(f)
#define	AT_U32(f)	AT(f)
#define	AT_I64(f)	AT(f)
#define	AT_WALL(f)	AT(f)
#define	AT_COMM(f)	AT(f)
#define	AT_ARGS(f)	0, 0
#define	AT_NAMEPART(f)	0, 0
#define	AT_TARGET(f)	0, 0
#define	DT_VAR(id, name, type, needs, how, field)	\
	{ AT_##how(field), needs },
#include "tbl/vars.h"
#undef DT_VAR
	{ AT(fault), DT_NEED_CPU },
	{ offsetof(struct dt_slot, this_var),
	    sizeof(((struct dt_slot *)NULL)->this_var), DT_NEED_THIS },
};

static uint32_t
of_offset(int32_t off)
{
	uint32_t needs = 0;

	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
		if (off >= 0 && (uint32_t)off - fields[i].off < fields[i].size)
			needs |= fields[i].needs;
	return needs;
}

/* The needs of an instruction.  The slot is in r1 up to the guards, then r6. */
static uint32_t
of_instruction(const struct dt_clause *c, uint32_t at)
{
	const struct bpf_insn *i = &c->code.insns[at];
	int slot = at < c->nfirst * DT_GUARDINSNS ? BPF_REG_1 : BPF_REG_6;

	switch (BPF_CLASS(i->code)) {
	case BPF_LDX:
		return i->src_reg == slot ? of_offset(i->off) : 0;
	case BPF_ST:
	case BPF_STX:
		return i->dst_reg == slot ? of_offset(i->off) : 0;
	default:
		return 0;
	}
}

static uint32_t
of_relocation(const struct dt_reloc *r)
{
	if (r->kind == DT_REL_MAP)
		return DT_NEED_SELF;
	return r->kind == DT_REL_FUNC ?
	    dt_rtcalls[dt_vet_runtime(r->sym)].needs : 0;
}

static uint32_t
of_open(const struct dt_image *img, const struct dt_open *o)
{
	if (o->kind == DT_OPEN_SLOT)
		return DT_NEED_THIS;
	if (o->kind == DT_OPEN_VAR &&
	    img->vars[o->index].kind == DT_VAR_SELFARR)
		return DT_NEED_DYNSELF | DT_NEED_TASK;
	return 0;
}

/* Is its offset open, that is, filled in when the run is joined? */
static bool
is_open(const struct dt_clause *c, uint32_t at, uint32_t *next)
{
	while (*next < c->nopens && c->opens[*next].insn < at)
		++*next;
	return *next < c->nopens && c->opens[*next].insn == at &&
	    c->opens[*next].kind == DT_OPEN_SLOT;
}

int
dt_vet_needs(const struct dt_image *img, const struct dt_clause *c,
    struct dt_filewhy *why)
{
	uint32_t needs = 0, next = 0, has = dt_clause_needs(c);

	/* Variables of a thread are found by its task. */
	if ((has & (DT_NEED_SELF | DT_NEED_DYNSELF)) != 0)
		has |= DT_NEED_TASK | DT_NEED_KERNEL;
	for (uint32_t i = 0; i < c->code.ninsns; i++)
		if (!is_open(c, i, &next))
			needs |= of_instruction(c, i);
	for (uint32_t i = 0; i < c->code.nrels; i++)
		needs |= of_relocation(&c->code.rels[i]);
	for (uint32_t i = 0; i < c->nopens; i++)
		needs |= of_open(img, &c->opens[i]);
	needs &= ~has;
	return needs == 0 ? 0 : dt_vet_refuse(why, "clauses", c->line,
	    "the code uses data (%#x) that the clause does not declare", needs);
}
