/* SPDX-License-Identifier: MIT */
/* layout.c - reads the text of a type, and the numbers of its values. */
#include "show/layout.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64, MAX_TEXT = 1 << 20 };

/* The end of a name, a semicolon or a dot. */
static const char *
name_end(const char *p)
{
	return p + strcspn(p, ";");
}

struct dt_layout
dt_layout_head(const char *text)
{
	struct dt_layout t = { .letter = *text };
	char *end;

	t.n = (uint32_t)strtoul(text + 1, &end, 10);
	t.name = end + 1;
	t.len = (size_t)(name_end(t.name) - t.name);
	t.text = t.name + t.len + 1;
	return t;
}

bool
dt_layout_member(const char **text, struct dt_laymember *m)
{
	char *p;

	if (**text == '.') {
		++*text;
		return false;
	}
	m->bit = strtoull(*text, &p, 10);
	m->bits = (uint32_t)strtoul(p + 1, &p, 10);
	m->name = p + 1;
	m->len = (size_t)(name_end(m->name) - m->name);
	*text = m->name + m->len + 1;
	return true;
}

const char *
dt_layout_element(const struct dt_layout *array, uint32_t *size)
{
	char *p;

	*size = (uint32_t)strtoul(array->text, &p, 10);
	return p + 1;
}

/* The next enumerator; NULL at the dot after the last one. */
static const char *
enumerator(const char **text, int64_t *value, size_t *len)
{
	const char *name;
	char *p;

	if (**text == '.') {
		++*text;
		return NULL;
	}
	*value = strtoll(*text, &p, 10);
	name = p + 1;
	*len = (size_t)(name_end(name) - name);
	*text = name + *len + 1;
	return name;
}

const char *
dt_layout_enumerator(const struct dt_layout *e, int64_t value, size_t *len)
{
	const char *text = e->text, *name;
	int64_t is;

	while ((name = enumerator(&text, &is, len)) != NULL && is != value)
		continue;
	return name;
}

const char *
dt_layout_skip(const char *text)
{
	struct dt_layout t = dt_layout_head(text);
	struct dt_laymember m;
	int64_t value;
	uint32_t size;
	size_t len;

	text = t.text;
	switch (t.letter) {
	case 'e':
		while (enumerator(&text, &value, &len) != NULL)
			continue;
		return text;
	case 'a':
		return dt_layout_skip(dt_layout_element(&t, &size));
	case 'S':
		while (dt_layout_member(&text, &m))
			text = dt_layout_skip(text);
		return text;
	default:
		return text;
	}
}

bool
dt_layout_istext(const struct dt_layout *array, const char *p, size_t *len)
{
	uint32_t size;
	size_t i = 0;

	if (*dt_layout_element(array, &size) != 'c')
		return false;
	while (i < array->n && isprint((unsigned char)p[i]))
		i++;
	*len = i;
	return i < array->n && p[i] == '\0';
}

uint64_t
dt_layout_number(const struct dt_layout *t, const struct dt_laymember *m,
    const char *p)
{
	unsigned int left, bits = m != NULL ? m->bits : 0, at;
	uint64_t v = 0;

	if (bits == 0)
		return (uint64_t)dt_show_load(p, t->n, t->letter == 'i' ||
		    t->letter == 'c' || t->letter == 'e');
	at = m->bit % 8;
	memcpy(&v, p, (at + bits + 7) / 8);	/* little-endian */
	left = 64 - at - bits;
	v <<= left;
	return t->letter == 'i' || t->letter == 'c' ?
	    (uint64_t)((int64_t)v >> (64 - bits)) : v >> (64 - bits);
}

/* --- is it valid? --------------------------------------------------------- */

/* Move *p behind `end`, over text or a number; false: there is none. */
static bool
upto(const char **p, char end, bool digits)
{
	const char *s = *p;

	if (digits && *s == '-')
		s++;
	if (digits && !isdigit((unsigned char)*s))
		return false;
	while (*s != '\0' && *s != end &&
	    (!digits || isdigit((unsigned char)*s)) &&
	    (digits || isprint((unsigned char)*s)))
		s++;
	if (*s != end || s - *p > (digits ? 10 : 255))
		return false;
	*p = s + 1;
	return true;
}

static const char *valid(const char *text, uint64_t size, uint32_t bits,
    int depth);

static const char *
valid_enum(const char *p)
{
	while (*p != '.')
		if (!upto(&p, ' ', true) || !upto(&p, ';', false))
			return NULL;
	return p + 1;
}

static const char *
valid_array(const struct dt_layout *t, uint64_t size, int depth)
{
	const char *p = t->text;
	uint32_t each;

	if (!upto(&p, ' ', true))
		return NULL;
	(void) dt_layout_element(t, &each);
	if (each == 0 || (uint64_t)each * t->n > size)
		return NULL;
	return valid(p, each, 0, depth);
}

static const char *
valid_struct(const struct dt_layout *t, int depth)
{
	const char *p = t->text, *q;
	struct dt_laymember m;
	uint64_t at;

	while (p != NULL && *p != '.') {
		q = p;
		if (!upto(&q, ':', true) || !upto(&q, ' ', true) ||
		    !upto(&q, ';', false))
			return NULL;
		dt_layout_member(&p, &m);
		at = m.bits != 0 ? (m.bit % 8 + m.bits + 7) / 8 : 0;
		if (m.bit / 8 + at > t->n || at > 8)
			return NULL;
		p = valid(p, t->n - m.bit / 8, m.bits, depth);
	}
	return p != NULL ? p + 1 : NULL;
}

static bool
valid_scalar(char letter, uint32_t n)
{
	if (letter == 'f')
		return n == 4 || n == 8 || n == 16;
	if (letter == 'p' || letter == 'F')
		return n == 8;
	return letter == 's' || n == 1 || n == 2 || n == 4 || n == 8;
}

/* The text after a type whose values have at most size bytes, or NULL. */
static const char *
valid(const char *text, uint64_t size, uint32_t bits, int depth)
{
	const char *p = text + 1;
	struct dt_layout t;

	if (depth > MAX_DEPTH || *text == '\0' ||
	    strchr("iucpFsefaS?", *text) == NULL ||
	    !upto(&p, ' ', true) || !upto(&p, ';', false))
		return NULL;
	t = dt_layout_head(text);
	if (t.letter == 'a')
		return bits == 0 ? valid_array(&t, size, depth + 1) : NULL;
	if (t.letter == '?')
		return t.text;
	if (bits == 0 && t.n > size)
		return NULL;
	if (t.letter == 'S')
		return bits == 0 ? valid_struct(&t, depth + 1) : NULL;
	if (!valid_scalar(t.letter, t.n) ||
	    (bits != 0 && strchr("iuce", t.letter) == NULL))
		return NULL;
	return t.letter == 'e' ? valid_enum(t.text) : t.text;
}

bool
dt_layout_valid(const char *text, size_t size)
{
	const char *end = strnlen(text, MAX_TEXT) < MAX_TEXT ?
	    valid(text, size, 0, 0) : NULL;

	return end != NULL && *end == '\0';
}
