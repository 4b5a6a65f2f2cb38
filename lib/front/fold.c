/* SPDX-License-Identifier: MIT */
/*
 * fold.c - evaluates constant expressions, with the results of generated code
 * on variables of the same values: in 64 bits whatever the type, shift counts
 * modulo 64, INT64_MIN / -1 is INT64_MIN.
 */
#include "front/check.h"

static bool
is_const(const struct dt_node *n)
{
	return n != NULL && n->kind == DT_N_INT;
}

static struct dt_node *
to_int(struct dt_node *n, uint64_t v)
{
	n->kind = DT_N_INT;
	n->op = DT_OP_NONE;
	n->left = n->right = n->third = NULL;
	n->ident = NULL;
	n->value = (int64_t)v;
	return n;
}

static struct dt_node *
fold_unary(struct dt_node *n)
{
	uint64_t v = (uint64_t)n->left->value;

	switch (n->op) {
	case DT_OP_NEG:
		/* Only this operator wraps to its type: -1u is 0xffffffff. */
		return to_int(n, n->type.is_signed ? -v :
		    dt_type_wrap(&n->type, -v));
	case DT_OP_BITNOT:
		return to_int(n, ~v);
	default:
		return to_int(n, v == 0);
	}
}

static uint64_t
divide(bool is_signed, int64_t a, int64_t b)
{
	if (!is_signed)
		return (uint64_t)a / (uint64_t)b;
	return b == -1 ? -(uint64_t)a : (uint64_t)(a / b);
}

static uint64_t
modulo(bool is_signed, int64_t a, int64_t b)
{
	if (!is_signed)
		return (uint64_t)a % (uint64_t)b;
	return b == -1 ? 0 : (uint64_t)(a % b);
}

static uint64_t
shift_right(bool is_signed, int64_t a, unsigned int n)
{
	uint64_t v = (uint64_t)a >> n;

	/* C leaves the result of >> on a negative number to the compiler */
	if (is_signed && a < 0 && n != 0)
		v |= ~(uint64_t)0 << (64 - n);
	return v;
}

static bool
less(bool is_signed, int64_t a, int64_t b)
{
	return is_signed ? a < b : (uint64_t)a < (uint64_t)b;
}

static uint64_t
compute(enum dt_op op, bool sign, int64_t a, int64_t b)
{
	uint64_t ua = (uint64_t)a, ub = (uint64_t)b;
	unsigned int count = ub & 63;

	switch (op) {
	case DT_OP_MUL:		return ua * ub;
	case DT_OP_DIV:		return divide(sign, a, b);
	case DT_OP_MOD:		return modulo(sign, a, b);
	case DT_OP_ADD:		return ua + ub;
	case DT_OP_SUB:		return ua - ub;
	case DT_OP_SHL:		return ua << count;
	case DT_OP_SHR:		return shift_right(sign, a, count);
	case DT_OP_LT:		return less(sign, a, b);
	case DT_OP_GT:		return less(sign, b, a);
	case DT_OP_LE:		return !less(sign, b, a);
	case DT_OP_GE:		return !less(sign, a, b);
	case DT_OP_EQ:		return a == b;
	case DT_OP_NE:		return a != b;
	case DT_OP_AND:		return ua & ub;
	case DT_OP_XOR:		return ua ^ ub;
	case DT_OP_OR:		return ua | ub;
	case DT_OP_LOGAND:	return a != 0 && b != 0;
	case DT_OP_LOGXOR:	return (a != 0) != (b != 0);
	case DT_OP_LOGOR:	return a != 0 || b != 0;
	default:		return 0;
	}
}

/* 0 && x is 0 and 1 || x is 1; 1 && x and 0 || x are x != 0. */
static struct dt_node *
fold_logical(struct dt_node *n)
{
	bool left = n->left->value != 0;
	struct dt_node *zero = n->left;

	if (left == (n->op == DT_OP_LOGOR))
		return to_int(n, left);
	zero->value = 0;
	n->op = DT_OP_NE;
	n->left = n->right;
	n->right = zero;
	return n;
}

/* Are the operands compared, divided or shifted as signed numbers? */
static bool
is_signed(const struct dt_node *n)
{
	if (n->op == DT_OP_SHL || n->op == DT_OP_SHR)
		return n->type.is_signed;
	return dt_type_arithsigned(&n->left->type, &n->right->type);
}

static struct dt_node *
fold_binary(struct dt_node *n)
{
	if (!is_const(n->left))
		return n;
	if (is_const(n->right))
		return to_int(n, compute(n->op, is_signed(n), n->left->value,
		    n->right->value));
	if (n->op == DT_OP_LOGAND || n->op == DT_OP_LOGOR)
		return fold_logical(n);
	return n;
}

/* Drop a cast of a kernel number to a type that has all of its bits. */
static struct dt_node *
fold_cast(struct dt_node *n)
{
	struct dt_node *of = n->left;

	if (of->kind != DT_N_FIELD || n->type.size < of->type.size ||
	    (n->type.size > of->type.size && !of->type.is_signed))
		return n;
	of->type = n->type;
	return of;
}

struct dt_node *
dt_fold(struct dt_node *n)
{
	if (n->kind == DT_N_COND && is_const(n->left))
		return n->left->value != 0 ? n->right : n->third;
	if (n->kind == DT_N_BINARY)
		return fold_binary(n);
	if (n->kind == DT_N_UNARY && is_const(n->left))
		return fold_unary(n);
	if (n->kind == DT_N_CAST && is_const(n->left))
		return to_int(n, dt_type_cast(&n->left->type, &n->type,
		    (uint64_t)n->left->value));
	return n->kind == DT_N_CAST ? fold_cast(n) : n;
}
