/* SPDX-License-Identifier: MIT */
/* check_expr.c - the types of expressions: a function for each kind of node. */
#include <errno.h>
#include <string.h>
#include "front/check.h"

enum { MAX_INLINED = 200000 };	/* nodes: some 40 MB of memory */

struct dt_node *
dt_check_node(struct dt_check *c, enum dt_nodekind kind,
    int line, const struct dt_type *type)
{
	struct dt_node *n = dt_check_alloc(c, sizeof(*n));

	if (n == NULL)
		return NULL;
	n->kind = kind;
	n->line = c->at != 0 ? c->at : line;
	n->type = *type;
	return n;
}

struct dt_node *
dt_check_const(struct dt_check *c, int line,
    const struct dt_type *type, uint64_t value)
{
	struct dt_node *n = dt_check_node(c, DT_N_INT, line, type);

	if (n != NULL)
		n->value = (int64_t)dt_type_wrap(type, value);
	return n;
}

/* A cast to _Bool compares with 0; casts to other integers truncate. */
static bool
is_bool(const struct dt_check *c, const struct dt_type *t)
{
	return t->kind == DT_TYPE_INT && (t->ctf == c->t_bool.ctf ||
	    t->ctf == c->t_boolalias.ctf);
}

/* Make a new node even if the size is the same, to keep the type's name. */
static struct dt_node *
cast(struct dt_check *c, struct dt_node *n,
    const struct dt_type *to)
{
	struct dt_node *r;

	if (is_bool(c, to)) {
		r = dt_check_const(c, n->line, &c->t_int, 0);
		n = r == NULL ? NULL :
		    dt_check_binary(c, n->line, DT_OP_NE, n, r);
		if (n == NULL)
			return NULL;
	}
	r = dt_check_node(c, DT_N_CAST, n->line, to);
	if (r == NULL)
		return NULL;
	r->left = n;
	return dt_fold(r);
}

bool
dt_check_isnumber(const struct dt_node *n)
{
	return n->kind == DT_N_INT || n->kind == DT_N_FIELD;
}

struct dt_node *
dt_check_pair(struct dt_check *c, enum dt_nodekind kind, int line,
    const struct dt_type *type, struct dt_node *left, struct dt_node *right)
{
	struct dt_node *n;

	if (left == NULL || right == NULL)
		return NULL;
	n = dt_check_node(c, kind, line, type);
	if (n == NULL)
		return NULL;
	n->left = left;
	n->right = right;
	return n;
}

struct dt_node *
dt_check_comma(struct dt_check *c, int line, struct dt_node *left,
    struct dt_node *right)
{
	return right == NULL ? NULL :
	    dt_check_pair(c, DT_N_COMMA, line, &right->type, left, right);
}

struct dt_node *
dt_check_convert(struct dt_check *c, struct dt_node *n,
    const struct dt_type *to)
{
	if (n == NULL)
		return NULL;
	/* constants take on the type's name, which a record may show */
	if (!dt_check_isnumber(n) && n->type.size == to->size &&
	    n->type.is_signed == to->is_signed && !is_bool(c, to))
		return n;
	return cast(c, n, to);
}

struct dt_node *
dt_check_stored(struct dt_check *c, struct dt_node *n,
    const struct dt_type *to)
{
	return dt_check_isnumber(n) || is_bool(c, to) ?
	    dt_check_convert(c, n, to) : n;
}

static struct dt_node *
check_int(struct dt_check *c, const struct dt_pnode *p)
{
	return dt_check_const(c, p->line, &p->type, p->value);
}

struct dt_node *
dt_check_null(struct dt_check *c, struct dt_node *n)
{
	struct dt_node *s;

	if (n == NULL || n->kind != DT_N_INT || n->value != 0)
		return n;
	s = dt_check_node(c, DT_N_STRING, n->line, &c->t_string);
	if (s != NULL)
		s->str = "";
	return s;
}

static struct dt_node *
check_string(struct dt_check *c,
    const struct dt_pnode *p)
{
	struct dt_node *n = dt_check_node(c, DT_N_STRING, p->line,
	    &c->t_string);

	if (n != NULL) {
		n->str = p->name;
		n->len = p->len;
	}
	return n;
}

static struct dt_node *
check_agg(struct dt_check *c, const struct dt_pnode *p)
{
	dt_diag_set(c->diag, D_IDENT_BADREF, p->line,
	    "the value of @%s cannot be read: assign it an aggregating "
	    "function, or pass it to an action such as printa()",
	    p->name);
	return NULL;
}

static struct dt_node *
check_call(struct dt_check *c, const struct dt_pnode *p)
{
	int func = dt_check_findfunc(p->name);

	if (func >= 0)
		return dt_check_func(c, p, func);
	if (dt_check_isexpanded(p->name))
		return dt_check_expand(c, p);
	if (dt_check_isaddr(p))
		dt_diag_set(c->diag, D_OP_ACT, p->line,
		    "%s() has no value to compute with: write it as a "
		    "statement, as a key of an aggregation, or as an argument "
		    "of trace() or printf()", p->name);
	else if (dt_check_isact(p->name))
		dt_diag_set(c->diag, D_OP_ACT, p->line,
		    "%s() is an action and has no value: write it as a "
		    "statement", p->name);
	else if (dt_check_isaggfunc(p->name))
		dt_diag_set(c->diag, D_FUNC_IDKIND, p->line,
		    "%s() aggregates: write @name[keys] = %s(...)", p->name,
		    p->name);
	else if (dt_scope_find(c->scope, DT_ID_GLOBAL, p->name) != NULL)
		dt_diag_set(c->diag, D_FUNC_IDKIND, p->line,
		    "%s is a variable and cannot be called", p->name);
	else
		(void) dt_check_nofunc(c, p);
	return NULL;
}

struct dt_node *
dt_check_novalue(struct dt_check *c, const struct dt_pnode *p, enum dt_tag tag)
{
	if (c->diag->err != -ENOMEM && (p->kind == DT_P_AGG ||
	    (p->kind == DT_P_CALL && (dt_check_isact(p->name) ||
	    dt_check_isaggfunc(p->name)))))
		c->diag->tag = tag;
	return NULL;
}

static enum dt_op
unary_op(enum dt_tokid tok)
{
	return tok == DT_TOK_SUB ? DT_OP_NEG : tok == DT_TOK_ADD ?
	    DT_OP_NONE : (enum dt_op)dt_lex_row(tok)->op;
}

static struct dt_node *
check_unary(struct dt_check *c,
    const struct dt_pnode *p)
{
	struct dt_node *n;

	if (p->tok == DT_TOK_AND)
		return dt_check_addrof(c, p);
	if (p->tok == DT_TOK_MUL)
		return dt_check_deref(c, p);
	n = dt_check_value(c, dt_check_operand(c, p->left));
	return n != NULL ? dt_check_unary(c, p->line, unary_op(p->tok), n) :
	    dt_check_novalue(c, p->left, dt_check_optag(unary_op(p->tok)));
}

/* Is p both a variable and an enumerator of the enum it is compared with? */
static bool
is_ambiguous(struct dt_check *c, enum dt_op op, const struct dt_node *left,
    const struct dt_pnode *p)
{
	const struct dt_ident *id;

	if (op < DT_OP_LT || op > DT_OP_NE || p->kind != DT_P_IDENT ||
	    !dt_type_isenumerator(c->types, &left->type, p->name))
		return false;
	id = dt_scope_find(c->scope, DT_ID_GLOBAL, p->name);
	if (id == NULL || id->kind == DT_ID_INLINE)
		return false;
	return dt_diag_set(c->diag, D_IDENT_AMBIG, p->line,
	    "%s is a variable and an enumerator of the value it is compared "
	    "with: rename the variable", p->name) != 0;
}

/* The right operand may be an enumerator that only the left one's enum has. */
static struct dt_node *
check_right(struct dt_check *c, enum dt_op op, const struct dt_node *left,
    const struct dt_pnode *p)
{
	int value;

	if (op >= DT_OP_LT && op <= DT_OP_NE && p->kind == DT_P_IDENT &&
	    dt_type_sourcevalue(c->types, &left->type, p->name, &value) &&
	    dt_scope_find(c->scope, DT_ID_GLOBAL, p->name) == NULL)
		return dt_check_const(c, p->line, &c->t_int, (uint64_t)value);
	return dt_check_expr(c, p);
}

static struct dt_node *
check_binary(struct dt_check *c,
    const struct dt_pnode *p)
{
	enum dt_op op = (enum dt_op)dt_lex_row(p->tok)->op;
	struct dt_node *left = dt_check_expr(c, p->left), *right;

	if (left != NULL && is_ambiguous(c, op, left, p->right))
		return NULL;
	right = left != NULL ? check_right(c, op, left, p->right) : NULL;
	if (right != NULL)
		return dt_check_binary(c, p->line, op, left, right);
	p = left == NULL ? p->left : p->right;
	return dt_check_novalue(c, p, p->kind == DT_P_AGG ? D_OP_INCOMPAT :
	    dt_check_optag(op));
}

/* In a branch that a constant excludes, check only that functions exist. */
static int
check_names(struct dt_check *c, const struct dt_pnode *p)
{
	const struct dt_pnode *child[] = { p->left, p->right, p->third };
	int err = 0;

	if (p->kind == DT_P_CALL && dt_check_findfunc(p->name) < 0 &&
	    !dt_check_isexpanded(p->name) &&
	    !dt_check_isact(p->name) && !dt_check_isaggfunc(p->name))
		return check_call(c, p) != NULL ? 0 : -EINVAL;
	for (size_t i = 0; i < 3 && err == 0; i++)
		if (child[i] != NULL)
			err = check_names(c, child[i]);
	for (p = p->args; p != NULL && err == 0; p = p->next)
		err = check_names(c, p);
	return err;
}

const struct dt_pnode *
dt_check_chosen(struct dt_check *c, const struct dt_pnode *p)
{
	const struct dt_node *n;
	bool yes;

	while (p != NULL && p->kind == DT_P_COND) {
		n = dt_check_expr(c, p->left);
		if (n == NULL) {
			(void) dt_check_novalue(c, p->left, D_OP_SCALAR);
			return NULL;
		}
		if (n->kind != DT_N_INT)
			break;
		yes = n->value != 0;
		if (check_names(c, yes ? p->third : p->right) != 0)
			return NULL;
		p = yes ? p->right : p->third;
	}
	return p;
}

static struct dt_node *
check_cond(struct dt_check *c, const struct dt_pnode *p)
{
	struct dt_node *cond, *yes, *no;
	const struct dt_pnode *chosen = dt_check_chosen(c, p);

	if (chosen != p)
		return chosen != NULL ? dt_check_expr(c, chosen) : NULL;
	cond = dt_check_expr(c, p->left);
	if (cond == NULL || !dt_check_iscondition(c, p->line, "?:", cond))
		return NULL;
	yes = dt_check_static(c, D_OP_DYN, p->right);
	no = yes != NULL ? dt_check_static(c, D_OP_DYN, p->third) : NULL;
	return no != NULL ? dt_check_cond(c, p->line, cond, yes, no) : NULL;
}

static struct dt_node *
check_comma(struct dt_check *c,
    const struct dt_pnode *p)
{
	struct dt_node *left = dt_check_static(c, D_OP_DYN, p->left);

	return left == NULL ? NULL : dt_check_comma(c, p->line, left,
	    dt_check_static(c, D_OP_DYN, p->right));
}

/*
 * An integer as a pointer.  To a type of a process, it is an address there;
 * pointers, such as copyin() returns, lead where they led before.
 */
static struct dt_node *
to_pointer(struct dt_check *c, const struct dt_pnode *p, struct dt_node *n)
{
	n = dt_check_retype(c, dt_check_convert(c, n, &c->t_int64), &p->type);
	if (n != NULL)
		n->is_user = p->is_user;
	return n;
}

/*
 * Integers and pointers can be cast to each other and to strings, and anything
 * to void.  A cast of a struct to its own type changes nothing: translators are
 * full of it.
 */
static struct dt_node *
check_cast(struct dt_check *c, const struct dt_pnode *p)
{
	bool string = dt_type_isstring(&p->type);
	struct dt_node *n = dt_check_place(c, p->left);
	char from[64], to[64];

	if (n != NULL && n->kind == DT_N_XLATE)
		n = dt_check_dynamic(c, D_CAST_INVAL, n);
	n = string ? dt_check_value(c, n) : dt_check_decay(c, n);
	if (n == NULL)
		return dt_check_novalue(c, p->left, D_CAST_INVAL);
	if (p->type.kind == DT_TYPE_VOID)
		return dt_check_retype(c, n, &p->type);
	if (dt_type_isint(&n->type) && dt_type_isint(&p->type))
		return cast(c, n, &p->type);
	if (n->type.kind == DT_TYPE_POINTER && dt_type_isint(&p->type))
		return cast(c, dt_check_number(c, n), &p->type);
	if (string && dt_type_isscalar(&n->type))
		return dt_check_stringof(c, dt_type_isint(&n->type) ?
		    dt_check_convert(c, n, &c->t_int64) : n);
	if (p->type.kind == DT_TYPE_POINTER && dt_type_isint(&n->type))
		return to_pointer(c, p, n);
	if (p->type.kind == DT_TYPE_POINTER && dt_type_isptr(&n->type))
		return dt_check_retype(c, n, &p->type);
	if (dt_type_same(c->types, &n->type, &p->type))
		return n;
	if (dt_type_isstring(&n->type) && p->type.kind == DT_TYPE_POINTER)
		return dt_check_retype(c, dt_check_textof(c, n), &p->type);
	dt_diag_set(c->diag, D_CAST_INVAL, p->line,
	    "a value of type %s cannot be cast to %s: only integers and "
	    "pointers can be cast to such types",
	    dt_type_name(c->types, &n->type, from, sizeof(from)),
	    dt_type_name(c->types, &p->type, to, sizeof(to)));
	return NULL;
}

/* The size of a type; a string has the size of option strsize. */
static struct dt_node *
size_of(struct dt_check *c, int line,
    const struct dt_type *t)
{
	struct dt_type full = *t;
	struct dt_usertype u;
	char buf[64];

	if (dt_type_isstring(t))
		return dt_check_const(c, line, &c->t_size, (uint64_t)
		    c->env->option(c->env->arg, DTRACEOPT_STRSIZE));
	(void) dt_type_complete(c->types, &full);
	if (full.size != 0)
		return dt_check_size(c, line, &c->t_size, &full);
	dt_type_name(c->types, t, buf, sizeof(buf));
	dt_check_sought(c, t, buf, &u);
	dt_diag_set(c->diag, D_SIZEOF_TYPE, line,
	    "sizeof needs a type of known size, and %s has none%s", buf,
	    u.why);
	return NULL;
}

static struct dt_node *
check_sizeoftype(struct dt_check *c,
    const struct dt_pnode *p)
{
	return size_of(c, p->line, &p->type);
}

/* The size of a member of a kernel struct. */
static struct dt_node *
size_of_member(struct dt_check *c, int line, struct dt_node *n)
{
	if (dt_check_usemember(c, n) != 0)
		return NULL;
	return n->type.kind != DT_TYPE_ARRAY ? size_of(c, line, &n->type) :
	    dt_check_arraysize(c, line, &c->t_size, &n->type,
	    dt_check_part(c, line, &c->t_size, n->field, DT_PART_COUNT));
}

static struct dt_node *
check_sizeof(struct dt_check *c,
    const struct dt_pnode *p)
{
	struct dt_node *n = dt_check_operand(c, p->left);

	if (n != NULL && n->kind == DT_N_MEM && n->bits == 0 &&
	    n->field != NULL && n->type.size != 0)
		return size_of_member(c, p->line, n);
	if (n != NULL && n->kind == DT_N_STRING)
		return dt_check_const(c, p->line, &c->t_size, n->len + 1);
	if (n == NULL)
		return dt_check_novalue(c, p->left, D_SIZEOF_TYPE);
	if (n->bits == 0)
		return size_of(c, p->line, &n->type);
	dt_diag_set(c->diag, D_SIZEOF_BITFIELD, p->line,
	    "a bit-field has no size in bytes");
	return NULL;
}

/* Check a name.  NULL is 0, which also compares as the empty string. */
static struct dt_node *
check_ident(struct dt_check *c, const struct dt_pnode *p)
{
	struct dt_node *n = NULL;

	if (dt_check_isinline(c, p))
		return dt_check_inline(c, p);
	if (strcmp(p->name, "NULL") == 0)
		return dt_check_const(c, p->line, &c->t_int, 0);
	if (dt_scope_find(c->scope, DT_ID_GLOBAL, p->name) == NULL)
		n = dt_check_enumerator(c, p);
	return n != NULL ? n : dt_check_var(c, p);
}

typedef struct dt_node *check_f(struct dt_check *, const struct dt_pnode *);

static check_f *const checks[] = {
	[DT_P_INT] = check_int,
	[DT_P_STRING] = check_string,
	[DT_P_IDENT] = check_ident,
	[DT_P_SYMBOL] = dt_check_symbol,
	[DT_P_SELF] = dt_check_var,
	[DT_P_THIS] = dt_check_var,
	[DT_P_AGG] = check_agg,
	[DT_P_CALL] = check_call,
	[DT_P_INDEX] = dt_check_elem,
	[DT_P_MEMBER] = dt_check_member,
	[DT_P_UNARY] = check_unary,
	[DT_P_PREINC] = dt_check_preinc,
	[DT_P_POSTINC] = dt_check_postinc,
	[DT_P_BINARY] = check_binary,
	[DT_P_ASSIGN] = dt_check_assign,
	[DT_P_COND] = check_cond,
	[DT_P_COMMA] = check_comma,
	[DT_P_CAST] = check_cast,
	[DT_P_SIZEOF] = check_sizeof,
	[DT_P_SIZEOFTYPE] = check_sizeoftype,
	[DT_P_OFFSETOF] = dt_check_offsetof,
	[DT_P_XLATE] = dt_check_xlate,
};

/* Bound the expressions of inlines like those in the program's text. */
static bool
enter(struct dt_check *c, int line)
{
	if ((c->frame == NULL || ++c->ninlined <= MAX_INLINED) &&
	    c->depth < 2 * DT_MAXDEPTH)
		return true;
	dt_diag_set(c->diag, D_CG_EXPR, line, c->depth < 2 * DT_MAXDEPTH ?
	    "the inlines of the program stand for more than %d operators and "
	    "operands together: assign values to variables instead" :
	    "an expression is nested more than %d deep in its inlines: assign "
	    "values to variables instead", c->depth < 2 * DT_MAXDEPTH ?
	    MAX_INLINED : 2 * DT_MAXDEPTH);
	return false;
}

struct dt_node *
dt_check_place(struct dt_check *c, const struct dt_pnode *p)
{
	struct dt_node *n;

	if (!enter(c, p->line))
		return NULL;
	c->depth++;
	n = checks[p->kind](c, p);
	c->depth--;
	return n;
}

struct dt_node *
dt_check_expr(struct dt_check *c, const struct dt_pnode *p)
{
	return dt_check_value(c, dt_check_place(c, p));
}
