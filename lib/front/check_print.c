/* SPDX-License-Identifier: MIT */
/*
 * check_print.c - print(): a value of any type, recorded as it is, with the
 * layout of the type for the consumer.
 */
#include <errno.h>
#include <string.h>
#include "base/buf.h"
#include "front/check.h"

/* Bytes that a record and the text of a type can have. */
enum { MAX_BYTES = 65535, MAX_LAYOUT = 1 << 20 };

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

/* The layout of a type; a struct of the kernel has it only in this kernel. */
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
	if (c->kernel_line == 0 && is_kernels(c, *t))
		c->kernel_line = line;
	return copy;
}

/* The address of what is printed, and its size. */
static struct dt_node *
memory(struct dt_check *c, struct dt_node *n)
{
	struct dt_type type = n->type;
	struct dt_node *addr;
	char name[64];

	(void) dt_type_complete(c->types, &type);
	if (type.size == 0 || type.size > MAX_BYTES) {
		dt_diag_set(c->diag, D_PRINT_SIZE, n->line, type.size == 0 ?
		    "print(): the size of %s is not known" :
		    "print(): %s is larger than a record: print some of its "
		    "members", dt_type_name(c->types, &type, name,
		    sizeof(name)));
		return NULL;
	}
	addr = dt_check_addressof(c, n);
	if (addr == NULL)
		return NULL;
	addr->next = dt_check_const(c, n->line, &c->t_size, type.size);
	return addr->next != NULL ? addr : NULL;
}

static bool
is_whole(const struct dt_node *n)
{
	return n->kind == DT_N_MEM && (n->type.kind == DT_TYPE_ARRAY ||
	    n->type.kind == DT_TYPE_STRUCT || n->type.kind == DT_TYPE_UNION);
}

static struct dt_node *
argument(struct dt_check *c, const struct dt_pnode *arg)
{
	struct dt_node *n;
	bool act = arg->kind == DT_P_CALL && dt_check_isact(arg->name);

	if (arg->kind == DT_P_AGG)
		dt_diag_set(c->diag, D_PRINT_AGG, arg->line,
		    "print() takes a value, not an aggregation: write "
		    "printa(@%s)", arg->name);
	else if (act)
		dt_diag_set(c->diag, D_PRINT_VOID, arg->line,
		    "print() needs a value, and %s() has none", arg->name);
	n = c->diag->err == 0 ? dt_check_place(c, arg) : NULL;
	if (n != NULL && n->kind == DT_N_XLATE)
		return n->type.kind != DT_TYPE_POINTER && n->right == NULL ?
		    dt_check_whole(c, n) : dt_check_dynamic(c, D_PRINT_DYN, n);
	if (n == NULL || n->type.kind != DT_TYPE_VOID)
		return n;
	dt_diag_set(c->diag, D_PRINT_VOID, arg->line,
	    "print() needs a value, and this expression has none");
	return NULL;
}

int
dt_check_print(struct dt_check *c, const struct dt_pnode *call,
    struct dt_dstmt *s)
{
	struct dt_node *n = argument(c, call->args);
	struct dt_type type;

	if (n == NULL)
		return -EINVAL;
	type = n->type;
	(void) dt_type_complete(c->types, &type);
	n = is_whole(n) ? memory(c, n) : dt_check_value(c, n);
	if (n == NULL)
		return -EINVAL;
	s->args = n;
	s->nargs = 1;
	if (dt_type_isstring(&n->type))
		return 0;
	s->format = layout(c, call->line, &type);
	return s->format != NULL ? 0 : -EINVAL;
}
