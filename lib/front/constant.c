/* SPDX-License-Identifier: MIT */
/*
 * constant.c - integer constants that the parser needs, such as the size of an
 * array.  They are checked like all expressions, but during parsing, before the
 * program's own variables are declared.
 */
#include <errno.h>
#include "front/check.h"

/* Undo an attempt: drop its message and, unless mark is NULL, its names. */
static void
forget(struct dt_parser *p, const struct dt_scope_mark *mark,
    const struct dt_diag *saved)
{
	if (mark != NULL)
		dt_scope_rollback(p->lex.scope, mark);
	if (p->diag->err != -ENOMEM)
		*p->diag = *saved;
}

static struct dt_node *
try_expr(struct dt_parser *p, const struct dt_pnode *n)
{
	struct dt_scope_mark mark = dt_scope_mark(p->lex.scope);
	struct dt_diag saved = *p->diag;
	struct dt_node *value = dt_check_constant(p->check,
	    dt_check_expr(p->check, n));

	forget(p, &mark, &saved);
	return value;
}

bool
dt_parse_constant(struct dt_parser *p, enum dt_tag tag, const char *wanted,
    int64_t *value)
{
	const struct dt_tok t = p->lex.tok;
	struct dt_pnode *e = dt_parse_assign(p);
	struct dt_node *n = e != NULL ? try_expr(p, e) : NULL;

	if (e != NULL && (n == NULL || n->kind != DT_N_INT))
		dt_diag_set(p->diag, tag, t.line,
		    "%s must be an integer constant, and %s... is not one",
		    wanted, dt_lex_quote(&p->lex, &t));
	if (dt_parse_failed(p))
		return false;
	*value = n->value;
	return true;
}

bool
dt_parse_define(struct dt_parser *p, const struct dt_inline *in)
{
	struct dt_scope_mark mark = dt_scope_mark(p->lex.scope);
	struct dt_diag saved = *p->diag;
	int err;

	if (in->is_array)
		return false;
	err = dt_check_define(p->check, in, true);
	forget(p, err != 0 ? &mark : NULL, &saved);
	return err == 0;
}
