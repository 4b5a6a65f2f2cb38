/* SPDX-License-Identifier: MIT */
/*
 * gnu.c - the extensions of GNU C in headers.  The lexer skips them like space,
 * wherever they are, and keeps those that affect the layout of a type with the
 * token that follows.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "front/lex.h"

enum { MAX_ALIGN = 1 << 28 };

/* A part of the text. */
struct part {
	const char *p, *end;
};

static void
skip_blanks(struct part *t)
{
	while (t->p < t->end && isspace((unsigned char)*t->p))
		t->p++;
}

/* Take the word at t, without the __ around it. */
static struct part
take_word(struct part *t)
{
	struct part w = { t->p, t->p };
	size_t len;

	while (w.end < t->end && dt_lex_isident(*w.end))
		w.end++;
	t->p = w.end;
	len = (size_t)(w.end - w.p);
	if (len > 4 && strncmp(w.p, "__", 2) == 0 &&
	    strncmp(w.end - 2, "__", 2) == 0) {
		w.p += 2;
		w.end -= 2;
	}
	return w;
}

static bool
is(const struct part *w, const char *text)
{
	size_t len = strlen(text);

	return (size_t)(w->end - w->p) == len && strncmp(w->p, text, len) == 0;
}

/* The end of the string or character at p. */
static const char *
quote_end(const char *p, const char *end)
{
	char quote = *p++;

	while (p < end && *p != quote && *p != '\n')
		p += *p == '\\' ? 2 : 1;
	return p < end ? p + 1 : end;
}

/* Take ( and its ); in is the text between them.  False: there is none. */
static bool
take_parens(struct part *t, struct part *in)
{
	int depth = 0;

	skip_blanks(t);
	in->p = t->p + 1;
	while (t->p < t->end) {
		if (*t->p == '"' || *t->p == '\'') {
			t->p = quote_end(t->p, t->end);
			continue;
		}
		depth += *t->p == '(';
		if (depth == 0)
			return false;
		depth -= *t->p == ')';
		t->p++;
		if (depth != 0)
			continue;
		in->end = t->p - 1;
		return true;
	}
	return false;
}

/* __alignof__ (type) or sizeof (type), or 0. */
static uint32_t
alignment_of(struct dt_lex *l, const struct part *word, struct part *t)
{
	struct dt_type type;
	struct part in;
	const char *name;

	if ((!is(word, "alignof") && !is(word, "_Alignof") &&
	    !is(word, "sizeof")) || !take_parens(t, &in))
		return 0;
	name = dt_arena_strndup(l->arena, in.p, (size_t)(in.end - in.p));
	if (name == NULL || dt_type_klookup(l->types, name, &type) != 0)
		return 0;
	return is(word, "sizeof") ? type.size :
	    dt_type_align(l->types, &type);
}

/* aligned, aligned (n), aligned (__alignof__ (type)) */
static void
take_aligned(struct dt_lex *l, struct part *t)
{
	struct part in, w;
	uint64_t n = 16;

	if (take_parens(t, &in)) {
		while (in.p < in.end && (*in.p == '(' ||
		    isspace((unsigned char)*in.p)))
			in.p++;
		if (in.p < in.end && isdigit((unsigned char)*in.p)) {
			n = strtoull(in.p, NULL, 0);
		} else {
			w = take_word(&in);
			n = alignment_of(l, &w, &in);
		}
	}
	if (n == 0 || n > MAX_ALIGN || (n & (n - 1)) != 0)
		dt_diag_set(l->diag, D_SYNTAX, dt_lex_at(l),
		    "the alignment of an __attribute__ must be a power of two "
		    "or the __alignof__ of a type");
	else if (n > l->gnu.align)
		l->gnu.align = (uint32_t)n;
}

/* vector_size (16) */
static void
take_vector(struct dt_lex *l, struct part *t)
{
	struct part in;

	if (!take_parens(t, &in))
		return;
	l->gnu.vector = (uint32_t)strtoul(in.p, NULL, 0);
	if (l->gnu.vector == 0)
		dt_diag_set(l->diag, D_SYNTAX, dt_lex_at(l),
		    "the size of a vector must be a number of bytes");
}

/* mode (DI): the size of an integer */
static void
take_mode(struct dt_lex *l, struct part *t)
{
	static const struct { const char *name; uint32_t size; } modes[] = {
		{ "QI", 1 }, { "byte", 1 }, { "HI", 2 }, { "SI", 4 },
		{ "DI", 8 }, { "word", 8 }, { "pointer", 8 },
		{ "unwind_word", 8 },
	};
	struct part in, w;

	if (!take_parens(t, &in))
		return;
	skip_blanks(&in);
	w = take_word(&in);
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
		if (is(&w, modes[i].name))
			l->gnu.size = modes[i].size;
}

/* Take the attributes in (( )); only some affect the layout. */
static void
take_attributes(struct dt_lex *l, struct part *t)
{
	struct part outer, list, w;

	if (!take_parens(t, &outer) || !take_parens(&outer, &list))
		return;
	while (list.p < list.end && l->diag->err == 0) {
		skip_blanks(&list);
		w = take_word(&list);
		if (is(&w, "packed"))
			l->gnu.is_packed = true;
		else if (is(&w, "aligned"))
			take_aligned(l, &list);
		else if (is(&w, "mode"))
			take_mode(l, &list);
		else if (is(&w, "vector_size"))
			take_vector(l, &list);
		else if (w.p == w.end && list.p < list.end && *list.p != '(')
			list.p++;
		else
			(void) take_parens(&list, &w);
	}
}

static void
no_parens(struct dt_lex *l, struct part *t)
{
	(void) l;
	(void) t;
}

static void
skip_parens(struct dt_lex *l, struct part *t)
{
	struct part in;

	(void) l;
	(void) take_parens(t, &in);
}

static const struct {
	const char *name;
	void (*take)(struct dt_lex *l, struct part *t);
} words[] = {
	{ "__attribute__", take_attributes },
	{ "__attribute", take_attributes },
	{ "__extension__", no_parens },
	{ "__asm__", skip_parens },
	{ "__asm", skip_parens },
	{ "_Alignas", take_aligned },
	{ "_Noreturn", no_parens },
	{ "__thread", no_parens },
	{ "_Thread_local", no_parens },
};

bool
dt_lex_gnu(struct dt_lex *l)
{
	struct part t = { l->p, l->end };

	if (l->end - l->p < 6 || l->p[0] != '_')
		return false;
	while (t.p < t.end && dt_lex_isident(*t.p))
		t.p++;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strlen(words[i].name) != (size_t)(t.p - l->p) ||
		    strncmp(words[i].name, l->p, (size_t)(t.p - l->p)) != 0)
			continue;
		words[i].take(l, &t);
		dt_lex_skipto(l, t.p);
		return true;
	}
	return false;
}

/* --- #pragma pack --------------------------------------------------------- */

static void
bad_pack(struct dt_lex *l)
{
	dt_diag_set(l->diag, D_PRAGMA_MALFORM, dt_lex_at(l),
	    "malformed pack: write #pragma pack(n), with n from 1 to 16, "
	    "pack(push, n), pack(push), pack(pop) or pack()");
}

/* pack(n), pack(push, n), pack(push), pack(pop), pack() */
void
dt_lex_pack(struct dt_lex *l, const char *s, const char *end)
{
	struct part t = { s, end }, in, w;
	bool pushes, pops;

	if (!take_parens(&t, &in)) {
		bad_pack(l);
		return;
	}
	skip_blanks(&in);
	t = in;
	w = take_word(&in);
	pushes = is(&w, "push");
	pops = is(&w, "pop");
	if (pushes && l->npacks < DT_MAXPACKS)
		l->packs[l->npacks++] = l->pack;
	if (pops && l->npacks > 0)
		l->pack = l->packs[--l->npacks];
	if (pushes || pops) {
		while (in.p < in.end && (isspace((unsigned char)*in.p) ||
		    *in.p == ','))
			in.p++;
		t = in;
	} else {
		l->pack = 0;
	}
	if (t.p == t.end)
		return;
	l->pack = (uint32_t)strtoul(t.p, NULL, 0);
	if (l->pack == 0 || l->pack > 16 || (l->pack & (l->pack - 1)) != 0)
		bad_pack(l);
}

/* --- function bodies ------------------------------------------------------ */

/*
 * Skip a function's body from the {, the current token, to its }, which becomes
 * the ; that ends the declaration.  D cannot call the function.
 */
void
dt_lex_skipbody(struct dt_lex *l)
{
	const char *p = l->tok.text;
	int depth = 0;

	while (p < l->end) {
		if (*p == '"' || *p == '\'') {
			p = quote_end(p, l->end);
			continue;
		}
		depth += *p == '{';
		depth -= *p == '}';
		p++;
		if (depth == 0)
			break;
	}
	if (depth != 0) {
		dt_diag_set(l->diag, D_SYNTAX, l->tok.line,
		    "the body of the function that starts here is not closed");
		return;
	}
	dt_lex_skipto(l, p);
	l->tok.id = DT_TOK_SEMI;
	l->tok.text = p - 1;
	l->tok.len = 1;
}
