/* SPDX-License-Identifier: MIT */
/*
 * names.c - scans the text of a D library for the names that it defines, and
 * for its dependencies, without parsing it.  A wrong name is harmless: it only
 * causes a library to be read without need.
 */
#include <ctype.h>
#include <string.h>
#include "front/lex.h"

struct word {
	const char *s;
	size_t len;
};

struct scan {
	const char *p, *end;
	dt_libname_f *fn;
	void *arg;
	int rc;
	bool bol;		/* only space so far in this line */
	int depth;		/* of brackets of all kinds */
	struct word first;	/* of the declaration */
	struct word last;	/* the previous token, if it was a word */
	bool closed;		/* the previous token was a } */
	bool is_enum, assigned;	/* after its =, outside or in an enum */
};

static bool
is(const struct word *w, const char *text)
{
	return strlen(text) == w->len && strncmp(w->s, text, w->len) == 0;
}

static bool
starts_declaration(const struct word *w)
{
	static const char *const words[] = { "inline", "typedef", "struct",
		"union", "enum", "translator", "provider", "extern" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (is(w, words[i]))
			return true;
	return false;
}

static void
found(struct scan *s, enum dt_libname what, const struct word *w)
{
	if (s->rc == 0 && w->len != 0)
		s->rc = s->fn(s->arg, what, w->s, w->len);
}

static struct word
take_word(const char **p, const char *end)
{
	struct word w;

	while (*p < end && (**p == ' ' || **p == '\t'))
		(*p)++;
	w.s = *p;
	while (*p < end && !isspace((unsigned char)**p))
		(*p)++;
	w.len = (size_t)(*p - w.s);
	return w;
}

/* #pragma D depends_on library name */
static void
control_line(struct scan *s)
{
	const char *nl = memchr(s->p, '\n', (size_t)(s->end - s->p));
	const char *p = s->p + 1, *end = nl != NULL ? nl : s->end;
	struct word pragma = take_word(&p, end), d = take_word(&p, end);
	struct word which = take_word(&p, end), kind = take_word(&p, end);
	struct word name = take_word(&p, end);

	s->p = end;
	if (!is(&pragma, "pragma") || !is(&d, "D") || !is(&which, "depends_on"))
		return;
	if (is(&kind, "library"))
		found(s, DT_LIB_NEEDS_LIBRARY, &name);
	else if (is(&kind, "module"))
		found(s, DT_LIB_NEEDS_MODULE, &name);
	else if (is(&kind, "provider"))
		found(s, DT_LIB_NEEDS_PROVIDER, &name);
}

static void
skip_quoted(struct scan *s)
{
	char quote = *s->p++;

	while (s->p < s->end && *s->p != quote && *s->p != '\n')
		s->p += *s->p == '\\' && s->p + 1 < s->end ? 2 : 1;
	s->p += s->p < s->end;
}

static void
skip_comment(struct scan *s)
{
	for (s->p += 2; s->p < s->end; s->p++)
		if (s->p[0] == '/' && s->p[-1] == '*')
			break;
	s->p += s->p < s->end;
}

static void
new_declaration(struct scan *s, struct word first)
{
	s->first = first;
	s->is_enum = s->assigned = false;
}

static void
scan_word(struct scan *s)
{
	struct word w = { s->p, 0 };

	while (s->p < s->end && dt_lex_isident(*s->p))
		s->p++;
	w.len = (size_t)(s->p - w.s);
	if (s->depth == 0 && (s->first.len == 0 ||
	    (s->closed && starts_declaration(&w))))
		new_declaration(s, w);
	s->is_enum = s->is_enum || (s->depth == 0 && is(&w, "enum"));
	s->last = w;
	s->closed = false;
}

/* Is the word before this character the name of the declaration? */
static bool
ends_name(const struct scan *s, char c)
{
	if (s->assigned)
		return false;
	if (s->depth == 0)
		return strchr(";,=[{", c) != NULL ||
		    (c == '<' && is(&s->first, "translator"));
	return s->depth == 1 && s->is_enum && strchr(",=}", c) != NULL;
}

static void
scan_punct(struct scan *s)
{
	char c = *s->p++;

	if (ends_name(s, c))
		found(s, c == '{' && is(&s->first, "provider") ?
		    DT_LIB_PROVIDER : DT_LIB_NAME, &s->last);
	s->depth += c == '{' || c == '(' || c == '[';
	s->depth -= s->depth > 0 && (c == '}' || c == ')' || c == ']');
	if (s->depth == (s->is_enum ? 1 : 0) && c == '=')
		s->assigned = true;
	if (s->is_enum && (c == '}' || (s->depth == 1 && c == ',')))
		s->assigned = false;
	if (s->depth == 0 && c == ';')
		new_declaration(s, (struct word){ NULL, 0 });
	s->last.len = 0;
	s->closed = c == '}';
}

static void
scan_one(struct scan *s)
{
	char c = *s->p;
	bool bol = s->bol;

	s->bol = c == '\n' || (bol && isspace((unsigned char)c));
	if (isspace((unsigned char)c))
		s->p++;
	else if (c == '#' && bol)
		control_line(s);
	else if (c == '/' && s->p + 1 < s->end && s->p[1] == '*')
		skip_comment(s);
	else if (c == '"' || c == '\'')
		skip_quoted(s);
	else if (dt_lex_isident(c))
		scan_word(s);
	else
		scan_punct(s);
}

int
dt_front_names(const char *text, size_t len, dt_libname_f *fn, void *arg)
{
	struct scan s = { .p = text, .end = text + len, .fn = fn, .arg = arg,
	    .bol = true };

	while (s.p < s.end && s.rc == 0)
		scan_one(&s);
	return s.rc;
}
