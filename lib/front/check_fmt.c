/* SPDX-License-Identifier: MIT */
/* check_fmt.c - printa(): keys that agree, and a format that fits them. */
#include <errno.h>
#include <string.h>
#include "base/fmt.h"
#include "front/check.h"

enum conv_arg { ARG_INT, ARG_SMALL, ARG_SHORT, ARG_LONG, ARG_ADDR, ARG_STR,
	ARG_STACK };

static const struct conv {
	const char *conv;
	enum conv_arg arg;
} convs[] = {
#define	DT_CONV(conv, arg, how) { conv, ARG_##arg },
#include "tbl/convs.h"
#undef DT_CONV
};

static const struct conv *
find_conv(const char *s)
{
	size_t i;

	for (i = 0; i < sizeof(convs) / sizeof(convs[0]); i++)
		if (strcmp(convs[i].conv, s) == 0)
			return &convs[i];
	return NULL;
}

static bool
takes(const struct conv *cv, const struct dt_type *t)
{
	switch (cv->arg) {
	case ARG_INT:
		return dt_type_isint(t);
	case ARG_SMALL:
		return dt_type_isint(t) && t->size <= 4;
	case ARG_SHORT:
		return dt_type_isint(t) && t->size == 2;
	case ARG_LONG:
		return dt_type_isint(t) && t->size == 8;
	case ARG_ADDR:
		return (dt_type_isint(t) && t->size == 8) ||
		    t->kind == DT_TYPE_ARRAY;
	case ARG_STR:
		return t->kind == DT_TYPE_STRING;
	case ARG_STACK:
		return t->kind == DT_TYPE_ARRAY;
	}
	return false;
}

/* One conversion; *key is the number of the next key. */
static int
check_conv(struct dt_check *c, const struct dt_dstmt *s,
    const struct dt_fmtseg *seg, uint32_t *key)
{
	const struct conv *cv = find_conv(seg->conv);
	const struct dt_ident *agg = s->aggs[0];
	bool is_agg = seg->flags & DT_FMT_AGG;
	char buf[64];

	if (seg->flags & (DT_FMT_DYNWIDTH | DT_FMT_DYNPREC))
		return dt_diag_set(c->diag, D_PRINTF_DYN_PROTO, s->line,
		    "printa(): * has no argument to take a width from: "
		    "write a number");
	if (cv == NULL)
		return dt_diag_set(c->diag, D_PRINTF_ARG_FMT, s->line,
		    "printa(): there is no conversion %%%s", seg->conv);
	if (is_agg && !takes(cv, &c->t_int64))
		return dt_diag_set(c->diag, D_PRINTF_AGG_CONV, s->line,
		    "printa(): %%@%s: the value of an aggregation is a 64-bit "
		    "integer: write %%@d", seg->conv);
	if (is_agg)
		return 0;
	if (*key >= agg->nkeys)
		return dt_diag_set(c->diag, D_PRINTF_ARG_PROTO, s->line,
		    "printa(): @%s has %u key%s, and the format has a "
		    "conversion more: values are printed by %%@d", agg->name,
		    agg->nkeys, agg->nkeys == 1 ? "" : "s");
	if (takes(cv, &agg->keys[*key])) {
		++*key;
		return 0;
	}
	return dt_diag_set(c->diag, D_PRINTF_ARG_TYPE, s->line,
	    "printa(): key %u of @%s is of type %s, which %%%s does not "
	    "print", *key + 1, agg->name, dt_type_name(c->types,
	    &agg->keys[*key], buf, sizeof(buf)), seg->conv);
}

static int
check_format(struct dt_check *c, const struct dt_dstmt *s)
{
	struct dt_fmt *fmt;
	const char *why = NULL;
	uint32_t key = 0;
	size_t at = 0, i;
	int err;

	if (s->format[0] == '\0')
		return dt_diag_set(c->diag, D_PRINTF_FMT_EMPTY, s->line,
		    "printa(): the format is empty: leave it out to have the "
		    "default one");
	err = dt_fmt_parse(c->arena, s->format, &fmt, &why, &at);
	if (err == -ENOMEM)
		return dt_diag_nomem(c->diag);
	if (err != 0)
		return dt_diag_set(c->diag, D_PRINTF_ARG_FMT, s->line,
		    "printa(): the format at \"%.20s\": %s", s->format + at,
		    why != NULL ? why : "not understood");
	for (i = 0; i < fmt->nsegs && err == 0; i++)
		if (fmt->segs[i].conv[0] != '\0')
			err = check_conv(c, s, &fmt->segs[i], &key);
	return err;
}

static bool
same_key(const struct dt_type *a, const struct dt_type *b)
{
	return a->kind == DT_TYPE_STRING || b->kind == DT_TYPE_STRING ?
	    a->kind == b->kind : a->size == b->size &&
	    dt_type_isint(a) == dt_type_isint(b);
}

/* Aggregations that are printed together have keys that compare. */
static int
check_keys(struct dt_check *c, const struct dt_dstmt *s,
    const struct dt_ident *a, const struct dt_ident *b)
{
	uint32_t k;

	if (a->nkeys != b->nkeys)
		return dt_diag_set(c->diag, D_PRINTA_AGGPROTO, s->line,
		    "printa(): @%s has %u keys and @%s has %u: only "
		    "aggregations with the same keys can be printed together",
		    a->name, a->nkeys, b->name, b->nkeys);
	for (k = 0; k < a->nkeys; k++)
		if (!same_key(&a->keys[k], &b->keys[k]))
			return dt_diag_set(c->diag, D_PRINTA_AGGKEY, s->line,
			    "printa(): key %u of @%s and that of @%s differ "
			    "in type: such aggregations cannot be printed "
			    "together", k + 1, a->name, b->name);
	return 0;
}

int
dt_check_printa(struct dt_check *c, const struct dt_dstmt *s)
{
	uint32_t i;
	int err = 0;

	for (i = 1; i < s->naggs && err == 0; i++)
		err = check_keys(c, s, s->aggs[0], s->aggs[i]);
	return err == 0 && s->format != NULL ? check_format(c, s) : err;
}
