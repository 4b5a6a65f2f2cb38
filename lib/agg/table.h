/* SPDX-License-Identifier: MIT */
/*
 * table.h - the entries of a handle; for the files of agg/ only.
 *
 * An entry is what a consumer sees as one: a variable and a key.  The kernel
 * sends keys in raw form, and several raw keys may mean one entry: those of
 * different statements, or of different probes with the same probefunc.  One
 * table finds both: an entry by its canonical key (key.h), hashed as if the
 * kernel had sent that, and an alias, a raw key that differs from its entry's
 * canonical one.  A key of numbers and strings therefore needs no alias, and
 * merging a known key is one lookup whatever the key is made of.
 *
 * Entries lie in a pool and are referred to by number.  The lowest bit of a
 * reference in the table says whether it is to an entry or to an alias.
 */
#ifndef DT_AGG_TABLE_H
#define DT_AGG_TABLE_H

#include "agg/agg.h"
#include "agg/pool.h"
#include "agg/value.h"
#include "base/arena.h"
#include "base/frame.h"

/* Open addressing, probed linearly, at most three quarters full. */
struct dt_aggslot {
	uint32_t hash;
	uint32_t ref;			/* 0: free; else reference, alias bit */
};

struct dt_aggtab {
	struct dt_aggslot *v;
	uint32_t nslots;
	uint32_t n;
};

/*
 * Its value follows the key.  If values are kept by CPU, a reference to a value
 * for each CPU id follows that.
 */
struct dt_aggent {
	uint64_t normal;
	uint32_t pos;			/* in dt_agg.order */
	uint32_t alias;			/* the first one */
	struct dt_aggrec key;		/* canonical; of its first statement */
};

/* Another key by which the kernel knows an entry. */
struct dt_aggalias {
	uint32_t ent, next;
	struct dt_aggrec key;		/* raw */
};

/* What snapshots remember of a CPU. */
struct dt_aggcpu {
	bool pending;			/* a flip has not been completed */
	bool taken;			/* the half is ours, not all read */
	uint32_t half, level, off;	/* where to continue */
	uint64_t full, busy;		/* lost, and not reported yet */
	uint64_t seen_busy;		/* last value seen of the counter */
};

/* A walk that is going on, or that a callback has left for good. */
struct dt_aggspan {
	struct dt_aggspan *outer;
	struct dt_frame frame;
	/* Free the memory of a walk that its callback has left. */
	void (*abandon)(struct dt_agg *a, struct dt_aggspan *span);
};

struct dt_agg {
	struct dt_aggenv env;
	struct dt_aggpool pool;
	uint32_t percpu;		/* CPU ids that have values; 0: none */
	struct dt_aggtab tab;
	uint32_t *order;		/* entries, oldest first; 0: removed */
	size_t norder, maxorder;
	size_t nents;
	bool cutting;			/* option aggtop: some are cut */
	struct dt_aggspan *going;	/* walks in progress, innermost first */
	bool violated;			/* a callback tried to clear all */
	const char *why;		/* the last -EBUSY, until reported */
	uint64_t gen;			/* number of the latest snap */
	int64_t began, ended;		/* its interval, monotonic ns; both
					 * the start if there is none yet */
	uint64_t stamp;			/* of the latest change */
	struct dt_aggwalk *kept;	/* what the last walk showed */
	struct dt_aggwalk *spare;	/* its memory, after a change */
	bool walked;			/* since the latest snap */
	bool extends;			/* the next snap belongs to it */
	uint64_t retire;		/* snaps; 0: entries stay for ever */
	uint64_t *scratch;		/* a canonical key being made */
	size_t nscratch;
	struct dt_aggcpu *cpus;
	uint32_t ncpus;
	int64_t *since;			/* by variable: when the interval of
					 * its values began */
	int64_t nsince;
};

/* The home of a hash in the table: its upper bits, mixed. */
static inline size_t
dt_aggtab_home(const struct dt_aggtab *t, uint32_t hash)
{
	return (uint64_t)(uint32_t)(hash * 0x9e3779b1u) * t->nslots >> 32;
}

static inline size_t
dt_aggtab_next(const struct dt_aggtab *t, size_t i)
{
	return i + 1 < t->nslots ? i + 1 : 0;
}

static inline struct dt_aggent *
dt_agg_ent(const struct dt_agg *a, uint32_t ref)
{
	return dt_aggpool_at(&a->pool, ref);
}

static inline uint32_t
dt_agg_refof(const struct dt_agg *a, const struct dt_aggent *e)
{
	return a->order[e->pos];
}

/* For loops from a->norder down to 0, newest first; NULL: it was removed. */
static inline struct dt_aggent *
dt_agg_nth(const struct dt_agg *a, size_t i)
{
	return a->order[i] != 0 ? dt_agg_ent(a, a->order[i]) : NULL;
}

/*
 * Prefetch an entry; its value is at the end of that unless the key is long.
 * Inlined always, since gcc drops a call that seems to have no effect.
 */
static inline __attribute__((always_inline)) void
dt_agg_fetch(const struct dt_agg *a, uint32_t ref)
{
	const char *p = dt_aggpool_at(&a->pool, ref);

	__builtin_prefetch(p);
	__builtin_prefetch(p + sizeof(struct dt_aggent) + 24);
}

static inline const struct dt_form *
dt_agg_form(const struct dt_agg *a, const struct dt_aggent *e)
{
	return a->env.forms->v[e->key.form];
}

static inline struct dt_aggval *
dt_agg_val(const struct dt_aggent *e)
{
	return (struct dt_aggval *)(e->key.word + e->key.kw);
}

static inline uint32_t *
dt_agg_cpus(const struct dt_form *f, const struct dt_aggent *e)
{
	return (uint32_t *)(dt_agg_val(e)->w + 2 * f->nw);
}

/* The value of a CPU; NULL: it has no data yet. */
static inline struct dt_aggval *
dt_agg_cpuval(const struct dt_agg *a, const struct dt_form *f,
    const struct dt_aggent *e, uint32_t cpu)
{
	uint32_t ref = dt_agg_cpus(f, e)[cpu];

	return ref != 0 ? dt_aggpool_at(&a->pool, ref) : NULL;
}

static inline dtrace_aggvarid_t
dt_agg_var(const struct dt_form *f)
{
	return f->desc->dtagd_varid;
}

static inline dtrace_aggvarid_t
dt_agg_entvar(const struct dt_agg *a, const struct dt_aggent *e)
{
	return dt_agg_var(dt_agg_form(a, e));
}

/* The key of a slot, and the entry that it leads to. */
static inline const struct dt_aggrec *
dt_agg_keyof(const struct dt_agg *a, uint32_t slot)
{
	const void *p = dt_aggpool_at(&a->pool, slot >> 1);

	return (slot & 1) != 0 ? &((const struct dt_aggalias *)p)->key :
	    &((const struct dt_aggent *)p)->key;
}

static inline uint32_t
dt_agg_entof(const struct dt_agg *a, uint32_t slot)
{
	const struct dt_aggalias *alias;

	if ((slot & 1) == 0)
		return slot >> 1;
	alias = dt_aggpool_at(&a->pool, slot >> 1);
	return alias->ent;
}

/* Hash, form and length are compared at once. */
static inline bool
dt_agg_samekey(const struct dt_aggrec *l, const struct dt_aggrec *r,
    const uint64_t *word)
{
	if (memcmp(l, r, sizeof(*l)) != 0)
		return false;
	for (uint32_t i = 0; i < l->kw; i++)
		if (l->word[i] != word[i])
			return false;
	return true;
}

/*
 * A table of many keys is larger than the caches, so a record is looked up in
 * three steps, with other records in between: fetch its slot; guess the entry
 * from the slot and fetch that; check that the entry is the record's.  An alias
 * was allocated just before its entry and lies beside it.
 */
static inline __attribute__((always_inline)) void
dt_agg_fetch_slot(const struct dt_agg *a, uint32_t hash)
{
	__builtin_prefetch(&a->tab.v[dt_aggtab_home(&a->tab, hash)]);
}

static inline __attribute__((always_inline)) uint32_t
dt_agg_guess(const struct dt_agg *a, uint32_t hash)
{
	const struct dt_aggtab *t = &a->tab;
	size_t i = dt_aggtab_home(t, hash);

	while (t->v[i].ref != 0 && t->v[i].hash != hash)
		i = dt_aggtab_next(t, i);
	if (t->v[i].ref != 0)
		dt_agg_fetch(a, t->v[i].ref >> 1);
	return t->v[i].ref;
}

static inline struct dt_aggent *
dt_agg_check(const struct dt_agg *a, uint32_t guess,
    const struct dt_aggrec *rec)
{
	return guess != 0 && dt_agg_samekey(dt_agg_keyof(a, guess), rec,
	    rec->word) ? dt_agg_ent(a, dt_agg_entof(a, guess)) : NULL;
}

/* Find or create the entry of a record's raw key. */
int dt_agg_intern(struct dt_agg *a, const struct dt_form *f,
    const struct dt_aggrec *rec, struct dt_aggent **out);
int dt_agg_cpunew(struct dt_agg *a, const struct dt_form *f,
    struct dt_aggent *e, uint32_t cpu);
/* In a walk only its callback may do this, to the entry that it was given. */
void dt_agg_remove(struct dt_agg *a, struct dt_aggent *e);
/* Between walks: close the gaps that removed entries left in a->order. */
void dt_agg_tidy(struct dt_agg *a);

/*
 * span.c: around everything that calls back while it holds entries, with the
 * span's frame begun and the other members set; and after each callback.
 */
void dt_agg_enter(struct dt_agg *a, struct dt_aggspan *span);
void dt_agg_leave(struct dt_agg *a, struct dt_aggspan *span);
void dt_agg_abandon(struct dt_agg *a, const struct dt_aggspan *until);
static inline void
dt_agg_back(struct dt_agg *a, const struct dt_aggspan *span)
{
	if (a->going != span)
		dt_agg_abandon(a, span);
}
/* top.c: show the lines again that option aggtop has left out. */
void dt_agg_uncut(struct dt_agg *a);
/* Abandon the walks that their callbacks have left. */
void dt_agg_sweep(struct dt_agg *a);
/* Remember why a call is refused inside a walk; returns -EBUSY. */
int dt_agg_refuse(struct dt_agg *a, const char *why);
int dt_agg_violation(struct dt_agg *a);
/* After a callback: -EBUSY if it called a function that is refused there. */
static inline int
dt_agg_violated(struct dt_agg *a)
{
	return a->violated ? dt_agg_violation(a) : 0;
}
/* Any form of a variable; NULL if no statement has it. */
const struct dt_form *dt_agg_formof(const struct dt_agg *a,
    dtrace_aggvarid_t var);

/* merge.c: may remove the entry, see dt_agg_retire(). */
void dt_agg_clearent(struct dt_agg *a, struct dt_aggent *e);

/* snap.c: a new interval begins for one variable, or for all (0). */
void dt_agg_restart_interval(struct dt_agg *a, dtrace_aggvarid_t var);

#endif /* DT_AGG_TABLE_H */
