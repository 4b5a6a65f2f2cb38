/* SPDX-License-Identifier: MIT */
/*
 * group.c - turns clauses into functions of a program, once for each level.
 * The kernel limits the number of functions: if a point has too many clauses,
 * several go unchanged into one function, and its fifth parameter selects the
 * one to run.
 */
#include <errno.h>
#include <string.h>

#include "kernel/kernel.h"

static int
concatenate(const struct dt_kshim *s, const struct dt_func **fns, uint32_t n,
    struct dt_func **out)
{
	struct dt_emit e = { .arena = s->arena };
	struct dt_label next = { 0 };
	uint32_t i;

	for (i = 0; i < n; i++) {
		if (i + 1 < n)
			dt_emit_jump(&e, JMPI(BPF_JNE, 5, (int)i), &next);
		dt_emit_func(&e, fns[i]);
		dt_emit_here(&e, &next);
	}
	*out = dt_emit_end(&e, "");
	return e.err;
}

/* Name the function as its callers do, and add it for both levels. */
static int
add(struct dt_kshim *s, const struct dt_func **fns, uint32_t n, char kind,
    uint32_t ix)
{
	bool clause = kind == 'c';
	struct dt_func *f = dt_arena_alloc(s->arena, sizeof(*f));
	int v, err = f != NULL ? 0 : -ENOMEM;

	if (err == 0 && n > 1)
		err = concatenate(s, fns, n, &f);
	else if (err == 0)
		*f = *fns[0];
	if (err != 0)
		return err;
	memcpy(f->params, fns[0]->params, sizeof(f->params));
	f->nparams = n > 1 ? 5 : fns[0]->nparams;
	f->name = dt_arena_printf(s->arena, "%c%u", kind, ix);
	f->global = 0;
	if (f->name == NULL)
		return -ENOMEM;
	for (v = 0; v < DT_NVARS; v++)
		if (clause ? !dt_kernel_is_inline(s, ix, v) :
		    v != DT_VAR_L0 || !s->faultless)
			s->roots[s->nroots++] = (struct dt_linkroot){ f, v };
	return 0;
}

const struct dt_func *
dt_kernel_code(const struct dt_kshim *s, const struct dt_enpoint *p, uint32_t i)
{
	const struct dt_clause *c = p->clauses[i];
	uint32_t n = DT_GUARDINSNS * c->nfirst, r;
	struct dt_reloc *rels;
	struct dt_func *f;

	if (n == 0 || p != s->point || !dt_kernel_tested(s, i))
		return &c->code;
	f = dt_arena_alloc(s->arena, sizeof(*f));
	rels = dt_arena_alloc(s->arena, (c->code.nrels + 1) * sizeof(*rels));
	if (f == NULL || rels == NULL)
		return NULL;
	*f = c->code;
	f->insns += n;
	f->ninsns -= n;
	for (r = 0; r < f->nrels; r++) {
		rels[r] = c->code.rels[r];
		rels[r].insn -= n;
	}
	f->rels = rels;
	f->lines = NULL;
	return f;
}

int
dt_kernel_clauses(struct dt_kshim *s, const struct dt_enpoint *p, char kind,
    const uint64_t *mask)
{
	const struct dt_func **fns;
	uint32_t i, n = 0, ix = 0;
	int err = 0;

	fns = dt_arena_alloc(s->arena, s->group * sizeof(*fns));
	if (fns == NULL)
		return -ENOMEM;
	for (i = 0; err == 0 && i < p->nclauses; i++) {
		if (mask != NULL && !dt_in_mask(mask, i))
			continue;
		fns[n] = dt_kernel_code(s, p, i);
		if (fns[n++] == NULL)
			return -ENOMEM;
		if (n == s->group) {
			err = add(s, fns, n, kind, ix++);
			n = 0;
		}
	}
	if (err == 0 && n != 0)
		err = add(s, fns, n, kind, ix);
	return err;
}
