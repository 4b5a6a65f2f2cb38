/* SPDX-License-Identifier: MIT */
/*
 * check_attr.c - the stability of statements: that of the least stable name in
 * them.  An inline or a translator counts as the names in its expression do,
 * unless a pragma gives it attributes.
 */
#include <string.h>
#include "front/check.h"

static const struct {
	const char *name;
	dtrace_attribute_t attr;
} names[] = {
#define	DT_NAMEATTR(name, attribute)	{ name, DT_ATTR attribute },
#include "tbl/stability.h"
};

static dtrace_attribute_t
attr_of(const char *name)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(names[i].name, name) == 0)
			return names[i].attr;
	return DT_ATTR_DEFAULT;
}

/* Is the current expression part of something with attributes of its own? */
static bool
is_covered(const struct dt_check *c)
{
	const struct dt_frame *f = c->frame;

	while (f != NULL && !f->is_rated)
		f = f->outer;
	return f != NULL;
}

bool
dt_check_uses(struct dt_check *c, int line, const char *what,
    dtrace_attribute_t attr)
{
	char why[512];

	if (is_covered(c))
		return true;
	dt_attr_min(c->attr, attr);
	return c->env->least == NULL || !dt_attr_lacks(attr,
	    c->env->least(c->env->arg), what, why, sizeof(why)) ||
	    dt_diag_set(c->diag, D_ATTR_MIN, line, "%s", why) == 0;
}

const dtrace_attribute_t *
dt_check_rating(const struct dt_check *c, const struct dt_ident *id)
{
	return id->is_rated ? &id->attr : dt_lex_attributes(c->lex, id->name);
}

bool
dt_check_usesname(struct dt_check *c, int line, const struct dt_ident *id)
{
	const dtrace_attribute_t *rating = dt_check_rating(c, id);

	return dt_check_uses(c, line, id->name, rating != NULL ? *rating :
	    id->kind == DT_ID_BUILTIN ? attr_of(id->name) : DT_ATTR_DEFAULT);
}

bool
dt_check_useskernel(struct dt_check *c, int line, const char *name)
{
	return dt_check_uses(c, line, name, attr_of("`"));
}
