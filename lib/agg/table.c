/* SPDX-License-Identifier: MIT */
/* table.c - the entries, ordered by age, and the hash table that finds them. */
#include "agg/key.h"
#include "agg/walk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "tbl/edt.h"

#define	MINSLOTS	256
#define	MAXSLOTS	(UINT32_MAX / 2)
#define	LARGE		65536		/* slots */
#define	MINORDER	64
#define	NOT_RAW		0x5bd1e995u	/* mixed into hashes of such keys */

static int
tab_init(struct dt_aggtab *t, uint32_t nslots)
{
	*t = (struct dt_aggtab){ .nslots = nslots };
	if (nslots <= MAXSLOTS)
		t->v = dt_agg_pages(nslots * sizeof(*t->v));
	return t->v != NULL ? 0 : -ENOMEM;
}

static void
tab_fini(struct dt_aggtab *t)
{
	dt_agg_unpages(t->v, t->nslots * sizeof(*t->v));
	t->v = NULL;
}

static void
place(struct dt_aggtab *t, struct dt_aggslot s)
{
	size_t i = dt_aggtab_home(t, s.hash);

	while (t->v[i].ref != 0)
		i = dt_aggtab_next(t, i);
	t->v[i] = s;
	t->n++;
}

/*
 * The old slots stay valid until the new ones are allocated.  A key's home is
 * proportional to its hash, so both tables are traversed in one direction.  A
 * large table grows by half, so that it never takes more than 16 bytes a key.
 */
static int
grow(struct dt_aggtab *t)
{
	uint32_t old = t->nslots;
	struct dt_aggtab bigger;
	int err = tab_init(&bigger, old < LARGE ? 2 * old : old + old / 2);

	if (err != 0)
		return err;
	for (uint32_t i = 0; i < old; i++)
		if (t->v[i].ref != 0)
			place(&bigger, t->v[i]);
	tab_fini(t);
	*t = bigger;
	return 0;
}

/* Make sure that placing up to n more cannot fail. */
static int
reserve(struct dt_aggtab *t, uint32_t n)
{
	return t->n + n > t->nslots / 4 * 3 ? grow(t) : 0;
}

static uint32_t
entry_slot(uint32_t ref)
{
	return ref << 1;
}

static uint32_t
alias_slot(uint32_t ref)
{
	return ref << 1 | 1;
}

/* How many steps from home a probe reaches slot i. */
static size_t
distance(const struct dt_aggtab *t, size_t home, size_t i)
{
	return i >= home ? i - home : i + t->nslots - home;
}

/* Remove a slot; those behind it move up, so that no probe ends at the hole. */
static void
displace(struct dt_aggtab *t, uint32_t hash, uint32_t ref)
{
	size_t hole = dt_aggtab_home(t, hash), i;

	while (t->v[hole].ref != ref)
		hole = dt_aggtab_next(t, hole);
	for (i = dt_aggtab_next(t, hole); t->v[i].ref != 0;
	    i = dt_aggtab_next(t, i)) {
		size_t home = dt_aggtab_home(t, t->v[i].hash);

		if (distance(t, home, i) < distance(t, hole, i))
			continue;
		t->v[hole] = t->v[i];
		hole = i;
	}
	t->v[hole].ref = 0;
	t->n--;
}

/* The slot of a key, whose words are at word; 0: none. */
static uint32_t
find(const struct dt_agg *a, const struct dt_aggrec *key, const uint64_t *word)
{
	const struct dt_aggtab *t = &a->tab;
	size_t i = dt_aggtab_home(t, key->hash);

	for (; t->v[i].ref != 0; i = dt_aggtab_next(t, i))
		if (t->v[i].hash == key->hash &&
		    dt_agg_samekey(dt_agg_keyof(a, t->v[i].ref), key, word))
			return t->v[i].ref;
	return 0;
}

/*
 * The hash that the kernel computes for a key.  A canonical key that is never
 * sent raw gets another one.
 */
static uint32_t
hash_key(const struct dt_form *f, const uint64_t *key, uint32_t kw)
{
	uint64_t h = dt_hash_form(f->id);

	for (uint32_t i = 0; i < kw; i++)
		h = dt_hash_word(h, i, key[i]);
	return dt_agg_isplain(f) ? (uint32_t)h : (uint32_t)h ^ NOT_RAW;
}

/* The entry of a canonical key, of any statement; 0: none. */
static uint32_t
find_canonical(const struct dt_agg *a, const struct dt_form *f,
    const uint64_t *key, uint32_t kw)
{
	const struct dt_forms *t = a->env.forms;
	uint32_t slot = 0;

	for (uint32_t i = 0; slot == 0 && i < t->n; i++) {
		struct dt_aggrec head = { .form = (uint16_t)i,
		    .kw = (uint16_t)kw };

		if (dt_agg_var(t->v[i]) != dt_agg_var(f))
			continue;
		head.hash = hash_key(t->v[i], key, kw);
		slot = find(a, &head, key);
	}
	return dt_agg_entof(a, slot);
}

static size_t
val_size(const struct dt_form *f)
{
	return sizeof(struct dt_aggval) + 2 * f->nw * sizeof(uint64_t);
}

static size_t
ent_size(const struct dt_agg *a, const struct dt_form *f, uint32_t kw)
{
	return sizeof(struct dt_aggent) + kw * sizeof(uint64_t) +
	    val_size(f) + a->percpu * sizeof(uint32_t);
}

static size_t
alias_size(const struct dt_aggrec *raw)
{
	return sizeof(struct dt_aggalias) + raw->kw * sizeof(uint64_t);
}

int
dt_agg_cpunew(struct dt_agg *a, const struct dt_form *f, struct dt_aggent *e,
    uint32_t cpu)
{
	uint32_t ref;
	struct dt_aggval *v = dt_aggpool_get(&a->pool, val_size(f), &ref);

	if (v == NULL)
		return -ENOMEM;
	memset(v, 0, val_size(f));
	dt_agg_cpus(f, e)[cpu] = ref;
	return 0;
}

/* Close the gaps in the order. */
static void
squeeze(struct dt_agg *a)
{
	size_t n = 0;

	for (size_t i = 0; i < a->norder; i++) {
		if (a->order[i] == 0)
			continue;
		dt_agg_ent(a, a->order[i])->pos = (uint32_t)n;
		a->order[n++] = a->order[i];
	}
	a->norder = n;
}

void
dt_agg_tidy(struct dt_agg *a)
{
	if (a->nents < a->norder / 4)
		squeeze(a);
}

static int
order_room(struct dt_agg *a)
{
	size_t max = a->maxorder != 0 ? 2 * a->maxorder : MINORDER;
	uint32_t *v;

	if (a->norder == a->maxorder && a->nents < a->norder / 4 * 3)
		squeeze(a);
	if (a->norder < a->maxorder)
		return 0;
	v = max <= UINT32_MAX ? realloc(a->order, max * sizeof(*v)) : NULL;
	if (v == NULL)
		return -ENOMEM;
	a->order = v;
	a->maxorder = max;
	return 0;
}

/* The caller has made room in the table and the order. */
static uint32_t
add_ent(struct dt_agg *a, const struct dt_form *f, const uint64_t *key,
    uint32_t kw)
{
	uint32_t ref;
	struct dt_aggent *e = dt_aggpool_get(&a->pool, ent_size(a, f, kw),
	    &ref);

	if (e == NULL)
		return 0;
	*e = (struct dt_aggent){
		.normal = 1,
		.pos = (uint32_t)a->norder,
		.key = { hash_key(f, key, kw), f->id, (uint16_t)kw },
	};
	memcpy(e->key.word, key, kw * sizeof(*key));
	memset(dt_agg_val(e), 0, val_size(f) + a->percpu * sizeof(uint32_t));
	place(&a->tab, (struct dt_aggslot){ e->key.hash, entry_slot(ref) });
	a->order[a->norder++] = ref;
	a->nents++;
	return ref;
}

/* A new alias enters the table with add_alias(), once its entry is known. */
static struct dt_aggalias *
new_alias(struct dt_agg *a, const struct dt_aggrec *rec, uint32_t *ref)
{
	struct dt_aggalias *alias = dt_aggpool_get(&a->pool, alias_size(rec),
	    ref);

	if (alias != NULL)
		memcpy(&alias->key, rec, sizeof(*rec) +
		    rec->kw * sizeof(rec->word[0]));
	return alias;
}

static void
add_alias(struct dt_agg *a, struct dt_aggalias *alias, uint32_t ref,
    uint32_t ent)
{
	struct dt_aggent *e = dt_agg_ent(a, ent);

	alias->ent = ent;
	alias->next = e->alias;
	e->alias = ref;
	place(&a->tab, (struct dt_aggslot){ alias->key.hash,
	    alias_slot(ref) });
}

/* Would the entry's canonical key miss a record with this raw key? */
static bool
needs_alias(const struct dt_agg *a, const struct dt_form *f,
    const struct dt_aggrec *rec, uint32_t kw)
{
	return kw != rec->kw ||
	    memcmp(rec->word, a->scratch, kw * sizeof(uint64_t)) != 0 ||
	    rec->hash != hash_key(f, a->scratch, kw);
}

/* The canonical key is in a->scratch; ent is 0 if there is no entry yet. */
static int
add_key(struct dt_agg *a, const struct dt_form *f,
    const struct dt_aggrec *rec, uint32_t kw, uint32_t ent,
    struct dt_aggent **out)
{
	struct dt_aggalias *alias = NULL;
	uint32_t ref = 0;
	int err = reserve(&a->tab, 2);

	if (err == 0)
		err = order_room(a);
	if (err != 0)
		return err;
	if (ent != 0 || needs_alias(a, f, rec, kw)) {
		alias = new_alias(a, rec, &ref);
		if (alias == NULL)
			return -ENOMEM;
	}
	if (ent == 0)
		ent = add_ent(a, f, a->scratch, kw);
	if (ent == 0) {
		if (alias != NULL)
			dt_aggpool_put(&a->pool, ref, alias_size(rec));
		return -ENOMEM;
	}
	if (alias != NULL)
		add_alias(a, alias, ref, ent);
	*out = dt_agg_ent(a, ent);
	return 0;
}

int
dt_agg_intern(struct dt_agg *a, const struct dt_form *f,
    const struct dt_aggrec *rec, struct dt_aggent **out)
{
	uint32_t slot = find(a, rec, rec->word);
	const struct dt_form *other = f;
	uint32_t ent;
	int kw;

	if (slot != 0) {
		*out = dt_agg_ent(a, dt_agg_entof(a, slot));
		return 0;
	}
	kw = dt_agg_canon(a, f, rec->word, rec->kw);
	if (kw < 0)
		return kw;
	ent = find_canonical(a, f, a->scratch, (uint32_t)kw);
	if (ent != 0)
		other = dt_agg_form(a, dt_agg_ent(a, ent));
	if (other->action != f->action || other->nw != f->nw)
		return -EDT_BADAGG;
	return add_key(a, f, rec, (uint32_t)kw, ent, out);
}

static void
remove_aliases(struct dt_agg *a, struct dt_aggent *e)
{
	uint32_t ref = e->alias, next;

	for (; ref != 0; ref = next) {
		const struct dt_aggalias *alias =
		    dt_aggpool_at(&a->pool, ref);

		next = alias->next;
		displace(&a->tab, alias->key.hash, alias_slot(ref));
		dt_aggpool_put(&a->pool, ref, alias_size(&alias->key));
	}
}

void
dt_agg_remove(struct dt_agg *a, struct dt_aggent *e)
{
	const struct dt_form *f = dt_agg_form(a, e);
	uint32_t ref = a->order[e->pos];

	dt_agg_changed(a);
	remove_aliases(a, e);
	displace(&a->tab, e->key.hash, entry_slot(ref));
	for (uint32_t i = 0; i < a->percpu; i++)
		if (dt_agg_cpus(f, e)[i] != 0)
			dt_aggpool_put(&a->pool, dt_agg_cpus(f, e)[i],
			    val_size(f));
	a->order[e->pos] = 0;
	a->nents--;
	dt_aggpool_put(&a->pool, ref, ent_size(a, f, e->key.kw));
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
	if (tab_init(&a->tab, MINSLOTS) != 0) {
		dt_agg_destroy(a);
		return -ENOMEM;
	}
	*out = a;
	return 0;
}

void
dt_agg_destroy(struct dt_agg *a)
{
	if (a == NULL)
		return;
	dt_agg_abandon(a, NULL);
	dt_agg_forget(a);
	tab_fini(&a->tab);
	dt_aggpool_fini(&a->pool);
	free(a->order);
	free(a->scratch);
	free(a->cpus);
	free(a->since);
	free(a);
}

int
dt_agg_percpu(struct dt_agg *a, uint32_t ncpus)
{
	if (a->nents != 0 || dt_agg_walking(a))
		return -EBUSY;
	a->percpu = ncpus;
	return 0;
}

void
dt_agg_retire(struct dt_agg *a, uint64_t n)
{
	a->retire = n;
}
