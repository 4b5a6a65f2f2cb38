/* SPDX-License-Identifier: MIT */
/*
 * check_inline.c - inlines: the expression is checked where it is defined, and
 * again at each use.  Since an inline does not know its own name, and those
 * that it knows cannot be redefined, it never contains itself; but a few that
 * contain each other several times could grow without bound.
 */
#include <errno.h>
#include <string.h>
#include "front/check.h"

static const struct dt_param *
find_param(const struct dt_frame *f, const char *name, uint32_t *index)
{
	for (uint32_t i = 0; f != NULL && i < f->in->nparams; i++)
		if (strcmp(f->in->params[i].name, name) == 0) {
			*index = i;
			return &f->in->params[i];
		}
	return NULL;
}

static const struct dt_ident *
find(struct dt_check *c, const struct dt_pnode *p)
{
	const struct dt_ident *id;

	if (p->kind != DT_P_IDENT)
		return NULL;
	id = dt_scope_find(c->scope, DT_ID_GLOBAL, p->name);
	return id != NULL && id->kind == DT_ID_INLINE ? id : NULL;
}

static bool
is_param(struct dt_check *c, const struct dt_pnode *p)
{
	uint32_t i;

	return p->kind == DT_P_IDENT &&
	    find_param(c->frame, p->name, &i) != NULL;
}

bool
dt_check_isinline(struct dt_check *c, const struct dt_pnode *p)
{
	return is_param(c, p) || find(c, p) != NULL;
}

bool
dt_check_isinlined(struct dt_check *c, const struct dt_pnode *p)
{
	const struct dt_ident *id;

	if (p->kind != DT_P_INDEX || is_param(c, p->left))
		return false;
	id = find(c, p->left);
	return id != NULL && id->inl != NULL && id->inl->is_array;
}

static bool
is_constant(const struct dt_node *n)
{
	return n->kind == DT_N_INT || n->kind == DT_N_FIELD;
}

static bool
is_struct(const struct dt_type *t)
{
	return t->kind == DT_TYPE_STRUCT || t->kind == DT_TYPE_UNION;
}

/* A value for an inline or a parameter of this name and type. */
static struct dt_node *
convert(struct dt_check *c, int line, const char *name,
    const struct dt_type *type, struct dt_node *n)
{
	char want[64], is[64];

	if (n == NULL || (is_struct(type) &&
	    dt_type_same(c->types, type, &n->type)))
		return n;
	if (dt_type_isstring(type))
		n = dt_check_null(c, n);
	n = dt_check_value(c, n);
	if (n == NULL || (dt_type_isstring(type) &&
	    dt_type_isstring(&n->type)))
		return n;
	if (dt_type_isstring(type) &&
	    dt_type_isstringlike(c->types, &n->type))
		return dt_check_stringof(c, n);
	if (dt_type_isint(type) && dt_type_isint(&n->type))
		return dt_check_convert(c, n, type);
	if (type->kind == DT_TYPE_POINTER && dt_type_assignable(c->types,
	    type, &n->type, n->kind == DT_N_INT && n->value == 0))
		return dt_check_retype(c, n, type);
	dt_diag_set(c->diag, D_OP_INCOMPAT, line,
	    "%s is of type %s and cannot stand for a value of type %s", name,
	    dt_type_name(c->types, type, want, sizeof(want)),
	    dt_type_name(c->types, &n->type, is, sizeof(is)));
	return NULL;
}

/* Any value of a type, which no constant expression has. */
static struct dt_node *
any_value(struct dt_check *c, int line, const struct dt_type *type)
{
	struct dt_node *n = dt_check_node(c, is_struct(type) ? DT_N_MEM :
	    DT_N_CALL, line, type);

	if (n == NULL)
		return NULL;
	n->value = is_struct(type) ? 0 : DT_F_RAND;
	n->left = is_struct(type) ? any_value(c, line, &c->t_size) : NULL;
	return n;
}

/* Parameter number i of the frame: its argument, in the frame outside. */
static struct dt_node *
param(struct dt_check *c, const struct dt_pnode *p, uint32_t i)
{
	const struct dt_frame *f = c->frame;
	const struct dt_param *to = &f->in->params[i];
	const struct dt_pnode *arg = f->args;
	struct dt_node *n;

	if (arg == NULL)
		return any_value(c, p->line, &to->type);
	while (i-- > 0)
		arg = arg->next;
	c->frame = f->outer;
	n = convert(c, arg->line, to->name, &to->type,
	    dt_check_place(c, arg));
	c->frame = f;
	return n;
}

/* The expression of an inline, checked for these arguments. */
static struct dt_node *
expand(struct dt_check *c, int line, const struct dt_inline *in,
    const struct dt_pnode *args)
{
	struct dt_frame frame = { .in = in, .args = args, .outer = c->frame };
	struct dt_node *n;

	c->frame = &frame;
	n = dt_check_place(c, in->expr);
	c->frame = frame.outer;
	/* An integer constant keeps its own type. */
	if (n != NULL && is_constant(n) && !in->is_array &&
	    dt_type_isint(&in->type))
		return n;
	return convert(c, line, in->name, &in->type, n);
}

static struct dt_node *
check_use(struct dt_check *c, const struct dt_pnode *p,
    const struct dt_ident *id)
{
	uint32_t nargs = p->kind == DT_P_INDEX ? p->nargs : 0;

	if (id->inl == NULL)
		return dt_check_const(c, p->line, &id->type,
		    (uint64_t)id->value);
	if (id->inl->is_array && p->kind != DT_P_INDEX) {
		dt_diag_set(c->diag, D_ARR_BADREF, p->line,
		    "inline %s has parameters: write %s[...]", id->name,
		    id->name);
		return NULL;
	}
	if (nargs == id->inl->nparams)
		return expand(c, p->line, id->inl, p->args);
	dt_diag_set(c->diag, D_PROTO_LEN, p->line,
	    "inline %s[] has %u parameter%s, but here it has %u", id->name,
	    id->inl->nparams, id->inl->nparams == 1 ? "" : "s", nargs);
	return NULL;
}

struct dt_node *
dt_check_inline(struct dt_check *c, const struct dt_pnode *p)
{
	const struct dt_pnode *name = p->kind == DT_P_INDEX ? p->left : p;
	uint32_t i;

	if (p->kind == DT_P_IDENT &&
	    find_param(c->frame, p->name, &i) != NULL)
		return param(c, p, i);
	return check_use(c, p, find(c, name));
}

const struct dt_pnode *
dt_check_behind(struct dt_check *c, const struct dt_pnode *p)
{
	const struct dt_ident *id;

	while (c->frame == NULL && (id = find(c, p)) != NULL &&
	    id->inl != NULL && !id->inl->is_array)
		p = id->inl->expr;
	return p;
}

static int
check_name(struct dt_check *c, const struct dt_inline *in)
{
	const struct dt_ident *id = dt_scope_find(c->scope, DT_ID_GLOBAL,
	    in->name);

	if (id == NULL && dt_check_findfunc(in->name) < 0 &&
	    !dt_check_isact(in->name) && !dt_check_isaggfunc(in->name))
		return 0;
	return dt_diag_set(c->diag, D_DECL_IDRED, in->line,
	    "inline %s: %s is the name of a %s already", in->name, in->name,
	    id == NULL ? "function" : id->kind == DT_ID_INLINE ? "constant" :
	    "variable");
}

int
dt_check_define(struct dt_check *c, const struct dt_inline *in,
    bool constant)
{
	struct dt_inline *copy;
	struct dt_node *n;
	int err = check_name(c, in);

	if (err != 0)
		return err;
	n = expand(c, in->line, in, NULL);
	if (n == NULL || (constant && !is_constant(n)))
		return -EINVAL;
	copy = dt_inline_copy(in);
	if (copy != NULL && dt_scope_add_inline(c->scope, copy) == 0)
		return 0;
	dt_inline_destroy(copy);
	return dt_diag_nomem(c->diag);
}
