/* SPDX-License-Identifier: MIT */
/*
 * table.h - how agg/ keeps its entries; for the files of agg/ only.
 *
 * An entry is what a consumer sees as one: a variable and a key.  Its key is
 * kept canonical: the words of the keys one after another,
 *
 *	integer		the value, zero-extended from the size of its record
 *	string		length, then its bytes, the last word padded with zeros
 *	stack		number of frames, then those; in front of those of a
 *			process is its id, which counts as one
 *	symbol		the address; of a process: 2, process id, address
 *
 * The kernel sends keys in raw form, and several raw keys may mean one entry:
 * of different statements, or of different probes with the same probefunc.  One
 * table finds both: an entry by its canonical key, hashed as if the kernel had
 * sent that, and aliases, which are raw keys that are not their entry's
 * canonical one.  A key of numbers and strings so needs no alias, and the merge
 * of a known key is one look-up whatever it is made of.
 *
 * Entries lie in a pool and are referred to by number, half of a pointer; 0 is
 * none.  A reference in the table says in its lowest bit what it is to.
 */
#ifndef DT_AGG_TABLE_H
#define DT_AGG_TABLE_H

#include <string.h>
#include "agg/agg.h"
#include "base/arena.h"

/*
 * For functions that fetch ahead what they will write to.  The instruction is
 * older than the compiler thinks, and only a hint.
 */
#ifdef __x86_64__
#define	FOR_WRITING	__attribute__((target("prfchw")))
#else
#define	FOR_WRITING
#endif

/* pool.c */
#define	DT_POOLUNIT	8		/* bytes, of references and blocks */
#define	DT_CHUNKBITS	18		/* units of a chunk: 2 MiB */
#define	DT_POOLEXACT	512		/* fewer units: a list for each size */
#define	DT_POOLCLASSES	(DT_POOLEXACT + 32)

struct dt_aggchunk {
	char *mem;
	size_t size;			/* one may hold a single larger block */
};

struct dt_aggpool {
	struct dt_aggchunk *v;
	uint32_t n, max;
	uint32_t at;			/* chunk that blocks are cut from, */
	size_t used;			/* and bytes of it that are cut */
	uint32_t free[DT_POOLCLASSES];	/* lists by size */
};

/* Open addressing, probed one by one, at most three quarters full. */
struct dt_aggslot {
	uint32_t hash;
	uint32_t ref;			/* 0: free; else reference, alias bit */
};

struct dt_aggtab {
	struct dt_aggslot *v;
	uint32_t nslots;
	uint32_t n;
};

/* Value words as in the kernel, and what they were at the snap before. */
struct dt_aggval {
	uint64_t gen : 48;		/* snap that last changed them */
	uint64_t has : 1;		/* min, max: there is a value */
	uint64_t clear : 1;		/* nothing has come since a clear */
	uint64_t cut : 1;		/* option aggtop leaves it out */
	uint64_t w[];			/* form->nw now, as many before */
};

/*
 * Its value follows the key, and behind that, if values are kept by CPU, is a
 * reference to a value for each CPU id.
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

/* What snap knows of a CPU from one time to the next. */
struct dt_aggcpu {
	bool pending;			/* the flip is not through */
	bool taken;			/* half has been taken, not all read */
	uint32_t half, level, off;	/* where to go on */
	uint64_t full, busy;		/* lost, and not reported yet */
	uint64_t seen_busy;		/* the counter's value, seen last */
};

struct dt_agg {
	struct dt_aggenv env;
	struct dt_aggpool pool;
	uint32_t percpu;		/* CPU ids that have values; 0: none */
	struct dt_aggtab tab;
	uint32_t *order;		/* entries, the oldest first; 0: gone */
	size_t norder, maxorder;
	size_t nents;
	bool cutting;			/* option aggtop: some are cut */
	unsigned int walks;		/* going on, one inside another */
	bool meddled;			/* its callback tried to clear all */
	const char *why;		/* the last -EBUSY, until it is told */
	uint64_t gen;			/* number of the latest snap */
	int64_t began, ended;		/* what it covers, monotonic ns; both
					 * the start if there was none */
	uint64_t stamp;			/* of the latest change */
	struct dt_aggwalk *kept;	/* what the last walk has shown */
	struct dt_aggwalk *spare;	/* its memory, when that changed */
	bool walked;			/* since the latest snap */
	bool extends;			/* the next one counts as part of it */
	uint64_t retire;		/* snaps; 0: entries stay for ever */
	uint64_t *scratch;		/* a canonical key being made */
	size_t nscratch;
	struct dt_aggcpu *cpus;
	uint32_t ncpus;
	int64_t *since;			/* by variable: when the interval that
					 * its values are of began */
	int64_t nsince;
};

/*
 * pool.c: blocks are not zeroed; put is told the size again.  Reset takes all
 * of them back, and keeps the memory for what comes.
 */
void dt_aggpool_fini(struct dt_aggpool *p);
void dt_aggpool_reset(struct dt_aggpool *p);
void *dt_aggpool_get(struct dt_aggpool *p, size_t size, uint32_t *ref);
void dt_aggpool_put(struct dt_aggpool *p, uint32_t ref, size_t size);
/* Zeroed memory, a lot of it in large pages. */
void *dt_agg_pages(size_t size);
void dt_agg_unpages(void *p, size_t size);

static inline void *
dt_aggpool_at(const struct dt_aggpool *p, uint32_t ref)
{
	return p->v[ref >> DT_CHUNKBITS].mem +
	    (size_t)(ref & ((1u << DT_CHUNKBITS) - 1)) * DT_POOLUNIT;
}

/* table.c; a slot's home is in the upper bits of its hash, mixed. */
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

/* For loops from a->norder down to 0, newest first; NULL: it is gone. */
static inline struct dt_aggent *
dt_agg_nth(const struct dt_agg *a, size_t i)
{
	return a->order[i] != 0 ? dt_agg_ent(a, a->order[i]) : NULL;
}

/*
 * Its value is at the end of what is fetched, unless the key is long.  If this
 * is a call, gcc sees that it does nothing, and leaves it out.
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

/* The value for a CPU, NULL: no data yet. */
static inline struct dt_aggval *
dt_agg_cpuval(const struct dt_agg *a, const struct dt_form *f,
    const struct dt_aggent *e, uint32_t cpu)
{
	uint32_t ref = dt_agg_cpus(f, e)[cpu];

	return ref != 0 ? dt_aggpool_at(&a->pool, ref) : NULL;
}

/* Between walks: the order of age has room for what is gone. */
void dt_agg_tidy(struct dt_agg *a);
/* The key that a slot is for, and the entry that it leads to. */
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
 * A table of many keys is larger than the caches.  Whoever is about to look a
 * record up has its slot fetched; some time later he asks what is there, which
 * is fetched, too; and again later whether it is the record's entry.  An alias
 * was made just before its entry, and lies there.
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

/* The raw key of a record, made known if it is new, with its entry. */
int dt_agg_intern(struct dt_agg *a, const struct dt_form *f,
    const struct dt_aggrec *rec, struct dt_aggent **out);
int dt_agg_cpunew(struct dt_agg *a, const struct dt_form *f,
    struct dt_aggent *e, uint32_t cpu);
/* In a walk only by itself, of the entry that it is at. */
void dt_agg_remove(struct dt_agg *a, struct dt_aggent *e);
/* Around everything that calls back while it holds entries. */
void dt_agg_enter(struct dt_agg *a);
void dt_agg_leave(struct dt_agg *a);
/* Note why a call is refused inside a walk: -EBUSY. */
int dt_agg_refuse(struct dt_agg *a, const char *why);
/* After a callback: -EBUSY if it has tried what it may not. */
int dt_agg_meddled(struct dt_agg *a);

/* key.c */

/* The canonical key in a->scratch: its words, or a negative code. */
int dt_agg_canon(struct dt_agg *a, const struct dt_form *f,
    const uint64_t *raw, uint32_t kw);
/* Does the kernel send keys of this form in canonical form? */
bool dt_agg_isplain(const struct dt_form *f);
/* Is it but one word; is it a process id and an address? */
bool dt_agg_isword(const struct dt_keydesc *d);
bool dt_agg_isusym(const struct dt_keydesc *d);
/* Does it begin with a process id, which may be 0 as no other part is? */
bool dt_agg_haspid(const struct dt_keydesc *d);
/* The words of key number i of a canonical key. */
const uint64_t *dt_agg_keyat(const struct dt_form *f, const uint64_t *key,
    uint32_t i);
/* Bytes that a string or stack has in its public record, at word + 1. */
size_t dt_agg_keylen(const struct dt_keydesc *d, const uint64_t *word);
/* Into a zeroed public record. */
void dt_agg_putkeys(const struct dt_form *f, const uint64_t *key, char *data);

/* merge.c */

/* The first change in a snap: what was before it is kept. */
static inline void
dt_aggval_turn(struct dt_aggval *v, uint32_t nw, uint64_t gen)
{
	if (v->gen == gen)
		return;
	memcpy(v->w + nw, v->w, nw * sizeof(*v->w));
	v->gen = gen;
	v->clear = 0;
}

void dt_aggval_merge(const struct dt_form *f, struct dt_aggval *v,
    const uint64_t *src, uint64_t gen);
/* Words of the change in snap gen; 0 if none. */
void dt_aggval_delta(const struct dt_form *f, const struct dt_aggval *v,
    uint64_t gen, uint64_t *out);
/* The entry may be gone afterwards: see dt_agg_retire(). */
void dt_agg_clearent(struct dt_agg *a, struct dt_aggent *e);

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

/* Any form of a variable, NULL if no statement has it. */
const struct dt_form *dt_agg_formof(const struct dt_agg *a,
    dtrace_aggvarid_t var);

/* sort.c */
enum dt_aggstep { DT_STEP_END, DT_STEP_VAR, DT_STEP_VAL, DT_STEP_KEY };

struct dt_aggorder {
	enum dt_aggstep step[4];
	bool rev;
	int keypos;
};

/* An entry, and of it what decides most comparisons. */
struct dt_aggitem {
	__int128 val;			/* VAL among equal shapes */
	uint64_t key;			/* the first bytes of KEY */
	struct dt_aggent *ent;		/* NULL: stands for a value of 0 */
	const struct dt_form *form;
};

void dt_agg_item(const struct dt_agg *a, struct dt_aggitem *it,
    struct dt_aggent *e, int keypos);
int dt_agg_valcmp(const struct dt_aggitem *l, const struct dt_aggitem *r);
int dt_agg_keycmp(const struct dt_aggitem *l, const struct dt_aggitem *r,
    int keypos);
void dt_agg_sort(struct dt_aggitem *v, size_t n, const struct dt_aggorder *o);
/*
 * Among entries that are alike in a step the one of the lower rank comes first.
 * Those of equal rank are equal in it, if it decides.  If it goes deeper, then
 * those of rank 0 are equal, and others have another rank at the next depth.
 */
uint64_t dt_agg_rank(const struct dt_form *f, const struct dt_aggent *e,
    enum dt_aggstep step, int keypos, size_t depth);
#define	DT_RANK0	((uint64_t)1 << 63)	/* of a value of 0 */
bool dt_agg_deeper(const struct dt_form *f, enum dt_aggstep step);
bool dt_agg_alike(const struct dt_form *l, const struct dt_form *r,
    enum dt_aggstep step);
bool dt_agg_decides(const struct dt_form *f, enum dt_aggstep step);

/* radix.c; equal ones stay as they were. */
struct dt_ranked {
	uint64_t rank;
	uint32_t ref;
	union {
		uint32_t form;
		uint32_t next;		/* lower half of the next rank */
	};
};

struct dt_range {
	uint64_t min, max;
};

#define	DT_NORANGE	((struct dt_range){ UINT64_MAX, 0 })

static inline void
dt_agg_widen(struct dt_range *r, uint64_t rank)
{
	r->min = rank < r->min ? rank : r->min;
	r->max = rank > r->max ? rank : r->max;
}

/* Bits that tell its numbers apart. */
unsigned int dt_agg_width(struct dt_range r);
/* By ranks, all in r. */
void dt_agg_radix(struct dt_ranked *v, struct dt_ranked *spare, size_t n,
    struct dt_range r);
/*
 * Which rank is number k of all?  Those of a lower one come to be in front,
 * those of a higher one behind; in between are *n, from number *first on.  At
 * the call these tell where to look: 0, and how many there are.
 */
void dt_agg_select(struct dt_ranked *v, struct dt_ranked *spare, size_t k,
    struct dt_range r, size_t *first, size_t *n);
/* A word for each: its reference, and above that what it is sorted by. */
#define	DT_REFBITS	32
/*
 * By the numbers in the upper halves, of so many bits.  The result is in one or
 * the other.
 */
const uint64_t *dt_agg_radixw(uint64_t *v, uint64_t *spare, size_t n,
    unsigned int width);

/*
 * order.c: references to the live entries of one variable, or of all (0); out
 * is for a->nents.  Without steps: the newest first.  What room is used is free
 * afterwards.
 */
int dt_agg_arrange(const struct dt_agg *a, dtrace_aggvarid_t var,
    const struct dt_aggorder *o, struct dt_arena *room, uint32_t *out,
    size_t *n);
/*
 * Those, in no order, that are not among the first few of their variable: the
 * largest ones, or the smallest.
 */
int dt_agg_beyond(const struct dt_agg *a, dtrace_aggvarid_t var, bool largest,
    uint64_t few, struct dt_arena *room, uint32_t *out, size_t *n);

/* walk.c: something is about to look otherwise than in the last walk. */
void dt_agg_changed(struct dt_agg *a);
/* Before a snap: memory that the last interval's walks did not use goes. */
void dt_agg_unwalked(struct dt_agg *a);
void dt_agg_forget(struct dt_agg *a);
/* As dt_agg_walk(), over the entries of one variable; 0: of all. */
int dt_agg_walkvar(struct dt_agg *a, dtrace_aggvarid_t var, unsigned int order,
    const struct dt_aggsort *opts, dtrace_aggregate_f *func, void *arg);

/* snap.c: a new interval begins for one variable, or all (0). */
void dt_agg_anew(struct dt_agg *a, dtrace_aggvarid_t var);

/* json.c */

/* As dt_agg_print() and dt_agg_printa(). */
int dt_agg_json(struct dt_agg *a, const struct dt_aggprint *p,
    dtrace_aggregate_walk_f *walker);
int dt_agg_jsona(struct dt_agg *a, const struct dt_aggprint *p,
    const dtrace_aggvarid_t *vars, int nvars);

/*
 * expand.c: entries as the interface has them.  They are numbered from 0 on,
 * live as long as their view, or until it is reset, and lie in parts, of which
 * each has room for twice as many as the one before.
 */
#define	DT_VIEWMIN	64
#define	DT_VIEWPARTS	26

struct dt_aggview {
	struct dt_agg *agg;
	dtrace_aggdata_t *part[DT_VIEWPARTS];
	struct dt_aggpool pool;		/* for what they point to */
	char *data;			/* of that: a block that is being */
	size_t room;			/* cut, and the rest of it */
	struct dt_aggproto **proto;	/* by form */
	uint32_t nproto;
	const void *zero;		/* a value of a CPU without data */
	size_t nzero;
};

/* dt_aggval.cut, in dtada_flags, where a walker's copy of an entry has it. */
#define	DT_AGG_CUT	0x80000000u

static inline unsigned int
dt_aggview_part(size_t i)
{
	return 63 - (unsigned int)__builtin_clzl(i / DT_VIEWMIN + 1);
}

/* Number i, which has been expanded. */
static inline dtrace_aggdata_t *
dt_aggview_at(const struct dt_aggview *v, size_t i)
{
	unsigned int part = dt_aggview_part(i);

	return v->part[part] + (i + DT_VIEWMIN -
	    ((size_t)DT_VIEWMIN << part));
}

/* Where a variable has no entry, nothing is there, and nothing has changed. */
static inline bool
dt_agg_islack(const dtrace_aggdata_t *d)
{
	return d->dtada_data == d->dtada_delta;
}

int dt_aggview_init(struct dt_aggview *v, struct dt_agg *a);
int dt_aggview_reset(struct dt_aggview *v);
void dt_aggview_fini(struct dt_aggview *v);
/* As number i; NULL: no memory. */
dtrace_aggdata_t *dt_agg_expand(struct dt_aggview *v, size_t i, uint32_t ent);
/* What stands for the lack of an entry. */
dtrace_aggdata_t *dt_agg_expand0(struct dt_aggview *v, size_t i,
    const struct dt_form *f, uint64_t normal);

#endif /* DT_AGG_TABLE_H */
