/* SPDX-License-Identifier: MIT */
/*
 * alloc.c - gives each virtual register a place: a callee-saved register, else
 * the stack, else the scratch part of the slot.
 *
 * Jumps only go forward, so a register is alive at most from its first to its
 * last mention.  These intervals are scanned once, in the order of their
 * starts.
 */
#include "bpf/gen.h"

#include <stdlib.h>

struct interval {
	uint32_t reg, start, end;
};

struct scan {
	const struct dt_irfn *fn;
	struct interval *v;	/* by start */
	uint32_t n;
	struct dt_loc *loc;
	uint32_t held[DT_NREGS];	/* interval + 1 */
	uint32_t *busy;		/* by spill word: end of its last interval */
	uint32_t nplaces;
};

#define	STACK_PLACES	((DT_MAXSTACK + DT_FP_SPILL + 8) / 8)

static void
mention(struct interval *v, uint32_t reg, uint32_t at)
{
	if (reg == 0)
		return;
	if (v[reg].reg == 0) {
		v[reg].reg = reg;
		v[reg].start = at;
	}
	if (at > v[reg].end)
		v[reg].end = at;
}

static void
mentions(struct interval *v, const struct dt_irins *i, uint32_t at)
{
	uint32_t ops = dt_irops[i->op].operands;

	if ((ops & (DT_IRO_D | DT_IRO_DOPT)) != 0)
		mention(v, i->d, at);
	if ((ops & DT_IRO_A) != 0)
		mention(v, i->a, at);
	if ((ops & (DT_IRO_B | DT_IRO_BI)) != 0)
		mention(v, i->b, at);
	if ((ops & DT_IRO_COPT) != 0)
		mention(v, i->c, at);
	for (uint32_t k = 0; k < i->nargs; k++)
		if (i->args[k].kind == DT_IRA_REG)
			mention(v, i->args[k].v, at);
}

/* A word of a key is used until the search for its record, at the latest. */
static void
until_found(const struct scan *s, uint32_t at)
{
	const struct dt_irins *i = &s->fn->ins[at], *call;

	if (i->op != DT_IR_KEY)
		return;
	call = dt_find_call(s->fn, i);
	if (call != NULL)
		mention(s->v, i->a, (uint32_t)(call - s->fn->ins));
}

static int
by_start(const void *a, const void *b)
{
	const struct interval *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

/* Collect the intervals of all registers that are mentioned, by start. */
static void
intervals(struct scan *s)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->fn->n; i++) {
		mentions(s->v, &s->fn->ins[i], i);
		until_found(s, i);
	}
	for (uint32_t r = 1; r <= s->fn->nregs; r++)
		if (s->v[r].reg != 0)
			s->v[n++] = s->v[r];
	qsort(s->v, n, sizeof(*s->v), by_start);
	s->n = n;
}

/* Assign a spill word, which is free again at the end of its last interval. */
static void
spill(struct scan *s, const struct interval *iv)
{
	struct dt_loc *l = &s->loc[iv->reg];
	uint32_t p;

	for (p = 0; p < s->nplaces; p++)
		if (s->busy[p] <= iv->start)
			break;
	if (p == s->nplaces)
		s->nplaces++;
	s->busy[p] = iv->end;
	if (p < STACK_PLACES) {
		l->kind = DT_LOC_STACK;
		l->n = DT_FP_SPILL - 8 * (int32_t)p;
	} else {
		l->kind = DT_LOC_SLOT;
		l->n = p - STACK_PLACES;
	}
}

static void
give(struct scan *s, uint32_t iv, uint32_t k)
{
	s->held[k] = iv + 1;
	s->loc[s->v[iv].reg] = (struct dt_loc){ DT_LOC_REG,
	    (int32_t)(DT_REG_FIRST + k) };
}

/*
 * Without a free register, the interval that ends last is spilled.  It is in
 * its spill word from its start on, so the word must be free from there on.
 */
static void
place(struct scan *s, uint32_t iv)
{
	uint32_t last = 0;

	for (uint32_t k = 0; k < DT_NREGS; k++) {
		if (s->held[k] != 0 &&
		    s->v[s->held[k] - 1].end <= s->v[iv].start)
			s->held[k] = 0;
		if (s->held[k] == 0) {
			give(s, iv, k);
			return;
		}
		if (s->v[s->held[k] - 1].end > s->v[s->held[last] - 1].end)
			last = k;
	}
	if (s->v[s->held[last] - 1].end <= s->v[iv].end) {
		spill(s, &s->v[iv]);
		return;
	}
	spill(s, &s->v[s->held[last] - 1]);
	give(s, iv, last);
}

int
dt_alloc(const struct dt_irfn *fn, struct dt_arena *arena,
    struct dt_diag *diag, struct dt_loc **out, uint32_t *nspills)
{
	struct scan s = { .fn = fn };
	size_t n = fn->nregs + 1;

	s.v = dt_arena_alloc(arena, n * sizeof(*s.v));
	s.loc = dt_arena_alloc(arena, n * sizeof(*s.loc));
	s.busy = dt_arena_alloc(arena, n * sizeof(*s.busy));
	if (s.v == NULL || s.loc == NULL || s.busy == NULL)
		return dt_diag_nomem(diag);
	intervals(&s);
	for (uint32_t i = 0; i < s.n; i++)
		place(&s, i);
	*nspills = s.nplaces > STACK_PLACES ? s.nplaces - STACK_PLACES : 0;
	*out = s.loc;
	return 0;
}
