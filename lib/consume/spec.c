/* SPDX-License-Identifier: MIT */
/*
 * spec.c - speculations: keeps their records until they are committed or
 * discarded.
 *
 * The runtime has a counter for each id (map specs): speculation() makes it
 * odd, commit() and discard() make it even, so its value identifies one use of
 * the id.  A record of a clause that speculates carries {use, id} and is
 * otherwise an ordinary record in the principal buffer of its CPU.  commit()
 * writes a record there, too; discard() writes nothing.  So an id is free at
 * once, and no record of an earlier use is taken for one of a later use.
 *
 * When a speculative record is read, it is copied and kept with its use, up to
 * specsize bytes per CPU; more is a counted drop.  When the record of a
 * commit() is handed on, all records of its use are handed on by time, as if
 * they had been recorded at that moment.  A use that is neither committed nor
 * discarded when tracing ends is never shown.
 *
 * By then all records of a use must have been read.  A firing that records for
 * a use holds a slot and saw the counter odd before commit() made it even.  The
 * commit has been read, so all these firings have begun.  After each CPU has
 * released its slots once, their records are in a half that was read or in the
 * active one.  The speculative records of the active half are read before its
 * flip (peek), and the position is kept for the flip.  Until all CPUs have
 * released their slots nothing is handed on.
 *
 * A use that is over and has no commit was discarded, or its commit was lost to
 * a full buffer, which the runtime has counted.  It has no commit if its
 * counter was even before a pass that flipped every CPU, because that pass has
 * handed on everything recorded for it.  Such uses are freed.
 */
#include "consume/priv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct held {
	struct held *next;
	uint64_t order;			/* of reading */
	uint32_t cpu;
	struct dt_rechdr h;		/* followed by its data */
};

/* The bytes that a use has on one CPU. */
struct share {
	struct share *next;
	uint32_t cpu;
	uint64_t bytes;
};

struct use {
	struct use *chain;		/* in the hash table */
	uint64_t name;			/* {use, id} */
	struct held *first, **last;
	size_t n;
	struct share *shares;
};

struct dt_specs {
	uint64_t specsize;
	bool *speculates;		/* by epid, [nepids] */
	uint32_t nepids;
	uint32_t ncpus;
	uint32_t *taken;		/* bytes read: CPU, level, half */
	struct use **bucket;		/* [nbuckets], a power of two */
	size_t nbuckets, nuses;
	uint64_t order;
	uint64_t *was;			/* the counters before the pass */
	uint32_t nids;
	bool unsettled;			/* not settled since a commit */
	struct held **out;		/* records being handed on */
	size_t nout, outcap, next;
	uint64_t drops, reported;
};

#define	FIRST_BUCKETS	64

static uint64_t
word_of(const struct dt_rechdr *h)
{
	uint64_t w;

	memcpy(&w, h + 1, sizeof(w));
	return w;
}

static int
find_speculating(struct dt_specs *s, const struct dt_consumeenv *env)
{
	const struct dt_ecb *ecb;
	bool any = false;

	while (env->ecb(env->arg, s->nepids + 1) != NULL)
		s->nepids++;
	s->speculates = calloc(s->nepids + 1, sizeof(s->speculates[0]));
	if (s->speculates == NULL)
		return -ENOMEM;
	for (uint32_t i = 1; i <= s->nepids; i++) {
		ecb = env->ecb(env->arg, i);
		any |= s->speculates[i] = ecb->clause->spec != 0;
	}
	return any ? 0 : -ENOENT;
}

int
dt_spec_create(const struct dt_consumeenv *env, uint32_t ncpus,
    struct dt_specs **sp)
{
	struct dt_specs *s = calloc(1, sizeof(*s));
	int rc;

	*sp = NULL;
	if (s == NULL)
		return -ENOMEM;
	s->specsize = env->specsize;
	s->ncpus = ncpus;
	s->nids = env->nspec;
	s->nbuckets = FIRST_BUCKETS;
	s->taken = calloc(2ull * ncpus * DT_LEVELS, sizeof(s->taken[0]));
	s->bucket = calloc(s->nbuckets, sizeof(struct use *));
	s->was = calloc(s->nids + 1ull, sizeof(s->was[0]));
	rc = find_speculating(s, env);
	if (rc == 0 && (s->taken == NULL || s->bucket == NULL ||
	    s->was == NULL))
		rc = -ENOMEM;
	if (rc == 0)
		*sp = s;
	else
		dt_spec_destroy(s);
	return rc == -ENOENT ? 0 : rc;
}

static void
free_use(struct use *u)
{
	for (struct held *h = u->first, *next; h != NULL; h = next) {
		next = h->next;
		free(h);
	}
	for (struct share *p = u->shares, *next; p != NULL; p = next) {
		next = p->next;
		free(p);
	}
	free(u);
}

static void
free_out(struct dt_specs *s)
{
	for (size_t i = 0; i < s->nout; i++)
		free(s->out[i]);
	s->nout = s->next = 0;
}

void
dt_spec_destroy(struct dt_specs *s)
{
	if (s == NULL)
		return;
	for (size_t i = 0; s->bucket != NULL && i < s->nbuckets; i++)
		for (struct use *u = s->bucket[i], *next; u != NULL; u = next) {
			next = u->chain;
			free_use(u);
		}
	free_out(s);
	free(s->out);
	free(s->bucket);
	free(s->taken);
	free(s->was);
	free(s->speculates);
	free(s);
}

/* --- uses -------------------------------------------------------------- */

static struct use **
find_use(struct dt_specs *s, uint64_t name)
{
	uint64_t hash = name * 0x9e3779b97f4a7c15ull;
	struct use **at = &s->bucket[hash >> 32 & (s->nbuckets - 1)];

	while (*at != NULL && (*at)->name != name)
		at = &(*at)->chain;
	return at;
}

/* Add buckets; if memory is short the chains become longer instead. */
static void
grow(struct dt_specs *s)
{
	size_t n = s->nbuckets;
	struct use **old = s->bucket, **new = calloc(2 * n, sizeof(*new));

	if (new == NULL)
		return;
	s->bucket = new;
	s->nbuckets = 2 * n;
	for (size_t i = 0; i < n; i++)
		for (struct use *u = old[i], *next; u != NULL; u = next) {
			struct use **at = find_use(s, u->name);

			next = u->chain;
			u->chain = NULL;
			*at = u;
		}
	free(old);
}

static struct use *
get_use(struct dt_specs *s, uint64_t name)
{
	struct use **at = find_use(s, name), *u = *at;

	if (u != NULL)
		return u;
	if (s->nuses >= s->nbuckets) {
		grow(s);
		at = find_use(s, name);
	}
	u = calloc(1, sizeof(*u));
	if (u == NULL)
		return NULL;
	u->name = name;
	u->last = &u->first;
	*at = u;
	s->nuses++;
	return u;
}

static struct share *
get_share(struct use *u, uint32_t cpu)
{
	struct share *p = u->shares;

	while (p != NULL && p->cpu != cpu)
		p = p->next;
	if (p != NULL)
		return p;
	p = calloc(1, sizeof(*p));
	if (p == NULL)
		return NULL;
	p->cpu = cpu;
	p->next = u->shares;
	u->shares = p;
	return p;
}

static bool
keep(struct dt_specs *s, uint32_t cpu, const struct dt_rechdr *h)
{
	struct use *u = get_use(s, word_of(h));
	struct share *p = u != NULL ? get_share(u, cpu) : NULL;
	uint32_t size = dt_recsize(h);
	struct held *new;

	if (p == NULL || p->bytes + size > s->specsize)
		return false;
	new = malloc(offsetof(struct held, h) + size);
	if (new == NULL)
		return false;
	new->next = NULL;
	new->order = s->order++;
	new->cpu = cpu;
	memcpy(&new->h, h, size);
	*u->last = new;
	u->last = &new->next;
	u->n++;
	p->bytes += size;
	return true;
}

/* --- reading ----------------------------------------------------------- */

/* A half of a level's buffer, and how far it has been read. */
struct place {
	uint32_t cpu;
	const char *from;		/* its first record; NULL: no buffer */
	size_t used, room;
	uint32_t *taken;
};

static uint32_t *
taken(const struct dt_specs *s, uint32_t cpu, uint32_t level, uint32_t half)
{
	return &s->taken[(cpu * DT_LEVELS + level) * 2 + half];
}

static void
find_places(struct dt_specs *s, const struct dt_mem *m, uint32_t cpu,
    uint32_t half, struct place p[DT_LEVELS])
{
	for (uint32_t l = 0; l < DT_LEVELS; l++) {
		const struct dt_prinbuf *b;

		p[l] = (struct place){ .cpu = cpu,
		    .room = m->buf[DT_BUF_PRIN].size[l > 0] - sizeof(*b),
		    .taken = taken(s, cpu, l, half) };
		b = dt_gather_half(m, cpu, l, (int)half, &p[l].used);
		if (b != NULL)
			p[l].from = (const char *)(b + 1);
	}
}

enum dt_speckind
dt_spec_kind(const struct dt_specs *s, const struct dt_rechdr *h)
{
	uint64_t w;

	if (s == NULL || h->epid > s->nepids || !s->speculates[h->epid] ||
	    dt_recsize(h) < DT_SPEC_RECSIZE)
		return DT_SPECKIND_NONE;
	w = word_of(h);
	return w == 0 ? DT_SPECKIND_NONE : w & DT_SPEC_COMMIT ?
	    DT_SPECKIND_COMMITS : DT_SPECKIND_RECORD;
}

/* Keep a record, unless a peek read it before its half was flipped. */
static void
take(struct dt_specs *s, const struct place *p, const struct dt_rechdr *h)
{
	uint32_t end = (uint32_t)((const char *)h - p->from) + dt_recsize(h);

	if (end <= *p->taken)
		return;
	*p->taken = end;
	s->drops += !keep(s, p->cpu, h);
}

/* The level of a record; level 0 has most, and is tested first. */
static const struct place *
place_of(const struct place p[DT_LEVELS], const struct dt_rechdr *h)
{
	uint32_t l = 0;

	while (l < DT_LEVELS - 1 && (p[l].from == NULL ||
	    (uintptr_t)h - (uintptr_t)p[l].from >= p[l].room))
		l++;
	return &p[l];
}

/*
 * Keep a record of a single half.  That is read once, at the end, so there is
 * no offset to compare.
 */
static void
take_single(struct dt_specs *s, uint32_t cpu, const struct dt_rechdr *h)
{
	if (*taken(s, cpu, 0, 0) == 0)
		s->drops += !keep(s, cpu, h);
}

void
dt_spec_take(struct dt_specs *s, struct dt_cpurecs *r, const struct dt_mem *m,
    uint32_t cpu)
{
	bool single = m->buf[DT_BUF_PRIN].single;
	struct place p[DT_LEVELS];
	size_t to = r->next;

	if (s == NULL)
		return;
	find_places(s, m, cpu, (uint32_t)r->half, p);
	for (size_t i = r->next; i < r->n; i++) {
		enum dt_speckind kind = dt_spec_kind(s, r->v[i]);

		s->unsettled |= kind == DT_SPECKIND_COMMITS;
		if (kind != DT_SPECKIND_RECORD)
			r->v[to++] = r->v[i];
		else if (single)
			take_single(s, cpu, r->v[i]);
		else
			take(s, place_of(p, r->v[i]), r->v[i]);
	}
	r->n = to;
	if (single)
		*taken(s, cpu, 0, 0) = 1;
}

void
dt_spec_zeroed(struct dt_specs *s, uint32_t cpu, uint32_t half)
{
	for (uint32_t l = 0; s != NULL && l < DT_LEVELS; l++)
		*taken(s, cpu, l, half) = 0;
}

/* Keep the speculative records of an active half. */
static void
peek_half(struct dt_specs *s, const struct place *p)
{
	const struct dt_rechdr *h;

	for (size_t off = 0; p->from != NULL && p->used - off >= sizeof(*h);
	    off += dt_recsize(h)) {
		h = (const void *)(p->from + off);
		if (dt_recsize(h) < sizeof(*h) ||
		    dt_recsize(h) > p->used - off)
			return;
		if (dt_spec_kind(s, h) == DT_SPECKIND_RECORD)
			take(s, p, h);
	}
}

/*
 * Wait for the firings that may have seen the use, read the end of the half,
 * and wait for the firings that were still writing below that end.
 */
static int
peek_cpu(struct dt_specs *s, const struct dt_mem *m, uint32_t cpu)
{
	uint32_t half = __atomic_load_n(&m->ctl[cpu].active[DT_BUF_PRIN],
	    __ATOMIC_ACQUIRE) & 1;
	struct place p[DT_LEVELS];
	int rc = dt_settle(m, cpu);

	if (rc == 0) {
		find_places(s, m, cpu, half, p);
		rc = dt_settle(m, cpu);
	}
	for (uint32_t l = 0; rc == 0 && l < DT_LEVELS; l++)
		peek_half(s, &p[l]);
	return rc;
}

/* A single half is read after tracing has stopped, and is settled. */
int
dt_spec_settle(struct dt_consume *c, const struct dt_mem *m)
{
	struct dt_specs *s = c->specs;
	int rc = 0;

	if (s == NULL || !s->unsettled)
		return 0;
	for (uint32_t i = 0; i < s->ncpus && rc == 0; i++)
		if (!m->buf[DT_BUF_PRIN].single)
			rc = c->cpu[i].half < 0 ? -EAGAIN : peek_cpu(s, m, i);
	s->unsettled = rc != 0;
	return rc;
}

/* --- passes ------------------------------------------------------------ */

void
dt_spec_sample(struct dt_specs *s, const struct dt_mem *m)
{
	for (uint32_t i = 1; s != NULL && i <= s->nids; i++)
		s->was[i] = __atomic_load_n(&m->specs[i], __ATOMIC_SEQ_CST);
}

void
dt_spec_forget(struct dt_specs *s)
{
	for (size_t i = 0; s != NULL && i < s->nbuckets; i++) {
		struct use **at = &s->bucket[i];

		while (*at != NULL) {
			struct use *u = *at;
			uint32_t id = u->name & ((1u << DT_SPEC_IDBITS) - 1);

			if (s->was[id] <= u->name >> DT_SPEC_IDBITS) {
				at = &u->chain;
				continue;
			}
			*at = u->chain;
			free_use(u);
			s->nuses--;
		}
	}
}

static int
by_time(const void *a, const void *b)
{
	const struct held *x = *(struct held *const *)a;
	const struct held *y = *(struct held *const *)b;
	uint64_t s = (uint64_t)x->h.ts_hi << 32 | x->h.ts_lo;
	uint64_t t = (uint64_t)y->h.ts_hi << 32 | y->h.ts_lo;

	if (s != t)
		return s < t ? -1 : 1;
	return x->order < y->order ? -1 : 1;
}

static int
reserve(struct dt_specs *s, size_t n)
{
	struct held **v;

	if (n <= s->outcap)
		return 0;
	v = realloc(s->out, n * sizeof(struct held *));
	if (v == NULL)
		return -ENOMEM;
	s->out = v;
	s->outcap = n;
	return 0;
}

int
dt_spec_release(struct dt_specs *s, const struct dt_rechdr *commit)
{
	struct use **at = find_use(s, word_of(commit) & ~DT_SPEC_COMMIT);
	struct use *u = *at;

	if (u == NULL)
		return 0;	/* nothing has been recorded */
	if (reserve(s, u->n) != 0)
		return -ENOMEM;
	for (struct held *h = u->first; h != NULL; h = h->next)
		s->out[s->nout++] = h;
	if (s->nout != 0)
		qsort(s->out, s->nout, sizeof(struct held *), by_time);
	for (size_t i = 0; i < s->nout; i++) {
		s->out[i]->h.ts_hi = commit->ts_hi;
		s->out[i]->h.ts_lo = commit->ts_lo;
	}
	u->first = NULL;
	*at = u->chain;
	free_use(u);
	s->nuses--;
	return 0;
}

int
dt_spec_deliver(struct dt_consume *c, struct dt_consuming *how)
{
	struct dt_specs *s = c->specs;
	struct dt_flow flow = { 0 };
	struct dt_pass f;
	int rc = 0;

	if (s == NULL || s->nout == 0)
		return 0;
	dt_pass_init(&f, c, how, 0, &flow);
	while (s->next < s->nout && rc == 0) {
		struct held *h = s->out[s->next++];

		f.pd.dtpda_cpu = (processorid_t)h->cpu;
		rc = dt_record(&f, &h->h, s->next < s->nout ?
		    &s->out[s->next]->h : NULL);
	}
	if (s->next == s->nout)
		free_out(s);
	return rc;
}

int
dt_spec_report(struct dt_consume *c)
{
	struct dt_specs *s = c->specs;
	uint64_t n = s != NULL ? s->drops - s->reported : 0;

	if (n == 0)
		return 0;
	s->reported = s->drops;
	return c->env.specdrop(c->env.arg, n, s->drops);
}
