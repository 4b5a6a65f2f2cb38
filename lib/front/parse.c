/* SPDX-License-Identifier: MIT */
/* parse.c - clauses and statements: tokens to the tree as written. */
#include <errno.h>
#include <string.h>
#include "front/check.h"
#include "front/foreign.h"
#include "front/parse.h"

enum { MAX_PDESCS = 65535 };

bool
dt_parse_failed(const struct dt_parser *p)
{
	return p->diag->err != 0;
}

void *
dt_parse_alloc(struct dt_parser *p, size_t size)
{
	void *m = dt_arena_alloc(p->arena, size);

	if (m == NULL)
		dt_diag_nomem(p->diag);
	return m;
}

void
dt_parse_unexpected(struct dt_parser *p, const char *wanted)
{
	const struct dt_tok *t = &p->lex.tok;

	dt_diag_set(p->diag, D_SYNTAX, t->line,
	    "syntax error %s %s: expected %s",
	    t->id == DT_TOK_EOF ? "at the" : "near",
	    dt_lex_quote(&p->lex, t), wanted);
}

bool
dt_parse_bound(struct dt_parser *p, uint32_t n, const char *of,
    const char *parts)
{
	if (n < DT_MAXPARTS)
		return true;
	dt_diag_set(p->diag, D_SYNTAX, p->lex.tok.line,
	    "%s has more than %d %s: divide it", of, DT_MAXPARTS, parts);
	return false;
}

bool
dt_parse_accept(struct dt_parser *p, enum dt_tokid id)
{
	if (p->lex.tok.id != id || dt_parse_failed(p))
		return false;
	dt_lex_next(&p->lex);
	return true;
}

bool
dt_parse_expect(struct dt_parser *p, enum dt_tokid id,
    const char *wanted)
{
	if (dt_parse_accept(p, id))
		return !dt_parse_failed(p);
	dt_parse_unexpected(p, wanted);
	return false;
}

/* Does the current token start a declaration? */
static bool
starts_decl(struct dt_parser *p)
{
	enum dt_wordclass class = dt_lex_row(p->lex.tok.id)->class;
	char c, second;

	c = dt_lex_peek(&p->lex, &second);
	if (class == DT_WORD_SCOPE)
		return c != '-' || second != '>';
	if (class == DT_WORD_STORE || class == DT_WORD_OUTER)
		return true;
	return c != '(' && c != '=' && dt_parse_istype(p);
}

static void parse_branch(struct dt_parser *p, struct dt_pstmt **to);

static void
parse_if(struct dt_parser *p, struct dt_pstmt *s)
{
	struct dt_pif *b = dt_parse_alloc(p, sizeof(*b));

	if (b == NULL)
		return;
	p->has_if = true;
	s->branch = b;
	dt_lex_next(&p->lex);
	if (!dt_parse_expect(p, DT_TOK_LPAREN,
	    "\"(\" and a condition after if"))
		return;
	b->cond = dt_parse_expr(p);
	if (!dt_parse_expect(p, DT_TOK_RPAREN, "an operator or \")\""))
		return;
	parse_branch(p, &b->yes);
	if (dt_parse_accept(p, DT_TOK_W_ELSE))
		parse_branch(p, &b->no);
}

static bool
is_flow(struct dt_parser *p)
{
	const struct dt_tokrow *row = dt_lex_row(p->lex.tok.id);

	if (row->class != DT_WORD_FLOW || p->lex.tok.id == DT_TOK_W_IF)
		return false;
	dt_diag_set(p->diag, D_SYNTAX, p->lex.tok.line,
	    p->lex.tok.id == DT_TOK_W_ELSE ? "\"%s\" must follow the "
	    "statement of an if" : "D has no \"%s\": use if, a predicate, "
	    "several clauses, or ?:", row->text);
	return true;
}

/* Parse a statement.  True: no semicolon follows it. */
static bool
parse_stmt(struct dt_parser *p, struct dt_pstmt ***tail)
{
	bool is_if = p->lex.tok.id == DT_TOK_W_IF;
	struct dt_pstmt *s;

	if (is_flow(p))
		return false;
	if (starts_decl(p)) {
		dt_parse_decl(p, true, tail);
		return false;
	}
	s = dt_parse_alloc(p, sizeof(*s));
	if (s == NULL)
		return false;
	s->line = p->lex.tok.line;
	if (is_if)
		parse_if(p, s);
	else
		s->expr = dt_parse_expr(p);
	**tail = s;
	*tail = &s->next;
	return is_if;
}

static void
parse_one(struct dt_parser *p, struct dt_pstmt ***tail)
{
	if (dt_parse_accept(p, DT_TOK_SEMI))
		return;
	if (!parse_stmt(p, tail) && p->lex.tok.id != DT_TOK_RBRACE)
		(void) dt_parse_expect(p, DT_TOK_SEMI,
		    "an operator, \";\" or \"}\"");
}

/* Parse statements up to the closing brace. */
static void
parse_list(struct dt_parser *p, struct dt_pstmt **tail)
{
	while (!dt_parse_failed(p) && p->lex.tok.id != DT_TOK_RBRACE) {
		if (p->lex.tok.id == DT_TOK_EOF)
			dt_parse_unexpected(p, "a statement or \"}\"");
		else
			parse_one(p, &tail);
	}
}

/* Parse one statement, or several in braces. */
static void
parse_branch(struct dt_parser *p, struct dt_pstmt **to)
{
	if (++p->depth > DT_MAXDEPTH) {
		dt_diag_set(p->diag, D_SYNTAX, p->lex.tok.line,
		    "if is nested too deeply");
	} else if (dt_parse_accept(p, DT_TOK_LBRACE)) {
		parse_list(p, to);
		(void) dt_parse_expect(p, DT_TOK_RBRACE, "\"}\"");
	} else {
		parse_one(p, &to);
	}
	p->depth--;
}

/* Parse statements after {, and the } that ends them. */
static void
parse_body(struct dt_parser *p, struct dt_pclause *c)
{
	p->has_if = false;
	parse_list(p, &c->stmts);
	c->has_if = p->has_if;
	/* the next token is outside of clauses */
	p->lex.mode = DT_LEX_OUTER;
	if (!dt_parse_failed(p))
		dt_lex_next(&p->lex);
}

static void
parse_pred(struct dt_parser *p, struct dt_pclause *c)
{
	const char *path = dt_foreign_path(&c->pdescs[c->npdescs - 1]);

	if (path != NULL) {
		dt_diag_set(p->diag, D_SYNTAX, p->lex.tok.line,
		    "%s:/... is bpftrace's: write %s, and name the process by "
		    "option -c or -p", c->pdescs[c->npdescs - 1].part[2], path);
		return;
	}
	p->lex.mode = DT_LEX_PRED;
	dt_lex_next(&p->lex);
	if (p->lex.tok.id == DT_TOK_DIV || p->lex.tok.id == DT_TOK_EPRED) {
		dt_parse_unexpected(p, "the condition of the predicate");
		return;
	}
	c->pred = dt_parse_expr(p);
	if (dt_parse_failed(p))
		return;
	if (p->lex.tok.id != DT_TOK_EPRED) {
		dt_parse_unexpected(p,
		    "an operator or the \"/\" that ends the predicate");
		return;
	}
	p->lex.mode = DT_LEX_OUTER;
	dt_lex_next(&p->lex);
}

static void
add_pdesc(struct dt_parser *p, struct dt_pclause *c,
    uint32_t *room)
{
	struct dt_pdesc *v;

	if (c->npdescs == *room) {
		*room = *room != 0 ? 2 * *room : 4;
		v = dt_parse_alloc(p, *room * sizeof(*v));
		if (v == NULL)
			return;
		if (c->npdescs != 0)
			memcpy(v, c->pdescs, c->npdescs * sizeof(*v));
		c->pdescs = v;
	}
	if (dt_pdesc_make(p, &p->lex.tok, &c->pdescs[c->npdescs]) == 0)
		c->npdescs++;
}

static void
parse_pdescs(struct dt_parser *p, struct dt_pclause *c)
{
	uint32_t room = 0;

	do {
		if (p->lex.tok.id != DT_TOK_PDESC) {
			dt_parse_unexpected(p, "a probe description");
			return;
		}
		if (c->npdescs == MAX_PDESCS) {
			dt_diag_set(p->diag, D_PDESC_INVAL, p->lex.tok.line,
			    "the clause has more than %d probe descriptions: "
			    "write a second clause", MAX_PDESCS);
			return;
		}
		add_pdesc(p, c, &room);
		if (!dt_parse_failed(p))
			dt_lex_next(&p->lex);
	} while (dt_parse_accept(p, DT_TOK_COMMA));
}

/* Load the libraries that declare args[], if the clause mentions it. */
static void
declare_args(struct dt_parser *p, const struct dt_pclause *c)
{
	const struct dt_env *env = p->lex.env;

	if (!p->lex.has_args || env->declare == NULL ||
	    (p->lex.cflags & DTRACE_C_NOLIBS) != 0 || p->lex.src->is_library)
		return;
	for (uint32_t i = 0; i < c->npdescs && !dt_parse_failed(p); i++)
		(void) env->declare(env->arg, &c->pdescs[i], p->diag);
}

/* Report a wrong token after the probe descriptions or the predicate. */
static void
unexpected(struct dt_parser *p, const struct dt_pclause *c)
{
	const char *const *part = c->pdescs[0].part;

	if (c->npdescs == 1 && c->pred == NULL && *part[0] == '\0' &&
	    *part[1] == '\0' && *part[2] == '\0' &&
	    dt_parse_seemstype(part[3]))
		(void) dt_check_notype(p->diag, p->lex.types, c->line,
		    part[3], "");
	else
		dt_parse_unexpected(p, c->pred != NULL ? "\"{\" or \";\"" :
		    "\",\", \"/\", \"{\" or \";\"");
}

static void
parse_clause(struct dt_parser *p, struct dt_pclause *c)
{
	p->lex.has_args = false;
	parse_pdescs(p, c);
	p->user = (struct dt_usertype){ .pdescs = c->pdescs,
	    .npdescs = c->npdescs };
	if (!dt_parse_failed(p) && p->lex.tok.id == DT_TOK_DIV)
		parse_pred(p, c);
	if (dt_parse_failed(p))
		return;
	switch (p->lex.tok.id) {
	case DT_TOK_LBRACE:
		p->lex.mode = DT_LEX_BODY;
		dt_lex_next(&p->lex);
		parse_body(p, c);
		break;
	case DT_TOK_SEMI:
		dt_lex_next(&p->lex);
		break;
	case DT_TOK_EOF:
		break;
	default:
		unexpected(p, c);
	}
}

static void
parse_outer_decl(struct dt_parser *p, struct dt_pclause *c)
{
	struct dt_pstmt **tail = &c->stmts;

	p->user = (struct dt_usertype){ .pdescs = NULL };
	dt_lex_again(&p->lex, DT_LEX_BODY);
	dt_parse_decl(p, false, &tail);
	p->lex.mode = DT_LEX_OUTER;
	(void) dt_parse_expect(p, DT_TOK_SEMI, "\",\" or \";\"");
}

static struct dt_pclause *
parse_outer(struct dt_parser *p)
{
	struct dt_pclause *c = dt_parse_alloc(p, sizeof(*c));

	if (c == NULL)
		return NULL;
	c->line = p->lex.tok.line;
	c->file = p->diag->file;
	if (p->lex.tok.id == DT_TOK_PDESC && dt_parse_isdecl(p)) {
		parse_outer_decl(p, c);
	} else {
		parse_clause(p, c);
		declare_args(p, c);
	}
	return c;
}

struct dt_pclause *
dt_parse(struct dt_parser *p)
{
	struct dt_pclause *first = NULL, **tail = &first;

	dt_lex_next(&p->lex);
	while (!dt_parse_failed(p) && p->lex.tok.id != DT_TOK_EOF) {
		if (dt_parse_accept(p, DT_TOK_SEMI))
			continue;
		*tail = parse_outer(p);
		if (*tail == NULL)
			break;
		tail = &(*tail)->next;
	}
	return first;
}
