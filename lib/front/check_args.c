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

/* Collect the type of an argument over all probes of the clause. */
static int
ask(struct dt_check *c, int line, uint32_t number, struct dt_argtype *a)
{
	*a = (struct dt_argtype){ .number = number };
	for (uint32_t i = 0; i < c->clause->npdescs; i++)
		c->env->argtype(c->env->arg, &c->clause->pdescs[i], a);
	if (a->nprobes == 0 || a->ntyped == 0)
		return dt_diag_set(c->diag, D_ARGS_NONE, line,
		    "the types of %s arguments are not known: use arg0, arg1 "
		    "... arg9 instead of args[]",
		    a->nprobes == 0 ? "a probe's" : "this probe's");
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

/* The clause relies on the type. */
static void
use(struct dt_dclause *cl, int line, const struct dt_argtype *a)
{
	for (uint32_t i = 0; i < cl->nargs; i++)
		if (cl->args[i].number == a->number)
			return;
	cl->args[cl->nargs++] = (struct dt_typedarg){ a->number, line,
	    a->type };
}

bool
dt_check_isargs(const struct dt_pnode *p)
{
	return p->kind == DT_P_INDEX && p->left->kind == DT_P_IDENT &&
	    strcmp(p->left->name, "args") == 0;
}

struct dt_node *
dt_check_args(struct dt_check *c, const struct dt_pnode *p)
{
	struct dt_argtype a;
	struct dt_node *i;
	struct dt_type type;
	char name[16];

	if (p->nargs != 1)
		i = NULL;
	else if ((i = dt_check_constant(c, dt_check_expr(c, p->args))) == NULL)
		return NULL;
	if (i == NULL || i->kind != DT_N_INT || i->value < 0 ||
	    i->value >= DT_MAXARGS) {
		dt_diag_set(c->diag, D_ARGS_IDX, p->line,
		    "args[] takes one index, a constant from 0 to %d",
		    DT_MAXARGS - 1);
		return NULL;
	}
	if (ask(c, p->line, (uint32_t)i->value, &a) != 0)
		return NULL;
	use(c->clause, p->line, &a);
	snprintf(name, sizeof(name), "args[%u]", a.number);
	if (kernel_type(c, p->line, name, a.type, &type) != 0)
		return NULL;
	snprintf(name, sizeof(name), "arg%u", a.number);
	i = dt_check_varnode(c, p->line, dt_scope_find(c->scope,
	    DT_ID_GLOBAL, name));
	return dt_type_isstring(&type) ?
	    dt_check_stringof(c, i) : dt_check_retype(c, i, &type);
}

/* An enumerator of the kernel; NULL, without a message, if it has none. */
struct dt_node *
dt_check_enumerator(struct dt_check *c, const struct dt_pnode *p)
{
	struct dt_type type;
	int64_t value;

	if (dt_type_enumerator(c->types, p->name, &type, &value) != 0)
		return NULL;
	return dt_check_enum(c, p->line, &type, p->name, value);
}
