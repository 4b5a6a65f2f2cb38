/* SPDX-License-Identifier: MIT */
/*
 * check_inline.c - inlines.  The expression is checked at its definition and
 * again at each use.  An inline cannot contain itself: its name is not defined
 * yet in its expression, and inlines cannot be redefined.  But a few inlines
 * that each use another several times could grow exponentially.
 */
#include <errno.h>
#include <string.h>
#include "front/check.h"

static const struct dt_param *
find_param(const struct dt_frame *f, const char *name, uint32_t *index)
{
	for (uint32_t i = 0; f != NULL && i < f->nparams; i++)
		if (strcmp(f->params[i].name, name) == 0) {
			*index = i;
			return &f->params[i];
		}
	return NULL;
}

/*
 * Enter an inline.  If it is from another file, messages name that file, and
 * nodes keep the line of the use in this one.
 */
void
dt_check_enter(struct dt_check *c, struct dt_frame *f, const char *file,
    int line)
{
	f->outer = c->frame;
	f->file = c->diag->file;
	f->at = c->at;
	c->frame = f;
	if (file == c->diag->file)
		return;
	c->diag->file = file;
	if (c->at == 0)
		c->at = line;
}

/* Return to the file of the use; a message keeps the file that it names. */
void
dt_check_leave(struct dt_check *c, const struct dt_frame *f)
{
	c->frame = f->outer;
	c->at = f->at;
	if (c->diag->err == 0)
		c->diag->file = f->file;
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

/* Is it a string, or an array of characters, which can be used as one? */
static bool
is_text(struct dt_check *c, const struct dt_type *type)
{
	return dt_type_isstring(type) || (type->kind == DT_TYPE_ARRAY &&
	    dt_type_isstringlike(c->types, type));
}

struct dt_node *
dt_check_standin(struct dt_check *c, enum dt_tag tag, int line,
    const char *name, const struct dt_type *type, struct dt_node *n)
{
	char want[64], is[64];
	bool text = is_text(c, type);

	if (n == NULL || ((dt_type_isstruct(type) || n->kind == DT_N_XLATE) &&
	    dt_type_same(c->types, type, &n->type)))
		return n;
	if (text)
		n = dt_check_null(c, n);
	if (n != NULL && n->kind != DT_N_XLATE)
		n = dt_check_value(c, n);
	if (n == NULL || (text && dt_type_isstring(&n->type)))
		return n;
	if (text && dt_type_isstringlike(c->types, &n->type))
		return dt_check_stringof(c, n);
	if (dt_type_isint(type) && dt_type_isint(&n->type))
		return dt_check_convert(c, n, type);
	if (type->kind == DT_TYPE_POINTER && dt_type_assignable(c->types,
	    type, &n->type, n->kind == DT_N_INT && n->value == 0))
		return dt_check_retype(c, n, type);
	dt_diag_set(c->diag, tag, line,
	    "%s is of type %s and cannot stand for a value of type %s", name,
	    dt_type_name(c->types, type, want, sizeof(want)),
	    dt_type_name(c->types, &n->type, is, sizeof(is)));
	return NULL;
}

struct dt_node *
dt_check_any(struct dt_check *c, int line, const struct dt_type *type)
{
	bool memory = dt_type_isstruct(type) || type->kind == DT_TYPE_ARRAY;
	struct dt_node *n = dt_check_node(c, memory ? DT_N_MEM : DT_N_CALL,
	    line, type);

	if (n == NULL)
		return NULL;
	n->value = memory ? 0 : DT_F_RAND;
	n->left = memory ? dt_check_any(c, line, &c->t_size) : NULL;
	return n;
}

static struct dt_node *
copy_of(struct dt_check *c, const struct dt_node *n)
{
	struct dt_node *copy = dt_check_alloc(c, sizeof(*copy));

	if (copy == NULL)
		return NULL;
	*copy = *n;
	copy->next = NULL;
	return copy;
}

/* Parameter i of the frame: its argument, checked in the frame of the use. */
static struct dt_node *
param(struct dt_check *c, const struct dt_pnode *p, uint32_t i)
{
	const struct dt_frame *f = c->frame;
	const struct dt_param *to = &f->params[i];
	const struct dt_pnode *arg = f->args;
	struct dt_frame inner = { .params = NULL };
	struct dt_node *n;

	if (f->value != NULL)
		return copy_of(c, f->value);
	if (arg == NULL)
		return dt_check_any(c, p->line, &to->type);
	while (i-- > 0)
		arg = arg->next;
	dt_check_enter(c, &inner, f->file, arg->line);
	c->frame = f->outer;
	n = dt_check_standin(c, D_OP_INCOMPAT, arg->line, to->name, &to->type,
	    dt_check_place(c, arg));
	dt_check_leave(c, &inner);
	return n;
}

/* The expression of an inline, checked with these arguments. */
static struct dt_node *
expand(struct dt_check *c, int line, const struct dt_inline *in,
    const struct dt_pnode *args, bool is_rated)
{
	struct dt_frame frame = { .params = in->params,
	    .nparams = in->nparams, .args = args, .is_rated = is_rated };
	struct dt_node *n;

	dt_check_enter(c, &frame, in->file, line);
	n = dt_check_place(c, in->expr);
	dt_check_leave(c, &frame);
	/* curcpu used as an integer is the number of the CPU */
	if (n != NULL && n->kind == DT_N_XLATE && in->is_library &&
	    dt_type_isint(&n->left->type))
		n->right = n->left;
	/* an integer constant keeps its own type */
	if (n != NULL && dt_check_isnumber(n) && !in->is_array &&
	    dt_type_isint(&in->type))
		return n;
	return dt_check_standin(c, D_OP_INCOMPAT, line, in->name, &in->type,
	    n);
}

/* A constant, with all 64 bits of its expression as any operator's result. */
static struct dt_node *
constant(struct dt_check *c, int line, const struct dt_ident *id)
{
	struct dt_node *n = dt_check_node(c, DT_N_INT, line, &id->type);

	if (n != NULL)
		n->value = id->value;
	return n;
}

static struct dt_node *
check_use(struct dt_check *c, const struct dt_pnode *p,
    const struct dt_ident *id)
{
	uint32_t nargs = p->kind == DT_P_INDEX ? p->nargs : 0;

	if (!dt_check_usesname(c, p->line, id))
		return NULL;
	if (id->inl == NULL)
		return constant(c, p->line, id);
	if (id->inl->is_array && p->kind != DT_P_INDEX) {
		dt_diag_set(c->diag, D_IDENT_BADREF, p->line,
		    "inline %s has parameters: write %s[...]", id->name,
		    id->name);
		return NULL;
	}
	if (nargs == id->inl->nparams)
		return expand(c, p->line, id->inl, p->args,
		    dt_check_rating(c, id) != NULL);
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

/* Can it be a constant?  Such an expression needs no types of the kernel. */
static bool
is_simple(struct dt_check *c, const struct dt_pnode *p)
{
	const struct dt_ident *id;

	if (p == NULL || p->kind == DT_P_INT)
		return true;
	id = find(c, p);
	return (id != NULL && id->inl == NULL) ||
	    ((p->kind == DT_P_UNARY || p->kind == DT_P_BINARY ||
	    p->kind == DT_P_COND || p->kind == DT_P_CAST) &&
	    is_simple(c, p->left) && is_simple(c, p->right) &&
	    is_simple(c, p->third));
}

/*
 * May the program repeat a constant of a library?  Many scripts define those
 * that the libraries of their systems lacked, which have other values there.
 */
static int
check_again(struct dt_check *c, const struct dt_inline *in,
    const struct dt_ident *id)
{
	struct dt_node *n = expand(c, in->line, in, NULL, true);

	if (c->diag->err != 0)
		return -EINVAL;
	if (n != NULL && n->kind == DT_N_INT && (int64_t)n->value == id->value)
		return 0;
	return dt_diag_set(c->diag, D_DECL_IDRED, in->line, "inline %s: %s is "
	    "a constant already, which is %lld on this system: leave out this "
	    "line", in->name, in->name, (long long)id->value);
}

static int
check_name(struct dt_check *c, const struct dt_inline *in,
    const struct dt_ident *id)
{
	bool reserved = dt_check_isreserved(in->name);

	if (id == NULL && !reserved && !dt_check_isfunction(c, in->name))
		return 0;
	return dt_diag_set(c->diag, D_DECL_IDRED, in->line,
	    "inline %s: %s is the name of a %s already", in->name, in->name,
	    reserved ? "variable" : id == NULL ? "function" :
	    id->kind == DT_ID_INLINE ? "constant" : "variable");
}

/*
 * Define an inline.  A constant is defined while the program is parsed, before
 * its variables are declared, so its expression does not create variables.
 */
int
dt_check_define(struct dt_check *c, const struct dt_inline *in,
    bool constant)
{
	struct dt_scope_mark mark = dt_scope_mark(c->scope);
	struct dt_ident *id = dt_scope_find(c->scope, DT_ID_GLOBAL, in->name);
	struct dt_inline *copy;
	struct dt_node *n = NULL;
	int err;

	if (id != NULL && id->is_library && !c->is_library && !in->is_array)
		return check_again(c, in, id);
	err = check_name(c, in, id);
	if (err != 0 || dt_lex_ishidden(c->lex, in->name))
		return err;
	if (constant && c->is_library && !is_simple(c, in->expr))
		return -EINVAL;
	if (constant || !c->is_library)
		n = expand(c, in->line, in, NULL, true);
	if (c->diag->err != 0 || (constant && !dt_check_isnumber(n)))
		return -EINVAL;
	if (constant)
		dt_scope_rollback(c->scope, &mark);
	if (constant && n->kind == DT_N_INT) {
		if (dt_scope_add_constant(c->scope, in->name, &n->type,
		    n->value, &id) != 0)
			return dt_diag_nomem(c->diag);
		id->is_library = c->is_library;
		return 0;
	}
	copy = dt_inline_copy(in);
	if (copy != NULL && dt_scope_add_inline(c->scope, copy) == 0)
		return 0;
	if (copy != NULL)
		dt_arena_destroy(copy->arena);
	return dt_diag_nomem(c->diag);
}
