/* SPDX-License-Identifier: MIT */
/* sort.c - compares entries by variable, value and key. */
#include "agg/key.h"
#include "agg/sort.h"

#include <stdlib.h>
#include <string.h>
#include "show/show.h"

static int
cmp_u64(uint64_t l, uint64_t r)
{
	return l < r ? -1 : l > r;
}

static int
cmp_i128(__int128 l, __int128 r)
{
	return l < r ? -1 : l > r;
}

/* A value as one number.  Normalization does not affect the order. */
static __int128
value_of(const struct dt_form *f, const uint64_t *w)
{
	int64_t zero;

	switch (f->action) {
	case DTRACEAGG_AVG:
		return dt_show_avg(w, 1);
	case DTRACEAGG_STDDEV:
		return dt_show_stddev(w, 1);
	}
	if (dt_show_isquant(f->action))
		return dt_show_weight(f->action, f->param, w, &zero);
	return (int64_t)w[0];
}

/* The count at 0, which decides between distributions of equal weight. */
static int64_t
zeros_of(const struct dt_aggitem *it)
{
	int64_t zero = 0;

	if (it->ent != NULL && dt_show_isquant(it->form->action))
		(void) dt_show_weight(it->form->action, it->form->param,
		    dt_agg_val(it->ent)->w, &zero);
	return zero;
}

/* Values of different layout or function do not compare; group them. */
static int
cmp_shape(const struct dt_form *l, const struct dt_form *r)
{
	const dtrace_aggdesc_t *a = l->desc, *b = r->desc;

	if (l == r)
		return 0;
	if (a->dtagd_nrecs != b->dtagd_nrecs)
		return a->dtagd_nrecs < b->dtagd_nrecs ? -1 : 1;
	for (int i = 0; i < a->dtagd_nrecs; i++) {
		int c = cmp_u64(a->dtagd_rec[i].dtrd_offset,
		    b->dtagd_rec[i].dtrd_offset);

		if (c == 0)
			c = cmp_u64(a->dtagd_rec[i].dtrd_action,
			    b->dtagd_rec[i].dtrd_action);
		if (c != 0)
			return c;
	}
	return 0;
}

int
dt_agg_valcmp(const struct dt_aggitem *l, const struct dt_aggitem *r)
{
	int c = cmp_shape(l->form, r->form);
	int64_t a, b;

	if (c == 0)
		c = cmp_i128(l->val, r->val);
	if (c != 0 || !dt_show_isquant(l->form->action))
		return c;
	a = zeros_of(l);
	b = zeros_of(r);
	return a < b ? -1 : a > b;
}

/* A record of one of these sizes compares as a number, whatever its type. */
static bool
is_number(size_t size)
{
	return size == 1 || size == 2 || size == 4 || size == 8;
}

/* The first eight bytes of a public record as a number, padded with zeros. */
static uint64_t
number(const struct dt_keydesc *d, const uint64_t *word)
{
	if (dt_agg_isword(d))
		return *word;
	return *word != 0 ? word[1] : 0;
}

/* Eight bytes of a key as a number that sorts like them; 0: past its end. */
static uint64_t
part(const struct dt_keydesc *d, const uint64_t *word, size_t depth)
{
	if (is_number(d->size))
		return number(d, word);
	if (dt_agg_isword(d))
		return __builtin_bswap64(*word);
	if (8 * depth >= dt_agg_keylen(d, word))
		return 0;
	return dt_agg_isusym(d) ? word[1 + depth] :
	    __builtin_bswap64(word[1 + depth]);
}

static int
cmp_key(const struct dt_keydesc *dl, const uint64_t *l,
    const struct dt_keydesc *dr, const uint64_t *r)
{
	size_t nl, nr;
	int c;

	if (dl->size != dr->size)
		return dl->size < dr->size ? -1 : 1;
	if (is_number(dl->size))
		return cmp_u64(number(dl, l), number(dr, r));
	if (dt_agg_isusym(dl) && dt_agg_isusym(dr))
		return l[1] != r[1] ? cmp_u64(l[1], r[1]) :
		    cmp_u64(l[2], r[2]);
	nl = dt_agg_keylen(dl, l);
	nr = dt_agg_keylen(dr, r);
	c = memcmp(l + 1, r + 1, nl < nr ? nl : nr);
	return c != 0 ? c : cmp_u64(nl, nr);
}

static uint32_t
first_key(const struct dt_form *f, int keypos)
{
	return keypos > 0 && keypos < f->nkeys ? (uint32_t)keypos : 0;
}

int
dt_agg_keycmp(const struct dt_aggitem *l, const struct dt_aggitem *r,
    int keypos)
{
	uint32_t n = l->form->nkeys, at = first_key(l->form, keypos);
	int c = 0;

	if (n != r->form->nkeys)
		return n < r->form->nkeys ? -1 : 1;
	if (n == 0)
		return 0;
	if (l->key != r->key &&
	    l->form->keys[at].size == r->form->keys[at].size)
		return cmp_u64(l->key, r->key);
	for (uint32_t i = 0; c == 0 && i < n; i++, at = (at + 1) % n)
		c = cmp_key(&l->form->keys[at],
		    dt_agg_keyat(l->form, l->ent->key.word, at),
		    &r->form->keys[at],
		    dt_agg_keyat(r->form, r->ent->key.word, at));
	return c;
}

void
dt_agg_item(const struct dt_agg *a, struct dt_aggitem *it,
    struct dt_aggent *e, int keypos)
{
	const struct dt_form *f = dt_agg_form(a, e);
	uint32_t at = first_key(f, keypos);

	it->ent = e;
	it->form = f;
	it->val = value_of(f, dt_agg_val(e)->w);
	it->key = f->nkeys == 0 ? 0 :
	    part(&f->keys[at], dt_agg_keyat(f, e->key.word, at), 0);
}

static int
cmp_items(const void *lp, const void *rp, void *arg)
{
	const struct dt_aggitem *l = lp, *r = rp;
	const struct dt_aggorder *o = arg;
	int c = 0;

	for (const enum dt_aggstep *s = o->step; c == 0 && *s != DT_STEP_END;
	    s++) {
		if (*s == DT_STEP_VAR)
			c = cmp_u64((uint64_t)dt_agg_var(l->form),
			    (uint64_t)dt_agg_var(r->form));
		else if (*s == DT_STEP_VAL)
			c = dt_agg_valcmp(l, r);
		else
			c = dt_agg_keycmp(l, r, o->keypos);
	}
	return o->rev ? -c : c;
}

void
dt_agg_sort(struct dt_aggitem *v, size_t n, const struct dt_aggorder *o)
{
	if (n > 1)
		qsort_r(v, n, sizeof(*v), cmp_items, (void *)o);
}

uint64_t
dt_agg_rank(const struct dt_form *f, const struct dt_aggent *e,
    enum dt_aggstep step, int keypos, size_t depth)
{
	uint32_t at = first_key(f, keypos);
	__int128 v;

	if (step == DT_STEP_END)
		return 0;
	if (step == DT_STEP_VAR)
		return (uint64_t)dt_agg_var(f);
	if (step == DT_STEP_KEY)
		return f->nkeys == 0 ? 0 :
		    part(&f->keys[at], dt_agg_keyat(f, e->key.word, at), depth);
	v = value_of(f, dt_agg_val(e)->w);
	if (v < INT64_MIN)
		v = INT64_MIN;
	else if (v > INT64_MAX)
		v = INT64_MAX;
	return (uint64_t)v ^ DT_RANK0;
}

bool
dt_agg_alike(const struct dt_form *l, const struct dt_form *r,
    enum dt_aggstep step)
{
	if (l == r || step == DT_STEP_VAR)
		return true;
	if (step == DT_STEP_VAL)
		return cmp_shape(l, r) == 0;
	return l->nkeys == 1 && r->nkeys == 1 &&
	    l->keys[0].size == r->keys[0].size &&
	    l->keys[0].kind == r->keys[0].kind;
}

bool
dt_agg_deeper(const struct dt_form *f, enum dt_aggstep step)
{
	const struct dt_keydesc *d = &f->keys[0];

	return step == DT_STEP_KEY && f->nkeys == 1 && !is_number(d->size) &&
	    !dt_agg_isword(d) && !dt_agg_haspid(d);
}

bool
dt_agg_decides(const struct dt_form *f, enum dt_aggstep step)
{
	if (step == DT_STEP_VAL)
		return !dt_show_isquant(f->action);
	return step == DT_STEP_VAR || f->nkeys == 0 ||
	    (f->nkeys == 1 && is_number(f->keys[0].size));
}
