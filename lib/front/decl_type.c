/* SPDX-License-Identifier: MIT */
/*
 * decl_type.c - types that a program defines: struct { }, union { }, typedef.
 * A struct is defined when its } has been read, so that a definition with an
 * error leaves nothing behind.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "front/parse.h"

/*
 * Is a type without a size complete?  It is if it is an array that ends a
 * struct, or an empty struct of a header.
 */
static bool
is_empty(struct dt_parser *p, const struct dt_type *t)
{
	if (t->kind == DT_TYPE_ARRAY)
		return dt_type_nelems(p->lex.types, t) == 0;
	return dt_type_isobject(t) && p->lex.included != 0;
}

/* Report a type that a member cannot have. */
static bool
check_member(struct dt_parser *p, struct dt_newmember *m, int line)
{
	char buf[64];

	if (dt_type_isstruct(&m->type))
		(void)dt_type_complete(p->lex.types, &m->type);
	if (m->type.kind == DT_TYPE_VOID || m->type.kind == DT_TYPE_FUNCTION)
		dt_diag_set(p->diag, D_DECL_VOIDOBJ, line,
		    "member %s cannot be %s: declare a pointer, as in %s",
		    m->name, m->type.kind == DT_TYPE_VOID ? "void" :
		    "a function", m->type.kind == DT_TYPE_VOID ? "void *p" :
		    "int (*p)(void)");
	else if (m->type.size == 0 && !is_empty(p, &m->type))
		dt_diag_set(p->diag, D_DECL_INCOMPLETE, line,
		    "the size of member %s is not known: %s is not defined",
		    m->name, dt_type_name(p->lex.types, &m->type, buf,
		    sizeof(buf)));
	return !dt_parse_failed(p);
}

/* Parse the : n that makes a member a bit-field, if there is one. */
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

/* Apply the attributes before the current token to the member. */
static void
align_member(const struct dt_parser *p, struct dt_newmember *m)
{
	const struct dt_gnu *g = &p->lex.tok.gnu;

	m->is_packed = m->is_packed || g->is_packed;
	if (g->align > m->align)
		m->align = g->align;
}

static bool
parse_member(struct dt_parser *p, struct dt_newmember *m,
    const struct dt_newmember *list)
{
	int line = p->lex.tok.line;

	if (p->lex.tok.id != DT_TOK_COLON && !dt_parse_declarator(p, &m->type,
	    &m->name, "the name of a member")) {
		if (p->diag->tag == D_SYNTAX && m->name == NULL)
			p->diag->tag = D_DECL_MNAME;
		return false;
	}
	align_member(p, m);
	if (dt_type_isstring(&m->type) && dt_parse_text(p, &m->type) != 0)
		return dt_diag_nomem(p->diag) == 0;
	for (; list != NULL && list != m; list = list->next)
		if (*m->name != '\0' && strcmp(list->name, m->name) == 0) {
			dt_diag_set(p->diag, D_UNKNOWN, line,
			    "member %s is declared twice", m->name);
			return false;
		}
	if (!parse_bits(p, m, line) || !check_member(p, m, line))
		return false;
	align_member(p, m);
	return true;
}

static bool
add_member(struct dt_parser *p, const struct dt_newmember *like,
    struct dt_newmember **list, struct dt_newmember ***tail)
{
	struct dt_newmember *m = dt_parse_alloc(p, sizeof(*m));
	bool unnamed = p->lex.tok.id == DT_TOK_SEMI &&
	    dt_type_isstruct(&like->type);

	if (m == NULL)
		return false;
	*m = *like;
	if (unnamed ? !check_member(p, m, p->lex.tok.line) :
	    !parse_member(p, m, *list))
		return false;
	**tail = m;
	*tail = &m->next;
	return true;
}

/* Parse one declaration of members, or an unnamed struct or union. */
static bool
parse_members(struct dt_parser *p, struct dt_newmember **list,
    struct dt_newmember ***tail, uint32_t *n)
{
	struct dt_newmember like = { .name = "" };

	align_member(p, &like);
	if (!dt_parse_basetype(p, &like.type))
		return false;
	/* attributes after a } are the struct's */
	if (!p->defined)
		align_member(p, &like);
	do {
		if (!dt_parse_bound(p, (*n)++, "a struct", "members") ||
		    !add_member(p, &like, list, tail))
			return false;
	} while (dt_parse_accept(p, DT_TOK_COMMA));
	return dt_parse_expect(p, DT_TOK_SEMI, "\",\" or \";\"");
}

/* Parse the members after {, and the }. */
static bool
parse_body(struct dt_parser *p, struct dt_newstruct *s)
{
	struct dt_newmember **tail = &s->list;
	uint32_t n = 0;
	bool ok = true;

	if (++p->depth > DT_MAXDEPTH)
		return dt_diag_set(p->diag, D_SYNTAX, p->lex.tok.line,
		    "structs are nested more than %d levels deep",
		    DT_MAXDEPTH) == 0;
	dt_lex_next(&p->lex);
	p->structs++;
	while (ok && p->lex.tok.id != DT_TOK_RBRACE)
		ok = parse_members(p, &s->list, &tail, &n);
	p->structs--;
	p->depth--;
	if (ok && s->list == NULL && !s->is_c)
		dt_parse_unexpected(p, "a member");
	return ok && dt_parse_accept(p, DT_TOK_RBRACE);
}

static void
take_attributes(const struct dt_parser *p, struct dt_newstruct *s)
{
	const struct dt_gnu *g = &p->lex.tok.gnu;

	s->is_packed = s->is_packed || g->is_packed;
	if (g->align > s->align)
		s->align = g->align;
}

/* Parse from {, the current token, to }; s has all but its members. */
bool
dt_parse_struct(struct dt_parser *p, struct dt_newstruct *s,
    struct dt_type *out)
{
	int line = p->lex.tok.line, err = 0;

	take_attributes(p, s);
	s->is_c = p->lex.included != 0;
	s->pack = p->lex.pack;
	if (s->tag != NULL)
		err = dt_type_forward(p->lex.types, s->is_union, s->tag);
	if (err == 0 && !parse_body(p, s))
		return false;
	take_attributes(p, s);
	if (err == 0)
		err = dt_type_define(p->lex.types, s, out);
	if (err == -EEXIST)
		dt_diag_set(p->diag, D_DECL_TYPERED, line,
		    "%s %s is already defined with other members",
		    s->is_union ? "union" : "struct", s->tag);
	else if (err == -EOVERFLOW)
		dt_diag_set(p->diag, D_DECL_ARRBIG, line,
		    "the %s is larger than 4 GiB",
		    s->is_union ? "union" : "struct");
	else if (err != 0)
		dt_diag_nomem(p->diag);
	return err == 0;
}

/* Give an integer the size that __attribute__((mode)) chooses, unless 0. */
static void
resize(struct dt_parser *p, uint32_t size, struct dt_type *t)
{
	const char *name = size == 1 ? "char" : size == 2 ? "short" :
	    size == 4 ? "int" : "long";
	bool is_signed = t->is_signed;
	char buf[16];

	if (size == 0 || t->kind != DT_TYPE_INT)
		return;
	(void) snprintf(buf, sizeof(buf), "%s %s",
	    is_signed ? "signed" : "unsigned", name);
	if (dt_type_lookup(p->lex.types, buf, t) != 0)
		dt_diag_nomem(p->diag);
}

/* Make a vector of C, which D does not have, an array of the same size. */
static bool
make_vector(struct dt_parser *p, uint32_t bytes, struct dt_type *t)
{
	struct dt_type of = *t;

	if (bytes != 0 && t->size != 0 && dt_type_array(p->lex.types, &of,
	    bytes / t->size, t) != 0)
		dt_diag_nomem(p->diag);
	return !dt_parse_failed(p);
}

static bool
define_name(struct dt_parser *p, const char *name, struct dt_type *t, int line)
{
	struct dt_type made;
	int err;

	resize(p, p->lex.tok.gnu.size, t);
	if (!make_vector(p, p->lex.tok.gnu.vector, t))
		return false;
	err = dt_type_typedef(p->lex.types, name, t, &made);
	if (err == 0 && p->lex.tok.gnu.align != 0)
		err = dt_type_setalign(p->lex.types, &made,
		    p->lex.tok.gnu.align);
	/* D's types take precedence over those of a C header */
	if (err == -EEXIST && p->lex.included != 0)
		return true;
	if (err == -EEXIST)
		dt_diag_set(p->diag, D_DECL_IDRED, line,
		    "%s already names another type", name);
	else if (err == -ELOOP)
		dt_diag_set(p->diag, D_SYNTAX, line,
		    "typedef %s stands for more than %d others: name the "
		    "type itself", name, DT_MAXTYPEDEFS);
	else if (err != 0)
		dt_diag_nomem(p->diag);
	return !dt_parse_failed(p);
}

/* Parse typedef type name[n], ... */
void
dt_parse_typedef(struct dt_parser *p)
{
	struct dt_type base, t;
	const char *name;
	bool ok;
	int line;

	ok = dt_parse_class(p);
	p->protos++;
	ok = ok && dt_parse_basetype(p, &base);
	p->protos--;
	while (ok) {
		t = base;
		line = p->lex.tok.line;
		ok = dt_parse_declarator(p, &t, &name, "the new name") &&
		    define_name(p, name, &t, line) &&
		    dt_parse_accept(p, DT_TOK_COMMA);
	}
}
