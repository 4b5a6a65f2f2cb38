/* SPDX-License-Identifier: MIT */
/*
 * grow.c - adds probes that appear in processes while tracing runs: each
 * becomes a row of a point that already has its clauses, with EPIDs of its own.
 */
#include "run/join.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/procfs.h"

struct growing {
	struct dt_joined *j;
	struct dt_probes *ps;
	const struct dt_where *where;
	bool is_other;			/* an earlier process had this id */
	const struct dt_joinenv *env;
	struct dt_buf *out;
};

typedef int desc_f(void *arg, const struct dt_joining *image,
    const struct dt_clause *c, const struct dt_pdesc *pd);

/* Call fn for each description that later probes of a process may match. */
static int
for_descs(const struct dt_joined *j, pid_t pid, desc_f *fn, void *arg)
{
	int rc = 0;

	for (uint32_t i = 0; i < j->n; i++)
		for (uint32_t k = 0; k < j->v[i].bound->nclauses; k++) {
			const struct dt_clause *c = &j->v[i].bound->clauses[k];

			for (uint32_t d = 0; d < c->npdescs && rc == 0; d++)
				if (c->pdescs[d].id == 0 &&
				    dt_prov_later(c->pdescs[d].part, pid) != 0)
					rc = fn(arg, &j->v[i], c,
					    &c->pdescs[d]);
		}
	return rc;
}

static int
is_one(void *arg, const struct dt_joining *image, const struct dt_clause *c,
    const struct dt_pdesc *pd)
{
	(void) arg;
	(void) image;
	(void) c;
	(void) pd;
	return 1;
}

bool
dt_join_names(const struct dt_joined *j, pid_t pid)
{
	return for_descs(j, pid, is_one, NULL) != 0;
}

/* Does the description name an earlier process that had this id? */
static bool
names_earlier(const struct growing *g, const struct dt_pdesc *pd)
{
	return g->is_other && !dt_glob_is_pattern(pd->part[0]);
}

static int
provide(void *arg, const struct dt_joining *image, const struct dt_clause *c,
    const struct dt_pdesc *pd)
{
	const struct growing *g = arg;

	(void) image;
	(void) c;
	return names_earlier(g, pd) ? 0 :
	    dt_probes_provide_in(g->ps, pd->part, g->where);
}

struct masking {
	const struct growing *growing;
	const struct dt_later *later;
	const struct dt_probe *probe;
	uint64_t *mask;
	bool any;
};

/* Add one index of the clause to the mask for each description that matches. */
static int
mask(void *arg, const struct dt_joining *image, const struct dt_clause *c,
    const struct dt_pdesc *pd)
{
	struct masking *m = arg;
	const struct dt_later *l = m->later;

	if (!dt_probe_matches(m->probe, pd->part) ||
	    names_earlier(m->growing, pd))
		return 0;
	for (uint32_t i = 0; i < l->point->nclauses; i++) {
		if (l->point->clauses[i] != c || l->images[i] != image ||
		    !dt_in_mask(l->mask, i) || dt_in_mask(m->mask, i))
			continue;
		m->mask[i / 64] |= 1ull << (i % 64);
		m->any = true;
		break;
	}
	return 0;
}

static struct dt_enrow *
find_row(const struct dt_later *l, uint32_t probe)
{
	for (uint32_t i = 0; i < l->point->nrows; i++)
		if (l->point->rows[i].probe == probe)
			return &l->point->rows[i];
	return NULL;
}

static int
new_row(const struct growing *g, const struct dt_later *l,
    const struct dt_probe *p, struct dt_enrow **out)
{
	struct dt_enrow *r = dt_join_row(l, p);
	struct masking m = { g, l, p, r != NULL ? r->mask : NULL, false };

	if (r == NULL)
		return -ENOSPC;
	(void) for_descs(g->j, g->where->pid, mask, &m);
	*out = m.any ? r : NULL;
	return m.any ? dt_join_ecbs(g->j, g->env, l, r) : 0;
}

static bool
is_whole(const struct dt_usite *s)
{
	while (s != NULL && s->in_run)
		s = s->next;
	return s == NULL;
}

/*
 * Does a clause of the row use an argument that the engine cannot read?  One
 * need stands for several of the last arguments.
 */
static bool
is_unreadable(const struct growing *g, const struct dt_later *l,
    const struct dt_probe *p, const struct dt_enrow *r)
{
	bool in_kernel = dt_probes_in_kernel(g->ps);
	char why[DT_WHYARG];
	uint32_t needs = 0;

	for (uint32_t i = 0; i < l->point->nclauses; i++)
		if (dt_in_mask(r->mask, i))
			needs |= dt_clause_needs(l->point->clauses[i]);
	for (uint32_t i = 0; i < DT_NARGS && p->prov->unreadable != NULL; i++)
		if ((needs & DT_NEED_ARG(i)) == DT_NEED_ARG(i) &&
		    p->prov->unreadable(p, i, in_kernel, why, sizeof(why)))
			return true;
	return false;
}

static int
leave_out(const struct growing *g, const struct dt_probe *p,
    struct dt_usite *site)
{
	struct dt_probe out = *p;

	out.site = site;
	return dt_probes_leave_out(g->ps, &out, "a clause uses an argument "
	    "that cannot be read there");
}

static int
add_probe(const struct growing *g, const struct dt_later *l,
    const struct dt_probe *p)
{
	struct dt_grown grown = { .point = l->point };
	struct dt_enrow *r = find_row(l, p->id);
	bool is_blind;
	int err = 0;

	grown.is_new = r == NULL;
	if (r == NULL)
		err = new_row(g, l, p, &r);
	if (err != 0 || r == NULL)
		return err;
	grown.row = r;
	is_blind = is_unreadable(g, l, p, r);
	for (struct dt_usite *s = p->site; s != NULL && err == 0; s = s->next) {
		if (s->in_run)
			continue;
		s->in_run = true;
		if (is_blind) {
			err = leave_out(g, p, s);
			continue;
		}
		grown.site = s;
		dt_buf_add(g->out, &grown, sizeof(grown));
		grown.is_new = false;
	}
	return err != 0 ? err : g->out->err;
}

static const struct dt_later *
later_of(const struct dt_joined *j, const struct dt_probe *p)
{
	for (uint32_t i = 0; i < j->nlater; i++)
		if (j->later[i].point->kind == p->point)
			return &j->later[i];
	return NULL;
}

/* A process that a description names by its id. */
struct dt_named {
	pid_t pid;
	uint64_t started;
	struct dt_named *next;
};

/* The process id at the end of a provider's name; 0 of a pattern. */
static pid_t
id_of(const char *provider)
{
	return dt_glob_is_pattern(provider) ? 0 :
	    (pid_t)strtol(provider + dt_pdesc_stem(provider), NULL, 10);
}

static const struct dt_named *
find_named(const struct dt_joined *j, pid_t pid)
{
	const struct dt_named *v = j->named;

	while (v != NULL && v->pid != pid)
		v = v->next;
	return v;
}

static int
add_named(void *arg, const struct dt_joining *image, const struct dt_clause *c,
    const struct dt_pdesc *pd)
{
	struct dt_joined *j = arg;
	pid_t pid = id_of(pd->part[0]);
	struct dt_named *v;

	(void) image;
	(void) c;
	if (pid == 0 || find_named(j, pid) != NULL)
		return 0;
	v = dt_arena_alloc(j->arena, sizeof(*v));
	if (v == NULL)
		return -ENOMEM;
	*v = (struct dt_named){ pid, dt_procfs_started(pid), j->named };
	j->named = v;
	return 0;
}

int
dt_join_name(struct dt_joined *j)
{
	return for_descs(j, 0, add_named, j);
}

/* Does the run name an earlier process that had this id? */
static bool
is_other(const struct dt_joined *j, pid_t pid, uint64_t started)
{
	const struct dt_named *v = find_named(j, pid);

	return v != NULL && v->started != 0 && v->started != started;
}

/*
 * Links to an earlier process that had this id are dead.  A pattern names the
 * process that has the id now as well, so mark its places to be added again.
 * If the first thread was replaced, it is the same process, and all are marked.
 */
static void
renew(struct dt_probes *ps, const struct dt_where *where, uint64_t started)
{
	pid_t pid = where->pid;
	const struct dt_probe *p;

	for (p = dt_probes_next(ps, 0); p != NULL;
	    p = dt_probes_next(ps, p->id + 1))
		for (struct dt_usite *s = p->site; s != NULL &&
		    s->pid == pid; s = s->next) {
			if (!where->has_new_first &&
			    (!s->by_pattern || s->started == started))
				continue;
			s->in_run = false;
			s->started = started;
		}
}

static int
leaves_out(void *arg, const struct dt_joining *image, const struct dt_clause *c,
    const struct dt_pdesc *pd)
{
	(void) image;
	(void) c;
	return dt_probe_matches(arg, pd->part);
}

uint32_t
dt_join_left_out(const struct dt_joined *j, struct dt_probes *ps)
{
	const struct dt_buf *b = dt_probes_left_out(ps);
	const struct dt_leftout *v = (const struct dt_leftout *)b->p;
	uint32_t n = 0;

	for (size_t i = 0; i < b->len / sizeof(*v); i++)
		n += for_descs(j, 0, leaves_out, (void *)&v[i].probe) != 0;
	return n;
}

int
dt_join_grow(struct dt_joined *j, const struct dt_joinenv *env,
    struct dt_probes *ps, const struct dt_where *where, bool stays,
    struct dt_buf *out)
{
	pid_t pid = where->pid;
	uint64_t started = stays ? 0 : dt_procfs_started(pid);
	struct growing g = { j, ps, where, false, env, out };
	const struct dt_probe *p;
	int err;

	if (started != 0) {
		g.is_other = is_other(j, pid, started);
		renew(ps, where, started);
	}
	err = for_descs(j, pid, provide, &g);
	for (p = dt_probes_next(ps, 0); p != NULL && err == 0;
	    p = dt_probes_next(ps, p->id + 1)) {
		const struct dt_later *l = later_of(j, p);

		if (l != NULL && p->site != NULL && (p->site->pid == pid ||
		    p->site->pid == 0) && !is_whole(p->site))
			err = add_probe(&g, l, p);
	}
	return err;
}
