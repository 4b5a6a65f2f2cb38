/* SPDX-License-Identifier: MIT */
/* parse_inline.c - parses inlines: type name = expression, name[parameters]. */
#include <string.h>
#include "front/inline.h"

/* The current token is the name of a parameter, if it has one. */
static bool
check_paramname(struct dt_parser *p, const struct dt_inline *in)
{
	const struct dt_tok *t = &p->lex.tok;

	if (t->id == DT_TOK_COMMA || t->id == DT_TOK_RBRACKET)
		dt_diag_set(p->diag, D_DECL_PROTO_NAME, in->line,
		    "parameter %u of %s[] has no name: write one after its "
		    "type", in->nparams + 1, in->name);
	for (uint32_t i = 0; t->id == DT_TOK_IDENT && i < in->nparams; i++)
		if (strcmp(in->params[i].name, t->str) == 0)
			dt_diag_set(p->diag, D_DECL_PROTO_NAME, in->line,
			    "two parameters of %s[] have the name %s",
			    in->name, t->str);
	return !dt_parse_failed(p);
}

static bool
parse_param(struct dt_parser *p, struct dt_inline *in)
{
	struct dt_param *to = &in->params[in->nparams];

	if (in->nparams == DT_MAXKEYS) {
		dt_diag_set(p->diag, D_PROTO_LEN, in->line,
		    "%s[] has too many parameters: at most %d are possible",
		    in->name, DT_MAXKEYS);
		return false;
	}
	if (!dt_parse_startparam(p, "a parameter of an inline") ||
	    !dt_parse_typename(p, &to->type))
		return false;
	if (to->type.kind == DT_TYPE_VOID) {
		dt_diag_set(p->diag, D_DECL_PROTO_VOID, in->line,
		    "a parameter of %s[] cannot be void", in->name);
		return false;
	}
	to->name = p->lex.tok.str;
	if (!check_paramname(p, in))
		return false;
	in->nparams++;
	return dt_parse_expect(p, DT_TOK_IDENT, "the name of a parameter");
}

static bool
parse_params(struct dt_parser *p, struct dt_inline *in)
{
	in->is_array = true;
	if (p->lex.tok.id == DT_TOK_RBRACKET || p->lex.tok.id == DT_TOK_INT) {
		dt_diag_set(p->diag, D_DECL_ARRNULL, in->line,
		    "inline %s[] has no parameters: write their types and "
		    "names, as in %s[int x], or leave out []", in->name,
		    in->name);
		return false;
	}
	do {
		if (!parse_param(p, in))
			return false;
	} while (dt_parse_accept(p, DT_TOK_COMMA));
	return dt_parse_expect(p, DT_TOK_RBRACKET,
	    "\",\" and another parameter, or \"]\"");
}

/* Refuse a storage class: an inline has no storage. */
static bool
check_class(struct dt_parser *p, enum dt_tokid class)
{
	if (!dt_parse_isclass(class))
		return true;
	dt_diag_set(p->diag, D_DECL_BADCLASS, p->lex.tok.line,
	    "%s is not for inlines: write inline type name = value",
	    dt_lex_row(class)->text);
	return false;
}

static bool
parse_name(struct dt_parser *p, struct dt_inline *in)
{
	if (!check_class(p, p->lex.tok.id) || !dt_parse_typename(p, &in->type))
		return false;
	in->file = p->diag->file;
	in->is_library = p->lex.src->is_library;
	in->line = p->lex.tok.line;
	in->name = p->lex.tok.str;
	if (!dt_parse_newname(p, "the name of the inline"))
		return false;
	return !dt_parse_accept(p, DT_TOK_LBRACKET) || parse_params(p, in);
}

static bool
check_void(struct dt_parser *p, const struct dt_inline *in)
{
	if (in->type.kind == DT_TYPE_VOID)
		dt_diag_set(p->diag, D_DECL_VOIDOBJ, in->line,
		    "inline %s cannot be void: it has a value", in->name);
	return !dt_parse_failed(p);
}

/* Parse an inline; NULL also for an inline function of C, which is skipped. */
struct dt_pstmt *
dt_parse_inline(struct dt_parser *p, enum dt_tokid class)
{
	struct dt_inline *in = dt_parse_alloc(p, sizeof(*in));
	struct dt_pstmt *s = dt_parse_alloc(p, sizeof(*s));

	dt_lex_next(&p->lex);
	if (p->lex.included != 0 &&
	    dt_lex_row(p->lex.tok.id)->class == DT_WORD_STORE) {
		dt_parse_extern(p);
		return NULL;
	}
	if (in == NULL || s == NULL || !parse_name(p, in))
		return NULL;
	if (p->lex.tok.id == DT_TOK_LPAREN) {
		(void) dt_parse_function(p);
		return NULL;
	}
	if (!check_class(p, class) || !check_void(p, in) ||
	    !dt_parse_expect(p, DT_TOK_ASSIGN, "\"=\" and an expression"))
		return NULL;
	in->expr = dt_parse_assign(p);
	if (in->expr == NULL || dt_parse_define(p, in))
		return NULL;
	s->line = in->line;
	s->in = in;
	return s;
}
