/* SPDX-License-Identifier: MIT */
/* build_strvar.c - where string variables live, and how they are reached. */
#include "ir/build.h"

static void
refuse(struct dt_irbuild *b, const struct dt_ident *id)
{
	dt_diag_set(b->diag, D_CG_EXPR, b->line,
	    "%s is no variable that holds a string", id->name);
}

/* The temporary, at the place that a function has it among its arguments. */
static struct dt_irins *
call(struct dt_irbuild *b, enum dt_rtfn fn)
{
	struct dt_irins *i = dt_irb_call(b, fn, 0, false);

	dt_irb_arg(i, DT_IRA_SLOT, 0);
	return i;
}

void
dt_irb_loadstr(struct dt_irbuild *b, const struct dt_ident *id, uint32_t dst)
{
	struct dt_irins *i;

	switch (id->kind) {
	case DT_ID_GLOBAL:
		i = call(b, DT_RT_gstr_get);
		break;
	case DT_ID_THIS:
		i = call(b, DT_RT_this_get);
		break;
	case DT_ID_SELF:
		i = call(b, DT_RT_selfstr_get);
		break;
	default:
		refuse(b, id);
		return;
	}
	dt_irb_arg(i, DT_IRA_TEMP, dst);
	dt_irb_argvar(i, DT_IRA_VAR, id);
	if (id->kind == DT_ID_THIS)
		dt_irb_argvar(i, DT_IRA_THISSTR, id);
}

void
dt_irb_storestr(struct dt_irbuild *b, const struct dt_ident *id, uint32_t src)
{
	struct dt_irins *i;

	switch (id->kind) {
	case DT_ID_GLOBAL:
		i = call(b, DT_RT_gstr_set);
		break;
	case DT_ID_THIS:
		i = call(b, DT_RT_this_set);
		break;
	case DT_ID_SELF:
		i = call(b, DT_RT_selfstr_set);
		break;
	default:
		refuse(b, id);
		return;
	}
	dt_irb_argvar(i, DT_IRA_VAR, id);
	if (id->kind == DT_ID_THIS)
		dt_irb_argvar(i, DT_IRA_THISSTR, id);
	dt_irb_arg(i, DT_IRA_TEMP, src);
}
