/* SPDX-License-Identifier: MIT */
/*
 * test_codegen.c - from typed tree to image: the tables of an image, the forms
 * of a handle, and code whose shape matters.  D cases test that the code
 * computes the right results.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/llq.h"
#include "bpf/gen.h"
#include "run/join.h"
#include "front/front.h"

#define	KEY(n)	(offsetof(struct dt_slot, key) + 8 * (n))
#define	CTX(f)	(offsetof(struct dt_slot, ctx) + offsetof(struct dt_ctx, f))

/* A handle without an engine. */
struct bench {
	struct dt_types *types;
	struct dt_scope *scope;
	struct dt_arena *arena;
	struct dt_diag diag;
	struct dt_cgopts opts;
	struct dt_dprog *prog;
	struct dt_image *img;
	struct dt_joining joining;
	struct dt_joined joined;
	struct dt_run run;
};

static uint32_t
one_probe(void *arg, const struct dt_pdesc *pd)
{
	(void)arg;
	(void)pd;
	return 1;
}

static void
untyped(void *arg, const struct dt_pdesc *pd, struct dt_argtype *a)
{
	a->nprobes += one_probe(arg, pd);
}

static int64_t
twenty(void *arg, int opt)
{
	(void)arg;
	(void)opt;
	return 20;
}

static const struct dt_env env = { .matches = one_probe, .argtype = untyped,
	.option = twenty };

static int
setup(void **state)
{
	struct bench *b = calloc(1, sizeof(*b));

	if (b == NULL || dt_types_create(&b->types) != 0 ||
	    dt_scope_create(b->types, &b->scope) != 0)
		return -1;
	b->arena = dt_arena_create();
	b->opts.strsize = 256;
	*state = b;
	return b->arena == NULL ? -1 : 0;
}

static int
teardown(void **state)
{
	struct bench *b = *state;

	dt_arena_destroy(b->arena);
	dt_scope_destroy(b->scope);
	dt_types_destroy(b->types);
	free(b);
	return 0;
}

static int
try_generate(struct bench *b, const char *text)
{
	struct dt_source src = { .text = text, .len = strlen(text),
	    .spec = DTRACE_PROBESPEC_NAME, .cflags = DTRACE_C_ZDEFS };

	b->diag = (struct dt_diag){ .err = 0 };
	if (dt_front(&src, b->scope, &env, b->arena, &b->diag, NULL, NULL,
	    &b->prog) != 0)
		fail_msg("front: %s", b->diag.text);
	return dt_codegen(b->prog, &b->opts, b->arena, &b->diag,
	    &b->img);
}

static const struct dt_clause *
generate(struct bench *b, const char *text)
{
	if (try_generate(b, text) != 0)
		fail_msg("codegen: %s", b->diag.text);
	return &b->img->clauses[0];
}

/* The description of a form in a run of this image only. */
static const dtrace_aggdesc_t *
described(struct bench *b, uint32_t form)
{
	b->joining = (struct dt_joining){ .image = b->img };
	b->joined = (struct dt_joined){ .arena = b->arena, .v = &b->joining,
	    .n = 1 };
	assert_int_equal(dt_join(&b->joined, &b->run), 0);
	return b->joined.forms.v[form]->desc;
}

static uint32_t
calls(const struct dt_clause *c, const char *sym)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < c->code.nrels; i++)
		n += strcmp(c->code.rels[i].sym, sym) == 0;
	return n;
}

/* The number of stores of this width at this offset of the slot or a record. */
static uint32_t
stores(const struct dt_clause *c, uint8_t size, int32_t off)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < c->code.ninsns; i++) {
		const struct bpf_insn *in = &c->code.insns[i];
		uint8_t class = BPF_CLASS(in->code);

		n += (class == BPF_STX || class == BPF_ST) &&
		    BPF_SIZE(in->code) == size && in->off == off;
	}
	return n;
}

static void
test_count(void **state)
{
	struct bench *b = *state;
	const struct dt_clause *c = generate(b, "BEGIN { @ = count(); }");
	const dtrace_aggdesc_t *d;
	const struct dt_form *f;

	assert_int_equal(c->nagg, 1);
	assert_int_equal(c->rec_size, 0);
	assert_int_equal(c->nrecs, 0);
	assert_int_equal(c->needs, 0);
	assert_int_equal(c->nstmts, 1);
	assert_int_equal(c->stmts[0].action, DTRACEAGG_COUNT);
	assert_int_equal(calls(c, "dt_agg_find"), 1);
	assert_int_equal(calls(c, "dt_imm_agg_size"), 2);
	assert_int_equal(b->img->nforms, 1);
	f = &b->img->forms[0];
	assert_int_equal(f->id, 0);
	assert_int_equal(f->nw, 1);
	assert_int_equal(f->kw_max, 0);
	d = described(b, 0);
	assert_string_equal(d->dtagd_name, "_");
	assert_int_equal(d->dtagd_id, 1);
	assert_int_equal(d->dtagd_nrecs, 2);
	assert_int_equal(d->dtagd_rec[0].dtrd_offset, 8);
	assert_int_equal(d->dtagd_rec[1].dtrd_offset, 16);
	assert_int_equal(d->dtagd_size, 24);
}

/* The layout that consumers rely on. */
static void
test_string_key(void **state)
{
	struct bench *b = *state;
	const dtrace_aggdesc_t *d;

	generate(b, "BEGIN { @c[\"foo\"] = stddev(1); exit(0); }");
	d = described(b, 0);
	assert_string_equal(d->dtagd_name, "c");
	assert_int_equal(d->dtagd_nrecs, 3);
	assert_int_equal(d->dtagd_rec[1].dtrd_offset, 16);
	assert_int_equal(d->dtagd_rec[1].dtrd_size, 256);
	assert_int_equal(d->dtagd_rec[2].dtrd_offset, 272);
	assert_int_equal(d->dtagd_rec[2].dtrd_size, 32);
	assert_int_equal(d->dtagd_rec[2].dtrd_action, DTRACEAGG_STDDEV);
	assert_int_equal(d->dtagd_size, 304);
}

static void
test_key_layout(void **state)
{
	struct bench *b = *state;
	const dtrace_aggdesc_t *d;

	generate(b, "BEGIN { @a[(char)arg0, (short)arg1, 3, arg2, stack(4)] ="
	    " lquantize(arg3, 0, 100, 10); }");
	d = described(b, 0);
	assert_int_equal(d->dtagd_rec[1].dtrd_offset, 16);
	assert_int_equal(d->dtagd_rec[2].dtrd_offset, 18);
	assert_int_equal(d->dtagd_rec[3].dtrd_offset, 20);
	assert_int_equal(d->dtagd_rec[4].dtrd_offset, 24);
	assert_int_equal(d->dtagd_rec[5].dtrd_offset, 32);
	assert_int_equal(d->dtagd_rec[5].dtrd_action, DTRACEACT_STACK);
	assert_int_equal(d->dtagd_rec[5].dtrd_arg, 4);
	assert_int_equal(d->dtagd_rec[6].dtrd_offset, 64);
	assert_int_equal(d->dtagd_rec[6].dtrd_size, (10 + 3) * 8);
	assert_int_equal(DTRACE_LQUANTIZE_STEP(d->dtagd_rec[6].dtrd_arg), 10);
	assert_int_equal(b->img->forms[0].nw, 12);
}

static void
test_key_kinds(void **state)
{
	struct bench *b = *state;
	const struct dt_clause *c = generate(b, "BEGIN { @[probefunc, "
	    "probemod, probename, probeprov, execname, \"lit\", "
	    "probefunc == \"x\" ? \"y\" : execname] = count(); }");
	static const uint16_t kinds[] = { DT_KEY_FUNC, DT_KEY_MOD,
	    DT_KEY_NAME, DT_KEY_PROV, DT_KEY_COMM, DT_KEY_STR, DT_KEY_STR };

	for (int i = 0; i < 7; i++) {
		assert_int_equal(b->img->forms[0].keys[i].kind, kinds[i]);
		assert_int_equal(b->img->forms[0].keys[i].size, 256);
	}
	assert_int_equal(calls(c, "dt_key_str"), 1);
	assert_int_equal(calls(c, "dt_str_cmp"), 1);
	assert_int_equal(b->img->forms[0].kw_max, 4 + 2 + 33 + 33);
	assert_int_equal(b->img->key_words, 72);
	assert_true(b->img->slot_size > KEY(72));
}

/* A short key of constant length is compared inline. */
#define	LONG	\
	"0123456789012345678901234567890123456789012345678901234567890123" \
	"0123456789012345678901234567890123456789"
static void
test_inline_find(void **state)
{
	struct bench *b = *state;
	const struct dt_clause *c;

	c = generate(b, "BEGIN { @a = count(); @b[arg0] = sum(arg1); }");
	assert_int_equal(calls(c, "dt_imm_agg_nidx"), 2);
	assert_int_equal(calls(c, "dt_agg_find"), 2);
	c = generate(b, "BEGIN { @c[execname, probefunc, pid] = count(); }");
	assert_int_equal(calls(c, "dt_imm_agg_nidx"), 1);
	c = generate(b, "BEGIN { @d[execname, \"0123456\"] = count(); }");
	assert_int_equal(calls(c, "dt_imm_agg_nidx"), 1);
	c = generate(b, "BEGIN { @f[execname, \"" LONG LONG LONG "\"] = "
	    "count(); }");
	assert_int_equal(calls(c, "dt_imm_agg_nidx"), 0);
	c = generate(b, "BEGIN { @e[copyinstr(arg0)] = count(); }");
	assert_int_equal(calls(c, "dt_imm_agg_nidx"), 0);
	assert_int_equal(calls(c, "dt_agg_find"), 1);
}

/* A string from memory is read directly into the key. */
static void
test_key_read(void **state)
{
	struct bench *b = *state;
	const struct dt_clause *c;

	c = generate(b, "BEGIN { @a[1, copyinstr(arg0), "
	    "(string)copyinstr(arg1, 4)] = count(); }");
	assert_int_equal(calls(c, "dt_key_user"), 2);
	assert_int_equal(calls(c, "dt_str_user"), 0);
	assert_int_equal(calls(c, "dt_key_str"), 0);
	assert_int_equal(c->needs & DT_NEED_HERE, DT_NEED_HERE);
	c = generate(b, "BEGIN { @b[stringof(arg0)] = count(); }");
	assert_int_equal(calls(c, "dt_key_kernel"), 1);
	assert_int_equal(calls(c, "dt_key_str"), 0);
	c = generate(b, "BEGIN { @c[basename(copyinstr(arg0))] = count(); }");
	assert_int_equal(calls(c, "dt_str_user"), 1);
	assert_int_equal(calls(c, "dt_key_str"), 1);
}

/* A probe's names are recorded as its id, without a look-up. */
static void
test_needs(void **state)
{
	struct bench *b = *state;
	const struct dt_clause *c;

	c = generate(b, "BEGIN { @[probefunc] = count(); }");
	assert_int_equal(c->needs, 0);
	assert_int_equal(stores(c, BPF_DW, KEY(0)), 1);
	c = generate(b, "BEGIN { trace(probefunc); }");
	assert_int_equal(c->needs, DT_NEED_NAMES | DT_NEED_TS | DT_NEED_CPU);
	c = generate(b, "BEGIN { this->a = arg0; self->b = this->a; }");
	assert_int_equal(c->needs, DT_NEED_ARG(0) | DT_NEED_THIS |
	    DT_NEED_SELF);
	assert_int_equal(c->rec_size, 0);
	c = generate(b, "BEGIN { @z[arg9] = sum(arg1); }");
	assert_int_equal(c->needs, DT_NEED_ARG(1) | DT_NEED_ARG(9));
	c = generate(b, "BEGIN { @w[execname] = max(vtimestamp); }");
	assert_int_equal(c->needs, DT_NEED_COMM | DT_NEED_VTS);
	/* a fault is reported with its CPU */
	c = generate(b, "BEGIN { @v = sum(10 / arg1); }");
	assert_int_equal(c->needs, DT_NEED_ARG(1) | DT_NEED_CPU);
	c = generate(b, "BEGIN { @u[cpu] = count(); }");
	assert_int_equal(c->needs, DT_NEED_CPU);
}

static void
test_forms_shared(void **state)
{
	struct bench *b = *state;
	const struct dt_clause *c = generate(b,
	    "BEGIN { @a[1] = sum(1); @a[2] = sum(2); @b[1] = sum(3); }");

	assert_int_equal(b->img->nforms, 2);
	assert_int_equal(c->stmts[0].form, c->stmts[1].form);
	assert_int_not_equal(c->stmts[0].form, c->stmts[2].form);
	assert_int_equal(described(b, 0)->dtagd_varid, 1);
	assert_int_equal(described(b, 1)->dtagd_varid, 2);
	/* a key recorded in another way makes another form of the variable */
	generate(b, "BEGIN { @s[probefunc] = count(); @s[\"x\"] = count(); }");
	assert_int_equal(b->img->nforms, 2);
	assert_int_equal(b->img->nvars, 1);
	assert_int_equal(described(b, 0)->dtagd_varid, 1);
	assert_int_equal(described(b, 1)->dtagd_varid, 1);
}

/* A program that cannot be generated is refused with its line. */
static void
test_refused(void **state)
{
	struct bench *b = *state;

	b->opts.strsize = 32704;
	assert_int_equal(try_generate(b, "BEGIN { @b = count(); "
	    "@c[execname == \"a\" ? \"b\" : \"c\", 9, 8, 7, 6, 5, 4, 3, 2,"
	    " 1, 0, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 9, 8, 7, 6] = count(); }"),
	    -EINVAL);
	assert_int_equal(b->diag.tag, D_CG_EXPR);
	assert_int_equal(dt_place_line(b->diag.line), 1);
}

/* Numbers in an image do not depend on what was compiled before. */
static void
test_own_numbers(void **state)
{
	static const char text[] = "BEGIN { g = pid; self->s = g; this->t = 1; "
	    "h = \"x\"; a[1] = 2; @q[\"k\", 1] = sum(self->s + this->t); "
	    "@q[\"k\", g] = sum(1); printa(@q); trace(h); }";
	struct bench *b = *state;
	struct bpf_insn alone[1024];
	const struct dt_clause *c = generate(b, text);
	uint32_t n = c->code.ninsns;

	assert_in_range(n, 1, 1024);
	memcpy(alone, c->code.insns, n * sizeof(alone[0]));
	assert_int_equal(teardown(state) | setup(state), 0);
	b = *state;
	generate(b, "BEGIN { z = 1; self->y = 2; this->x = 3; w = \"v\"; "
	    "u[3] = 4; @r = count(); }");
	c = generate(b, text);
	assert_int_equal(c->code.ninsns, n);
	assert_memory_equal(c->code.insns, alone, n * sizeof(alone[0]));
	assert_string_equal(b->img->vars[0].name, "g");
	assert_int_equal(b->img->nvars, 6);
	assert_int_equal(b->img->nforms, 1);
	assert_int_equal(b->img->forms[0].stmt, 6);
}

static void
test_guards(void **state)
{
	struct bench *b = *state;
	const struct dt_clause *c = generate(b, "BEGIN / 7 == pid && (arg0 > 1"
	    " || tid == 3) && uid == 12U && tid == 9L / { @ = count(); }");

	assert_int_equal(c->nguards, 3);
	assert_int_equal(c->guards[0].var, DT_GUARD_PID);
	assert_int_equal(c->guards[0].value, 7);
	assert_int_equal(c->guards[1].var, DT_GUARD_UID);
	assert_int_equal(c->guards[1].value, 12);
	assert_int_equal(c->guards[2].var, DT_GUARD_TID);
	assert_int_equal(c->guards[2].value, 9);
	/* not guards: too narrow; not a conjunct; not an equality */
	c = generate(b, "BEGIN / (char)pid == 7 / { @ = count(); }");
	assert_int_equal(c->nguards, 0);
	c = generate(b, "BEGIN / pid == 7 || 1 < arg0 / { @ = count(); }");
	assert_int_equal(c->nguards, 0);
	c = generate(b, "BEGIN / !(pid == 7) && tid != 3 / { @ = count(); }");
	assert_int_equal(c->nguards, 0);
}

static void
test_record(void **state)
{
	struct bench *b = *state;
	const struct dt_clause *c = generate(b, "BEGIN { trace((char)arg0); "
	    "x = 1; trace(3); trace(arg1); trace(\"s\"); exit(4); }");

	assert_int_equal(c->nrecs, 6);
	assert_int_equal(c->recs[0].dtrd_offset, 16);
	assert_int_equal(c->recs[0].dtrd_size, 1);
	assert_int_equal(c->recs[1].dtrd_size, 0);
	assert_int_equal(c->recs[2].dtrd_offset, 20);
	assert_int_equal(c->recs[3].dtrd_offset, 24);
	assert_int_equal(c->recs[4].dtrd_offset, 32);
	assert_int_equal(c->recs[4].dtrd_size, 256);
	assert_int_equal(c->recs[5].dtrd_offset, 288);
	assert_int_equal(c->recs[5].dtrd_action, DTRACEACT_EXIT);
	assert_int_equal(c->rec_size, 296);
	assert_int_equal(calls(c, "dt_rec_begin"), 1);
	assert_int_equal(calls(c, "dt_rec_commit"), 1);
	assert_int_equal(calls(c, "dt_exit"), 1);
	assert_int_equal(c->stmts[1].nrecs, 0);
}

static void
test_default_action(void **state)
{
	struct bench *b = *state;
	const struct dt_clause *c = generate(b, "BEGIN");

	assert_int_equal(c->rec_size, 16);
	assert_int_equal(c->nrecs, 0);
	assert_int_equal(c->nstmts, 1);
	assert_int_equal(c->stmts[0].action, DTRACEACT_NONE);
	c = generate(b, "BEGIN { x = 1; }");
	assert_int_equal(c->rec_size, 0);
	assert_int_equal(c->nrecs, 0);
	assert_int_equal(calls(c, "dt_rec_begin"), 0);
}

static void
test_library_actions(void **state)
{
	struct bench *b = *state;
	const struct dt_clause *c = generate(b, "BEGIN { @a = count(); "
	    "@b = count(); printa(\"%@d %@d\", @a, @b); trunc(@a, 5); "
	    "trunc(@a); normalize(@b, 3); printa(\"x\", @b); }");

	assert_int_equal(c->nrecs, 2 + 2 + 1 + 2 + 1);
	assert_int_equal(c->recs[0].dtrd_action, DTRACEACT_PRINTA);
	assert_int_equal(c->recs[0].dtrd_format, 1);
	assert_int_equal(c->recs[1].dtrd_format, 1);
	assert_int_equal(c->recs[0].dtrd_uarg, c->recs[1].dtrd_uarg);
	assert_int_equal(c->recs[2].dtrd_action, DTRACEACT_LIBACT);
	assert_int_equal(c->recs[2].dtrd_arg, DT_LIB_TRUNC);
	assert_int_equal(c->recs[3].dtrd_uarg, c->recs[2].dtrd_uarg);
	assert_int_not_equal(c->recs[4].dtrd_uarg, c->recs[3].dtrd_uarg);
	assert_int_equal(c->recs[5].dtrd_arg, DT_LIB_NORMALIZE);
	assert_int_equal(c->recs[7].dtrd_format, 2);
	assert_int_equal(b->img->nformats, 2);
	assert_string_equal(b->img->formats[1].text, "x");
	assert_int_equal(c->stmts[3].nrecs, 2);
	assert_int_equal(c->stmts[4].nrecs, 1);
}

/* A statement has one fault; its number in the clause is recorded. */
static void
test_division(void **state)
{
	struct bench *b = *state;
	const struct dt_clause *c = generate(b,
	    "BEGIN { x = 1; x = 5 / arg0 + 7 % arg1; }");

	assert_int_equal(stores(c, BPF_W, CTX(fault)), 1);
	assert_int_equal(stores(c, BPF_W, CTX(fault_action)), 1);
	for (uint32_t i = 0; i < c->code.ninsns; i++)
		if (c->code.insns[i].code == (BPF_ST | BPF_MEM | BPF_W) &&
		    c->code.insns[i].off == CTX(fault_action))
			assert_int_equal(c->code.insns[i].imm, 2);
	c = generate(b, "BEGIN { x = arg0 / 3; }");
	assert_int_equal(stores(c, BPF_W, CTX(fault)), 0);
}

/* The key words of an image are as many as its longest key needs. */
static void
test_key_words(void **state)
{
	struct bench *b = *state;

	generate(b, "BEGIN { @[pid] = count(); trace(execname); }");
	assert_int_equal(b->img->key_words, 1);
	assert_int_equal(b->img->slot_size, KEY(1) + dt_ir_strtemp(256));
}

/* The verifier refuses unreachable code. */
static void
test_no_dead_code(void **state)
{
	struct bench *b = *state;
	const struct dt_clause *c = generate(b, "BEGIN / 0 / { trace(1); }");

	for (uint32_t i = 1; i < c->code.ninsns; i++) {
		uint8_t prev = c->code.insns[i - 1].code;

		if (prev != (BPF_JMP | BPF_JA) && prev != (BPF_JMP | BPF_EXIT))
			continue;
		bool reached = false;

		for (uint32_t k = 0; k < c->code.ninsns; k++) {
			const struct bpf_insn *in = &c->code.insns[k];

			reached |= BPF_CLASS(in->code) == BPF_JMP &&
			    BPF_OP(in->code) != BPF_CALL &&
			    BPF_OP(in->code) != BPF_EXIT &&
			    k + 1 + in->off == i;
		}
		assert_true(reached);
	}
	assert_int_equal(calls(c, "dt_rec_begin"), 0);
}

/* More live values than registers: the stack is used, then the slot. */
static void
test_spill(void **state)
{
	struct bench *b = *state;
	char text[4096] = "BEGIN { x = ";
	size_t n = strlen(text);
	const struct dt_clause *c;

	for (int i = 0; i < 40; i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n,
		    "(arg%d + %d) * (", i % 10, i);
	n += (size_t)snprintf(text + n, sizeof(text) - n, "arg0");
	for (int i = 0; i < 40; i++)
		n += (size_t)snprintf(text + n, sizeof(text) - n, ")");
	snprintf(text + n, sizeof(text) - n, "; }");
	c = generate(b, text);
	assert_true(stores(c, BPF_DW, DT_FP_SPILL) > 0);
	assert_true(stores(c, BPF_DW, -DT_MAXSTACK) > 0);
	assert_int_equal(stores(c, BPF_DW, -DT_MAXSTACK - 8), 0);
	assert_true(b->img->slot_size > KEY(0));
}

static void
test_too_large(void **state)
{
	struct bench *b = *state;
	size_t cap = 400000, n;
	char *text = malloc(cap);

	assert_non_null(text);
	n = (size_t)snprintf(text, cap, "BEGIN / arg0 /\n{ ");
	for (int i = 0; i < 5000; i++)
		n += (size_t)snprintf(text + n, cap - n,
		    "@a[arg1 / arg%d, %d] = sum(%d); ", i % 10, i, i);
	snprintf(text + n, cap - n, "}");
	assert_int_equal(try_generate(b, text), -EINVAL);
	assert_int_equal(b->diag.tag, D_CG_EXPR);
	free(text);
}

static void
test_dumps(void **state)
{
	struct bench *b = *state;
	char *text = NULL;
	size_t len = 0;

	b->opts.dump_ir = b->opts.dump_bpf = open_memstream(&text, &len);
	assert_non_null(b->opts.dump_ir);
	generate(b, "BEGIN\n/ pid == 3 /\n{\n\t@[probefunc] = sum(arg0);\n}");
	fclose(b->opts.dump_ir);
	assert_non_null(strstr(text, "clause of line 1"));
	assert_non_null(strstr(text, "call.u32 dt_agg_find"));
	assert_non_null(strstr(text, "guard pid == 3"));
	assert_non_null(strstr(text, "; line 4"));
	assert_non_null(strstr(text, "<dt_imm_agg_size-24>"));
	assert_non_null(strstr(text, "exit"));
	free(text);
}

/* Malformed code is recognized. */
static void
test_verify(void **state)
{
	struct dt_irins v[3] = {
		{ .op = DT_IR_CONST, .d = 1, .imm = 1 },
		{ .op = DT_IR_MOV, .d = 2, .a = 1 },
		{ .op = DT_IR_RET },
	};
	struct dt_irfn fn = { .ins = v, .n = 3, .nregs = 2, .nlabels = 1 };
	const char *why;
	uint32_t at;

	(void)state;
	assert_int_equal(dt_ir_verify(&fn, &at, &why), 0);
	v[1].a = 2;
	assert_int_equal(dt_ir_verify(&fn, &at, &why), -EINVAL);
	assert_int_equal(at, 1);
	v[1] = (struct dt_irins){ .op = DT_IR_JMP, .label = 1 };
	assert_int_equal(dt_ir_verify(&fn, &at, &why), -EINVAL);
	v[0] = (struct dt_irins){ .op = DT_IR_LABEL, .label = 1 };
	assert_int_equal(dt_ir_verify(&fn, &at, &why), -EINVAL);
	fn.n = 1;
	assert_int_equal(dt_ir_verify(&fn, &at, &why), -EINVAL);
}

/* A call of an unlisted function, or with other arguments. */
static void
test_verify_call(void **state)
{
	struct dt_irarg args[3] = { { .kind = DT_IRA_SLOT },
		{ .kind = DT_IRA_IMM }, { .kind = DT_IRA_TEMP } };
	struct dt_irins v[2] = {
		{ .op = DT_IR_CALL, .fn = DT_RT_key_str, .nargs = 3,
		    .args = args },
		{ .op = DT_IR_RET },
	};
	struct dt_irfn fn = { .ins = v, .n = 2 };
	const char *why;
	uint32_t at;

	(void)state;
	assert_int_equal(dt_ir_verify(&fn, &at, &why), 0);
	v[0].args[0].kind = DT_IRA_AGG;
	assert_int_equal(dt_ir_verify(&fn, &at, &why), -EINVAL);
	assert_string_equal(why, "an argument of the wrong kind");
	v[0].nargs = 2;
	assert_int_equal(dt_ir_verify(&fn, &at, &why), -EINVAL);
	assert_string_equal(why, "the wrong number of arguments");
	v[0].fn = DT_RT_none;
	assert_int_equal(dt_ir_verify(&fn, &at, &why), -EINVAL);
	assert_string_equal(why, "a function that does not exist");
}

/* Parameters in tbl/rtfuncs.h must match the functions in C. */
static void
test_rtfuncs(void **state)
{
	static const char letters[] = {
#define	DT_PARAM(id, pointee, letter, by_level, size)	letter,
#include "tbl/params.h"
#undef DT_PARAM
	};

	(void)state;
	for (int i = DT_RT_none + 1; i < DT_NRTFNS; i++) {
		const struct dt_rtcall *c = &dt_rtcalls[i];
		const struct dt_func *fn = dt_rt_find(c->name);
		uint32_t k;

		if (fn == NULL)
			fail_msg("lib/rt has no %s", c->name);
		assert_int_equal(fn->nparams, strlen(c->params));
		for (k = 0; k < fn->nparams; k++)
			assert_int_equal(letters[fn->params[k]], c->params[k]);
	}
}

/* Buckets adjoin: each starts where the one before it ends. */
static void
test_llq(void **state)
{
	static const uint64_t words[] = {
		10ull << 48 | 6 << 16 | 20,
		2ull << 48 | 10ull << 32 | 40 << 16 | 4,
		10ull << 48 | 3ull << 32 | 18 << 16 | 10,
		2ull << 48 | 62 << 16 | 2,
	};

	(void)state;
	for (size_t w = 0; w < 4; w++) {
		uint64_t p = words[w], n = dt_llq_nbuckets(p), at;

		for (uint64_t i = 1; i <= n + 1; i++) {
			at = dt_llq_lower(p, i);
			if (at > INT64_MAX)
				break;
			assert_int_equal(dt_llq_bucket(p, (int64_t)at), i);
			assert_int_equal(dt_llq_bucket(p, (int64_t)at - 1),
			    i - 1);
		}
		assert_int_equal(dt_llq_bucket(p, -5), 0);
	}
	assert_int_equal(dt_llq_lower(words[0], 1), 1);
	assert_int_equal(dt_llq_lower(words[0], 10), 10);
	assert_int_equal(dt_llq_lower(words[0], 11), 15);
	assert_int_equal(dt_llq_nbuckets(words[0]), 9 + 6 * 18);
	assert_int_equal(dt_ir_valuewords(DTRACEAGG_LLQUANTIZE, words[0]),
	    9 + 6 * 18 + 2);
}

#define	CASE(f)	cmocka_unit_test_setup_teardown(f, setup, teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		CASE(test_count), CASE(test_string_key), CASE(test_key_layout),
		CASE(test_key_kinds), CASE(test_inline_find),
		CASE(test_key_read), CASE(test_needs),
		CASE(test_forms_shared), CASE(test_refused),
		CASE(test_own_numbers),
		CASE(test_guards), CASE(test_record),
		CASE(test_default_action), CASE(test_library_actions),
		CASE(test_division), CASE(test_key_words),
		CASE(test_no_dead_code), CASE(test_spill),
		CASE(test_too_large), CASE(test_dumps),
		cmocka_unit_test(test_verify), cmocka_unit_test(test_llq),
		cmocka_unit_test(test_verify_call),
		cmocka_unit_test(test_rtfuncs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
