/* SPDX-License-Identifier: MIT */
/*
 * isel_find.c - finding the record of an aggregation in line.
 *
 * Nearly every firing meets a record that is there already, at the first place
 * of the index where it can be.  For a key of few words, all of them known to
 * be there, or of none, that place is looked at without any call, and the key
 * compared word by word; where the hash is a constant the place is one too.
 * Whatever else there is to do, dt_agg_find() does from the start.
 */
#include "bpf/gen.h"

#include <string.h>

#define	R0	BPF_REG_0
#define	R1	BPF_REG_1
#define	R2	BPF_REG_2
#define	R3	BPF_REG_3
#define	R4	BPF_REG_4
#define	R5	BPF_REG_5
#define	MAXWORDS	4	/* beyond, the loop is as good */

/* Of a call of dt_agg_find: see build_agg.c. */
enum { ARG_FORM = 2, ARG_KW = 3 };

struct find {
	uint32_t form, kw, nw;
	uint32_t miss[3 + MAXWORDS];
	uint32_t nmiss;
};

static uint32_t
key_off(uint32_t word)
{
	return offsetof(struct dt_slot, key) + 8 * word;
}

/* Go on only unless the condition holds. */
static void
miss_if(struct dt_asm *e, struct find *f, uint8_t code, int dst, int src,
    int32_t imm)
{
	f->miss[f->nmiss++] = dt_asm_skip(e, code, dst, src, imm);
}

/* r1 = the hash. */
static void
hash(struct dt_asm *e, const struct find *f)
{
	uint64_t h = dt_hash_form(f->form);

	if (f->kw == 0) {
		dt_asm_const(e, R1, (uint32_t)h);
		return;
	}
	dt_asm_const(e, R1, h);
	dt_asm_const(e, R3, DT_HASH_WORD);
	for (uint32_t i = 0; i < f->kw; i++) {
		dt_asm_load(e, 8, R2, DT_REG_SLOT, key_off(i));
		dt_asm_alu(e, BPF_XOR, R1, R2);
		dt_asm_alu(e, BPF_MUL, R1, R3);
		dt_asm_insn(e, BPF_ALU | BPF_END | BPF_TO_BE, R1, 0, 0, 64);
	}
	dt_asm_extend(e, R1, 4, false);
}

/* r2 = the offset of the record that the index has there, r5 its address. */
static void
place(struct dt_isel *g, struct find *f)
{
	struct dt_asm *e = &g->e;

	dt_asm_sym(e, R2, DT_REL_IMM, "dt_imm_agg_nidx", -1);
	dt_asm_alu(e, BPF_AND, R2, R1);
	dt_asm_alui(e, BPF_LSH, R2, 2);
	dt_isel_agg(g, R5);
	dt_asm_alu(e, BPF_ADD, R5, R2);
	dt_asm_load(e, 4, R2, R5, sizeof(struct dt_aggbuf));
	miss_if(e, f, BPF_JEQ | BPF_K, R2, 0, 0);
	dt_asm_alui(e, BPF_LSH, R2, 3);
	dt_asm_sym(e, R3, DT_REL_IMM, "dt_imm_agg_size",
	    -(int64_t)(sizeof(struct dt_aggrec) + 8 * (f->kw + f->nw)));
	miss_if(e, f, BPF_JGT | BPF_X, R2, R3, 0);
	dt_isel_agg(g, R5);
	dt_asm_alu(e, BPF_ADD, R5, R2);
}

static void
compare(struct dt_asm *e, struct find *f)
{
	dt_asm_const(e, R4, dt_rec_head(f->form, f->kw));
	dt_asm_alu(e, BPF_OR, R4, R1);
	dt_asm_load(e, 8, R3, R5, 0);
	miss_if(e, f, BPF_JNE | BPF_X, R3, R4, 0);
	for (uint32_t i = 0; i < f->kw; i++) {
		dt_asm_load(e, 8, R3, R5, sizeof(struct dt_aggrec) + 8 * i);
		dt_asm_load(e, 8, R4, DT_REG_SLOT, key_off(i));
		miss_if(e, f, BPF_JNE | BPF_X, R3, R4, 0);
	}
}

bool
dt_isel_findable(const struct dt_irins *call)
{
	const struct dt_irarg *kw = &call->args[ARG_KW];

	return strcmp(call->sym, "dt_agg_find") == 0 &&
	    kw->kind == DT_IRA_IMM && kw->imm <= MAXWORDS;
}

uint32_t
dt_isel_find(struct dt_isel *g, const struct dt_irins *call)
{
	const struct dt_form *form =
	    g->plan->forms[call->args[ARG_FORM].imm];
	struct find f = { .form = form->id, .nw = form->nw,
	    .kw = call->args[ARG_KW].imm };
	struct dt_asm *e = &g->e;
	uint32_t found;

	hash(e, &f);
	place(g, &f);
	compare(e, &f);
	dt_asm_mov(e, R0, R2);
	dt_asm_alui(e, BPF_ADD, R0, sizeof(struct dt_aggrec) + 8 * f.kw);
	found = dt_asm_skip(e, BPF_JA, 0, 0, 0);
	for (uint32_t i = 0; i < f.nmiss; i++)
		dt_asm_here(e, f.miss[i]);
	return found;
}
