/* SPDX-License-Identifier: MIT */
/*
 * codec.c - converts the structs of an image to bytes and back.  One function a
 * struct lists the members for both directions.  Only lengths are checked here;
 * vet.c checks the values.
 */
#include "run/file.h"

#include <errno.h>
#include <string.h>

#define	NONE	UINT32_MAX	/* the length of a NULL string */

static void
code_bytes(struct dt_codec *c, void *v, size_t n)
{
	if (c->err != 0)
		return;
	if (c->out != NULL) {
		dt_buf_add(c->out, v, n);
		c->err = c->out->err;
	} else if ((size_t)(c->end - c->p) < n) {
		c->err = -EINVAL;
	} else {
		memcpy(v, c->p, n);
		c->p += n;
	}
}

/* A number, in as many bytes as the member has. */
#define	NUM(c, x)	code_bytes(c, &(x), sizeof(x))

/* A bool, as a byte that is 0 or 1. */
static void
code_bool(struct dt_codec *c, int *v)
{
	uint8_t b = *v != 0;

	code_bytes(c, &b, 1);
	if (b > 1)
		c->err = -EINVAL;
	*v = b;
}

static void
code_string(struct dt_codec *c, const char **s)
{
	uint32_t n = *s != NULL ? (uint32_t)strlen(*s) : NONE;

	if (c->out != NULL) {
		NUM(c, n);
		if (*s != NULL)
			code_bytes(c, (void *)*s, n);
		return;
	}
	NUM(c, n);
	*s = NULL;
	if (c->err != 0 || n == NONE)
		return;
	if ((size_t)(c->end - c->p) < n || memchr(c->p, 0, n) != NULL) {
		c->err = -EINVAL;
		return;
	}
	*s = dt_arena_strndup(c->arena, (const char *)c->p, n);
	c->err = *s != NULL ? 0 : -ENOMEM;
	c->p += n;
}

/*
 * The number of elements that follow; reading allocates them.  An element takes
 * at least `least` bytes of the file, so a short file cannot cause a large
 * allocation.
 */
static void *
code_array(struct dt_codec *c, const void *v, uint32_t *n, size_t size,
    size_t least)
{
	void *to;

	NUM(c, *n);
	if (c->out != NULL)
		return (void *)v;
	if (c->err == 0 && *n > (size_t)(c->end - c->p) / least)
		c->err = -EINVAL;
	if (c->err != 0)
		*n = 0;
	to = dt_arena_alloc(c->arena, ((size_t)*n + 1) * size);
	if (to == NULL) {
		c->err = -ENOMEM;
		*n = 0;
	}
	return to;
}

static void
code_pragma(struct dt_codec *c, struct dt_pragma *p)
{
	code_string(c, &p->name);
	code_string(c, &p->value);
}

static void
code_head(struct dt_codec *c, struct dt_image *img)
{
	NUM(c, img->slot_size);
	NUM(c, img->key_words);
	NUM(c, img->dyn_words);
	NUM(c, img->strsize);
	NUM(c, img->nstmts);
	NUM(c, img->kernel_line);
	NUM(c, img->kernel);
	img->pragmas = code_array(c, img->pragmas, &img->npragmas,
	    sizeof(*img->pragmas), 8);
	for (uint32_t i = 0; i < img->npragmas; i++)
		code_pragma(c, &img->pragmas[i]);
}

static void
code_vars(struct dt_codec *c, struct dt_image *img)
{
	img->vars = code_array(c, img->vars, &img->nvars, sizeof(*img->vars),
	    16);
	for (uint32_t i = 0; i < img->nvars; i++) {
		struct dt_var *v = &img->vars[i];

		NUM(c, v->kind);
		NUM(c, v->line);
		NUM(c, v->size);
		code_string(c, &v->name);
		code_string(c, &v->type);
	}
}

static void
code_form(struct dt_codec *c, struct dt_form *f)
{
	uint32_t nkeys = f->nkeys;

	NUM(c, f->var);
	NUM(c, f->stmt);
	NUM(c, f->nw);
	NUM(c, f->kw_max);
	NUM(c, f->param);
	NUM(c, f->action);
	f->keys = code_array(c, f->keys, &nkeys, sizeof(*f->keys), 16);
	if (nkeys > UINT16_MAX) {
		c->err = -EINVAL;
		return;
	}
	f->nkeys = (uint16_t)nkeys;
	for (uint32_t i = 0; i < nkeys; i++) {
		NUM(c, f->keys[i].kind);
		NUM(c, f->keys[i].is_signed);
		NUM(c, f->keys[i].action);
		NUM(c, f->keys[i].is_literal);
		NUM(c, f->keys[i].size);
		NUM(c, f->keys[i].nframes);
	}
}

static void
code_forms(struct dt_codec *c, struct dt_image *img)
{
	img->forms = code_array(c, img->forms, &img->nforms,
	    sizeof(*img->forms), 28);
	for (uint32_t i = 0; i < img->nforms; i++) {
		img->forms[i].id = (uint16_t)i;
		code_form(c, &img->forms[i]);
	}
}

static void
code_formats(struct dt_codec *c, struct dt_image *img)
{
	img->formats = code_array(c, img->formats, &img->nformats,
	    sizeof(*img->formats), 4);
	for (uint32_t i = 0; i < img->nformats; i++)
		code_string(c, &img->formats[i].text);
}

static void
code_fields(struct dt_codec *c, struct dt_image *img)
{
	img->fields = code_array(c, img->fields, &img->nfields,
	    sizeof(*img->fields), 21);
	for (uint32_t i = 0; i < img->nfields; i++) {
		struct dt_field *f = &img->fields[i];

		NUM(c, f->kind);
		NUM(c, f->line);
		code_string(c, &f->type);
		code_string(c, &f->name);
		code_string(c, &f->is);
		code_bool(c, &f->is_fixed);
		f->index = i;
		if (!f->is_fixed)
			continue;
		NUM(c, f->value);
		NUM(c, f->bits);
		NUM(c, f->count);
	}
}

static void
code_args(struct dt_codec *c, struct dt_clause *cl)
{
	struct dt_typedarg *v = code_array(c, cl->args, &cl->nargs, sizeof(*v),
	    12);

	for (uint32_t i = 0; i < cl->nargs; i++) {
		NUM(c, v[i].number);
		NUM(c, v[i].line);
		code_string(c, &v[i].type);
	}
	cl->args = v;
}

static void
code_opens(struct dt_codec *c, struct dt_clause *cl)
{
	cl->opens = code_array(c, cl->opens, &cl->nopens, sizeof(*cl->opens),
	    20);
	for (uint32_t i = 0; i < cl->nopens; i++) {
		struct dt_open *o = &cl->opens[i];
		uint64_t *words;

		NUM(c, o->insn);
		NUM(c, o->kind);
		NUM(c, o->index);
		NUM(c, o->kw);
		words = code_array(c, o->words, &o->nwords, 8, 8);
		if (o->nwords != 0)
			code_bytes(c, words, 8 * (size_t)o->nwords);
		o->words = words;
	}
}

static void
code_rels(struct dt_codec *c, struct dt_func *f)
{
	struct dt_reloc *v = code_array(c, f->rels, &f->nrels, sizeof(*v), 20);

	for (uint32_t i = 0; i < f->nrels; i++) {
		NUM(c, v[i].insn);
		NUM(c, v[i].kind);
		code_string(c, &v[i].sym);
		NUM(c, v[i].addend);
	}
	f->rels = v;
}

static void
code_insns(struct dt_codec *c, struct dt_func *f)
{
	struct bpf_insn *insns = code_array(c, f->insns, &f->ninsns,
	    sizeof(*insns), sizeof(*insns) + sizeof(*f->lines));
	uint32_t *lines = (uint32_t *)f->lines;

	code_bytes(c, insns, f->ninsns * sizeof(*insns));
	if (c->out == NULL) {
		lines = dt_arena_alloc(c->arena,
		    ((size_t)f->ninsns + 1) * sizeof(*lines));
		if (lines == NULL) {
			c->err = -ENOMEM;
			return;
		}
	}
	code_bytes(c, lines, f->ninsns * sizeof(*lines));
	f->insns = insns;
	f->lines = lines;
}

static void
code_pdescs(struct dt_codec *c, struct dt_clause *cl)
{
	cl->pdescs = code_array(c, cl->pdescs, &cl->npdescs,
	    sizeof(*cl->pdescs), 20);
	for (uint32_t i = 0; i < cl->npdescs; i++) {
		for (int k = 0; k < 4; k++)
			code_string(c, &cl->pdescs[i].part[k]);
		NUM(c, cl->pdescs[i].line);
	}
}

static void
code_guards(struct dt_codec *c, struct dt_clause *cl)
{
	NUM(c, cl->nguards);
	NUM(c, cl->nfirst);
	if (cl->nguards > DT_MAXGUARDS || cl->nfirst > cl->nguards) {
		c->err = c->err != 0 ? c->err : -EINVAL;
		cl->nguards = 0;
	}
	for (uint32_t i = 0; i < cl->nguards; i++) {
		struct dt_guard *g = &cl->guards[i];
		uint32_t var = g->var;

		NUM(c, var);
		g->var = var;
		NUM(c, g->value);
		code_bool(c, &g->target);
		code_bool(c, &g->exact);
	}
}

static void
code_touches(struct dt_codec *c, struct dt_clause *cl)
{
	NUM(c, cl->ntouches);
	if (cl->ntouches > DT_MAXTOUCHES) {
		c->err = c->err != 0 ? c->err : -EINVAL;
		cl->ntouches = 0;
	}
	for (uint32_t i = 0; i < cl->ntouches; i++) {
		NUM(c, cl->touches[i].arg);
		NUM(c, cl->touches[i].off);
	}
}

static void
code_recs(struct dt_codec *c, struct dt_clause *cl)
{
	cl->recs = code_array(c, cl->recs, &cl->nrecs, sizeof(*cl->recs), 32);
	for (uint32_t i = 0; i < cl->nrecs; i++) {
		dtrace_recdesc_t *r = &cl->recs[i];

		NUM(c, r->dtrd_action);
		NUM(c, r->dtrd_size);
		NUM(c, r->dtrd_offset);
		NUM(c, r->dtrd_alignment);
		NUM(c, r->dtrd_format);
		NUM(c, r->dtrd_arg);
		NUM(c, r->dtrd_uarg);
	}
}

static void
code_stmts(struct dt_codec *c, struct dt_clause *cl)
{
	cl->stmts = code_array(c, cl->stmts, &cl->nstmts, sizeof(*cl->stmts),
	    23);
	for (uint32_t i = 0; i < cl->nstmts; i++) {
		struct dt_stmt *s = &cl->stmts[i];

		NUM(c, s->action);
		NUM(c, s->line);
		NUM(c, s->nrecs);
		NUM(c, s->nkeys);
		NUM(c, s->form);
		code_bool(c, &s->speculates);
		NUM(c, s->attr.dtat_name);
		NUM(c, s->attr.dtat_data);
		NUM(c, s->attr.dtat_class);
	}
}

static void
code_clause(struct dt_codec *c, struct dt_clause *cl)
{
	code_pdescs(c, cl);
	code_args(c, cl);
	code_guards(c, cl);
	code_touches(c, cl);
	NUM(c, cl->needs);
	NUM(c, cl->needs_first);
	NUM(c, cl->scratch.known);
	code_bool(c, &cl->scratch.any);
	NUM(c, cl->names);
	NUM(c, cl->nagg);
	NUM(c, cl->rec_size);
	code_bool(c, &cl->spec);
	NUM(c, cl->line);
	code_recs(c, cl);
	code_stmts(c, cl);
	code_insns(c, &cl->code);
	code_rels(c, &cl->code);
	code_opens(c, cl);
}

static void
code_clauses(struct dt_codec *c, struct dt_image *img)
{
	img->clauses = code_array(c, img->clauses, &img->nclauses,
	    sizeof(*img->clauses), 80);
	for (uint32_t i = 0; i < img->nclauses; i++)
		code_clause(c, &img->clauses[i]);
}

void
dt_code_section(struct dt_codec *c, enum dt_section which,
    struct dt_image *img)
{
	static void (*const v[DT_NSECTIONS])(struct dt_codec *,
	    struct dt_image *) = {
		[DT_SEC_IMAGE] = code_head,
		[DT_SEC_VARS] = code_vars,
		[DT_SEC_FORMS] = code_forms,
		[DT_SEC_FORMATS] = code_formats,
		[DT_SEC_FIELDS] = code_fields,
		[DT_SEC_CLAUSES] = code_clauses,
	};

	v[which](c, img);
}
