/* SPDX-License-Identifier: MIT */
/*
 * glob.c - the patterns of probe descriptions: * ? [a-z] [!a-z], and \ before a
 * literal character.
 */
#include <stddef.h>
#include <string.h>
#include "base/glob.h"

/* The ] that ends the class after a [, or NULL. */
static const char *
class_end(const char *p)
{
	if (*p == '!')
		p++;
	if (*p == ']')		/* an ordinary character if it is first */
		p++;
	while (*p != '\0' && *p != ']') {
		if (*p == '\\' && p[1] != '\0')
			p++;
		p++;
	}
	return *p == ']' ? p : NULL;
}

static unsigned char
member(const char **pp)
{
	if (**pp == '\\')
		(*pp)++;
	return (unsigned char)*(*pp)++;
}

/* Is c in the class?  p is after its [, end at its ]. */
static bool
class_has(const char *p, const char *end, unsigned char c)
{
	bool negated = *p == '!', found = false;

	if (negated)
		p++;
	while (p < end) {
		unsigned char lo = member(&p), hi = lo;

		if (*p == '-' && p + 1 < end) {
			p++;
			hi = member(&p);
		}
		if (lo <= c && c <= hi)
			found = true;
	}
	return found != negated;
}

/*
 * Match one element of a pattern, other than *, against c.  Returns the rest of
 * the pattern, or NULL.  An unterminated [ matches nothing.
 */
static const char *
match_one(const char *p, char c)
{
	const char *end;

	switch (*p) {
	case '?':
		return p + 1;
	case '[':
		end = class_end(p + 1);
		return end != NULL &&
		    class_has(p + 1, end, (unsigned char)c) ? end + 1 : NULL;
	case '\\':
		return p[1] != '\0' && p[1] == c ? p + 2 : NULL;
	default:
		return *p != '\0' && *p == c ? p + 1 : NULL;
	}
}

/*
 * On a mismatch only the last star takes one more character.  The earlier ones
 * have matched the shortest text, which leaves most to the pattern after them.
 */
bool
dt_glob_match(const char *pattern, const char *s)
{
	const char *star = NULL, *retry = NULL, *next;

	for (;;) {
		if (*pattern == '*') {
			star = ++pattern;
			retry = s;
			continue;
		}
		if (*s == '\0')
			return *pattern == '\0';
		next = match_one(pattern, *s);
		if (next != NULL) {
			pattern = next;
			s++;
		} else if (star != NULL) {
			pattern = star;
			s = ++retry;
		} else {
			return false;
		}
	}
}

bool
dt_glob_valid(const char *pattern)
{
	const char *p;

	for (p = pattern; *p != '\0'; p++) {
		if (*p == '\\') {
			if (*++p == '\0')
				return false;
		} else if (*p == '[') {
			p = class_end(p + 1);
			if (p == NULL)
				return false;
		}
	}
	return true;
}

bool
dt_glob_is_pattern(const char *s)
{
	return strpbrk(s, "*?[\\") != NULL;
}

bool
dt_glob_has_text(const char *pattern)
{
	const char *p, *end;

	for (p = pattern; *p != '\0'; p++) {
		end = *p == '[' ? class_end(p + 1) : NULL;
		if (end != NULL)
			p = end;
		else if (*p != '*' && *p != '?')
			return true;
	}
	return false;
}

bool
dt_part_matches(const char *pattern, const char *s)
{
	return pattern == NULL || *pattern == '\0' || dt_glob_match(pattern, s);
}
