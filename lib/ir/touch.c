/* SPDX-License-Identifier: MIT */
/*
 * touch.c - finds the memory of the process that a clause reads at its
 * arguments, such as copyinstr(arg0 + 8).  An engine may make it present before
 * the clause runs, which cannot wait for a page.
 */
#include "ir/ir.h"

#define	ADDRESS	2		/* the argument of these functions */

static bool
reads_process(enum dt_rtfn fn)
{
	return fn == DT_RT_str_user || fn == DT_RT_key_user ||
	    fn == DT_RT_scratch_user;
}

/* Is it a load of an argument?  Then set its number. */
static bool
is_argument(const struct dt_irins *i, uint32_t *arg)
{
	int64_t at = i->imm - (int64_t)offsetof(struct dt_ctx, args);

	if (i->op != DT_IR_LDSLOT || i->var != NULL || at < 0 ||
	    at >= DT_NARGS * 8 || i->width != 8)
		return false;
	*arg = (uint32_t)at / 8;
	return true;
}

/* Is the register, where instruction n reads it, an argument and a constant? */
static bool
find_touch(const struct dt_irfn *fn, uint32_t n, uint32_t reg,
    struct dt_touch *t)
{
	int64_t off = 0;

	while (n-- > 0) {
		const struct dt_irins *i = &fn->ins[n];

		if (i->d != reg)
			continue;
		t->off = (int32_t)off;
		if (is_argument(i, &t->arg))
			return t->off == off;
		if (i->op == DT_IR_ADD && i->b == 0 && i->field == NULL)
			off += i->imm;
		else if (i->op == DT_IR_SUB && i->b == 0 && i->field == NULL)
			off -= i->imm;
		else if (i->op != DT_IR_MOV)
			return false;
		reg = i->a;
	}
	return false;
}

static void
add_touch(struct dt_irfn *fn, struct dt_touch t)
{
	for (uint32_t i = 0; i < fn->ntouches; i++)
		if (fn->touches[i].arg == t.arg && fn->touches[i].off == t.off)
			return;
	if (fn->ntouches < DT_MAXTOUCHES)
		fn->touches[fn->ntouches++] = t;
}

void
dt_ir_touches(struct dt_irfn *fn)
{
	struct dt_touch t;

	for (uint32_t n = 0; n < fn->n; n++) {
		const struct dt_irins *i = &fn->ins[n];

		if (i->op == DT_IR_CALL && reads_process(i->fn) &&
		    i->args[ADDRESS].kind == DT_IRA_REG &&
		    find_touch(fn, n, i->args[ADDRESS].v, &t))
			add_touch(fn, t);
	}
}
