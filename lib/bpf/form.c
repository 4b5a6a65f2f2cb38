/* SPDX-License-Identifier: MIT */
/* form.c - the shapes of aggregations: found or made, described, removed. */
#include "bpf/gen.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/act.h"

static bool
same_keys(const struct dt_form *f, const struct dt_iragg *a)
{
	if (f->nkeys != a->nkeys)
		return false;
	for (uint32_t i = 0; i < a->nkeys; i++) {
		const struct dt_keydesc *x = &f->keys[i], *y = &a->keys[i];

		if (x->kind != y->kind || x->action != y->action ||
		    x->size != y->size || x->is_signed != y->is_signed ||
		    x->nframes != y->nframes)
			return false;
	}
	return true;
}

static struct dt_form *
find(const struct dt_forms *forms, const struct dt_iragg *a)
{
	for (uint32_t i = 0; i < forms->n; i++) {
		struct dt_form *f = forms->v[i];

		if (f->desc->dtagd_varid == a->ident->index &&
		    f->action == a->ident->aggfunc &&
		    f->param == a->ident->aggparam && same_keys(f, a))
			return f;
	}
	return NULL;
}

/* Append a record at the next place that suits it. */
static dtrace_recdesc_t *
record(dtrace_aggdesc_t *d, dtrace_actkind_t action, uint32_t size,
    uint64_t uarg)
{
	dtrace_recdesc_t *r = &d->dtagd_rec[d->dtagd_nrecs++];
	uint32_t a = dt_ir_alignment(size);

	d->dtagd_size = (d->dtagd_size + a - 1) & -a;
	r->dtrd_action = action;
	r->dtrd_size = size;
	r->dtrd_offset = d->dtagd_size;
	r->dtrd_alignment = a;
	r->dtrd_uarg = uarg;
	d->dtagd_size += size;
	return r;
}

/* What a key is, as a traced value has it. */
static uint64_t
key_arg(const struct dt_keydesc *k)
{
	switch (k->kind) {
	case DT_KEY_STACK:
		return dt_act_stackarg(k->action, k->nframes,
		    k->size - (k->nframes + 1) * 8);
	case DT_KEY_SYM:
		return 0;
	case DT_KEY_INT:
		return k->is_signed ? DT_PF_SIGNED : DT_PF_UNSIGNED;
	default:
		return DT_PF_STRING;
	}
}

static void
describe(dtrace_aggdesc_t *d, const struct dt_form *f,
    const struct dt_iragg *a)
{
	uint64_t uarg = a->stmt->uarg;
	dtrace_recdesc_t *r;

	d->dtagd_varid = a->ident->index;
	d->dtagd_id = f->id + 1;
	d->dtagd_size = 8;		/* the id, padded */
	record(d, DTRACEACT_DIFEXPR, 8, uarg);
	for (uint32_t i = 0; i < f->nkeys; i++) {
		const struct dt_keydesc *k = &f->keys[i];

		r = record(d, k->action != 0 ? k->action :
		    DTRACEACT_DIFEXPR, k->size, uarg);
		r->dtrd_arg = key_arg(k);
	}
	r = record(d, f->action, dt_form_valsize(f), uarg);
	r->dtrd_arg = f->param;
}

/* Description and name are one piece of memory. */
static dtrace_aggdesc_t *
make_desc(const struct dt_form *f, const struct dt_iragg *a)
{
	const char *name = a->ident->name;
	size_t size = sizeof(dtrace_aggdesc_t) +
	    (f->nkeys + 1) * sizeof(dtrace_recdesc_t);
	size_t len = strlen(name) + 1;
	dtrace_aggdesc_t *d = calloc(1, size + len);

	if (d == NULL)
		return NULL;
	d->dtagd_name = memcpy((char *)d + size, name, len);
	describe(d, f, a);
	return d;
}

static void
form_free(struct dt_form *f)
{
	if (f == NULL)
		return;
	free(f->keys);
	free(f->desc);
	free(f);
}

static struct dt_form *
make(const struct dt_forms *forms, const struct dt_iragg *a)
{
	struct dt_form *f = calloc(1, sizeof(*f));

	if (f == NULL)
		return NULL;
	f->id = forms->n;
	f->nkeys = a->nkeys;
	f->nw = a->nw;
	f->kw_max = a->kw_max;
	f->param = a->ident->aggparam;
	f->action = a->ident->aggfunc;
	f->keys = calloc(a->nkeys + 1, sizeof(*f->keys));
	if (f->keys != NULL) {
		memcpy(f->keys, a->keys, a->nkeys * sizeof(*f->keys));
		f->desc = make_desc(f, a);
	}
	if (f->desc != NULL)
		return f;
	form_free(f);
	return NULL;
}

int
dt_form_get(struct dt_forms *forms, const struct dt_iragg *agg,
    struct dt_form **out)
{
	struct dt_form **v, *f = find(forms, agg);

	*out = f;
	if (f != NULL)
		return 0;
	if (forms->n > UINT16_MAX)
		return -EOVERFLOW;
	v = realloc(forms->v, (forms->n + 1) * sizeof(*v));
	if (v == NULL)
		return -ENOMEM;
	forms->v = v;
	f = make(forms, agg);
	if (f == NULL)
		return -ENOMEM;
	v[forms->n++] = *out = f;
	return 0;
}

void
dt_forms_cut(struct dt_forms *forms, uint32_t n)
{
	while (forms->n > n)
		form_free(forms->v[--forms->n]);
}

void
dt_forms_free(struct dt_forms *forms)
{
	dt_forms_cut(forms, 0);
	free(forms->v);
	forms->v = NULL;
}
