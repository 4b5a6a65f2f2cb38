/* SPDX-License-Identifier: MIT */
/*
 * subrs.h - random input for the string subroutines, and the expected results:
 * those of the C library, or where it has no such function, those that POSIX or
 * the DTrace guide describe.
 *
 * DT_TEST_RANDOM: inputs for each subroutine (NRANDOM); DT_TEST_SEED: the seed.
 */
#ifndef SUBRS_H
#define SUBRS_H

#include <ctype.h>
#include <libgen.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define	NRANDOM		100000

#define	MAXSTR		4096

static const uint32_t strsizes[] = { 1, 2, 7, 8, 9, 16, 64, 256, MAXSTR };
#define	NSIZES		(sizeof(strsizes) / sizeof(strsizes[0]))

/* Two strings and two numbers, and where test_subrs.c has them. */
struct input {
	char a[MAXSTR], b[MAXSTR];
	int64_t v, w;
	int64_t at_a, at_b, dst;
	size_t room;
	uint32_t strsize;
};

struct output {
	int64_t n;
	size_t len;
	char s[2 * MAXSTR];
};

static uint64_t seed;

static uint64_t
rnd(uint64_t n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed % n;
}

/* --- expected results */

static void
ref_len(const struct input *in, struct output *o)
{
	o->n = strlen(in->a);
}

static int64_t
place(const char *s, const char *p)
{
	return p != NULL ? p - s : -1;
}

/* The C library also finds the NUL, which D's functions do not. */
static void
ref_first(const struct input *in, struct output *o)
{
	o->n = (char)in->v == 0 ? -1 :
	    place(in->a, strchr(in->a, (char)in->v));
}

static void
ref_last(const struct input *in, struct output *o)
{
	o->n = (char)in->v == 0 ? -1 :
	    place(in->a, strrchr(in->a, (char)in->v));
}

static void
ref_index(const struct input *in, struct output *o)
{
	int64_t len = strlen(in->a), start = in->v < 0 ? 0 : in->v;

	if (start > len)
		o->n = *in->b == '\0' ? len : -1;
	else
		o->n = place(in->a, strstr(in->a + start, in->b));
}

static void
ref_rindex(const struct input *in, struct output *o)
{
	int64_t len = strlen(in->a), start = in->v;
	size_t n = strlen(in->b);

	if (start < 0)
		start = n == 0 ? 0 : -1;
	for (o->n = start < len ? start : len; o->n >= 0; o->n--)
		if (strncmp(in->a + o->n, in->b, n) == 0)
			break;
}

static void
set(struct output *o, const char *s, size_t len)
{
	memcpy(o->s, s, len);
	o->len = len;
}

/* Test one character after the other for membership. */
static void
ref_substr(const struct input *in, struct output *o)
{
	__int128 len = strlen(in->a), from = in->v, to = in->w;

	if (from < 0)
		from += len;
	to += to < 0 ? len : from;
	for (int64_t i = 0; i < len; i++)
		if (i >= from && i < to)
			o->s[o->len++] = in->a[i];
}

static void
ref_append(const struct input *in, struct output *o)
{
	o->len = snprintf(o->s, sizeof(o->s), "%s%s", in->a, in->b);
}

static void
ref_basename(const struct input *in, struct output *o)
{
	char copy[MAXSTR];
	const char *s;

	memcpy(copy, in->a, sizeof(copy));
	s = basename(copy);
	set(o, s, strlen(s));
}

/* POSIX lets two leading slashes have a meaning of their own. */
static void
ref_dirname(const struct input *in, struct output *o)
{
	const char *from = in->a, *s;
	char copy[MAXSTR] = "";

	while (from[0] == '/' && from[1] == '/')
		from++;
	memcpy(copy, from, strlen(from) + 1);
	s = dirname(copy);
	if (strcmp(s, "/") != 0)
		set(o, in->a, from - in->a);
	memcpy(o->s + o->len, s, strlen(s));
	o->len += strlen(s);
}

static void
ref_upper(const struct input *in, struct output *o)
{
	while (in->a[o->len] != '\0') {
		o->s[o->len] = toupper((unsigned char)in->a[o->len]);
		o->len++;
	}
}

static void
ref_lower(const struct input *in, struct output *o)
{
	while (in->a[o->len] != '\0') {
		o->s[o->len] = tolower((unsigned char)in->a[o->len]);
		o->len++;
	}
}

/*
 * Split into components, each with the slash after it.  An empty one and "."
 * are dropped; ".." removes the component before it, unless that is the root or
 * "..".
 */
static void
ref_cleanpath(const struct input *in, struct output *o)
{
	size_t *start = calloc(MAXSTR, sizeof(*start)), depth = 0, n;
	const char *p = in->a;

	for (; (n = strcspn(p, "/")), p[n] == '/'; p += n + 1) {
		const char *last = o->s + (depth > 0 ? start[depth - 1] : 0);

		if (p != in->a && (n == 0 || (n == 1 && *p == '.')))
			continue;
		if (p != in->a && n == 2 && p[0] == '.' && p[1] == '.') {
			if (o->len == 1 && o->s[0] == '/')
				continue;
			if (depth > 0 && strcmp(last, "./") != 0 &&
			    strcmp(last, "../") != 0) {
				o->len = start[--depth];
				o->s[o->len] = '\0';
				continue;
			}
		}
		start[depth++] = o->len;
		memcpy(o->s + o->len, p, n + 1);
		o->len += n + 1;
		o->s[o->len] = '\0';
	}
	memcpy(o->s + o->len, p, n);
	o->len += n;
	free(start);
}

/* For other bases, write digits until strtoull() reads the number again. */
static void
ref_number(const struct input *in, struct output *o)
{
	static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
	uint64_t v = in->v, base = in->w, scale = 1;

	if (base < 2 || base > 36) {
		o->n = -1;
		return;
	}
	if (base == 8)
		o->len = snprintf(o->s, sizeof(o->s), "%#lo", v);
	else if (base == 10)
		o->len = snprintf(o->s, sizeof(o->s), "%ld", in->v);
	else if (base == 16)
		o->len = snprintf(o->s, sizeof(o->s), "0x%lx", v);
	if (o->len != 0)
		return;
	while (v / scale >= base)
		scale *= base;
	for (; scale != 0; scale /= base)
		o->s[o->len++] = digits[v / scale % base];
	o->s[o->len] = '\0';
	assert_true(strtoull(o->s, NULL, base) == v);
}

/* --- inputs */

static void
random_text(char *s, size_t size)
{
	static const char *const letters[] = {
		"ab", "a", "/a", "/.", "0123456789", "AZaz@[`{", "/..a",
	};
	uint64_t kind = rnd(9);
	size_t len = rnd(1 + rnd(size)), i;

	for (i = 0; i < len; i++)
		s[i] = kind >= 7 ? (char)(1 + rnd(255)) :
		    letters[kind][rnd(strlen(letters[kind]))];
	s[len] = '\0';
}

static int64_t
random_number(const char *near)
{
	switch (rnd(4)) {
	case 0:
		return (int64_t)(rnd(UINT64_MAX) >> rnd(64));
	case 1:
		return -(int64_t)(rnd(UINT64_MAX) >> rnd(64));
	default:
		return (int64_t)rnd(2 * strlen(near) + 9) -
		    (int64_t)strlen(near) - 4;
	}
}

/* Some needles are parts of the haystack. */
static void
random_needle(struct input *in)
{
	size_t len = strlen(in->a), from, n;

	random_text(in->b, rnd(3) == 0 ? in->strsize :
	    1 + rnd(in->strsize < 4 ? in->strsize : 4));
	if (rnd(2) == 0 || len == 0)
		return;
	from = rnd(len);
	n = rnd(1 + rnd(1 + len - from));
	memcpy(in->b, in->a + from, n);
	in->b[n] = '\0';
}

static void
random_input(struct input *in)
{
	random_text(in->a, in->strsize);
	random_needle(in);
	in->v = rnd(3) == 0 && *in->a != '\0' ?
	    in->a[rnd(strlen(in->a))] : random_number(in->a);
	in->w = rnd(2) == 0 ? (int64_t)rnd(38) : random_number(in->a);
}

static long
number_from(const char *name, long dflt)
{
	const char *s = getenv(name);

	return s != NULL ? atol(s) : dflt;
}

#endif
