/* SPDX-License-Identifier: MIT */
/*
 * build_cast.c - casts, and truncation to the size of a key.  The 64 bits of a
 * register may exceed its type, so code is emitted where the value may change.
 */
#include "ir/build.h"

/* The values that equal their low `width` bytes, extended by `sign`. */
struct range {
	uint32_t width;
	bool sign;
};

static struct range
whole(void)
{
	return (struct range){ 8, false };
}

static struct range
of_type(const struct dt_type *t)
{
	return (struct range){ dt_irb_width(t), dt_irb_sign(t) };
}

static bool
is_within(const struct range *r, const struct range *in)
{
	if (in->width == 8)
		return true;
	return r->width == in->width ? r->sign == in->sign :
	    r->width < in->width && (!r->sign || in->sign);
}

/* Are all values nonnegative, as signed numbers of 64 bits? */
static bool
is_natural(const struct range *r)
{
	return r->width < 8 && !r->sign;
}

static struct range
either(struct range a, struct range b)
{
	if (is_within(&a, &b))
		return b;
	return is_within(&b, &a) ? a : whole();
}

/*
 * The truncations and extensions of a cast, in order: 0 to 2 steps.
 * dt_type_cast() does the same to a constant.
 */
static uint32_t
cast_steps(const struct dt_type *from, const struct dt_type *to,
    struct range *step)
{
	struct range f = of_type(from), t = of_type(to);
	uint32_t n = 0;

	if (t.width > f.width && f.sign)
		step[n++] = f;
	if (t.width < f.width || (n != 0 && !t.sign))
		step[n++] = t;
	return n;
}

static struct range range_of(const struct dt_node *n);

static struct range
range_of_cast(const struct dt_node *n)
{
	struct range r = range_of(n->left), step[2];
	uint32_t k, nsteps = cast_steps(&n->left->type, &n->type, step);

	for (k = 0; k < nsteps; k++)
		if (!is_within(&r, &step[k]))
			r = step[k];
	return r;
}

static struct range
range_of_binary(const struct dt_node *n)
{
	struct range l, r;

	if (n->op >= DT_OP_LT && n->op <= DT_OP_NE)
		return (struct range){ 1, false };
	if (n->op >= DT_OP_LOGAND && n->op <= DT_OP_LOGOR)
		return (struct range){ 1, false };
	if (n->op != DT_OP_AND && n->op != DT_OP_OR && n->op != DT_OP_XOR &&
	    n->op != DT_OP_SHR && n->op != DT_OP_DIV && n->op != DT_OP_MOD)
		return whole();
	l = range_of(n->left);
	r = range_of(n->right);
	if (n->op == DT_OP_AND && is_natural(&l) &&
	    (!is_natural(&r) || l.width < r.width))
		return l;
	if (n->op == DT_OP_AND && is_natural(&r))
		return r;
	if (n->op == DT_OP_AND || n->op == DT_OP_OR || n->op == DT_OP_XOR)
		return either(l, r);
	/* other operators increase no natural number; / -1 makes it negative */
	return is_natural(&l) && (is_natural(&r) || n->op != DT_OP_DIV ||
	    !dt_irb_sign(&n->type)) ? l : whole();
}

static struct range
range_of_int(int64_t v)
{
	struct range r = { 1, v < 0 };

	while (r.width < 8 && (v < 0 ? v >> (8 * r.width - 1) != -1 :
	    v >> 8 * r.width != 0))
		r.width *= 2;
	return r;
}

/* A variable has all bits that are assigned to it; built-in ones have few. */
static struct range
range_of(const struct dt_node *n)
{
	switch (n->kind) {
	case DT_N_INT:
		return range_of_int(n->value);
	case DT_N_VAR:
		return n->ident->kind == DT_ID_BUILTIN ? of_type(&n->type) :
		    whole();
	case DT_N_FIELD:
		return (struct range){ 4, true };
	case DT_N_MEM:
	case DT_N_CALL:
		return of_type(&n->type);
	case DT_N_UNARY:
		return n->op == DT_OP_LOGNOT ? (struct range){ 1, false } :
		    whole();
	case DT_N_BINARY:
		return range_of_binary(n);
	case DT_N_COND:
		return either(range_of(n->right), range_of(n->third));
	case DT_N_COMMA:
	case DT_N_ASSIGN:
		return range_of(n->right);
	case DT_N_CAST:
		return range_of_cast(n);
	default:
		return whole();
	}
}

uint32_t
dt_irb_cast(struct dt_irbuild *b, const struct dt_node *n)
{
	uint32_t v = dt_irb_expr(b, n->left), k, nsteps;
	struct range r = range_of(n->left), step[2];

	nsteps = cast_steps(&n->left->type, &n->type, step);
	for (k = 0; k < nsteps; k++) {
		if (is_within(&r, &step[k]))
			continue;
		v = dt_irb_ext(b, v, step[k].width, step[k].sign);
		r = step[k];
	}
	return v;
}

uint32_t
dt_irb_cut(struct dt_irbuild *b, const struct dt_node *n,
    const struct dt_type *t)
{
	struct range r = range_of(n), to = of_type(t);
	uint32_t v;

	if (n->kind == DT_N_INT)
		return dt_irb_const(b, (int64_t)dt_type_wrap(t,
		    (uint64_t)n->value));
	v = dt_irb_expr(b, n);
	return is_within(&r, &to) ? v : dt_irb_ext(b, v, to.width, to.sign);
}
