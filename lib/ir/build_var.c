/* SPDX-License-Identifier: MIT */
/* build_var.c - loads and stores of variables. */
#include "ir/build.h"

#define	OFF_U64(f)	offsetof(struct dt_ctx, f)
#define	OFF_U32(f)	offsetof(struct dt_ctx, f)
#define	OFF_I64(f)	offsetof(struct dt_ctx, f)
#define	OFF_WALL(f)	offsetof(struct dt_ctx, f)
#define	OFF_COMM(f)	offsetof(struct dt_ctx, f)
#define	OFF_ARGS(f)	(f)
#define	OFF_NAMEPART(f)	(f)
#define	OFF_TARGET(f)	(f)

static const struct dt_varfact facts[DT_NVARS_BUILTIN] = {
#define	DT_VAR(id, name, type, needs, how, field)	\
	{ needs, DT_HOW_##how, OFF_##how(field) },
#include "tbl/vars.h"
#undef DT_VAR
};

/* The facts of a built-in variable; NULL: it is not one. */
const struct dt_varfact *
dt_irb_builtin(const struct dt_ident *id)
{
	if (id->kind != DT_ID_BUILTIN || id->index >= DT_NVARS_BUILTIN)
		return NULL;
	return &facts[id->index];
}

static struct dt_irins *
load_map(struct dt_irbuild *b, const char *sym, size_t off)
{
	struct dt_irins *i = dt_irb_add(b, DT_IR_LDMAP);

	i->d = dt_irb_reg(b);
	i->sym = sym;
	i->imm = off;
	i->width = 8;
	return i;
}

static uint32_t
load_global(struct dt_irbuild *b, const struct dt_ident *id)
{
	struct dt_irins *i = load_map(b, "dt_val_globals", 0);

	i->var = id;
	return i->d;
}

static uint32_t
load_target(struct dt_irbuild *b)
{
	struct dt_irins *i = dt_irb_add(b, DT_IR_TARGET);

	i->d = dt_irb_reg(b);
	return i->d;
}

static uint32_t
load_builtin(struct dt_irbuild *b, const struct dt_ident *id)
{
	const struct dt_varfact *f = &facts[id->index];
	uint32_t w = dt_irb_width(&id->type), v;
	bool sign = dt_irb_sign(&id->type);

	b->fn->needs |= f->needs;
	if (f->off == offsetof(struct dt_ctx, ucaller) ||
	    f->off == offsetof(struct dt_ctx, ustackdepth))
		b->fn->names |= DT_NAMES_CALLER;
	switch (f->how) {
	case DT_HOW_TARGET:
		return load_target(b);
	case DT_HOW_U32:
		return dt_irb_ext(b, dt_irb_ldslot(b, f->off, 4,
		    sign && w == 4), w < 4 ? w : 8, sign);
	case DT_HOW_WALL:
		v = dt_irb_ldslot(b, f->off, 8, false);
		return dt_irb_op(b, DT_IR_ADD, v, load_map(b, "dt_val_state",
		    offsetof(struct dt_state, wall_offset))->d);
	default:
		return dt_irb_ext(b, dt_irb_ldslot(b, f->off, 8, false), w,
		    sign);
	}
}

static bool
is_scalar(const struct dt_irbuild *b, const struct dt_ident *id)
{
	if (dt_type_isint(&id->type) || id->type.kind == DT_TYPE_POINTER ||
	    (id->kind == DT_ID_THIS && dt_type_isobject(&id->type)))
		return true;
	dt_diag_set(b->diag, D_CG_EXPR, b->line,
	    "%s has no integer value", id->name);
	return false;
}

static uint32_t
load_this(struct dt_irbuild *b, const struct dt_ident *id)
{
	struct dt_irins *i = dt_irb_add(b, DT_IR_LDSLOT);

	b->fn->needs |= DT_NEED_THIS;
	i->d = dt_irb_reg(b);
	i->var = id;
	i->width = 8;
	return i->d;
}

/*
 * Search the map for a variable.  Code that follows without a label in between
 * uses the same register, which nothing else writes.
 */
static uint32_t
load_self(struct dt_irbuild *b, const struct dt_ident *id)
{
	struct dt_irins *i;

	if (b->self_reg != 0 && b->self_var == id->index)
		return b->self_reg;
	i = dt_irb_call(b, DT_RT_self_get, 8, false);
	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_argvar(i, DT_IRA_VAR, id);
	b->self_var = id->index;
	b->self_reg = i->d;
	return i->d;
}

uint32_t
dt_irb_load(struct dt_irbuild *b, const struct dt_ident *id)
{
	if (!is_scalar(b, id))
		return dt_irb_const(b, 0);
	switch (id->kind) {
	case DT_ID_BUILTIN:
		return load_builtin(b, id);
	case DT_ID_GLOBAL:
		return load_global(b, id);
	case DT_ID_THIS:
		return load_this(b, id);
	case DT_ID_SELF:
		return load_self(b, id);
	case DT_ID_AGG:
	case DT_ID_XLATOR:
	case DT_ID_PROVIDER:
	case DT_ID_PROBE:
	case DT_ID_INLINE:	/* the checker has replaced it */
		break;
	}
	dt_diag_set(b->diag, D_CG_EXPR, b->line,
	    "@%s is an aggregation and has no value in an expression",
	    id->name);
	return dt_irb_const(b, 0);
}

static void
store_map(struct dt_irbuild *b, const struct dt_ident *id, uint32_t v)
{
	struct dt_irins *i = dt_irb_add(b, DT_IR_STMAP);

	i->a = v;
	i->sym = "dt_val_globals";
	i->var = id;
	i->width = 8;
}

static void
store_this(struct dt_irbuild *b, const struct dt_ident *id, uint32_t v)
{
	struct dt_irins *i = dt_irb_add(b, DT_IR_STSLOT);

	b->fn->needs |= DT_NEED_THIS;
	i->a = v;
	i->var = id;
	i->width = 8;
}

static void
store_self(struct dt_irbuild *b, const struct dt_ident *id, uint32_t v)
{
	struct dt_irins *i = dt_irb_call(b, DT_RT_self_set, 0, false);

	b->self_reg = 0;
	dt_irb_arg(i, DT_IRA_SLOT, 0);
	dt_irb_argvar(i, DT_IRA_VAR, id);
	dt_irb_argv(i, v);
}

/* Store all 64 bits of v, whatever the variable's type. */
void
dt_irb_store(struct dt_irbuild *b, const struct dt_ident *id, uint32_t v)
{
	if (!is_scalar(b, id))
		return;
	switch (id->kind) {
	case DT_ID_GLOBAL:
		store_map(b, id, v);
		return;
	case DT_ID_THIS:
		store_this(b, id, v);
		return;
	case DT_ID_SELF:
		store_self(b, id, v);
		return;
	default:
		dt_diag_set(b->diag, D_OP_WRITE, b->line,
		    "%s cannot be assigned to", id->name);
	}
}

/* --- strings -------------------------------------------------------------- */

static void
refuse(struct dt_irbuild *b, const struct dt_ident *id)
{
	dt_diag_set(b->diag, D_CG_EXPR, b->line,
	    "%s is not a variable that holds a string", id->name);
}

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
