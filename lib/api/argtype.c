/* SPDX-License-Identifier: MIT */
/* argtype.c - the types of args[] of the probes of a description. */
#include "api/hdl.h"

#include <stdio.h>
#include <string.h>

#include "front/scope.h"
#include "sym/objtype.h"

struct asking {
	dtrace_hdl_t *dtp;
	struct dt_argtype *a;
};

static uint32_t
count_types(const struct dt_probe *p)
{
	uint32_t n = 0;

	while (p->argtypes != NULL && p->argtypes[n] != NULL)
		n++;
	return n;
}

/* A declaration of provider foo also is that of foo1, foo2 ... in processes. */
const struct dt_provprobe *
dt_prog_declaration(const dtrace_hdl_t *dtp, const struct dt_probe *p)
{
	size_t n = dt_pdesc_stem(p->part[0]);
	const struct dt_provprobe *d = dt_scope_probe(dtp->scope, p->part[0],
	    p->part[3]);
	char name[DTRACE_PROVNAMELEN];

	if (d != NULL || p->part[0][n] == '\0')
		return d;
	(void) snprintf(name, sizeof(name), "%.*s", (int)n, p->part[0]);
	return dt_scope_probe(dtp->scope, name, p->part[3]);
}

const struct dt_objtype *
dt_prog_owntype(dtrace_hdl_t *dtp, const struct dt_probe *p, uint32_t i)
{
	const struct dt_usite *s = p->site;
	const struct dt_objtype *t;
	struct dt_objfile file;

	if (s == NULL || p->argtypes != s->types || s->type_at == NULL ||
	    s->type_at[i] == 0 || (dtp->objtypes == NULL &&
	    dt_objtypes_create(&dtp->objtypes, dtp->types) != 0))
		return NULL;
	file = (struct dt_objfile){ s->path, s->dev, s->ino };
	return dt_objtypes_find(dtp->objtypes, &file, s->type_at[i], &t) ==
	    0 ? t : NULL;
}

/* Types are compared as they are spelled, or by their members. */
static bool
is_same(struct dt_types *ts, const struct dt_argtype *a,
    const struct dt_argtype *b)
{
	if (a->from != b->from || (a->is == NULL) != (b->is == NULL))
		return false;
	return a->is != NULL ? dt_type_same(ts, a->is, b->is) :
	    strcmp(a->type, b->type) == 0 && strcmp(a->native, b->native) == 0;
}

static void
merge_type(struct dt_types *ts, struct dt_argtype *a,
    const struct dt_argtype *is)
{
	a->nwith++;
	if (a->type == NULL) {
		a->type = is->type;
		a->is = is->is;
		a->from = is->from;
		a->native = is->native;
		a->own[0] = is->own[0];
		a->own[1] = is->own[1];
	} else if (!is_same(ts, a, is)) {
		a->differ = true;
	}
}

/* Count a probe without types. */
static void
add_untyped(struct dt_argtype *a, const struct dt_probe *p)
{
	a->nprobes += !dt_syscall_is_compat(p);
	if (p->prov->untyped != NULL && a->why[0] == '\0')
		p->prov->untyped(p, a->why, sizeof(a->why));
}

/* Set the types of one probe; own: that of its file, or NULL. */
static void
set_types(struct dt_argtype *to, uint32_t number, const struct dt_probe *p,
    const struct dt_provprobe *d, const struct dt_objtype *own)
{
	uint32_t n = count_types(p);

	to->is = own != NULL ? &own->type : NULL;
	to->from = d != NULL ? d->args[number].from : number;
	to->type = d != NULL ? d->args[number].type :
	    own != NULL ? own->full : p->argtypes[number];
	to->native = d != NULL ? d->native[to->from].type : to->type;
	to->own[0] = own != NULL ? own->full :
	    to->from < n ? p->argtypes[to->from] : NULL;
	to->own[1] = own != NULL ? own->full :
	    number < n ? p->argtypes[number] : NULL;
}

static int
add_argtype(const struct dt_probe *p, void *arg)
{
	const struct asking *ask = arg;
	struct dt_argtype *a = ask->a, is;
	const struct dt_provprobe *d = a->declared ?
	    dt_prog_declaration(ask->dtp, p) : NULL;
	uint32_t n;

	dt_attr_min(&a->attr,
	    dt_probe_attrs(ask->dtp, p)[DT_PROVPART_ARGS]);
	if (dt_probe_complete(ask->dtp->probes, p) != 0 ||
	    (d == NULL && p->argtypes == NULL)) {
		add_untyped(a, p);
		return 0;
	}
	a->nprobes++;
	a->is_user |= p->has_user_args;
	n = d != NULL ? d->nargs : count_types(p);
	a->ntyped++;
	if (n > a->most)
		a->most = n;
	if (a->number >= n)
		return 0;
	set_types(&is, a->number, p, d, d == NULL ?
	    dt_prog_owntype(ask->dtp, p, a->number) : NULL);
	merge_type(ask->dtp->types, a, &is);
	return 0;
}

void
dt_prog_argtype(dtrace_hdl_t *dtp, const struct dt_pdesc *pd,
    struct dt_argtype *a)
{
	struct asking ask = { dtp, a };

	(void) dt_pdesc_matches(dtp, pd, add_argtype, &ask);
}
