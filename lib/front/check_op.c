/* SPDX-License-Identifier: MIT */
/*
 * check_op.c - the operands and result types of operators.  Integers of
 * different sizes combine without casts: see type.h.
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

enum dt_tag
dt_check_optag(enum dt_op op)
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
	dt_diag_set(c->diag, dt_check_optag(op), line,
	    "%s needs an integer, not a value of type %s%s",
	    dt_lex_optext(op),
	    dt_type_name(c->types, &n->type, buf, sizeof(buf)),
	    is_logical(op) && dt_type_isstring(&n->type) ?
	    ": compare it, as in != \"\"" : "");
	return false;
}

static bool
is_pointer(const struct dt_node *n)
{
	return n->type.kind == DT_TYPE_POINTER;
}

struct dt_node *
dt_check_unary(struct dt_check *c, int line, enum dt_op op,
    struct dt_node *n)
{
	struct dt_type type;
	struct dt_node *r;

	if (!(op == DT_OP_LOGNOT && is_pointer(n)) &&
	    !want_int(c, line, op, n))
		return NULL;
	if (op == DT_OP_NONE)
		return n;
	type = op == DT_OP_LOGNOT ? dt_type_boolean(c->types) :
	    dt_type_number(c->types, &n->type);
	r = dt_check_node(c, DT_N_UNARY, line, &type);
	if (r == NULL)
		return NULL;
	r->op = op;
	r->left = n;
	return dt_fold(r);
}

struct dt_node *
dt_check_make(struct dt_check *c, int line, enum dt_op op,
    const struct dt_type *type, struct dt_node *left, struct dt_node *right)
{
	struct dt_node *n = dt_check_pair(c, DT_N_BINARY, line, type, left,
	    right);

	if (n == NULL)
		return NULL;
	n->op = op;
	return dt_fold(n);
}

static struct dt_node *
shift(struct dt_check *c, int line, enum dt_op op,
    struct dt_node *left, struct dt_node *right)
{
	struct dt_type type = dt_type_number(c->types, &left->type);

	return dt_check_make(c, line, op, &type, left, right);
}

static struct dt_node *
compare_strings(struct dt_check *c, int line,
    enum dt_op op, struct dt_node *left, struct dt_node *right)
{
	struct dt_type type = dt_type_boolean(c->types);

	if (op == DT_OP_EQ || op == DT_OP_NE) {
		left = dt_check_null(c, left);
		right = dt_check_null(c, right);
	}
	left = dt_check_asstring(c, left);
	right = dt_check_asstring(c, right);
	if (left == NULL || right == NULL)
		return NULL;
	if (left->type.kind == right->type.kind)
		return dt_check_make(c, line, op, &type, left, right);
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

/* Report two pointers of different types; always NULL. */
static struct dt_node *
of_other_type(struct dt_check *c, int line, enum dt_op op,
    const struct dt_node *left, const struct dt_node *right)
{
	char a[64], b[64];

	dt_diag_set(c->diag, D_OP_INCOMPAT, line, "%s cannot %s pointers of "
	    "different types, %s and %s: cast one of them", dt_lex_optext(op),
	    is_comparison(op) ? "compare" : "subtract",
	    dt_type_name(c->types, &left->type, a, sizeof(a)),
	    dt_type_name(c->types, &right->type, b, sizeof(b)));
	return NULL;
}

/* Compare a pointer with one of the same type, or with an integer. */
static struct dt_node *
compare_pointers(struct dt_check *c, int line, enum dt_op op,
    struct dt_node *left, struct dt_node *right)
{
	struct dt_type type = dt_type_boolean(c->types);

	if (is_pointer(left) != is_pointer(right)) {
		if (!want_int(c, line, op, is_pointer(left) ? right : left))
			return NULL;
	} else if (!dt_type_assignable(c->types, &left->type, &right->type,
	    false)) {
		return of_other_type(c, line, op, left, right);
	}
	return dt_check_make(c, line, op, &type, left, right);
}

/* An operator of which at least one operand is a pointer. */
static struct dt_node *
pointers(struct dt_check *c, int line, enum dt_op op, struct dt_node *left,
    struct dt_node *right)
{
	struct dt_type type = dt_type_boolean(c->types);

	if (is_comparison(op))
		return compare_pointers(c, line, op, left, right);
	if (is_logical(op) && (is_pointer(left) ||
	    want_int(c, line, op, left)) && (is_pointer(right) ||
	    want_int(c, line, op, right)))
		return dt_check_make(c, line, op, &type, left, right);
	if (is_logical(op))
		return NULL;
	if (op == DT_OP_SUB && is_pointer(left) && is_pointer(right)) {
		if (dt_type_same(c->types, &left->type, &right->type))
			return dt_check_distance(c, line, left, right);
		return of_other_type(c, line, op, left, right);
	}
	if (op == DT_OP_ADD && dt_type_isint(&left->type))
		return dt_check_offset(c, line, op, right, left);
	if ((op == DT_OP_ADD || op == DT_OP_SUB) && is_pointer(left) &&
	    dt_type_isint(&right->type))
		return dt_check_offset(c, line, op, left, right);
	(void) (want_int(c, line, op, left) && want_int(c, line, op, right));
	return NULL;
}

/* string + n: a pointer to a character in a copy of the string */
static struct dt_node *
text_sum(struct dt_check *c, int line, struct dt_node *string,
    struct dt_node *n)
{
	string = dt_check_textof(c, string);
	return string == NULL ? NULL :
	    dt_check_offset(c, line, DT_OP_ADD, string, n);
}

struct dt_node *
dt_check_binary(struct dt_check *c, int line, enum dt_op op,
    struct dt_node *left, struct dt_node *right)
{
	struct dt_type type;

	if (op == DT_OP_ADD && dt_type_isstring(&left->type) &&
	    dt_type_isint(&right->type))
		return text_sum(c, line, left, right);
	if (op == DT_OP_ADD && dt_type_isint(&left->type) &&
	    dt_type_isstring(&right->type))
		return text_sum(c, line, right, left);
	if (is_comparison(op) && (dt_type_isstring(&left->type) ||
	    dt_type_isstring(&right->type)))
		return compare_strings(c, line, op, left, right);
	if (is_pointer(left) || is_pointer(right))
		return pointers(c, line, op, left, right);
	if (!want_int(c, line, op, left) || !want_int(c, line, op, right) ||
	    divides_by_zero(c, line, op, right))
		return NULL;
	if (is_shift(op))
		return shift(c, line, op, left, right);
	type = is_comparison(op) || is_logical(op) ?
	    dt_type_boolean(c->types) :
	    dt_type_arith(c->types, &left->type, &right->type);
	return dt_check_make(c, line, op, &type, left, right);
}

static bool
is_zero(const struct dt_node *n)
{
	return n->kind == DT_N_INT && n->value == 0;
}

/* Set *type to the common type of ?:; false with the diagnostic set. */
static bool
join_values(struct dt_check *c, int line, const struct dt_node *yes,
    const struct dt_node *no, struct dt_type *type)
{
	const struct dt_type *y = &yes->type, *n = &no->type;

	*type = *y;
	if (dt_type_isint(y) && dt_type_isint(n)) {
		*type = dt_type_arith(c->types, y, n);
		return true;
	}
	if (is_pointer(yes) || is_pointer(no)) {
		if (!is_pointer(yes))
			*type = *n;
		if (dt_type_assignable(c->types, type, y, is_zero(yes)) &&
		    dt_type_assignable(c->types, type, n, is_zero(no)))
			return true;
	} else if (dt_type_isstring(y) && dt_type_isstring(n)) {
		return true;
	}
	dt_diag_set(c->diag, D_OP_INCOMPAT, line, "both values of ?: must "
	    "be integers, strings, or pointers of the same type");
	return false;
}

bool
dt_check_iscondition(struct dt_check *c, int line, const char *of,
    const struct dt_node *n)
{
	return dt_type_isscalar(&n->type) || dt_diag_set(c->diag, D_OP_SCALAR,
	    line, "the condition of %s must be an integer: compare a string, "
	    "as in != \"\"", of) == 0;
}

struct dt_node *
dt_check_cond(struct dt_check *c, int line,
    struct dt_node *cond, struct dt_node *yes, struct dt_node *no)
{
	struct dt_type type;
	struct dt_node *n;

	if (dt_type_isstring(&yes->type) || dt_type_isstring(&no->type)) {
		yes = dt_check_asstring(c, dt_check_null(c, yes));
		no = dt_check_asstring(c, dt_check_null(c, no));
	}
	if (yes == NULL || no == NULL || !join_values(c, line, yes, no, &type))
		return NULL;
	n = dt_check_pair(c, DT_N_COND, line, &type, cond, yes);
	if (n == NULL)
		return NULL;
	n->third = no;
	return dt_fold(n);
}
