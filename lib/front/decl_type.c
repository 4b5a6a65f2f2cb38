/* SPDX-License-Identifier: MIT */
/*
 * decl_type.c - types that a program defines: struct { }, union { }, typedef.
 * A struct is defined when its } has been read, so that a definition with an
 * error leaves nothing behind.
 */
#include <errno.h>
#include <string.h>
#include "front/parse.h"

enum { MAX_DIMENSIONS = 8 };

static bool
parse_size(struct dt_parser *p, uint64_t *size)
{
	int line = p->lex.tok.line;
	int64_t n;

	if (!dt_parse_constant(p, D_DECL_ARRSUB, "the size of an array", &n))
		return false;
	*size = (uint64_t)n;
	if (n <= 0 || n > UINT32_MAX)
		dt_diag_set(p->diag, n <= 0 ? D_DECL_ARRSUB : D_DECL_ARRBIG,
		    line, "the size of an array must be from 1 to %u, "
		    "not %lld", UINT32_MAX, (long long)n);
	return !dt_parse_failed(p);
}

/* n][m]...: the last size belongs to the innermost array. */
bool
dt_parse_dimensions(struct dt_parser *p, struct dt_type *t)
{
	uint64_t dim[MAX_DIMENSIONS];
	int n = 0, err = 0;
	struct dt_type of;

	do {
		if (n == MAX_DIMENSIONS) {
			dt_diag_set(p->diag, D_DECL_ARRBIG, p->lex.tok.line,
			    "the array has more than %d dimensions",
			    MAX_DIMENSIONS);
			return false;
		}
		if (!parse_size(p, &dim[n++]) ||
		    !dt_parse_expect(p, DT_TOK_RBRACKET, "\"]\""))
			return false;
	} while (dt_parse_accept(p, DT_TOK_LBRACKET));
	while (n-- > 0 && err == 0) {
		of = *t;
		err = dt_type_array(p->lex.types, &of, (uint32_t)dim[n], t);
	}
	if (err == -EOVERFLOW)
		dt_diag_set(p->diag, D_DECL_ARRBIG, p->lex.tok.line,
		    "the array is larger than 4 GiB");
	else if (err != 0)
		dt_diag_nomem(p->diag);
	return err == 0 && !dt_parse_failed(p);
}

static bool
parse_dimensions(struct dt_parser *p, struct dt_type *t)
{
	return dt_parse_accept(p, DT_TOK_LBRACKET) ?
	    dt_parse_dimensions(p, t) : !dt_parse_failed(p);
}

/*
 * Report a type that a member cannot have: one without a size.  A string has
 * none, but can be a member of what is translated.
 */
static bool
check_member(struct dt_parser *p, struct dt_newmember *m, int line)
{
	char buf[64];

	if (m->type.kind == DT_TYPE_STRUCT || m->type.kind == DT_TYPE_UNION)
		(void)dt_type_complete(p->lex.types, &m->type);
	if (m->type.kind == DT_TYPE_VOID)
		dt_diag_set(p->diag, D_DECL_VOIDOBJ, line,
		    "member %s cannot have type void", m->name);
	else if (m->type.size == 0 && !dt_type_isstring(&m->type))
		dt_diag_set(p->diag, D_DECL_INCOMPLETE, line,
		    "the size of member %s is not known: %s is not defined",
		    m->name, dt_type_name(p->lex.types, &m->type, buf,
		    sizeof(buf)));
	return !dt_parse_failed(p);
}

/* : n after the name of a member, which is then a bit-field */
static bool
parse_bits(struct dt_parser *p, struct dt_newmember *m, int line)
{
	bool named = *m->name != '\0';
	int64_t n;

	if (!dt_parse_accept(p, DT_TOK_COLON))
		return !dt_parse_failed(p);
	if (!dt_parse_constant(p, D_DECL_BFCONST, "the width of a bit-field",
	    &n))
		return false;
	m->is_bits = true;
	if (!dt_type_isint(&m->type))
		dt_diag_set(p->diag, D_DECL_BFTYPE, line,
		    "bit-field %s must be an integer", m->name);
	else if (n < named)
		dt_diag_set(p->diag, D_DECL_BFCONST, line,
		    "the width of bit-field %s must be positive, not %lld",
		    m->name, (long long)n);
	else if (n > 8 * (int64_t)m->type.size)
		dt_diag_set(p->diag, D_DECL_BFSIZE, line,
		    "bit-field %s has %lld bits, and its type only %u",
		    m->name, (long long)n, 8 * m->type.size);
	m->bits = (uint32_t)n;
	return !dt_parse_failed(p);
}

/* What follows the stars: a name and sizes, a function pointer, or bits. */
static bool
parse_membername(struct dt_parser *p, struct dt_newmember *m)
{
	if (p->lex.tok.id == DT_TOK_COLON)
		return true;
	if (p->lex.tok.id == DT_TOK_LPAREN)
		return dt_parse_funcptr(p, &m->type, &m->name);
	m->name = p->lex.tok.str;
	return dt_parse_expect(p, DT_TOK_IDENT, "the name of a member") &&
	    parse_dimensions(p, &m->type);
}

static bool
parse_member(struct dt_parser *p, struct dt_newmember *m,
    const struct dt_newmember *list)
{
	int line = p->lex.tok.line;

	if (!dt_parse_stars(p, &m->type) || !parse_membername(p, m))
		return false;
	for (; list != NULL && list != m; list = list->next)
		if (*m->name != '\0' && strcmp(list->name, m->name) == 0) {
			dt_diag_set(p->diag, D_DECL_MNAME, line,
			    "member %s is declared twice", m->name);
			return false;
		}
	return parse_bits(p, m, line) && check_member(p, m, line);
}

/* One declaration of members, or an unnamed struct or union. */
static bool
parse_members(struct dt_parser *p, struct dt_newmember **list,
    struct dt_newmember ***tail)
{
	struct dt_type base;

	if (!dt_parse_basetype(p, &base))
		return false;
	do {
		struct dt_newmember *m = dt_parse_alloc(p, sizeof(*m));
		bool unnamed = p->lex.tok.id == DT_TOK_SEMI &&
		    (base.kind == DT_TYPE_STRUCT || base.kind == DT_TYPE_UNION);

		if (m == NULL)
			return false;
		m->name = "";
		m->type = base;
		if (unnamed ? !check_member(p, m, p->lex.tok.line) :
		    !parse_member(p, m, *list))
			return false;
		**tail = m;
		*tail = &m->next;
	} while (dt_parse_accept(p, DT_TOK_COMMA));
	return dt_parse_expect(p, DT_TOK_SEMI, "\",\" or \";\"");
}

/* The members from {, the current token, to }; tag may be NULL. */
bool
dt_parse_struct(struct dt_parser *p, bool is_union, const char *tag,
    struct dt_type *out)
{
	struct dt_newmember *list = NULL, **tail = &list;
	int line = p->lex.tok.line, err = 0;

	if (++p->depth > DT_MAXDEPTH)
		return dt_diag_set(p->diag, D_SYNTAX, line,
		    "structs are nested more than %d levels deep",
		    DT_MAXDEPTH) == 0;
	if (tag != NULL)
		err = dt_type_forward(p->lex.types, is_union, tag);
	dt_lex_next(&p->lex);
	p->structs++;
	while (err == 0 && p->lex.tok.id != DT_TOK_RBRACE)
		if (!parse_members(p, &list, &tail))
			return false;
	p->structs--;
	p->depth--;
	if (list == NULL && err == 0)
		return dt_parse_unexpected(p, "a member"), false;
	if (err == 0)
		err = dt_type_define(p->lex.types, is_union, tag, list, out);
	if (err == -EEXIST)
		dt_diag_set(p->diag, D_DECL_TYPERED, line,
		    "%s %s is already defined with other members",
		    is_union ? "union" : "struct", tag);
	else if (err != 0)
		dt_diag_nomem(p->diag);
	if (err != 0)
		return false;
	dt_lex_next(&p->lex);
	return !dt_parse_failed(p);
}

/* typedef type name[n], ... */
void
dt_parse_typedef(struct dt_parser *p)
{
	struct dt_type base, t, made;
	const char *name;
	int line, err;

	dt_lex_next(&p->lex);
	if (!dt_parse_basetype(p, &base))
		return;
	do {
		t = base;
		if (!dt_parse_stars(p, &t))
			return;
		line = p->lex.tok.line;
		name = p->lex.tok.str;
		if (p->lex.tok.id == DT_TOK_LPAREN ?
		    !dt_parse_funcptr(p, &t, &name) :
		    !dt_parse_expect(p, DT_TOK_IDENT, "the new name") ||
		    !parse_dimensions(p, &t))
			return;
		err = dt_type_typedef(p->lex.types, name, &t, &made);
		/* D's types take precedence over those of a C header. */
		if (err == -EEXIST && p->lex.included != 0)
			continue;
		if (err == -EEXIST)
			dt_diag_set(p->diag, D_DECL_TYPERED, line,
			    "%s already names another type", name);
		else if (err != 0)
			dt_diag_nomem(p->diag);
	} while (!dt_parse_failed(p) && dt_parse_accept(p, DT_TOK_COMMA));
}
