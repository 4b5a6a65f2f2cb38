/* SPDX-License-Identifier: MIT */
/*
 * agg.c - aggregations: their descriptions, and entries as the runtime of this
 * library would have recorded them.
 *
 * The number of the variable and the parameter of lquantize() and llquantize()
 * are in each entry, and not surely in a description.  So a form is made from
 * the description and the first entry; the others must agree with it.
 */
#include "vector/priv.h"

#include <errno.h>
#include <stdlib.h>
#include "base/act.h"
#include "run/file.h"
#include "run/join.h"
#include "show/show.h"
#include "tbl/edt.h"

#define	MAX_VAR		UINT16_MAX
#define	MAX_KEYBYTES	65536		/* of all keys of an entry */
#define	MAX_NAME	256

static bool
is_number(uint32_t size)
{
	return size == 1 || size == 2 || size == 4 || size == 8;
}

/* The key that a datum is; false: none that is known. */
static bool
key_of(const dtrace_recdesc_t *r, struct dt_keydesc *k)
{
	uint32_t head = dt_act_isuser(r->dtrd_action) ? 8 : 0;

	*k = (struct dt_keydesc){ .size = r->dtrd_size,
	    .action = r->dtrd_action };
	if (dt_act_isstack(r->dtrd_action)) {
		k->kind = DT_KEY_STACK;
		k->nframes = head == 0 ? 0 :
		    DTRACE_USTACK_NFRAMES(r->dtrd_arg);
		if (k->nframes == 0 || k->nframes > (k->size - head) / 8)
			k->nframes = (k->size - head) / 8;
		return k->size >= head + 8;
	}
	if (dt_act_issym(r->dtrd_action)) {
		k->kind = DT_KEY_SYM;
		return k->size == head + 8;
	}
	k->action = 0;
	k->is_signed = r->dtrd_arg != DT_PF_UNSIGNED;
	k->kind = r->dtrd_arg == DT_PF_STRING || r->dtrd_arg ==
	    DT_PF_LITERAL ? DT_KEY_STR : is_number(k->size) ? DT_KEY_INT :
	    DT_KEY_BYTES;
	return r->dtrd_action == DTRACEACT_DIFEXPR && k->size != 0;
}

static bool
is_inside(const dtrace_aggdesc_t *d, const dtrace_recdesc_t *r)
{
	return r->dtrd_offset >= sizeof(dtrace_aggid_t) &&
	    r->dtrd_offset <= d->dtagd_size &&
	    r->dtrd_size <= d->dtagd_size - r->dtrd_offset;
}

/* The variable, at most DT_MAXKEYS keys, the value. */
static bool
is_valid(const dtrace_aggdesc_t *d)
{
	const dtrace_recdesc_t *value = dt_agg_valrec(d);
	uint32_t bytes = 0;
	struct dt_keydesc k;

	for (int i = 0; i < d->dtagd_nrecs; i++)
		if (!is_inside(d, &d->dtagd_rec[i]))
			return false;
	for (int i = 1; i < d->dtagd_nrecs - 1; i++) {
		if (!key_of(&d->dtagd_rec[i], &k) || k.size > MAX_KEYBYTES)
			return false;
		bytes += k.size;
	}
	return is_number(d->dtagd_rec[0].dtrd_size) &&
	    DTRACEACT_ISAGG(value->dtrd_action) && value->dtrd_size >= 8 &&
	    bytes <= MAX_KEYBYTES;
}

/* The first answer has the number of data, the second one the data. */
static int
ask_desc(struct dt_vector *v, uint32_t id, dtrace_aggdesc_t **out)
{
	dtrace_aggdesc_t first = { .dtagd_id = id, .dtagd_nrecs = 1 };
	int rc = dt_vector_ask(v, DTRACEIOC_AGGDESC, &first, "aggregation",
	    id);
	int n = first.dtagd_nrecs;

	if (rc != 0)
		return rc;
	if (n < 2 || n > DT_MAXKEYS + 2)
		return dt_vector_fail(v, EDT_BADAGG, "the vector says that "
		    "entries of aggregation %u have %d data", id, n);
	first.dtagd_nrecs = n;
	*out = dt_arena_alloc(v->arena, DTRACE_SIZEOF_AGGDESC(&first));
	if (*out == NULL)
		return -ENOMEM;
	(*out)->dtagd_id = id;
	(*out)->dtagd_nrecs = n;
	rc = dt_vector_ask(v, DTRACEIOC_AGGDESC, *out, "aggregation", id);
	if (rc != 0)
		return rc;
	return (*out)->dtagd_nrecs == n && (*out)->dtagd_id == id &&
	    is_valid(*out) ? 0 : dt_vector_fail(v, EDT_BADAGG, "the vector's "
	    "description of aggregation %u is not valid", id);
}

/* The name may be the vector's for the time of the request only. */
static int
keep_name(struct dt_vector *v, dtrace_aggdesc_t *d)
{
	if (d->dtagd_name != NULL) {
		d->dtagd_name = dt_arena_strndup(v->arena, d->dtagd_name,
		    strnlen(d->dtagd_name, MAX_NAME));
		if (d->dtagd_name == NULL)
			return -ENOMEM;
	}
	return 0;
}

static int
find(struct dt_vector *v, uint32_t id, struct dt_vagg **out)
{
	struct dt_vagg *a = dt_vector_get(&v->aggs, id);
	struct dt_vecb *b;
	int rc = 0;

	*out = a;
	if (a != NULL)
		return 0;
	a = dt_arena_alloc(v->arena, sizeof(*a));
	rc = a != NULL ? ask_desc(v, id, &a->desc) : -ENOMEM;
	if (rc == 0)
		rc = keep_name(v, a->desc);
	if (rc == 0 && a->desc->dtagd_epid != DTRACE_EPIDNONE)
		rc = dt_vector_clause(v, a->desc->dtagd_epid, &b);
	if (rc == 0)
		rc = dt_vector_put(v, &v->aggs, id, a);
	*out = a;
	return rc;
}

static int64_t
variable(const dtrace_aggdesc_t *d, const char *p)
{
	const dtrace_recdesc_t *r = &d->dtagd_rec[0];

	return dt_show_load(p + r->dtrd_offset, r->dtrd_size, true);
}

/* The parameter is the first word of the value. */
static uint64_t
parameter(const dtrace_aggdesc_t *d, const char *p)
{
	uint64_t w = 0;

	if (dt_form_hasparam(&(struct dt_form){ .action =
	    dt_agg_valrec(d)->dtrd_action }))
		memcpy(&w, p + dt_agg_valrec(d)->dtrd_offset, sizeof(w));
	return w;
}

/* May both be forms of one variable? */
static bool
fit(const struct dt_form *a, const struct dt_form *b)
{
	return a->var != b->var || (a->action == b->action &&
	    a->param == b->param && a->nkeys == b->nkeys);
}

static int
append(struct dt_vector *v, struct dt_form *f)
{
	uint32_t n = v->maxforms != 0 ? 2 * v->maxforms : 16;
	struct dt_form **new;

	if (v->forms.n == v->maxforms) {
		new = realloc(v->forms.v, n * sizeof(*new));
		if (new == NULL)
			return -ENOMEM;
		v->forms.v = new;
		v->maxforms = n;
	}
	v->forms.v[v->forms.n++] = f;
	return 0;
}

static int
make_desc(struct dt_vector *v, struct dt_form *f, const dtrace_aggdesc_t *d)
{
	char number[16];

	(void) snprintf(number, sizeof(number), "%u", f->var);
	if (dt_join_describe(v->arena, f, d->dtagd_name != NULL ?
	    d->dtagd_name : number) != 0)
		return -ENOMEM;
	f->desc->dtagd_epid = d->dtagd_epid;
	return append(v, f);
}

/* Make the form of an aggregation, with its first entry at p. */
static int
make_form(struct dt_vector *v, struct dt_vagg *a, const char *p)
{
	const dtrace_aggdesc_t *d = a->desc;
	struct dt_form *f = dt_arena_alloc(v->arena, sizeof(*f));
	int64_t var = variable(d, p);

	if (f == NULL)
		return -ENOMEM;
	f->nkeys = (uint16_t)(d->dtagd_nrecs - 2);
	f->keys = dt_arena_alloc(v->arena, (f->nkeys + 1u) *
	    sizeof(*f->keys));
	if (f->keys == NULL)
		return -ENOMEM;
	for (uint32_t i = 0; i < f->nkeys; i++)
		(void) key_of(&d->dtagd_rec[1 + i], &f->keys[i]);
	f->id = (uint16_t)v->forms.n;
	f->var = (uint32_t)var;
	f->action = dt_agg_valrec(d)->dtrd_action;
	f->param = parameter(d, p);
	f->nw = dt_agg_valrec(d)->dtrd_size / 8 - dt_form_hasparam(f);
	if (var <= 0 || var > MAX_VAR || v->forms.n > UINT16_MAX ||
	    !dt_vet_function(f) ||
	    dt_form_valsize(f) != dt_agg_valrec(d)->dtrd_size)
		return dt_vector_fail(v, EDT_BADAGG, "aggregation %u of the "
		    "vector has no valid variable or value", d->dtagd_id);
	for (uint32_t i = 0; i < v->forms.n; i++)
		if (!fit(v->forms.v[i], f))
			return dt_vector_fail(v, EDT_BADAGG, "aggregation %u "
			    "of the vector is variable %u, which has another "
			    "function or other keys", d->dtagd_id, f->var);
	a->form = f;
	return make_desc(v, f, d);
}

/* A number of bytes, then the bytes, padded to words. */
static uint64_t *
put_bytes(uint64_t *w, const char *p, size_t n)
{
	*w++ = n;
	memcpy(w, p, n);
	return w + (n + 7) / 8;
}

/* A number of frames, then the frames. */
static uint64_t *
put_frames(uint64_t *w, const char *p, size_t n)
{
	*w++ = n;
	memcpy(w, p, n * sizeof(*w));
	return w + n;
}

/* A key from its datum; see enum dt_keykind. */
static uint64_t *
put_key(uint64_t *w, const struct dt_keydesc *k, const char *p)
{
	uint32_t head = dt_act_isuser(k->action) ? 8 : 0;

	switch (k->kind) {
	case DT_KEY_INT:
		*w++ = (uint64_t)dt_show_load(p, k->size, k->is_signed);
		return w;
	case DT_KEY_STR:
		return put_bytes(w, p, strnlen(p, k->size));
	case DT_KEY_BYTES:
		return put_bytes(w, p, k->size);
	}
	memcpy(w, p, head);
	w += head / 8;
	if (k->kind == DT_KEY_STACK)
		return put_frames(w, p + head, k->nframes);
	memcpy(w, p + head, sizeof(*w));
	return w + 1;
}

static uint32_t
hash(const struct dt_aggrec *r)
{
	uint64_t h = dt_hash_form(r->form);

	for (uint32_t i = 0; i < r->kw; i++)
		h = dt_hash_word(h, i, r->word[i]);
	return (uint32_t)h;
}

/* The most words of the keys of a form. */
static size_t
key_words(const struct dt_form *f)
{
	size_t n = 0;

	for (uint32_t i = 0; i < f->nkeys; i++)
		n += 1 + (f->keys[i].size + 7) / 8;
	return n;
}

static int
put_entry(const struct dt_vagg *a, const char *p, struct dt_buf *out)
{
	const struct dt_form *f = a->form;
	const dtrace_aggdesc_t *d = a->desc;
	size_t most = sizeof(struct dt_aggrec) +
	    (key_words(f) + f->nw) * sizeof(uint64_t);
	struct dt_aggrec *r = dt_buf_grow(out, most);
	uint64_t *w;

	if (r == NULL)
		return -ENOMEM;
	w = r->word;
	for (uint32_t i = 0; i < f->nkeys; i++)
		w = put_key(w, &f->keys[i],
		    p + d->dtagd_rec[1 + i].dtrd_offset);
	r->form = f->id;
	r->kw = (uint16_t)(w - r->word);
	r->hash = hash(r);
	memcpy(w, p + dt_agg_valrec(d)->dtrd_offset +
	    8 * dt_form_hasparam(f), f->nw * sizeof(*w));
	out->len -= most - (size_t)((char *)(w + f->nw) - (char *)r);
	return 0;
}

/* The id 0 is a gap of its own size. */
static int64_t
add_entry(struct dt_vector *v, const char *p, size_t n, struct dt_buf *out)
{
	uint32_t id = dt_vector_load32(p);
	struct dt_vagg *a;
	int rc;

	if (id == DTRACE_AGGIDNONE)
		return sizeof(id);
	rc = find(v, id, &a);
	if (rc != 0)
		return rc;
	if (a->desc->dtagd_size > n)
		return dt_vector_fail(v, EDT_BADAGG, "an entry of aggregation "
		    "%u has %u bytes, and the buffer ends after %zu", id,
		    a->desc->dtagd_size, n);
	rc = a->form == NULL ? make_form(v, a, p) : 0;
	if (rc == 0 && (variable(a->desc, p) != a->form->var ||
	    parameter(a->desc, p) != a->form->param))
		return dt_vector_fail(v, EDT_BADAGG, "the entries of "
		    "aggregation %u differ in their variable or parameter",
		    id);
	if (rc == 0)
		rc = put_entry(a, p, out);
	return rc == 0 ? ((int64_t)a->desc->dtagd_size + 3) & ~3 : rc;
}

int
dt_vector_aggs(struct dt_vector *v)
{
	return dt_vector_fill(v, DT_BUF_AGG, add_entry);
}

const struct dt_forms *
dt_vector_forms(const struct dt_vector *v)
{
	return &v->forms;
}
