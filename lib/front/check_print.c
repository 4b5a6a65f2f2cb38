/* SPDX-License-Identifier: MIT */
/*
 * check_print.c - trace() and print(): record a value of any type unchanged;
 * print() also records the layout of its type for the consumer.
 */
#include <errno.h>
#include <string.h>
#include "base/buf.h"
#include "front/check.h"

/* The most bytes of a record, and of the text of a type. */
enum { MAX_BYTES = 65535, MAX_LAYOUT = 1 << 20 };

/* The tags of mistakes in an argument. */
struct mistakes {
	const char *name;
	enum dt_tag agg, none, dyn, size;
};

static const struct mistakes in_print = {
	"print", D_PRINT_AGG, D_PRINT_VOID, D_PRINT_DYN, D_PRINT_SIZE
};

static const struct mistakes in_trace = {
	"trace", D_TRACE_AGG, D_TRACE_VOID, D_TRACE_DYN, D_TRACE_DYN
};

static bool
is_kernels(struct dt_check *c, struct dt_type t)
{
	char name[160];

	while (t.kind == DT_TYPE_ARRAY &&
	    dt_type_pointee(c->types, &t, &t) == 0)
		continue;
	return dt_type_origin(c->types, &t, name, sizeof(name)) !=
	    DT_ORIGIN_PROGRAM;
}

/* Bind the program to this kernel if the type is a struct of the kernel. */
static void
require_kernel(struct dt_check *c, int line, const struct dt_type *t)
{
	if (c->kernel_line == 0 && is_kernels(c, *t))
		c->kernel_line = line;
}

static const char *
layout(struct dt_check *c, int line, const struct dt_type *t)
{
	struct dt_buf text = { 0 };
	const char *copy = NULL;
	char name[64];

	if (dt_type_layout(c->types, t, &text) != 0)
		dt_diag_nomem(c->diag);
	else if (text.len >= MAX_LAYOUT)
		dt_diag_set(c->diag, D_PRINT_SIZE, line,
		    "print(): %s has too many members: print some of them",
		    dt_type_name(c->types, t, name, sizeof(name)));
	else if ((copy = dt_arena_strdup(c->arena, dt_buf_text(&text))) == NULL)
		dt_diag_nomem(c->diag);
	dt_buf_free(&text);
	require_kernel(c, line, t);
	return copy;
}

/* The address of a value in memory; its size follows. */
static struct dt_node *
memory(struct dt_check *c, const struct mistakes *in, struct dt_node *n)
{
	struct dt_type type = n->type;
	struct dt_node *addr;
	char name[64];

	(void) dt_type_complete(c->types, &type);
	if (type.size == 0 || type.size > MAX_BYTES) {
		dt_diag_set(c->diag, in->size, n->line, type.size == 0 ?
		    "%s(): the size of %s is not known" :
		    "%s(): %s is larger than a record: print some of its "
		    "members", in->name, dt_type_name(c->types, &type, name,
		    sizeof(name)));
		return NULL;
	}
	require_kernel(c, n->line, &type);
	addr = dt_check_addressof(c, n);
	if (addr == NULL)
		return NULL;
	addr->next = dt_check_const(c, n->line, &c->t_size, type.size);
	return addr->next != NULL ? addr : NULL;
}

static bool
is_whole(const struct dt_node *n)
{
	return n->kind == DT_N_MEM && dt_type_isobject(&n->type);
}

static struct dt_node *
argument(struct dt_check *c, const struct mistakes *in,
    const struct dt_pnode *arg)
{
	struct dt_node *n;
	bool act = arg->kind == DT_P_CALL && dt_check_isact(arg->name);

	if (arg->kind == DT_P_AGG)
		dt_diag_set(c->diag, in->agg, arg->line,
		    "%s() takes a value, not an aggregation: write "
		    "printa(@%s)", in->name, arg->name);
	else if (act)
		dt_diag_set(c->diag, in->none, arg->line,
		    "%s() needs a value, and %s() has none", in->name,
		    arg->name);
	n = c->diag->err == 0 ? dt_check_place(c, arg) : NULL;
	if (n != NULL && n->kind == DT_N_XLATE)
		return n->type.kind != DT_TYPE_POINTER && n->right == NULL ?
		    dt_check_whole(c, n) : dt_check_dynamic(c, in->dyn, n);
	if (n == NULL || n->type.kind != DT_TYPE_VOID)
		return dt_check_copyin(c, n);
	dt_diag_set(c->diag, in->none, arg->line,
	    "%s() needs a value, and this expression has none", in->name);
	return NULL;
}

int
dt_check_print(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	struct dt_node *n = argument(c, &in_print, call->args);
	struct dt_type type;

	if (n == NULL)
		return -EINVAL;
	type = n->type;
	(void) dt_type_complete(c->types, &type);
	n = is_whole(n) || (n->kind == DT_N_MEM &&
	    n->type.kind == DT_TYPE_BYTES) ? memory(c, &in_print, n) :
	    dt_check_value(c, n);
	if (n == NULL)
		return -EINVAL;
	s->args = n;
	s->nargs = 1;
	if (dt_type_isstring(&n->type))
		return 0;
	s->format = layout(c, call->line, &type);
	return s->format != NULL ? 0 : -EINVAL;
}

/* An array of characters is a string; one without elements is its address. */
static struct dt_node *
traced(struct dt_check *c, struct dt_node *n)
{
	struct dt_node *v = dt_check_value(c, n);

	if (v == NULL || !is_whole(n) || dt_type_isstring(&v->type) ||
	    (n->type.kind == DT_TYPE_ARRAY && n->type.size == 0))
		return dt_check_number(c, v);
	return memory(c, &in_trace, n);
}

int
dt_check_trace(struct dt_check *c, const struct dt_pnode *arg,
    struct dt_dstmt *s)
{
	struct dt_node *n = argument(c, &in_trace, arg);
	char name[64];

	if (n != NULL)
		n = traced(c, n);
	if (n == NULL)
		return -EINVAL;
	s->args = n;
	s->nargs = 1;
	if (n->next != NULL || dt_type_isint(&n->type) ||
	    dt_type_isstring(&n->type))
		return 0;
	return dt_diag_set(c->diag, D_TRACE_DYN, arg->line,
	    "trace() cannot record a value of type %s", dt_type_name(c->types,
	    &n->type, name, sizeof(name)));
}
