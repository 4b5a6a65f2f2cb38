/* SPDX-License-Identifier: MIT */
/*
 * decl_enum.c - enums that a program defines.  An enumerator is a constant as
 * soon as it has been read, of type int up to the }, then of the enum.
 */
#include <errno.h>
#include <string.h>
#include "front/parse.h"
#include "front/scope.h"

struct item {
	struct dt_newenum e;
	int64_t value;
	struct dt_ident *id;	/* NULL: a header repeats a known name */
	bool is_known;		/* the same enum must have defined it */
	struct item *next;
};

/* The type that holds a value: values in C headers may be wider than an int. */
static struct dt_type
type_of(struct dt_parser *p, int64_t value)
{
	return dt_type_basic(p->lex.types, value == (int)value ? DT_T_INT :
	    value == (uint32_t)value ? DT_T_UINT : DT_T_LONG);
}

static int
report_known(struct dt_parser *p, const struct item *it, int line)
{
	return dt_diag_set(p->diag, D_DECL_IDRED, line, "enumerator %s: the "
	    "name already has another meaning", it->e.name);
}

/* Add the constant, unless it exists with this value. */
static bool
add_constant(struct dt_parser *p, struct item *it, int line)
{
	struct dt_type t = type_of(p, it->value);

	it->id = dt_scope_find(p->lex.scope, DT_ID_GLOBAL, it->e.name);
	if (it->id == NULL) {
		if (dt_scope_add_constant(p->lex.scope, it->e.name, &t,
		    it->value, &it->id) != 0)
			dt_diag_nomem(p->diag);
	} else if (p->lex.included != 0) {
		it->id = NULL;
	} else if (it->id->kind != DT_ID_INLINE || it->id->inl != NULL ||
	    it->id->value != it->e.value) {
		report_known(p, it, line);
	} else {
		it->is_known = true;
	}
	return !dt_parse_failed(p);
}

static bool
parse_value(struct dt_parser *p, struct item *it, int64_t next, int line)
{
	int64_t value = next;

	if (dt_parse_accept(p, DT_TOK_ASSIGN) &&
	    !dt_parse_constant(p, D_DECL_ENCONST, "the value of an enumerator",
	    &value))
		return false;
	it->value = value;
	it->e.value = (int)value;
	if (it->e.value == value || p->lex.included != 0)
		return add_constant(p, it, line);
	dt_diag_set(p->diag, D_DECL_ENOFLOW, line,
	    "enumerator %s is %lld, which does not fit in an int", it->e.name,
	    (long long)value);
	return false;
}

static struct item *
parse_item(struct dt_parser *p, const struct item *list, int64_t next)
{
	struct item *it = dt_parse_alloc(p, sizeof(*it));
	int line = p->lex.tok.line;

	if (it == NULL)
		return NULL;
	it->e.name = p->lex.tok.str;
	if (!dt_parse_expect(p, DT_TOK_IDENT, "the name of an enumerator"))
		return NULL;
	for (; list != NULL; list = list->next)
		if (strcmp(list->e.name, it->e.name) == 0) {
			dt_diag_set(p->diag, D_UNKNOWN, line,
			    "enumerator %s occurs twice", it->e.name);
			return NULL;
		}
	return parse_value(p, it, next, line) ? it : NULL;
}

static bool
define(struct dt_parser *p, const char *tag, struct item *list, int line,
    struct dt_type *out)
{
	int err = dt_type_enum(p->lex.types, tag, &list->e, out);

	if (err == -EEXIST)
		dt_diag_set(p->diag, D_DECL_TYPERED, line,
		    "enum %s is already defined with other enumerators", tag);
	else if (err != 0)
		dt_diag_nomem(p->diag);
	for (; err == 0 && list != NULL; list = list->next)
		if (list->is_known &&
		    !dt_type_same(p->lex.types, &list->id->type, out))
			err = report_known(p, list, line);
		else if (list->id != NULL && list->value == list->e.value)
			list->id->type = *out;
	return err == 0;
}

bool
dt_parse_enum(struct dt_parser *p, const char *tag, struct dt_type *out)
{
	struct item *list = NULL, **tail = &list, *last = NULL;
	int line = p->lex.tok.line;
	uint32_t n = 0;

	dt_lex_next(&p->lex);
	do {
		if (list != NULL && p->lex.tok.id == DT_TOK_RBRACE)
			break;
		if (!dt_parse_bound(p, n++, "an enum", "enumerators"))
			return false;
		*tail = parse_item(p, list, last == NULL ? 0 :
		    last->value + 1);
		if (*tail == NULL)
			return false;
		if (last != NULL)
			last->e.next = &(*tail)->e;
		last = *tail;
		tail = &last->next;
	} while (dt_parse_accept(p, DT_TOK_COMMA));
	return dt_parse_expect(p, DT_TOK_RBRACE, "\",\" or \"}\"") &&
	    define(p, tag, list, line, out);
}
