/* SPDX-License-Identifier: MIT */
/*
 * check_var.c - variables: reading, assigning and declaring them.  A variable
 * without a declaration gets the type of the first value assigned.
 */
#include <errno.h>
#include <string.h>
#include "front/check.h"

static bool
is_variable(const struct dt_pnode *p)
{
	return p->kind == DT_P_IDENT || p->kind == DT_P_SELF ||
	    p->kind == DT_P_THIS;
}

enum dt_idkind
dt_check_kind(const struct dt_pnode *p)
{
	return p->kind == DT_P_SELF ? DT_ID_SELF :
	    p->kind == DT_P_THIS ? DT_ID_THIS : DT_ID_GLOBAL;
}

const char *
dt_check_prefix(enum dt_idkind kind)
{
	return kind == DT_ID_SELF ? "self->" :
	    kind == DT_ID_THIS ? "this->" : "";
}

struct dt_node *
dt_check_varnode(struct dt_check *c, int line, const struct dt_ident *id)
{
	struct dt_node *n = dt_check_node(c, DT_N_VAR, line, &id->type);

	if (n != NULL)
		n->ident = id;
	return n;
}

static void
undefined(struct dt_check *c, const struct dt_pnode *p)
{
	dt_diag_set(c->diag, D_VAR_UNDEF, p->line,
	    "%s%s has not been declared or assigned before it is read",
	    dt_check_prefix(dt_check_kind(p)), p->name);
}

void
dt_check_undefined(struct dt_check *c, const struct dt_pnode *p)
{
	enum dt_idkind kind = dt_check_kind(p);

	if (kind != DT_ID_GLOBAL)
		undefined(c, p);
	else if (dt_check_isreserved(p->name))
		dt_diag_set(c->diag, D_IDENT_BADREF, p->line,
		    "%s is an array: write %s[%s]", p->name, p->name,
		    p->name[0] == 'a' ? "0" : "R_PC");
	else if (dt_check_isact(p->name) || dt_check_isaggfunc(p->name))
		dt_diag_set(c->diag, D_IDENT_BADREF, p->line,
		    "%s is a function: write %s(...)", p->name, p->name);
	else if (dt_scope_find(c->scope, DT_ID_AGG, p->name) != NULL)
		dt_diag_set(c->diag, D_IDENT_UNDEF, p->line,
		    "there is no variable %s: the aggregation is @%s",
		    p->name, p->name);
	else
		dt_check_novar(c, p);
}

/* False, with the diagnostic set: an argument that cannot be read. */
static bool
is_readable(struct dt_check *c, int line, const struct dt_ident *id)
{
	const char *digit = id->name + 3;

	return id->kind != DT_ID_BUILTIN || strncmp(id->name, "arg", 3) != 0 ||
	    *digit < '0' || *digit > '9' || digit[1] != '\0' ||
	    dt_check_readable(c, line, (uint32_t)(*digit - '0'));
}

struct dt_node *
dt_check_var(struct dt_check *c, const struct dt_pnode *p)
{
	char buf[8];
	const char *name = p->kind == DT_P_IDENT ?
	    dt_check_callarg(c, p->name, buf) : p->name;
	const struct dt_ident *id = name == NULL ? NULL :
	    dt_scope_find(c->scope, dt_check_kind(p), name);

	if (name == NULL)
		return dt_check_const(c, p->line, &c->t_int64, 0);
	if (id == NULL)
		dt_check_undefined(c, p);
	else if (id->is_array)
		dt_check_noindex(c, p->line, id);
	else if (!dt_check_usesname(c, p->line, id) ||
	    !is_readable(c, p->line, id))
		return NULL;
	else if (dt_check_isobject(id))
		return dt_check_object(c, p->line, id);
	else
		return dt_check_builtin(c, p->line, id,
		    dt_check_varnode(c, p->line, id));
	return NULL;
}

struct dt_node *
dt_check_operand(struct dt_check *c, const struct dt_pnode *p)
{
	const struct dt_pnode *of = p->kind == DT_P_INDEX ? p->left : p;
	struct dt_ident *id;

	if (!is_variable(of) || dt_check_isargs(p) || dt_check_isuregs(p) ||
	    dt_check_isinline(c, of) ||
	    dt_scope_find(c->scope, dt_check_kind(of), of->name) != NULL)
		return dt_check_place(c, p);
	if (p->kind == DT_P_INDEX)
		return dt_check_target(c, p, &c->t_int64);
	if (p->kind == DT_P_IDENT)
		return dt_check_place(c, p);
	if (dt_check_add(c, p->line, dt_check_kind(p), p->name, &c->t_int64,
	    &id) != 0)
		return NULL;
	return dt_check_varnode(c, p->line, id);
}

int
dt_check_add(struct dt_check *c, int line, enum dt_idkind kind,
    const char *name, const struct dt_type *type, struct dt_ident **out)
{
	int err = dt_scope_add(c->scope, kind, name, type, out);

	if (err == -ENOSPC)
		return dt_diag_set(c->diag, D_ID_OFLOW, line,
		    "no room for %s%s: the programs of a handle have at most "
		    "%u %s", kind == DT_ID_AGG ? "@" : dt_check_prefix(kind),
		    name, dt_scope_limit(kind, false),
		    kind == DT_ID_AGG ? "aggregations" :
		    kind == DT_ID_SELF ? "self-> variables" :
		    kind == DT_ID_THIS ? "this-> variables" :
		    "global strings, and 1 MB of other global variables");
	return err != 0 ? dt_diag_nomem(c->diag) : 0;
}

const struct dt_ident *
dt_check_hidden(struct dt_check *c, int line, const char *name,
    const struct dt_type *type)
{
	struct dt_ident *id;

	if (name == NULL) {
		dt_diag_nomem(c->diag);
		return NULL;
	}
	id = dt_scope_find(c->scope, DT_ID_THIS, name);
	return id != NULL || dt_check_add(c, line, DT_ID_THIS, name, type,
	    &id) == 0 ? id : NULL;
}

struct dt_node *
dt_check_set(struct dt_check *c, int line, const struct dt_ident *id,
    struct dt_node *value)
{
	return dt_check_pair(c, DT_N_ASSIGN, line, &c->t_int64,
	    dt_check_varnode(c, line, id), value);
}

static bool
is_builtin(enum dt_idkind kind, const char *name, const struct dt_ident *id)
{
	return id != NULL ? id->kind == DT_ID_BUILTIN :
	    kind == DT_ID_GLOBAL && dt_check_isreserved(name);
}

/*
 * The variable to write.  An unknown one is created with this type; type NULL:
 * it must exist.
 */
static const struct dt_ident *
writable(struct dt_check *c,
    const struct dt_pnode *p, const struct dt_type *type)
{
	enum dt_idkind kind = dt_check_kind(p);
	struct dt_ident *id = dt_scope_find(c->scope, kind, p->name);

	if (is_builtin(kind, p->name, id)) {
		dt_diag_set(c->diag, D_OP_WRITE, p->line,
		    "%s is a built-in variable and can only be read",
		    p->name);
		return NULL;
	}
	if (id != NULL && id->is_array) {
		dt_check_noindex(c, p->line, id);
		return NULL;
	}
	if (id == NULL && type == NULL)
		undefined(c, p);
	else if (id == NULL)
		(void) dt_check_add(c, p->line, kind, p->name, type, &id);
	return c->diag->err == 0 && dt_check_usesname(c, p->line, id) ? id :
	    NULL;
}

/* Is p x[a][b], of an x that does not exist? */
static bool
is_nested(struct dt_check *c, const struct dt_pnode *p)
{
	const struct dt_pnode *of = p->left;

	while (of->kind == DT_P_INDEX)
		of = of->left;
	return of != p->left && is_variable(of) &&
	    dt_scope_find(c->scope, dt_check_kind(of), of->name) == NULL;
}

/* The variable, array element or memory to write; type as for writable(). */
static struct dt_node *
target(struct dt_check *c, const struct dt_pnode *p,
    const struct dt_type *type)
{
	const struct dt_ident *id;

	p = dt_check_behind(c, p);
	if (dt_check_isargs(p) || dt_check_isuregs(p))
		p = p->left;
	if (p->kind == DT_P_INDEX && !dt_check_isinlined(c, p) &&
	    (dt_check_isassoc(c, p->left) || is_nested(c, p)))
		return dt_check_copied(c, dt_check_target(c, p, type != NULL ?
		    type : &c->t_int64));
	if (p->kind == DT_P_SYMBOL) {
		dt_diag_set(c->diag, D_OP_WRITE, p->line,
		    "%s belongs to the kernel and can only be read", p->name);
		return NULL;
	}
	if (!is_variable(p) || dt_check_isinline(c, p))
		return dt_check_store(c, p->line, dt_check_place(c, p));
	id = writable(c, p, type);
	if (id != NULL && dt_check_isobject(id))
		return dt_check_store(c, p->line,
		    dt_check_object(c, p->line, id));
	return id != NULL ? dt_check_varnode(c, p->line, id) : NULL;
}

/* The value of `to` before the assignment. */
static struct dt_node *
old_value(struct dt_check *c, struct dt_node *to)
{
	struct dt_node *n;

	if (to->kind == DT_N_VAR)
		return dt_check_varnode(c, to->line, to->ident);
	n = dt_check_node(c, DT_N_OLD, to->line, &to->type);
	if (n != NULL)
		n->left = to;
	return n;
}

/* Can a variable hold this value, and does the operator permit it? */
static bool
want_value(struct dt_check *c, const struct dt_pnode *p,
    const struct dt_node *value)
{
	char buf[64];

	if (dt_type_isint(&value->type) ||
	    value->type.kind == DT_TYPE_POINTER)
		return true;
	if ((dt_type_isstring(&value->type) ||
	    dt_type_isobject(&value->type)) && p->tok == DT_TOK_ASSIGN)
		return true;
	if (dt_type_isstring(&value->type))
		dt_diag_set(c->diag, D_OP_ARITH, p->line,
		    "%s needs an integer: a string can only be assigned by =",
		    dt_lex_row(p->tok)->text);
	else
		dt_diag_set(c->diag, D_VAR_UNSUP, p->line,
		    "a variable cannot hold a value of type %s",
		    dt_type_name(c->types, &value->type, buf, sizeof(buf)));
	return false;
}

static bool
is_pointer(const struct dt_type *t)
{
	return t->kind == DT_TYPE_POINTER;
}

static const char *
prefix_of(const struct dt_node *to)
{
	return to->ident != NULL ? dt_check_prefix(to->ident->kind) : "";
}

static const char *
name_of(const struct dt_node *to)
{
	return to->ident != NULL ? to->ident->name : "the left side";
}

/* Convert a pointer or 0 for a variable that is a pointer. */
static struct dt_node *
fit_pointer(struct dt_check *c, int line, const struct dt_node *to,
    struct dt_node *value)
{
	char want[64], is[64];

	if (value->kind != DT_N_MEM && dt_check_iscopy(value)) {
		dt_diag_set(c->diag, D_ADDROF_VAR, line, "a pointer cannot "
		    "refer to a variable of self-> or to an element of an "
		    "associative array");
		return NULL;
	}
	if (dt_type_assignable(c->types, &to->type, &value->type,
	    value->kind == DT_N_INT && value->value == 0))
		return dt_check_retype(c, value, &to->type);
	dt_diag_set(c->diag, D_OP_INCOMPAT, line,
	    "%s%s is of type %s and cannot hold a value of type %s: write a "
	    "cast", prefix_of(to), name_of(to),
	    dt_type_name(c->types, &to->type, want, sizeof(want)),
	    dt_type_name(c->types, &value->type, is, sizeof(is)));
	return NULL;
}

/* Convert the value for the variable; 0 becomes the empty string. */
static struct dt_node *
fit_value(struct dt_check *c, int line, const struct dt_node *to,
    struct dt_node *value)
{
	bool text = dt_type_isstring(&to->type);

	if (text)
		value = dt_check_asstring(c, dt_check_null(c, value));
	else if (value != NULL && is_pointer(&to->type) &&
	    dt_type_isstring(&value->type))
		value = dt_check_textof(c, value);
	if (value == NULL)
		return NULL;
	if (is_pointer(&to->type) || is_pointer(&value->type) ||
	    dt_type_isobject(&value->type))
		return fit_pointer(c, line, to, value);
	if (text && dt_type_isstring(&value->type))
		return value;
	if (!text && !dt_type_isstring(&value->type))
		return dt_check_stored(c, value, &to->type);
	dt_diag_set(c->diag, D_OP_INCOMPAT, line,
	    "%s%s holds %s and cannot be assigned %s",
	    prefix_of(to), name_of(to),
	    text ? "a string" : "an integer",
	    text ? "an integer other than 0" : "a string");
	return NULL;
}

/* Convert the value for an array of characters: a string. */
static struct dt_node *
fit_text(struct dt_check *c, int line, const struct dt_node *to,
    struct dt_node *value)
{
	char buf[64];

	value = dt_check_null(c, value);
	if (value == NULL || dt_type_isstring(&value->type))
		return value;
	if (dt_type_isstringlike(c->types, &value->type))
		return dt_check_stringof(c, value);
	dt_diag_set(c->diag, D_OP_INCOMPAT, line, "%s holds a string and "
	    "cannot be assigned a value of type %s", name_of(to),
	    dt_type_name(c->types, &value->type, buf, sizeof(buf)));
	return NULL;
}

struct dt_node *
dt_check_assignto(struct dt_check *c, int line, struct dt_node *to,
    struct dt_node *value)
{
	if (to == NULL || value == NULL)
		return NULL;
	if (to->type.kind == DT_TYPE_ARRAY && !dt_check_frees(to, value) &&
	    dt_type_isstringlike(c->types, &to->type))
		value = fit_text(c, line, to, value);
	else if (dt_type_isobject(&to->type))
		return dt_check_copy(c, line, to, value);
	else
		value = fit_value(c, line, to, value);
	return dt_check_pair(c, DT_N_ASSIGN, line, &to->type, to, value);
}

/* to = to op value; the result has the type of `to` */
static struct dt_node *
assign_op(struct dt_check *c, int line, struct dt_node *to, enum dt_op op,
    struct dt_node *value)
{
	struct dt_node *left = old_value(c, to);

	if (left == NULL || value == NULL)
		return NULL;
	value = dt_check_binary(c, line, op, left, value);
	if (value != NULL && value->kind == DT_N_BINARY)
		value->type = to->type;
	return dt_check_assignto(c, line, to, value);
}

/* Does p name a variable that is declared as a pointer? */
static bool
is_declaredptr(struct dt_check *c, const struct dt_pnode *p)
{
	const struct dt_ident *id = is_variable(p) ? dt_scope_find(c->scope,
	    dt_check_kind(p), p->name) : NULL;

	return id != NULL && is_pointer(&id->type);
}

/*
 * The value to assign to p.  A translated pointer needs its struct in memory,
 * unless it also stands for a number, as curcpu does, and p is no pointer.
 */
static struct dt_node *
source(struct dt_check *c, const struct dt_pnode *p, struct dt_node *n)
{
	if (n != NULL && n->kind == DT_N_XLATE && is_pointer(&n->type) &&
	    n->xl != c->defining && (n->right == NULL ||
	    (!is_pointer(&n->right->type) && is_declaredptr(c, p))))
		return dt_check_pointed(c, n);
	return dt_check_whole(c, n);
}

struct dt_node *
dt_check_assign(struct dt_check *c, const struct dt_pnode *p)
{
	struct dt_node *value, *to;

	if (p->left->kind == DT_P_AGG) {
		dt_diag_set(c->diag, D_OP_ACT, p->line,
		    "@%s = ... has no value: write it as a statement",
		    p->left->name);
		return NULL;
	}
	value = source(c, p->left, dt_check_place(c, p->right));
	if (value == NULL || ((is_variable(p->left) ||
	    p->left->kind == DT_P_INDEX) && !want_value(c, p, value)))
		return NULL;
	(void)dt_type_complete(c->types, &value->type);
	to = target(c, p->left, p->tok == DT_TOK_ASSIGN ? &value->type : NULL);
	if (to == NULL)
		return NULL;
	if (p->tok == DT_TOK_ASSIGN)
		return dt_check_assignto(c, p->line, to, value);
	return assign_op(c, p->line, to, (enum dt_op)dt_lex_row(p->tok)->op,
	    value);
}

struct dt_node *
dt_check_preinc(struct dt_check *c, const struct dt_pnode *p)
{
	struct dt_node *to = target(c, p->left, &c->t_int64);

	if (to == NULL)
		return NULL;
	return assign_op(c, p->line, to, (enum dt_op)dt_lex_row(p->tok)->op,
	    dt_check_const(c, p->line, &c->t_int, 1));
}

/* The step of ++: 1, or the size of a pointer's target; 0: failed. */
static int64_t
step(struct dt_check *c, int line, const struct dt_type *t)
{
	struct dt_node *n;

	if (!is_pointer(t))
		return 1;
	n = dt_check_const(c, line, t, 0);
	if (n != NULL)
		n = dt_check_constant(c, dt_check_offset(c, line, DT_OP_ADD,
		    n, dt_check_const(c, line, &c->t_int, 1)));
	return n != NULL ? n->value : 0;
}

struct dt_node *
dt_check_postinc(struct dt_check *c, const struct dt_pnode *p)
{
	struct dt_node *to = target(c, p->left, &c->t_int64), *n;

	if (to == NULL)
		return NULL;
	if (dt_type_isstring(&to->type)) {
		dt_diag_set(c->diag, D_OP_SCALAR, p->line,
		    "%s needs an integer, but %s%s is a string",
		    dt_lex_row(p->tok)->text, prefix_of(to), name_of(to));
		return NULL;
	}
	if (dt_type_isobject(&to->type)) {
		dt_diag_set(c->diag, D_OP_SCALAR, p->line,
		    "%s needs an integer or a pointer",
		    dt_lex_row(p->tok)->text);
		return NULL;
	}
	n = dt_check_node(c, DT_N_POSTINC, p->line, &to->type);
	if (n == NULL)
		return NULL;
	n->left = to;
	n->value = step(c, p->line, &to->type);
	if (p->tok == DT_TOK_DEC)
		n->value = -n->value;
	return n->value != 0 ? n : NULL;
}

int
dt_check_decl(struct dt_check *c, const struct dt_pdecl *d)
{
	struct dt_ident *id = dt_scope_find(c->scope, d->kind, d->name);
	char buf[64];

	if (is_builtin(d->kind, d->name, id))
		return dt_diag_set(c->diag, D_DECL_IDRED, d->line,
		    "%s is a built-in variable: choose another name",
		    d->name);
	if (d->kind == DT_ID_GLOBAL && dt_check_isfunction(c, d->name))
		return dt_diag_set(c->diag, D_DECL_IDRED, d->line,
		    "%s is a function of D: choose another name", d->name);
	if (d->is_array && (id == NULL || id->is_array))
		return dt_check_declarray(c, d, id);
	if (id == NULL)
		return dt_check_add(c, d->line, d->kind, d->name, &d->type,
		    &id);
	if (id->kind == DT_ID_INLINE)
		return dt_diag_set(c->diag, D_DECL_IDRED, d->line,
		    "%s is an inline or an enumerator already: choose "
		    "another name", d->name);
	if (id->is_array != d->is_array)
		return dt_diag_set(c->diag, D_DECL_IDRED, d->line,
		    "%s%s was declared or used before as %s",
		    dt_check_prefix(d->kind), d->name,
		    id->is_array ? "an array" : "a scalar");
	if (dt_type_same(c->types, &id->type, &d->type))
		return 0;
	return dt_diag_set(c->diag, D_DECL_IDRED, d->line,
	    "%s%s already has type %s", dt_check_prefix(d->kind),
	    d->name, dt_type_name(c->types, &id->type, buf, sizeof(buf)));
}
