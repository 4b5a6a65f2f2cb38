/* SPDX-License-Identifier: MIT */
/* front.c - the pipeline of the front end: text, tree, typed tree. */
#include <errno.h>
#include "front/check.h"

static int
parse(struct dt_parser *p, struct dt_pclause **list)
{
	int err = dt_lex_init(&p->lex);

	if (err != 0)
		return err;
	*list = dt_parse(p);
	return p->diag->err;
}

/* Translators may follow the declaration of a provider that needs them. */
static int
check_providers(struct dt_check *c, const struct dt_provider *v)
{
	for (; v != NULL && c->diag->err == 0 && !c->is_library; v = v->next)
		(void) dt_check_provider(c, v);
	return c->diag->err;
}

static int
check(struct dt_parser *p, const struct dt_pclause *list,
    struct dt_dprog **out)
{
	struct dt_check *c = p->check;
	struct dt_dprog *prog = dt_check_alloc(c, sizeof(*prog));

	if (prog == NULL)
		return -ENOMEM;
	c->cflags = p->lex.cflags;
	prog->types = c->types;
	prog->providers = p->lex.providers;
	*out = prog;
	if (dt_check_program(c, list, prog) == 0)
		(void) check_providers(c, prog->providers);
	prog->nstmts = c->nstmts;
	prog->kernel_line = dt_place_line(c->kernel_line);
	prog->largest = c->largest;
	prog->fields = c->fields;
	prog->nfields = c->nfields;
	if (p->diag->err == 0 && prog->nclauses == 0 &&
	    !(c->cflags & DTRACE_C_EMPTY))
		(void) dt_diag_set(p->diag, D_EMPTY, 0,
		    "the program has no clauses: write at least one");
	if (p->diag->err == 0)
		(void) dt_lex_checkargs(&p->lex);
	if (p->diag->err == 0)
		(void) dt_lex_checkabouts(&p->lex);
	return p->diag->err;
}

int
dt_front(const struct dt_source *src, struct dt_scope *scope,
    const struct dt_env *env, struct dt_arena *arena, struct dt_diag *diag,
    FILE *dump_lex, FILE *dump_ast, struct dt_dprog **out)
{
	struct dt_types *types = dt_scope_types(scope);
	struct dt_parser p = {
		.lex = { .src = src, .env = env, .scope = scope,
		    .types = types, .arena = arena, .diag = diag,
		    .newest = dt_scope_mark(scope).newest, .dump = dump_lex },
		.arena = arena, .diag = diag,
	};
	struct dt_check c = {
		.scope = scope, .types = types, .arena = arena, .diag = diag,
		.env = env, .has_file = src->is_file,
		.is_library = src->is_library, .lex = &p.lex,
	};
	struct dt_scope_mark mark = dt_scope_mark(scope);
	struct dt_pclause *list = NULL;
	struct dt_dprog *prog = NULL;
	int err;

	if (diag->err != 0)
		return diag->err;
	diag->file = src->file;
	p.check = &c;
	p.lex.provtail = &p.lex.providers;
	err = dt_check_init(&c);
	if (err == 0)
		err = parse(&p, &list);
	if (err == 0)
		err = check(&p, list, &prog);
	if (err != 0) {
		dt_scope_rollback(scope, &mark);
		return err;
	}
	if (dump_ast != NULL)
		dt_front_dump_ast(dump_ast, prog);
	*out = prog;
	return 0;
}
