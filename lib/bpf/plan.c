/* SPDX-License-Identifier: MIT */
/*
 * plan.c - lays out data: the principal record of a clause, the parts of the
 * slot.
 *
 * The clauses of all programs of a run share a slot: context, clause-local
 * variables, key words, then scratch.  Keys and scratch are used only while a
 * clause runs, so each image lays them out for its own clauses.
 */
#include "bpf/gen.h"

#include <errno.h>

static uint32_t
round8(uint32_t n)
{
	return (n + 7) & ~7u;
}

static void
lay_out(struct dt_plan *p)
{
	uint32_t off = p->ir.spec ? DT_SPEC_RECSIZE : sizeof(struct dt_rechdr);
	uint32_t i = 0, a;

	for (const struct dt_irrec *r = p->ir.recs; i < p->ir.nrecs;
	    r = r->next, i++) {
		a = r->desc.dtrd_alignment;
		off = (off + a - 1) & -a;
		p->recs[i] = r->desc;
		p->recs[i].dtrd_offset = p->recoff[i] = off;
		off += r->desc.dtrd_size;
	}
	p->rec_size = p->ir.records ? round8(off) : 0;
}

static int
get_forms(struct dt_plan *p, struct dt_shapes *shapes, struct dt_diag *diag)
{
	int err;

	for (const struct dt_iragg *a = p->ir.aggs; a != NULL; a = a->next) {
		err = dt_form_get(shapes, a, &p->forms[a->ix]);
		if (err == -EOVERFLOW)
			return dt_diag_set(diag, D_CG_EXPR, a->stmt->line,
			    "there are more than %d kinds of aggregations",
			    UINT16_MAX);
		if (err != 0)
			return dt_diag_nomem(diag);
	}
	return 0;
}

int
dt_plan_clause(struct dt_plan *p, struct dt_shapes *shapes,
    struct dt_arena *arena, struct dt_diag *diag)
{
	size_t nr = p->ir.nrecs + 1, na = p->ir.naggs + 1;

	p->recs = dt_arena_alloc(arena, nr * sizeof(*p->recs));
	p->recoff = dt_arena_alloc(arena, nr * sizeof(*p->recoff));
	p->forms = dt_arena_alloc(arena, na * sizeof(*p->forms));
	if (p->recs == NULL || p->recoff == NULL || p->forms == NULL)
		return dt_diag_nomem(diag);
	lay_out(p);
	if (p->rec_size > DT_MAXRECORD)
		return dt_diag_set(diag, D_CG_EXPR, p->ir.clause->line,
		    "this clause records %u bytes, it may record %u: lower "
		    "option strsize, or record less in one clause",
		    p->rec_size, DT_MAXRECORD);
	return get_forms(p, shapes, diag);
}

/* Lay out the slot, when all clauses are planned and none is generated. */
void
dt_plan_slot(struct dt_plans *all)
{
	uint32_t words = 0, most = 0, n;

	for (uint32_t i = 0; i < all->n; i++) {
		const struct dt_plan *p = &all->v[i];

		for (const struct dt_iragg *a = p->ir.aggs; a != NULL;
		    a = a->next)
			if (a->kw_max > words)
				words = a->kw_max;
		n = p->ir.temps + 8 * p->nspills;
		if (n > most)
			most = n;
	}
	all->key_words = words;
	all->scratch = offsetof(struct dt_slot, key) + 8 * words;
	all->slot_size = all->scratch + most;
}
