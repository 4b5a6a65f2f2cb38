/* SPDX-License-Identifier: MIT */
/*
 * expand.c - entries as the interface has them: made when a walk comes to
 * them, and good, all together, as long as their view.
 */
#include "agg/table.h"

#include <errno.h>
#include <string.h>

#define	AHEAD		1024	/* bytes that are fetched to be written to */
#define	MINDATA		64	/* two records of a short key */
#define	CACHELINE	64
#define	DATA_KEYS	16	/* of a record: where its keys begin */

static void *
block(struct dt_aggview *v, size_t size)
{
	uint32_t ref;

	return dt_aggpool_get(&v->pool, size, &ref);
}

static int
make_protos(struct dt_aggview *v)
{
	size_t size;

	v->nproto = v->agg->env.forms->n;
	size = v->nproto * sizeof(*v->proto);
	v->proto = block(v, size);
	if (v->proto == NULL)
		return -ENOMEM;
	memset(v->proto, 0, size);
	return 0;
}

int
dt_aggview_init(struct dt_aggview *v, struct dt_agg *a)
{
	*v = (struct dt_aggview){ .agg = a };
	return make_protos(v);
}

/* All entries of it are gone. */
int
dt_aggview_reset(struct dt_aggview *v)
{
	dt_aggpool_reset(&v->pool);
	*v = (struct dt_aggview){ .agg = v->agg, .pool = v->pool };
	return make_protos(v);
}

void
dt_aggview_fini(struct dt_aggview *v)
{
	dt_aggpool_fini(&v->pool);
}

static size_t
val_size(const struct dt_form *f)
{
	return (f->nw + dt_agg_hasparam(f)) * sizeof(uint64_t);
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

static size_t
data_size(const struct dt_form *f)
{
	return (f->desc->dtagd_size + 7) & ~(size_t)7;
}

static size_t
pub_size(const struct dt_form *f)
{
	return sizeof(struct dt_aggpub) + 2 * data_size(f);
}

/* Where its data are, behind it. */
static void
point(struct dt_aggpub *p, const struct dt_form *f)
{
	p->d.dtada_data = (char *)(p + 1);
	p->d.dtada_delta = p->d.dtada_data + data_size(f);
}

static void
describe(const struct dt_aggview *v, const struct dt_form *f,
    dtrace_aggdata_t *d)
{
	const struct dt_aggenv *env = &v->agg->env;

	d->dtada_handle = env->handle;
	d->dtada_desc = f->desc;
	d->dtada_size = f->desc->dtagd_size;
	d->dtada_normal = 1;
	d->dtada_edesc = env->edesc(env->arg, f->desc->dtagd_epid);
	if (d->dtada_edesc != NULL)
		d->dtada_pdesc = env->pdesc(env->arg,
		    d->dtada_edesc->dtepd_probeid);
}

/* What all entries of a form have in common, the rest is zeros. */
static const struct dt_aggpub *
proto_of(struct dt_aggview *v, const struct dt_form *f)
{
	uint32_t ref = v->proto[f->id];
	struct dt_aggpub *p;

	if (ref != 0)
		return dt_aggpool_at(&v->pool, ref);
	p = dt_aggpool_get(&v->pool, pub_size(f), &ref);
	if (p == NULL)
		return NULL;
	memset(p, 0, pub_size(f));
	p->form = f->id;
	describe(v, f, &p->d);
	point(p, f);
	put_head(f, p->d.dtada_data);
	put_head(f, p->d.dtada_delta);
	(void) put_param(f, p->d.dtada_data + val_rec(f)->dtrd_offset);
	(void) put_param(f, p->d.dtada_delta + val_rec(f)->dtrd_offset);
	v->proto[f->id] = ref;
	return p;
}

static FOR_WRITING struct dt_aggpub *
new_pub(struct dt_aggview *v, const struct dt_form *f, uint32_t *ref)
{
	const struct dt_aggpub *proto = proto_of(v, f);
	struct dt_aggpub *p = NULL;

	if (proto != NULL)
		p = dt_aggpool_get(&v->pool, pub_size(f), ref);
	if (p == NULL)
		return NULL;
	for (size_t i = 0; i < sizeof(*p) + MINDATA; i += CACHELINE)
		__builtin_prefetch((char *)p + AHEAD + i, 1);
	memcpy(p, proto, pub_size(f));
	point(p, f);
	return p;
}

static void
put_values(const struct dt_aggview *v, const struct dt_form *f,
    const struct dt_aggent *e, struct dt_aggpub *p)
{
	const struct dt_aggval *val = dt_agg_val(e);
	uint32_t off = val_rec(f)->dtrd_offset;
	const char *data = p->d.dtada_data + DATA_KEYS;

	dt_agg_putkeys(f, e->key.word, p->d.dtada_data);
	memcpy(p->d.dtada_delta + DATA_KEYS, data, off - DATA_KEYS);
	memcpy(put_param(f, p->d.dtada_data + off), val->w,
	    f->nw * sizeof(uint64_t));
	dt_aggval_delta(f, val, v->agg->gen,
	    put_param(f, p->d.dtada_delta + off));
}

/* CPUs without data share one value of zeros. */
static char *
zero_value(struct dt_aggview *v, size_t size)
{
	if (v->nzero < size) {
		void *zero = block(v, size);

		v->zero = zero;
		v->nzero = zero != NULL ? size : 0;
		if (zero != NULL)
			memset(zero, 0, size);
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
	now = block(v, 2 * size);
	if (now == NULL)
		return -ENOMEM;
	p->d.dtada_percpu[cpu] = now;
	p->d.dtada_percpu_delta[cpu] = now + size;
	memcpy(put_param(f, now), val->w, f->nw * sizeof(uint64_t));
	(void) put_param(f, now + size);
	dt_aggval_delta(f, val, v->agg->gen, put_param(f, now + size));
	return 0;
}

/* e is NULL where there is no entry. */
static int
put_cpus(struct dt_aggview *v, const struct dt_form *f,
    const struct dt_aggent *e, struct dt_aggpub *p)
{
	uint32_t n = v->agg->percpu;
	caddr_t *rows;

	if (n == 0)
		return 0;
	rows = block(v, 2 * n * sizeof(*rows));
	if (rows == NULL)
		return -ENOMEM;
	p->d.dtada_percpu = rows;
	p->d.dtada_percpu_delta = rows + n;
	p->d.dtada_flags |= DTRACE_A_PERCPU;
	for (uint32_t i = 0; i < n; i++)
		if (put_cpu(v, f, e != NULL ? dt_agg_cpuval(v->agg, f, e, i) :
		    NULL, p, i) != 0)
			return -ENOMEM;
	return 0;
}

struct dt_aggpub *
dt_agg_expand(struct dt_aggview *v, uint32_t ent, uint32_t *ref)
{
	const struct dt_aggent *e = dt_agg_ent(v->agg, ent);
	const struct dt_form *f = dt_agg_form(v->agg, e);
	struct dt_aggpub *p = new_pub(v, f, ref);

	if (p == NULL)
		return NULL;
	p->ent = ent;
	p->d.dtada_normal = e->normal;
	if (dt_agg_val(e)->cut)
		p->d.dtada_flags |= DT_AGG_CUT;
	put_values(v, f, e, p);
	return put_cpus(v, f, e, p) == 0 ? p : NULL;
}

struct dt_aggpub *
dt_agg_expand0(struct dt_aggview *v, const struct dt_form *f, uint64_t normal)
{
	uint32_t ref;
	struct dt_aggpub *p = new_pub(v, f, &ref);

	if (p == NULL)
		return NULL;
	p->d.dtada_normal = normal;
	return put_cpus(v, f, NULL, p) == 0 ? p : NULL;
}
