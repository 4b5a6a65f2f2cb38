/* SPDX-License-Identifier: MIT */
/*
 * json.h - is this JSON?  As RFC 8259 has it and nothing more lenient: numbers,
 * escapes, UTF-8 in strings, nothing behind the value.  Numbers have no
 * exponent, as the library writes none.
 */
#ifndef TEST_JSON_H
#define TEST_JSON_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct json {
	const unsigned char *p, *end;
	int depth;
};

static bool json_value(struct json *j);

static bool json_take(struct json *j, char c)
{
	if (j->p == j->end || *j->p != (unsigned char)c)
		return false;
	j->p++;
	return true;
}

static bool json_word(struct json *j, const char *word)
{
	size_t n = strlen(word);

	if ((size_t)(j->end - j->p) < n || memcmp(j->p, word, n) != 0)
		return false;
	j->p += n;
	return true;
}

static bool json_number(struct json *j)
{
	const unsigned char *from;

	(void)json_take(j, '-');
	from = j->p;
	while (j->p < j->end && isdigit(*j->p))
		j->p++;
	if (j->p == from || (*from == '0' && j->p != from + 1))
		return false;
	if (!json_take(j, '.'))
		return true;
	from = j->p;
	while (j->p < j->end && isdigit(*j->p))
		j->p++;
	return j->p > from;
}

/* What stands behind a backslash. */
static bool json_escape(struct json *j)
{
	if (j->p == j->end || !strchr("\"\\/bfnrtu", *j->p) || !*j->p)
		return false;
	if (*j->p++ != 'u')
		return true;
	for (int i = 0; i < 4; i++)
		if (j->p == j->end || !isxdigit(*j->p++))
			return false;
	return true;
}

/* The rest of a character whose first byte is not ASCII, by its number. */
static bool json_utf8(struct json *j, unsigned int c)
{
	unsigned int n = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
	static const unsigned int least[] = { 0, 0x80, 0x800, 0x10000 };
	unsigned int v = c & (0x3fu >> n);

	if (c < 0xc0 || c > 0xf7)
		return false;
	for (unsigned int i = 0; i < n; i++) {
		if (j->p == j->end || (*j->p & 0xc0) != 0x80)
			return false;
		v = v << 6 | (*j->p++ & 0x3f);
	}
	return v >= least[n] && v < 0x110000 && (v < 0xd800 || v > 0xdfff);
}

static bool json_string(struct json *j)
{
	if (!json_take(j, '"'))
		return false;
	while (j->p < j->end) {
		unsigned int c = *j->p++;

		if (c == '"')
			return true;
		if (c < 0x20 || (c == '\\' && !json_escape(j)) ||
		    (c >= 0x80 && !json_utf8(j, c)))
			return false;
	}
	return false;
}

static bool json_members(struct json *j, char close)
{
	if (json_take(j, close))
		return true;
	do {
		if (close == '}' && (!json_string(j) || !json_take(j, ':')))
			return false;
		if (!json_value(j))
			return false;
	} while (json_take(j, ','));
	return json_take(j, close);
}

static bool json_value(struct json *j)
{
	bool ok;

	if (j->p == j->end || ++j->depth > 100)
		return false;
	if (json_take(j, '{'))
		ok = json_members(j, '}');
	else if (json_take(j, '['))
		ok = json_members(j, ']');
	else if (*j->p == '"')
		ok = json_string(j);
	else
		ok = json_word(j, "true") || json_word(j, "false") ||
			json_word(j, "null") || json_number(j);
	j->depth--;
	return ok;
}

/* Is all of it one value?  Blanks between its parts are not expected. */
static inline bool json_valid(const char *p, size_t n)
{
	struct json j = { (const unsigned char *)p,
		(const unsigned char *)p + n, 0 };

	return json_value(&j) && j.p == j.end;
}

#endif
