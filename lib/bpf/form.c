/* SPDX-License-Identifier: MIT */
/* form.c - the forms of an image's aggregations. */
#include "bpf/gen.h"

#include <errno.h>
#include <string.h>

bool
dt_form_like(const struct dt_form *a, const struct dt_form *b)
{
	if (a->var != b->var || a->action != b->action ||
	    a->param != b->param || a->nkeys != b->nkeys)
		return false;
	for (uint32_t i = 0; i < a->nkeys; i++) {
		const struct dt_keydesc *x = &a->keys[i], *y = &b->keys[i];

		if (x->kind != y->kind || x->action != y->action ||
		    x->size != y->size || x->is_signed != y->is_signed ||
		    x->is_literal != y->is_literal ||
		    x->nframes != y->nframes)
			return false;
	}
	return true;
}

static int
grow(struct dt_shapes *s)
{
	uint32_t cap = s->formcap != 0 ? 2 * s->formcap : 16;
	struct dt_form *v = dt_arena_alloc(s->arena, cap * sizeof(*v));

	if (v == NULL)
		return -ENOMEM;
	if (s->nforms != 0)
		memcpy(v, s->forms, s->nforms * sizeof(*v));
	s->forms = v;
	s->formcap = cap;
	return 0;
}

int
dt_form_get(struct dt_shapes *s, const struct dt_iragg *agg, uint32_t *index)
{
	const struct dt_form form = {
		.id = (uint16_t)s->nforms,
		.var = dt_var_index(s, agg->ident),
		.stmt = agg->stmt->uarg,
		.nkeys = (uint16_t)agg->nkeys,
		.nw = agg->nw,
		.kw_max = agg->kw_max,
		.param = agg->ident->aggparam,
		.action = agg->ident->aggfunc,
		.keys = agg->keys,
	};

	for (*index = 0; *index < s->nforms; ++*index)
		if (dt_form_like(&s->forms[*index], &form))
			return 0;
	if (s->nforms > UINT16_MAX)
		return -EOVERFLOW;
	if (s->nforms == s->formcap && grow(s) != 0)
		return -ENOMEM;
	s->forms[s->nforms++] = form;
	return 0;
}
