/* SPDX-License-Identifier: MIT */
/* argtype.c - the types of args[] of the probes of a description. */
#include "api/hdl.h"

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
struct dt_argtypes
dt_argtypes_of(const dtrace_hdl_t *dtp, const struct dt_probe *p)
{
	struct dt_argtypes t = { p, dt_scope_probe(dtp->scope, p->part[0],
	    p->part[3]) };
	char name[DTRACE_PROVNAMELEN];

	if (t.d == NULL &&
	    dt_pdesc_copystem(p->part[0], name, sizeof(name)))
		t.d = dt_scope_probe(dtp->scope, name, p->part[3]);
	return t;
}

uint32_t
dt_argtypes_count(const struct dt_argtypes *t)
{
	return t->d != NULL ? t->d->nargs : count_types(t->p);
}

const char *
dt_argtypes_name(const struct dt_argtypes *t, uint32_t i)
{
	return t->d != NULL ? t->d->args[i].type : t->p->argtypes[i];
}

const struct dt_objtype *
dt_argtypes_own(dtrace_hdl_t *dtp, const struct dt_argtypes *of, uint32_t i)
{
	const struct dt_probe *p = of->p;
	const struct dt_usite *s = p->site;
	const struct dt_objtype *t;
	struct dt_objfile file;

	if (of->d != NULL || s == NULL || p->argtypes != s->types ||
	    s->type_at == NULL || s->type_at[i] == 0)
		return NULL;
	if (dtp->objtypes == NULL &&
	    dt_objtypes_create(&dtp->objtypes, dtp->types) != 0)
		return NULL;
	file = (struct dt_objfile){ s->path, s->dev, s->ino };
	return dt_objtypes_find(dtp->objtypes, &file, s->type_at[i], &t) ==
	    0 ? t : NULL;
}

bool
dt_argtype_same(struct dt_types *ts, const struct dt_type *l,
    const char *lname, const struct dt_type *r, const char *rname)
{
	return l != NULL && r != NULL ? dt_type_same(ts, l, r) :
	    l == r && strcmp(lname, rname) == 0;
}

static bool
is_same(struct dt_types *ts, const struct dt_argtype *a,
    const struct dt_argtype *b)
{
	return a->from == b->from &&
	    dt_argtype_same(ts, a->is, a->type, b->is, b->type) &&
	    (a->is != NULL || strcmp(a->native, b->native) == 0);
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

/* Set the types of argument number of one probe. */
static void
set_types(dtrace_hdl_t *dtp, struct dt_argtype *to, uint32_t number,
    const struct dt_argtypes *of)
{
	const struct dt_provprobe *d = of->d;
	const struct dt_objtype *own = dt_argtypes_own(dtp, of, number);
	uint32_t n = count_types(of->p);

	to->is = own != NULL ? &own->type : NULL;
	to->from = d != NULL ? d->args[number].from : number;
	to->type = own != NULL ? own->full : dt_argtypes_name(of, number);
	to->native = d != NULL ? d->native[to->from].type : to->type;
	to->own[0] = own != NULL ? own->full :
	    to->from < n ? of->p->argtypes[to->from] : NULL;
	to->own[1] = own != NULL ? own->full :
	    number < n ? of->p->argtypes[number] : NULL;
}

static int
add_argtype(const struct dt_probe *p, void *arg)
{
	const struct asking *ask = arg;
	struct dt_argtype *a = ask->a, is;
	struct dt_argtypes of = { p, NULL };
	uint32_t n;

	if (a->declared)
		of = dt_argtypes_of(ask->dtp, p);
	dt_attr_min(&a->attr,
	    dt_probe_attrs(ask->dtp, p)[DT_PROVPART_ARGS]);
	if (dt_probe_complete(ask->dtp->probes, p) != 0 ||
	    (of.d == NULL && p->argtypes == NULL)) {
		add_untyped(a, p);
		return 0;
	}
	a->nprobes++;
	a->is_user |= p->has_user_args;
	n = dt_argtypes_count(&of);
	a->ntyped++;
	if (n > a->most)
		a->most = n;
	if (a->number >= n)
		return 0;
	set_types(ask->dtp, &is, a->number, &of);
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

/* --- arguments that cannot be read ---------------------------------------- */

struct reading {
	bool in_kernel;
	uint32_t number;
	char *why;
	size_t n;
};

static int
is_unreadable(const struct dt_probe *p, void *arg)
{
	const struct reading *r = arg;

	return p->prov->unreadable != NULL && p->prov->unreadable(p, r->number,
	    r->in_kernel, r->why, r->n);
}

/* A description of a provider that is not about processes matches none. */
bool
dt_prog_unreadable(dtrace_hdl_t *dtp, const struct dt_pdesc *pd,
    uint32_t number, char *why, size_t n)
{
	struct reading r = { dt_engine_is_kernel(dtp), number, why, n };
	const char *provider = pd->part[0];

	if (pd->id == 0 && provider != NULL && provider[0] != '\0' &&
	    !dt_glob_is_pattern(provider) && dt_prov_matches(provider))
		return false;
	return dt_pdesc_matches(dtp, pd, is_unreadable, &r) > 0;
}
