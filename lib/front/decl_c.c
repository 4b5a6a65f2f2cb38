/* SPDX-License-Identifier: MIT */
/*
 * decl_c.c - skips objects and functions of C in headers, which programs cannot
 * use.  They are parsed only for the types that they define.
 */
#include "front/parse.h"

/* Read words such as static, inline and const before a type. */
static void
skip_classes(struct dt_parser *p)
{
	while (!dt_parse_failed(p) &&
	    (dt_lex_row(p->lex.tok.id)->class == DT_WORD_STORE ||
	    p->lex.tok.id == DT_TOK_W_INLINE))
		dt_lex_next(&p->lex);
}

/* Skip the body of a function, which only a header may define. */
static void
skip_body(struct dt_parser *p)
{
	if (p->lex.included != 0)
		dt_lex_skipbody(&p->lex);
	else
		dt_diag_set(p->diag, D_SYNTAX, p->lex.tok.line,
		    "D has no functions with statements: write inline type "
		    "name[type parameter] = expression");
}

/* Skip names up to the ;, or a function with its body. */
static void
skip_declarators(struct dt_parser *p)
{
	while (!dt_parse_failed(p) && p->lex.tok.id != DT_TOK_SEMI &&
	    dt_parse_skip(p)) {
		if (p->lex.tok.id == DT_TOK_LBRACE)
			skip_body(p);
		if (!dt_parse_accept(p, DT_TOK_COMMA))
			return;
	}
}

/* Parse extern type name, ... */
void
dt_parse_extern(struct dt_parser *p)
{
	struct dt_type base;
	int line = p->lex.tok.line;
	bool ok;

	if (p->lex.included != 0)
		skip_classes(p);
	else if (!dt_parse_class(p))
		return;
	p->protos++;
	ok = dt_parse_classtype(p, &base);
	p->protos--;
	if (!ok)
		return;
	if (p->lex.tok.id == DT_TOK_SEMI)
		dt_diag_set(p->diag, D_DECL_USELESS, line,
		    "the declaration names no object or function");
	skip_declarators(p);
}

/* Parse a function from the ( after its name, the current token. */
bool
dt_parse_function(struct dt_parser *p)
{
	dt_lex_next(&p->lex);
	if (!dt_parse_params(p))
		return false;
	if (p->lex.tok.id == DT_TOK_LBRACE)
		skip_body(p);
	return !dt_parse_failed(p);
}

/* Skip _Static_assert (condition, text). */
void
dt_parse_assertion(struct dt_parser *p)
{
	dt_lex_next(&p->lex);
	skip_declarators(p);
}
