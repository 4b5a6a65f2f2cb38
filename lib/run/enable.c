/* SPDX-License-Identifier: MIT */
/*
 * enable.c - finds the clauses of each probe, groups them by point, and gives
 * each pair of a probe and a clause its EPID.
 */
#include "run/join.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define	NKINDS		(DT_POINT_KRETURN + 1)	/* kinds with one point */
#define	MINKEYS		16
#define	MAXCLAUSES	(DT_ROWMASK * 64)
#define	SPARE_ROWS	4096	/* of a point that may grow */
#define	SPARE_ECBS	16384	/* of all such points */

/* A point that is being built. */
struct building {
	struct dt_enpoint pt;
	uint32_t timer;			/* id of its only probe, or 0 */
	struct source {
		const struct dt_joining *image;
		const struct dt_clause *clause;
	} src[MAXCLAUSES];		/* of pt.clauses */
	struct dt_enrow later;		/* its mask: clauses of new rows */
	bool grows;
	uint32_t *row_of;		/* row number plus 1, by key */
	uint32_t nkeys;
};

/* A probe that fires in its own thread, from this source. */
struct inside {
	uint32_t probe;
	const struct dt_tpsrc *src;
};

struct enabling {
	struct dt_joined *j;
	const struct dt_joinenv *env;
	struct dt_run *run;
	struct building **points;	/* NKINDS, timers, tracepoints */
	uint32_t npoints;
	const struct dt_joining *image;	/* being added */
	const struct dt_clause *clause;	/* of it, being added */
	struct dt_buf inside;		/* struct inside */
	bool again;			/* one was added: begin again */
	int err;
};

static struct dt_enrow *
row_add(struct enabling *en, struct building *b, const struct dt_probe *p)
{
	struct dt_enrow *r;

	if ((b->pt.nrows & (b->pt.nrows - 1)) == 0) {
		/* full at each power of two: double it */
		uint32_t cap = b->pt.nrows != 0 ? 2 * b->pt.nrows : 1;

		r = dt_arena_alloc(en->j->arena, cap * sizeof(*r));
		if (r == NULL)
			return NULL;
		if (b->pt.nrows != 0)
			memcpy(r, b->pt.rows, b->pt.nrows * sizeof(*r));
		b->pt.rows = r;
	}
	r = &b->pt.rows[b->pt.nrows++];
	r->probe = p->id;
	memcpy(r->name, p->part, sizeof(r->name));
	return r;
}

/* Make room for a key; keys are dense, so doubling is enough. */
static int
reserve_keys(struct building *b, uint32_t key)
{
	uint32_t n = key < MINKEYS ? MINKEYS : 2 * key;
	uint32_t *v;

	if (key < b->nkeys)
		return 0;
	v = reallocarray(b->row_of, n, sizeof(*v));
	if (v == NULL)
		return -ENOMEM;
	memset(v + b->nkeys, 0, (n - b->nkeys) * sizeof(*v));
	b->row_of = v;
	b->nkeys = n;
	return 0;
}

/*
 * Are keys the numbers of rows?  Yes if the link passes them to the program;
 * at other points the program computes the key itself.
 */
static bool
dense_keys(enum dt_pointkind kind)
{
	return kind == DT_POINT_KENTRY || kind == DT_POINT_KRETURN ||
	    dt_point_is_user(kind);
}

static struct dt_enrow *
row_get(struct enabling *en, struct building *b, const struct dt_probe *p)
{
	struct dt_enrow *r;

	if (reserve_keys(b, p->key) != 0)
		return NULL;
	if (b->row_of[p->key] != 0)
		return &b->pt.rows[b->row_of[p->key] - 1];
	r = row_add(en, b, p);
	if (r == NULL)
		return NULL;
	r->key = dense_keys(p->point) ? b->pt.nrows - 1 : p->key;
	r->site = p->site;
	b->row_of[p->key] = b->pt.nrows;
	return r;
}

/* The row of a source; a tracepoint has one for each source of a probe. */
static struct dt_enrow *
source_row(struct enabling *en, struct building *b, const struct dt_probe *p,
    const struct dt_tpsrc *src)
{
	struct dt_enrow *r;

	for (uint32_t i = 0; i < b->pt.nrows; i++)
		if (b->pt.rows[i].probe == p->id && b->pt.rows[i].src == src)
			return &b->pt.rows[i];
	r = row_add(en, b, p);
	if (r != NULL)
		r->src = src;
	return r;
}

/*
 * The index of the clause in the point, for this row.  A clause with two
 * descriptions that match the probe fires twice, so it has two indices.
 */
static int
clause_index(struct building *b, const struct enabling *en,
    const struct dt_enrow *r)
{
	for (uint32_t i = 0; i < b->pt.nclauses; i++)
		if (b->src[i].clause == en->clause && !dt_in_mask(r->mask, i))
			return (int)i;
	if (b->pt.nclauses == MAXCLAUSES)
		return -E2BIG;
	b->src[b->pt.nclauses] = (struct source){ en->image, en->clause };
	return (int)b->pt.nclauses++;
}

static struct building *
point_new(struct enabling *en, enum dt_pointkind kind)
{
	struct building **v = realloc(en->points,
	    (en->npoints + 1) * sizeof(*v));
	struct building *b = calloc(1, sizeof(*b));

	if (v != NULL)
		en->points = v;
	if (v == NULL || b == NULL) {
		free(b);
		return NULL;
	}
	b->pt.kind = kind;
	v[en->npoints++] = b;
	return b;
}

/* The point of a probe; each timer and each counter has its own. */
static struct building *
point_get(struct enabling *en, const struct dt_probe *p)
{
	struct building *b;

	if (p->period == 0)
		return en->points[p->point];
	for (uint32_t i = NKINDS; i < en->npoints; i++)
		if (en->points[i]->timer == p->id)
			return en->points[i];
	b = point_new(en, p->point);
	if (b != NULL) {
		b->timer = p->id;
		b->pt.period = p->period;
		b->pt.counter = p->counter;
	}
	return b;
}

static struct building *
tracepoint_get(struct enabling *en, const struct dt_tpsrc *src)
{
	struct building *b;

	for (uint32_t i = NKINDS; i < en->npoints; i++)
		if (en->points[i]->pt.tp != NULL &&
		    strcmp(en->points[i]->pt.tp, src->tp) == 0 &&
		    en->points[i]->pt.is_function == src->is_function &&
		    en->points[i]->pt.at_return == src->at_return &&
		    en->points[i]->pt.each == src->each &&
		    en->points[i]->pt.waits == src->waits)
			return en->points[i];
	b = point_new(en, DT_POINT_TP);
	if (b == NULL)
		return NULL;
	b->pt.tp = src->tp;
	b->pt.is_function = src->is_function;
	b->pt.at_return = src->at_return;
	b->pt.each = src->each;
	b->pt.waits = src->waits;
	return b;
}

static int
add_row(struct enabling *en, struct building *b, struct dt_enrow *r)
{
	int i;

	i = r != NULL ? clause_index(b, en, r) : -ENOMEM;
	if (i < 0)
		return en->err = i;
	r->mask[i / 64] |= 1ULL << (i % 64);
	return 0;
}

/* The source of a probe that fires in its own thread, or NULL. */
static const struct dt_tpsrc *
inside_of(const struct enabling *en, const struct dt_probe *p)
{
	const struct inside *v = (const struct inside *)en->inside.p;
	size_t n = en->inside.len / sizeof(*v);

	while (n > 0 && v[n - 1].probe != p->id)
		n--;
	return n != 0 ? v[n - 1].src : NULL;
}

/*
 * If one clause needs the memory of the probe's thread, the probe fires in that
 * thread for all clauses, so that all see the same events in their order.
 */
static void
find_inside(struct enabling *en, const struct dt_probe *p)
{
	struct inside in = { .probe = p->id };

	if ((en->clause->needs & DT_NEEDS_THREAD) == 0 ||
	    inside_of(en, p) != NULL)
		return;
	in.src = en->env->inside(en->env->arg, p);
	if (in.src == NULL)
		return;
	dt_buf_add(&en->inside, &in, sizeof(in));
	en->again = true;
	en->err = en->inside.err;
}

static int
add_source(struct enabling *en, const struct dt_probe *p,
    const struct dt_tpsrc *src)
{
	struct building *b = tracepoint_get(en, src);

	if (b == NULL)
		return en->err = -ENOMEM;
	return add_row(en, b, source_row(en, b, p, src));
}

static int
add_probe(const struct dt_probe *p, void *arg)
{
	struct enabling *en = arg;
	const struct dt_tpsrc *src;
	struct building *b;

	if (p->nsrcs == 0) {
		b = point_get(en, p);
		return b == NULL ? (en->err = -ENOMEM, 1) :
		    add_row(en, b, row_get(en, b, p)) != 0;
	}
	find_inside(en, p);
	if (en->again)
		return en->err != 0;
	src = inside_of(en, p);
	if (src != NULL)
		return add_source(en, p, src);
	for (uint8_t i = 0; i < p->nsrcs; i++)
		if (add_source(en, p, &p->srcs[i]) != 0)
			return 1;
	return 0;
}

/*
 * If probes that are found later may match this description, add its clause to
 * the points at which they will fire.
 */
static int
reserve_clause(struct enabling *en, const struct dt_pdesc *pd)
{
	uint32_t kinds = pd->id == 0 ? dt_prov_later(pd->part, 0) : 0;

	for (int k = 0; k < NKINDS; k++) {
		if ((kinds & 1u << k) == 0)
			continue;
		if (add_row(en, en->points[k], &en->points[k]->later) != 0)
			return en->err;
		en->points[k]->grows = true;
	}
	return 0;
}

static int
add_image(struct enabling *en, const struct dt_joining *image)
{
	en->image = image;
	for (uint32_t i = 0; i < image->bound->nclauses; i++) {
		en->clause = &image->bound->clauses[i];
		for (uint32_t j = 0; j < en->clause->npdescs; j++) {
			int rc = en->env->matches(en->env->arg,
			    &en->clause->pdescs[j], add_probe, en);

			if (rc < 0)
				en->err = rc;
			if (en->err == 0)
				reserve_clause(en, &en->clause->pdescs[j]);
			if (en->err != 0)
				return en->err;
		}
	}
	return 0;
}

static dtrace_eprobedesc_t *
make_edesc(struct dt_arena *a, const struct dt_clause *c, uint32_t epid,
    uint32_t probe)
{
	dtrace_eprobedesc_t *e = dt_arena_alloc(a, sizeof(*e) +
	    c->nrecs * sizeof(e->dtepd_rec[0]));

	if (e == NULL)
		return NULL;
	e->dtepd_epid = epid;
	e->dtepd_probeid = probe;
	e->dtepd_size = c->rec_size;
	e->dtepd_nrecs = (int)c->nrecs;
	if (c->nrecs != 0)
		memcpy(e->dtepd_rec, c->recs, c->nrecs * sizeof(c->recs[0]));
	return e;
}

/* Give aggregations the EPID of the first clause that uses them. */
static void
describe_aggs(const struct dt_joined *j, const struct dt_clause *c,
    uint32_t epid)
{
	for (uint32_t i = 0; i < c->nstmts; i++) {
		const struct dt_stmt *s = &c->stmts[i];

		if (!DTRACEACT_ISAGG(s->action))
			continue;
		if (j->forms.v[s->form]->desc->dtagd_epid == 0)
			j->forms.v[s->form]->desc->dtagd_epid = epid;
	}
}

static bool
acts_on_aggs(const struct dt_clause *c)
{
	for (uint32_t i = 0; i < c->nrecs; i++)
		if (c->recs[i].dtrd_action == DTRACEACT_PRINTA ||
		    (c->recs[i].dtrd_action == DTRACEACT_LIBACT &&
		    dt_libact_isagg(c->recs[i].dtrd_arg)))
			return true;
	return false;
}

static int
make_ecb(struct dt_joined *j, const struct dt_joinenv *env,
    const struct dt_enpoint *pt, uint32_t clause,
    const struct dt_joining *image, uint32_t epid, uint32_t probe)
{
	const struct dt_clause *c = pt->clauses[clause];
	struct dt_ecb *ecb = &j->ecbs[epid - 1];

	*ecb = (struct dt_ecb){
		.edesc = make_edesc(j->arena, c, epid, probe),
		.pdesc = env->pdesc(env->arg, probe),
		.clause = c,
		.image = image->bound,
		.point = pt->kind,
		.is_error = image->is_error,
		.acts_on_aggs = acts_on_aggs(c),
	};
	if (ecb->edesc == NULL || ecb->pdesc == NULL)
		return -ENOMEM;
	describe_aggs(j, c, epid);
	return 0;
}

/* Sort the few rows of a tracepoint in the order of firing. */
static void
order_rows(struct dt_enpoint *pt)
{
	for (uint32_t i = 1; i < pt->nrows; i++) {
		struct dt_enrow r = pt->rows[i];
		uint32_t j = i;

		for (; j > 0 && pt->rows[j - 1].src->order > r.src->order; j--)
			pt->rows[j] = pt->rows[j - 1];
		pt->rows[j] = r;
	}
	for (uint32_t i = 0; i < pt->nrows; i++)
		pt->rows[i].key = i;
}

/* The EPID of another source of the probe, or 0. */
static uint32_t
epid_of(const struct enabling *en, uint32_t probe)
{
	for (uint32_t i = NKINDS; i < en->npoints; i++)
		for (uint32_t j = 0; j < en->points[i]->pt.nrows; j++)
			if (en->points[i]->pt.rows[j].probe == probe &&
			    en->points[i]->pt.rows[j].epid != 0)
				return en->points[i]->pt.rows[j].epid;
	return 0;
}

static uint32_t
number_rows(const struct enabling *en, struct building *b, uint32_t epid)
{
	for (uint32_t i = 0; i < b->pt.nrows; i++) {
		if (b->pt.rows[i].src != NULL) {
			b->pt.rows[i].epid = epid_of(en,
			    b->pt.rows[i].probe);
			if (b->pt.rows[i].epid != 0)
				continue;
		}
		b->pt.rows[i].epid = epid;
		for (uint32_t w = 0; w < DT_ROWMASK; w++)
			epid += (uint32_t)__builtin_popcountll(
			    b->pt.rows[i].mask[w]);
	}
	return epid;
}

static int
make_ecbs(const struct enabling *en, const struct building *b,
    const struct dt_enpoint *pt)
{
	for (uint32_t i = 0; i < pt->nrows; i++) {
		const struct dt_enrow *r = &pt->rows[i];
		uint32_t epid = r->epid;

		for (uint32_t j = 0; j < pt->nclauses; j++) {
			if (!dt_in_mask(r->mask, j))
				continue;
			/* another source of the probe may have made it */
			if (en->j->ecbs[epid - 1].edesc == NULL && make_ecb(
			    en->j, en->env, pt, j, b->src[j].image, epid,
			    r->probe) != 0)
				return -ENOMEM;
			epid++;
		}
	}
	return 0;
}

static int
make_spare_rows(const struct enabling *en, const struct building *b,
    struct dt_enpoint *pt)
{
	uint32_t max = pt->nrows + SPARE_ROWS;
	struct dt_later *l = &en->j->later[en->j->nlater++];
	struct dt_enrow *rows = dt_arena_alloc(en->j->arena,
	    max * sizeof(*rows));

	l->images = dt_arena_alloc(en->j->arena,
	    pt->nclauses * sizeof(l->images[0]));
	if (rows == NULL || l->images == NULL)
		return -ENOMEM;
	if (pt->nrows != 0)
		memcpy(rows, pt->rows, pt->nrows * sizeof(*rows));
	pt->rows = rows;
	pt->spare = SPARE_ROWS;
	l->point = pt;
	l->maxrows = max;
	memcpy(l->mask, b->later.mask, sizeof(l->mask));
	for (uint32_t i = 0; i < pt->nclauses; i++)
		l->images[i] = b->src[i].image;
	return 0;
}

/* Mark the places of the run, so that they are not added again. */
static void
mark_sites(const struct dt_enpoint *pt)
{
	struct dt_usite *s;

	for (uint32_t i = 0; i < pt->nrows; i++)
		for (s = pt->rows[i].site; s != NULL; s = s->next)
			s->in_run = true;
}

static int
finish_point(const struct enabling *en, struct building *b)
{
	struct dt_enpoint *pt = &en->run->points[en->run->npoints++];
	int err = 0;

	b->pt.clauses = dt_arena_alloc(en->j->arena,
	    b->pt.nclauses * sizeof(b->pt.clauses[0]));
	if (b->pt.clauses == NULL)
		return -ENOMEM;
	for (uint32_t i = 0; i < b->pt.nclauses; i++)
		b->pt.clauses[i] = b->src[i].clause;
	*pt = b->pt;
	mark_sites(pt);
	if (b->grows)
		err = make_spare_rows(en, b, pt);
	return err != 0 ? err : make_ecbs(en, b, pt);
}

static int
allocate(const struct enabling *en, uint32_t necbs)
{
	struct dt_joined *j = en->j;
	bool grows = false;

	for (uint32_t i = 0; i < en->npoints; i++)
		grows |= en->points[i]->grows;
	j->necbs = necbs;
	j->maxecbs = necbs + (grows ? SPARE_ECBS : 0);
	j->ecbs = dt_arena_alloc(j->arena, j->maxecbs * sizeof(j->ecbs[0]));
	j->later = dt_arena_alloc(j->arena, NKINDS * sizeof(j->later[0]));
	en->run->npoints = 0;
	en->run->points = dt_arena_alloc(j->arena,
	    en->npoints * sizeof(en->run->points[0]));
	return j->ecbs != NULL && j->later != NULL &&
	    en->run->points != NULL ? 0 : -ENOMEM;
}

static int
finish(const struct enabling *en)
{
	uint32_t next = 1;
	int rc;

	for (uint32_t i = 0; i < en->npoints; i++) {
		if (en->points[i]->pt.kind == DT_POINT_TP)
			order_rows(&en->points[i]->pt);
		next = number_rows(en, en->points[i], next);
	}
	rc = allocate(en, next - 1);
	for (uint32_t i = 0; i < en->npoints && rc == 0; i++)
		if (en->points[i]->pt.nrows != 0 || en->points[i]->grows)
			rc = finish_point(en, en->points[i]);
	return rc;
}

/* --- more rows ------------------------------------------------------------ */

struct dt_enrow *
dt_join_row(const struct dt_later *l, const struct dt_probe *p)
{
	struct dt_enpoint *pt = l->point;
	struct dt_enrow *r = &pt->rows[pt->nrows];

	if (pt->nrows == l->maxrows)
		return NULL;
	*r = (struct dt_enrow){ .probe = p->id, .key = pt->nrows,
		.site = p->site };
	memcpy(r->name, p->part, sizeof(r->name));
	return r;
}

/* Readers look up an EPID only once it is below necbs. */
int
dt_join_ecbs(struct dt_joined *j, const struct dt_joinenv *env,
    const struct dt_later *l, struct dt_enrow *r)
{
	uint32_t epid = j->necbs + 1;

	r->epid = epid;
	for (uint32_t i = 0; i < l->point->nclauses; i++) {
		if (!dt_in_mask(r->mask, i))
			continue;
		if (epid > j->maxecbs)
			return -ENOSPC;
		if (make_ecb(j, env, l->point, i, l->images[i], epid++,
		    r->probe) != 0)
			return -ENOMEM;
	}
	l->point->nrows++;
	__atomic_store_n(&j->necbs, epid - 1, __ATOMIC_RELEASE);
	return 0;
}

static int
add_all(struct enabling *en)
{
	int rc = 0;

	for (int k = 0; k < NKINDS && rc == 0; k++)
		if (point_new(en, (enum dt_pointkind)k) == NULL)
			rc = -ENOMEM;
	for (uint32_t i = 0; i < en->j->n && rc == 0; i++)
		rc = add_image(en, &en->j->v[i]);
	return rc;
}

static void
drop_points(struct enabling *en)
{
	for (uint32_t i = 0; i < en->npoints; i++) {
		free(en->points[i]->row_of);
		free(en->points[i]);
	}
	free(en->points);
	en->points = NULL;
	en->npoints = 0;
}

static int
enable_all(struct enabling *en)
{
	int rc = add_all(en);

	while (rc == 0 && en->again) {
		en->again = false;
		drop_points(en);
		rc = add_all(en);
	}
	return rc == 0 ? finish(en) : rc;
}

static void
explain(const struct enabling *en, int rc)
{
	char *why = en->j->why;

	if (rc == -E2BIG)
		(void) snprintf(why, sizeof(en->j->why), "more than %d "
		    "clauses fire at one point, such as the entry of system "
		    "calls: split them over several runs", MAXCLAUSES);
}

int
dt_join_probes(struct dt_joined *j, const struct dt_joinenv *env,
    struct dt_run *run)
{
	struct enabling en = { .j = j, .env = env, .run = run };
	int rc = enable_all(&en);

	explain(&en, rc);
	drop_points(&en);
	dt_buf_free(&en.inside);
	return rc;
}
