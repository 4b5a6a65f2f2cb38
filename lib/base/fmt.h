/* SPDX-License-Identifier: MIT */
/*
 * fmt.h - a parsed printf-style format, for checks in the compiler and for
 * printing in show/.
 */
#ifndef DT_FMT_H
#define DT_FMT_H

#include <stdbool.h>
#include <stddef.h>
#include "base/arena.h"

/* Flags of a conversion. */
enum { DT_FMT_MINUS = 1, DT_FMT_PLUS = 2, DT_FMT_SPACE = 4, DT_FMT_ALT = 8,
	DT_FMT_ZERO = 16, DT_FMT_GROUP = 32, DT_FMT_AGG = 64 /* %@ */,
	DT_FMT_DYNWIDTH = 128, DT_FMT_DYNPREC = 256 };

/* Literal text, then one conversion (conv[0] == 0: only text). */
struct dt_fmtseg {
	const char *text;	/* with % for %% */
	size_t len;
	unsigned int flags;
	int width;		/* -1: none */
	int prec;		/* -1: none */
	char conv[4];		/* "d", "lld", "a", "Y", ... size and letter */
};

struct dt_fmt {
	struct dt_fmtseg *segs;
	size_t nsegs;
	size_t naggs;		/* conversions with @ */
};

/*
 * Parse a format, into the arena.  -EINVAL: *why is a static sentence, and *at
 * the offset of the invalid conversion's %.
 */
int dt_fmt_parse(struct dt_arena *a, const char *s, struct dt_fmt **out,
    const char **why, size_t *at);

/*
 * The bytes of a format to show in a message, from a % on: up to the next one
 * or a control character.
 */
int dt_fmt_shown(const char *s);

#endif
