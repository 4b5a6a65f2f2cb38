/* SPDX-License-Identifier: MIT */
/*
 * lex.c - turns text into tokens.  The parser requests one token at a time and
 * sets the mode: between clauses a word is a probe description, inside a clause
 * it is a token of C.
 */
#include <ctype.h>
#include <errno.h>
#include <string.h>
#include "front/check.h"

static const struct dt_tokrow rows[DT_NTOKS] = {
	[DT_TOK_EOF] = { "end of the program", 0, 0, 0 },
#define	DT_PUNCT(id, text, prec, op) \
	[DT_TOK_##id] = { text, prec, DT_OP_##op, DT_WORD_NONE },
#define	DT_WORD(id, text, class) \
	[DT_TOK_W_##id] = { text, 0, DT_OP_NONE, DT_WORD_##class },
#include "tbl/toks.h"
};

const struct dt_tokrow *
dt_lex_row(enum dt_tokid id)
{
	return &rows[id];
}

const char *
dt_lex_optext(enum dt_op op)
{
	int id;

	for (id = DT_TOK_AGGNAME + 1; id < DT_NTOKS; id++)
		if (rows[id].prec != 0 && rows[id].op == op)
			return rows[id].text;
	return op == DT_OP_NEG ? "-" : op == DT_OP_BITNOT ? "~" :
	    op == DT_OP_LOGNOT ? "!" : "+";
}

bool
dt_lex_isident(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The characters of a probe description, other than the $ of a macro. */
static bool
is_pdesc(char c)
{
	return dt_lex_isident(c) ||
	    (c != '\0' && strchr(":*?[]-.`!\\", c) != NULL);
}

int
dt_lex_at(const struct dt_lex *l)
{
	return dt_place(l->line, (size_t)(l->p - l->start) + 1);
}

void
dt_lex_skipto(struct dt_lex *l, const char *to)
{
	while (l->p < to)
		if (*l->p++ == '\n') {
			l->line++;
			l->start = l->p;
		}
}

/*
 * The end of the comment at p, or NULL if it is not closed.  One that starts
 * with // ends before the line end.
 */
static const char *
comment_end(const char *p, const char *end)
{
	const char *eol;

	if (p[1] == '/') {
		eol = memchr(p, '\n', (size_t)(end - p));
		return eol != NULL ? eol : end;
	}
	for (p += 2; p + 1 < end; p++)
		if (p[0] == '*' && p[1] == '/')
			return p + 2;
	return NULL;
}

static bool
is_comment(const char *p, const char *end)
{
	return p + 1 < end && p[0] == '/' && (p[1] == '*' || p[1] == '/');
}

/* The length of a backslash and the line end after it, or 0. */
static size_t
line_splice(const char *p, const char *end)
{
	if (p + 1 < end && p[0] == '\\' && p[1] == '\n')
		return 2;
	if (p + 2 < end && p[0] == '\\' && p[1] == '\r' && p[2] == '\n')
		return 3;
	return 0;
}

char
dt_lex_peek(const struct dt_lex *l, char *second)
{
	const char *p = l->p;

	while (p < l->end) {
		size_t n = line_splice(p, l->end);

		if (isspace((unsigned char)*p)) {
			p++;
		} else if (n != 0) {
			p += n;
		} else if (is_comment(p, l->end)) {
			p = comment_end(p, l->end);
			if (p == NULL)
				p = l->end;
		} else {
			break;
		}
	}
	if (second != NULL)
		*second = p + 1 < l->end ? p[1] : '\0';
	return p < l->end ? *p : '\0';
}

/* Skip one space, comment or control line.  False: a token is next. */
static bool
skip_one(struct dt_lex *l)
{
	size_t n = line_splice(l->p, l->end);
	const char *e;

	if (*l->p == '\n') {
		dt_lex_skipto(l, l->p + 1);
		l->bol = true;
	} else if (isspace((unsigned char)*l->p)) {
		l->p++;
	} else if (n != 0) {
		dt_lex_skipto(l, l->p + n);
	} else if (*l->p == '#' && l->bol) {
		dt_lex_control(l);
	} else if (is_comment(l->p, l->end)) {
		e = comment_end(l->p, l->end);
		if (e == NULL) {
			dt_diag_set(l->diag, D_SYNTAX, dt_lex_at(l),
			    "the comment that starts here is not closed");
			return false;
		}
		dt_lex_skipto(l, e);
	} else {
		return dt_lex_gnu(l);
	}
	return true;
}

static void
skip_space(struct dt_lex *l)
{
	while (l->p < l->end && l->diag->err == 0 && skip_one(l))
		continue;
	l->bol = false;
}

static bool
text_is(const char *row, const char *p, size_t len)
{
	return row != NULL && strncmp(row, p, len) == 0 && row[len] == '\0';
}

/* Make the text from s to the current position a token. */
static void
take_text(struct dt_lex *l, enum dt_tokid id, const char *s)
{
	l->tok.id = id;
	l->tok.str = dt_arena_strndup(l->arena, s, (size_t)(l->p - s));
	if (l->tok.str == NULL)
		dt_diag_nomem(l->diag);
}

/* Is there a ` followed by a name? */
static bool
at_scoped(const struct dt_lex *l, const char *p)
{
	return l->end - p > 1 && p[0] == '`' && dt_lex_isident(p[1]) &&
	    !isdigit((unsigned char)p[1]);
}

static bool
is_known(struct dt_lex *l, const char *name)
{
	return dt_scope_find(l->scope, DT_ID_GLOBAL, name) != NULL ||
	    dt_check_findfunc(name) >= 0 || dt_check_isact(name) ||
	    dt_check_isaggfunc(name);
}

/* A library loads none: it declares its dependencies by depends_on. */
void
dt_lex_mention(struct dt_lex *l, const char *name)
{
	if (l->env->define != NULL && !l->src->is_library &&
	    (l->cflags & DTRACE_C_NOLIBS) == 0 && l->diag->err == 0 &&
	    !is_known(l, name))
		(void) l->env->define(l->env->arg, name, l->diag);
}

enum dt_tokid
dt_lex_word(const char *s, size_t len)
{
	static const struct { const char *text; enum dt_tokid id; } gnu[] = {
#define	DT_SPELLING(text, id)	{ text, DT_TOK_W_##id },
#include "tbl/toks.h"
	};

	for (int id = DT_TOK_AGGNAME + 1; id < DT_NTOKS; id++)
		if (rows[id].class != DT_WORD_NONE &&
		    text_is(rows[id].text, s, len))
			return id;
	for (size_t i = 0; len > 2 && s[0] == '_' && s[1] == '_' &&
	    i < sizeof(gnu) / sizeof(gnu[0]); i++)
		if (text_is(gnu[i].text, s, len))
			return gnu[i].id;
	return DT_TOK_EOF;
}

static const char *
ident_end(const struct dt_lex *l, const char *p)
{
	while (p < l->end && dt_lex_isident(*p))
		p++;
	return p;
}

/* Read on to the ` after the name of a file, as in lib.so.1`x.  False: none. */
static bool
skip_file(struct dt_lex *l)
{
	const char *p = l->p;

	while (p < l->end && *p == '.')
		p = ident_end(l, p + 1);
	if (!at_scoped(l, p))
		return false;
	l->p = p;
	return true;
}

/* Read the macro of pid$target`lib`x into *text; false: it has no value. */
static bool
skip_process(struct dt_lex *l, const char **text)
{
	const char *end = l->p < l->end && *l->p == '$' ?
	    ident_end(l, l->p + 1) : l->end;

	if (end == l->end || *end != '`')
		return true;
	*text = dt_lex_macrotext(l, &l->p);
	return *text != NULL;
}

/* Read the rest of module`name or pid123`module`name from s on. */
static void
lex_scoped(struct dt_lex *l, const char *pid, const char *s)
{
	do
		l->p = ident_end(l, l->p + 1);
	while (skip_file(l));
	take_text(l, DT_TOK_SCOPED, s);
	if (*pid != '\0' && l->tok.str != NULL)
		l->tok.str = dt_arena_printf(l->arena, "pid%s%s", pid,
		    l->tok.str);
	if (l->tok.str == NULL)
		dt_diag_nomem(l->diag);
}

static void
lex_ident(struct dt_lex *l)
{
	const char *s = l->p, *pid = "", *module;
	enum dt_tokid id;
	size_t len;

	l->p = ident_end(l, s);
	len = (size_t)(l->p - s);
	if (len == 3 && memcmp(s, "pid", len) == 0 && !skip_process(l, &pid))
		return;
	module = *pid != '\0' ? l->p : s;
	if (l->is_member ? at_scoped(l, l->p) : skip_file(l)) {
		lex_scoped(l, pid, module);
		return;
	}
	id = dt_lex_word(s, len);
	if (id != DT_TOK_EOF) {
		l->tok.id = id;
		return;
	}
	take_text(l, DT_TOK_IDENT, s);
	if (l->diag->err != 0 || l->is_member)
		return;
	dt_lex_mention(l, l->tok.str);
	if (strcmp(l->tok.str, "args") == 0)
		l->has_args = true;
}

static void
lex_agg(struct dt_lex *l)
{
	const char *s = ++l->p;

	while (l->p < l->end && dt_lex_isident(*l->p))
		l->p++;
	if (l->p > s && isdigit((unsigned char)*s)) {
		dt_diag_set(l->diag, D_SYNTAX, l->tok.line,
		    "@%.*s: the name of an aggregation must not start with a "
		    "digit",
		    (int)(l->p - s), s);
		return;
	}
	l->tok.id = DT_TOK_AGGNAME;
	l->tok.str = l->p == s ? "_" :
	    dt_arena_strndup(l->arena, s, (size_t)(l->p - s));
	if (l->tok.str == NULL)
		dt_diag_nomem(l->diag);
}

/*
 * Does the / just read end the predicate instead of dividing?  A predicate is
 * followed by {, ; or the end of the program, none of which starts an operand.
 */
static bool
ends_predicate(const struct dt_lex *l)
{
	char c = dt_lex_peek(l, NULL);

	return l->mode == DT_LEX_PRED && (c == '\0' || c == '{' || c == ';');
}

/* Report a character that a word processor has put in place of a plain one. */
static bool
no_typographic(struct dt_lex *l)
{
	static const struct {
		const char *utf8, *name, *plain;
	} v[] = {
#define	DT_TYPOGRAPHIC(utf8, name, plain)	{ utf8, name, plain },
#include "tbl/absent.h"
#undef DT_TYPOGRAPHIC
	};
	size_t left = (size_t)(l->end - l->p), len;

	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++) {
		len = strlen(v[i].utf8);
		if (len <= left && memcmp(l->p, v[i].utf8, len) == 0)
			return dt_diag_set(l->diag, D_SYNTAX, l->tok.line,
			    "%s has no meaning in D: write %s", v[i].name,
			    v[i].plain) != 0;
	}
	return false;
}

static void
no_punct(struct dt_lex *l)
{
	unsigned char c = (unsigned char)*l->p;

	if (no_typographic(l))
		return;
	if (c == '`')
		dt_diag_set(l->diag, D_IDENT_UNDEF, l->tok.line,
		    "` must be followed by a kernel symbol or type");
	else
		dt_diag_set(l->diag, D_SYNTAX, l->tok.line, isprint(c) ?
		    "the character '%c' has no meaning in D" :
		    "the byte 0x%02x has no meaning in D", c);
}

static void
lex_punct(struct dt_lex *l)
{
	size_t left = (size_t)(l->end - l->p), len = 0;
	int id;

	for (id = DT_TOK_AGGNAME + 1; id < DT_NTOKS; id++) {
		if (rows[id].class != DT_WORD_NONE || rows[id].text == NULL)
			continue;
		len = strlen(rows[id].text);
		if (len <= left && memcmp(l->p, rows[id].text, len) == 0)
			break;
	}
	if (id == DT_NTOKS) {
		no_punct(l);
		return;
	}
	l->tok.id = id;
	l->p += len;
	if (id == DT_TOK_DIV && ends_predicate(l))
		l->tok.id = DT_TOK_EPRED;
}

/* The text up to a macro variable or a spliced line; NULL: no memory. */
static const char *
pdesc_text(struct dt_lex *l)
{
	const char *start = l->p, *s;

	while (l->p < l->end && is_pdesc(*l->p) &&
	    line_splice(l->p, l->end) == 0)
		l->p++;
	s = dt_arena_strndup(l->arena, start, (size_t)(l->p - start));
	if (s == NULL)
		dt_diag_nomem(l->diag);
	return s;
}

/* Read a description and expand its macros. */
static void
lex_pdesc(struct dt_lex *l)
{
	const char *s = "", *part;

	while (l->p < l->end && (is_pdesc(*l->p) || *l->p == '$')) {
		if (line_splice(l->p, l->end) != 0)
			break;
		part = *l->p == '$' ? dt_lex_macrotext(l, &l->p) :
		    pdesc_text(l);
		if (part == NULL)
			return;
		s = dt_arena_printf(l->arena, "%s%s", s, part);
		if (s == NULL) {
			dt_diag_nomem(l->diag);
			return;
		}
		if (strlen(s) > DTRACE_FULLNAMELEN) {
			dt_diag_set(l->diag, D_PDESC_INVAL, l->tok.line,
			    "probe description %.40s... is longer than %d "
			    "characters, the most that a probe's name can have",
			    s, DTRACE_FULLNAMELEN);
			return;
		}
	}
	l->tok.id = DT_TOK_PDESC;
	l->tok.str = s;
}

static void
lex_outer(struct dt_lex *l)
{
	if (is_pdesc(*l->p) || *l->p == '$')
		lex_pdesc(l);
	else
		lex_punct(l);
}

static void
lex_body(struct dt_lex *l)
{
	char c = *l->p;

	if (isdigit((unsigned char)c))
		dt_lex_number(l);
	else if (dt_lex_isident(c) || at_scoped(l, l->p))
		lex_ident(l);
	else if (c == '"')
		dt_lex_string(l);
	else if (c == '\'')
		dt_lex_char(l);
	else if (c == '$')
		dt_lex_macro(l);
	else if (c == '@')
		lex_agg(l);
	else
		lex_punct(l);
}

void
dt_lex_next(struct dt_lex *l)
{
	if (l->dump != NULL && l->tok.text != NULL)
		dt_front_dump_tok(l->dump, &l->tok);
	l->is_member = l->tok.id == DT_TOK_ARROW || l->tok.id == DT_TOK_DOT;
	l->gnu = (struct dt_gnu){ .is_packed = false };
	skip_space(l);
	l->tok = (struct dt_tok) { .line = dt_lex_at(l), .text = l->p,
	    .gnu = l->gnu };
	if (l->diag->err != 0 || l->p >= l->end) {
		l->tok.id = DT_TOK_EOF;
	} else if (l->mode == DT_LEX_OUTER) {
		lex_outer(l);
	} else {
		lex_body(l);
	}
	if (l->diag->err != 0)
		l->tok.id = DT_TOK_EOF;
	l->tok.len = (size_t)(l->p - l->tok.text);
}

void
dt_lex_again(struct dt_lex *l, enum dt_lexmode mode)
{
	l->mode = mode;
	if (l->diag->err != 0 || l->tok.id == DT_TOK_EOF)
		return;
	l->p = l->tok.text;
	l->line = dt_place_line(l->tok.line);
	l->tok.text = NULL;
	dt_lex_next(l);
}

const char *
dt_lex_quote(struct dt_lex *l, const struct dt_tok *t)
{
	const char *s;

	if (t->id == DT_TOK_EOF)
		return rows[DT_TOK_EOF].text;
	s = dt_arena_printf(l->arena, "\"%.*s%s\"",
	    (int)(t->len > 40 ? 40 : t->len), t->text,
	    t->len > 40 ? "..." : "");
	return s != NULL ? s : "this";
}

/* Skip the first line if it names an interpreter. */
static void
skip_interpreter(struct dt_lex *l)
{
	if (l->end - l->p < 2 || l->p[0] != '#' || l->p[1] != '!')
		return;
	while (l->p < l->end && *l->p != '\n')
		l->p++;
}

int
dt_lex_init(struct dt_lex *l)
{
	size_t nargs = l->src->argc > 0 ? (size_t)l->src->argc : 0;

	l->p = l->start = l->src->text;
	l->end = l->p + l->src->len;
	l->line = 1;
	l->bol = true;
	l->mode = DT_LEX_OUTER;
	l->cflags = l->src->cflags;
	l->argused = dt_arena_alloc(l->arena, nargs + 1);
	if (l->argused == NULL)
		return dt_diag_nomem(l->diag);
	skip_interpreter(l);
	return 0;
}
