/* SPDX-License-Identifier: MIT */
/* lexlit.c - integer, character and string constants. */
#include <ctype.h>
#include <errno.h>
#include <string.h>
#include "front/lex.h"

/* The length of the constant at l->p, with the fraction and exponent of C. */
static size_t
number_length(const struct dt_lex *l, bool *is_fraction)
{
	const char *e = l->p;
	bool is_hex = l->end - e > 1 && (e[1] == 'x' || e[1] == 'X');

	*is_fraction = false;
	for (; e < l->end && (dt_lex_isident(*e) || *e == '.'); e++)
		if (*e == '.' || (!is_hex && (*e == 'e' || *e == 'E')))
			*is_fraction = true;
	return (size_t)(e - l->p);
}

/* Does the text have only digits and letters of suffixes? */
static bool
is_numeric(const char *s, size_t len)
{
	while (len > 0 && strchr("0123456789uUlL", *s) != NULL)
		s++, len--;
	return len == 0;
}

void
dt_lex_number(struct dt_lex *l)
{
	const char *s = l->p;
	bool is_fraction;
	size_t len = number_length(l, &is_fraction);
	int err;

	l->p += len;
	if (is_fraction) {
		dt_diag_set(l->diag, D_SYNTAX, l->tok.line,
		    "%.*s is not an integer: D has no floating-point constants",
		    (int)len, s);
		return;
	}
	l->tok.id = DT_TOK_INT;
	err = dt_type_literal(l->types, s, len, &l->tok.type, &l->tok.value);
	if (err == -ERANGE)
		dt_diag_set(l->diag, D_INT_OFLOW, l->tok.line,
		    "%.*s is too large: the largest constants are "
		    "9223372036854775807 and 0xffffffffffffffff", (int)len, s);
	else if (err != 0)
		dt_diag_set(l->diag, is_numeric(s, len) ? D_INT_DIGIT :
		    D_SYNTAX, l->tok.line,
		    "%.*s is not an integer: write decimal digits, 0 and octal "
		    "digits, or 0x and hexadecimal digits, then u, l or ll if "
		    "needed", (int)len, s);
}

static int
hex_digit(char c)
{
	if (isdigit((unsigned char)c))
		return c - '0';
	return tolower((unsigned char)c) - 'a' + 10;
}

/* The value of an escape with octal or hexadecimal digits, or -1. */
static int
escaped_number(struct dt_lex *l)
{
	const char *s = l->p - 1;
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
	if (n == 0)
		dt_diag_set(l->diag, D_SYNTAX, l->tok.line,
		    "\\x has no hexadecimal digits after it");
	else
		dt_diag_set(l->diag, D_CHR_OFLOW, l->tok.line,
		    "%.*s does not fit in a character: the largest are \\377 "
		    "and \\xff", (int)(l->p - s), s);
	return -1;
}

#define	BACKSLASH	(256 * '\\')

static int
not_closed(struct dt_lex *l, char quote, enum dt_tag tag)
{
	dt_diag_set(l->diag, tag, l->tok.line,
	    "the %s constant is not closed in its line: add %c",
	    quote == '"' ? "string" : "character", quote);
	return -1;
}

/*
 * The character of an escape after its backslash, or -1 on failure.  An unknown
 * escape keeps its backslash: BACKSLASH plus the character.
 */
static int
escape(struct dt_lex *l, char quote, enum dt_tag nl)
{
	static const char from[] = "abfnrtv\\\"";
	static const char to[] = "\a\b\f\n\r\t\v\\\"";
	const char *f;

	if (l->p >= l->end || *l->p == '\n')
		return not_closed(l, quote, nl);
	if (*l->p == 'x' || (*l->p >= '0' && *l->p <= '7'))
		return escaped_number(l);
	f = *l->p == '\0' ? NULL : strchr(from, *l->p);
	l->p++;
	return f == NULL ? BACKSLASH + (unsigned char)l->p[-1] :
	    (unsigned char)to[f - from];
}

/*
 * The next character of a constant; -1 at the closing quote, which is read, or
 * on failure.
 */
static int
next_char(struct dt_lex *l, char quote, enum dt_tag nl)
{
	if (l->p >= l->end || *l->p == '\n')
		return not_closed(l, quote, nl);
	if (*l->p == quote) {
		l->p++;
		return -1;
	}
	if (*l->p++ != '\\')
		return (unsigned char)l->p[-1];
	return escape(l, quote, nl);
}

void
dt_lex_string(struct dt_lex *l)
{
	const char *e = ++l->p;
	char *s;
	size_t n = 0;
	int c;

	/* an escape is never longer than its characters: this is enough */
	while (e < l->end && *e != '\n' && *e != '"')
		e += *e == '\\' && e + 1 < l->end ? 2 : 1;
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
 * The constant is an int, or a long if it has more than four characters; the
 * last one is the least significant byte.
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
		dt_diag_set(l->diag, D_CHR_NULL, l->tok.line,
		    "the character constant is empty: write '\\0' for the "
		    "character 0");
	else if (n > sizeof(v))
		dt_diag_set(l->diag, D_CHR_OFLOW, l->tok.line,
		    "the character constant has more than %zu characters: "
		    "write a string in \"\"", sizeof(v));
	l->tok.id = DT_TOK_INT;
	l->tok.type = dt_type_basic(l->types, n <= 4 ? DT_T_INT : DT_T_LONG);
	l->tok.value = n == 1 ? (uint64_t)(int64_t)(signed char)v :
	    dt_type_wrap(&l->tok.type, v);
}
