/* SPDX-License-Identifier: MIT */
/* fn.c - appends operations to the code of a clause. */
#include "ir/build.h"

#include <string.h>

#define	MAX_INS		40000	/* more than 16-bit jumps can span */

const struct dt_iropinfo dt_irops[DT_NIROPS] = {
#define	DT_IROP(id, name, operands, alu)	{ name, operands },
#include "tbl/ops.h"
#undef DT_IROP
};

uint32_t
dt_irb_reg(struct dt_irbuild *b)
{
	return ++b->fn->nregs;
}

uint32_t
dt_irb_label(struct dt_irbuild *b)
{
	return ++b->fn->nlabels;
}

static int
grow(struct dt_irbuild *b)
{
	struct dt_irfn *fn = b->fn;
	uint32_t cap = 2 * fn->cap;
	struct dt_irins *v;

	if (fn->n >= MAX_INS)
		return dt_diag_set(b->diag, D_CG_EXPR, b->line,
		    "this clause is too long: divide it into several clauses "
		    "of the same probe");
	v = dt_arena_alloc(b->code, cap * sizeof(*v));
	if (v == NULL)
		return dt_diag_nomem(b->diag);
	memcpy(v, fn->ins, fn->n * sizeof(*v));
	fn->ins = v;
	fn->cap = cap;
	return 0;
}

/* Append an operation; after an error return one that is not used. */
struct dt_irins *
dt_irb_add(struct dt_irbuild *b, enum dt_irop op)
{
	struct dt_irfn *fn = b->fn;
	struct dt_irins *i;

	if (fn->n == fn->cap && grow(b) != 0)
		fn->n--;
	i = &fn->ins[fn->n++];
	memset(i, 0, sizeof(*i));
	i->op = op;
	i->line = b->line;
	return i;
}

uint32_t
dt_irb_const(struct dt_irbuild *b, int64_t v)
{
	struct dt_irins *i = dt_irb_add(b, DT_IR_CONST);

	i->d = dt_irb_reg(b);
	i->imm = v;
	return i->d;
}

void
dt_irb_mov(struct dt_irbuild *b, uint32_t d, uint32_t a)
{
	struct dt_irins *i = dt_irb_add(b, DT_IR_MOV);

	i->d = d;
	i->a = a;
}

uint32_t
dt_irb_op(struct dt_irbuild *b, enum dt_irop op, uint32_t a, uint32_t r)
{
	struct dt_irins *i = dt_irb_add(b, op);

	i->d = dt_irb_reg(b);
	i->a = a;
	i->b = r;
	return i->d;
}

uint32_t
dt_irb_opi(struct dt_irbuild *b, enum dt_irop op, uint32_t a, int64_t imm)
{
	struct dt_irins *i = dt_irb_add(b, op);

	i->d = dt_irb_reg(b);
	i->a = a;
	i->imm = imm;
	return i->d;
}

void
dt_irb_isfield(struct dt_irbuild *b, const struct dt_field *f,
    enum dt_fieldpart part)
{
	struct dt_irins *i = &b->fn->ins[b->fn->n - 1];

	i->field = f;
	i->part = part;
}

uint32_t
dt_irb_opfield(struct dt_irbuild *b, enum dt_irop op, uint32_t a,
    const struct dt_field *f, enum dt_fieldpart part)
{
	uint32_t d = dt_irb_opi(b, op, a, 0);

	dt_irb_isfield(b, f, part);
	return d;
}

uint32_t
dt_irb_opc(struct dt_irbuild *b, enum dt_irop op, uint32_t a,
    const struct dt_node *n)
{
	return n->kind == DT_N_FIELD ?
	    dt_irb_opfield(b, op, a, n->field, n->part) :
	    dt_irb_opi(b, op, a, n->value);
}

uint32_t
dt_irb_ext(struct dt_irbuild *b, uint32_t a, uint32_t width, bool sign)
{
	struct dt_irins *i;

	if (width >= 8 || width == 0)
		return a;
	i = dt_irb_add(b, DT_IR_EXT);
	i->d = dt_irb_reg(b);
	i->a = a;
	i->width = width;
	i->sign = sign;
	return i->d;
}

void
dt_irb_place(struct dt_irbuild *b, uint32_t label)
{
	b->self_reg = 0;
	dt_irb_add(b, DT_IR_LABEL)->label = label;
}

void
dt_irb_jmp(struct dt_irbuild *b, uint32_t label)
{
	dt_irb_add(b, DT_IR_JMP)->label = label;
}

void
dt_irb_br(struct dt_irbuild *b, enum dt_ircc cc, uint32_t a, uint32_t r,
    int64_t imm, uint32_t label)
{
	struct dt_irins *i = dt_irb_add(b, DT_IR_BR);

	i->cc = cc;
	i->a = a;
	i->b = r;
	i->imm = imm;
	i->label = label;
}

uint32_t
dt_irb_ldslot(struct dt_irbuild *b, size_t off, uint32_t width, bool sign)
{
	struct dt_irins *i = dt_irb_add(b, DT_IR_LDSLOT);

	i->d = dt_irb_reg(b);
	i->imm = off;
	i->width = width;
	i->sign = sign;
	return i->d;
}

/* Add a call; width 0: the result is not used. */
struct dt_irins *
dt_irb_call(struct dt_irbuild *b, enum dt_rtfn fn, uint32_t width, bool sign)
{
	struct dt_irins *i = dt_irb_add(b, DT_IR_CALL);

	i->args = dt_arena_alloc(b->code, DT_IRMAXARGS * sizeof(*i->args));
	if (i->args == NULL) {
		dt_diag_nomem(b->diag);
		i->args = b->unused;
	}
	b->fn->needs |= dt_rtcalls[fn].needs;
	i->d = width != 0 ? dt_irb_reg(b) : 0;
	i->fn = fn;
	i->width = width;
	i->sign = sign;
	return i;
}

void
dt_irb_arg(struct dt_irins *call, enum dt_irargkind kind, int64_t imm)
{
	struct dt_irarg *a = &call->args[call->nargs++];

	a->kind = kind;
	a->imm = imm;
}

void
dt_irb_argv(struct dt_irins *call, uint32_t v)
{
	struct dt_irarg *a = &call->args[call->nargs++];

	a->kind = DT_IRA_REG;
	a->v = v;
}

void
dt_irb_argvar(struct dt_irins *call, enum dt_irargkind kind,
    const struct dt_ident *var)
{
	struct dt_irarg *a = &call->args[call->nargs++];

	a->kind = kind;
	a->var = var;
}

/* Reserve a temporary, until the end of the statement. */
uint32_t
dt_irb_temp(struct dt_irbuild *b, uint32_t size)
{
	uint32_t at = b->temp;

	b->temp += (size + 7) & ~7u;
	if (b->temp > b->fn->temps)
		b->fn->temps = b->temp;
	return at;
}
