/* SPDX-License-Identifier: MIT */
/*
 * test_front.c - the front end alone: trees, folded constants, errors and their
 * tags, and the scope that it leaves.
 */
#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "front/front.h"
#include "rt/rt.h"

/* The names of a handle, and the last program. */
struct fix {
	struct dt_types *types;
	struct dt_scope *scope;
	struct dt_arena *arena;
	struct dt_diag diag;
	struct dt_dprog *prog;
	struct dt_env env;
	uint_t cflags;
	dtrace_probespec_t spec;
	int argc;
	char *const *argv;
	char option[64];	/* the last one set, as name=value */
};

/* A probe exists unless its name starts with "no". */
static uint32_t matches(void *arg, const struct dt_pdesc *pd)
{
	(void) arg;
	return pd->id < 1000 && strncmp(pd->part[3], "no", 2) != 0;
}

/* Arguments of probes have no types. */
static void argtype(void *arg, const struct dt_pdesc *pd,
    struct dt_argtype *a)
{
	a->nprobes += matches(arg, pd);
}

static int set_option(void *arg, const char *name, const char *value,
    const char **why)
{
	struct fix *f = arg;

	(void) snprintf(f->option, sizeof(f->option), "%s=%s", name,
	    value != NULL ? value : "(none)");
	if (strcmp(name, "bad") != 0)
		return 0;
	*why = "no such option";
	return -EINVAL;
}

/* A kernel that hides its addresses. */
static int symbol(void *arg, const char *module, const char *name,
    struct dt_kvar *out, char *why, size_t len)
{
	(void) arg;
	(void) module;
	(void) out;
	(void) snprintf(why, len, "%s is hidden", name);
	return -EPERM;
}

static int64_t twenty(void *arg, int opt)
{
	(void)arg;
	(void)opt;
	return 20;
}

static int setup(void **state)
{
	struct fix *f = calloc(1, sizeof(*f));

	if (f == NULL || dt_types_create(&f->types) != 0 ||
	    dt_scope_create(f->types, &f->scope) != 0)
		return -1;
	f->spec = DTRACE_PROBESPEC_NAME;
	f->env = (struct dt_env) { .arg = f, .matches = matches,
	    .argtype = argtype, .symbol = symbol,
	    .setopt = set_option, .option = twenty, .target = 1234 };
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fix *f = *state;

	dt_arena_destroy(f->arena);
	dt_scope_destroy(f->scope);
	dt_types_destroy(f->types);
	free(f);
	return 0;
}

static int compile(struct fix *f, const char *text)
{
	struct dt_source src = {
		.text = text, .len = strlen(text), .spec = f->spec,
		.cflags = f->cflags, .argc = f->argc, .argv = f->argv,
	};

	dt_arena_destroy(f->arena);
	f->arena = dt_arena_create();
	assert_non_null(f->arena);
	f->diag = (struct dt_diag) { .show_tag = true };
	f->prog = NULL;
	return dt_front(&src, f->scope, &f->env, f->arena, &f->diag, NULL,
	    NULL, &f->prog);
}

static struct dt_dclause *good(struct fix *f, const char *text)
{
	if (compile(f, text) != 0)
		fail_msg("%s\n  is refused: %s", text, f->diag.text);
	return f->prog->clauses;
}

static void bad(struct fix *f, const char *text, enum dt_tag tag)
{
	if (compile(f, text) == 0)
		fail_msg("%s\n  is not refused", text);
	if (f->diag.tag != tag)
		fail_msg("%s\n  is refused as %s, not %s: %s", text,
		    dt_tag_name(f->diag.tag), dt_tag_name(tag),
		    f->diag.text);
	assert_true(f->diag.text[0] != '\0');
}

/* --- constants ------------------------------------------------------------ */

static void constant(struct fix *f, const char *expr, const char *type,
    int64_t value)
{
	struct dt_dclause *c;
	const struct dt_node *n;
	char text[300], name[64];

	(void) snprintf(text, sizeof(text), "BEGIN { trace(%s); }", expr);
	c = good(f, text);
	n = c->stmts->args;
	if (n->kind != DT_N_INT || n->value != value)
		fail_msg("%s: %lld is expected, and it is %lld", expr,
		    (long long)value, (long long)n->value);
	assert_string_equal(dt_type_name(f->types, &n->type, name,
	    sizeof(name)), type);
}

/* Where D agrees with C, the expected value is this compiler's. */
#define	SAME(type, expr) constant(*state, #expr, #type, (int64_t)(expr))

static void test_arith(void **state)
{
	SAME(int, 1 + 2 * 3);
	SAME(int, (1 + 2) * 3);
	SAME(int, 7 - 3 - 2);
	SAME(int, -7 / 2);
	SAME(int, -7 % 3);
	SAME(int, 7 % -3);
	constant(*state, "0u - 1", "unsigned int", -1);
	constant(*state, "4294967295u + 1u", "unsigned int", 4294967296);
	SAME(long, 4294967295 + 1);
	SAME(long, 1L << 40);
	SAME(unsigned long, 18446744073709551615u / 3);
	constant(*state, "-1 / 2u", "unsigned int", INT64_MAX);
	SAME(long, -1L / 2u);
	SAME(unsigned long, -8L / 2ul);
	constant(*state, "1 << 3 + 1", "int", 16);
	SAME(int, -16 >> 2);
	SAME(unsigned int, 0xfffffff0 >> 2);
	SAME(int, ~0);
	constant(*state, "~0u", "unsigned int", -1);
	constant(*state, "-1u", "unsigned int", UINT_MAX);
	constant(*state, "-(1u << 40)", "unsigned int", 0);
	constant(*state, "(char)1 + (unsigned char)1", "unsigned char", 2);
	constant(*state, "(short)1 << 20L", "short", 1 << 20);
	SAME(int, -'a');
	constant(*state, "6 & 3 | 8 ^ 1", "int", 11);
	SAME(int, 0x7f + 010 + 1);
	SAME(long long, 1LL + 1);
	SAME(unsigned long long, 1ull + 1);
}

static void test_wrap(void **state)
{
	constant(*state, "2147483647 + 1", "int", 1L << 31);
	constant(*state, "-2147483647 - 2", "int", INT_MIN - 1L);
	constant(*state, "9223372036854775807 + 1", "long", INT64_MIN);
	constant(*state, "(-9223372036854775807 - 1) / -1", "long",
	    INT64_MIN);
	constant(*state, "(-9223372036854775807 - 1) % -1", "long", 0);
	constant(*state, "(-2147483647 - 1) / -1", "int", 1L << 31);
	constant(*state, "1 << 33", "int", 1L << 33);
	constant(*state, "1LL << 65", "long long", 2);
	constant(*state, "-1 >> 63", "int", -1);
	constant(*state, "65536 * 65536", "int", 1L << 32);
}

static void test_compare(void **state)
{
	SAME(int, 1 < 2);
	SAME(int, -1 < 1);
	SAME(int, -1L < 1u);
	SAME(int, 3 >= 3);
	SAME(int, 3 != 3);
	SAME(int, !5);
	SAME(int, !0 + !0);
	constant(*state, "5 && 0 || 1", "int", 1);
	SAME(int, 1 ? 2 : 3);
	SAME(int, 0 ? 2 : 0 ? 4 : 5);
	constant(*state, "1 ? -1 : 0u", "int", -1);
	constant(*state, "1 < 2 == 1", "int", 1);
	constant(*state, "-1 < 1u", "int", 0);
	constant(*state, "(char)-1 < (unsigned short)1", "int", 0);
	constant(*state, "(unsigned char)1 > (short)-1", "int", 1);
	constant(*state, "1 ^^ 1", "int", 0);
	constant(*state, "1 ^^ 0 && 0", "int", 1);
	constant(*state, "1 || 1 ^^ 1", "int", 1);
}

static void test_literal(void **state)
{
	SAME(int, 'a');
	SAME(int, '\n');
	SAME(int, '\377');
	SAME(int, '\x41');
	SAME(int, '\0');
	constant(*state, "'\\''", "int", '\\' * 256 + '\'');
	constant(*state, "'abcdefgh'", "long", 0x6162636465666768);
	constant(*state, "'abcd\\377'", "long", 0x61626364ff);
	constant(*state, "'ab'", "int", 0x6162);
	SAME(unsigned int, 0xffffffff);
	SAME(long, 4294967295);
	SAME(unsigned long, 0xffffffffffffffff);
	SAME(unsigned long, 077ul);
}

static void test_cast(void **state)
{
	SAME(char, (char)200);
	SAME(unsigned char, (unsigned char)-1);
	SAME(short, (short)0x12345);
	SAME(uint8_t, (uint8_t)257);
	SAME(int64_t, (int64_t)-1);
	SAME(uint32_t, (uint32_t)-1L);
	constant(*state, "(uint32_t)-1", "uint32_t", -1);
	constant(*state, "(unsigned long)(1 << 31)", "unsigned long", INT_MIN);
	SAME(int, (char)200 + 0);
	constant(*state, "-(unsigned char)1", "unsigned char", 255);
	SAME(unsigned long, sizeof(int));
	SAME(unsigned long, sizeof(unsigned long long));
	SAME(unsigned long, sizeof(char *));
	SAME(unsigned long, sizeof(1 + 1L));
	SAME(unsigned long, sizeof(1) + 1);
	SAME(int, (int)(3 + 4) * 2);
	constant(*state, "(unsigned)(short)-1", "unsigned int", UINT_MAX);
	constant(*state, "(_Bool)256", "_Bool", 1);
	constant(*state, "(bool)256 + 1", "int", 2);
}

/* --- trees ---------------------------------------------------------------- */

static void test_thinnest(void **state)
{
	struct dt_dclause *c = good(*state,
	    "BEGIN { @c[\"foo\"] = stddev(1); exit(0); }");
	struct dt_dstmt *s = c->stmts;

	assert_int_equal(c->npdescs, 1);
	assert_string_equal(c->pdescs[0].part[3], "BEGIN");
	assert_string_equal(c->pdescs[0].part[0], "");
	assert_int_equal(s->kind, DT_S_AGG);
	assert_string_equal(s->agg->name, "c");
	assert_int_equal(s->agg->index, 1);
	assert_int_equal(s->agg->aggfunc, DTRACEAGG_STDDEV);
	assert_int_equal(s->nkeys, 1);
	assert_int_equal(s->keys->kind, DT_N_STRING);
	assert_int_equal(s->value->type.size, 4);
	assert_int_equal(s->value->value, 1);
	s = s->next;
	assert_int_equal(s->kind, DT_S_ACT);
	assert_int_equal(s->act, DT_A_EXIT);
	assert_int_equal(s->args->type.size, 4);
	assert_null(s->next);
}

static void test_predicate(void **state)
{
	struct fix *f = *state;
	struct dt_dclause *c = good(f,
	    "syscall:::entry/pid==$target/{@[probefunc]=count();}");

	assert_int_equal(c->pred->op, DT_OP_EQ);
	assert_int_equal(c->pred->left->ident->index, DT_V_PID);
	assert_int_equal(c->pred->right->ident->index, DT_V_TARGET);
	assert_string_equal(c->stmts->agg->name, "_");
	assert_null(c->stmts->value);
	c = good(f, "BEGIN / pid / 2 / ppid / { } END /pid/ ; BEGIN");
	assert_int_equal(c->pred->op, DT_OP_DIV);
	assert_int_equal(c->pred->left->op, DT_OP_DIV);
	assert_null(c->stmts);
	assert_non_null(c->next->pred);
	assert_string_equal(c->next->next->pdescs[0].part[3], "BEGIN");
}

static void parts(const struct dt_pdesc *d, const char *p, const char *m,
    const char *fn, const char *n)
{
	assert_string_equal(d->part[0], p);
	assert_string_equal(d->part[1], m);
	assert_string_equal(d->part[2], fn);
	assert_string_equal(d->part[3], n);
}

static void test_descriptions(void **state)
{
	struct fix *f = *state;
	struct dt_dclause *c = good(f, "#!/usr/sbin/dtrace -s\n"
	    "syscall::open*:entry, a:b, x:::,\n\t17, ::[r]ea?:return,\n"
	    "pid$target:lib.so.1::entry {}");

	assert_int_equal(c->npdescs, 6);
	parts(&c->pdescs[0], "syscall", "", "open*", "entry");
	parts(&c->pdescs[1], "", "", "a", "b");
	parts(&c->pdescs[2], "x", "", "", "");
	assert_int_equal(c->pdescs[3].id, 17);
	assert_int_equal(dt_place_line(c->pdescs[3].line), 3);
	parts(&c->pdescs[4], "", "", "[r]ea?", "return");
	parts(&c->pdescs[5], "pid1234", "lib.so.1", "", "entry");
	f->spec = DTRACE_PROBESPEC_FUNC;
	f->cflags = DTRACE_C_PSPEC;
	c = good(f, "read, m:write, int {}");
	parts(&c->pdescs[0], "", "", "read", "");
	parts(&c->pdescs[1], "", "m", "write", "");
	parts(&c->pdescs[2], "", "", "int", "");
	f->spec = DTRACE_PROBESPEC_PROVIDER;
	parts(good(f, "syscall")->pdescs, "syscall", "", "", "");
	bad(f, "a:b", D_PDESC_INVAL);
}

static void test_pdesc_zero(void **state)
{
	struct fix *f = *state;

	bad(f, "nosuch", D_PDESC_ZERO);
	assert_string_equal(f->diag.text,
	    "probe description :::nosuch does not match any probes");
	assert_int_equal(dt_place_line(f->diag.line), 0);
	bad(f, "1000", D_PDESC_ZERO);
	f->cflags = DTRACE_C_ZDEFS;
	good(f, "nosuch");
}

/* Operands keep their values; a constant is truncated when assigned. */
static void test_operands(void **state)
{
	struct dt_dclause *c = good(*state,
	    "long v; BEGIN { x = (char)1; y = x + timestamp; z = uid < -1; "
	    "x += 300; w = x << 2LL; x = 300; v += x; }");
	struct dt_node *n = c->stmts->expr;

	assert_int_equal(n->left->ident->type.size, 1);
	n = c->stmts->next->expr->right;
	assert_int_equal(n->op, DT_OP_ADD);
	assert_int_equal(n->left->kind, DT_N_VAR);
	assert_int_equal(n->type.size, 8);
	assert_false(n->type.is_signed);
	n = c->stmts->next->next->expr->right;
	assert_int_equal(n->right->value, -1);
	assert_int_equal(n->type.size, 4);
	n = c->stmts->next->next->next->expr;
	assert_int_equal(n->kind, DT_N_ASSIGN);
	assert_int_equal(n->right->kind, DT_N_BINARY);
	assert_int_equal(n->right->type.size, 1);
	assert_int_equal(n->right->right->value, 300);
	c->stmts = c->stmts->next->next->next->next;
	n = c->stmts->expr->right;
	assert_int_equal(n->type.size, 1);
	assert_int_equal(n->right->type.size, 8);
	n = c->stmts->next->expr;
	assert_int_equal(n->right->value, 300 - 256);
	n = c->stmts->next->next->expr;
	assert_int_equal(n->left->ident->type.size, 8);
}

static void test_fold_logical(void **state)
{
	struct dt_dclause *c = good(*state, "BEGIN { trace(0 && pid); "
	    "trace(1 && pid); trace(1 || pid); trace(1 ? pid : 2); }");
	struct dt_dstmt *s = c->stmts;

	assert_int_equal(s->args->kind, DT_N_INT);
	assert_int_equal(s->args->value, 0);
	s = s->next;
	assert_int_equal(s->args->op, DT_OP_NE);
	assert_int_equal(s->args->left->kind, DT_N_VAR);
	assert_int_equal(s->args->right->value, 0);
	s = s->next;
	assert_int_equal(s->args->value, 1);
	assert_int_equal(s->next->args->kind, DT_N_VAR);
}

static void test_variables(void **state)
{
	struct fix *f = *state;
	struct dt_dclause *c;

	good(f, "int a; char b; uint64_t d, e; self int s; this int t;\n"
	    "BEGIN { this uint64_t u; a = b; d++; --e; n++; self->x = 1; }");
	/* a, b, d, e, n: 8 bytes each, whatever their type */
	assert_int_equal(dt_scope_globals_size(f->scope), 40);
	assert_int_equal(dt_scope_nself(f->scope), 2);
	c = good(f, "BEGIN { trace(n); trace(self->x); this->t = 5; n--; }");
	assert_int_equal(c->stmts->args->ident->index, 32);
	assert_int_equal(c->stmts->args->type.size, 8);
	assert_int_equal(c->stmts->next->args->ident->index, 2);
	assert_int_equal(c->stmts->next->next->next->expr->kind, DT_N_POSTINC);
	assert_int_equal(c->stmts->next->next->next->expr->value, -1);
}

static void test_rollback(void **state)
{
	struct fix *f = *state;
	struct dt_dclause *c;

	good(f, "BEGIN { g = 1; @a = count(); }");
	bad(f, "BEGIN { h = 1; self->s = 2; @b = count(); oops; }",
	    D_IDENT_UNDEF);
	bad(f, "BEGIN { trace(h); }", D_IDENT_UNDEF);
	bad(f, "BEGIN { trace(self->s); }", D_VAR_UNDEF);
	assert_int_equal(dt_scope_globals_size(f->scope), 8);
	c = good(f, "BEGIN { @c = sum(g); @a = count(); }");
	assert_int_equal(c->stmts->agg->index, 2);
	assert_int_equal(c->stmts->uarg, 1);
	assert_int_equal(c->stmts->next->agg->index, 1);
	bad(f, "BEGIN { @a = sum(1); }", D_AGG_REDEF);
}

/* Ids are in order of appearance, including printa(). */
static void test_agg_order(void **state)
{
	struct dt_dclause *c = good(*state, "BEGIN { @x = count(); "
	    "printa(@z, @y); @y = sum(1); @z = max(2); }");
	struct dt_dstmt *s = c->stmts->next;

	assert_int_equal(s->naggs, 2);
	assert_int_equal(s->aggs[0]->index, 2);
	assert_string_equal(s->aggs[0]->name, "z");
	assert_int_equal(s->aggs[1]->index, 3);
}

static void test_params(void **state)
{
	struct dt_dclause *c = good(*state, "BEGIN {"
	    "@l = lquantize(pid, -10, 100, 5); @m = lquantize(1, 0, 10);"
	    "@n = llquantize(pid, 10, 1, 6, 20, 3); @q = quantize(4, 2);"
	    "@l = lquantize(pid, -10, 100, 5, uid); }");
	struct dt_dstmt *s = c->stmts;
	uint64_t p = s->agg->aggparam;

	assert_int_equal(DTRACE_LQUANTIZE_BASE(p), -10);
	assert_int_equal(DTRACE_LQUANTIZE_LEVELS(p), 22);
	assert_int_equal(DTRACE_LQUANTIZE_STEP(p), 5);
	assert_null(s->incr);
	s = s->next;
	assert_int_equal(DTRACE_LQUANTIZE_LEVELS(s->agg->aggparam), 10);
	s = s->next;
	p = s->agg->aggparam;
	assert_int_equal(DTRACE_LLQUANTIZE_FACTOR(p), 10);
	assert_int_equal(DTRACE_LLQUANTIZE_LOW(p), 1);
	assert_int_equal(DTRACE_LLQUANTIZE_HIGH(p), 6);
	assert_int_equal(DTRACE_LLQUANTIZE_NSTEP(p), 20);
	assert_int_equal(s->incr->value, 3);
	s = s->next;
	assert_int_equal(s->incr->value, 2);
	assert_non_null(s->next->incr);
	assert_int_equal(s->next->incr->type.size, 4);
}

static void test_keys(void **state)
{
	struct fix *f = *state;
	struct dt_dclause *c = good(f, "BEGIN {"
	    "@a[pid, \"s\", stack(5), 1ULL] = count();"
	    "@a[7, execname, stack(5), uid] = count(); }");
	struct dt_node *k = c->stmts->keys;

	assert_int_equal(c->stmts->nkeys, 4);
	assert_int_equal(k->next->next->kind, DT_N_STACK);
	assert_int_equal(k->next->next->value, 5);
	assert_int_equal(k->next->next->type.size, 40);
	k = c->stmts->next->keys;
	assert_int_equal(k->type.size, 4);
	assert_int_equal(k->next->next->next->kind, DT_N_CAST);
	assert_int_equal(k->next->next->next->type.size, 8);
	bad(f, "BEGIN { @a[1, 2, stack(5), 1] = count(); }", D_KEY_TYPE);
	bad(f, "BEGIN { @a[1, \"\", stack(6), 1] = count(); }", D_KEY_TYPE);
	bad(f, "BEGIN { @a[1LL << 40, \"\", stack(5), 1] = count(); }",
	    D_KEY_TYPE);
	bad(f, "BEGIN { @a[timestamp, \"\", stack(5), 1] = count(); }",
	    D_KEY_TYPE);
	bad(f, "BEGIN { @a[1] = count(); }", D_PROTO_LEN);
}

static void test_strings(void **state)
{
	struct fix *f = *state;
	struct dt_dclause *c = good(f,
	    "BEGIN { trace(\"a\\tb\\x41\\101\" \"-\" \"c\" \"d\"); "
	    "trace(execname == \"x\" ? \"y\" : probename); }");
	struct dt_node *n = c->stmts->args;

	assert_string_equal(n->str, "a\tbAA-cd");
	assert_int_equal(n->len, 8);
	n = c->stmts->next->args;
	assert_int_equal(n->kind, DT_N_COND);
	assert_int_equal(n->type.kind, DT_TYPE_STRING);
	assert_int_equal(n->left->op, DT_OP_EQ);
	assert_int_equal(n->left->left->type.kind, DT_TYPE_STRING);
}

/* --- macros and pragmas --------------------------------------------------- */

static void test_macros(void **state)
{
	static char *const argv[] = { "prog", "41", "two words", "-7",
	    "execname" };
	struct fix *f = *state;
	struct dt_dstmt *s;

	f->argc = 5;
	f->argv = argv;
	s = good(f, "BEGIN { trace($1 + 1); trace($$2); trace($3); "
	    "trace($4); trace($pid); trace($$0); }")->stmts;
	assert_int_equal(s->args->value, 42);
	assert_string_equal((s = s->next)->args->str, "two words");
	assert_int_equal((s = s->next)->args->value, -7);
	assert_int_equal((s = s->next)->args->ident->index, DT_V_EXECNAME);
	assert_int_equal((s = s->next)->args->value, getpid());
	assert_string_equal(s->next->args->str, "prog");
	bad(f, "BEGIN { trace($1 + $3 - $4); trace($$2); }", D_OP_ARITH);
	bad(f, "BEGIN { trace($1); trace($$2); trace($3); }",
	    D_MACRO_UNUSED);
	good(f, "BEGIN { trace($1); trace($$3); trace($4); }");
	s = good(f, "BEGIN { trace($2); trace($4); }")->stmts;
	assert_string_equal(s->args->str, "two words");
	bad(f, "BEGIN { trace($5); }", D_MACRO_UNDEF);
	bad(f, "BEGIN { trace($99999999999); }", D_MACRO_OFLOW);
	bad(f, "BEGIN { trace($nothing); }", D_MACRO_UNDEF);
	f->cflags = DTRACE_C_ARGREF | DTRACE_C_DEFARG;
	s = good(f, "BEGIN { trace($9); trace($$9); }")->stmts;
	assert_int_equal(s->args->value, 0);
	assert_string_equal(s->next->args->str, "");
	f->env.target = 0;
	bad(f, "BEGIN { trace($target); }", D_MACRO_UNDEF);
}

static void test_pragmas(void **state)
{
	static char *const argv[] = { "prog", "x" };
	struct fix *f = *state;

	good(f, "#pragma D option quiet\nBEGIN");
	assert_string_equal(f->option, "quiet=(none)");
	good(f, "#pragma\tD  option  aggsize=4m \n#pragma ident \"x\"\n"
	    "#ident \"y\"\nBEGIN");
	assert_string_equal(f->option, "aggsize=4m");
	f->argc = 2;
	f->argv = argv;
	good(f, "#pragma D option argref\nBEGIN");
	good(f, "#pragma D option argref\n#pragma D option defaultargs\n"
	    "BEGIN { trace($5); }");
	f->argc = 0;
	bad(f, "#pragma D option bad=1\nBEGIN", D_PRAGMA_OPTSET);
	bad(f, "#pragma D option\nBEGIN", D_PRAGMA_MALFORM);
	bad(f, "#pragma D option a = b\nBEGIN", D_PRAGMA_MALFORM);
	bad(f, "#pragma D\nBEGIN", D_PRAGMA_MALFORM);
	bad(f, "#pragma D attribute Stable/Stable/Common BEGIN\nBEGIN",
	    D_PRAGMA_INVAL);
	bad(f, "#pragma D depends_on library x.d\nBEGIN", D_PRAGMA_DEPEND);
	bad(f, "#error stop here\nBEGIN", D_PRAGERR);
	bad(f, "#define X 1\nBEGIN", D_PRAGCTL_INVAL);
	bad(f, "#line x\nBEGIN", D_PRAGMA_MALFORM);
}

static void test_lines(void **state)
{
	struct fix *f = *state;
	char buf[600];

	bad(f, "BEGIN\n{\n\ttrace(1);\n\toops;\n}", D_IDENT_UNDEF);
	assert_int_equal(dt_place_line(f->diag.line), 4);
	bad(f, "/* one\ntwo */ BEGIN { /*\n*/ oops; }", D_IDENT_UNDEF);
	assert_int_equal(dt_place_line(f->diag.line), 3);
	bad(f, "# 40 \"some file.d\" 1 2\nBEGIN {\noops; }", D_IDENT_UNDEF);
	dt_diag_format(&f->diag, buf, sizeof(buf));
	assert_true(strncmp(buf, "[D_IDENT_UNDEF] \"some file.d\", line 41: ",
	    40) == 0);
	bad(f, "#line 7\nBEGIN { oops; }", D_IDENT_UNDEF);
	assert_int_equal(dt_place_line(f->diag.line), 7);
}

/*
 * --- errors -----------------------------------------------------------------
 */

static const struct {
	const char *text;
	enum dt_tag tag;
} refused[] = {
	{ "", D_EMPTY },
	{ "int x;", D_EMPTY },
	{ "BEGIN { /* no end", D_SYNTAX },
	{ "BEGIN { trace(1) exit(0) }", D_SYNTAX },
	{ "BEGIN { trace(1", D_SYNTAX },
	{ "BEGIN { trace((1); }", D_SYNTAX },
	{ "BEGIN { while (1) trace(1); }", D_SYNTAX },
	{ "BEGIN { trace(`x); }", D_SYM_NOTYPES },
	{ "BEGIN END { }", D_SYNTAX },
	{ "BEGIN, { }", D_SYNTAX },
	{ "BEGIN /1 { }", D_SYNTAX },
	{ "BEGIN } ", D_SYNTAX },
	{ "a:b:c:d:e", D_PDESC_INVAL },
	{ "a[bc", D_PDESC_INVAL },
	{ "0", D_PDESC_INVAL },
	{ "BEGIN /execname/ { }", D_PRED_SCALAR },
	{ "BEGIN { trace(08); }", D_INT_DIGIT },
	{ "BEGIN { trace(1.5); }", D_SYNTAX },
	{ "BEGIN { trace(1e5); }", D_SYNTAX },
	{ "BEGIN { trace(1x5); }", D_SYNTAX },
	{ "BEGIN { trace(18446744073709551616); }", D_INT_OFLOW },
	{ "BEGIN { trace(\"a\n\"); }", D_STR_NL },
	{ "BEGIN { trace('a\n'); }", D_CHR_NL },
	{ "BEGIN { trace(''); }", D_CHR_NULL },
	{ "BEGIN { trace('abcdefghi'); }", D_CHR_OFLOW },
	{ "BEGIN { trace('\\777'); }", D_CHR_OFLOW },
	{ "BEGIN { trace(nothing); }", D_IDENT_UNDEF },
	{ "BEGIN { trace(this->nothing); }", D_VAR_UNDEF },
	{ "BEGIN { trace(count); }", D_IDENT_BADREF },
	{ "BEGIN { x = @a; }", D_IDENT_BADREF },
	{ "BEGIN { pid = 1; }", D_OP_WRITE },
	{ "BEGIN { timestamp++; }", D_OP_WRITE },
	{ "BEGIN { 1 = 2; }", D_OP_LVAL },
	{ "BEGIN { 1++; }", D_OP_LVAL },
	{ "BEGIN { x += \"string\"; }", D_OP_ARITH },
	{ "BEGIN { x = \"string\"; x = 1; }", D_OP_INCOMPAT },
	{ "BEGIN { x = 1; x = \"string\"; }", D_OP_INCOMPAT },
	{ "BEGIN { trace(x[1]); }", D_IDENT_UNDEF },
	{ "BEGIN { x[1] = 2; x = 3; }", D_IDENT_BADREF },
	{ "BEGIN { x[1] = 2; x[1, 2]++; }", D_PROTO_LEN },
	{ "BEGIN { x[\"k\"] = 2; x[1]++; }", D_PROTO_ARG },
	{ "BEGIN { pid[1] = 2; }", D_ARR_BADREF },
	{ "BEGIN { trace(args[0]); }", D_ARGS_IDX },
	{ "BEGIN { trace(pid->x); }", D_OP_PTR },
	{ "BEGIN { trace(pid.x); }", D_OP_SOU },
	{ "BEGIN { trace(*pid); }", D_DEREF_NONPTR },
	{ "BEGIN { trace(&pid); }", D_ADDROF_VAR },
	{ "BEGIN { trace(execname * 2); }", D_OP_ARITH },
	{ "BEGIN { trace(execname % 1); }", D_OP_INT },
	{ "BEGIN { trace(~execname); }", D_OP_INT },
	{ "BEGIN { trace(!execname); }", D_OP_SCALAR },
	{ "BEGIN { trace(execname && 1); }", D_OP_SCALAR },
	{ "BEGIN { trace(execname == 1); }", D_OP_INCOMPAT },
	{ "BEGIN { trace(pid ? 2 : \"3\"); }", D_OP_INCOMPAT },
	{ "BEGIN { trace(execname ? 2 : 3); }", D_OP_SCALAR },
	{ "BEGIN { trace(1 / 0); }", D_DIV_ZERO },
	{ "BEGIN { trace(pid % (1 - 1)); }", D_DIV_ZERO },
	{ "BEGIN { x = 5; x /= 0; }", D_DIV_ZERO },
	{ "BEGIN { trace((long)execname); }", D_CAST_INVAL },
	{ "BEGIN { trace((float)1); }", D_CAST_INVAL },
	{ "BEGIN { trace((int)execname); }", D_CAST_INVAL },
	{ "BEGIN { trace(sizeof(void)); }", D_SIZEOF_TYPE },
	{ "BEGIN { trace((unsigned float)1); }", D_DECL_COMBO },
	{ "BEGIN { trace((enum nosuch)1); }", D_TYPE_ERR },
	{ "BEGIN { nosuch(1); }", D_FUNC_UNDEF },
	{ "BEGIN { pid(1); }", D_FUNC_IDKIND },
	{ "BEGIN { count(); }", D_CG_EXPR },
	{ "BEGIN { (1)(2); }", D_FUNC_IDENT },
	{ "BEGIN { x = trace(1); }", D_OP_ACT },
	{ "BEGIN { x = (@a = count()); }", D_OP_ACT },
	{ "BEGIN { trace(exit(0)); }", D_TRACE_VOID },
	/* declarations */
	{ "void x; BEGIN", D_DECL_VOIDOBJ },
	{ "string s; int s; BEGIN", D_DECL_IDRED },
	{ "self double _Complex a; BEGIN", D_VAR_UNSUP },
	{ "int a[int]; string a[int]; BEGIN", D_DECL_IDRED },
	{ "int a[int]; int a; BEGIN", D_DECL_IDRED },
	{ "int a; int a[int]; BEGIN", D_DECL_IDRED },
	{ "int a[double]; BEGIN", D_DECL_PROTO_TYPE },
	{ "float _Complex f; BEGIN", D_VAR_UNSUP },
	{ "struct no_s; struct no_s v[int]; BEGIN", D_DECL_INCOMPLETE },
	{ "int x = 5; BEGIN", D_SYNTAX },
	{ "int; BEGIN", D_DECL_USELESS },
	{ "int pid; BEGIN", D_DECL_IDRED },
	{ "int x; char x; BEGIN", D_DECL_IDRED },
	{ "static int x; BEGIN", D_DECL_BADCLASS },
	{ "inline int x = y; BEGIN", D_IDENT_UNDEF },
	{ "BEGIN { int x; }", D_SYNTAX },
	/* aggregations */
	{ "BEGIN { @a = 1; }", D_AGG_FUNC },
	{ "BEGIN { @a += count(); }", D_AGG_FUNC },
	{ "BEGIN { @a = trace(1); }", D_AGG_FUNC },
	{ "BEGIN { @a; }", D_AGG_NULL },
	{ "BEGIN { @a[1][2] = count(); }", D_AGG_MDIM },
	{ "BEGIN { @a[] = count(); }", D_SYNTAX },
	{ "BEGIN { @1 = count(); }", D_SYNTAX },
	{ "BEGIN { @a = count(1); }", D_PROTO_LEN },
	{ "BEGIN { @a = sum(); }", D_PROTO_LEN },
	{ "BEGIN { @a = sum(execname); }", D_AGG_SCALAR },
	{ "BEGIN { @a = quantize(1, execname); }", D_PROTO_ARG },
	{ "BEGIN { @a = count(); @a = sum(1); }", D_AGG_REDEF },
	{ "BEGIN { @a = lquantize(1, 2); }", D_PROTO_LEN },
	{ "BEGIN { @a = lquantize(1, pid, 2); }", D_LQUANT_BASETYPE },
	{ "BEGIN { @a = lquantize(1, 1LL << 40, 2); }", D_LQUANT_BASEVAL },
	{ "BEGIN { @a = lquantize(1, 1, \"\"); }", D_LQUANT_LIMTYPE },
	{ "BEGIN { @a = lquantize(1, 1, 1ull << 63); }", D_LQUANT_LIMVAL },
	{ "BEGIN { @a = lquantize(1, 2, 2); }", D_LQUANT_MISMATCH },
	{ "BEGIN { @a = lquantize(1, 2, 9, pid); }", D_LQUANT_STEPTYPE },
	{ "BEGIN { @a = lquantize(1, 2, 9, 0); }", D_LQUANT_STEPVAL },
	{ "BEGIN { @a = lquantize(1, 2, 9, 65536); }", D_LQUANT_STEPVAL },
	{ "BEGIN { @a = lquantize(1, 2, 9, 8); }", D_LQUANT_STEPLARGE },
	{ "BEGIN { @a = lquantize(1, 0, 65536); }", D_LQUANT_STEPSMALL },
	{ "BEGIN { @a = lquantize(1, 0, 9); @a = lquantize(1, 1, 9); }",
	    D_LQUANT_MATCHBASE },
	{ "BEGIN { @a = lquantize(1, 0, 9); @a = lquantize(1, 0, 8); }",
	    D_LQUANT_MATCHLIM },
	{ "BEGIN { @a = lquantize(1, 0, 8); @a = lquantize(1, 0, 8, 2); }",
	    D_LQUANT_MATCHSTEP },
	{ "BEGIN { @a = llquantize(1, pid, 0, 6, 10); }",
	    D_LLQUANT_FACTORTYPE },
	{ "BEGIN { @a = llquantize(1, -1, 0, 6, 10); }",
	    D_LLQUANT_FACTORVAL },
	{ "BEGIN { @a = llquantize(1, 1, 0, 6, 10); }",
	    D_LLQUANT_FACTORSMALL },
	{ "BEGIN { @a = llquantize(1, 10, pid, 6, 10); }",
	    D_LLQUANT_LOWTYPE },
	{ "BEGIN { @a = llquantize(1, 10, -1, 6, 10); }",
	    D_LLQUANT_LOWVAL },
	{ "BEGIN { @a = llquantize(1, 10, 0, pid, 10); }",
	    D_LLQUANT_HIGHTYPE },
	{ "BEGIN { @a = llquantize(1, 10, 0, 65536, 10); }",
	    D_LLQUANT_HIGHVAL },
	{ "BEGIN { @a = llquantize(1, 10, 0, 6, pid); }",
	    D_LLQUANT_NSTEPTYPE },
	{ "BEGIN { @a = llquantize(1, 10, 0, 6, -5); }",
	    D_LLQUANT_NSTEPVAL },
	{ "BEGIN { @a = llquantize(1, 10, 6, 6, 10); }",
	    D_LLQUANT_MAGRANGE },
	{ "BEGIN { @a = llquantize(1, 10, 0, 6, 5); }",
	    D_LLQUANT_FACTORNSTEPS },
	{ "BEGIN { @a = llquantize(1, 10, 0, 6, 15); }",
	    D_LLQUANT_FACTOREVEN },
	{ "BEGIN { @a = llquantize(1, 10, 0, 18, 10); }",
	    D_LLQUANT_MAGTOOBIG },
	{ "BEGIN { @a = llquantize(1, 10, 0, 6, 10);"
	    "@a = llquantize(1, 10, 0, 6, 20); }", D_LLQUANT_NSTEPMATCH },
	/* actions */
	{ "BEGIN { exit(); }", D_PROTO_LEN },
	{ "BEGIN { exit(execname); }", D_PROTO_ARG },
	{ "BEGIN { trace(@a); }", D_TRACE_AGG },
	{ "BEGIN { trace(exit(0)); }", D_TRACE_VOID },
	{ "BEGIN { printa(); }", D_PRINTA_PROTO },
	{ "BEGIN { printa(\"x\"); }", D_PRINTA_PROTO },
	{ "BEGIN { printa(1, @a); }", D_PRINTA_AGGARG },
	{ "BEGIN { @a = count(); printa(@a, 1); }", D_PRINTA_AGGARG },
	{ "BEGIN { printa(@a); }", D_PRINTA_AGGBAD },
	{ "BEGIN { @a[1] = count(); @b = count(); printa(@a, @b); }",
	    D_PRINTA_AGGKEY },
	{ "BEGIN { @a[1] = count(); @b[\"\"] = count(); printa(@a, @b); }",
	    D_PRINTA_AGGPROTO },
	{ "BEGIN { @a = count(); printa(\"\", @a); }", D_PRINTF_FMT_EMPTY },
	{ "BEGIN { @a = count(); printa(\"%d\", @a); }",
	    D_PRINTF_ARG_PROTO },
	{ "BEGIN { @a[1] = count(); printa(\"%s\", @a); }",
	    D_PRINTF_ARG_TYPE },
	{ "BEGIN { @a = count(); printa(\"%@s\", @a); }",
	    D_PRINTF_AGG_CONV },
	{ "BEGIN { @a = count(); printa(\"%*d\", @a); }",
	    D_PRINTF_DYN_PROTO },
	{ "BEGIN { @a[1] = count(); printa(\"%\", @a); }",
	    D_SYNTAX },
	{ "BEGIN { clear(); }", D_CLEAR_PROTO },
	{ "BEGIN { clear(1); }", D_CLEAR_AGGARG },
	{ "BEGIN { clear(@a); }", D_CLEAR_AGGBAD },
	{ "BEGIN { trunc(); }", D_TRUNC_PROTO },
	{ "BEGIN { trunc(1); }", D_TRUNC_AGGARG },
	{ "BEGIN { trunc(@a); }", D_TRUNC_AGGBAD },
	{ "BEGIN { @a = count(); trunc(@a, execname); }", D_TRUNC_SCALAR },
	{ "BEGIN { normalize(@a); }", D_NORMALIZE_PROTO },
	{ "BEGIN { normalize(1, 2); }", D_NORMALIZE_AGGARG },
	{ "BEGIN { normalize(@a, 2); }", D_NORMALIZE_AGGBAD },
	{ "BEGIN { @a = count(); normalize(@a, execname); }",
	    D_NORMALIZE_SCALAR },
	{ "BEGIN { stack(1, 2); }", D_STACK_PROTO },
	{ "BEGIN { stack(0); }", D_STACK_SIZE },
	{ "BEGIN { stack(pid); }", D_STACK_SIZE },
};

static void test_refused(void **state)
{
	size_t i;

	for (i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		bad(*state, refused[i].text, refused[i].tag);
}

static size_t append(char *text, size_t at, const char *s)
{
	memcpy(text + at, s, strlen(s) + 1);
	return at + strlen(s);
}

/* Deep and long expressions are refused, before they overflow the stack. */
static void test_depth(void **state)
{
	static const char *const units[][2] = {
		{ "(", "" }, { "-", "" }, { "1 + ", "1" }, { "1 ? ", "" },
		{ "1 ? 2 : ", "3" }, { "x = ", "1" }, { "(int)", "1" },
		{ "!", "1" }, { "++", "x" },
	};
	char *text = malloc(1 << 20);
	size_t i, k;

	assert_non_null(text);
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		size_t len = strlen(units[i][0]), n;

		n = append(text, 0, "BEGIN { x = 1; trace(");
		for (k = 0; k < 50000; k++, n += len)
			memcpy(text + n, units[i][0], len);
		n = append(text, n, units[i][1]);
		(void) append(text, n, "); }");
		bad(*state, text, D_SYNTAX);
	}
	free(text);
}

static void test_limits(void **state)
{
	struct fix *f = *state;
	size_t n = 0;
	char *text = malloc(1 << 20), one[64];
	int i;

	assert_non_null(text);
	n = append(text, 0, "BEGIN {");
	for (i = 0; i <= 128; i++) {
		(void) snprintf(one, sizeof(one), "this->v%d = %d;", i, i);
		n = append(text, n, one);
	}
	(void) append(text, n, "}");
	bad(f, text, D_ID_OFLOW);
	n = append(text, 0, "BEGIN {");
	for (i = 0; i < DT_NSELF; i++) {
		(void) snprintf(one, sizeof(one), "self->v%d = %d;", i, i);
		n = append(text, n, one);
	}
	(void) append(text, n, "}");
	bad(f, text, D_ID_OFLOW);
	n = append(text, 0, "BEGIN { @a[0");
	for (i = 1; i <= DT_MAXKEYS; i++)
		n = append(text, n, ", 1");
	(void) append(text, n, "] = count(); }");
	bad(f, text, D_PROTO_LEN);
	free(text);
}

static void test_empty(void **state)
{
	struct fix *f = *state;

	f->cflags = DTRACE_C_EMPTY;
	assert_null(good(f, "/* nothing */\n"));
	assert_int_equal(f->prog->nclauses, 0);
}

#define	TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_arith), TEST(test_wrap), TEST(test_compare),
		TEST(test_literal), TEST(test_cast), TEST(test_thinnest),
		TEST(test_predicate), TEST(test_descriptions),
		TEST(test_pdesc_zero), TEST(test_operands),
		TEST(test_fold_logical), TEST(test_variables),
		TEST(test_rollback), TEST(test_agg_order), TEST(test_params),
		TEST(test_keys), TEST(test_strings), TEST(test_macros),
		TEST(test_pragmas), TEST(test_lines), TEST(test_refused),
		TEST(test_depth), TEST(test_limits), TEST(test_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
