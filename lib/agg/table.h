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
 * of different statements, or of different probes with the same probefunc.  So
 * there are two tables: raw keys by the kernel's hash, which is all that the
 * merge of a known key looks at, and entries by a hash of the canonical key,
 * consulted once for each new raw key.
 */
#ifndef DT_AGG_TABLE_H
#define DT_AGG_TABLE_H

#include "agg/agg.h"
#include "base/arena.h"

/* Open addressing, probed one by one, never more than half full. */
struct dt_aggslot {
	void *p;			/* NULL: free */
	uint32_t hash;
};

struct dt_aggtab {
	struct dt_aggslot *v;
	unsigned int bits;		/* 1 << bits slots */
	size_t n;
};

/* A key as the kernel sends it; one is inside its entry, others follow. */
struct dt_aggraw {
	struct dt_aggent *ent;
	struct dt_aggraw *next;		/* of the same entry */
	const uint64_t *word;
	uint32_t hash;
	uint16_t form, kw;
};

/* Value words as in the kernel, and what they were at the snap before. */
struct dt_aggval {
	uint64_t gen;			/* snap that last changed them */
	bool has;			/* min, max: there is a value */
	uint64_t w[];			/* form->nw now, as many before */
};

struct dt_aggent {
	struct dt_aggraw raw;
	struct dt_aggval *val;
	struct dt_aggval **cpu;		/* by CPU id, NULL: no data yet */
	const struct dt_form *form;	/* of its first statement */
	dtrace_aggvarid_t var;
	uint64_t normal;
	const uint64_t *key;		/* canonical */
	struct dt_aggent *newer, *older;
	uint32_t hash;			/* of variable and canonical key */
	uint16_t kw;			/* words of key */
	bool cut;			/* option aggtop leaves it out */
	bool clear;			/* nothing has come since a clear */
};

/* What snap knows of a CPU from one time to the next. */
struct dt_aggcpu {
	bool pending;			/* the flip is not through */
	bool taken;			/* half has been taken, not all read */
	uint32_t half, level, off;	/* where to go on */
	bool swept;			/* its index is to be cleared at once */
	uint64_t full, busy;		/* lost, and not reported yet */
	uint64_t seen_busy;		/* the counter's value, seen last */
};

#define	DT_POOLCLASSES	64		/* larger blocks are malloc's */

struct dt_aggpool {
	struct dt_arena *arena;
	void *free[DT_POOLCLASSES];	/* lists by size */
};

struct dt_agg {
	struct dt_aggenv env;
	struct dt_aggpool pool;
	uint32_t percpu;		/* CPU ids that have values; 0: none */
	struct dt_aggtab raws, ents;
	struct dt_aggent *newest;
	size_t nents;
	unsigned int walks;		/* going on, one inside another */
	bool meddled;			/* its callback tried to clear all */
	const char *why;		/* the last -EBUSY, until it is told */
	uint64_t gen;			/* number of the latest snap */
	int64_t began, ended;		/* what it covers, monotonic ns */
	uint64_t stamp;			/* of the latest change */
	struct dt_aggwalk *kept;	/* what the last walk has shown */
	struct dt_aggwalk *spare;	/* its memory, when that changed */
	bool walked;			/* since the latest snap */
	uint64_t retire;		/* snaps; 0: entries stay for ever */
	uint64_t *scratch;		/* a canonical key being made */
	size_t nscratch;
	struct dt_aggcpu *cpus;
	uint32_t ncpus;
	int64_t snapped;		/* ns, the last snap or the start */
	int64_t *since;			/* by variable: the snap behind which
					 * its interval begins */
	int64_t nsince;
};

/* table.c */
int dt_aggtab_init(struct dt_aggtab *t);
void dt_aggtab_fini(struct dt_aggtab *t);
int dt_aggtab_add(struct dt_aggtab *t, uint32_t hash, void *p);
void dt_aggtab_del(struct dt_aggtab *t, uint32_t hash, const void *p);

static inline size_t
dt_aggtab_home(const struct dt_aggtab *t, uint32_t hash)
{
	return (uint32_t)(hash * 0x9e3779b1u) >> (32 - t->bits);
}

static inline size_t
dt_aggtab_next(const struct dt_aggtab *t, size_t i)
{
	return (i + 1) & (((size_t)1 << t->bits) - 1);
}

/* The raw key of a record, made known if it is new, with its entry. */
int dt_agg_intern(struct dt_agg *a, const struct dt_form *f,
    const struct dt_aggrec *rec, struct dt_aggent **out);
/*
 * A table of many keys is larger than the caches.  Whoever is about to intern
 * a record can have its slot fetched, and some time later its entry.
 */
void dt_agg_fetch_slot(const struct dt_agg *a, uint32_t hash);
void dt_agg_fetch_ent(const struct dt_agg *a, uint32_t hash);

static inline void
dt_agg_fetch(const struct dt_aggent *e)
{
	for (size_t i = 0; i <= sizeof(*e) + 32; i += 64)
		__builtin_prefetch((const char *)e + i);
}

struct dt_aggval *dt_aggval_new(const struct dt_form *f);
/* In a walk only by itself, of the entry that it is at. */
void dt_agg_remove(struct dt_agg *a, struct dt_aggent *e);
/* Around everything that calls back while it holds entries. */
void dt_agg_enter(struct dt_agg *a);
void dt_agg_leave(struct dt_agg *a);
/* Note why a call is refused inside a walk: -EBUSY. */
int dt_agg_refuse(struct dt_agg *a, const char *why);
/* After a callback: -EBUSY if it has tried what it may not. */
int dt_agg_meddled(struct dt_agg *a);

/* pool.c: blocks are zeroed; put is told the size again. */
int dt_aggpool_init(struct dt_aggpool *p);
void dt_aggpool_fini(struct dt_aggpool *p);
void *dt_aggpool_get(struct dt_aggpool *p, size_t size);
void dt_aggpool_put(struct dt_aggpool *p, void *block, size_t size);

/* key.c */

/* The canonical key in a->scratch: its words, or a negative code. */
int dt_agg_canon(struct dt_agg *a, const struct dt_form *f,
    const uint64_t *raw, uint32_t kw);
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
void dt_aggval_merge(const struct dt_form *f, struct dt_aggval *v,
    const uint64_t *src, uint64_t gen);
void dt_aggval_clear(const struct dt_form *f, struct dt_aggval *v);
/* Words of the change in snap gen; 0 if none. */
void dt_aggval_delta(const struct dt_form *f, const struct dt_aggval *v,
    uint64_t gen, uint64_t *out);
/* The entry may be gone afterwards: see dt_agg_retire(). */
void dt_agg_clearent(struct dt_agg *a, struct dt_aggent *e);

static inline bool
dt_agg_hasparam(const struct dt_form *f)
{
	return f->action == DTRACEAGG_LQUANTIZE ||
	    f->action == DTRACEAGG_LLQUANTIZE;
}

static inline dtrace_aggvarid_t
dt_agg_var(const struct dt_form *f)
{
	return f->desc->dtagd_varid;
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

void dt_agg_item(struct dt_aggitem *it, struct dt_aggent *e, int keypos);
int dt_agg_valcmp(const struct dt_aggitem *l, const struct dt_aggitem *r);
int dt_agg_keycmp(const struct dt_aggitem *l, const struct dt_aggitem *r,
    int keypos);
void dt_agg_sort(struct dt_aggitem *v, size_t n, const struct dt_aggorder *o);
/*
 * Among entries that are alike in a step the one of the lower rank comes first.
 * Those of equal rank are equal in it, if it decides.  If it goes deeper, then
 * those of rank 0 are equal, and others have another rank at the next depth.
 */
uint64_t dt_agg_rank(const struct dt_aggent *e, enum dt_aggstep step,
    int keypos, size_t depth);
bool dt_agg_deeper(const struct dt_form *f, enum dt_aggstep step);
bool dt_agg_alike(const struct dt_form *l, const struct dt_form *r,
    enum dt_aggstep step);
bool dt_agg_decides(const struct dt_form *f, enum dt_aggstep step);
/* The live entries of one variable, or of all (0), newest first; freed by the
 * caller.  NULL and *n == 0 if there are none or, with *err, no memory. */
struct dt_aggitem *dt_agg_items(struct dt_agg *a, dtrace_aggvarid_t var,
    int keypos, size_t *n, int *err);

/*
 * order.c: live entries of one variable, or of all (0); out is for a->nents.
 * Without steps: the newest first.  What room is used is free afterwards.
 */
int dt_agg_arrange(const struct dt_agg *a, dtrace_aggvarid_t var,
    const struct dt_aggorder *o, struct dt_arena *room,
    struct dt_aggent **out, size_t *n);

/* walk.c: something is about to look otherwise than in the last walk. */
void dt_agg_changed(struct dt_agg *a);
/* Before a snap: memory that the last interval's walks did not use goes. */
void dt_agg_unwalked(struct dt_agg *a);
void dt_agg_forget(struct dt_agg *a);
/* As dt_agg_walk(), over the entries of one variable; 0: of all. */
int dt_agg_walkvar(struct dt_agg *a, dtrace_aggvarid_t var, unsigned int order,
    const struct dt_aggsort *opts, dtrace_aggregate_f *func, void *arg);

/* json.c */

int64_t dt_agg_now(void);
/* A new interval begins for one variable, or all (0). */
void dt_agg_anew(struct dt_agg *a, dtrace_aggvarid_t var);
/* As dt_agg_print() and dt_agg_printa(). */
int dt_agg_json(struct dt_agg *a, const struct dt_aggprint *p,
    dtrace_aggregate_walk_f *walker);
int dt_agg_jsona(struct dt_agg *a, const struct dt_aggprint *p,
    const dtrace_aggvarid_t *vars, int nvars);

/* expand.c: entries as the interface has them; they live as long as this. */
struct dt_aggview {
	struct dt_agg *agg;
	struct dt_arena *arena;
	const void *zero;		/* a value of a CPU without data */
	size_t nzero;
	uint32_t epid;			/* of edesc and pdesc */
	dtrace_eprobedesc_t *edesc;
	dtrace_probedesc_t *pdesc;
};

/* dt_aggent.cut, in dtada_flags, where a walker's copy of an entry keeps it. */
#define	DT_AGG_CUT	0x80000000u

struct dt_aggpub {
	dtrace_aggdata_t d;		/* first */
	const struct dt_form *form;
	bool none;			/* stands for the lack of an entry */
	struct dt_aggent *ent;		/* NULL: of zeros */
	uint64_t normal;		/* what a callback may overwrite in d */
};

int dt_aggview_init(struct dt_aggview *v, struct dt_agg *a);
void dt_aggview_reset(struct dt_aggview *v);
void dt_aggview_fini(struct dt_aggview *v);
struct dt_aggpub *dt_agg_expand(struct dt_aggview *v,
    struct dt_aggent *e);
/* An entry of zeros. */
struct dt_aggpub *dt_agg_expand0(struct dt_aggview *v,
    const struct dt_form *f, uint64_t normal);

#endif /* DT_AGG_TABLE_H */
