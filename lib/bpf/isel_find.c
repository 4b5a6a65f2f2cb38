/* SPDX-License-Identifier: MIT */
/*
 * isel_find.c - finds the record of an aggregation in line.
 *
 * Nearly every firing finds an existing record at the first place of the index.
 * For a key of known length the code looks there without a call, and compares
 * the key word by word; if the hash is constant, so is the place.  Otherwise it
 * calls dt_agg_find(), which begins again.
 *
 * The words of such a key stay in their registers, and literals are hashed and
 * compared as constants.  They are stored in the slot just before the call,
 * which alone reads them there.
 */
#include "bpf/gen.h"

/* Arguments of a call of dt_agg_find(): see build_agg.c. */
enum { ARG_FORM = 2, ARG_KW = 3 };

static int32_t
value_off(const struct dt_find *f)
{
	return sizeof(struct dt_aggrec) + 8 * (int32_t)f->kw;
}

/* Copy the constants that the key begins with to *out; return their number. */
static uint32_t
known_words(struct dt_isel *g, const struct dt_find *f, const uint64_t **out)
{
	uint64_t *words;
	uint32_t i, n = 0;

	while (n < f->kw && g->key[n].known)
		n++;
	*out = words = dt_arena_alloc(g->e.arena, (n + 1) * sizeof(*words));
	if (words == NULL) {
		dt_diag_nomem(g->diag);
		return n;
	}
	for (i = 0; i < n; i++)
		words[i] = g->key[i].w;
	return n;
}

/* dst = a value that depends on the form: see enum dt_openkind. */
static void
put_open(struct dt_isel *g, const struct dt_open *o, enum dt_openkind kind,
    int dst)
{
	struct dt_open open = *o;

	open.kind = kind;
	dt_isel_put_open(g, &open);
	dt_emit_imm64(&g->e, dst, 0);
}

/* The register of word i, or tmp with it loaded. */
static int
word_of(struct dt_isel *g, uint32_t i, int tmp)
{
	if (!g->key[i].known)
		return dt_isel_use(g, (uint32_t)g->key[i].w, tmp);
	dt_emit_const(&g->e, tmp, (int64_t)g->key[i].w);
	return tmp;
}

/* Add word i to the hash in r4, as dt_hash_word() does. */
static void
hash_word(struct dt_isel *g, uint32_t i)
{
	struct dt_emit *e = &g->e;
	int to = i == 0 ? R4 : R2;

	if (i != 0 && g->key[i].known) {
		dt_emit_const(e, R3, (int64_t)dt_hash_word(0, i, g->key[i].w));
		dt_emit(e, ALU(BPF_ADD, R4, R3));
		return;
	}
	if (i == 0)
		dt_emit(e, ALU(BPF_XOR, R4, word_of(g, i, R2)));
	else
		dt_emit_mov(e, R2, word_of(g, i, R2));
	dt_emit_const(e, R3, (int64_t)dt_hash_factor(i));
	dt_emit(e, ALU(BPF_MUL, to, R3));
	dt_emit(e, INSN(BPF_ALU | BPF_END | BPF_TO_BE, to, 0, 0, 64));
	if (i != 0) {
		dt_emit(e, ALU(BPF_MUL, R2, R3));
		dt_emit(e, ALU(BPF_ADD, R4, R2));
	}
}

/* r4 = the hash, r5 = the first 8 bytes of the record. */
static void
hash(struct dt_isel *g, const struct dt_find *f)
{
	struct dt_open o = { .index = f->form, .kw = f->kw };
	uint32_t i = known_words(g, f, &o.words);
	struct dt_emit *e = &g->e;

	o.nwords = i;
	if (i == f->kw) {
		put_open(g, &o, DT_OPEN_HASH32, R4);
		put_open(g, &o, DT_OPEN_HASHHEAD, R5);
		return;
	}
	put_open(g, &o, DT_OPEN_HASH, R4);
	for (; i < f->kw; i++)
		hash_word(g, i);
	dt_emit_extend(e, R4, 4, false);
	put_open(g, &o, DT_OPEN_HEAD, R5);
	dt_emit(e, ALU(BPF_OR, R5, R4));
}

/*
 * r2 = the offset of the record at the first place of the index, r1 its
 * address.
 */
static void
place(struct dt_isel *g, struct dt_find *f)
{
	struct dt_emit *e = &g->e;

	dt_emit_ld64(e, R2, DT_REL_IMM, "dt_imm_agg_nidx", -1);
	dt_emit(e, ALU(BPF_AND, R2, R4));
	dt_emit(e, ALUI(BPF_LSH, R2, 2));
	dt_isel_agg(g, R1);
	dt_emit(e, ALU(BPF_ADD, R1, R2));
	dt_emit_load(e, 4, R2, R1, sizeof(struct dt_aggbuf));
	dt_isel_agg(g, R1);
	dt_emit_load(e, 4, R3, R1, offsetof(struct dt_aggbuf, base));
	dt_emit_jump(e, JMP(BPF_JLE, R2, R3), &f->miss);
	dt_emit(e, ALU(BPF_SUB, R2, R3));
	dt_emit(e, ALUI(BPF_LSH, R2, 3));
	dt_emit_ld64(e, R3, DT_REL_IMM, "dt_imm_agg_size",
	    -(int64_t)(value_off(f) + 8 * (int64_t)f->nw));
	dt_emit_jump(e, JMP(BPF_JGT, R2, R3), &f->miss);
	dt_emit(e, ALU(BPF_ADD, R1, R2));
}

static void
compare_word(struct dt_isel *g, struct dt_find *f, uint32_t i)
{
	struct dt_emit *e = &g->e;

	dt_emit_load(e, 8, R3, R1, sizeof(struct dt_aggrec) + 8 * i);
	if (g->key[i].known && dt_fits32((int64_t)g->key[i].w))
		dt_emit_jump(e, JMPI(BPF_JNE, R3, (int32_t)g->key[i].w),
		    &f->miss);
	else
		dt_emit_jump(e, JMP(BPF_JNE, R3, word_of(g, i, R4)), &f->miss);
}

static void
compare(struct dt_isel *g, struct dt_find *f)
{
	dt_emit_load(&g->e, 8, R3, R1, 0);
	dt_emit_jump(&g->e, JMP(BPF_JNE, R3, R5), &f->miss);
	for (uint32_t i = 0; i < f->kw; i++)
		compare_word(g, f, i);
}

static bool
is_findable(const struct dt_irins *call)
{
	const struct dt_irarg *kw = &call->args[ARG_KW];

	return call->fn == DT_RT_agg_find && kw->kind == DT_IRA_IMM &&
	    kw->imm <= DT_FINDWORDS;
}

/* The update that follows a call and its test for a record, or NULL. */
static const struct dt_irins *
update_of(const struct dt_isel *g, const struct dt_irins *call)
{
	const struct dt_irins *br = call + 1, *update = call + 2;

	if (update >= g->plan->ir.ins + g->plan->ir.n ||
	    br->op != DT_IR_BR || br->cc != DT_CC_EQ || br->a != call->d ||
	    br->b != 0 || br->imm != 0 || update->op != DT_IR_UPDATE ||
	    update->a != call->d)
		return NULL;
	return update;
}

const struct dt_irins *
dt_find_call(const struct dt_irfn *fn, const struct dt_irins *key)
{
	const struct dt_irins *i = key, *end = fn->ins + fn->n;

	if (key->b != 0)
		return NULL;
	while (i < end && i->fn != DT_RT_agg_find)
		i++;
	return i < end && is_findable(i) ? i : NULL;
}

bool
dt_isel_kept(struct dt_isel *g, const struct dt_irins *i)
{
	struct dt_keyword *k = &g->key[i->imm];

	if (dt_find_call(&g->plan->ir, i) == NULL)
		return false;
	if (i->op == DT_IR_KEY) {
		*k = (struct dt_keyword){ false, i->a };
		return true;
	}
	*k++ = (struct dt_keyword){ true, i->len };
	for (size_t at = 0; at < i->len; at += 8)
		*k++ = (struct dt_keyword){ true, dt_isel_text(i, at) };
	return true;
}

/* Store the whole key in the slot, where dt_agg_find() reads it. */
static void
store_key(struct dt_isel *g, const struct dt_find *f)
{
	for (uint32_t i = 0; i < f->kw; i++)
		if (g->key[i].known)
			dt_isel_word(g, DT_REG_SLOT, dt_key_off(i),
			    g->key[i].w);
		else
			dt_isel_slot_store(g, dt_key_off(i), 8,
			    word_of(g, i, R0));
}

/* Make a record at r1, which has a place in the header; r5 is its head. */
static void
make_record(struct dt_isel *g, const struct dt_aside *a)
{
	struct dt_label used = { 0 };
	struct dt_emit *e = &g->e;

	(void)a;
	dt_emit_store(e, 8, R1, 0, R5);
	dt_emit_const(e, R2, 1);
	dt_isel_agg(g, R4);
	dt_emit_load(e, 4, R3, R4, offsetof(struct dt_aggbuf, used));
	dt_emit_jump(e, JMPI(BPF_JNE, R3, 0), &used);
	dt_emit_ld64(e, R3, DT_REL_IMM, "dt_imm_agg_data", 0);
	dt_emit_store(e, 4, R4, offsetof(struct dt_aggbuf, used), R3);
	dt_emit_here(e, &used);
}

/*
 * If the form has a place in the header, its record is there, or is now made
 * there: r1 = its address, r2 is not 0 if it is new.  The place is 0 if there
 * is none; the verifier then drops this code, else the search.
 */
static void
look_at_place(struct dt_isel *g, const struct dt_irins *call,
    struct dt_find *f)
{
	const struct dt_open o = { .index = f->form };
	struct dt_aside make = { .emit = make_record, .ins = call };
	struct dt_label search = { 0 };
	struct dt_emit *e = &g->e;

	dt_isel_put_open(g, &(struct dt_open){ .kind = DT_OPEN_PLACE,
	    .index = f->form });
	dt_emit(e, MOVI(R2, 0));
	dt_emit_jump(e, JMPI(BPF_JEQ, R2, 0), &search);
	dt_isel_agg(g, R1);
	dt_emit(e, ALU(BPF_ADD, R1, R2));
	put_open(g, &o, DT_OPEN_HASHHEAD, R5);
	dt_emit_load(e, 8, R3, R1, 0);
	dt_emit_const(e, R2, 0);
	dt_emit_jump(e, JMP(BPF_JNE, R3, R5), &make.from);
	dt_isel_aside(g, &make);
	dt_emit_jump(e, GOTO(), &f->found);
	dt_emit_here(e, &search);
}

bool
dt_isel_look(struct dt_isel *g, const struct dt_irins *call,
    struct dt_find *f)
{
	uint32_t agg;
	struct dt_emit *e = &g->e;

	if (!is_findable(call))
		return false;
	agg = (uint32_t)call->args[ARG_FORM].imm;
	*f = (struct dt_find){ .form = g->plan->forms[agg],
	    .nw = dt_isel_form(g, agg)->nw,
	    .kw = call->args[ARG_KW].imm, .update = update_of(g, call) };
	if (f->kw == 0 && f->update != NULL)
		look_at_place(g, call, f);
	hash(g, f);
	place(g, f);
	compare(g, f);
	if (f->update != NULL) {
		dt_emit_const(e, R2, 0);
	} else {
		dt_emit_mov(e, R0, R2);
		dt_emit(e, ALUI(BPF_ADD, R0, value_off(f)));
	}
	dt_emit_jump(e, GOTO(), &f->found);
	dt_emit_here(e, &f->miss);
	store_key(g, f);
	return true;
}

/* If an update follows, r1 is the record's address, not that of its value. */
void
dt_isel_found(struct dt_isel *g, const struct dt_irins *call,
    struct dt_find *f)
{
	struct dt_emit *e = &g->e;
	struct dt_label none = { 0 };

	if (f->update == NULL) {
		dt_emit_here(e, &f->found);
		return;
	}
	dt_emit_jump(e, JMPI(BPF_JEQ, R0, 0), &g->label[call[1].label]);
	dt_emit_mov(e, R1, R0);
	dt_isel_value(g, f->update, value_off(f), &none);
	dt_emit_here(e, &f->found);
	dt_isel_apply(g, f->update, value_off(f));
	dt_emit_here(e, &none);
	g->done = 2;
}
