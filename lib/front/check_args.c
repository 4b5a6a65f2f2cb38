/* SPDX-License-Identifier: MIT */
/*
 * check_args.c - expressions with a type of the kernel: args[], built-in
 * variables that are the address of a struct, enumerators.
 */
#include <errno.h>
#include <string.h>
#include "front/check.h"

/* Look up a kernel type that a table or a provider names. */
static int
kernel_type(struct dt_check *c, int line, const char *what, const char *name,
    struct dt_type *out)
{
	int err = dt_type_klookup(c->types, name, out);
	const char *why = dt_types_nokernel(c->types);

	if (err == 0)
		return 0;
	if (err == -ENOMEM)
		return dt_diag_nomem(c->diag);
	return dt_diag_set(c->diag, D_ARGS_TYPE, line,
	    "%s is of type \"%s\", which %s%s", what, name, why != NULL ?
	    "needs the kernel's type information, and that cannot be read: " :
	    "this kernel does not have",
	    why != NULL ? why : "");
}

struct dt_node *
dt_check_builtin(struct dt_check *c, int line, const struct dt_ident *id,
    struct dt_node *n)
{
	struct dt_type type;

	if (n == NULL || id->ktype == NULL)
		return n;
	if (kernel_type(c, line, id->name, id->ktype, &type) != 0)
		return NULL;
	return dt_check_retype(c, n, &type);
}

static int
untyped(struct dt_check *c, int line, const struct dt_argtype *a)
{
	bool has_probes = a->nprobes != 0 || a->why[0] != '\0';

	return dt_diag_set(c->diag, has_probes ? D_ARGS_IDX : D_ARGS_NONE,
	    line, "the types of %s arguments are not known%s%s: use arg0, arg1 "
	    "... arg9 instead of args[]", has_probes ? "this probe's" :
	    "a probe's", a->why[0] != '\0' ? ", since " : "", a->why);
}

/* Collect the type of an argument over all probes of the clause. */
static int
ask(struct dt_check *c, int line, uint32_t number, struct dt_argtype *a)
{
	*a = (struct dt_argtype){ .number = number, .declared = true,
	    .attr = DT_ATTR_MOST };
	for (uint32_t i = 0; i < c->clause->npdescs; i++)
		c->env->argtype(c->env->arg, &c->clause->pdescs[i], a);
	if (a->ntyped == 0)
		return untyped(c, line, a);
	if (a->differ || (a->nwith != 0 && a->nwith != a->nprobes))
		return dt_diag_set(c->diag, D_ARGS_MULTI, line,
		    "args[%u] has different types in the probes of this "
		    "clause: write a clause for each type, or use arg%u",
		    number, number);
	if (a->nwith == 0)
		return dt_diag_set(c->diag, D_ARGS_IDX, line,
		    "args[%u]: the probe has %u argument%s%s", number,
		    a->most, a->most == 1 ? "" : "s", a->most == 0 ? "" :
		    ", counted from 0");
	return 0;
}

/* Record that the clause relies on the provider's type of an argument. */
static void
use(struct dt_dclause *cl, int line, uint32_t number, const char *type)
{
	for (uint32_t i = 0; i < cl->nargs; i++)
		if (cl->args[i].number == number)
			return;
	if (type != NULL && cl->nargs < DT_MAXARGS)
		cl->args[cl->nargs++] = (struct dt_typedarg){ number,
		    dt_place_line(line), type };
}

static bool
is_indexed(const struct dt_pnode *p, const char *name)
{
	return p->kind == DT_P_INDEX && p->left->kind == DT_P_IDENT &&
	    strcmp(p->left->name, name) == 0;
}

bool
dt_check_isargs(const struct dt_pnode *p)
{
	return is_indexed(p, "args");
}

bool
dt_check_isuregs(const struct dt_pnode *p)
{
	return is_indexed(p, "uregs");
}

bool
dt_check_isreserved(const char *name)
{
	return strcmp(name, "args") == 0 || strcmp(name, "uregs") == 0;
}

/* A register in a member of curthread; NULL: it is in none. */
static const char *
saved_in(int64_t number)
{
	switch (number) {
#define	DT_USAVED(index, member)	case index: return member;
#include "tbl/regs.h"
	default:
		return NULL;
	}
}

static struct dt_node *
saved_register(struct dt_check *c, int line, const char *member)
{
	const struct dt_ident *id = dt_scope_find(c->scope, DT_ID_GLOBAL,
	    "curthread");
	struct dt_type type = dt_type_basic(c->types, DT_T_UINT64);
	struct dt_node *n = dt_check_builtin(c, line, id,
	    dt_check_varnode(c, line, id));

	n = n != NULL ? dt_check_value(c, dt_check_through(c, line, n,
	    member)) : NULL;
	return n != NULL ? dt_check_convert(c, n, &type) : NULL;
}

/* uregs[number], a register of the process: user_register(number). */
struct dt_node *
dt_check_uregs(struct dt_check *c, const struct dt_pnode *p)
{
	enum {
#define	DT_NUREGISTERS(n)	NREGS = (n),
#include "tbl/regs.h"
	};
	struct dt_node *n;

	if (p->nargs != 1) {
		dt_diag_set(c->diag, D_PROTO_LEN, p->line, "uregs[] takes one "
		    "index, a constant such as R_PC");
		return NULL;
	}
	n = dt_check_constant(c, dt_check_expr(c, p->args));
	if (n == NULL)
		return NULL;
	if (n->kind == DT_N_INT && n->value >= 0 && n->value < NREGS)
		return dt_check_funcof(c, DT_F_UREG, n);
	if (n->kind == DT_N_INT && saved_in(n->value) != NULL)
		return saved_register(c, p->line, saved_in(n->value));
	dt_diag_set(c->diag, n->kind == DT_N_INT ? D_REGS_IDX : D_PROTO_ARG,
	    p->line, "the index of uregs[] must be the number of a register, a "
	    "constant such as R_PC");
	return NULL;
}

bool
dt_check_readable(struct dt_check *c, int line, uint32_t number)
{
	const struct dt_dclause *cl = c->clause;
	char why[512];

	if (cl == NULL || c->env->unreadable == NULL)
		return true;
	for (uint32_t i = 0; i < cl->npdescs; i++)
		if (c->env->unreadable(c->env->arg, &cl->pdescs[i], number,
		    why, sizeof(why)))
			return dt_diag_set(c->diag, D_ARGS_NONE, line, "%s",
			    why) == 0;
	return true;
}

/* A float or double, whose bits an argument has, as a place in memory. */
static struct dt_node *
in_memory(struct dt_check *c, int line, const struct dt_type *type,
    struct dt_node *arg)
{
	const struct dt_ident *id = arg == NULL ? NULL : dt_check_hidden(c,
	    line, dt_arena_printf(c->arena, "(%s as %u bytes)",
	    arg->ident->name, type->size), type);
	struct dt_node *bits, *place;

	if (id == NULL)
		return NULL;
	bits = dt_check_object(c, line, id);
	place = dt_check_object(c, line, id);
	if (bits == NULL || place == NULL)
		return NULL;
	bits->type = dt_type_basic(c->types, type->size == 4 ? DT_T_UINT :
	    DT_T_ULONG);
	place->left = dt_check_comma(c, line, dt_check_pair(c, DT_N_ASSIGN,
	    line, &bits->type, bits, dt_check_retype(c, arg, &bits->type)),
	    place->left);
	return place->left != NULL ? place : NULL;
}

/*
 * An argument of the probe, by number, as a value of a type, which is looked up
 * by its name if it is NULL.
 */
static struct dt_node *
argument(struct dt_check *c, int line, uint32_t number, const char *of,
    const struct dt_type *is, bool is_user)
{
	struct dt_type type;
	struct dt_node *n;
	char name[24];

	snprintf(name, sizeof(name), "args[%u]", number);
	if (is != NULL)
		type = *is;
	else if (kernel_type(c, line, name, of, &type) != 0)
		return NULL;
	snprintf(name, sizeof(name), "arg%u", number);
	n = dt_check_varnode(c, line, dt_scope_find(c->scope, DT_ID_GLOBAL,
	    name));
	if (!dt_check_readable(c, line, number))
		return NULL;
	if (dt_type_isstring(&type))
		return dt_check_stringof(c, n);
	if (type.kind == DT_TYPE_FLOAT && dt_type_isobject(&type))
		return in_memory(c, line, &type, n);
	n = dt_check_retype(c, n, &type);
	if (n != NULL)
		n->is_user = is_user && type.kind == DT_TYPE_POINTER;
	return n;
}

/* An argument that a declaration translates from one of another type. */
static struct dt_node *
translated(struct dt_check *c, int line, const struct dt_argtype *a)
{
	struct dt_node *in = argument(c, line, a->from, a->native, NULL,
	    a->is_user), *n;
	struct dt_type out;
	char name[24];

	snprintf(name, sizeof(name), "args[%u]", a->number);
	if (in == NULL || kernel_type(c, line, name, a->type, &out) != 0)
		return NULL;
	n = dt_check_translated(c, line, &out, in);
	if (n != NULL && n->kind == DT_N_XLATE)
		n->right = argument(c, line, a->number,
		    a->own[1] != NULL ? a->own[1] : a->native, NULL,
		    a->is_user);
	return n;
}

/* The index of args[], a constant; false with the diagnostic set. */
static bool
index_of(struct dt_check *c, const struct dt_pnode *p, uint32_t *number)
{
	struct dt_node *i;

	if (p->nargs != 1)
		return dt_diag_set(c->diag, D_PROTO_LEN, p->line,
		    "args[] takes one index, a constant from 0 to %d",
		    DT_MAXARGS - 1) == 0;
	i = dt_check_constant(c, dt_check_expr(c, p->args));
	if (i == NULL)
		return false;
	if (i->kind != DT_N_INT)
		return dt_diag_set(c->diag, D_PROTO_ARG, p->line,
		    "the index of args[] must be a constant: write args[0], or "
		    "arg0, arg1 ... in an expression") == 0;
	if (i->value < 0 || i->value >= DT_MAXARGS)
		return dt_diag_set(c->diag, D_ARGS_IDX, p->line,
		    "the index of args[] must be from 0 to %d",
		    DT_MAXARGS - 1) == 0;
	*number = (uint32_t)i->value;
	return true;
}

/* The number, here, of an argument of a call that another system names. */
static bool
of_call(struct dt_check *c, int line, uint32_t *number)
{
	char name[16], buf[8];
	const char *arg;

	(void) snprintf(name, sizeof(name), "arg%u", *number);
	arg = dt_check_callarg(c, name, buf);
	if (arg == NULL)
		return dt_diag_set(c->diag, D_ARGS_IDX, line,
		    "args[%u]: the call that Linux has in its place has no "
		    "such argument", *number) == 0;
	if (arg == buf)
		*number = (uint32_t)(buf[3] - '0');
	return true;
}

struct dt_node *
dt_check_args(struct dt_check *c, const struct dt_pnode *p)
{
	struct dt_argtype a;
	uint32_t number = 0;

	if (!index_of(c, p, &number) || !of_call(c, p->line, &number))
		return NULL;
	if (ask(c, p->line, number, &a) != 0 ||
	    !dt_check_uses(c, p->line, "args[]", a.attr))
		return NULL;
	use(c->clause, p->line, a.from, a.own[0]);
	use(c->clause, p->line, a.number, a.own[1]);
	return strcmp(a.type, a.native) != 0 ? translated(c, p->line, &a) :
	    argument(c, p->line, a.from, a.type, a.is, a.is_user);
}

/* An enumerator of the kernel; NULL, without a message, if it has none. */
struct dt_node *
dt_check_enumerator(struct dt_check *c, const struct dt_pnode *p)
{
	struct dt_type type;
	int64_t value;

	if (dt_type_enumerator(c->types, p->name, &type, &value) != 0 ||
	    !dt_check_useskernel(c, p->line, p->name))
		return NULL;
	return dt_check_enum(c, p->line, &type, p->name, value);
}
