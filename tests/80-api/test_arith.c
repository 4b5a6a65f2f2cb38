/* SPDX-License-Identifier: MIT */
/*
 * Integer arithmetic on random expressions: what both engines compute, and what
 * the compiler folds, against a model of it that is written out here.
 * DT_TEST_PROGRAMS: how many programs (60), DT_TEST_SEED: which ones (1).
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include "api.h"

#define STATEMENTS 24		/* of a program, each with two expressions */
#define DEPTH 5
#define MAXNODES 4096

/* By rank: more bits, and of equally many the unsigned one, win. */
enum { CHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG, NTYPES };

static const struct {
	const char *name;
	int bytes;
	bool sign;
} types[NTYPES] = {
	[CHAR] = { "char", 1, true },
	[UCHAR] = { "unsigned char", 1, false },
	[SHORT] = { "short", 2, true },
	[USHORT] = { "uint16_t", 2, false },
	[INT] = { "int", 4, true },
	[UINT] = { "uint32_t", 4, false },
	[LONG] = { "int64_t", 8, true },
	[ULONG] = { "unsigned long long", 8, false },
};

static const char *const scopes[] = { "", "self->", "this->" };

#define NSCOPES 3
#define NVARS (NSCOPES * NTYPES)

enum kind { LIT, VAR, UNARY, BINARY, COND, CAST, ASSIGN, COMPOUND, PREINC,
	    POSTINC };

enum op { MUL, DIV, MOD, ADD, SUB, SHL, SHR, AND, XOR, OR, LT, LE, GT, GE, EQ,
	  NE, LOGAND, LOGOR, LOGXOR, NOPS };

static const char *const ops[NOPS] = { "*", "/", "%", "+", "-", "<<", ">>", "&",
	"^", "|", "<", "<=", ">", ">=", "==", "!=", "&&", "||", "^^" };

struct node {
	enum kind kind;
	int op;				/* UNARY: the character */
	int var, type;
	bool konst;			/* known when it is compiled */
	uint64_t value;			/* LIT */
	struct node *a, *b, *c;
};

struct model {
	uint64_t seed;
	uint64_t var[NVARS];
	struct node nodes[MAXNODES];
	int nnodes;
};

/* One statement: @aN[key] = sum(value). */
struct want {
	uint64_t key, value;
	int bytes;			/* of the key */
	char *text;
	bool seen;
};

struct run {
	struct model m;
	struct want want[STATEMENTS];
	dtrace_hdl_t *dtp;
};

static uint32_t rnd(struct model *m, uint32_t n)
{
	m->seed = m->seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(m->seed >> 33) % n;
}

/* Around the edges of all sizes, or anything. */
static uint64_t number(struct model *m)
{
	uint64_t v = (uint64_t)1 << rnd(m, 64);

	switch (rnd(m, 4)) {
	case 0:
		return rnd(m, 10);
	case 1:
		return v - 1 + rnd(m, 3);
	case 2:
		return -(v - 1 + rnd(m, 3));
	default:
		return (uint64_t)rnd(m, 1u << 31) << 33 |
		       (uint64_t)rnd(m, 1u << 31) << 2 | rnd(m, 4);
	}
}

/* --- the model ------------------------------------------------------------ */

static uint64_t cut(int type, uint64_t v)
{
	int bits = 64 - 8 * types[type].bytes;

	v <<= bits;
	if (types[type].sign && bits != 0 && v >> 63)
		return ~(~v >> bits);
	return v >> bits;
}

static uint64_t cast(int from, int to, uint64_t v)
{
	if (types[to].bytes < types[from].bytes)
		return cut(to, v);
	if (types[to].bytes > types[from].bytes && types[from].sign)
		return cut(to, cut(from, v));
	return v;
}

static int higher(const struct node *a, const struct node *b)
{
	return a->type > b->type ? a->type : b->type;
}

static uint64_t magnitude(uint64_t v)
{
	return v >> 63 ? -v : v;
}

static uint64_t quotient(bool sign, uint64_t a, uint64_t b)
{
	uint64_t q = sign ? magnitude(a) / magnitude(b) : a / b;

	return sign && (a ^ b) >> 63 ? -q : q;
}

static uint64_t compute(enum op op, bool sign, uint64_t a, uint64_t b)
{
	uint64_t flip = sign ? (uint64_t)1 << 63 : 0;
	int n = b % 64;

	switch (op) {
	case MUL: return a * b;
	case DIV: return quotient(sign, a, b);
	case MOD: return a - quotient(sign, a, b) * b;
	case ADD: return a + b;
	case SUB: return a - b;
	case SHL: return a << n;
	case SHR: return sign && a >> 63 ? ~(~a >> n) : a >> n;
	case AND: return a & b;
	case XOR: return a ^ b;
	case OR: return a | b;
	case LT: return (a ^ flip) < (b ^ flip);
	case LE: return (a ^ flip) <= (b ^ flip);
	case GT: return (a ^ flip) > (b ^ flip);
	case GE: return (a ^ flip) >= (b ^ flip);
	case EQ: return a == b;
	case NE: return a != b;
	case LOGAND: return a && b;
	case LOGOR: return a || b;
	default: return !a != !b;
	}
}

static uint64_t eval(struct model *m, const struct node *n);

static uint64_t eval_binary(struct model *m, const struct node *n)
{
	bool shift = n->op == SHL || n->op == SHR;
	int by = shift ? n->type : higher(n->a, n->b);
	uint64_t a = eval(m, n->a);

	if ((n->op == LOGAND && !a) || (n->op == LOGOR && a))
		return n->op == LOGOR;
	return compute(n->op, types[by].sign, a, eval(m, n->b));
}

static uint64_t eval_unary(struct model *m, const struct node *n)
{
	uint64_t v = eval(m, n->a);

	if (n->op == '!')
		return !v;
	if (n->op == '~')
		return ~v;
	/* The only constant that is cut: -1u. */
	return n->konst && !types[n->type].sign ? cut(n->type, -v) : -v;
}

static uint64_t eval_assign(struct model *m, const struct node *n)
{
	uint64_t old = m->var[n->var], v;

	switch (n->kind) {
	case ASSIGN:
		v = eval(m, n->a);
		if (n->a->konst)
			v = cast(n->a->type, n->type, v);
		return m->var[n->var] = v;
	case COMPOUND:
		v = eval(m, n->a);
		return m->var[n->var] = compute(n->op, types[n->type].sign,
						old, v);
	default:
		m->var[n->var] = old + (n->op == ADD ? 1 : -1);
		return n->kind == PREINC ? m->var[n->var] : old;
	}
}

static uint64_t eval(struct model *m, const struct node *n)
{
	switch (n->kind) {
	case LIT:
		return n->value;
	case VAR:
		return m->var[n->var];
	case UNARY:
		return eval_unary(m, n);
	case BINARY:
		return eval_binary(m, n);
	case COND:
		return eval(m, eval(m, n->a) ? n->b : n->c);
	case CAST:
		return cast(n->a->type, n->type, eval(m, n->a));
	default:
		return eval_assign(m, n);
	}
}

/* --- random expressions --------------------------------------------------- */

static struct node *make(struct model *m, enum kind kind)
{
	struct node *n = &m->nodes[m->nnodes++];

	assert_true(m->nnodes < MAXNODES);
	*n = (struct node){ .kind = kind };
	return n;
}

static struct node *literal(struct model *m, int type, uint64_t v)
{
	struct node *n = make(m, LIT);

	n->type = type;
	n->konst = true;
	n->value = types[type].sign ? cut(type, v) & INT64_MAX : cut(type, v);
	if (type == INT)
		n->value &= INT32_MAX;
	return n;
}

static struct node *leaf(struct model *m)
{
	struct node *n;

	if (rnd(m, 3) == 0)
		return literal(m, INT + rnd(m, 4), number(m));
	n = make(m, VAR);
	n->var = rnd(m, NVARS);
	n->type = n->var % NTYPES;
	return n;
}

static struct node *expr(struct model *m, int depth);

static struct node *binary(struct model *m, int op, struct node *a,
			   struct node *b)
{
	struct node *n = make(m, BINARY);

	n->op = op;
	n->a = a;
	n->b = b;
	n->type = op >= LT ? INT : op == SHL || op == SHR ? a->type :
		  higher(a, b);
	n->konst = a->konst && b->konst;
	if (a->konst && (op == LOGAND || op == LOGOR) &&
	    (eval(m, a) != 0) == (op == LOGOR))
		n->konst = true;
	return n;
}

/* It is never 0. */
static struct node *divisor(struct model *m, int depth)
{
	return binary(m, OR, expr(m, depth), literal(m, INT, 1));
}

static struct node *random_binary(struct model *m, int depth)
{
	int op = rnd(m, NOPS);
	struct node *a = expr(m, depth);

	return binary(m, op, a, op == DIV || op == MOD ? divisor(m, depth) :
		      expr(m, depth));
}

/* Of a constant condition the chosen value is all that is left. */
static struct node *random_cond(struct model *m, int depth)
{
	struct node *n = make(m, COND), *chosen;

	n->a = expr(m, depth);
	n->b = expr(m, depth);
	n->c = expr(m, depth);
	n->type = higher(n->b, n->c);
	if (n->a->konst) {
		chosen = eval(m, n->a) ? n->b : n->c;
		n->type = chosen->type;
		n->konst = chosen->konst;
	}
	return n;
}

static struct node *random_assign(struct model *m, int depth)
{
	struct node *n = make(m, ASSIGN + rnd(m, 4));

	n->var = rnd(m, NVARS);
	n->type = n->var % NTYPES;
	n->op = n->kind == COMPOUND ? rnd(m, LT) : rnd(m, 2) ? ADD : SUB;
	if (n->kind == COMPOUND && (n->op == DIV || n->op == MOD))
		n->a = divisor(m, depth);
	else if (n->kind == COMPOUND || n->kind == ASSIGN)
		n->a = expr(m, depth);
	return n;
}

static struct node *random_unary(struct model *m, int depth, bool to_type)
{
	struct node *n = make(m, to_type ? CAST : UNARY);

	n->a = expr(m, depth);
	n->op = "-~!"[rnd(m, 3)];
	n->type = to_type ? (int)rnd(m, NTYPES) : n->op == '!' ? INT :
		  n->a->type;
	n->konst = n->a->konst;
	return n;
}

static struct node *expr(struct model *m, int depth)
{
	if (depth == 0 || rnd(m, 6) == 0)
		return leaf(m);
	switch (rnd(m, 10)) {
	case 0:
		return random_unary(m, depth - 1, false);
	case 1:
	case 2:
		return random_unary(m, depth - 1, true);
	case 3:
		return random_cond(m, depth - 1);
	case 4:
		return random_assign(m, depth - 1);
	default:
		return random_binary(m, depth - 1);
	}
}

/* --- as text -------------------------------------------------------------- */

static void put_var(FILE *fp, int var)
{
	fprintf(fp, "%sv%d", scopes[var / NTYPES], var);
}

static void put_literal(FILE *fp, const struct node *n)
{
	static const char *const suffix[] = {
		[INT] = "", [UINT] = "u", [LONG] = "LL", [ULONG] = "ull",
	};

	fprintf(fp, "%" PRIu64 "%s", n->value, suffix[n->type]);
}

static void put(FILE *fp, const struct node *n)
{
	fprintf(fp, "(");
	switch (n->kind) {
	case LIT:
		put_literal(fp, n);
		break;
	case VAR:
		put_var(fp, n->var);
		break;
	case UNARY:
		fprintf(fp, "%c", n->op);
		put(fp, n->a);
		break;
	case BINARY:
		put(fp, n->a);
		fprintf(fp, " %s ", ops[n->op]);
		put(fp, n->b);
		break;
	case COND:
		put(fp, n->a);
		fprintf(fp, " ? ");
		put(fp, n->b);
		fprintf(fp, " : ");
		put(fp, n->c);
		break;
	case CAST:
		fprintf(fp, "(%s)", types[n->type].name);
		put(fp, n->a);
		break;
	case ASSIGN:
	case COMPOUND:
		put_var(fp, n->var);
		fprintf(fp, " %s= ", n->kind == ASSIGN ? "" : ops[n->op]);
		put(fp, n->a);
		break;
	case PREINC:
		fprintf(fp, n->op == ADD ? "++" : "--");
		put_var(fp, n->var);
		break;
	case POSTINC:
		put_var(fp, n->var);
		fprintf(fp, n->op == ADD ? "++" : "--");
		break;
	}
	fprintf(fp, ")");
}

/* Variables of all types, each with more bits than its type has. */
static void put_variables(FILE *fp, struct model *m)
{
	static const char *const words[NSCOPES] = { "", "self ", "this " };

	for (int i = 0; i < NVARS; i++)
		fprintf(fp, "%s%s v%d;\n", words[i / NTYPES],
			types[i % NTYPES].name, i);
	fprintf(fp, "uint64_t w;\nBEGIN {\n");
	for (int i = 0; i < NVARS; i++) {
		m->var[i] = number(m);
		fprintf(fp, "w = %" PRIu64 "ull; ", m->var[i]);
		put_var(fp, i);
		fprintf(fp, " = w;\n");
	}
}

/* The key is computed first. */
static char *statement(struct model *m, int i, struct want *w)
{
	size_t len;
	FILE *fp = open_memstream(&w->text, &len);
	const struct node *key, *value;

	assert_non_null(fp);
	m->nnodes = 0;
	key = expr(m, 1 + rnd(m, DEPTH));
	value = expr(m, 1 + rnd(m, DEPTH));
	w->key = eval(m, key);
	w->bytes = types[key->type].bytes;
	w->value = eval(m, value);
	fprintf(fp, "@a%d[", i);
	put(fp, key);
	fprintf(fp, "] = sum(");
	put(fp, value);
	fprintf(fp, ");\n");
	fclose(fp);
	return w->text;
}

/* --- the test ------------------------------------------------------------- */

static int check(const dtrace_aggdata_t *agg, void *arg)
{
	const dtrace_recdesc_t *rec = &agg->dtada_desc->dtagd_rec[1];
	struct run *r = arg;
	struct want *w = &r->want[atoi(agg->dtada_desc->dtagd_name + 1)];
	uint64_t got = (uint64_t)*api_value(agg);

	if (got != w->value)
		fail_msg("%sgives %" PRId64 ", not %" PRId64, w->text,
			 (int64_t)got, (int64_t)w->value);
	if ((int)rec->dtrd_size != w->bytes ||
	    memcmp(api_key(agg), &w->key, w->bytes) != 0)
		fail_msg("%shas a key of %u bytes that is not the low %d of "
			 "%#" PRIx64, w->text, rec->dtrd_size, w->bytes,
			 w->key);
	w->seen = true;
	return DTRACE_AGGWALK_NEXT;
}

static char *random_program(struct run *r)
{
	char *text;
	size_t len;
	FILE *fp = open_memstream(&text, &len);

	assert_non_null(fp);
	put_variables(fp, &r->m);
	for (int i = 0; i < STATEMENTS; i++)
		fprintf(fp, "%s", statement(&r->m, i, &r->want[i]));
	fprintf(fp, "}\n");
	fclose(fp);
	return text;
}

static void run_program(void **state, uint64_t seed)
{
	struct run *r = calloc(1, sizeof(*r));
	char *text;

	assert_non_null(r);
	r->m.seed = seed;
	text = random_program(r);
	r->dtp = api_snap(state, text);
	api_ok(r->dtp, dtrace_aggregate_walk(r->dtp, check, r));
	for (int i = 0; i < STATEMENTS; i++) {
		if (!r->want[i].seen)
			fail_msg("seed %" PRIu64 ": no value of %s", seed,
				 r->want[i].text);
		free(r->want[i].text);
	}
	dtrace_close(r->dtp);
	free(text);
	free(r);
}

static uint64_t from_env(const char *name, uint64_t value)
{
	const char *text = getenv(name);

	return text ? strtoull(text, NULL, 0) : value;
}

static void random_expressions(void **state)
{
	uint64_t n = from_env("DT_TEST_PROGRAMS", 60);
	uint64_t seed = from_env("DT_TEST_SEED", 1);

	for (uint64_t i = 0; i < n; i++)
		run_program(state, seed + i);
}

int main(void)
{
	const struct CMUnitTest tests[] = { ON_BOTH(random_expressions) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
