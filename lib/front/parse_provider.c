/* SPDX-License-Identifier: MIT */
/* parse_provider.c - provider NAME { probe NAME(arguments) : (arguments); }; */
#include <ctype.h>
#include <string.h>
#include "base/pdesc.h"
#include "front/parse.h"
#include "front/scope.h"

/* In a probe's name the id of a process, up to 10 digits, follows this one. */
enum { MAX_PROVIDER = DTRACE_PROVNAMELEN - 1 - 10 };

/* The state of reading an argument. */
struct reading {
	struct dt_provarg arg;
	bool has_type;		/* a word that is more than a qualifier */
	bool wants_tag;		/* the last word was struct, union or enum */
	bool starred;		/* the last token was a star */
	int depth;		/* of parentheses and brackets */
};

static void
add_text(struct dt_parser *p, struct reading *r)
{
	const struct dt_tok *t = &p->lex.tok;
	const char *type = r->arg.type;
	size_t len = strlen(type);
	bool spaced = len > 0 && strchr("*([)", type[len - 1]) == NULL &&
	    (t->id == DT_TOK_MUL || t->id == DT_TOK_LPAREN ||
	    t->id == DT_TOK_INT || t->id == DT_TOK_IDENT ||
	    dt_lex_row(t->id)->class != DT_WORD_NONE);

	r->arg.type = dt_arena_printf(p->arena, "%s%s%.*s", type,
	    spaced ? " " : "", (int)t->len, t->text);
	if (r->arg.type == NULL) {
		dt_diag_nomem(p->diag);
		r->arg.type = "";
	}
}

/* Is the word the name?  It is after a complete type, or after "(*". */
static bool
is_name(const struct dt_parser *p, const struct reading *r)
{
	return r->arg.name == NULL && r->has_type && !r->wants_tag &&
	    dt_lex_row(p->lex.tok.id)->class != DT_WORD_TYPE &&
	    (r->depth == 0 || (r->depth == 1 && r->starred));
}

static void
take_word(struct dt_parser *p, struct reading *r)
{
	enum dt_tokid id = p->lex.tok.id;

	if (!r->has_type && !dt_parse_startparam(p, "an argument of a probe"))
		return;
	if (is_name(p, r)) {
		r->arg.name = dt_arena_strndup(p->arena, p->lex.tok.text,
		    p->lex.tok.len);
		if (r->arg.name == NULL)
			dt_diag_nomem(p->diag);
		return;
	}
	add_text(p, r);
	r->wants_tag = id == DT_TOK_W_STRUCT || id == DT_TOK_W_UNION ||
	    id == DT_TOK_W_ENUM;
	r->has_type = r->has_type || (id != DT_TOK_W_CONST &&
	    id != DT_TOK_W_VOLATILE);
}

/* Read one token of an argument.  False: the argument ends before it. */
static bool
take_token(struct dt_parser *p, struct reading *r)
{
	enum dt_tokid id = p->lex.tok.id;
	bool is_word = id == DT_TOK_IDENT ||
	    dt_lex_row(id)->class != DT_WORD_NONE;

	if (r->depth == 0 && (id == DT_TOK_COMMA || id == DT_TOK_RPAREN))
		return false;
	if (is_word) {
		take_word(p, r);
	} else if (id == DT_TOK_MUL || id == DT_TOK_LPAREN ||
	    id == DT_TOK_RPAREN || id == DT_TOK_LBRACKET ||
	    id == DT_TOK_RBRACKET || (r->depth > 0 &&
	    (id == DT_TOK_COMMA || id == DT_TOK_INT))) {
		add_text(p, r);
	} else if (id == DT_TOK_ELLIPSIS) {
		dt_diag_set(p->diag, D_DECL_PROTO_VARARGS, p->lex.tok.line,
		    "a probe cannot have \"...\": write the type of each "
		    "argument");
	} else {
		dt_parse_unexpected(p, "\",\" or \")\"");
	}
	r->starred = id == DT_TOK_MUL;
	r->depth += id == DT_TOK_LPAREN || id == DT_TOK_LBRACKET;
	r->depth -= id == DT_TOK_RPAREN || id == DT_TOK_RBRACKET;
	if (!dt_parse_failed(p))
		dt_lex_next(&p->lex);
	return !dt_parse_failed(p);
}

static bool
parse_arg(struct dt_parser *p, struct dt_provarg *out)
{
	struct reading r = { .arg = { .type = "", .from = out->from } };

	while (take_token(p, &r))
		continue;
	if (strcmp(r.arg.type, "void") == 0 && (out->from != 0 ||
	    r.arg.name != NULL || p->lex.tok.id == DT_TOK_COMMA))
		dt_diag_set(p->diag, D_DECL_PROTO_VOID, p->lex.tok.line,
		    "an argument of a probe cannot be void");
	if (!dt_parse_failed(p) && (!r.has_type || r.wants_tag))
		dt_parse_unexpected(p, "the type of an argument");
	*out = r.arg;
	return !dt_parse_failed(p);
}

static bool
is_void(const struct dt_provarg *list, uint32_t n)
{
	return n == 1 && list[0].name == NULL &&
	    strcmp(list[0].type, "void") == 0;
}

/* Parse (TYPE NAME, ...); there may be no names, or no arguments. */
static bool
parse_args(struct dt_parser *p, const char *probe, struct dt_provarg **list,
    uint32_t *n)
{
	struct dt_provarg room[DT_MAXPROVARGS];

	*n = 0;
	if (!dt_parse_expect(p, DT_TOK_LPAREN, "\"(\" and arguments"))
		return false;
	if (dt_parse_accept(p, DT_TOK_RPAREN))
		return true;
	do {
		if (*n == DT_MAXPROVARGS)
			return dt_diag_set(p->diag, D_PROV_PRARGLEN,
			    p->lex.tok.line, "probe %s has more than %d "
			    "arguments", probe, DT_MAXPROVARGS) == 0;
		room[*n].from = *n;
		if (!parse_arg(p, &room[(*n)++]))
			return false;
	} while (dt_parse_accept(p, DT_TOK_COMMA));
	if (is_void(room, *n))
		*n = 0;
	*list = dt_parse_alloc(p, *n * sizeof(**list) + 1);
	if (*list == NULL)
		return false;
	memcpy(*list, room, *n * sizeof(**list));
	return dt_parse_expect(p, DT_TOK_RPAREN, "\",\" or \")\"");
}

/* Find the native argument, of the same name or position, for one of D. */
static bool
find_native(struct dt_parser *p, const struct dt_provprobe *probe, uint32_t i)
{
	struct dt_provarg *a = &probe->args[i];
	uint32_t k;

	for (k = 0; a->name != NULL && k < probe->nnative; k++)
		if (probe->native[k].name != NULL &&
		    strcmp(probe->native[k].name, a->name) == 0)
			break;
	a->from = a->name != NULL ? k : i;
	if (a->from < probe->nnative)
		return true;
	dt_diag_set(p->diag, D_SYNTAX, probe->line, "probe %s: no argument "
	    "before the \":\" has the %s of args[%u], %s%s%s", probe->cname,
	    a->name != NULL ? "name" : "position", i, a->type,
	    a->name != NULL ? " " : "", a->name != NULL ? a->name : "");
	return false;
}

static bool
parse_signature(struct dt_parser *p, struct dt_provprobe *probe)
{
	if (!parse_args(p, probe->cname, &probe->native, &probe->nnative))
		return false;
	probe->args = probe->native;
	probe->nargs = probe->nnative;
	if (!dt_parse_accept(p, DT_TOK_COLON))
		return !dt_parse_failed(p);
	if (!parse_args(p, probe->cname, &probe->args, &probe->nargs))
		return false;
	for (uint32_t i = 0; i < probe->nargs; i++)
		if (!find_native(p, probe, i))
			return false;
	return true;
}

/* The name in D: bar-baz for bar__baz. */
static char *
name_in_d(struct dt_parser *p, const char *cname)
{
	char *name = dt_arena_strdup(p->arena, cname);

	if (name != NULL)
		dt_pdesc_cname(name, name, strlen(name) + 1);
	else
		dt_diag_nomem(p->diag);
	return name;
}

static bool
is_same(const struct dt_provprobe *a, const struct dt_provprobe *b)
{
	if (a->nnative != b->nnative || a->nargs != b->nargs)
		return false;
	for (uint32_t i = 0; i < a->nnative; i++)
		if (strcmp(a->native[i].type, b->native[i].type) != 0)
			return false;
	for (uint32_t i = 0; i < a->nargs; i++)
		if (strcmp(a->args[i].type, b->args[i].type) != 0 ||
		    a->args[i].from != b->args[i].from)
			return false;
	return true;
}

/* Check that all declarations of the provider give the probe one signature. */
static bool
add_probe(struct dt_parser *p, const struct dt_provprobe *probe)
{
	const struct dt_provider *of = probe->of;
	const struct dt_provprobe *o = dt_scope_probe(p->lex.scope, of->name,
	    probe->name);

	if (o == NULL && dt_scope_add_probe(p->lex.scope, probe) != 0)
		dt_diag_nomem(p->diag);
	else if (o != NULL && o->of == of)
		dt_diag_set(p->diag, D_PROV_PRDUP, probe->line, "probe %s of "
		    "provider %s is declared twice, first in line %d",
		    probe->cname, of->name, dt_place_line(o->line));
	else if (o != NULL && !is_same(o, probe))
		dt_diag_set(p->diag, D_PROV_INCOMPAT, probe->line, "probe %s "
		    "of provider %s is already declared with other arguments",
		    probe->cname, of->name);
	return !dt_parse_failed(p);
}

/* Parse a name, which may be a word that D reserves, such as return. */
static const char *
parse_word(struct dt_parser *p, const char *wanted)
{
	const struct dt_tok *t = &p->lex.tok;
	const char *s;

	if (t->id == DT_TOK_SCOPED) {
		dt_diag_set(p->diag, D_PROV_BADNAME, t->line, "%s: a name "
		    "after provider or probe has no \"`\"", t->str);
		return NULL;
	}
	if (t->id != DT_TOK_IDENT &&
	    dt_lex_row(t->id)->class == DT_WORD_NONE) {
		dt_parse_unexpected(p, wanted);
		return NULL;
	}
	s = dt_arena_strndup(p->arena, t->text, t->len);
	if (s == NULL)
		dt_diag_nomem(p->diag);
	dt_lex_next(&p->lex);
	return dt_parse_failed(p) ? NULL : s;
}

static bool
parse_probe(struct dt_parser *p, const struct dt_provider *of,
    struct dt_provprobe *probe)
{
	probe->of = of;
	probe->line = p->lex.tok.line;
	probe->cname = parse_word(p, "the name of a probe");
	probe->name = probe->cname != NULL ? name_in_d(p, probe->cname) : NULL;
	if (probe->name == NULL)
		return false;
	if (strlen(probe->name) >= DTRACE_NAMELEN)
		return dt_diag_set(p->diag, D_PROV_BADNAME, probe->line,
		    "probe name %s has more than %d characters", probe->cname,
		    DTRACE_NAMELEN - 1) == 0;
	return parse_signature(p, probe) &&
	    dt_parse_expect(p, DT_TOK_SEMI, "\";\"") &&
	    add_probe(p, probe);
}

static bool
parse_probes(struct dt_parser *p, struct dt_provider *of)
{
	struct dt_provprobe **tail = &of->probes;

	while (!dt_parse_failed(p) && p->lex.tok.id != DT_TOK_RBRACE) {
		struct dt_provprobe *probe;

		if (dt_parse_accept(p, DT_TOK_SEMI))
			continue;
		if (p->lex.tok.id != DT_TOK_IDENT ||
		    strcmp(p->lex.tok.str, "probe") != 0) {
			dt_parse_unexpected(p, "\"probe\" or \"}\"");
			return false;
		}
		dt_lex_next(&p->lex);
		probe = dt_parse_alloc(p, sizeof(*probe));
		if (probe == NULL || !parse_probe(p, of, probe))
			return false;
		*tail = probe;
		tail = &probe->next;
	}
	return !dt_parse_failed(p);
}

static bool
check_name(struct dt_parser *p, const char *name, int line)
{
	size_t len = strlen(name);

	if (len > MAX_PROVIDER)
		dt_diag_set(p->diag, D_PROV_BADNAME, line, "provider name %s "
		    "has more than %d characters", name, MAX_PROVIDER);
	else if (isdigit((unsigned char)name[len - 1]))
		dt_diag_set(p->diag, D_PROV_BADNAME, line, "provider name %s "
		    "ends in a digit, but the number of a process follows it "
		    "in the name of a probe", name);
	return !dt_parse_failed(p);
}

/* Set the stabilities of a declaration without pragmas. */
static void
set_attributes(struct dt_provider *v)
{
	for (int i = 0; i < DT_NPROVPARTS; i++)
		v->attr[i] = (dtrace_attribute_t){ DTRACE_STABILITY_PRIVATE,
		    DTRACE_STABILITY_PRIVATE, DTRACE_CLASS_UNKNOWN };
}

void
dt_parse_provider(struct dt_parser *p)
{
	struct dt_provider *v = dt_parse_alloc(p, sizeof(*v));

	if (v == NULL)
		return;
	dt_lex_next(&p->lex);
	v->arena = p->arena;
	v->file = p->diag->file;
	v->line = p->lex.tok.line;
	v->name = parse_word(p, "the name of a provider");
	if (v->name == NULL || !check_name(p, v->name, v->line) ||
	    !dt_parse_expect(p, DT_TOK_LBRACE, "\"{\"") || !parse_probes(p, v))
		return;
	set_attributes(v);
	*p->lex.provtail = v;
	p->lex.provtail = &v->next;
	if (dt_scope_add_provider(p->lex.scope, v) != 0)
		dt_diag_nomem(p->diag);
	(void) dt_parse_accept(p, DT_TOK_RBRACE);
}
