/* SPDX-License-Identifier: MIT */
/* build_expr.c - integer expressions: arithmetic on whole registers. */
#include <string.h>
#include "ir/build.h"

static uint32_t
refuse(struct dt_irbuild *b, const struct dt_node *n)
{
	dt_diag_set(b->diag, D_CG_EXPR, n->line, "%s has no integer value",
	    n->kind == DT_N_STRING ? "a string literal" :
	    n->kind == DT_N_AGG ? "an aggregation" : "a stack or a symbol");
	return dt_irb_const(b, 0);
}

/*
 * The faults of a statement for one reason share a label after the code of the
 * clause, so that the usual path has no jumps.
 */
uint32_t
dt_irb_fault(struct dt_irbuild *b, int what)
{
	struct dt_irbfault *f;

	for (f = b->faults; f != NULL && f->stmt == b->stmt; f = f->next)
		if (f->what == what)
			return f->label;
	f = dt_arena_alloc(b->arena, sizeof(*f));
	if (f == NULL) {
		dt_diag_nomem(b->diag);
		return 0;
	}
	f->label = dt_irb_label(b);
	f->what = what;
	f->stmt = b->stmt;
	f->line = b->line;
	f->next = b->faults;
	b->faults = f;
	return f->label;
}

static bool
constant(const struct dt_node *n, int64_t *v)
{
	*v = n->value;
	return n->kind == DT_N_INT;
}

/* Can n be the second operand of an instruction? */
static bool
is_operand(const struct dt_node *n)
{
	return n->kind == DT_N_INT ||
	    (n->kind == DT_N_FIELD && n->part != DT_PART_ADDRESS);
}

static uint32_t
divide(struct dt_irbuild *b, const struct dt_node *n, uint32_t l)
{
	bool sign = dt_irb_sign(&n->type), mod = n->op == DT_OP_MOD;
	enum dt_irop op = sign ? (mod ? DT_IR_SMOD : DT_IR_SDIV) :
	    (mod ? DT_IR_UMOD : DT_IR_UDIV);
	int64_t v;
	uint32_t r;

	if (constant(n->right, &v) && v != 0)
		return dt_irb_opi(b, op, l, v);
	r = dt_irb_expr(b, n->right);
	dt_irb_br(b, DT_CC_EQ, r, 0, 0, dt_irb_fault(b, DTRACEFLT_DIVZERO));
	return dt_irb_op(b, op, l, r);
}

static uint32_t
shift(struct dt_irbuild *b, const struct dt_node *n, uint32_t l)
{
	enum dt_irop op = n->op == DT_OP_SHL ? DT_IR_SHL :
	    dt_irb_sign(&n->type) ? DT_IR_SAR : DT_IR_SHR;
	int64_t v;

	if (constant(n->right, &v))
		return dt_irb_opi(b, op, l, v & 63);
	return dt_irb_op(b, op, l, dt_irb_opi(b, DT_IR_AND,
	    dt_irb_expr(b, n->right), 63));
}

static const enum dt_irop arith[] = {
	[DT_OP_MUL] = DT_IR_MUL,
	[DT_OP_ADD] = DT_IR_ADD,
	[DT_OP_SUB] = DT_IR_SUB,
	[DT_OP_AND] = DT_IR_AND,
	[DT_OP_XOR] = DT_IR_XOR,
	[DT_OP_OR] = DT_IR_OR,
};

static uint32_t
compute(struct dt_irbuild *b, const struct dt_node *n, uint32_t l)
{
	if (is_operand(n->right))
		return dt_irb_opc(b, arith[n->op], l, n->right);
	return dt_irb_op(b, arith[n->op], l, dt_irb_expr(b, n->right));
}

/* The value of a condition, 0 or 1. */
static uint32_t
truth(struct dt_irbuild *b, const struct dt_node *n)
{
	uint32_t end = dt_irb_label(b), d = dt_irb_const(b, 1);
	struct dt_irins *i;

	dt_irb_cond(b, n, true, end);
	i = dt_irb_add(b, DT_IR_CONST);
	i->d = d;
	dt_irb_place(b, end);
	return d;
}

static uint32_t
binary(struct dt_irbuild *b, const struct dt_node *n)
{
	switch (n->op) {
	case DT_OP_DIV:
	case DT_OP_MOD:
		return divide(b, n, dt_irb_expr(b, n->left));
	case DT_OP_SHL:
	case DT_OP_SHR:
		return shift(b, n, dt_irb_expr(b, n->left));
	case DT_OP_MUL:
	case DT_OP_ADD:
	case DT_OP_SUB:
	case DT_OP_AND:
	case DT_OP_XOR:
	case DT_OP_OR:
		return compute(b, n, dt_irb_expr(b, n->left));
	default:
		return truth(b, n);
	}
}

static uint32_t
unary(struct dt_irbuild *b, const struct dt_node *n)
{
	if (n->op == DT_OP_LOGNOT)
		return truth(b, n);
	if (n->op == DT_OP_BITNOT)
		return dt_irb_opi(b, DT_IR_XOR, dt_irb_expr(b, n->left), -1);
	return dt_irb_op(b, DT_IR_NEG, dt_irb_expr(b, n->left), 0);
}

static uint32_t
choose(struct dt_irbuild *b, const struct dt_node *n)
{
	uint32_t other = dt_irb_label(b), end = dt_irb_label(b);
	uint32_t d = dt_irb_reg(b);

	dt_irb_cond(b, n->left, false, other);
	dt_irb_mov(b, d, dt_irb_expr(b, n->right));
	dt_irb_jmp(b, end);
	dt_irb_place(b, other);
	dt_irb_mov(b, d, dt_irb_expr(b, n->third));
	dt_irb_place(b, end);
	return d;
}

static uint32_t
assign(struct dt_irbuild *b, const struct dt_node *n)
{
	uint32_t v;

	if (n->left->kind == DT_N_MEM)
		return dt_irb_setmem(b, n);
	if (n->left->kind == DT_N_ELEM)
		return dt_irb_setelem(b, n);
	v = dt_irb_expr(b, n->right);
	dt_irb_store(b, n->left->ident, v);
	return v;
}

static uint32_t
number(struct dt_irbuild *b, const struct dt_node *n)
{
	uint32_t d = dt_irb_const(b, n->kind == DT_N_INT ? n->value : 0);

	if (n->kind != DT_N_FIELD)
		return d;
	dt_irb_isfield(b, n->field, n->part);
	/* a program takes the address of a variable to read it */
	if (n->field->kind == DT_FIELD_SYMBOL &&
	    strcmp(n->field->is, DT_FIELD_FUNCTION) != 0)
		b->fn->needs |= DT_NEED_KERNEL;
	return d;
}

/* n++ and n--, whose value is the old one. */
static uint32_t
postinc(struct dt_irbuild *b, const struct dt_node *n)
{
	uint32_t v;

	if (n->left->kind == DT_N_MEM)
		return dt_irb_incmem(b, n);
	if (n->left->kind == DT_N_ELEM)
		return dt_irb_incelem(b, n);
	v = dt_irb_load(b, n->left->ident);
	dt_irb_store(b, n->left->ident,
	    dt_irb_opi(b, DT_IR_ADD, v, n->value));
	return v;
}

uint32_t
dt_irb_expr(struct dt_irbuild *b, const struct dt_node *n)
{
	if (b->diag->err != 0)
		return 0;
	switch (n->kind) {
	case DT_N_INT:
	case DT_N_FIELD:
		return number(b, n);
	case DT_N_VAR:
		return dt_irb_load(b, n->ident);
	case DT_N_UNARY:
		return unary(b, n);
	case DT_N_BINARY:
		return binary(b, n);
	case DT_N_COND:
		return choose(b, n);
	case DT_N_COMMA:
		dt_irb_effect(b, n->left);
		return dt_irb_expr(b, n->right);
	case DT_N_ASSIGN:
		return assign(b, n);
	case DT_N_POSTINC:
		return postinc(b, n);
	case DT_N_CAST:
		return dt_irb_cast(b, n);
	case DT_N_CALL:
		return dt_irb_callint(b, n);
	case DT_N_ELEM:
		return dt_irb_elem(b, n);
	case DT_N_OLD:
		return n->left->kind == DT_N_MEM ? dt_irb_oldmem(b, n) :
		    dt_irb_oldelem(b, n);
	case DT_N_MEM:
	case DT_N_ADDR:
	case DT_N_AT:
		return dt_irb_mem(b, n);
	default:
		return refuse(b, n);
	}
}

static void
effect_cond(struct dt_irbuild *b, const struct dt_node *n)
{
	uint32_t other = dt_irb_label(b), end = dt_irb_label(b);

	dt_irb_cond(b, n->left, false, other);
	dt_irb_effect(b, n->right);
	dt_irb_jmp(b, end);
	dt_irb_place(b, other);
	dt_irb_effect(b, n->third);
	dt_irb_place(b, end);
}

/* Evaluate an expression without using its value. */
void
dt_irb_effect(struct dt_irbuild *b, const struct dt_node *n)
{
	if (b->diag->err != 0)
		return;
	if (n->kind == DT_N_CAST && n->type.kind == DT_TYPE_VOID)
		dt_irb_effect(b, n->left);
	else if (n->kind == DT_N_COND)
		effect_cond(b, n);
	else if (n->kind == DT_N_COMMA) {
		dt_irb_effect(b, n->left);
		dt_irb_effect(b, n->right);
	} else if (dt_type_isstring(&n->type))
		dt_irb_str(b, n);
	else
		dt_irb_expr(b, n);
}

static enum dt_ircc
relation(enum dt_op op, bool sign)
{
	switch (op) {
	case DT_OP_LT:
		return sign ? DT_CC_LT : DT_CC_ULT;
	case DT_OP_LE:
		return sign ? DT_CC_LE : DT_CC_ULE;
	case DT_OP_GT:
		return sign ? DT_CC_GT : DT_CC_UGT;
	case DT_OP_GE:
		return sign ? DT_CC_GE : DT_CC_UGE;
	case DT_OP_EQ:
		return DT_CC_EQ;
	default:
		return DT_CC_NE;
	}
}

static void
cond_compare(struct dt_irbuild *b, const struct dt_node *n, bool when,
    uint32_t label)
{
	bool str = dt_type_isstring(&n->left->type);
	enum dt_ircc cc = relation(n->op, str ||
	    dt_type_arithsigned(&n->left->type, &n->right->type));
	uint32_t l;

	if (!when)
		cc ^= 1;
	if (str) {
		l = dt_irb_strcmp(b, n->left, n->right);
		dt_irb_br(b, cc, l, 0, 0, label);
		return;
	}
	l = dt_irb_expr(b, n->left);
	if (!is_operand(n->right)) {
		dt_irb_br(b, cc, l, dt_irb_expr(b, n->right), 0, label);
		return;
	}
	dt_irb_br(b, cc, l, 0, n->right->kind == DT_N_INT ?
	    n->right->value : 0, label);
	if (n->right->kind == DT_N_FIELD)
		dt_irb_isfield(b, n->right->field, n->right->part);
}

/* Jump if left && right is `when`; for || the same, by De Morgan. */
static void
cond_logical(struct dt_irbuild *b, const struct dt_node *n, bool or,
    bool when, uint32_t label)
{
	uint32_t skip;

	if (when == or) {
		dt_irb_cond(b, n->left, when, label);
		dt_irb_cond(b, n->right, when, label);
		return;
	}
	skip = dt_irb_label(b);
	dt_irb_cond(b, n->left, !when, skip);
	dt_irb_cond(b, n->right, when, label);
	dt_irb_place(b, skip);
}

static bool
cond_binary(struct dt_irbuild *b, const struct dt_node *n, bool when,
    uint32_t label)
{
	uint32_t l;

	switch (n->op) {
	case DT_OP_LT:
	case DT_OP_LE:
	case DT_OP_GT:
	case DT_OP_GE:
	case DT_OP_EQ:
	case DT_OP_NE:
		cond_compare(b, n, when, label);
		return true;
	case DT_OP_LOGAND:
	case DT_OP_LOGOR:
		cond_logical(b, n, n->op == DT_OP_LOGOR, when, label);
		return true;
	case DT_OP_LOGXOR:
		l = truth(b, n->left);
		dt_irb_br(b, when ? DT_CC_NE : DT_CC_EQ, l,
		    truth(b, n->right), 0, label);
		return true;
	default:
		return false;
	}
}

/* Jump to label when the truth of n is `when`. */
void
dt_irb_cond(struct dt_irbuild *b, const struct dt_node *n, bool when,
    uint32_t label)
{
	if (b->diag->err != 0)
		return;
	if (n->kind == DT_N_INT) {
		if ((n->value != 0) == when)
			dt_irb_jmp(b, label);
		return;
	}
	if (n->kind == DT_N_UNARY && n->op == DT_OP_LOGNOT) {
		dt_irb_cond(b, n->left, !when, label);
		return;
	}
	if (n->kind == DT_N_BINARY && cond_binary(b, n, when, label))
		return;
	dt_irb_br(b, when ? DT_CC_NE : DT_CC_EQ, dt_irb_expr(b, n), 0, 0,
	    label);
}
