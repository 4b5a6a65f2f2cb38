/* SPDX-License-Identifier: MIT */
/* parse_xlate.c - parses translator out < in name > { member = expression; } */
#include "front/inline.h"

/* Parse both types; the input may be a pointer to an undefined struct. */
static bool
parse_types(struct dt_parser *p, struct dt_xlator *x)
{
	bool ok;

	if (!dt_parse_typename(p, &x->out) ||
	    !dt_parse_expect(p, DT_TOK_LT, "\"<\" and the type of the input"))
		return false;
	p->structs++;
	ok = dt_parse_typename(p, &x->in.type);
	p->structs--;
	x->in.name = p->lex.tok.str;
	return ok &&
	    dt_parse_expect(p, DT_TOK_IDENT, "a name for the input") &&
	    dt_parse_expect(p, DT_TOK_GT, "\">\"");
}

static struct dt_xmember *
parse_member(struct dt_parser *p)
{
	struct dt_xmember *m = dt_parse_alloc(p, sizeof(*m));

	if (m == NULL)
		return NULL;
	m->line = p->lex.tok.line;
	m->name = p->lex.tok.str;
	if (!dt_parse_expect(p, DT_TOK_IDENT, "a member, or \"}\"") ||
	    !dt_parse_expect(p, DT_TOK_ASSIGN, "\"=\" and an expression"))
		return NULL;
	m->expr = dt_parse_assign(p);
	return m->expr != NULL && dt_parse_expect(p, DT_TOK_SEMI,
	    "an operator or \";\"") ? m : NULL;
}

static bool
parse_members(struct dt_parser *p, struct dt_xlator *x)
{
	struct dt_xmember **tail = &x->members;

	if (!dt_parse_expect(p, DT_TOK_LBRACE, "\"{\" and members"))
		return false;
	while (!dt_parse_accept(p, DT_TOK_RBRACE)) {
		*tail = parse_member(p);
		if (*tail == NULL)
			return false;
		tail = &(*tail)->next;
	}
	return !dt_parse_failed(p);
}

struct dt_pstmt *
dt_parse_translator(struct dt_parser *p)
{
	struct dt_xlator *x = dt_parse_alloc(p, sizeof(*x));
	struct dt_pstmt *s = dt_parse_alloc(p, sizeof(*s));
	const dtrace_attribute_t *attr = dt_lex_xlattributes(&p->lex);

	if (x == NULL || s == NULL)
		return NULL;
	x->is_rated = attr != NULL;
	if (attr != NULL)
		x->attr = *attr;
	x->file = p->diag->file;
	x->line = s->line = p->lex.tok.line;
	dt_lex_next(&p->lex);
	if (!parse_types(p, x) || !parse_members(p, x))
		return NULL;
	s->xl = x;
	return s;
}
