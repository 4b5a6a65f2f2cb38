/* SPDX-License-Identifier: MIT */
/*
 * isel_buf.c - operations on keys, strings, aggregation and principal records.
 *
 * The verifier requires a proof for each access: an offset is compared with the
 * buffer's size, a symbol, in the same register that is then added to the
 * pointer.  If a check fails the access is skipped; the runtime has counted the
 * drop.
 */
#include "bpf/gen.h"

#include <string.h>

#define	MAX_OFF	(INT16_MAX - 7)

void
dt_isel_word(struct dt_isel *g, int base, int32_t off, uint64_t w)
{
	if (dt_fits32((int64_t)w)) {
		dt_emit_storei(&g->e, 8, base, off, w);
		return;
	}
	dt_emit_const(&g->e, R0, w);
	dt_emit_store(&g->e, 8, base, off, R0);
}

uint64_t
dt_isel_text(const struct dt_irins *i, size_t at)
{
	uint64_t w = 0;

	memcpy(&w, i->str + at, i->len - at < 8 ? i->len - at : 8);
	return w;
}

/* Store the length of a literal, then its bytes by words. */
static void
store_text(struct dt_isel *g, int base, int32_t off, const struct dt_irins *i)
{
	dt_isel_word(g, base, off, i->len);
	for (size_t at = 0; at < i->len; at += 8)
		dt_isel_word(g, base, off + 8 + at, dt_isel_text(i, at));
}

/* A base register and *off for access to n bytes of the slot at *off. */
static int
reach(struct dt_isel *g, uint32_t *off, size_t n)
{
	if (*off + n <= MAX_OFF)
		return DT_REG_SLOT;
	dt_emit_mov(&g->e, R1, DT_REG_SLOT);
	dt_emit(&g->e, ALUI(BPF_ADD, R1, *off));
	*off = 0;
	return R1;
}

void
dt_isel_str(struct dt_isel *g, const struct dt_irins *i)
{
	uint32_t off = g->all->scratch + i->imm;
	int base = reach(g, &off, i->len + 16);

	store_text(g, base, off, i);
}

/*
 * r1 = address of key word b + imm; jump to out unless there is room for n
 * words from there.
 */
static void
key_at(struct dt_isel *g, const struct dt_irins *i, uint32_t n,
    struct dt_label *out)
{
	struct dt_emit *e = &g->e;

	dt_isel_into(g, i->b, R1);
	dt_emit_jump(e, JMPI(BPF_JGT, R1, (int32_t)(g->all->key_words - n)),
	    out);
	dt_emit(e, ALUI(BPF_LSH, R1, 3));
	dt_emit(e, ALU(BPF_ADD, R1, DT_REG_SLOT));
}

void
dt_isel_key(struct dt_isel *g, const struct dt_irins *i)
{
	struct dt_label skip = { 0 };

	if (dt_isel_kept(g, i))
		return;
	if (i->b == 0) {
		dt_isel_slot_store(g, dt_key_off(i->imm), 8,
		    dt_isel_use(g, i->a, R0));
		return;
	}
	key_at(g, i, i->imm + 1, &skip);
	dt_emit_store(&g->e, 8, R1, dt_key_off(i->imm), dt_isel_use(g, i->a,
	    R0));
	dt_emit_here(&g->e, &skip);
}

void
dt_isel_keystr(struct dt_isel *g, const struct dt_irins *i)
{
	uint32_t words = 1 + (i->len + 7) / 8, off = dt_key_off(i->imm);
	struct dt_label skip = { 0 };
	int base;

	if (dt_isel_kept(g, i))
		return;
	if (i->b == 0) {
		base = reach(g, &off, 8 * words);
		store_text(g, base, off, i);
		return;
	}
	key_at(g, i, i->imm + words, &skip);
	store_text(g, R1, off, i);
	dt_emit_here(&g->e, &skip);
}

void
dt_isel_dynkey(struct dt_isel *g, const struct dt_irins *i)
{
	dt_emit_ld64(&g->e, R1, DT_REL_IMM, "dt_imm_dynkey", 8 * i->imm);
	dt_emit(&g->e, ALU(BPF_ADD, R1, DT_REG_SLOT));
	dt_emit_store(&g->e, 8, R1, 0, dt_isel_use(g, i->a, R0));
}

/* Add register v to the word at off(r1). */
static void
add_word(struct dt_emit *e, int32_t off, int v)
{
	dt_emit_load(e, 8, R0, R1, off);
	dt_emit(e, ALU(BPF_ADD, R0, v));
	dt_emit_store(e, 8, R1, off, R0);
}

/* The register of the value, or r3 with the value loaded. */
static int
value_of(struct dt_isel *g, const struct dt_irins *i)
{
	if (i->b != 0)
		return dt_isel_use(g, i->b, R3);
	dt_emit_const(&g->e, R3, i->imm);
	return R3;
}

static void
add_one(struct dt_emit *e, int32_t off)
{
	dt_emit_load(e, 8, R0, R1, off);
	dt_emit(e, ALUI(BPF_ADD, R0, 1));
	dt_emit_store(e, 8, R1, off, R0);
}

/* Keep the least or greatest value; r2 is not 0 if the record is new. */
static void
extreme(struct dt_emit *e, int32_t off, uint8_t keep, int v)
{
	struct dt_label new = { 0 }, skip = { 0 };

	dt_emit_jump(e, JMPI(BPF_JNE, R2, 0), &new);
	dt_emit_load(e, 8, R0, R1, off);
	dt_emit_jump(e, JMP(keep, R0, v), &skip);
	dt_emit_here(e, &new);
	dt_emit_store(e, 8, R1, off, v);
	dt_emit_here(e, &skip);
}

/* Add v; the constant 1, the most frequent value, needs no register. */
static void
add_value(struct dt_isel *g, const struct dt_irins *i, int32_t off)
{
	if (i->b == 0 && i->imm == 1)
		add_one(&g->e, off);
	else
		add_word(&g->e, off, value_of(g, i));
}

/* Add to bucket c of the value. */
static void
add_bucket(struct dt_isel *g, const struct dt_irins *i, int32_t off)
{
	struct dt_emit *e = &g->e;
	struct dt_label skip = { 0 };

	dt_isel_into(g, i->c, R4);
	dt_emit_jump(e, JMPI(BPF_JGT, R4,
	    (int32_t)dt_isel_form(g, i->ix)->nw - 1), &skip);
	dt_emit(e, ALUI(BPF_LSH, R4, 3));
	dt_emit(e, ALU(BPF_ADD, R1, R4));
	add_value(g, i, off);
	dt_emit_here(e, &skip);
}

void
dt_isel_apply(struct dt_isel *g, const struct dt_irins *i, int32_t off)
{
	switch (dt_isel_form(g, i->ix)->action) {
	case DTRACEAGG_AVG:
		add_one(&g->e, off);
		add_word(&g->e, off + 8, value_of(g, i));
		return;
	case DTRACEAGG_MIN:
		extreme(&g->e, off, BPF_JSLE, value_of(g, i));
		return;
	case DTRACEAGG_MAX:
		extreme(&g->e, off, BPF_JSGE, value_of(g, i));
		return;
	default:
		if (i->c != 0)
			add_bucket(g, i, off);
		else
			add_value(g, i, off);
	}
}

/* Since Linux 7.1 the verifier refuses a constant subtracted after the test. */
void
dt_isel_value(struct dt_isel *g, const struct dt_irins *i, int32_t back,
    struct dt_label *none)
{
	struct dt_emit *e = &g->e;

	dt_emit_mov(e, R2, R1);
	dt_emit(e, ALUI(BPF_AND, R2, 1));
	dt_emit(e, ALUI(BPF_AND, R1, -8));
	if (back != 0)
		dt_emit(e, ALUI(BPF_ADD, R1, -back));
	dt_emit_ld64(e, R3, DT_REL_IMM, "dt_imm_agg_size",
	    -8 * (int64_t)dt_isel_form(g, i->ix)->nw - back);
	dt_emit_jump(e, JMP(BPF_JGT, R1, R3), none);
	dt_isel_agg(g, R5);
	dt_emit(e, ALU(BPF_ADD, R1, R5));
}

void
dt_isel_update(struct dt_isel *g, const struct dt_irins *i)
{
	struct dt_label skip = { 0 };

	dt_isel_into(g, i->a, R1);
	dt_isel_value(g, i, 0, &skip);
	dt_isel_apply(g, i, 0);
	dt_emit_here(&g->e, &skip);
}

static void
rec_store(struct dt_isel *g, const struct dt_irins *i, int32_t off)
{
	struct dt_emit *e = &g->e;

	if (off > MAX_OFF) {
		dt_emit(e, ALUI(BPF_ADD, R1, off));
		off = 0;
	}
	if (i->b != 0)
		dt_emit_store(e, i->width, R1, off, dt_isel_use(g, i->b, R3));
	else if (i->var != NULL) {
		dt_isel_open(g, DT_OPEN_VAR, i->var);
		dt_emit_storei(e, i->width, R1, off, 0);
	} else if (dt_fits32(i->imm))
		dt_emit_storei(e, i->width, R1, off, i->imm);
	else {
		dt_emit_const(e, R3, i->imm);
		dt_emit_store(e, i->width, R1, off, R3);
	}
}

/* Store to the record, unless there is none (offset 0). */
void
dt_isel_rec(struct dt_isel *g, const struct dt_irins *i)
{
	struct dt_emit *e = &g->e;
	struct dt_label none = { 0 };

	dt_isel_into(g, i->c, R1);
	dt_emit_jump(e, JMPI(BPF_JEQ, R1, 0), &none);
	dt_emit_ld64(e, R2, DT_REL_IMM, "dt_imm_prin_size",
	    -(int64_t)g->plan->rec_size);
	dt_emit_jump(e, JMP(BPF_JGT, R1, R2), &none);
	dt_emit_load(e, 8, R5, R10, DT_FP_PRIN);
	dt_emit(e, ALU(BPF_ADD, R1, R5));
	rec_store(g, i, g->plan->recoff[i->ix] + (uint32_t)i->len);
	dt_emit_here(e, &none);
}
