/* SPDX-License-Identifier: MIT */
/*
 * scope.c - the names of a handle.  Names are only removed when a program
 * fails, newest first, so the newest is always the first of its chain.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "front/inline.h"
#include "front/scope.h"
#include "tbl/limits.h"

#define	NBUCKETS	1024

enum {
	MAX_GLOBALS = 1 << 20,	/* bytes */
	MAX_STRINGS = 4096,	/* global strings, which are mapped */
	MAX_SELF = DT_NSELF - 1,
	MAX_ARRAYS = 65535,
	MAX_AGGS = 65535,
};

struct entry {
	struct dt_ident id;
	struct entry *chain;	/* same bucket, older */
	struct entry *older;
	struct dt_arena *owned;	/* of id.inl or id.xl, or NULL */
	bool is_hidden;		/* from dt_scope_find() */
	char name[];
};

struct dt_scope {
	struct dt_types *types;
	struct dt_arena *arena;	/* file names */
	struct dt_hash *files;
	struct entry *newest;
	struct entry *bucket[NBUCKETS];
	struct dt_scope_mark n;	/* number of each kind; newest is unused */
};

static const struct {
	const char *name, *type;
} builtins[] = {
#define	DT_VAR(id, name, type, needs, how, field) { name, type },
#include "tbl/vars.h"
#undef DT_VAR
};

static struct entry **
bucket_of(struct dt_scope *s, enum dt_idkind kind,
    const char *name)
{
	uint32_t h = dt_hash_bytes(name, strlen(name));

	/* globals cannot have the name of a built-in variable */
	if (kind == DT_ID_BUILTIN || kind == DT_ID_INLINE)
		kind = DT_ID_GLOBAL;
	return &s->bucket[(h + (uint32_t)kind * 211) % NBUCKETS];
}

struct dt_ident *
dt_scope_find(struct dt_scope *s, enum dt_idkind kind,
    const char *name)
{
	struct entry *e;

	for (e = *bucket_of(s, kind, name); e != NULL; e = e->chain) {
		if (e->is_hidden || strcmp(e->name, name) != 0)
			continue;
		if (e->id.kind == kind || (kind == DT_ID_GLOBAL &&
		    (e->id.kind == DT_ID_BUILTIN ||
		    e->id.kind == DT_ID_INLINE)))
			return &e->id;
	}
	return NULL;
}

static int
take(uint32_t *counter, uint32_t max, uint32_t *index)
{
	if (*counter >= max)
		return -ENOSPC;
	*index = (*counter)++;
	return 0;
}

/* Take a variable id; ids count from 1. */
static int
take_id(uint32_t *counter, uint32_t max, uint32_t *index)
{
	int err = take(counter, max, index);

	*index += err == 0;
	return err;
}

static int
take_global(struct dt_scope *s, const struct dt_type *t,
    uint32_t *index)
{
	uint64_t size = 8;

	if (dt_type_isstring(t))
		return take(&s->n.gstrs, MAX_STRINGS, index);
	if (dt_type_isobject(t))
		size = (t->size + 7ull) & ~7ull;
	if (s->n.globals + size > MAX_GLOBALS)
		return -ENOSPC;
	*index = s->n.globals;
	s->n.globals += (uint32_t)size;
	return 0;
}

/* A string also has a word in this_var, nonzero once it is assigned. */
static int
take_this(struct dt_scope *s, struct dt_ident *id)
{
	int err = take(&s->n.nthis, DT_NTHIS, &id->index);

	if (err == 0 && dt_type_isstring(&id->type))
		err = take(&s->n.thisstrs, DT_NTHIS, &id->str);
	return err;
}

static int
take_place(struct dt_scope *s, struct dt_ident *id)
{
	if (id->is_array)
		return take_id(&s->n.narrays, MAX_ARRAYS, &id->index);
	switch (id->kind) {
	case DT_ID_GLOBAL:
		return take_global(s, &id->type, &id->index);
	case DT_ID_THIS:
		return take_this(s, id);
	case DT_ID_SELF:
		return take_id(&s->n.nself, MAX_SELF, &id->index);
	case DT_ID_AGG:
		return take_id(&s->n.nagg, MAX_AGGS, &id->index);
	case DT_ID_INLINE:
	case DT_ID_XLATOR:
	case DT_ID_PROVIDER:
	case DT_ID_PROBE:
		break;
	case DT_ID_BUILTIN:
		break;		/* the caller sets index */
	}
	return 0;
}

/* Add id, which is complete but for its storage. */
static int
add(struct dt_scope *s, const struct dt_ident *id, struct dt_ident **out)
{
	size_t len = strlen(id->name) + 1;
	struct entry *e = calloc(1, sizeof(*e) + len), **b;
	int err;

	if (e == NULL)
		return -ENOMEM;
	memcpy(e->name, id->name, len);
	e->id = *id;
	e->id.name = e->name;
	err = take_place(s, &e->id);
	if (err != 0) {
		free(e);
		return err;
	}
	b = bucket_of(s, id->kind, id->name);
	e->chain = *b;
	*b = e;
	e->older = s->newest;
	s->newest = e;
	*out = &e->id;
	return 0;
}

int
dt_scope_add(struct dt_scope *s, enum dt_idkind kind, const char *name,
    const struct dt_type *type, struct dt_ident **out)
{
	struct dt_ident id = { .name = name, .kind = kind };

	if (type != NULL)
		id.type = *type;
	return add(s, &id, out);
}

int
dt_scope_add_keys(struct dt_ident *id, uint32_t n)
{
	struct dt_keytype *v = realloc(id->keys, (n + 1) * sizeof(*v));

	if (v == NULL)
		return -ENOMEM;
	memset(v, 0, (n + 1) * sizeof(*v));
	id->keys = v;
	return 0;
}

int
dt_scope_add_array(struct dt_scope *s, enum dt_idkind kind, const char *name,
    const struct dt_type *type, const struct dt_type *keys, uint32_t nkeys,
    struct dt_ident **out)
{
	struct dt_ident id = {
		.name = name, .kind = kind, .type = *type, .is_array = true,
		.nkeys = nkeys,
	};
	int err = dt_scope_add_keys(&id, nkeys);

	for (uint32_t i = 0; i < nkeys && err == 0; i++)
		id.keys[i].type = keys[i];
	if (err == 0)
		err = add(s, &id, out);
	if (err != 0)
		free(id.keys);
	return err;
}

int
dt_scope_add_inline(struct dt_scope *s, struct dt_inline *in)
{
	struct dt_ident id = {
		.name = in->name, .kind = DT_ID_INLINE, .type = in->type,
		.inl = in,
	}, *made;
	int err = add(s, &id, &made);

	if (err == 0)
		s->newest->owned = in->arena;
	return err;
}

/* Translators share this name, so that they are in one chain. */
static const char xlator_name[] = "(translator)";

int
dt_scope_add_xlator(struct dt_scope *s, struct dt_xlator *x)
{
	struct dt_ident id = {
		.name = xlator_name, .kind = DT_ID_XLATOR, .xl = x,
	}, *made;
	int err = add(s, &id, &made);

	if (err == 0)
		s->newest->owned = x->arena;
	return err;
}

const struct dt_xlator *
dt_scope_xlator(struct dt_scope *s, const struct dt_xlator *after)
{
	const struct entry *e = *bucket_of(s, DT_ID_XLATOR, xlator_name);
	bool found = after == NULL;

	for (; e != NULL; e = e->chain) {
		if (e->id.kind != DT_ID_XLATOR)
			continue;
		if (found)
			return e->id.xl;
		found = e->id.xl == after;
	}
	return NULL;
}

static int
add_builtins(struct dt_scope *s)
{
	struct dt_type type;
	struct dt_ident *id;
	uint32_t i;
	int err = 0;

	for (i = 0; i < DT_NVARS_BUILTIN && err == 0; i++) {
		const char *name = builtins[i].type;
		bool of_kernel = strncmp(name, "struct ", 7) == 0;

		err = dt_type_lookup(s->types, of_kernel ? "uintptr_t" : name,
		    &type);
		if (err == 0)
			err = dt_scope_add(s, DT_ID_BUILTIN, builtins[i].name,
			    &type, &id);
		if (err != 0)
			break;
		id->index = i;
		id->ktype = of_kernel ? name : NULL;
	}
	return err;
}

int
dt_scope_add_constant(struct dt_scope *s, const char *name,
    const struct dt_type *type, int64_t value, struct dt_ident **out)
{
	int err = dt_scope_add(s, DT_ID_INLINE, name, type, out);

	if (err == 0)
		(*out)->value = value;
	return err;
}

static int
add_constants(struct dt_scope *s)
{
	static const struct {
		const char *name, *type;
		int64_t value;
	} consts[] = {
#define	DT_UREG(name, index)		{ name, "int", index },
#include "tbl/regs.h"
	};
	struct dt_type type;
	struct dt_ident *id;
	int err = 0;

	for (size_t i = 0; i < sizeof(consts) / sizeof(consts[0]) &&
	    err == 0; i++) {
		err = dt_type_lookup(s->types, consts[i].type, &type);
		if (err == 0)
			err = dt_scope_add_constant(s, consts[i].name, &type,
			    consts[i].value, &id);
	}
	return err;
}

int
dt_scope_create(struct dt_types *types, struct dt_scope **sp)
{
	struct dt_scope *s = calloc(1, sizeof(*s));
	int err = -ENOMEM;

	if (s == NULL)
		return err;
	s->types = types;
	s->arena = dt_arena_create();
	s->files = dt_hash_create();
	if (s->arena != NULL && s->files != NULL)
		err = add_builtins(s);
	if (err == 0)
		err = add_constants(s);
	if (err != 0) {
		dt_scope_destroy(s);
		return err;
	}
	*sp = s;
	return 0;
}

static void
drop_newest(struct dt_scope *s)
{
	struct entry *e = s->newest;

	*bucket_of(s, e->id.kind, e->name) = e->chain;
	s->newest = e->older;
	if (e->owned != NULL)
		dt_arena_destroy(e->owned);
	free(e->id.keys);
	free(e);
}

void
dt_scope_destroy(struct dt_scope *s)
{
	if (s == NULL)
		return;
	while (s->newest != NULL)
		drop_newest(s);
	dt_hash_destroy(s->files);
	dt_arena_destroy(s->arena);
	free(s);
}

static struct entry *
entry_of(const struct dt_scope *s, const struct dt_ident *id)
{
	struct entry *e = s->newest;

	while (&e->id != id)
		e = e->older;
	return e;
}

bool
dt_scope_is_after(const struct dt_scope *s, const struct dt_ident *newest,
    const struct dt_ident *id)
{
	const struct entry *e = s->newest;

	while (&e->id != newest && &e->id != id)
		e = e->older;
	return &e->id != newest;
}

void
dt_scope_hide(struct dt_scope *s, const struct dt_ident *id)
{
	entry_of(s, id)->is_hidden = true;
}

struct dt_scope_mark
dt_scope_mark(const struct dt_scope *s)
{
	struct dt_scope_mark m = s->n;

	m.newest = s->newest != NULL ? &s->newest->id : NULL;
	return m;
}

void
dt_scope_rollback(struct dt_scope *s, const struct dt_scope_mark *m)
{
	while (s->newest != NULL && &s->newest->id != m->newest)
		drop_newest(s);
	s->n = *m;
}

struct dt_provider *
dt_scope_provider(struct dt_scope *s, const char *name)
{
	const struct dt_ident *id = dt_scope_find(s, DT_ID_PROVIDER, name);

	return id != NULL ? id->prov : NULL;
}

int
dt_scope_add_provider(struct dt_scope *s, struct dt_provider *v)
{
	struct dt_ident id = {
		.name = v->name, .kind = DT_ID_PROVIDER, .prov = v,
	}, *made;

	v->older = dt_scope_provider(s, v->name);
	return add(s, &id, &made);
}

/* Make the name of a probe among those of all providers. */
static void
name_probe(char name[DTRACE_FULLNAMELEN], const char *provider,
    const char *probe)
{
	(void) snprintf(name, DTRACE_FULLNAMELEN, "%s:%s", provider, probe);
}

const struct dt_provprobe *
dt_scope_probe(struct dt_scope *s, const char *provider, const char *name)
{
	const struct dt_ident *id = NULL;
	char full[DTRACE_FULLNAMELEN];

	if (s->n.nprobes != 0) {
		name_probe(full, provider, name);
		id = dt_scope_find(s, DT_ID_PROBE, full);
	}
	return id != NULL ? id->probe : NULL;
}

int
dt_scope_add_probe(struct dt_scope *s, const struct dt_provprobe *p)
{
	char full[DTRACE_FULLNAMELEN];
	struct dt_ident id = {
		.name = full, .kind = DT_ID_PROBE, .probe = p,
	}, *made;

	name_probe(full, p->of->name, p->name);
	s->n.nprobes++;
	return add(s, &id, &made);
}

const char *
dt_scope_filename(struct dt_scope *s, const char *name)
{
	char *copy = dt_hash_get(s->files, name);

	if (copy != NULL)
		return copy;
	copy = dt_arena_strdup(s->arena, name);
	if (copy == NULL || dt_hash_put(s->files, copy, copy) != 0)
		return NULL;
	return copy;
}

struct dt_types *
dt_scope_types(const struct dt_scope *s)
{
	return s->types;
}

uint32_t
dt_scope_globals_size(const struct dt_scope *s)
{
	return s->n.globals;
}

uint32_t
dt_scope_limit(enum dt_idkind kind, bool is_array)
{
	if (is_array)
		return MAX_ARRAYS;
	return kind == DT_ID_AGG ? MAX_AGGS : kind == DT_ID_SELF ? MAX_SELF :
	    kind == DT_ID_THIS ? DT_NTHIS : MAX_STRINGS;
}

uint32_t
dt_scope_nself(const struct dt_scope *s)
{
	return s->n.nself;
}
