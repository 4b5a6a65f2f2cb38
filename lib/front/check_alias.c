/* SPDX-License-Identifier: MIT */
/*
 * check_alias.c - option sysaliases: replaces descriptions with other systems'
 * names of system calls by those of Linux, and leaves out modules and functions
 * of other systems' kernels.  If a call has its arguments at other positions,
 * its description gets a clause of its own.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/glob.h"
#include "front/check.h"

/* A description of one call, and the arguments of the call. */
struct named {
	struct named *next;
	struct dt_pdesc d;
	const char *args;		/* see tbl/sysalias.h */
	const struct dt_pdesc *from;	/* the description in the program */
	bool decided;			/* an alias was looked at, too */
};

/* The descriptions that take the place of a clause's own. */
struct list {
	struct dt_check *c;
	const struct dt_pclause *p;
	const struct dt_pdesc *from;
	struct named *first, **tail;
	uint32_t n, visited;
};

/* --- names in the program ------------------------------------------------- */

static bool
is_call(const struct dt_pdesc *d, const struct dt_pdesc *call)
{
	return strcmp(d->part[2], call->part[2]) == 0 &&
	    dt_part_matches(d->part[0], call->part[0]) &&
	    dt_part_matches(d->part[3], call->part[3]);
}

/* Does the program name this call, without a pattern? */
static bool
program_names(const struct dt_check *c, const struct dt_pdesc *call)
{
	const struct dt_pclause *p;
	uint32_t k;

	for (p = c->program; p != NULL; p = p->next)
		for (k = 0; p->pdescs != NULL && k < p->npdescs; k++)
			if (is_call(&p->pdescs[k], call))
				return true;
	return false;
}

static bool
expr_has(const struct dt_pnode *n, const char *text)
{
	const struct dt_pnode *a;

	if (n == NULL)
		return false;
	if (n->kind == DT_P_STRING)
		return strcmp(n->name, text) == 0;
	for (a = n->args; a != NULL; a = a->next)
		if (expr_has(a, text))
			return true;
	return expr_has(n->left, text) || expr_has(n->right, text) ||
	    expr_has(n->third, text);
}

static bool
stmts_have(const struct dt_pstmt *s, const char *text)
{
	for (; s != NULL; s = s->next) {
		const struct dt_pif *b = s->branch;

		if (expr_has(s->expr, text) || (b != NULL &&
		    (expr_has(b->cond, text) || stmts_have(b->yes, text) ||
		    stmts_have(b->no, text))))
			return true;
	}
	return false;
}

/*
 * Does the clause have the string, as in probefunc == "openat"?  Then it knows
 * the arguments of this call.
 */
static bool
clause_has(const struct dt_pclause *p, const char *text)
{
	return expr_has(p->pred, text) || stmts_have(p->stmts, text);
}

/* --- the list ------------------------------------------------------------- */

static bool
is_same(const struct dt_pdesc *a, const struct dt_pdesc *b)
{
	return strcmp(a->part[1], b->part[1]) == 0 &&
	    strcmp(a->part[2], b->part[2]) == 0 &&
	    strcmp(a->part[3], b->part[3]) == 0;
}

/* Does another description of the clause match the call? */
static bool
clause_matches(const struct list *l, const struct dt_pdesc *call)
{
	uint32_t k;
	int i;

	for (k = 0; k < l->p->npdescs; k++) {
		const struct dt_pdesc *d = &l->p->pdescs[k];

		for (i = 0; i < 4 && d != l->from && d->id == 0 &&
		    dt_part_matches(d->part[i], call->part[i]); i++)
			;
		if (i == 4)
			return true;
	}
	return false;
}

/* Has the call an argument, beginning with the first, at another position? */
static bool
moves(const char *args)
{
	size_t i = 0;

	while (args != NULL && args[i] == (char)('0' + i))
		i++;
	return args != NULL && args[0] != '-' && args[i] != '\0';
}

/*
 * A pattern matches the call and an alias of it.  Programs with open* expect
 * the arguments of open, so those of the first alias take the place of the
 * call's own.
 */
static void
decide(const struct list *l, struct named *own, const struct dt_pdesc *d,
    const char *args)
{
	if (d->alias == NULL || own->from != l->from || own->decided)
		return;
	own->decided = true;
	if (moves(args) && !clause_has(l->p, d->part[2])) {
		own->d = *d;
		own->args = args;
	}
}

/* Add a call, unless the clause has it, or the program has it by its name. */
static int
add_call(void *arg, const struct dt_pdesc *d, const char *args)
{
	struct list *l = arg;
	struct named *a = l->first;

	l->visited++;
	if (d->alias != NULL &&
	    (program_names(l->c, d) || clause_matches(l, d)))
		return 0;
	while (a != NULL && !is_same(&a->d, d))
		a = a->next;
	if (a != NULL) {
		decide(l, a, d, args);
		return 0;
	}
	a = dt_check_alloc(l->c, sizeof(*a));
	if (a == NULL)
		return -ENOMEM;
	*a = (struct named){ .d = *d, .args = args, .from = l->from,
	    .decided = d->alias != NULL };
	*l->tail = a;
	l->tail = &a->next;
	l->n++;
	return 0;
}

/* List the calls of the descriptions that have any; the others stay. */
static int
list_calls(struct list *l, struct dt_pclause *stay)
{
	const struct dt_env *env = l->c->env;
	uint32_t k;
	int err = 0;

	for (k = 0; k < l->p->npdescs && err == 0; k++) {
		l->from = &l->p->pdescs[k];
		l->visited = 0;
		err = env->aliases(env->arg, l->from, add_call, l);
		if (l->visited == 0)
			stay->pdescs[stay->npdescs++] = *l->from;
	}
	return err;
}

/* --- clauses -------------------------------------------------------------- */

/*
 * Check a clause that never fires, since other clauses have all of its calls:
 * it may still assign variables.
 */
static int
check_idle(struct dt_check *c, const struct dt_pclause *p,
    struct dt_dclause ***tail)
{
	uint_t cflags = c->cflags;
	int err;

	c->cflags |= DTRACE_C_ZDEFS;
	err = dt_check_one(c, p, tail);
	c->cflags = cflags;
	return err;
}

static int
check_moved(struct dt_check *c, const struct dt_pclause *p,
    const struct list *l, struct dt_dclause ***tail)
{
	struct dt_pclause one = *p;
	struct named *a;
	int err = 0;

	one.npdescs = 1;
	for (a = l->first; a != NULL && err == 0; a = a->next) {
		one.pdescs = &a->d;
		one.callargs = a->args;
		if (a->args != NULL)
			err = dt_check_one(c, &one, tail);
	}
	return err;
}

/* Check the descriptions whose arguments are at their own positions. */
static int
check_same(struct dt_check *c, const struct dt_pclause *p,
    const struct list *l, struct dt_dclause ***tail)
{
	struct dt_pclause same = *p;
	const struct named *a;

	same.pdescs = dt_check_alloc(c, (p->npdescs + l->n) *
	    sizeof(*same.pdescs));
	if (same.pdescs == NULL)
		return -ENOMEM;
	memcpy(same.pdescs, p->pdescs, p->npdescs * sizeof(*same.pdescs));
	for (a = l->first; a != NULL; a = a->next)
		if (a->args == NULL)
			same.pdescs[same.npdescs++] = a->d;
	return same.npdescs != 0 ? dt_check_one(c, &same, tail) : 0;
}

static int
check_calls(struct dt_check *c, const struct dt_pclause *p,
    struct dt_dclause ***tail)
{
	struct list l = { .c = c, .p = p, .tail = &l.first };
	struct dt_pclause stay = *p;
	int err;

	stay.npdescs = 0;
	stay.pdescs = dt_check_alloc(c, p->npdescs * sizeof(*p->pdescs));
	if (stay.pdescs == NULL)
		return -ENOMEM;
	err = list_calls(&l, &stay);
	if (err != 0)
		return err;
	if (l.n == 0 && stay.npdescs == 0)
		return check_idle(c, p, tail);
	err = check_same(c, &stay, &l, tail);
	return err == 0 ? check_moved(c, p, &l, tail) : err;
}

/*
 * Replace a description that matches no probe by one without the module or
 * function of another system's kernel.  In processes these names matter.
 */
static void
leave_out(const struct dt_check *c, struct dt_pdesc *d)
{
	const char *prov = d->part[0];
	struct dt_pdesc is;

	if (d->id == 0 && !dt_glob_is_pattern(prov) && *prov != '\0' &&
	    prov[dt_pdesc_stem(prov)] == '\0' &&
	    c->env->matches(c->env->arg, d) == 0 &&
	    dt_check_nearest(c, d, &is))
		*d = is;
}

int
dt_check_aliases(struct dt_check *c, const struct dt_pclause *p,
    struct dt_dclause ***tail)
{
	struct dt_pclause home = *p;
	uint32_t k;

	if (c->env->is_foreign == NULL || !c->env->is_foreign(c->env->arg))
		return dt_check_one(c, p, tail);
	home.pdescs = dt_check_alloc(c, p->npdescs * sizeof(*p->pdescs));
	if (home.pdescs == NULL)
		return -ENOMEM;
	memcpy(home.pdescs, p->pdescs, p->npdescs * sizeof(*p->pdescs));
	for (k = 0; k < p->npdescs; k++)
		leave_out(c, &home.pdescs[k]);
	return check_calls(c, &home, tail);
}

const char *
dt_check_callarg(const struct dt_check *c, const char *name, char buf[8])
{
	const char *args = c->clause != NULL ? c->clause->callargs : NULL;
	size_t i;

	if (args == NULL || strncmp(name, "arg", 3) != 0 || name[3] < '0' ||
	    name[3] > '9' || name[4] != '\0')
		return name;
	i = (size_t)(name[3] - '0');
	if (i >= strlen(args) || args[i] == '-')
		return NULL;
	(void) snprintf(buf, 8, "arg%c", args[i]);
	return buf;
}
