/* SPDX-License-Identifier: MIT */
/*
 * check_alias.c - replaces descriptions with other systems' names of system
 * calls by those of Linux.  If a call has its arguments at other positions, its
 * description gets a clause of its own.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/glob.h"
#include "front/check.h"

/* A description with its alias, and the arguments of its call. */
struct named {
	struct dt_pdesc d;
	const char *args;		/* see tbl/sysalias.h */
};

struct list {
	struct named *v;
	uint32_t n;
};

/* The call that a description matches by alias number *i, which it counts. */
static bool
next_alias(const struct dt_check *c, const struct dt_pdesc *d, uint32_t *i,
    struct named *out)
{
	return c->env->alias != NULL &&
	    c->env->alias(c->env->arg, d, (*i)++, &out->d, &out->args);
}

static uint32_t
count_aliases(const struct dt_check *c, const struct dt_pclause *p)
{
	struct named a;
	uint32_t k, i, n = 0;

	for (k = 0; k < p->npdescs; k++)
		for (i = 0; next_alias(c, &p->pdescs[k], &i, &a); n++)
			;
	return n;
}

/*
 * Does the clause have this probe without the alias?  The probe fires once,
 * with the arguments of the call's own name, or of the first alias.
 */
static bool
is_known(const struct dt_pclause *p, const struct list *l,
    const struct dt_pdesc *d)
{
	uint32_t k;
	int i;

	for (k = 0; k < p->npdescs; k++) {
		for (i = 0; i < 4 && p->pdescs[k].id == 0 &&
		    dt_part_matches(p->pdescs[k].part[i], d->part[i]); i++)
			;
		if (i == 4)
			return true;
	}
	for (k = 0; k < l->n; k++)
		if (strcmp(l->v[k].d.part[1], d->part[1]) == 0 &&
		    strcmp(l->v[k].d.part[2], d->part[2]) == 0 &&
		    strcmp(l->v[k].d.part[3], d->part[3]) == 0)
			return true;
	return false;
}

static void
list_aliases(const struct dt_check *c, const struct dt_pclause *p,
    struct list *l)
{
	struct named a;
	uint32_t k, i;

	for (k = 0; k < p->npdescs; k++)
		for (i = 0; next_alias(c, &p->pdescs[k], &i, &a); )
			if (!is_known(p, l, &a.d))
				l->v[l->n++] = a;
}

/* Does the description match probes only by aliases? */
static bool
is_foreign(const struct dt_check *c, const struct dt_pdesc *d)
{
	struct named a;
	uint32_t i = 0;

	return next_alias(c, d, &i, &a) &&
	    c->env->matches(c->env->arg, d) == 0;
}

/* Check the descriptions whose arguments are at their own positions. */
static int
check_same(struct dt_check *c, const struct dt_pclause *p,
    const struct list *l, struct dt_dclause ***tail)
{
	struct dt_pclause same = *p;
	uint32_t k;

	same.npdescs = 0;
	same.pdescs = dt_check_alloc(c, (p->npdescs + l->n) *
	    sizeof(*same.pdescs));
	if (same.pdescs == NULL)
		return -ENOMEM;
	for (k = 0; k < p->npdescs; k++)
		if (!is_foreign(c, &p->pdescs[k]))
			same.pdescs[same.npdescs++] = p->pdescs[k];
	for (k = 0; k < l->n; k++)
		if (l->v[k].args == NULL)
			same.pdescs[same.npdescs++] = l->v[k].d;
	return same.npdescs != 0 ? dt_check_one(c, &same, tail) : 0;
}

static int
check_moved(struct dt_check *c, const struct dt_pclause *p,
    const struct list *l, struct dt_dclause ***tail)
{
	struct dt_pclause one = *p;
	uint32_t k;
	int err = 0;

	one.npdescs = 1;
	for (k = 0; k < l->n && err == 0; k++) {
		one.pdescs = &l->v[k].d;
		one.callargs = l->v[k].args;
		if (one.callargs != NULL)
			err = dt_check_one(c, &one, tail);
	}
	return err;
}

int
dt_check_aliases(struct dt_check *c, const struct dt_pclause *p,
    struct dt_dclause ***tail)
{
	uint32_t n = count_aliases(c, p);
	struct list l = { 0 };
	int err;

	if (n == 0)
		return dt_check_one(c, p, tail);
	l.v = dt_check_alloc(c, n * sizeof(*l.v));
	if (l.v == NULL)
		return -ENOMEM;
	list_aliases(c, p, &l);
	err = check_same(c, p, &l, tail);
	return err == 0 ? check_moved(c, p, &l, tail) : err;
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
