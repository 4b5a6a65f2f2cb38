/* SPDX-License-Identifier: MIT */
/* fmt.c - parses a printf-style format. */
#include "base/fmt.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <string.h>

/* The letters that may follow each size prefix. */
static const struct {
	const char *size, *letters;
} convs[] = {
	{ "", "aAcCdiIouxXeEfgGkpPsSTY" },
	{ "h", "diouxX" },
	{ "l", "diouxXcs" },
	{ "w", "cs" },
	{ "ll", "diouxX" },
	{ "L", "eEfgG" },
};

static const struct {
	char c;
	unsigned int flag;
} flags[] = {
	{ '-', DT_FMT_MINUS }, { '+', DT_FMT_PLUS }, { ' ', DT_FMT_SPACE },
	{ '#', DT_FMT_ALT }, { '0', DT_FMT_ZERO }, { '\'', DT_FMT_GROUP },
	{ '@', DT_FMT_AGG },
};

#define	NELEM(a)	(sizeof(a) / sizeof((a)[0]))
#define	PTR_DIGITS	16	/* the width that ? stands for */

struct scan {
	const char *p;
	const char *why;
};

static unsigned int
flag_of(char c)
{
	for (size_t i = 0; i < NELEM(flags); i++)
		if (flags[i].c == c)
			return flags[i].flag;
	return 0;
}

static void
take_flags(struct scan *s, struct dt_fmtseg *seg)
{
	unsigned int f;

	while ((f = flag_of(*s->p)) != 0) {
		seg->flags |= f;
		s->p++;
	}
}

/* Take a decimal number; -1: there is none. */
static int
take_number(struct scan *s)
{
	int n = 0;

	if (*s->p < '0' || *s->p > '9')
		return -1;
	for (; *s->p >= '0' && *s->p <= '9'; s->p++) {
		if (n > (INT_MAX - 9) / 10) {
			s->why = "a width or precision is too large";
			return -1;
		}
		n = n * 10 + (*s->p - '0');
	}
	return n;
}

static void
take_width(struct scan *s, struct dt_fmtseg *seg)
{
	if (*s->p == '*') {
		seg->flags |= DT_FMT_DYNWIDTH;
		s->p++;
	} else if (*s->p == '?') {
		seg->width = PTR_DIGITS;
		s->p++;
	} else {
		seg->width = take_number(s);
	}
	if (*s->p == '$')
		s->why = "arguments cannot be chosen by number";
}

static void
take_prec(struct scan *s, struct dt_fmtseg *seg)
{
	if (*s->p != '.')
		return;
	s->p++;
	if (*s->p == '*') {
		seg->flags |= DT_FMT_DYNPREC;
		s->p++;
		return;
	}
	seg->prec = take_number(s);
	if (seg->prec < 0)
		seg->prec = 0;		/* as in C */
}

/* Is it an integer's conversion of C, with a size that D may lack? */
static bool
is_sized(const char *p)
{
	size_t n = strspn(p, "hjlqtz");

	return n != 0 && p[n] != '\0' && strchr("diouxX", p[n]) != NULL;
}

/* Take the size prefix and letter; the table has the valid pairs. */
static void
take_conv(struct scan *s, struct dt_fmtseg *seg)
{
	size_t n = strspn(s->p, "hlLw");
	const char *letter = s->p + n;

	if (*letter == '\0') {
		s->why = "the format ends inside a conversion";
		return;
	}
	for (size_t i = 0; i < NELEM(convs); i++) {
		if (strlen(convs[i].size) != n ||
		    strncmp(convs[i].size, s->p, n) != 0 ||
		    strchr(convs[i].letters, *letter) == NULL)
			continue;
		memcpy(seg->conv, s->p, n + 1);
		s->p = letter + 1;
		return;
	}
	s->why = is_sized(s->p) ? "there is no such conversion: leave out the "
	    "size, since d, u and x print integers of any size" :
	    "there is no such conversion";
}

/* Parse a directive; s->p is after its %. */
static void
take_directive(struct scan *s, struct dt_fmtseg *seg)
{
	take_flags(s, seg);
	take_width(s, seg);
	if (s->why == NULL)
		take_prec(s, seg);
	if (*s->p == '@') {		/* %12@d means %@12d */
		seg->flags |= DT_FMT_AGG;
		s->p++;
	}
	if (s->why == NULL)
		take_conv(s, seg);
}

/*
 * Copy text up to the next conversion, with % for %%; returns the copy's end.
 */
static char *
take_text(struct scan *s, char *to)
{
	while (*s->p != '\0' && (*s->p != '%' || s->p[1] == '%')) {
		if (*s->p == '%')
			s->p++;
		*to++ = *s->p++;
	}
	return to;
}

static size_t
max_segs(const char *s)
{
	size_t n = 1;

	for (; *s != '\0'; s++)
		n += *s == '%';
	return n;
}

int
dt_fmt_shown(const char *s)
{
	int n = 0;

	while (n < 20 && (unsigned char)s[n] >= ' ' && (n == 0 || s[n] != '%'))
		n++;
	return n;
}

static struct dt_fmt *
fmt_alloc(struct dt_arena *a, const char *s, char **text)
{
	struct dt_fmt *f = dt_arena_alloc(a, sizeof(*f));

	if (f == NULL)
		return NULL;
	f->segs = dt_arena_alloc(a, max_segs(s) * sizeof(*f->segs));
	*text = dt_arena_alloc(a, strlen(s) + 1);
	return f->segs != NULL && *text != NULL ? f : NULL;
}

int
dt_fmt_parse(struct dt_arena *a, const char *s, struct dt_fmt **out,
    const char **why, size_t *at)
{
	struct scan sc = { .p = s };
	const char *begin;
	char *text;
	struct dt_fmt *f = fmt_alloc(a, s, &text);

	if (f == NULL)
		return -ENOMEM;
	while (*sc.p != '\0') {
		struct dt_fmtseg *seg = &f->segs[f->nsegs++];
		char *end = take_text(&sc, text);

		*seg = (struct dt_fmtseg){ .text = text, .width = -1,
		    .prec = -1, .len = (size_t)(end - text) };
		text = end;
		if (*sc.p == '\0')
			break;
		begin = sc.p++;
		take_directive(&sc, seg);
		if (sc.why != NULL) {
			*why = sc.why;
			*at = (size_t)(begin - s);
			return -EINVAL;
		}
		f->naggs += (seg->flags & DT_FMT_AGG) != 0;
	}
	*out = f;
	return 0;
}
