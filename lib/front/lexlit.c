/* SPDX-License-Identifier: MIT */
/* lexlit.c - integer, character and string constants. */
#include <ctype.h>
#include <errno.h>
#include <string.h>
#include "front/lex.h"

void
dt_lex_number(struct dt_lex *l)
{
	const char *s = l->p;
	size_t len;
	int err;

	while (l->p < l->end && dt_lex_isident(*l->p))
		l->p++;
	len = (size_t)(l->p - s);
	if (l->p < l->end && *l->p == '.') {
		dt_diag_set(l->diag, D_INT_DIGIT, l->line,
		    "%.*s. : D computes with integers, not with fractions",
		    (int)len, s);
		return;
	}
	l->tok.id = DT_TOK_INT;
	err = dt_type_literal(l->types, s, len, &l->tok.type, &l->tok.value);
	if (err == -ERANGE)
		dt_diag_set(l->diag, D_INT_OFLOW, l->line,
		    "%.*s does not fit in 64 bits", (int)len, s);
	else if (err != 0)
		dt_diag_set(l->diag, D_INT_DIGIT, l->line,
		    "%.*s is no integer: digits 0-9, after 0 digits 0-7, "
		    "after 0x also a-f; then u, l or ll", (int)len, s);
}

static int
hex_digit(char c)
{
	if (isdigit((unsigned char)c))
		return c - '0';
	return tolower((unsigned char)c) - 'a' + 10;
}

/* After the backslash: an octal or hexadecimal number.  Its value, or -1. */
static int
escaped_number(struct dt_lex *l)
{
	unsigned int v = 0;
	int n = 0;

	if (*l->p == 'x') {
		for (l->p++; l->p < l->end && isxdigit((unsigned char)*l->p);
		    l->p++, n++)
			if (v <= 255)
				v = v * 16 + (unsigned int)hex_digit(*l->p);
	} else {
		for (; n < 3 && l->p < l->end && *l->p >= '0' && *l->p <= '7';
		    n++)
			v = v * 8 + (unsigned int)(*l->p++ - '0');
	}
	if (n != 0 && v <= 255)
		return (int)v;
	dt_diag_set(l->diag, n == 0 ? D_SYNTAX : D_CHR_OFLOW, l->line,
	    n == 0 ? "\\x wants hexadecimal digits after it" :
	    "the number after the backslash does not fit in a character");
	return -1;
}

#define	BACKSLASH	(256 * '\\')

/*
 * The character that an escape means; l->p is after the backslash.  Before any
 * other character the backslash stands for itself: BACKSLASH and the character.
 * Or -1.
 */
static int
escape(struct dt_lex *l)
{
	static const char from[] = "abfnrtv\\\"";
	static const char to[] = "\a\b\f\n\r\t\v\\\"";
	const char *f;

	if (l->p >= l->end || *l->p == '\n') {
		dt_diag_set(l->diag, D_STR_NL, l->line,
		    "a constant must end in the line where it starts");
		return -1;
	}
	if (*l->p == 'x' || (*l->p >= '0' && *l->p <= '7'))
		return escaped_number(l);
	f = *l->p == '\0' ? NULL : strchr(from, *l->p);
	l->p++;
	return f == NULL ? BACKSLASH + (unsigned char)l->p[-1] :
	    (unsigned char)to[f - from];
}

/*
 * One character of a constant, which ends at quote.  -1: it has ended, or
 * failed; l->p is behind the quote.
 */
static int
next_char(struct dt_lex *l, char quote, enum dt_tag nl)
{
	if (l->p >= l->end || *l->p == '\n') {
		dt_diag_set(l->diag, nl, l->line,
		    "a constant must end in the line where it starts, with %c",
		    quote);
		return -1;
	}
	if (*l->p == quote) {
		l->p++;
		return -1;
	}
	if (*l->p++ != '\\')
		return (unsigned char)l->p[-1];
	return escape(l);
}

void
dt_lex_string(struct dt_lex *l)
{
	const char *e = ++l->p;
	char *s;
	size_t n = 0;
	int c;

	/* No escape is longer than what it means, so this is room enough. */
	while (e < l->end && *e != '\n')
		e++;
	s = dt_arena_alloc(l->arena, (size_t)(e - l->p) + 1);
	if (s == NULL) {
		dt_diag_nomem(l->diag);
		return;
	}
	while ((c = next_char(l, '"', D_STR_NL)) >= 0) {
		if (c >= BACKSLASH)
			s[n++] = '\\';
		s[n++] = (char)c;
	}
	l->tok.id = DT_TOK_STR;
	l->tok.str = s;
	l->tok.slen = strlen(s);	/* a string ends at its first NUL */
}

/*
 * An int, or a long where it takes more; the last of several characters is the
 * least significant byte.
 */
void
dt_lex_char(struct dt_lex *l)
{
	uint64_t v = 0;
	size_t n = 0;
	int c;

	for (l->p++; (c = next_char(l, '\'', D_CHR_NL)) >= 0; n++) {
		n += c >= BACKSLASH;
		v = v << (c >= BACKSLASH ? 16 : 8) | (uint64_t)c;
	}
	if (n == 0)
		dt_diag_set(l->diag, D_CHR_NULL, l->line,
		    "a character constant has at least one character: "
		    "'\\0' is the zero");
	else if (n > sizeof(v))
		dt_diag_set(l->diag, D_CHR_OFLOW, l->line,
		    "a character constant has at most %zu characters: "
		    "write a string in \"\"", sizeof(v));
	l->tok.id = DT_TOK_INT;
	l->tok.type = dt_type_basic(l->types, n <= 4 ? DT_T_INT : DT_T_LONG);
	l->tok.value = n == 1 ? (uint64_t)(int64_t)(signed char)v :
	    dt_type_wrap(&l->tok.type, v);
}
