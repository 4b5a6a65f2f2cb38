/* SPDX-License-Identifier: MIT */
/*
 * expand.c - entries as the interface has them: made when a walk comes to
 * them, and good, all together, as long as their view.
 */
#include "agg/table.h"

#include <errno.h>
#include <string.h>

int
dt_aggview_init(struct dt_aggview *v, struct dt_agg *a)
{
	*v = (struct dt_aggview){ .agg = a };
	v->arena = dt_arena_create();
	return v->arena != NULL ? 0 : -ENOMEM;
}

/* All entries of it are gone. */
void
dt_aggview_reset(struct dt_aggview *v)
{
	dt_arena_reset(v->arena);
	*v = (struct dt_aggview){ .agg = v->agg, .arena = v->arena };
}

void
dt_aggview_fini(struct dt_aggview *v)
{
	dt_arena_destroy(v->arena);
}

static size_t
val_size(const struct dt_form *f)
{
	return (f->nw + dt_agg_hasparam(f)) * sizeof(uint64_t);
}

/* Neighbours tend to come from the same clause. */
static void
describe(struct dt_aggview *v, uint32_t epid, dtrace_aggdata_t *d)
{
	const struct dt_aggenv *env = &v->agg->env;

	if (epid != v->epid) {
		v->epid = epid;
		v->edesc = env->edesc(env->arg, epid);
		v->pdesc = v->edesc == NULL ? NULL :
		    env->pdesc(env->arg, v->edesc->dtepd_probeid);
	}
	d->dtada_edesc = v->edesc;
	d->dtada_pdesc = v->pdesc;
}

static const dtrace_recdesc_t *
val_rec(const struct dt_form *f)
{
	return &f->desc->dtagd_rec[f->desc->dtagd_nrecs - 1];
}

/* The head of a record; data is zeroed. */
static void
put_head(const struct dt_form *f, char *data)
{
	uint32_t id = f->desc->dtagd_id;
	int64_t var = f->desc->dtagd_varid;

	memcpy(data, &id, sizeof(id));
	memcpy(data + f->desc->dtagd_rec[0].dtrd_offset, &var, sizeof(var));
}

/* Where the words of the value go, behind the parameter. */
static uint64_t *
put_param(const struct dt_form *f, char *value)
{
	uint64_t *w = (uint64_t *)value;

	if (dt_agg_hasparam(f))
		*w++ = f->param;
	return w;
}

static struct dt_aggpub *
new_pub(struct dt_aggview *v, const struct dt_form *f, uint64_t normal)
{
	size_t size = (f->desc->dtagd_size + 7) & ~(size_t)7;
	struct dt_aggpub *p = dt_arena_alloc(v->arena, sizeof(*p) + 2 * size);

	if (p == NULL)
		return NULL;
	p->form = f;
	p->d.dtada_handle = v->agg->env.handle;
	p->d.dtada_desc = f->desc;
	p->d.dtada_data = (char *)(p + 1);
	p->d.dtada_delta = p->d.dtada_data + size;
	p->d.dtada_size = f->desc->dtagd_size;
	p->d.dtada_normal = normal;
	describe(v, f->desc->dtagd_epid, &p->d);
	put_head(f, p->d.dtada_data);
	put_head(f, p->d.dtada_delta);
	(void) put_param(f, p->d.dtada_data + val_rec(f)->dtrd_offset);
	(void) put_param(f, p->d.dtada_delta + val_rec(f)->dtrd_offset);
	return p;
}

static void
put_values(const struct dt_aggview *v, const struct dt_aggent *e,
    struct dt_aggpub *p)
{
	const struct dt_form *f = e->form;
	uint32_t off = val_rec(f)->dtrd_offset;

	dt_agg_putkeys(f, e->key, p->d.dtada_data);
	dt_agg_putkeys(f, e->key, p->d.dtada_delta);
	memcpy(put_param(f, p->d.dtada_data + off), e->val->w,
	    f->nw * sizeof(uint64_t));
	dt_aggval_delta(f, e->val, v->agg->gen,
	    put_param(f, p->d.dtada_delta + off));
}

/* CPUs without data share one value of zeros. */
static char *
zero_value(struct dt_aggview *v, size_t size)
{
	if (v->nzero < size) {
		v->zero = dt_arena_alloc(v->arena, size);
		v->nzero = v->zero != NULL ? size : 0;
	}
	return (char *)v->zero;
}

static int
put_cpu(struct dt_aggview *v, const struct dt_form *f,
    const struct dt_aggval *val, struct dt_aggpub *p, uint32_t cpu)
{
	size_t size = val_size(f);
	char *now;

	if (val == NULL) {
		now = zero_value(v, size);
		p->d.dtada_percpu[cpu] = now;
		p->d.dtada_percpu_delta[cpu] = now;
		return now != NULL ? 0 : -ENOMEM;
	}
	now = dt_arena_alloc(v->arena, 2 * size);
	if (now == NULL)
		return -ENOMEM;
	p->d.dtada_percpu[cpu] = now;
	p->d.dtada_percpu_delta[cpu] = now + size;
	memcpy(put_param(f, now), val->w, f->nw * sizeof(uint64_t));
	dt_aggval_delta(f, val, v->agg->gen, put_param(f, now + size));
	return 0;
}

static int
put_cpus(struct dt_aggview *v, const struct dt_form *f,
    struct dt_aggval *const *vals, struct dt_aggpub *p)
{
	uint32_t n = v->agg->percpu;
	caddr_t *rows;

	if (n == 0)
		return 0;
	rows = dt_arena_alloc(v->arena, 2 * n * sizeof(*rows));
	if (rows == NULL)
		return -ENOMEM;
	p->d.dtada_percpu = rows;
	p->d.dtada_percpu_delta = rows + n;
	p->d.dtada_flags |= DTRACE_A_PERCPU;
	for (uint32_t i = 0; i < n; i++)
		if (put_cpu(v, f, vals != NULL ? vals[i] : NULL, p, i) != 0)
			return -ENOMEM;
	return 0;
}

struct dt_aggpub *
dt_agg_expand(struct dt_aggview *v, struct dt_aggent *e)
{
	struct dt_aggpub *p = new_pub(v, e->form, e->normal);

	if (p == NULL)
		return NULL;
	p->ent = e;
	p->normal = e->normal;
	if (e->cut)
		p->d.dtada_flags |= DT_AGG_CUT;
	put_values(v, e, p);
	return put_cpus(v, e->form, e->cpu, p) == 0 ? p : NULL;
}

struct dt_aggpub *
dt_agg_expand0(struct dt_aggview *v, const struct dt_form *f, uint64_t normal)
{
	struct dt_aggpub *p = new_pub(v, f, normal);

	if (p == NULL)
		return NULL;
	p->none = true;
	return put_cpus(v, f, NULL, p) == 0 ? p : NULL;
}
