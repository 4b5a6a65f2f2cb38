/* SPDX-License-Identifier: MIT */
/*
 * build_str.c - string expressions.  Each writes its value to a given
 * temporary, so that ?: needs no copy.
 */
#include "ir/build.h"

#include <string.h>

uint32_t
dt_ir_strtemp(uint32_t strsize)
{
	return dt_strbytes(strsize);
}

/* Skip casts between strings, which do not change the value. */
const struct dt_node *
dt_irb_nocast(const struct dt_node *n)
{
	while (n->kind == DT_N_CAST && dt_type_isstring(&n->type) &&
	    dt_type_isstring(&n->left->type))
		n = n->left;
	return n;
}

bool
dt_irb_isliteral(const struct dt_node *n)
{
	return n->kind == DT_N_COND ?
	    dt_irb_isliteral(n->right) && dt_irb_isliteral(n->third) :
	    n->kind == DT_N_STRING;
}

/* The length of a literal as a string: up to a NUL, or strsize - 1. */
size_t
dt_irb_litlen(const struct dt_irbuild *b, const struct dt_node *n)
{
	size_t len = strnlen(n->str, n->len);

	return len < b->strsize ? len : b->strsize - 1;
}

static void
literal(struct dt_irbuild *b, const struct dt_node *n, uint32_t dst)
{
	struct dt_irins *i = dt_irb_add(b, DT_IR_STR);

	i->imm = dst;
	i->str = n->str;
	i->len = dt_irb_litlen(b, n);
}

static bool
builtin(struct dt_irbuild *b, const struct dt_node *n, uint32_t dst)
{
	const struct dt_varfact *f = dt_irb_builtin(n->ident);
	struct dt_irins *i;

	if (f == NULL || (f->how != DT_HOW_COMM && f->how != DT_HOW_ARGS &&
	    f->how != DT_HOW_NAMEPART))
		return false;
	b->fn->needs |= f->needs;
	i = dt_irb_call(b, f->how == DT_HOW_COMM ? DT_RT_str_comm :
	    f->how == DT_HOW_ARGS ? DT_RT_str_execargs : DT_RT_str_name, 0,
	    false);
	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_arg(i, DT_IRA_TEMP, dst);
	if (f->how == DT_HOW_NAMEPART)
		dt_irb_arg(i, DT_IRA_IMM, f->off);
	return true;
}

static void
choose(struct dt_irbuild *b, const struct dt_node *n, uint32_t dst)
{
	uint32_t other = dt_irb_label(b), end = dt_irb_label(b);

	dt_irb_cond(b, n->left, false, other);
	dt_irb_strto(b, n->right, dst);
	dt_irb_jmp(b, end);
	dt_irb_place(b, other);
	dt_irb_strto(b, n->third, dst);
	dt_irb_place(b, end);
}

void
dt_irb_strto(struct dt_irbuild *b, const struct dt_node *n, uint32_t dst)
{
	if (b->diag->err != 0)
		return;
	n = dt_irb_nocast(n);
	switch (n->kind) {
	case DT_N_STRING:
		literal(b, n, dst);
		return;
	case DT_N_COND:
		choose(b, n, dst);
		return;
	case DT_N_COMMA:
		dt_irb_effect(b, n->left);
		dt_irb_strto(b, n->right, dst);
		return;
	case DT_N_CALL:
		dt_irb_callstr(b, n, dst);
		return;
	case DT_N_VAR:
		if (!builtin(b, n, dst))
			dt_irb_loadstr(b, n->ident, dst);
		return;
	case DT_N_ELEM:
		dt_irb_elemstr(b, n, dst);
		return;
	case DT_N_ASSIGN:
		if (n->left->kind == DT_N_ELEM) {
			dt_irb_setelemstr(b, n, dst);
			return;
		}
		dt_irb_strto(b, n->right, dst);
		dt_irb_storestr(b, n->left->ident, dst);
		return;
	default:
		dt_diag_set(b->diag, D_CG_EXPR, n->line,
		    "this expression has no string value");
	}
}

uint32_t
dt_irb_str(struct dt_irbuild *b, const struct dt_node *n)
{
	uint32_t t = dt_irb_temp(b, dt_ir_strtemp(b->strsize));

	dt_irb_strto(b, n, t);
	return t;
}

uint32_t
dt_irb_strcmp(struct dt_irbuild *b, const struct dt_node *l,
    const struct dt_node *r)
{
	uint32_t x = dt_irb_str(b, l), y = dt_irb_str(b, r);
	struct dt_irins *i = dt_irb_call(b, DT_RT_str_cmp, 4, true);

	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_arg(i, DT_IRA_TEMP, x);
	dt_irb_arg(i, DT_IRA_TEMP, y);
	return i->d;
}
