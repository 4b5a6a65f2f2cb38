/* SPDX-License-Identifier: MIT */
/*
 * declarator.c - the declarators of C: *x, x[n], (*x)(int).  One is read from
 * the left, but the type is built from the outside in: first the stars, then
 * the dimensions or parameters, then the parentheses around the name.
 */
#include <errno.h>
#include <string.h>
#include "front/parse.h"

enum { MAX_DIMENSIONS = 8, MAX_STARS = 12, MAX_STEPS = 24, MAX_PARENS = 8 };

enum { POINTER = -1, FUNCTION = -2 };	/* else the size of an array */

/* The steps from the base type to the type of the name. */
struct steps {
	int64_t v[MAX_STEPS];
	int n;
};

static bool
add_step(struct dt_parser *p, struct steps *s, int64_t step)
{
	if (s->n < MAX_STEPS) {
		s->v[s->n++] = step;
		return true;
	}
	dt_diag_set(p->diag, D_SYNTAX, p->lex.tok.line,
	    "a declaration has at most %d \"*\", [] and ()", MAX_STEPS);
	return false;
}

/* Skip const, volatile or restrict; false: there is none. */
static bool
read_qualifier(struct dt_parser *p)
{
	return dt_parse_accept(p, DT_TOK_W_CONST) ||
	    dt_parse_accept(p, DT_TOK_W_VOLATILE) ||
	    dt_parse_accept(p, DT_TOK_W_RESTRICT);
}

static bool
read_stars(struct dt_parser *p, struct steps *s)
{
	for (int n = 0; dt_parse_accept(p, DT_TOK_MUL); n++) {
		if (n == MAX_STARS)
			return dt_diag_set(p->diag, D_SYNTAX, p->lex.tok.line,
			    "a pointer type has at most %d \"*\"",
			    MAX_STARS) == 0;
		if (!add_step(p, s, POINTER))
			return false;
		while (read_qualifier(p))
			continue;
	}
	return !dt_parse_failed(p);
}

/* Read the size of an array; a struct's last member may have none, or 0. */
static bool
read_size(struct dt_parser *p, int64_t *n)
{
	int64_t least = p->lex.included != 0 ? 0 : 1;
	int line = p->lex.tok.line;

	*n = 0;
	if ((p->structs != 0 || least == 0) &&
	    p->lex.tok.id == DT_TOK_RBRACKET)
		return true;
	if (!dt_parse_constant(p, D_DECL_ARRSUB, "the size of an array", n))
		return false;
	if (*n < least || *n > UINT32_MAX)
		dt_diag_set(p->diag, *n < least ? D_DECL_ARRSUB :
		    D_DECL_ARRBIG, line, "the size of an array must be from 1 "
		    "to %u, not %lld", UINT32_MAX, (long long)*n);
	return !dt_parse_failed(p);
}

/* Read n][m]... after a [; the last is the innermost array. */
static bool
read_sizes(struct dt_parser *p, struct steps *s)
{
	int64_t dim[MAX_DIMENSIONS];
	int n = 0;

	do {
		if (n == MAX_DIMENSIONS)
			return dt_diag_set(p->diag, D_DECL_ARRBIG,
			    p->lex.tok.line, "the array has more than %d "
			    "dimensions", MAX_DIMENSIONS) == 0;
		if (!read_size(p, &dim[n++]) ||
		    !dt_parse_expect(p, DT_TOK_RBRACKET, "\"]\""))
			return false;
	} while (dt_parse_accept(p, DT_TOK_LBRACKET));
	while (n > 0)
		if (!add_step(p, s, dim[--n]))
			return false;
	return !dt_parse_failed(p);
}

int
dt_parse_text(struct dt_parser *p, struct dt_type *t)
{
	return dt_type_text(p->lex.types, (uint32_t)p->lex.env->option(
	    p->lex.env->arg, DTRACEOPT_STRSIZE), t);
}

static int
take_step(struct dt_parser *p, int64_t step, struct dt_type *t)
{
	struct dt_type of = *t;

	if (step == FUNCTION) {
		*t = dt_type_function(p->lex.types);
		return of.kind == DT_TYPE_ARRAY ||
		    of.kind == DT_TYPE_FUNCTION ? -EINVAL : 0;
	}
	if (dt_type_isstring(&of) && dt_parse_text(p, &of) != 0)
		return -ENOMEM;
	if (step == POINTER)
		return dt_type_pointer(p->lex.types, &of, t);
	return dt_type_array(p->lex.types, &of, (uint32_t)step, t);
}

static bool
take_steps(struct dt_parser *p, const struct steps *s, struct dt_type *t)
{
	int err = 0;

	for (int i = 0; i < s->n && err == 0; i++)
		err = take_step(p, s->v[i], t);
	if (err == -EOVERFLOW)
		dt_diag_set(p->diag, D_DECL_ARRBIG, p->lex.tok.line,
		    "the array is larger than 4 GiB");
	else if (err == -EINVAL)
		dt_diag_set(p->diag, D_DECL_VOIDOBJ, p->lex.tok.line,
		    "there are no arrays of functions or of void, and no "
		    "functions that return an array or a function");
	else if (err != 0)
		dt_diag_nomem(p->diag);
	return err == 0 && !dt_parse_failed(p);
}

bool
dt_parse_stars(struct dt_parser *p, struct dt_type *t)
{
	struct steps s = { .n = 0 };

	return read_stars(p, &s) && take_steps(p, &s, t);
}

/* Read dimensions after the first [; t becomes the array. */
bool
dt_parse_dimensions(struct dt_parser *p, struct dt_type *t)
{
	struct steps s = { .n = 0 };

	return read_sizes(p, &s) && take_steps(p, &s, t);
}

/* After a [: a parameter cannot be an associative array. */
static bool
check_subscript(struct dt_parser *p)
{
	if (p->protos == 0 || p->lex.included != 0 || !dt_parse_istype(p))
		return true;
	dt_diag_set(p->diag, D_DECL_PROTO_TYPE, p->lex.tok.line,
	    "a parameter cannot be an associative array: write a number "
	    "between [ and ], or a pointer");
	return false;
}

/* Skip the rest of a parameter after its type: a name, [], (*name)(). */
bool
dt_parse_skip(struct dt_parser *p)
{
	int depth = 0;

	while (!dt_parse_failed(p) && p->lex.tok.id != DT_TOK_EOF) {
		enum dt_tokid id = p->lex.tok.id;

		if (depth == 0 && (id == DT_TOK_COMMA || id == DT_TOK_RPAREN ||
		    id == DT_TOK_LBRACE))
			return true;
		if (id == DT_TOK_SEMI)
			break;
		depth += id == DT_TOK_LPAREN || id == DT_TOK_LBRACKET;
		depth -= id == DT_TOK_RPAREN || id == DT_TOK_RBRACKET;
		dt_lex_next(&p->lex);
		if (id == DT_TOK_LBRACKET && !check_subscript(p))
			return false;
	}
	if (depth == 0 && p->lex.tok.id == DT_TOK_SEMI)
		return true;
	dt_parse_unexpected(p, "\",\" or \")\"");
	return false;
}

bool
dt_parse_isclass(enum dt_tokid id)
{
	enum dt_wordclass class = dt_lex_row(id)->class;

	return class == DT_WORD_STORE || class == DT_WORD_SCOPE;
}

bool
dt_parse_class(struct dt_parser *p)
{
	const char *first = dt_lex_row(p->lex.tok.id)->text;

	dt_lex_next(&p->lex);
	if (p->lex.included == 0 && dt_parse_isclass(p->lex.tok.id))
		dt_diag_set(p->diag, D_DECL_CLASS, p->lex.tok.line,
		    "\"%s %s\": leave out one of them, as a declaration has "
		    "one storage class", first,
		    dt_lex_row(p->lex.tok.id)->text);
	return !dt_parse_failed(p);
}

bool
dt_parse_startparam(struct dt_parser *p, const char *what)
{
	enum dt_tokid id = p->lex.tok.id;

	if (id == DT_TOK_ELLIPSIS)
		dt_diag_set(p->diag, D_DECL_PROTO_VARARGS, p->lex.tok.line,
		    "%s cannot be \"...\": write a type for each", what);
	else if (dt_parse_isclass(id))
		dt_diag_set(p->diag, D_DECL_PARMCLASS, p->lex.tok.line,
		    "%s has no storage class: leave out \"%s\"", what,
		    dt_lex_row(id)->text);
	return !dt_parse_failed(p);
}

/* (void) has no parameters; t is the type of one, which has been read. */
static bool
check_void(struct dt_parser *p, const struct dt_type *t, bool is_first)
{
	enum dt_tokid next = p->lex.tok.id;

	if (t->kind == DT_TYPE_VOID && (next == DT_TOK_COMMA ||
	    (next == DT_TOK_RPAREN && !is_first)))
		dt_diag_set(p->diag, D_DECL_PROTO_VOID, p->lex.tok.line,
		    "a parameter cannot be void: leave it out, or write "
		    "void *");
	else if (t->kind == DT_TYPE_VOID && next == DT_TOK_IDENT)
		dt_diag_set(p->diag, D_DECL_PROTO_NAME, p->lex.tok.line,
		    "a parameter cannot be void %s: leave it out, or write "
		    "void *%s", p->lex.tok.str, p->lex.tok.str);
	return !dt_parse_failed(p);
}

/* Skip parameters up to the ), which is read. */
bool
dt_parse_params(struct dt_parser *p)
{
	struct dt_type t;
	bool ok = true, is_first = true;

	if (dt_parse_accept(p, DT_TOK_RPAREN))
		return true;
	p->protos++;
	do {
		if (dt_parse_accept(p, DT_TOK_ELLIPSIS))
			break;
		(void) dt_parse_accept(p, DT_TOK_W_REGISTER);
		ok = dt_parse_startparam(p, "a parameter") &&
		    dt_parse_typename(p, &t) && check_void(p, &t, is_first) &&
		    dt_parse_skip(p);
		is_first = false;
	} while (ok && dt_parse_accept(p, DT_TOK_COMMA));
	p->protos--;
	return ok && dt_parse_expect(p, DT_TOK_RPAREN,
	    "\",\" and another parameter, or \")\"");
}

bool
dt_parse_newname(struct dt_parser *p, const char *wanted)
{
	if (p->lex.tok.id != DT_TOK_SCOPED)
		return dt_parse_expect(p, DT_TOK_IDENT, wanted);
	dt_diag_set(p->diag, D_DECL_SCOPE, p->lex.tok.line,
	    "%s: a module's name cannot be part of a declared name",
	    p->lex.tok.str);
	return false;
}

/* Read a name; words that only D reserves can be names of C. */
bool
dt_parse_name(struct dt_parser *p, const char **name, const char *wanted)
{
	const struct dt_tok *t = &p->lex.tok;
	enum dt_wordclass class = dt_lex_row(t->id)->class;

	if (class == DT_WORD_SCOPE || class == DT_WORD_UNARY ||
	    t->id == DT_TOK_W_PROVIDER || t->id == DT_TOK_W_TRANSLATOR ||
	    t->id == DT_TOK_W_STRING || t->id == DT_TOK_W_USERLAND) {
		*name = dt_lex_row(t->id)->text;
		dt_lex_next(&p->lex);
		return !dt_parse_failed(p);
	}
	*name = t->str;
	return dt_parse_newname(p, wanted);
}

/* Read a declarator; wanted NULL: it has no name. */
static bool
read_declarator(struct dt_parser *p, int parens, const char **name,
    const char *wanted, struct steps *s)
{
	struct steps inner = { .n = 0 };

	if (!read_stars(p, s))
		return false;
	if (parens < MAX_PARENS && dt_parse_accept(p, DT_TOK_LPAREN)) {
		if (!read_declarator(p, parens + 1, name, wanted, &inner) ||
		    !dt_parse_expect(p, DT_TOK_RPAREN, "\")\""))
			return false;
	} else if (wanted != NULL && !dt_parse_name(p, name, wanted)) {
		return false;
	}
	if (dt_parse_accept(p, DT_TOK_LBRACKET)) {
		if (!read_sizes(p, s))
			return false;
	} else if (dt_parse_accept(p, DT_TOK_LPAREN)) {
		if (!dt_parse_params(p) || !add_step(p, s, FUNCTION))
			return false;
	}
	for (int i = 0; i < inner.n; i++)
		if (!add_step(p, s, inner.v[i]))
			return false;
	return !dt_parse_failed(p);
}

bool
dt_parse_declarator(struct dt_parser *p, struct dt_type *t, const char **name,
    const char *wanted)
{
	struct steps s = { .n = 0 };

	return read_declarator(p, 0, name, wanted, &s) &&
	    take_steps(p, &s, t);
}

/* Read an abstract declarator, as in casts: int (*)(int), int [4] */
bool
dt_parse_abstract(struct dt_parser *p, struct dt_type *t)
{
	struct steps s = { .n = 0 };
	const char *name;

	return dt_parse_basetype(p, t) &&
	    read_declarator(p, 0, &name, NULL, &s) && take_steps(p, &s, t);
}
