/* SPDX-License-Identifier: MIT */
/* build.c - a clause: predicate, statements, end, faults. */
#include "ir/build.h"

#include <string.h>

#define	FIRST_CAP	16	/* operations: most clauses have fewer */

/* The variable under casts that keep at least its low 32 bits. */
static const struct dt_node *
look_through(const struct dt_node *n)
{
	while (n->kind == DT_N_CAST && dt_type_isint(&n->type) &&
	    n->type.size >= 4)
		n = n->left;
	return n;
}

static bool
guard_var(const struct dt_node *n, enum dt_guardvar *var)
{
	if (n->kind != DT_N_VAR || n->ident->kind != DT_ID_BUILTIN)
		return false;
	switch (n->ident->index) {
	case DT_V_PID:
		*var = DT_GUARD_PID;
		return true;
	case DT_V_TID:
		*var = DT_GUARD_TID;
		return true;
	case DT_V_UID:
		*var = DT_GUARD_UID;
		return true;
	default:
		return false;
	}
}

static bool
is_target(const struct dt_node *n)
{
	return n->kind == DT_N_VAR && n->ident->kind == DT_ID_BUILTIN &&
	    n->ident->index == DT_V_TARGET;
}

static bool
is_number(const struct dt_node *n)
{
	return n->kind == DT_N_INT || is_target(n);
}

/*
 * Does it compare an id with a number?  A guard compares the low 32 bits only,
 * which are equal if the values are equal at any larger width.
 */
static bool
is_guard(const struct dt_node *n, struct dt_guard *g)
{
	const struct dt_node *l, *r, *t;

	if (n->kind != DT_N_BINARY || n->op != DT_OP_EQ)
		return false;
	l = look_through(n->left);
	r = look_through(n->right);
	if (is_number(l)) {
		t = l;
		l = r;
		r = t;
	}
	if (!is_number(r) || !guard_var(l, &g->var))
		return false;
	g->target = is_target(r);
	g->value = (uint32_t)r->value;
	/* this number is the same at any width and signedness */
	g->exact = r->value >= 0 && r->value <= INT32_MAX;
	return true;
}

/*
 * Exact guards at the start of the predicate need no operations here, because
 * isel.c emits them.
 */
static void
predicate(struct dt_irbuild *b, const struct dt_node *n, uint32_t unmet)
{
	struct dt_irfn *fn = b->fn;
	struct dt_guard g;
	bool guard;

	if (n->kind == DT_N_BINARY && n->op == DT_OP_LOGAND) {
		predicate(b, n->left, unmet);
		predicate(b, n->right, unmet);
		return;
	}
	guard = fn->nguards < DT_MAXGUARDS && is_guard(n, &g);
	if (guard)
		fn->guards[fn->nguards++] = g;
	if (guard && g.exact && fn->n == 0)
		fn->nfirst = fn->nguards;
	else
		dt_irb_cond(b, n, false, unmet);
}

static void
statement(struct dt_irbuild *b, const struct dt_dstmt *s)
{
	b->line = s->line;
	b->stmt++;
	b->temp = 0;
	switch (s->kind) {
	case DT_S_EXPR:
		dt_irb_effect(b, s->expr);
		dt_irb_rec(b, DTRACEACT_DIFEXPR, 0, 0, s->uarg);
		break;
	case DT_S_AGG:
		dt_irb_agg(b, s);
		break;
	case DT_S_ACT:
		dt_irb_act(b, s);
		break;
	}
}

static void
faults(struct dt_irbuild *b, const struct dt_ident *run)
{
	struct dt_irins *i;

	for (const struct dt_irbfault *f = b->faults; f != NULL; f = f->next) {
		b->line = f->line;
		dt_irb_place(b, f->label);
		if (run != NULL)
			dt_irb_store(b, run, dt_irb_const(b, 0));
		i = dt_irb_add(b, DT_IR_FAULT);
		i->imm = f->what;
		i->ix = f->stmt;
	}
}

static void
body(struct dt_irbuild *b, const struct dt_dclause *c)
{
	for (const struct dt_dstmt *s = c->stmts; s != NULL; s = s->next) {
		statement(b, s);
		if (b->diag->err != 0)
			return;
	}
	if (c->stmts == NULL)
		dt_irb_begin(b);
	dt_irb_publish(b);
	if (!b->fn->records)
		b->fn->nrecs = 0;	/* no statement records anything */
	dt_irb_add(b, DT_IR_RET)->imm = b->exits ? DT_RC_EXIT : DT_RC_OK;
}

uint32_t
dt_irb_leave(struct dt_irbuild *b)
{
	if (b->leave == 0)
		b->leave = dt_irb_label(b);
	return b->leave;
}

static void
clause(struct dt_irbuild *b, const struct dt_dclause *c)
{
	b->line = c->line;
	if (c->pred != NULL) {
		b->line = c->pred->line;
		predicate(b, c->pred, dt_irb_leave(b));
	}
	body(b, c);
	if (b->leave != 0) {
		dt_irb_place(b, b->leave);
		dt_irb_add(b, DT_IR_RET)->imm = DT_RC_OK;
	}
	faults(b, c->run);
}

int
dt_ir_build(const struct dt_dclause *c, const struct dt_iropts *opts,
    struct dt_irformats *formats, struct dt_arena *arena,
    struct dt_arena *code, struct dt_diag *diag, struct dt_irfn *out)
{
	struct dt_irbuild b = {
		.fn = out,
		.arena = arena,
		.code = code,
		.diag = diag,
		.formats = formats,
		.strsize = opts->strsize,
		.rectail = &out->recs,
		.aggtail = &out->aggs,
	};

	*out = (struct dt_irfn){ .cap = FIRST_CAP, .clause = c };
	out->ins = dt_arena_alloc(code, FIRST_CAP * sizeof(*out->ins));
	if (out->ins == NULL)
		return dt_diag_nomem(diag);
	clause(&b, c);
	if (b.faults != NULL)
		out->needs |= DT_NEED_CPU;
	dt_ir_touches(out);
	return diag->err;
}
