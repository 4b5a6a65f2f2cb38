/* SPDX-License-Identifier: MIT */
/*
 * check_sym.c - symbols of the kernel: a function stands for its address, a
 * variable is a place in memory.
 */
#include <errno.h>
#include <string.h>
#include "front/check.h"

/* Split "module`name"; module is NULL in "`name". */
static bool
split(struct dt_check *c, const struct dt_pnode *p, const char **module,
    const char **name)
{
	const char *tick = strchr(p->name, '`');

	*name = tick + 1;
	*module = NULL;
	if (tick == p->name)
		return true;
	*module = dt_arena_strndup(c->arena, p->name,
	    (size_t)(tick - p->name));
	if (*module == NULL)
		dt_diag_nomem(c->diag);
	return *module != NULL;
}

static bool
find(struct dt_check *c, int line, const char *module, const char *name,
    struct dt_kvar *v)
{
	char why[320];
	int err = c->env->symbol(c->env->arg, module, name, v, why,
	    sizeof(why));

	if (err == -ENOMEM)
		dt_diag_nomem(c->diag);
	else if (err != 0)
		dt_diag_set(c->diag, err == -ENOENT ? D_IDENT_UNDEF :
		    D_SYM_NOTYPES, line, "%s`%s: %s",
		    module != NULL ? module : "", name, why);
	return err == 0;
}

/* The offset of per-CPU variables of the CPU that runs the clause. */
static struct dt_node *
offset(struct dt_check *c, int line)
{
	struct dt_type ulong = dt_type_basic(c->types, DT_T_ULONG), ptr;
	struct dt_node *table, *cpu;
	struct dt_kvar v;

	if (dt_type_pointer(c->types, &ulong, &ptr) != 0) {
		dt_diag_nomem(c->diag);
		return NULL;
	}
	if (!find(c, line, NULL, DT_KVAR_OFFSETS, &v))
		return NULL;
	table = dt_check_address(c, line, &ptr, NULL, DT_KVAR_OFFSETS, &v);
	cpu = dt_check_varnode(c, line, dt_scope_find(c->scope,
	    DT_ID_GLOBAL, "cpu"));
	if (table == NULL || cpu == NULL)
		return NULL;
	table = dt_check_offset(c, line, DT_OP_ADD, table, cpu);
	return table != NULL ?
	    dt_check_memory(c, line, table, 0, &ulong) : NULL;
}

struct dt_node *
dt_check_symbol(struct dt_check *c, const struct dt_pnode *p)
{
	const char *module, *name;
	struct dt_type ptr;
	struct dt_node *n;
	struct dt_kvar v;

	if (!split(c, p, &module, &name) ||
	    !find(c, p->line, module, name, &v) ||
	    !dt_check_useskernel(c, p->line, p->name))
		return NULL;
	if (strcmp(v.is, DT_FIELD_FUNCTION) == 0)
		return dt_check_address(c, p->line, &v.type, module, name, &v);
	if (dt_type_pointer(c->types, &v.type, &ptr) != 0) {
		dt_diag_nomem(c->diag);
		return NULL;
	}
	n = dt_check_address(c, p->line, &ptr, module, name, &v);
	if (n != NULL && strcmp(v.is, DT_FIELD_PERCPU) == 0)
		n = dt_check_make(c, p->line, DT_OP_ADD, &ptr, n,
		    offset(c, p->line));
	return n != NULL ? dt_check_memory(c, p->line, n, 0, &v.type) : NULL;
}
