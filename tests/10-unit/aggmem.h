/* SPDX-License-Identifier: MIT */
/*
 * aggmem.h - aggregation buffers in ordinary memory, filled as the runtime
 * fills them, and forms made by hand: for tests and benchmarks of lib/agg.
 */
#ifndef AGGMEM_H
#define AGGMEM_H

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "agg/agg.h"

#define	AGGMEM	static inline __attribute__((unused))
#define	AGGMEM_DATA	static const __attribute__((unused))

struct keyspec {
	int kind;
	uint32_t size;
	int is_signed;
};

/* Buffers for ncpus; nidx (a power of two) and size are level 0's. */
AGGMEM struct dt_mem *
mem_new(uint32_t ncpus, uint32_t nidx, size_t size)
{
	struct dt_mem *m = calloc(1, sizeof(*m));

	m->ncpus = ncpus;
	m->ctl = calloc(ncpus, sizeof(*m->ctl));
	m->state = calloc(1, sizeof(*m->state));
	m->agg_nidx[0] = nidx;
	m->agg_nidx[1] = 64;
	for (int v = 0; v < 2; v++)
		m->agg_data[v] = (uint32_t)sizeof(struct dt_aggbuf) +
		    m->agg_nidx[v] * 4;
	m->buf[DT_BUF_AGG].size[0] = size;
	m->buf[DT_BUF_AGG].size[1] = 16384;
	m->buf[DT_BUF_AGG].base[0] = calloc(2 * ncpus, size);
	m->buf[DT_BUF_AGG].base[1] = calloc(2 * ncpus * (DT_LEVELS - 1),
	    16384);
	return m;
}

AGGMEM void
mem_free(struct dt_mem *m)
{
	free(m->buf[DT_BUF_AGG].base[0]);
	free(m->buf[DT_BUF_AGG].base[1]);
	free(m->ctl);
	free(m->state);
	free(m);
}

AGGMEM struct dt_aggbuf *
mem_half(const struct dt_mem *m, uint32_t cpu, uint32_t level)
{
	return dt_half(m, DT_BUF_AGG, cpu, level,
	    m->ctl[cpu].active[DT_BUF_AGG]);
}

AGGMEM uint32_t
mem_hash(uint32_t form, const uint64_t *key, uint32_t kw)
{
	uint64_t h = (form + 1) * 0x9e3779b97f4a7c15ull;

	for (uint32_t i = 0; i < kw; i++) {
		h = (h ^ key[i]) * 0xd6e8feb86659fd93ull;
		h ^= h >> 32;
	}
	return (uint32_t)h;
}

/* The same of the form's record in the header. */
AGGMEM uint64_t *
mem_place(const struct dt_mem *m, struct dt_aggbuf *b, uint32_t level,
    const struct dt_form *f, bool *fresh)
{
	struct dt_aggrec *r = (struct dt_aggrec *)((char *)b + f->place);

	*fresh = *(uint64_t *)r == 0;
	*r = (struct dt_aggrec){ mem_hash(f->id, NULL, 0), f->id, 0 };
	if (b->used == 0)
		b->used = m->agg_data[level > 0];
	return r->word;
}

/* The value words of a key, zeroed if it is new (*fresh); NULL: dropped. */
AGGMEM uint64_t *
mem_find(const struct dt_mem *m, uint32_t cpu, uint32_t level,
    const struct dt_form *f, const uint64_t *key, uint32_t kw, bool *fresh)
{
	struct dt_aggbuf *b = mem_half(m, cpu, level);
	uint32_t *index = (uint32_t *)(b + 1), v = level > 0;
	uint32_t hash = mem_hash(f->id, key, kw), at, i = hash;
	size_t size = sizeof(struct dt_aggrec) + (kw + (size_t)f->nw) * 8;
	struct dt_aggrec *r;

	if (f->place != 0)
		return mem_place(m, b, level, f, fresh);
	for (;; i++) {
		at = i & (m->agg_nidx[v] - 1);
		if (index[at] <= b->base)
			break;
		r = (struct dt_aggrec *)((char *)b +
		    (index[at] - b->base) * 8ull);
		*fresh = false;
		if (r->hash == hash && r->form == f->id && r->kw == kw &&
		    memcmp(r->word, key, kw * 8ull) == 0)
			return r->word + kw;
	}
	if (b->used == 0)
		b->used = m->agg_data[v];
	if (b->used + size > m->buf[DT_BUF_AGG].size[v]) {
		b->drops++;
		return NULL;
	}
	r = (struct dt_aggrec *)((char *)b + b->used);
	for (size_t k = 0; k < size; k++)	/* unused bytes must be zero */
		assert(((char *)r)[k] == 0);
	index[at] = b->base + b->used / 8;
	b->used += (uint32_t)size;
	*r = (struct dt_aggrec){ hash, f->id, (uint16_t)kw };
	memcpy(r->word, key, kw * 8ull);
	*fresh = true;
	return r->word + kw;
}

AGGMEM uint32_t
quantize_bucket(int64_t v)
{
	uint32_t b = DTRACE_QUANTIZE_ZEROBUCKET;

	if (v < 0) {
		for (b = 0; v > DTRACE_QUANTIZE_BUCKETVAL(b); b++)
			continue;
		return b;
	}
	while (b + 1 < (uint32_t)DTRACE_QUANTIZE_NBUCKETS &&
	    DTRACE_QUANTIZE_BUCKETVAL(b + 1) <= v)
		b++;
	return b;
}

AGGMEM uint32_t
lquantize_bucket(uint64_t param, int64_t v)
{
	int32_t base = DTRACE_LQUANTIZE_BASE(param);
	int32_t levels = DTRACE_LQUANTIZE_LEVELS(param);
	__int128 i = ((__int128)v - base) / DTRACE_LQUANTIZE_STEP(param);

	if (v < base)
		return 0;
	return i >= levels ? (uint32_t)levels + 1 : (uint32_t)i + 1;
}

/* Apply one aggregating action. */
AGGMEM void
mem_apply(const struct dt_form *f, uint64_t *w, int64_t v, bool fresh)
{
	unsigned __int128 sq = (unsigned __int128)((__int128)v * v);

	switch (f->action) {
	case DTRACEAGG_COUNT:
		w[0]++;
		break;
	case DTRACEAGG_SUM:
		w[0] += (uint64_t)v;
		break;
	case DTRACEAGG_MIN:
		if (fresh || v < (int64_t)w[0])
			w[0] = (uint64_t)v;
		break;
	case DTRACEAGG_MAX:
		if (fresh || v > (int64_t)w[0])
			w[0] = (uint64_t)v;
		break;
	case DTRACEAGG_STDDEV:
		sq += w[2] | (unsigned __int128)w[3] << 64;
		w[2] = (uint64_t)sq;
		w[3] = (uint64_t)(sq >> 64);
		/* FALLTHROUGH */
	case DTRACEAGG_AVG:
		w[0]++;
		w[1] += (uint64_t)v;
		break;
	case DTRACEAGG_QUANTIZE:
		w[quantize_bucket(v)]++;
		break;
	case DTRACEAGG_LQUANTIZE:
		w[lquantize_bucket(f->param, v)]++;
		break;
	}
}

AGGMEM void
mem_hit(const struct dt_mem *m, uint32_t cpu, uint32_t level,
    const struct dt_form *f, const uint64_t *key, uint32_t kw, int64_t v)
{
	bool fresh;
	uint64_t *w = mem_find(m, cpu, level, f, key, kw, &fresh);

	if (w != NULL)
		mem_apply(f, w, v, fresh);
}

/* Convert a string to key words; returns their number. */
AGGMEM uint32_t
str_words(const char *s, uint64_t *to)
{
	size_t n = strlen(s);

	to[0] = n;
	memset(to + 1, 0, (n + 7) / 8 * 8);
	memcpy(to + 1, s, n);
	return (uint32_t)(1 + (n + 7) / 8);
}

AGGMEM void
hit_str(const struct dt_mem *m, uint32_t cpu, const struct dt_form *f,
    const char *s, int64_t v)
{
	uint64_t key[64];

	mem_hit(m, cpu, 0, f, key, str_words(s, key), v);
}

AGGMEM void
hit_int(const struct dt_mem *m, uint32_t cpu, const struct dt_form *f,
    uint64_t key, int64_t v)
{
	mem_hit(m, cpu, 0, f, &key, 1, v);
}

AGGMEM uint32_t
words_of(dtrace_actkind_t action, uint64_t param)
{
	switch (action) {
	case DTRACEAGG_AVG: return 2;
	case DTRACEAGG_STDDEV: return 4;
	case DTRACEAGG_QUANTIZE: return DTRACE_QUANTIZE_NBUCKETS;
	case DTRACEAGG_LQUANTIZE: return DTRACE_LQUANTIZE_LEVELS(param) + 2u;
	default: return 1;
	}
}

AGGMEM uint32_t
align_of(uint32_t size)
{
	uint32_t a = 8;

	while (a > 1 && size % a != 0)
		a /= 2;
	return a;
}

/* The description of a form, with offsets as consumers expect them. */
AGGMEM dtrace_aggdesc_t *
desc_new(const struct dt_form *f, const char *name, int64_t var, uint32_t id)
{
	int nrecs = f->nkeys + 2;
	dtrace_aggdesc_t *d = calloc(1, sizeof(*d) +
	    (size_t)nrecs * sizeof(d->dtagd_rec[0]));
	bool param = f->action == DTRACEAGG_LQUANTIZE ||
	    f->action == DTRACEAGG_LLQUANTIZE;
	uint32_t off = 16;

	d->dtagd_name = strdup(name);
	d->dtagd_varid = var;
	d->dtagd_id = id;
	d->dtagd_epid = id;
	d->dtagd_nrecs = nrecs;
	d->dtagd_rec[0] = (dtrace_recdesc_t){ DTRACEACT_DIFEXPR, 8, 8, 8, 0,
	    0, 0 };
	for (int i = 0; i < f->nkeys; i++) {
		uint32_t size = f->keys[i].size, a = align_of(size);

		off = (off + a - 1) / a * a;
		d->dtagd_rec[1 + i] = (dtrace_recdesc_t){
		    f->keys[i].kind == DT_KEY_STACK ? DTRACEACT_STACK :
		    DTRACEACT_DIFEXPR, size, off, (uint16_t)a, 0,
		    f->keys[i].nframes, 0 };
		off += size;
	}
	off = (off + 7) / 8 * 8;
	d->dtagd_rec[nrecs - 1] = (dtrace_recdesc_t){ f->action,
	    (f->nw + param) * 8, off, 8, 0, 0, 0 };
	d->dtagd_size = off + (f->nw + param) * 8;
	return d;
}

/* Add another form to the table. */
AGGMEM struct dt_form *
form_add(struct dt_forms *t, const char *name, int64_t var,
    dtrace_actkind_t action, uint64_t param, int nkeys,
    const struct keyspec *keys)
{
	struct dt_form *f = calloc(1, sizeof(*f));

	f->id = (uint16_t)t->n;
	f->nkeys = (uint16_t)nkeys;
	f->action = action;
	f->param = param;
	f->nw = words_of(action, param);
	f->kw_max = 256;
	f->keys = calloc((size_t)nkeys + 1, sizeof(*f->keys));
	for (int i = 0; i < nkeys; i++)
		f->keys[i] = (struct dt_keydesc){
		    .kind = (uint16_t)keys[i].kind,
		    .is_signed = (uint16_t)keys[i].is_signed,
		    .action = keys[i].kind == DT_KEY_STACK ?
			DTRACEACT_STACK : 0,
		    .size = keys[i].size,
		    .nframes = keys[i].kind == DT_KEY_STACK ?
			keys[i].size / 8 : 0 };
	f->desc = desc_new(f, name, var, t->n + 1);
	t->v = realloc(t->v, (t->n + 1) * sizeof(struct dt_form *));
	t->v[t->n++] = f;
	return f;
}

AGGMEM void
forms_free(struct dt_forms *t)
{
	for (uint32_t i = 0; i < t->n; i++) {
		free(t->v[i]->desc->dtagd_name);
		free(t->v[i]->desc);
		free(t->v[i]->keys);
		free(t->v[i]);
	}
	free(t->v);
}

#endif
