/* SPDX-License-Identifier: MIT */
/* var.c - the variables that an image uses, numbered by their first use. */
#include "bpf/gen.h"

#include <errno.h>
#include <string.h>
#include "base/buf.h"

static enum dt_varkind
kind_of(const struct dt_ident *id)
{
	bool str = dt_type_isstring(&id->type) ||
	    (id->kind == DT_ID_SELF && dt_type_isobject(&id->type));

	switch (id->kind) {
	case DT_ID_THIS:
		return str ? DT_VAR_THISSTR : DT_VAR_THIS;
	case DT_ID_SELF:
		return id->is_array ? DT_VAR_SELFARR :
		    str ? DT_VAR_SELFSTR : DT_VAR_SELF;
	case DT_ID_AGG:
		return DT_VAR_AGG;
	default:
		return id->is_array ? DT_VAR_GLOBALARR :
		    str ? DT_VAR_GLOBALSTR : DT_VAR_GLOBAL;
	}
}

static void
put_type(struct dt_buf *b, const struct dt_type *t)
{
	if (dt_type_isint(t))
		dt_buf_printf(b, "%sint%u_t", t->is_signed ? "" : "u",
		    8 * t->size);
	else
		dt_buf_printf(b, dt_type_isobject(t) ? "object of %u bytes" :
		    dt_type_isstring(t) ? "string" : "pointer", t->size);
}

static void
put_function(struct dt_buf *b, const struct dt_ident *id)
{
	static const struct {
		dtrace_actkind_t action;
		const char *name;
	} v[] = {
#define	DT_AGG(id, name, min, max, nw)	{ DTRACEAGG_##id, name },
#include "tbl/aggs.h"
#undef DT_AGG
	};

	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++)
		if (v[i].action == id->aggfunc)
			dt_buf_printf(b, "%s", v[i].name);
	if (id->aggparam != 0)
		dt_buf_printf(b, "(%#llx)", (unsigned long long)id->aggparam);
}

static const char *
type_text(struct dt_arena *arena, const struct dt_ident *id)
{
	struct dt_buf b = { 0 };
	const char *text;

	if (id->kind == DT_ID_AGG)
		put_function(&b, id);
	else
		put_type(&b, &id->type);
	for (uint32_t i = 0; i < id->nkeys; i++) {
		dt_buf_printf(&b, "%s", i == 0 ? "[" : ", ");
		if (id->keys[i].action != 0)
			dt_buf_printf(&b, "address %#x", id->keys[i].action);
		else
			put_type(&b, &id->keys[i].type);
	}
	if (id->nkeys != 0)
		dt_buf_printf(&b, "]");
	text = b.err == 0 ? dt_arena_strdup(arena, dt_buf_text(&b)) : NULL;
	dt_buf_free(&b);
	return text;
}

uint32_t
dt_var_index(const struct dt_shapes *s, const struct dt_ident *id)
{
	uint32_t i = 0;

	while (i < s->nvars && s->idents[i] != id)
		i++;
	return i;
}

static int
grow(struct dt_shapes *s)
{
	uint32_t cap = s->varcap != 0 ? 2 * s->varcap : 16;
	struct dt_var *v = dt_arena_alloc(s->arena, cap * sizeof(*v));
	const struct dt_ident **ids = dt_arena_alloc(s->arena,
	    cap * sizeof(const struct dt_ident *));

	if (v == NULL || ids == NULL)
		return -ENOMEM;
	if (s->nvars != 0) {
		memcpy(v, s->vars, s->nvars * sizeof(*v));
		memcpy(ids, s->idents, s->nvars * sizeof(ids[0]));
	}
	s->vars = v;
	s->idents = ids;
	s->varcap = cap;
	return 0;
}

static int
add(struct dt_shapes *s, const struct dt_ident *id, int line)
{
	struct dt_var *v;

	if (id == NULL || dt_var_index(s, id) < s->nvars)
		return 0;
	if (s->nvars == s->varcap && grow(s) != 0)
		return -ENOMEM;
	v = &s->vars[s->nvars];
	*v = (struct dt_var){ .kind = kind_of(id),
	    .line = dt_place_line(line),
	    .size = dt_type_isobject(&id->type) ? id->type.size : 8,
	    .name = dt_arena_strdup(s->arena, id->name),
	    .type = type_text(s->arena, id) };
	if (v->name == NULL || v->type == NULL)
		return -ENOMEM;
	s->idents[s->nvars++] = id;
	return 0;
}

static const struct dt_ident *
agg_ident(const struct dt_irfn *fn, int64_t ix)
{
	const struct dt_iragg *a = fn->aggs;

	while (a != NULL && a->ix != ix)
		a = a->next;
	return a != NULL ? a->ident : NULL;
}

int
dt_vars_collect(struct dt_shapes *s, const struct dt_irfn *fn)
{
	int err = 0;

	for (uint32_t n = 0; n < fn->n && err == 0; n++) {
		const struct dt_irins *i = &fn->ins[n];

		err = add(s, i->var, i->line);
		for (uint32_t k = 0; k < i->nargs && err == 0; k++)
			err = add(s, i->args[k].kind == DT_IRA_FORM ?
			    agg_ident(fn, i->args[k].imm) : i->args[k].var,
			    i->line);
	}
	return err;
}
