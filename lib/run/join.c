/* SPDX-License-Identifier: MIT */
/* join.c - joins the variables, forms and sizes of several images. */
#include "run/join.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/act.h"
#include "base/hash.h"
#include "ir/ir.h"

enum {
	MAX_GLOBALS = 1 << 20,	/* bytes, as in front/scope.c */
	MAX_STRINGS = 4096,	/* global ones, which share a mapped array */
	MAX_IDS = 65535,
};

/* The numbers in use so far. */
struct sharing {
	struct dt_joined *j;
	struct dt_hash *names;		/* struct dt_runvar by space and name */
	uint32_t globals, gstrs, nthis, thisstrs, nself, narrays, naggs;
	uint32_t formcap;
	uint32_t nstmts;
	uint32_t strsize;
	uint32_t placed;		/* bytes of the header of a buffer */
};

/* Variables with the same prefix and name are one variable. */
static const char *const prefix[DT_NVARKINDS] = {
	[DT_VAR_GLOBAL] = "", [DT_VAR_GLOBALSTR] = "", [DT_VAR_GLOBALARR] = "",
	[DT_VAR_THIS] = "this->", [DT_VAR_THISSTR] = "this->",
	[DT_VAR_SELF] = "self->", [DT_VAR_SELFSTR] = "self->",
	[DT_VAR_SELFARR] = "self->",
	[DT_VAR_AGG] = "@",
};

static int
take(uint32_t *next, uint32_t by, uint32_t most, uint32_t *number)
{
	if (*next + by > most)
		return -EOVERFLOW;
	*number = *next;
	*next += by;
	return 0;
}

/* Ids count from 1. */
static int
take_id(uint32_t *next, uint32_t *number)
{
	int err = take(next, 1, MAX_IDS, number);

	*number += err == 0;
	return err;
}

static int
take_place(struct sharing *s, struct dt_runvar *v)
{
	int err;

	switch (v->var->kind) {
	case DT_VAR_GLOBAL:
		return v->var->size > MAX_GLOBALS ? -EOVERFLOW :
		    take(&s->globals, (v->var->size + 7) & ~7u, MAX_GLOBALS,
		    &v->number);
	case DT_VAR_GLOBALSTR:
		return take(&s->gstrs, 1, MAX_STRINGS, &v->number);
	case DT_VAR_THIS:
		return take(&s->nthis, 1, DT_NTHIS, &v->number);
	case DT_VAR_THISSTR:
		err = take(&s->nthis, 1, DT_NTHIS, &v->number);
		return err != 0 ? err :
		    take(&s->thisstrs, 1, DT_NTHIS, &v->str);
	case DT_VAR_SELF:
	case DT_VAR_SELFSTR:
		return take_id(&s->nself, &v->number);
	case DT_VAR_AGG:
		return take_id(&s->naggs, &v->number);
	default:
		return take_id(&s->narrays, &v->number);
	}
}

static int
differs(struct sharing *s, const struct dt_var *a, const struct dt_var *b)
{
	(void) snprintf(s->j->why, sizeof(s->j->why), "%s%s is %s on line %d "
	    "of one program and %s on line %d of another: give one of them "
	    "another name", prefix[a->kind], a->name, a->type, a->line,
	    b->type, b->line);
	return -EINVAL;
}

static int
new_var(struct sharing *s, const char *key, const struct dt_var *var,
    struct dt_runvar **out)
{
	struct dt_runvar *v = dt_arena_alloc(s->j->arena, sizeof(*v));
	int err;

	if (v == NULL)
		return -ENOMEM;
	v->var = var;
	err = take_place(s, v);
	if (err != 0)
		(void) snprintf(s->j->why, sizeof(s->j->why), "line %d: there "
		    "is no room for %s%s: a run cannot have so many variables",
		    var->line, prefix[var->kind], var->name);
	*out = v;
	return err != 0 ? err : dt_hash_put(s->names, key, v);
}

static int
share_var(struct sharing *s, const struct dt_var *var, struct dt_runvar **out)
{
	const char *key = dt_arena_printf(s->j->arena, "%s%s",
	    prefix[var->kind], var->name);

	if (key == NULL)
		return -ENOMEM;
	*out = dt_hash_get(s->names, key);
	if (*out == NULL)
		return new_var(s, key, var, out);
	return (*out)->var->kind == var->kind &&
	    strcmp((*out)->var->type, var->type) == 0 ? 0 :
	    differs(s, (*out)->var, var);
}

/* Append a record, aligned. */
static dtrace_recdesc_t *
record(dtrace_aggdesc_t *d, dtrace_actkind_t action, uint32_t size,
    uint64_t uarg)
{
	dtrace_recdesc_t *r = &d->dtagd_rec[d->dtagd_nrecs++];
	uint32_t a = dt_ir_alignment(size);

	d->dtagd_size = (d->dtagd_size + a - 1) & -a;
	r->dtrd_action = action;
	r->dtrd_size = size;
	r->dtrd_offset = d->dtagd_size;
	r->dtrd_alignment = a;
	r->dtrd_uarg = uarg;
	d->dtagd_size += size;
	return r;
}

/* The dtrd_arg of a key. */
static uint64_t
key_arg(const struct dt_keydesc *k)
{
	switch (k->kind) {
	case DT_KEY_STACK:
		return dt_act_stackarg(k->action, k->nframes,
		    k->size - (k->nframes + 1) * 8);
	case DT_KEY_SYM:
		return 0;
	case DT_KEY_INT:
		return k->is_signed ? DT_PF_SIGNED : DT_PF_UNSIGNED;
	case DT_KEY_BYTES:
		return DT_PF_BYTES;
	default:
		return k->is_literal ? DT_PF_LITERAL : DT_PF_STRING;
	}
}

int
dt_join_describe(struct dt_arena *arena, struct dt_form *f, const char *name)
{
	dtrace_aggdesc_t *d = dt_arena_alloc(arena, sizeof(*d) +
	    (f->nkeys + 1) * sizeof(dtrace_recdesc_t));
	dtrace_recdesc_t *r;

	if (d == NULL)
		return -ENOMEM;
	f->desc = d;
	d->dtagd_name = dt_arena_strdup(arena, name);
	if (d->dtagd_name == NULL)
		return -ENOMEM;
	d->dtagd_varid = f->var;
	d->dtagd_id = f->id + 1;
	d->dtagd_size = 8;		/* the id, padded */
	record(d, DTRACEACT_DIFEXPR, 8, f->stmt);
	for (uint32_t i = 0; i < f->nkeys; i++) {
		const struct dt_keydesc *k = &f->keys[i];

		r = record(d, k->action != 0 ? k->action : DTRACEACT_DIFEXPR,
		    k->size, f->stmt);
		r->dtrd_arg = key_arg(k);
	}
	r = record(d, f->action, dt_form_valsize(f), f->stmt);
	r->dtrd_arg = f->param;
	return 0;
}

static int
append_form(struct sharing *s, struct dt_form *f)
{
	struct dt_forms *t = &s->j->forms;
	struct dt_form **v;

	if (t->n == s->formcap) {
		s->formcap = s->formcap != 0 ? 2 * s->formcap : 16;
		v = dt_arena_alloc(s->j->arena, s->formcap * sizeof(*v));
		if (v == NULL)
			return -ENOMEM;
		if (t->n != 0)
			memcpy(v, t->v, t->n * sizeof(*v));
		t->v = v;
	}
	t->v[t->n++] = f;
	return 0;
}

/*
 * Give the only record of a form without keys a place in the header of each
 * buffer, while there is room.
 */
static uint32_t
find_place(struct sharing *s, const struct dt_form *f)
{
	uint32_t size = sizeof(struct dt_aggrec) + 8 * f->nw, at = s->placed;

	if (f->nkeys != 0 || size > sizeof(struct dt_aggbuf) - at)
		return 0;
	s->placed += size;
	return at;
}

/* Find or make the form of the run for one of an image. */
static int
share_form(struct sharing *s, const struct dt_form *form,
    const struct dt_runvar *var, const struct dt_form **out)
{
	struct dt_forms *t = &s->j->forms;
	struct dt_form f = *form, *made;

	f.var = var->number;
	for (uint32_t i = 0; i < t->n; i++)
		if (dt_form_like(t->v[i], &f)) {
			*out = t->v[i];
			return 0;
		}
	if (t->n > UINT16_MAX) {
		(void) snprintf(s->j->why, sizeof(s->j->why), "a run cannot "
		    "have more than %d kinds of aggregations", UINT16_MAX);
		return -EOVERFLOW;
	}
	made = dt_arena_alloc(s->j->arena, sizeof(*made));
	if (made == NULL)
		return -ENOMEM;
	f.id = (uint16_t)t->n;
	f.stmt += s->nstmts;
	f.place = find_place(s, &f);
	*made = f;
	*out = made;
	return dt_join_describe(s->j->arena, made, var->var->name) != 0 ?
	    -ENOMEM : append_form(s, made);
}

static int
share_all(struct sharing *s, struct dt_binding *b)
{
	const struct dt_image *img = b->image;
	int err = 0;

	b->vars = dt_arena_alloc(b->arena,
	    (img->nvars + 1) * sizeof(struct dt_runvar *));
	b->forms = dt_arena_alloc(b->arena,
	    (img->nforms + 1) * sizeof(const struct dt_form *));
	if (b->vars == NULL || b->forms == NULL)
		return -ENOMEM;
	for (uint32_t i = 0; i < img->nvars && err == 0; i++)
		err = share_var(s, &img->vars[i], &b->vars[i]);
	for (uint32_t i = 0; i < img->nforms && err == 0; i++)
		err = share_form(s, &img->forms[i],
		    b->vars[img->forms[i].var], &b->forms[i]);
	return err;
}

static int
bind_image(struct sharing *s, struct dt_joining *in)
{
	const struct dt_image *img = in->image;
	struct dt_binding b = {
		.arena = s->j->arena,
		.image = img,
		.first_stmt = s->nstmts,
		.strsize = s->strsize,
		.target = in->target,
	};
	struct dt_image *to = dt_arena_alloc(b.arena, sizeof(*to));
	int err = to != NULL ? share_all(s, &b) : -ENOMEM;

	if (err != 0)
		return err;
	*to = *img;
	to->clauses = dt_arena_alloc(b.arena,
	    (img->nclauses + 1) * sizeof(*to->clauses));
	if (to->clauses == NULL)
		return -ENOMEM;
	for (uint32_t i = 0; i < img->nclauses && err == 0; i++)
		err = dt_bind_clause(&b, &img->clauses[i], &to->clauses[i]);
	s->nstmts += img->nstmts;
	in->bound = to;
	return err;
}

/* Set the sizes of the run to the largest of all programs. */
static int
size_run(const struct sharing *s, struct dt_run *run)
{
	run->slot_size = run->dyn_words = run->key_words = 0;
	for (uint32_t i = 0; i < s->j->n; i++) {
		const struct dt_image *img = s->j->v[i].image;

		if (img->slot_size > run->slot_size)
			run->slot_size = img->slot_size;
		if (img->dyn_words > run->dyn_words)
			run->dyn_words = img->dyn_words;
		if (img->key_words > run->key_words)
			run->key_words = img->key_words;
	}
	run->strsize = s->strsize;
	run->forms = &s->j->forms;
	run->globals_size = s->globals;
	run->ngstrs = s->gstrs;
	run->nthisstrs = s->thisstrs;
	run->globals = dt_arena_alloc(s->j->arena, run->globals_size + 8);
	return run->globals != NULL ? 0 : -ENOMEM;
}

/* Require one strsize of all programs; the library's has no strings. */
static int
common_strsize(struct sharing *s)
{
	const struct dt_joined *j = s->j;

	for (uint32_t i = 0; i < j->n; i++) {
		uint32_t size = j->v[i].image->strsize;

		if (j->v[i].is_error && j->n > 1)
			continue;
		if (s->strsize != 0 && s->strsize != size) {
			(void) snprintf(s->j->why, sizeof(s->j->why),
			    "programs with a strsize of %u and of %u bytes "
			    "cannot run together: set the option before they "
			    "are executed", s->strsize, size);
			return -EINVAL;
		}
		s->strsize = size;
	}
	return 0;
}

int
dt_join(struct dt_joined *j, struct dt_run *run)
{
	struct sharing s = { .j = j, .names = dt_hash_create(),
	    .placed = offsetof(struct dt_aggbuf, places) };
	int err = s.names != NULL ? common_strsize(&s) : -ENOMEM;

	for (uint32_t i = 0; i < j->n && err == 0; i++)
		err = bind_image(&s, &j->v[i]);
	if (err == 0)
		err = size_run(&s, run);
	dt_hash_destroy(s.names);
	return err;
}
