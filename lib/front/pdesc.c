/* SPDX-License-Identifier: MIT */
/*
 * pdesc.c - parses probe descriptions, which have up to four parts.  The last
 * one is the part that the program's dtrace_probespec_t names.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/glob.h"
#include "front/parse.h"

static const struct {
	const char *name;
	size_t len;
} parts[4] = {
	{ "provider", DTRACE_PROVNAMELEN }, { "module", DTRACE_MODNAMELEN },
	{ "function", DTRACE_FUNCNAMELEN }, { "name", DTRACE_NAMELEN },
};

static int
invalid(struct dt_parser *p, const struct dt_tok *t,
    const char *why)
{
	return dt_diag_set(p->diag, D_PDESC_INVAL, t->line,
	    "probe description %.200s: %s", t->str, why);
}

static int
from_id(struct dt_parser *p, const struct dt_tok *t,
    struct dt_pdesc *out)
{
	unsigned long long id;

	errno = 0;
	id = strtoull(t->str, NULL, 10);
	if (errno != 0 || id == 0 || id > UINT32_MAX)
		return invalid(p, t, "a probe id is a number from 1 to "
		    "4294967295");
	out->id = (uint32_t)id;
	return 0;
}

static int
set_part(struct dt_parser *p, const struct dt_tok *t,
    struct dt_pdesc *out, int i, const char *s, size_t len)
{
	if (len >= parts[i].len)
		return dt_diag_set(p->diag, D_PDESC_INVAL, t->line,
		    "probe description %.200s: its %s has more than %zu "
		    "characters", t->str, parts[i].name, parts[i].len - 1);
	out->part[i] = dt_arena_strndup(p->arena, s, len);
	if (out->part[i] == NULL)
		return dt_diag_nomem(p->diag);
	if (!dt_glob_valid(out->part[i]))
		return invalid(p, t, "\"[\" needs a \"]\" in the same part");
	return 0;
}

static int
from_parts(struct dt_parser *p, const struct dt_tok *t,
    struct dt_pdesc *out)
{
	dtrace_probespec_t spec = p->lex.src->spec;
	const char *end = t->str + strlen(t->str), *s = end;
	int i = spec < DTRACE_PROBESPEC_PROVIDER ||
	    spec > DTRACE_PROBESPEC_NAME ? DTRACE_PROBESPEC_NAME : (int)spec;
	int err = 0;

	for (;; s--) {
		if (s != t->str && s[-1] != ':')
			continue;
		if (i < 0)
			return invalid(p, t, "it has more than four parts, "
			    "provider:module:function:name");
		err = set_part(p, t, out, i--, s, (size_t)(end - s));
		if (err != 0 || s == t->str)
			return err;
		end = s - 1;
	}
}

int
dt_pdesc_make(struct dt_parser *p, const struct dt_tok *t,
    struct dt_pdesc *out)
{
	const char *s = t->str;

	*out = (struct dt_pdesc) { .part = { "", "", "", "" },
	    .line = t->line };
	while (isdigit((unsigned char)*s))
		s++;
	if (*s == '\0' && s != t->str)
		return from_id(p, t, out);
	return from_parts(p, t, out);
}
