/* SPDX-License-Identifier: MIT */
/*
 * Random D expressions on integers, strings, arrays and memory: their text, and
 * a model of their values.  The results of subroutines come from subrs.h.
 */
#ifndef MODEL_H
#define MODEL_H

#include <inttypes.h>
#include "../10-unit/subrs.h"

#define MAXNODES 16384
#define STRSIZE 256
#define MAXELEMS 64			/* of all arrays, in one program */

/* By rank: more bits, and of equally many the unsigned one, win. */
enum { CHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG, NINTS,
       STRING = NINTS, NTYPES };

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
	[STRING] = { "string", STRSIZE, false },
};

/*
 * The variables: of each scope one of each integer type and two strings, then
 * the arrays, whose first key is the number of the program.
 */
static const char *const scopes[] = { "", "self->", "this->" };

#define NSCOPES 3
#define PERSCOPE (NINTS + 2)
#define NSCALARS (NSCOPES * PERSCOPE)

static const struct {
	int scope, type, key;
} arrays[] = {
	{ 0, LONG, INT }, { 0, USHORT, STRING }, { 1, INT, LONG },
	{ 0, STRING, CHAR }, { 1, STRING, STRING }, { 1, ULONG, UINT },
};

#define NARRAYS ((int)(sizeof(arrays) / sizeof(arrays[0])))
#define NVARS (NSCALARS + NARRAYS)

/*
 * A program uses some of them.  It never assigns to the first NFIXED integers
 * and the first string, and keys of arrays contain only these, so that it does
 * not matter when a key is evaluated.
 */
#define NUSED 6				/* integers */
#define NFIXED 2
#define NSTRS 3

enum kind { LIT, VAR, TEXTOF, UNARY, BINARY, COND, CAST, ASSIGN, COMPOUND,
	    PREINC, POSTINC, CALL, PARAM, NAMED, COPY };

enum op { MUL, DIV, MOD, ADD, SUB, SHL, SHR, AND, XOR, OR, LT, LE, GT, GE, EQ,
	  NE, LOGAND, LOGOR, LOGXOR, NOPS };

static const char *const ops[NOPS] = { "*", "/", "%", "+", "-", "<<", ">>", "&",
	"^", "|", "<", "<=", ">", ">=", "==", "!=", "&&", "||", "^^" };

/*
 * The objects in memory of a program, one of each kind.  An index outside an
 * array is a fault, and so is an invalid pointer.
 */
enum object { GLOBAL_S, THIS_S, POINTER_S, ARRAY_S, ELEM_S, SELF_S, NSTRUCTOBJS,
	      ITEMS = NSTRUCTOBJS, THIS_ITEMS, POINTER_ITEMS, ALIAS, NOBJECTS };

/* A part of an object; at and index may be NULL. */
struct place {
	enum object object;
	int member;			/* of a struct */
	struct node *at, *index;	/* of the struct, of the element */
	bool input;			/* of a translator: written `P->` */
	bool alias;			/* written as an inline */
};

struct node {
	enum kind kind;
	int op;				/* UNARY: a character; CALL, NAMED, */
					/* PARAM: an index */
	int var, type;
	struct place place;		/* if var is PLACE */
	bool konst;			/* known when it is compiled */
	uint64_t value;			/* LIT; CALL of lltostr(): the base; */
					/* NAMED: written with a pointer */
	struct node *a, *b, *c;
	struct node *key;		/* of an element */
	char s[STRSIZE];		/* the value, if it is a string */
};

struct cell {
	uint64_t v;
	char s[STRSIZE];
};

struct element {
	int var;
	struct cell key, cell;
};

enum { PLACE = -1 };

/* The memory: the model's structs are laid out by the C compiler. */
#define STRUCTS \
	struct in { short x; uint32_t y; }; \
	struct s { \
		char c; \
		uint16_t us; \
		int b3 : 3; \
		unsigned int b7 : 7; \
		long b35 : 35; \
		int i; \
		int64_t l; \
		struct in in; \
		union { unsigned long long whole; uint8_t byte[8]; } w; \
		char str[8]; \
		uint16_t a[4]; \
	};
#define TEXT(...) #__VA_ARGS__
#define TEXT_OF(...) TEXT(__VA_ARGS__)

STRUCTS

#define NITEMS 5
#define NSTRUCTS 3

/* Inlines, and translators of integers and of structs: see named.h. */
#define NNAMED 4
#define MAXPARAMS 2

struct named {
	enum { PLAIN, OF_PARAMS, OF_INT, OF_STRUCT } kind;
	int type, nparams, params[MAXPARAMS];
	struct node *expr;
};

struct model {
	int program;
	bool pure;			/* generate a key of an array */
	int fault;			/* DTRACEFLT_*, or 0 */
	int used[NUSED], strs[NSTRS];
	struct cell var[NSCALARS];
	struct element elem[MAXELEMS];
	int nelems;
	struct s s[NSTRUCTOBJS][NSTRUCTS];
	uint64_t items[NOBJECTS][NITEMS];
	int pointee;
	struct named named[NNAMED];
	int nnamed;
	const struct named *defining;
	struct node nodes[MAXNODES];
	int nnodes, kept;		/* the first belong to named[] */
};

/*
 * The subroutines; the first NUMBERS return a number.  Arguments: s a string,
 * c i l cast to char, int and int64_t, # a constant base; those after | are
 * optional.  The result is a type, or TAIL: the first string from a position.
 */
enum { TAIL = NTYPES };

#define NUMBERS 3

static const struct call {
	const char *name, *args;
	void (*ref)(const struct input *, struct output *);
	int result;
	int64_t absent;			/* the value of an omitted argument */
} calls[] = {
	{ "strlen", "s", ref_len, ULONG, 0 },
	{ "index", "ss|i", ref_index, INT, 0 },
	{ "rindex", "ss|i", ref_rindex, INT, INT32_MAX },
	{ "strchr", "sc", ref_first, TAIL, 0 },
	{ "strrchr", "sc", ref_last, TAIL, 0 },
	{ "strstr", "ss", ref_index, TAIL, 0 },
	{ "strjoin", "ss", ref_append, STRING, 0 },
	{ "substr", "si|i", ref_substr, STRING, INT64_MAX },
	{ "basename", "s", ref_basename, STRING, 0 },
	{ "dirname", "s", ref_dirname, STRING, 0 },
	{ "cleanpath", "s", ref_cleanpath, STRING, 0 },
	{ "toupper", "s", ref_upper, STRING, 0 },
	{ "tolower", "s", ref_lower, STRING, 0 },
	{ "lltostr", "l#", ref_number, STRING, 0 },
};

#define NCALLS ((int)(sizeof(calls) / sizeof(calls[0])))

static int var_type(int var)
{
	if (var >= NSCALARS)
		return arrays[var - NSCALARS].type;
	return var % PERSCOPE < NINTS ? var % PERSCOPE : STRING;
}

static int var_scope(int var)
{
	return var >= NSCALARS ? arrays[var - NSCALARS].scope : var / PERSCOPE;
}

/* A random number, often near the limit of a type. */
static uint64_t number(void)
{
	uint64_t v = (uint64_t)1 << rnd(64);

	switch (rnd(4)) {
	case 0:
		return rnd(10);
	case 1:
		return v - 1 + rnd(3);
	case 2:
		return -(v - 1 + rnd(3));
	default:
		return rnd(1u << 31) << 33 | rnd(1u << 31) << 2 | rnd(4);
	}
}

/* --- the value of integers ------------------------------------------------ */

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

static void fail_model(struct model *m, int fault)
{
	if (m->fault == 0)
		m->fault = fault;
}

static uint64_t compute(struct model *m, enum op op, bool sign, uint64_t a,
			uint64_t b)
{
	uint64_t flip = sign ? (uint64_t)1 << 63 : 0;
	int n = b % 64;

	if ((op == DIV || op == MOD) && b == 0) {
		fail_model(m, DTRACEFLT_DIVZERO);
		return 0;
	}
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

static uint64_t eval(struct model *m, struct node *n);
static struct node *expr(struct model *m, int depth);
static struct node *string_expr(struct model *m, int depth);
static struct node *binary(struct model *m, int op, struct node *a,
			   struct node *b);
static void put(FILE *fp, const struct model *m, const struct node *n);

static uint64_t eval_binary(struct model *m, const struct node *n)
{
	bool shift = n->op == SHL || n->op == SHR;
	int by = shift ? n->type : higher(n->a, n->b);
	uint64_t a = eval(m, n->a), b;

	if ((n->op == LOGAND && !a) || (n->op == LOGOR && a))
		return n->op == LOGOR;
	b = eval(m, n->b);
	if (n->a->type == STRING) {
		a = (int64_t)strcmp(n->a->s, n->b->s);
		return compute(m, n->op, true, a, 0);
	}
	return compute(m, n->op, types[by].sign, a, b);
}

static uint64_t eval_unary(struct model *m, const struct node *n)
{
	uint64_t v = eval(m, n->a);

	if (n->op == '!')
		return !v;
	if (n->op == '~')
		return ~v;
	/* only constants are truncated: -1u */
	return n->konst && !types[n->type].sign ? cut(n->type, -v) : -v;
}

static struct node *make(struct model *m, enum kind kind, int type);
static struct node *literal(struct model *m, int type, uint64_t v);
static struct node *key_expr(struct model *m, int type);
static struct node *scalar(struct model *m, int var);
static struct node *typed(struct model *m, struct node *n);

#include "places.h"
#include "named.h"

/* --- of variables --------------------------------------------------------- */

/* An element that was never assigned is 0 or "". */
static struct cell *eval_cell(struct model *m, const struct node *n)
{
	struct element *e = m->elem;
	struct cell key = { 0 };
	int type;

	if (n->var < NSCALARS)
		return &m->var[n->var];
	type = arrays[n->var - NSCALARS].key;
	key.v = eval(m, n->key);
	if (type == STRING)
		memcpy(key.s, n->key->s, STRSIZE);
	else
		key.v = cast(n->key->type, type, key.v);
	for (; e < m->elem + m->nelems; e++)
		if (e->var == n->var && e->key.v == key.v &&
		    strcmp(e->key.s, key.s) == 0)
			return &e->cell;
	assert_true(m->nelems++ < MAXELEMS);
	*e = (struct element){ .var = n->var, .key = key };
	return &e->cell;
}

static uint64_t eval_var(struct model *m, struct node *n)
{
	struct cell *c;

	if (n->var == PLACE)
		return get_place(m, &n->place);
	c = eval_cell(m, n);
	memcpy(n->s, c->s, STRSIZE);
	return c->v;
}

/* Nothing is stored after a fault. */
static uint64_t store(struct model *m, struct node *n, uint64_t v)
{
	struct cell *c = n->var == PLACE ? NULL : eval_cell(m, n);

	if (m->fault)
		return 0;
	if (!c) {
		set_place(m, &n->place, v);
		return v;
	}
	if (n->type == STRING)
		memcpy(c->s, n->s, STRSIZE);
	return c->v = v;
}

static uint64_t eval_assign(struct model *m, struct node *n)
{
	uint64_t old, v;

	switch (n->kind) {
	case ASSIGN:
		if (n->var == PLACE && !is_item_pointer(&n->place))
			get_place(m, &n->place);
		v = eval(m, n->a);
		if (n->type == STRING)
			memcpy(n->s, n->a->s, STRSIZE);
		else if (n->a->konst)
			v = cast(n->a->type, n->type, v);
		return store(m, n, v);
	case COMPOUND:
		old = eval_var(m, n);
		v = eval(m, n->a);
		return store(m, n, compute(m, n->op, types[n->type].sign, old,
					   v));
	default:
		old = eval_var(m, n);
		v = store(m, n, old + (n->op == ADD ? 1 : -1));
		return n->kind == PREINC ? v : old;
	}
}

/* --- of strings ----------------------------------------------------------- */

static int cast_of(char arg)
{
	return arg == 'c' ? CHAR : arg == 'i' ? INT : LONG;
}

static void arguments(struct model *m, struct node *n, struct input *in)
{
	struct node *const arg[] = { n->a, n->b, n->c };
	const char *p = calls[n->op].args;
	int strings = 0, numbers = 0;
	uint64_t v[3];

	for (int i = 0; i < 3 && arg[i]; i++)
		v[i] = eval(m, arg[i]);
	in->v = in->w = 0;
	for (int i = 0; *p; p++) {
		if (*p == '|')
			continue;
		if (*p == 's') {
			memcpy(strings++ ? in->b : in->a, arg[i]->s, STRSIZE);
		} else {
			int64_t x = *p == '#' ? (int64_t)n->value : !arg[i] ?
				    calls[n->op].absent :
				    (int64_t)cast(arg[i]->type, cast_of(*p),
						  v[i]);
			*(numbers++ ? &in->w : &in->v) = x;
		}
		i++;
	}
	/* substr() without a length accepts any position before the start */
	if (in->w == INT64_MAX && in->v < -STRSIZE)
		in->v = -STRSIZE;
}

static uint64_t eval_call(struct model *m, struct node *n)
{
	const struct call *f = &calls[n->op];
	static struct output out;
	static struct input in;

	arguments(m, n, &in);
	out.n = out.len = 0;
	out.s[0] = '\0';
	f->ref(&in, &out);
	if (f->result == TAIL) {
		if (out.n >= 0)
			set(&out, in.a + out.n, strlen(in.a + out.n));
	} else if (f->result != STRING) {
		return out.n;
	}
	if (out.len > STRSIZE - 1)
		out.len = STRSIZE - 1;
	memcpy(n->s, out.s, out.len);
	n->s[out.len] = '\0';
	return 0;
}

static uint64_t eval_cond(struct model *m, struct node *n)
{
	struct node *chosen = eval(m, n->a) ? n->b : n->c;
	uint64_t v = eval(m, chosen);

	memcpy(n->s, chosen->s, STRSIZE);
	return v;
}

/* Evaluate a node: returns an integer; a string is stored in n->s. */
static uint64_t eval(struct model *m, struct node *n)
{
	switch (n->kind) {
	case LIT:
		return n->value;
	case VAR:
		return eval_var(m, n);
	case UNARY:
		return eval_unary(m, n);
	case BINARY:
		return eval_binary(m, n);
	case COND:
		return eval_cond(m, n);
	case CAST:
		return cast(n->a->type, n->type, eval(m, n->a));
	case CALL:
		return eval_call(m, n);
	case TEXTOF:
		get_text(m, &n->place, n->s);
		return 0;
	case NAMED:
	case PARAM:
		return eval_named(m, n);
	case COPY:
		return eval_copy(m, n);
	default:
		return eval_assign(m, n);
	}
}

/* --- random expressions --------------------------------------------------- */

static struct node *make(struct model *m, enum kind kind, int type)
{
	struct node *n = &m->nodes[m->nnodes++];

	assert_true(m->nnodes < MAXNODES);
	*n = (struct node){ .kind = kind, .type = type };
	return n;
}

/* With a constant condition only the chosen value remains. */
static void type_cond(struct model *m, struct node *n)
{
	const struct node *chosen;

	if (n->type == STRING)
		return;
	n->type = higher(n->b, n->c);
	if (n->a->konst) {
		chosen = eval(m, n->a) ? n->b : n->c;
		n->type = chosen->type;
		n->konst = chosen->konst;
	}
}

static void type_binary(struct model *m, struct node *n)
{
	bool shift = n->op == SHL || n->op == SHR;

	n->type = n->op >= LT ? INT : shift ? n->a->type : higher(n->a, n->b);
	n->konst = n->a->konst && n->b->konst;
	if (n->a->konst && (n->op == LOGAND || n->op == LOGOR) &&
	    (eval(m, n->a) != 0) == (n->op == LOGOR))
		n->konst = true;
}

/* Set the type, and whether it is a constant, by the operands. */
static struct node *typed(struct model *m, struct node *n)
{
	switch (n->kind) {
	case UNARY:
		n->type = n->op == '!' ? INT : n->a->type;
		/* fall through */
	case CAST:
		n->konst = n->a->konst;
		break;
	case BINARY:
		type_binary(m, n);
		break;
	case COND:
		type_cond(m, n);
		break;
	default:
		break;
	}
	return n;
}

static struct node *literal(struct model *m, int type, uint64_t v)
{
	struct node *n = make(m, LIT, type);

	n->konst = true;
	n->value = types[type].sign ? cut(type, v) & INT64_MAX : cut(type, v);
	if (type == INT)
		n->value &= INT32_MAX;
	return n;
}

static struct node *string_literal(struct model *m)
{
	struct node *n = make(m, LIT, STRING);
	static struct input in;

	in.strsize = rnd(16) == 0 ? STRSIZE : 12;
	random_input(&in);
	memcpy(n->s, rnd(2) ? in.a : in.b, in.strsize);
	return n;
}

static struct node *key_expr(struct model *m, int type)
{
	bool pure = m->pure;
	struct node *n;

	m->pure = true;
	if (type == STRING)
		n = string_expr(m, rnd(2));
	else if (rnd(2) == 0)
		n = literal(m, INT, rnd(3));
	else
		n = expr(m, rnd(3));
	m->pure = pure;
	return n;
}

/* A variable or an element of integers or, if asked for, of strings. */
static void random_lvalue(struct model *m, struct node *n, bool string)
{
	int array;

	if (!string && rnd(3) == 0) {
		n->var = PLACE;
		random_place(m, &n->place, false);
		n->type = place_type(&n->place);
		return;
	}
	n->var = string ? m->strs[1 + rnd(NSTRS - 1)] :
		 m->used[NFIXED + rnd(NUSED - NFIXED)];
	if (rnd(5) == 0) {
		do
			array = rnd(NARRAYS);
		while ((arrays[array].type == STRING) != string);
		n->var = NSCALARS + array;
		n->key = key_expr(m, arrays[array].key);
	}
	n->type = var_type(n->var);
}

static struct node *scalar(struct model *m, int var)
{
	struct node *n = make(m, VAR, var_type(var));

	n->var = var;
	return n;
}

static struct node *variable(struct model *m, bool string)
{
	struct node *n = m->pure || rnd(3) ? NULL : random_param(m, string);

	if (n)
		return n;
	if (m->pure)
		return scalar(m, string ? m->strs[0] : m->used[rnd(NFIXED)]);
	if (string && rnd(4) == 0) {
		n = make(m, TEXTOF, STRING);
		n->var = PLACE;
		random_place(m, &n->place, true);
		return n;
	}
	n = make(m, VAR, INT);
	random_lvalue(m, n, string);
	return n;
}

static struct node *leaf(struct model *m)
{
	return rnd(3) == 0 ? literal(m, INT + rnd(4), number()) :
	       variable(m, false);
}

static struct node *binary(struct model *m, int op, struct node *a,
			   struct node *b)
{
	struct node *n = make(m, BINARY, INT);

	n->op = op;
	n->a = a;
	n->b = b;
	return typed(m, n);
}

/* Make a divisor, which is rarely 0, and never a constant 0. */
static struct node *divisor(struct model *m, int depth)
{
	if (rnd(12) == 0 && !m->defining)
		return variable(m, false);
	return binary(m, OR, expr(m, depth), literal(m, INT, 1));
}

static struct node *random_binary(struct model *m, int depth)
{
	int op = rnd(NOPS);
	struct node *a = expr(m, depth);

	return binary(m, op, a, op == DIV || op == MOD ? divisor(m, depth) :
		      expr(m, depth));
}

static struct node *random_cond(struct model *m, int depth)
{
	struct node *n = make(m, COND, INT);

	n->a = expr(m, depth);
	n->b = expr(m, depth);
	n->c = expr(m, depth);
	return typed(m, n);
}

static struct node *random_assign(struct model *m, int depth)
{
	struct node *n = make(m, ASSIGN + rnd(4), INT);

	random_lvalue(m, n, false);
	n->op = n->kind == COMPOUND ? rnd(LT) : rnd(2) ? ADD : SUB;
	if (n->kind == COMPOUND && (n->op == DIV || n->op == MOD))
		n->a = divisor(m, depth);
	else if (n->kind == COMPOUND || n->kind == ASSIGN)
		n->a = expr(m, depth);
	return n;
}

static struct node *string_assign(struct model *m, int depth)
{
	struct node *n = make(m, ASSIGN, STRING);

	random_lvalue(m, n, true);
	n->a = string_expr(m, depth);
	return n;
}

static struct node *random_unary(struct model *m, int depth, bool to_type)
{
	struct node *n = make(m, to_type ? CAST : UNARY, INT);

	n->a = expr(m, depth);
	n->op = "-~!"[rnd(3)];
	n->type = rnd(NINTS);
	return typed(m, n);
}

static struct node *string_compare(struct model *m, int depth)
{
	struct node *n = make(m, BINARY, INT);

	n->op = LT + rnd(LOGAND - LT);
	n->a = variable(m, true);
	n->b = string_expr(m, depth);
	return n;
}

/* Most numbers are positions. */
static struct node *argument(struct model *m, char arg, int depth)
{
	if (arg == 's')
		return string_expr(m, depth);
	if (rnd(2) == 0)
		return expr(m, depth);
	return binary(m, SUB, literal(m, INT, rnd(16)), literal(m, INT, 4));
}

static struct node *random_call(struct model *m, int op, int depth)
{
	struct node *n = make(m, CALL, calls[op].result);
	struct node **arg = &n->a;

	if (n->type == TAIL)
		n->type = STRING;
	n->op = op;
	n->value = 2 + rnd(35);
	for (const char *p = calls[op].args; *p && *p != '#'; p++) {
		if (*p == '|' && rnd(2) == 0)
			break;
		if (*p == '|')
			continue;
		*arg = argument(m, *p, depth);
		arg = arg == &n->a ? &n->b : &n->c;
	}
	return n;
}

static struct node *string_expr(struct model *m, int depth)
{
	struct node *n = NULL;

	if (depth == 0 || rnd(4) == 0)
		return rnd(3) == 0 ? string_literal(m) : variable(m, true);
	if (rnd(6) == 0)
		n = random_use(m, true, depth - 1);
	if (n)
		return n;
	if (rnd(6) != 0)
		return random_call(m, NUMBERS + rnd(NCALLS - NUMBERS),
				   depth - 1);
	n = make(m, COND, STRING);
	n->a = expr(m, depth - 1);
	n->b = string_expr(m, depth - 1);
	n->c = string_expr(m, depth - 1);
	return n;
}

static struct node *expr(struct model *m, int depth)
{
	struct node *use;

	if (depth == 0 || rnd(6) == 0)
		return leaf(m);
	switch (rnd(13)) {
	case 12:
		use = random_use(m, false, depth - 1);
		return use ? use : leaf(m);
	case 0:
		return random_unary(m, depth - 1, false);
	case 1:
	case 2:
		return random_unary(m, depth - 1, true);
	case 3:
		return random_cond(m, depth - 1);
	case 4:
		if (!m->pure)
			return random_assign(m, depth - 1);
		return leaf(m);
	case 5:
		return random_call(m, rnd(NUMBERS), depth > 2 ? 1 : 0);
	case 6:
		return string_compare(m, depth > 2 ? 1 : 0);
	default:
		return random_binary(m, depth - 1);
	}
}

/* --- as text -------------------------------------------------------------- */

static void put_name(FILE *fp, int var)
{
	fprintf(fp, "%sv%d", scopes[var_scope(var)], var);
}

static void put_lvalue(FILE *fp, const struct model *m, const struct node *n)
{
	if (n->var == PLACE) {
		put_place(fp, m, &n->place);
		return;
	}
	put_name(fp, n->var);
	if (n->key) {
		fprintf(fp, "[%d, ", m->program);
		put(fp, m, n->key);
		fprintf(fp, "]");
	}
}

static void put_literal(FILE *fp, const struct node *n)
{
	static const char *const suffix[] = {
		[INT] = "", [UINT] = "u", [LONG] = "LL", [ULONG] = "ull",
	};

	if (n->type != STRING) {
		fprintf(fp, "%" PRIu64 "%s", n->value, suffix[n->type]);
		return;
	}
	fprintf(fp, "\"");
	for (const char *p = n->s; *p; p++)
		fprintf(fp, isalnum((unsigned char)*p) ? "%c" : "\\%03o",
			(unsigned char)*p);
	fprintf(fp, "\"");
}

static void put_call(FILE *fp, const struct model *m, const struct node *n)
{
	struct node *const arg[] = { n->a, n->b, n->c };

	fprintf(fp, "%s(", calls[n->op].name);
	for (int i = 0; i < 3 && arg[i]; i++) {
		fprintf(fp, i == 0 ? "" : ", ");
		put(fp, m, arg[i]);
	}
	if (strchr(calls[n->op].args, '#'))
		fprintf(fp, ", %d", (int)n->value);
	fprintf(fp, ")");
}

static void put_assign(FILE *fp, const struct model *m, const struct node *n)
{
	const char *twice = n->op == ADD ? "++" : "--";

	if (n->kind == PREINC)
		fprintf(fp, "%s", twice);
	put_lvalue(fp, m, n);
	if (n->kind == POSTINC)
		fprintf(fp, "%s", twice);
	if (!n->a)
		return;
	fprintf(fp, " %s= ", n->kind == ASSIGN ? "" : ops[n->op]);
	put(fp, m, n->a);
}

static void put_infix(FILE *fp, const struct model *m, const struct node *n)
{
	put(fp, m, n->a);
	if (n->kind == BINARY) {
		fprintf(fp, " %s ", ops[n->op]);
		put(fp, m, n->b);
		return;
	}
	fprintf(fp, " ? ");
	put(fp, m, n->b);
	fprintf(fp, " : ");
	put(fp, m, n->c);
}

static void put(FILE *fp, const struct model *m, const struct node *n)
{
	fprintf(fp, "(");
	switch (n->kind) {
	case LIT:
		put_literal(fp, n);
		break;
	case VAR:
		put_lvalue(fp, m, n);
		break;
	case UNARY:
		fprintf(fp, "%c", n->op);
		put(fp, m, n->a);
		break;
	case CAST:
		fprintf(fp, "(%s)", types[n->type].name);
		put(fp, m, n->a);
		break;
	case BINARY:
	case COND:
		put_infix(fp, m, n);
		break;
	case CALL:
		put_call(fp, m, n);
		break;
	case TEXTOF:
		fprintf(fp, "stringof(");
		put_place(fp, m, &n->place);
		fprintf(fp, ")");
		break;
	case PARAM:
		fprintf(fp, "q%d", n->op);
		break;
	case NAMED:
		put_use(fp, m, n);
		break;
	default:
		put_assign(fp, m, n);
	}
	fprintf(fp, ")");
}

#endif
