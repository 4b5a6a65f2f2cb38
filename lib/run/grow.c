/* SPDX-License-Identifier: MIT */
/*
 * grow.c - adds probes that appear in processes while tracing runs: each
 * becomes a row of a point that already has its clauses, with EPIDs of its own.
 */
#include "run/join.h"

#include <errno.h>
#include <string.h>

struct growing {
	struct dt_joined *j;
	pid_t pid;
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

struct providing {
	struct dt_probes *ps;
	pid_t pid;
};

static int
provide(void *arg, const struct dt_joining *image, const struct dt_clause *c,
    const struct dt_pdesc *pd)
{
	const struct providing *p = arg;

	(void) image;
	(void) c;
	return dt_probes_provide_in(p->ps, pd->part, p->pid);
}

struct masking {
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

	if (!dt_probe_matches(m->probe, pd->part))
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
	struct masking m = { l, p, r != NULL ? r->mask : NULL, false };

	if (r == NULL)
		return -ENOSPC;
	(void) for_descs(g->j, g->pid, mask, &m);
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

static int
add_probe(const struct growing *g, const struct dt_later *l,
    const struct dt_probe *p)
{
	struct dt_grown grown = { .point = l->point };
	struct dt_enrow *r = find_row(l, p->id);
	int err = 0;

	grown.is_new = r == NULL;
	if (r == NULL)
		err = new_row(g, l, p, &r);
	if (err != 0 || r == NULL)
		return err;
	grown.row = r;
	for (struct dt_usite *s = p->site; s != NULL; s = s->next) {
		if (s->in_run)
			continue;
		s->in_run = true;
		grown.site = s;
		dt_buf_add(g->out, &grown, sizeof(grown));
		grown.is_new = false;
	}
	return g->out->err;
}

static const struct dt_later *
later_of(const struct dt_joined *j, const struct dt_probe *p)
{
	for (uint32_t i = 0; i < j->nlater; i++)
		if (j->later[i].point->kind == p->point)
			return &j->later[i];
	return NULL;
}

int
dt_join_grow(struct dt_joined *j, const struct dt_joinenv *env,
    struct dt_probes *ps, pid_t pid, struct dt_buf *out)
{
	const struct growing g = { j, pid, env, out };
	struct providing in = { ps, pid };
	const struct dt_probe *p;
	int err = for_descs(j, pid, provide, &in);

	for (p = dt_probes_next(ps, 0); p != NULL && err == 0;
	    p = dt_probes_next(ps, p->id + 1)) {
		const struct dt_later *l = later_of(j, p);

		if (l != NULL && p->site != NULL && p->site->pid == pid &&
		    !is_whole(p->site))
			err = add_probe(&g, l, p);
	}
	return err;
}
