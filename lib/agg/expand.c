/* SPDX-License-Identifier: MIT */
/*
 * expand.c - entries in their public form, made when a walk reaches them and
 * valid as long as their view.
 */
#include "agg/key.h"
#include "agg/view.h"

#include <errno.h>
#include <string.h>

#define	AHEAD		1024	/* bytes to prefetch for writing */
#define	BLOCK		32768	/* bytes to cut data from */
#define	CACHELINE	64
#define	DATA_KEYS	16	/* of a record: where its keys begin */

/* What all entries of a form have in common. */
struct dt_aggproto {
	dtrace_aggdata_t d;
	size_t size;			/* of a record, rounded up */
	uint32_t value;			/* its offset, parameter included */
	_Alignas(uint64_t) char data[];	/* a record: head, then zeros */
};

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
	size = v->nproto * sizeof(struct dt_aggproto *);
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

/* Drop all entries.  Their bytes stay, for put() to compare with. */
int
dt_aggview_reset(struct dt_aggview *v)
{
	dt_aggpool_reset(&v->pool);
	v->data = NULL;
	v->room = 0;
	v->zero = NULL;
	v->nzero = 0;
	return make_protos(v);
}

static size_t
part_size(unsigned int part)
{
	return ((size_t)DT_VIEWMIN << part) * sizeof(dtrace_aggdata_t);
}

void
dt_aggview_fini(struct dt_aggview *v)
{
	for (unsigned int i = 0; i < DT_VIEWPARTS; i++)
		dt_agg_unpages(v->part[i], part_size(i));
	dt_aggpool_fini(&v->pool);
}

/* Write the head of a record into zeroed data. */
static void
put_head(const struct dt_form *f, char *data)
{
	uint32_t id = f->desc->dtagd_id;
	int64_t var = f->desc->dtagd_varid;

	memcpy(data, &id, sizeof(id));
	memcpy(data + f->desc->dtagd_rec[0].dtrd_offset, &var, sizeof(var));
}

/* Write the parameter, if any; returns where the value's words go. */
static uint64_t *
put_param(const struct dt_form *f, char *value)
{
	uint64_t *w = (uint64_t *)value;

	if (dt_form_hasparam(f))
		*w++ = f->param;
	return w;
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

static struct dt_aggproto *
make_proto(struct dt_aggview *v, const struct dt_form *f)
{
	size_t size = (f->desc->dtagd_size + 7) & ~(size_t)7;
	struct dt_aggproto *p = block(v, sizeof(*p) + size);

	if (p == NULL)
		return NULL;
	memset(p, 0, sizeof(*p) + size);
	p->size = size;
	p->value = dt_agg_valrec(f->desc)->dtrd_offset;
	describe(v, f, &p->d);
	put_head(f, p->data);
	(void) put_param(f, p->data + p->value);
	v->proto[f->id] = p;
	return p;
}

static const struct dt_aggproto *
proto_of(struct dt_aggview *v, const struct dt_form *f)
{
	return v->proto[f->id] != NULL ? v->proto[f->id] : make_proto(v, f);
}

static char *
more_data(struct dt_aggview *v, size_t size)
{
	size_t n = size > BLOCK ? size : BLOCK;
	char *data = block(v, n);

	if (data == NULL)
		return NULL;
	v->data = data + size;
	v->room = n - size;
	return data;
}

/* A copy of the form's record.  Prefetches the next one for writing. */
static FOR_WRITING char *
new_data(struct dt_aggview *v, const struct dt_aggproto *p, size_t size)
{
	char *data = v->data;

	if (size > v->room) {
		data = more_data(v, size);
		if (data == NULL)
			return NULL;
	} else {
		v->data += size;
		v->room -= size;
	}
	for (size_t i = 0; i < size; i += CACHELINE)
		__builtin_prefetch(data + AHEAD + i, 1);
	memcpy(data, p->data, p->size);
	return data;
}

/*
 * Store an entry unless the same bytes are there from an earlier walk: cache
 * lines that are not written need not be written back.
 */
static dtrace_aggdata_t *
put(struct dt_aggview *v, size_t i, const dtrace_aggdata_t *d)
{
	unsigned int part = dt_aggview_part(i);
	dtrace_aggdata_t *p;

	if (v->part[part] == NULL) {
		v->part[part] = dt_agg_pages(part_size(part));
		if (v->part[part] == NULL)
			return NULL;
	}
	p = dt_aggview_at(v, i);
	__builtin_prefetch((char *)p + AHEAD);
	__builtin_prefetch((char *)p + AHEAD + CACHELINE);
	if (memcmp(p, d, sizeof(*p)) != 0)
		*p = *d;
	return p;
}

static void
put_values(const struct dt_aggview *v, const struct dt_form *f,
    const struct dt_aggproto *p, const struct dt_aggent *e, char *data)
{
	const struct dt_aggval *val = dt_agg_val(e);
	char *delta = data + p->size;

	dt_agg_putkeys(f, e->key.word, data);
	memcpy(delta, data, p->size);
	memcpy(put_param(f, data + p->value), val->w,
	    f->nw * sizeof(uint64_t));
	dt_aggval_delta(f, val, v->agg->gen, put_param(f, delta + p->value));
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
    const struct dt_aggval *val, dtrace_aggdata_t *d, uint32_t cpu)
{
	size_t size = dt_form_valsize(f);
	char *now;

	if (val == NULL) {
		now = zero_value(v, size);
		d->dtada_percpu[cpu] = now;
		d->dtada_percpu_delta[cpu] = now;
		return now != NULL ? 0 : -ENOMEM;
	}
	now = block(v, 2 * size);
	if (now == NULL)
		return -ENOMEM;
	d->dtada_percpu[cpu] = now;
	d->dtada_percpu_delta[cpu] = now + size;
	memcpy(put_param(f, now), val->w, f->nw * sizeof(uint64_t));
	(void) put_param(f, now + size);
	dt_aggval_delta(f, val, v->agg->gen, put_param(f, now + size));
	return 0;
}

/* e is NULL where there is no entry. */
static int
put_cpus(struct dt_aggview *v, const struct dt_form *f,
    const struct dt_aggent *e, dtrace_aggdata_t *d)
{
	uint32_t n = v->agg->percpu;
	caddr_t *rows;

	if (n == 0)
		return 0;
	rows = block(v, 2 * n * sizeof(*rows));
	if (rows == NULL)
		return -ENOMEM;
	d->dtada_percpu = rows;
	d->dtada_percpu_delta = rows + n;
	d->dtada_flags |= DTRACE_A_PERCPU;
	for (uint32_t i = 0; i < n; i++)
		if (put_cpu(v, f, e != NULL ? dt_agg_cpuval(v->agg, f, e, i) :
		    NULL, d, i) != 0)
			return -ENOMEM;
	return 0;
}

dtrace_aggdata_t *
dt_agg_expand(struct dt_aggview *v, size_t i, uint32_t ent)
{
	const struct dt_aggent *e = dt_agg_ent(v->agg, ent);
	const struct dt_form *f = dt_agg_form(v->agg, e);
	const struct dt_aggproto *p = proto_of(v, f);
	char *data = p != NULL ? new_data(v, p, 2 * p->size) : NULL;
	dtrace_aggdata_t d;

	if (data == NULL)
		return NULL;
	put_values(v, f, p, e, data);
	d = p->d;
	d.dtada_data = data;
	d.dtada_delta = data + p->size;
	d.dtada_normal = e->normal;
	if (dt_agg_val(e)->cut)
		d.dtada_flags |= DT_AGG_CUT;
	return put_cpus(v, f, e, &d) == 0 ? put(v, i, &d) : NULL;
}

dtrace_aggdata_t *
dt_agg_expand0(struct dt_aggview *v, size_t i, const struct dt_form *f,
    uint64_t normal)
{
	const struct dt_aggproto *p = proto_of(v, f);
	char *data = p != NULL ? new_data(v, p, p->size) : NULL;
	dtrace_aggdata_t d;

	if (data == NULL)
		return NULL;
	d = p->d;
	d.dtada_data = d.dtada_delta = data;
	d.dtada_normal = normal;
	return put_cpus(v, f, NULL, &d) == 0 ? put(v, i, &d) : NULL;
}
