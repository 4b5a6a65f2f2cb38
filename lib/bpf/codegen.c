/* SPDX-License-Identifier: MIT */
/*
 * codegen.c - runs the passes: build all clauses, plan them, lay out the slot
 * that they share, then generate the code of each.
 */
#include "bpf/gen.h"

#include <errno.h>

struct work {
	const struct dt_dprog *prog;
	const struct dt_cgopts *opts;
	struct dt_arena *arena;
	struct dt_arena *code;		/* of the operations of all clauses */
	struct dt_diag *diag;
	struct dt_irformats formats;
	struct dt_plans plans;
	struct dt_image *img;
};

static int
build_clause(struct work *w, const struct dt_dclause *c, struct dt_plan *p)
{
	struct dt_iropts opts = { .strsize = w->opts->strsize };
	const char *why;
	uint32_t at;
	int rc;

	if (dt_ir_build(c, &opts, &w->formats, w->arena, w->code, w->diag,
	    &p->ir) != 0)
		return w->diag->err;
	if (w->opts->dump_ir != NULL)
		dt_ir_dump(&p->ir, w->opts->dump_ir);
	rc = dt_ir_verify(&p->ir, &at, &why);
	if (rc == -ENOMEM)
		return dt_diag_nomem(w->diag);
	if (rc != 0)
		return dt_diag_set(w->diag, D_UNKNOWN, c->line,
		    "the compiler made an instruction (%u) with %s", at, why);
	if (dt_vars_collect(&w->plans.shapes, &p->ir) != 0)
		return dt_diag_nomem(w->diag);
	if (dt_plan_clause(p, &w->plans.shapes, w->arena, w->diag) != 0)
		return w->diag->err;
	return dt_alloc(&p->ir, w->arena, w->diag, &p->loc, &p->nspills);
}

static int
build_all(struct work *w)
{
	const struct dt_dclause *c = w->prog->clauses;

	for (uint32_t i = 0; i < w->plans.n; i++, c = c->next)
		if (build_clause(w, c, &w->plans.v[i]) != 0)
			return w->diag->err;
	dt_plan_slot(&w->plans);
	return 0;
}

static uint32_t
count_records(const struct dt_dstmt *s)
{
	switch (s->act) {
#define	DT_ACT(id, name, kind, min, max, arity, undefined, check,	\
	    build, nrecs)						\
	case DT_A_##id:							\
		return nrecs;
#include "tbl/acts.h"
	default:
		return 0;
	}
}

/* An expression statement has a record without data, which is not counted. */
static void
fact(struct dt_stmt *out, const struct dt_dstmt *s)
{
	out->line = dt_place_line(s->line);
	switch (s->kind) {
	case DT_S_EXPR:
		out->action = DTRACEACT_DIFEXPR;
		return;
	case DT_S_AGG:
		out->action = s->agg->aggfunc;
		out->nkeys = s->nkeys;
		return;
	case DT_S_ACT:
		out->action = dt_actrows[s->act].kind;
		out->nrecs = count_records(s);
		out->speculates = s->act == DT_A_SPECULATE;
		return;
	}
}

/* A clause without statements gets one, which records only that it fired. */
static int
facts(struct work *w, struct dt_clause *out, const struct dt_plan *p)
{
	const struct dt_dstmt *s = p->ir.clause->stmts;
	uint32_t n = 0, agg = 0;

	for (; s != NULL; s = s->next)
		n++;
	out->nstmts = n != 0 ? n : 1;
	out->stmts = dt_arena_alloc(w->arena,
	    out->nstmts * sizeof(*out->stmts));
	if (out->stmts == NULL)
		return dt_diag_nomem(w->diag);
	if (n == 0) {
		out->stmts[0].action = DTRACEACT_NONE;
		out->stmts[0].attr = p->ir.clause->attr;
		out->stmts[0].line = dt_place_line(p->ir.clause->line);
		out->stmts[0].nrecs = 1;
	}
	n = 0;
	for (s = p->ir.clause->stmts; s != NULL; s = s->next, n++) {
		fact(&out->stmts[n], s);
		out->stmts[n].attr = s->attr;
		dt_attr_min(&out->stmts[n].attr, p->ir.clause->attr);
		if (s->kind == DT_S_AGG)
			out->stmts[n].form = p->forms[agg++];
	}
	return 0;
}

static int
generate_clause(struct work *w, const struct dt_plan *p, uint32_t ix,
    struct dt_clause *out)
{
	const struct dt_dclause *c = p->ir.clause;

	if (dt_isel(&w->plans, p, w->arena, w->diag, out) != 0)
		return w->diag->err;
	out->line = dt_place_line(c->line);
	if (dt_clause_name(out, ix, w->arena) != 0)
		return dt_diag_nomem(w->diag);
	out->pdescs = c->pdescs;
	out->npdescs = c->npdescs;
	out->args = c->args;
	out->nargs = c->nargs;
	out->nguards = p->ir.nguards;
	for (uint32_t i = 0; i < p->ir.nguards; i++)
		out->guards[i] = p->ir.guards[i];
	out->nfirst = p->ir.nfirst;
	out->needs_first = dt_guard_needs(out->guards, out->nfirst);
	out->needs = p->ir.needs;
	memcpy(out->touches, p->ir.touches, sizeof(out->touches));
	out->ntouches = p->ir.ntouches;
	out->scratch = p->ir.scratch;
	out->names = p->ir.names;
	if (p->ir.dyn_words > w->img->dyn_words)
		w->img->dyn_words = p->ir.dyn_words;
	out->nagg = p->ir.naggs;
	out->rec_size = p->rec_size;
	out->spec = p->ir.spec;
	out->recs = p->recs;
	out->nrecs = p->ir.nrecs;
	return facts(w, out, p);
}

static int
take_formats(struct work *w, struct dt_image *img)
{
	const char *why = "";
	struct dt_fmt *fmt;
	size_t at;
	int err;

	img->nformats = w->formats.n;
	img->formats = dt_arena_alloc(w->arena,
	    (img->nformats + 1) * sizeof(*img->formats));
	if (img->formats == NULL)
		return dt_diag_nomem(w->diag);
	for (uint32_t i = 0; i < img->nformats; i++) {
		err = dt_fmt_parse(w->arena, w->formats.v[i], &fmt, &why, &at);
		if (err == -ENOMEM)
			return dt_diag_nomem(w->diag);
		if (err != 0)
			return dt_diag_set(w->diag, D_PRINTF_ARG_FMT, 0,
			    "the format \"%s\": %s", w->formats.v[i], why);
		img->formats[i] = (struct dt_format){ w->formats.v[i], fmt };
	}
	return 0;
}

/* Copy the fields from their list to an array. */
static int
take_fields(struct work *w, struct dt_image *img)
{
	const struct dt_field *f = w->prog->fields;

	img->nfields = w->prog->nfields;
	img->fields = dt_arena_alloc(w->arena,
	    (img->nfields + 1) * sizeof(*img->fields));
	if (img->fields == NULL)
		return dt_diag_nomem(w->diag);
	for (uint32_t i = 0; i < img->nfields; i++, f = f->next)
		img->fields[i] = *f;
	return 0;
}

static int
generate_all(struct work *w)
{
	struct dt_image *img = dt_arena_alloc(w->arena, sizeof(*img));

	if (img == NULL)
		return dt_diag_nomem(w->diag);
	w->img = img;
	img->nclauses = w->plans.n;
	img->clauses = dt_arena_alloc(w->arena,
	    (img->nclauses + 1) * sizeof(*img->clauses));
	if (img->clauses == NULL)
		return dt_diag_nomem(w->diag);
	for (uint32_t i = 0; i < img->nclauses; i++)
		if (generate_clause(w, &w->plans.v[i], i,
		    &img->clauses[i]) != 0)
			return w->diag->err;
	img->slot_size = w->plans.slot_size;
	img->key_words = w->plans.key_words;
	img->strsize = w->opts->strsize;
	img->vars = w->plans.shapes.vars;
	img->nvars = w->plans.shapes.nvars;
	img->forms = w->plans.shapes.forms;
	img->nforms = w->plans.shapes.nforms;
	img->nstmts = w->prog->nstmts;
	img->kernel_line = w->prog->kernel_line;
	if (take_formats(w, img) != 0 || take_fields(w, img) != 0)
		return w->diag->err;
	if (w->opts->dump_bpf != NULL)
		dt_image_dump(img, w->opts->dump_bpf);
	return 0;
}

int
dt_codegen(const struct dt_dprog *prog, const struct dt_cgopts *opts,
    struct dt_arena *arena, struct dt_diag *diag, struct dt_image **out)
{
	struct work w = {
		.prog = prog,
		.opts = opts,
		.arena = arena,
		.diag = diag,
		.plans.shapes.arena = arena,
	};

	if (opts->strsize == 0)
		return dt_diag_set(diag, D_CG_EXPR, 0,
		    "option strsize is 0: a string needs at least the byte "
		    "that ends it");
	if (opts->strsize > DT_MAXSTRSIZE)
		return dt_diag_set(diag, D_CG_EXPR, 0, "option strsize is %u "
		    "bytes: at most %u are possible, since the kernel's "
		    "verifier follows each loop over a string",
		    opts->strsize, DT_MAXSTRSIZE);
	w.plans.n = prog->nclauses;
	w.plans.strsize = opts->strsize;
	w.plans.v = dt_arena_alloc(arena,
	    (prog->nclauses + 1) * sizeof(*w.plans.v));
	w.code = dt_arena_create();
	if (w.plans.v == NULL || w.code == NULL)
		dt_diag_nomem(diag);
	else if (build_all(&w) == 0 && generate_all(&w) == 0)
		*out = w.img;
	dt_arena_destroy(w.code);
	return diag->err;
}
