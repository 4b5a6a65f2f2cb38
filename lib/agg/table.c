/* SPDX-License-Identifier: MIT */
/* table.c - the entries and the two tables that find them. */
#include "agg/table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "tbl/edt.h"

#define	MINBITS		8
#define	MAXBITS		31
#define	CACHELINE	64

int
dt_aggtab_init(struct dt_aggtab *t)
{
	t->v = calloc((size_t)1 << MINBITS, sizeof(*t->v));
	t->bits = MINBITS;
	t->n = 0;
	return t->v != NULL ? 0 : -ENOMEM;
}

void
dt_aggtab_fini(struct dt_aggtab *t)
{
	free(t->v);
	t->v = NULL;
}

static void
place(struct dt_aggtab *t, uint32_t hash, void *p)
{
	size_t i = dt_aggtab_home(t, hash);

	while (t->v[i].p != NULL)
		i = dt_aggtab_next(t, i);
	t->v[i] = (struct dt_aggslot){ p, hash };
}

/* The old slots are untouched until the new ones are there. */
static int
grow(struct dt_aggtab *t)
{
	struct dt_aggtab bigger = { .bits = t->bits + 1, .n = t->n };

	if (bigger.bits > MAXBITS)
		return -ENOMEM;
	bigger.v = calloc((size_t)1 << bigger.bits, sizeof(*bigger.v));
	if (bigger.v == NULL)
		return -ENOMEM;
	for (size_t i = 0; i < (size_t)1 << t->bits; i++)
		if (t->v[i].p != NULL)
			place(&bigger, t->v[i].hash, t->v[i].p);
	free(t->v);
	*t = bigger;
	return 0;
}

int
dt_aggtab_add(struct dt_aggtab *t, uint32_t hash, void *p)
{
	if (2 * (t->n + 1) > (size_t)1 << t->bits) {
		int err = grow(t);

		if (err != 0)
			return err;
	}
	place(t, hash, p);
	t->n++;
	return 0;
}

/* Followers move up, so that no probe ends too early at the hole. */
void
dt_aggtab_del(struct dt_aggtab *t, uint32_t hash, const void *p)
{
	size_t mask = ((size_t)1 << t->bits) - 1;
	size_t hole = dt_aggtab_home(t, hash), i;

	while (t->v[hole].p != p)
		hole = dt_aggtab_next(t, hole);
	for (i = dt_aggtab_next(t, hole); t->v[i].p != NULL;
	    i = dt_aggtab_next(t, i)) {
		size_t home = dt_aggtab_home(t, t->v[i].hash);

		if (((i - home) & mask) < ((i - hole) & mask))
			continue;
		t->v[hole] = t->v[i];
		hole = i;
	}
	t->v[hole].p = NULL;
	t->n--;
}

static uint32_t
hash_key(dtrace_aggvarid_t var, const uint64_t *key, uint32_t kw)
{
	uint64_t h = (uint64_t)var;

	for (uint32_t i = 0; i < kw; i++) {
		h = (h ^ key[i]) * 0x9ddfea08eb382d69ull;
		h ^= h >> 32;
	}
	return (uint32_t)h;
}

void
dt_agg_fetch_slot(const struct dt_agg *a, uint32_t hash)
{
	__builtin_prefetch(&a->raws.v[dt_aggtab_home(&a->raws, hash)]);
}

/* The slot at home is the right one nearly always; no matter if it is not. */
void
dt_agg_fetch_ent(const struct dt_agg *a, uint32_t hash)
{
	const char *p = a->raws.v[dt_aggtab_home(&a->raws, hash)].p;

	if (p == NULL)
		return;
	for (size_t i = 0; i <= sizeof(struct dt_aggent); i += CACHELINE)
		__builtin_prefetch(p + i, 1);
}

static struct dt_aggraw *
find_raw(const struct dt_agg *a, const struct dt_aggrec *rec)
{
	const struct dt_aggtab *t = &a->raws;
	size_t i = dt_aggtab_home(t, rec->hash);

	for (; t->v[i].p != NULL; i = dt_aggtab_next(t, i)) {
		struct dt_aggraw *r = t->v[i].p;

		if (t->v[i].hash == rec->hash && r->form == rec->form &&
		    r->kw == rec->kw &&
		    memcmp(r->word, rec->word, rec->kw * 8u) == 0)
			return r;
	}
	return NULL;
}

static struct dt_aggent *
find_ent(const struct dt_agg *a, dtrace_aggvarid_t var, uint32_t hash,
    const uint64_t *key, uint32_t kw)
{
	const struct dt_aggtab *t = &a->ents;
	size_t i = dt_aggtab_home(t, hash);

	for (; t->v[i].p != NULL; i = dt_aggtab_next(t, i)) {
		struct dt_aggent *e = t->v[i].p;

		if (t->v[i].hash == hash && e->var == var && e->kw == kw &&
		    memcmp(e->key, key, kw * sizeof(*key)) == 0)
			return e;
	}
	return NULL;
}

static size_t
val_size(const struct dt_form *f)
{
	return sizeof(struct dt_aggval) + 2 * f->nw * sizeof(uint64_t);
}

struct dt_aggval *
dt_aggval_new(const struct dt_form *f)
{
	return calloc(1, val_size(f));
}

/*
 * One block, in the order in which a merge touches it: entry, raw key, value,
 * and the canonical key unless it is the same as the raw one.
 */
static struct dt_aggent *
new_ent(struct dt_agg *a, const struct dt_form *f, const struct dt_aggrec *rec,
    uint32_t kw)
{
	size_t rawsize = rec->kw * sizeof(uint64_t);
	bool same = kw == rec->kw &&
	    memcmp(rec->word, a->scratch, rawsize) == 0;
	size_t keysize = same ? 0 : kw * sizeof(uint64_t);
	struct dt_aggent *e = dt_aggpool_get(&a->pool, sizeof(*e) + rawsize +
	    val_size(f) + keysize);
	char *at = (char *)(e + 1);

	if (e == NULL)
		return NULL;
	memcpy(at, rec->word, rawsize);
	e->raw = (struct dt_aggraw){ e, NULL, (uint64_t *)at, rec->hash,
	    rec->form, rec->kw };
	at += rawsize;
	e->val = (struct dt_aggval *)at;
	at += val_size(f);
	if (!same)
		memcpy(at, a->scratch, keysize);
	e->key = same ? e->raw.word : (uint64_t *)at;
	e->kw = (uint16_t)kw;
	e->form = f;
	e->var = dt_agg_var(f);
	e->normal = 1;
	return e;
}

static size_t
ent_size(const struct dt_aggent *e)
{
	size_t words = e->raw.kw + (e->key != e->raw.word ? e->kw : 0u);

	return sizeof(*e) + words * sizeof(uint64_t) + val_size(e->form);
}

static void
free_ent(struct dt_agg *a, struct dt_aggent *e)
{
	struct dt_aggraw *r = e->raw.next, *next;

	for (; r != NULL; r = next) {
		next = r->next;
		free(r);
	}
	for (uint32_t i = 0; e->cpu != NULL && i < a->percpu; i++)
		free(e->cpu[i]);
	free(e->cpu);
	dt_aggpool_put(&a->pool, e, ent_size(e));
}

/* Both tables know it, or neither does. */
static int
add_ent(struct dt_agg *a, const struct dt_form *f, const struct dt_aggrec *rec,
    uint32_t hash, uint32_t kw, struct dt_aggent **out)
{
	struct dt_aggent *e = new_ent(a, f, rec, kw);

	if (e == NULL)
		return -ENOMEM;
	if (a->percpu != 0 &&
	    (e->cpu = calloc(a->percpu, sizeof(*e->cpu))) == NULL)
		goto nomem;
	e->hash = hash;
	if (dt_aggtab_add(&a->raws, rec->hash, &e->raw) != 0)
		goto nomem;
	if (dt_aggtab_add(&a->ents, hash, e) != 0) {
		dt_aggtab_del(&a->raws, rec->hash, &e->raw);
		goto nomem;
	}
	e->older = a->newest;
	if (a->newest != NULL)
		a->newest->newer = e;
	a->newest = e;
	a->nents++;
	*out = e;
	return 0;
nomem:
	free_ent(a, e);
	return -ENOMEM;
}

/* Another raw key of an entry. */
static int
add_alias(struct dt_agg *a, const struct dt_aggrec *rec, struct dt_aggent *e)
{
	struct dt_aggraw *r = malloc(sizeof(*r) + rec->kw * sizeof(uint64_t));

	if (r == NULL)
		return -ENOMEM;
	memcpy(r + 1, rec->word, rec->kw * sizeof(uint64_t));
	*r = (struct dt_aggraw){ e, e->raw.next, (uint64_t *)(r + 1),
	    rec->hash, rec->form, rec->kw };
	if (dt_aggtab_add(&a->raws, rec->hash, r) != 0) {
		free(r);
		return -ENOMEM;
	}
	e->raw.next = r;
	return 0;
}

int
dt_agg_intern(struct dt_agg *a, const struct dt_form *f,
    const struct dt_aggrec *rec, struct dt_aggent **out)
{
	const struct dt_aggraw *r = find_raw(a, rec);
	struct dt_aggent *e;
	uint32_t hash;
	int kw;

	if (r != NULL) {
		*out = r->ent;
		return 0;
	}
	kw = dt_agg_canon(a, f, rec->word, rec->kw);
	if (kw < 0)
		return kw;
	hash = hash_key(dt_agg_var(f), a->scratch, (uint32_t)kw);
	e = find_ent(a, dt_agg_var(f), hash, a->scratch, (uint32_t)kw);
	if (e == NULL)
		return add_ent(a, f, rec, hash, (uint32_t)kw, out);
	if (e->form->action != f->action || e->form->nw != f->nw)
		return -EDT_BADAGG;
	*out = e;
	return add_alias(a, rec, e);
}

void
dt_agg_remove(struct dt_agg *a, struct dt_aggent *e)
{
	dt_agg_changed(a);
	for (struct dt_aggraw *r = &e->raw; r != NULL; r = r->next)
		dt_aggtab_del(&a->raws, r->hash, r);
	dt_aggtab_del(&a->ents, e->hash, e);
	if (e->newer != NULL)
		e->newer->older = e->older;
	else
		a->newest = e->older;
	if (e->older != NULL)
		e->older->newer = e->newer;
	a->nents--;
	free_ent(a, e);
}

void
dt_agg_enter(struct dt_agg *a)
{
	a->walks++;
}

void
dt_agg_leave(struct dt_agg *a)
{
	a->walks--;
}

int
dt_agg_refuse(struct dt_agg *a, const char *why)
{
	a->why = why;
	return -EBUSY;
}

int
dt_agg_meddled(struct dt_agg *a)
{
	if (!a->meddled)
		return 0;
	a->meddled = false;
	return dt_agg_refuse(a, "inside a walk not all can be cleared: return "
	    "DTRACE_AGGWALK_CLEAR, or clear after it");
}

bool
dt_agg_walking(const struct dt_agg *a)
{
	return a->walks != 0;
}

const char *
dt_agg_why(struct dt_agg *a)
{
	const char *why = a->why;

	a->why = NULL;
	return why;
}

const struct dt_form *
dt_agg_formof(const struct dt_agg *a, dtrace_aggvarid_t var)
{
	for (uint32_t i = 0; i < a->env.forms->n; i++)
		if (dt_agg_var(a->env.forms->v[i]) == var)
			return a->env.forms->v[i];
	return NULL;
}

int
dt_agg_create(const struct dt_aggenv *env, struct dt_agg **out)
{
	struct dt_agg *a = calloc(1, sizeof(*a));

	if (a == NULL)
		return -ENOMEM;
	a->env = *env;
	if (dt_aggpool_init(&a->pool) != 0 || dt_aggtab_init(&a->raws) != 0 ||
	    dt_aggtab_init(&a->ents) != 0) {
		dt_agg_destroy(a);
		return -ENOMEM;
	}
	*out = a;
	return 0;
}

void
dt_agg_destroy(struct dt_agg *a)
{
	struct dt_aggent *e;

	if (a == NULL)
		return;
	dt_agg_forget(a);
	while ((e = a->newest) != NULL) {
		a->newest = e->older;
		free_ent(a, e);
	}
	dt_aggtab_fini(&a->raws);
	dt_aggtab_fini(&a->ents);
	dt_aggpool_fini(&a->pool);
	free(a->scratch);
	free(a->cpus);
	free(a->since);
	free(a);
}

int
dt_agg_percpu(struct dt_agg *a, uint32_t ncpus)
{
	if (a->nents != 0 || a->walks != 0)
		return -EBUSY;
	a->percpu = ncpus;
	return 0;
}

void
dt_agg_retire(struct dt_agg *a, uint64_t n)
{
	a->retire = n;
}
