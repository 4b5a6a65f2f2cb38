/* SPDX-License-Identifier: MIT */
/*
 * build_scratch.c - subroutines that allocate the scratch memory of a firing or
 * copy to it.  The statement faults if the memory is exhausted, an address is
 * outside it, or the source cannot be read.
 */
#include "ir/build.h"

#include "rt/rt.h"

/* More than the scratch memory of any engine, so that it is a fault, too. */
#define	MOST	(1u << 30)

uint32_t
dt_irb_take(struct dt_irbuild *b, uint32_t size, bool zero)
{
	struct dt_irins *i = dt_irb_call(b, DT_RT_scratch_take, 8, false);

	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_argv(i, size);
	dt_irb_arg(i, DT_IRA_IMM, zero);
	dt_irb_br(b, DT_CC_EQ, i->d, 0, 0,
	    dt_irb_fault(b, DTRACEFLT_NOSCRATCH));
	return i->d;
}

static uint32_t
take(struct dt_irbuild *b, const struct dt_node *n, uint32_t size, bool zero)
{
	if (n->kind != DT_N_INT)
		b->fn->scratch.any = true;
	else if ((uint64_t)n->value <= MOST)
		b->fn->scratch.known += dt_scratch_bytes((uint64_t)n->value);
	return dt_irb_take(b, size, zero);
}

void
dt_irb_copy(struct dt_irbuild *b, enum dt_rtfn fn, uint32_t to, uint32_t addr,
    uint32_t size)
{
	struct dt_irins *i = dt_irb_call(b, fn, 4, true);

	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_argv(i, to);
	dt_irb_argv(i, addr);
	dt_irb_argv(i, size);
	dt_irb_br(b, DT_CC_LT, i->d, 0, 0, dt_irb_fault(b, DTRACEFLT_BADADDR));
}

/* The address of a string in a temporary; a null string becomes "". */
static uint32_t
address_of(struct dt_irbuild *b, uint32_t temp)
{
	struct dt_irins *i = dt_irb_call(b, DT_RT_obj_open, 8, false);

	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_arg(i, DT_IRA_TEMP, temp);
	dt_irb_arg(i, DT_IRA_IMM, 1);
	return i->d;
}

/* The length of a string in a temporary, at most max. */
static uint32_t
length_of(struct dt_irbuild *b, uint32_t temp, uint32_t max)
{
	struct dt_irins *i = dt_irb_call(b, DT_RT_str_len, 8, false);
	uint32_t fits = dt_irb_label(b), d = dt_irb_reg(b);

	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_arg(i, DT_IRA_TEMP, temp);
	dt_irb_mov(b, d, i->d);
	dt_irb_br(b, DT_CC_ULE, d, 0, max, fits);
	dt_irb_mov(b, d, dt_irb_const(b, max));
	dt_irb_place(b, fits);
	return d;
}

/* Copy a string to scratch memory, so that a pointer can refer to it. */
static uint32_t
text(struct dt_irbuild *b, const struct dt_node *n, enum dt_rtfn fn)
{
	uint32_t saved = b->temp, temp = dt_irb_str(b, n), to, len;

	b->fn->scratch.known += dt_scratch_bytes(b->strsize);
	to = dt_irb_take(b, dt_irb_const(b, b->strsize), true);
	len = length_of(b, temp, b->strsize - 1);
	dt_irb_copy(b, fn, to, address_of(b, temp), len);
	b->temp = saved;
	return to;
}

void
dt_irb_settext(struct dt_irbuild *b, const struct dt_node *n, uint32_t to,
    uint32_t size)
{
	uint32_t saved = b->temp, temp = dt_irb_str(b, n);
	uint32_t len = length_of(b, temp, size - 1);
	struct dt_irins *i;

	dt_irb_copy(b, DT_RT_scratch_kernel, to, address_of(b, temp), len);
	to = dt_irb_op(b, DT_IR_ADD, to, len);
	i = dt_irb_call(b, DT_RT_mem_store, 4, true);
	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_argv(i, to);
	dt_irb_arg(i, DT_IRA_IMM, 0);
	dt_irb_arg(i, DT_IRA_IMM, 1);
	dt_irb_br(b, DT_CC_LT, i->d, 0, 0, dt_irb_fault(b, DTRACEFLT_BADADDR));
	b->temp = saved;
}

/* Call copyin() or another: the address of the memory; 0: it has no value. */
uint32_t
dt_irb_scratch(struct dt_irbuild *b, const struct dt_node *n, enum dt_rtfn fn)
{
	uint32_t v[3] = { 0 }, k = 0, to;

	if (n->value == DT_F_TEXT)
		return text(b, n->left, fn);
	for (const struct dt_node *a = n->left; a != NULL; a = a->next)
		v[k++] = dt_irb_expr(b, a);
	switch (n->value) {
	case DT_F_ALLOCA:
		return take(b, n->left, v[0], true);
	case DT_F_COPYIN:
		to = take(b, n->left->next, v[1], false);
		dt_irb_copy(b, fn, to, v[0], v[1]);
		return to;
	case DT_F_COPYINTO:
		dt_irb_copy(b, fn, v[2], v[0], v[1]);
		break;
	default:
		dt_irb_copy(b, fn, v[1], v[0], v[2]);
	}
	return dt_irb_const(b, 0);
}
