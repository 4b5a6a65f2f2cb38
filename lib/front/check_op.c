/* SPDX-License-Identifier: MIT */
/*
 * check_op.c - what operands an operator takes and what it gives: C's rules on
 * LP64, and comparison of strings.
 */
#include "front/check.h"

static bool
is_logical(enum dt_op op)
{
	return op == DT_OP_LOGAND || op == DT_OP_LOGXOR ||
	    op == DT_OP_LOGOR || op == DT_OP_LOGNOT;
}

static bool
is_comparison(enum dt_op op)
{
	return op >= DT_OP_LT && op <= DT_OP_NE;
}

static bool
is_shift(enum dt_op op)
{
	return op == DT_OP_SHL || op == DT_OP_SHR;
}

/* Which tag a wrong operand has. */
static enum dt_tag
operand_tag(enum dt_op op)
{
	if (is_logical(op))
		return D_OP_SCALAR;
	if (op == DT_OP_MUL || op == DT_OP_DIV || op == DT_OP_ADD ||
	    op == DT_OP_SUB || op == DT_OP_NEG || op == DT_OP_NONE)
		return D_OP_ARITH;
	return is_comparison(op) ? D_OP_INCOMPAT : D_OP_INT;
}

static bool
want_int(struct dt_check *c, int line, enum dt_op op,
    const struct dt_node *n)
{
	char buf[64];

	if (dt_type_isint(&n->type))
		return true;
	dt_diag_set(c->diag, operand_tag(op), line,
	    "%s wants an integer, not a value of type %s%s",
	    dt_lex_optext(op),
	    dt_type_name(c->types, &n->type, buf, sizeof(buf)),
	    is_logical(op) && n->type.kind == DT_TYPE_STRING ?
	    ": compare it, as in != \"\"" : "");
	return false;
}

struct dt_node *
dt_check_unary(struct dt_check *c, int line, enum dt_op op,
    struct dt_node *n)
{
	struct dt_type type;
	struct dt_node *r;

	if (!want_int(c, line, op, n))
		return NULL;
	if (op == DT_OP_LOGNOT) {
		type = dt_type_boolean(c->types);
	} else {
		type = dt_type_promote(c->types, &n->type);
		n = dt_check_convert(c, n, &type);
	}
	if (n == NULL || op == DT_OP_NONE)
		return n;
	r = dt_check_node(c, DT_N_UNARY, line, &type);
	if (r == NULL)
		return NULL;
	r->op = op;
	r->left = n;
	return dt_fold(r);
}

static struct dt_node *
binary(struct dt_check *c, int line, enum dt_op op,
    const struct dt_type *type, struct dt_node *left, struct dt_node *right)
{
	struct dt_node *n;

	if (left == NULL || right == NULL)
		return NULL;
	n = dt_check_node(c, DT_N_BINARY, line, type);
	if (n == NULL)
		return NULL;
	n->op = op;
	n->left = left;
	n->right = right;
	return dt_fold(n);
}

static struct dt_node *
shift(struct dt_check *c, int line, enum dt_op op,
    struct dt_node *left, struct dt_node *right)
{
	struct dt_type lt = dt_type_promote(c->types, &left->type);
	struct dt_type rt = dt_type_promote(c->types, &right->type);

	return binary(c, line, op, &lt, dt_check_convert(c, left, &lt),
	    dt_check_convert(c, right, &rt));
}

/* The empty string in the place of 0 or NULL. */
static struct dt_node *
null_string(struct dt_check *c, struct dt_node *n, enum dt_op op)
{
	struct dt_node *s;

	if (n->kind != DT_N_INT || n->value != 0 ||
	    (op != DT_OP_EQ && op != DT_OP_NE))
		return n;
	s = dt_check_node(c, DT_N_STRING, n->line, &c->t_string);
	if (s != NULL)
		s->str = "";
	return s;
}

static struct dt_node *
compare_strings(struct dt_check *c, int line,
    enum dt_op op, struct dt_node *left, struct dt_node *right)
{
	struct dt_type type = dt_type_boolean(c->types);

	left = null_string(c, left, op);
	right = left != NULL ? null_string(c, right, op) : NULL;
	if (right == NULL)
		return NULL;
	if (left->type.kind == right->type.kind)
		return binary(c, line, op, &type, left, right);
	dt_diag_set(c->diag, D_OP_INCOMPAT, line,
	    "%s compares two integers or two strings, not one of each",
	    dt_lex_optext(op));
	return NULL;
}

static bool
divides_by_zero(struct dt_check *c, int line, enum dt_op op,
    const struct dt_node *right)
{
	if ((op != DT_OP_DIV && op != DT_OP_MOD) ||
	    right->kind != DT_N_INT || right->value != 0)
		return false;
	dt_diag_set(c->diag, D_DIV_ZERO, line,
	    "the right side of %s is always zero", dt_lex_optext(op));
	return true;
}

struct dt_node *
dt_check_binary(struct dt_check *c, int line, enum dt_op op,
    struct dt_node *left, struct dt_node *right)
{
	struct dt_type common, type;

	if (is_comparison(op) && (left->type.kind == DT_TYPE_STRING ||
	    right->type.kind == DT_TYPE_STRING))
		return compare_strings(c, line, op, left, right);
	if (!want_int(c, line, op, left) || !want_int(c, line, op, right) ||
	    divides_by_zero(c, line, op, right))
		return NULL;
	if (is_shift(op))
		return shift(c, line, op, left, right);
	common = dt_type_arith(c->types, &left->type, &right->type);
	type = is_comparison(op) || is_logical(op) ?
	    dt_type_boolean(c->types) : common;
	return binary(c, line, op, &type, dt_check_convert(c, left, &common),
	    dt_check_convert(c, right, &common));
}

struct dt_node *
dt_check_cond(struct dt_check *c, int line,
    struct dt_node *cond, struct dt_node *yes, struct dt_node *no)
{
	struct dt_type type = yes->type;
	struct dt_node *n;

	if (!dt_type_isint(&cond->type)) {
		dt_diag_set(c->diag, D_OP_SCALAR, line, "the condition of ?: "
		    "is an integer: compare a string, as in != \"\"");
		return NULL;
	}
	if (dt_type_isint(&yes->type) && dt_type_isint(&no->type)) {
		type = dt_type_arith(c->types, &yes->type, &no->type);
		yes = dt_check_convert(c, yes, &type);
		no = dt_check_convert(c, no, &type);
	} else if (yes->type.kind != no->type.kind) {
		dt_diag_set(c->diag, D_OP_INCOMPAT, line,
		    "both values of ?: are integers, or both are strings");
		return NULL;
	}
	n = dt_check_node(c, DT_N_COND, line, &type);
	if (n == NULL || yes == NULL || no == NULL)
		return NULL;
	n->left = cond;
	n->right = yes;
	n->third = no;
	return dt_fold(n);
}
