/* SPDX-License-Identifier: MIT */
/*
 * check_fmt.c - checks formats against the keys of printa() and the arguments
 * of printf().
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/act.h"
#include "base/fmt.h"
#include "front/check.h"

enum conv_arg { ARG_INT, ARG_SMALL, ARG_SHORT, ARG_LONG, ARG_PTR, ARG_ADDR,
	ARG_STR, ARG_STACK, ARG_WIDE, ARG_WSTR, ARG_FLOAT, ARG_LFLOAT };

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

/* Can the conversion print this value?  Stacks need %k, symbols %a or %A. */
static bool
takes(const struct conv *cv, const struct dt_type *t, uint16_t action)
{
	if (action != 0)
		return cv->arg == (dt_act_isstack(action) ? ARG_STACK :
		    ARG_ADDR);
	switch (cv->arg) {
	case ARG_INT:
		return dt_type_isint(t);
	case ARG_PTR:
	case ARG_ADDR:
		return dt_type_isint(t) || t->kind == DT_TYPE_POINTER;
	case ARG_SMALL:
		return dt_type_isint(t) && t->size <= 4;
	case ARG_SHORT:
		return dt_type_isint(t) && t->size == 2;
	case ARG_LONG:
		return dt_type_isint(t) && t->size == 8;
	case ARG_STR:
		return dt_type_isstring(t);
	case ARG_WIDE:
		return dt_type_isint(t) && t->size == 4;
	case ARG_STACK:
	case ARG_WSTR:
	case ARG_FLOAT:
	case ARG_LFLOAT:
		return false;
	}
	return false;
}

/* Take the integer key for a *. */
static int
take_key(struct dt_check *c, const struct dt_dstmt *s, const char *what,
    uint32_t *key)
{
	const struct dt_ident *agg = s->aggs[0];

	if (*key >= agg->nkeys)
		return dt_diag_set(c->diag, D_PRINTF_DYN_PROTO, s->line,
		    "printa(): * in the format takes the %s from the next key, "
		    "and @%s has %u", what, agg->name, agg->nkeys);
	if (agg->keys[*key].action != 0 ||
	    !dt_type_isint(&agg->keys[*key].type))
		return dt_diag_set(c->diag, D_PRINTF_DYN_TYPE, s->line,
		    "printa(): key %u of @%s is a %s and must be an integer",
		    *key + 1, agg->name, what);
	++*key;
	return 0;
}

/* The conversions of an action that records addresses. */
static const char *
convs_of(uint16_t action)
{
	return dt_act_isstack(action) ? "%k" : "%a or %A";
}

/* Write to buf which conversion prints a value of this type, if one does. */
static void
write_remedy(const struct dt_type *t, const char *conv, char *buf, size_t n)
{
	char last = conv[strlen(conv) - 1];
	bool is_sized = strlen(conv) > 1;
	bool is_number = strchr("diouxX", last) != NULL;

	buf[0] = '\0';
	if (t->kind == DT_TYPE_POINTER)
		(void) snprintf(buf, n, ": use %%p, or stringof() for a string "
		    "that it points to");
	else if (dt_type_isstring(t) && (is_number || is_sized))
		(void) snprintf(buf, n, ": use %%s");
	else if (dt_type_isint(t) && is_number && is_sized)
		(void) snprintf(buf, n, ": use %%%c, which prints integers of "
		    "any size", last);
	else if (t->kind == DT_TYPE_FLOAT && strchr("eEfgG", last) != NULL)
		(void) snprintf(buf, n, t->size > 8 ? ": use %%L%c" :
		    ": use %%%c", last);
	else if (dt_type_isint(t) && last == 's')
		(void) snprintf(buf, n, ": use %%d");
}

static int
wrong_key(struct dt_check *c, const struct dt_dstmt *s,
    const struct dt_fmtseg *seg, uint32_t key)
{
	const struct dt_keytype *k = &s->aggs[0]->keys[key];
	char buf[64], remedy[64];

	if (k->action != 0)
		return dt_diag_set(c->diag, D_PRINTF_ARG_TYPE, s->line,
		    "printa(): key %u of @%s is %s(), which %%%s cannot print: "
		    "use %s", key + 1, s->aggs[0]->name,
		    dt_check_addrname(k->action), seg->conv,
		    convs_of(k->action));
	write_remedy(&k->type, seg->conv, remedy, sizeof(remedy));
	return dt_diag_set(c->diag, D_PRINTF_ARG_TYPE, s->line,
	    "printa(): key %u of @%s is of type %s, which %%%s cannot print%s",
	    key + 1, s->aggs[0]->name, dt_type_name(c->types, &k->type, buf,
	    sizeof(buf)), seg->conv, remedy);
}

/* Check a conversion; *key is the number of the next key. */
static int
check_conv(struct dt_check *c, const struct dt_dstmt *s,
    const struct dt_fmtseg *seg, uint32_t *key)
{
	const struct conv *cv = find_conv(seg->conv);
	const struct dt_ident *agg = s->aggs[0];
	bool is_agg = seg->flags & DT_FMT_AGG;
	int err = 0;

	if (seg->flags & DT_FMT_DYNWIDTH)
		err = take_key(c, s, "width", key);
	if (err == 0 && (seg->flags & DT_FMT_DYNPREC))
		err = take_key(c, s, "precision", key);
	if (err != 0)
		return err;
	if (cv == NULL)
		return dt_diag_set(c->diag, D_SYNTAX, s->line,
		    "printa(): there is no conversion %%%s", seg->conv);
	if (is_agg && !takes(cv, &c->t_int64, 0))
		return dt_diag_set(c->diag, D_PRINTF_AGG_CONV, s->line,
		    "printa(): %%@%s: the value of an aggregation is a 64-bit "
		    "integer: write %%@d", seg->conv);
	if (is_agg)
		return 0;
	if (*key >= agg->nkeys)
		return dt_diag_set(c->diag, D_PRINTF_ARG_PROTO, s->line,
		    "printa(): @%s has %u key%s, and the format has more "
		    "conversions: print the value with %%@d", agg->name,
		    agg->nkeys, agg->nkeys == 1 ? "" : "s");
	if (takes(cv, &agg->keys[*key].type, agg->keys[*key].action)) {
		++*key;
		return 0;
	}
	return wrong_key(c, s, seg, *key);
}

/* Parse the format; NULL with the diagnostic set. */
static const struct dt_fmt *
parse_format(struct dt_check *c, const char *func, const struct dt_dstmt *s)
{
	struct dt_fmt *fmt = NULL;
	const char *why = NULL;
	size_t at = 0;
	int err;

	if (s->format[0] == '\0') {
		dt_diag_set(c->diag, D_PRINTF_FMT_EMPTY, s->line,
		    "%s(): the format is empty", func);
		return NULL;
	}
	err = dt_fmt_parse(c->arena, s->format, &fmt, &why, &at);
	if (err == -ENOMEM)
		dt_diag_nomem(c->diag);
	else if (err != 0)
		dt_diag_set(c->diag, D_SYNTAX, s->line,
		    "%s(): cannot print \"%.*s\": %s", func,
		    dt_fmt_shown(s->format + at), s->format + at,
		    why != NULL ? why : "it is not a conversion");
	return err == 0 ? fmt : NULL;
}

static int
check_format(struct dt_check *c, const struct dt_dstmt *s)
{
	const struct dt_fmt *fmt = parse_format(c, "printa", s);
	uint32_t key = 0;
	size_t i;
	int err = fmt != NULL ? 0 : -EINVAL;

	for (i = 0; err == 0 && i < fmt->nsegs; i++)
		if (fmt->segs[i].conv[0] != '\0')
			err = check_conv(c, s, &fmt->segs[i], &key);
	return err;
}

static bool
same_key(const struct dt_type *a, const struct dt_type *b)
{
	if (dt_type_isstring(a) || dt_type_isstring(b))
		return a->kind == b->kind;
	return a->size == b->size && dt_type_isint(a) == dt_type_isint(b);
}

/* Require the same keys of aggregations that are printed together. */
static int
check_keys(struct dt_check *c, const struct dt_dstmt *s,
    const struct dt_ident *a, const struct dt_ident *b)
{
	uint32_t k;

	if (a->nkeys != b->nkeys)
		return dt_diag_set(c->diag, D_PRINTA_AGGKEY, s->line,
		    "printa(): @%s has %u key%s and @%s has %u: only "
		    "aggregations with the same keys can be printed together",
		    a->name, a->nkeys, a->nkeys == 1 ? "" : "s", b->name,
		    b->nkeys);
	for (k = 0; k < a->nkeys; k++)
		if (a->keys[k].action != b->keys[k].action ||
		    !same_key(&a->keys[k].type, &b->keys[k].type))
			return dt_diag_set(c->diag, D_PRINTA_AGGPROTO, s->line,
			    "printa(): key %u of @%s and of @%s have different "
			    "types: only aggregations with the same keys can "
			    "be printed together", k + 1, a->name, b->name);
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

/* The arguments of a printf(), consumed by its conversions in order. */
struct args {
	struct dt_check *c;
	const char *func;
	const struct dt_dstmt *s;
	struct dt_node **at;	/* the next one */
	uint32_t n;		/* its number */
};

/* Take the int argument for a *. */
static int
take_dynamic(struct args *a, const char *what)
{
	struct dt_node *n = *a->at;

	if (n == NULL)
		return dt_diag_set(a->c->diag, D_PRINTF_DYN_PROTO, a->s->line,
		    "%s(): * in the format has no argument for the %s",
		    a->func, what);
	if (!dt_type_isint(&n->type))
		return dt_diag_set(a->c->diag, D_PRINTF_DYN_TYPE, n->line,
		    "%s(): argument %u is a %s and must be an integer",
		    a->func, a->n, what);
	n = dt_check_convert(a->c, n, &a->c->t_int);
	if (n == NULL)
		return -EINVAL;
	n->next = (*a->at)->next;
	*a->at = n;
	a->at = &n->next;
	a->n++;
	return 0;
}

static int
wrong_value(struct args *a, const struct dt_node *n,
    const struct dt_fmtseg *seg)
{
	char buf[64], remedy[64];

	if (n->action != 0)
		return dt_diag_set(a->c->diag, D_PRINTF_ARG_TYPE, n->line,
		    "%s(): argument %u is %s(), which %%%s cannot print: use "
		    "%s", a->func, a->n, dt_check_addrname(n->action),
		    seg->conv, convs_of(n->action));
	write_remedy(&n->type, seg->conv, remedy, sizeof(remedy));
	return dt_diag_set(a->c->diag, D_PRINTF_ARG_TYPE, n->line,
	    "%s(): argument %u is of type %s, which %%%s cannot print%s",
	    a->func, a->n, dt_type_name(a->c->types, &n->type, buf,
	    sizeof(buf)), seg->conv, remedy);
}

/*
 * The bits of a float or double in memory, and the address of a long double;
 * NULL if n is something else than the conversion prints.
 */
static struct dt_node *
bits_of(struct dt_check *c, const struct conv *cv, struct dt_node *n)
{
	struct dt_node *bits;

	if (n->kind != DT_N_MEM || n->type.kind != DT_TYPE_FLOAT ||
	    (cv->arg == ARG_LFLOAT) != (n->type.size > 8))
		return NULL;
	if (cv->arg == ARG_LFLOAT)
		return dt_check_retype(c, dt_check_addressof(c, n), &n->type);
	bits = dt_check_node(c, DT_N_MEM, n->line, &n->type);
	if (bits != NULL) {
		*bits = *n;
		bits->type = dt_type_basic(c->types, n->type.size == 4 ?
		    DT_T_UINT : DT_T_ULONG);
	}
	return bits;
}

static int
take_value(struct args *a, const struct conv *cv, const struct dt_fmtseg *seg)
{
	struct dt_node *n = *a->at, *s;

	if (n == NULL)
		return dt_diag_set(a->c->diag, D_PRINTF_ARG_PROTO, a->s->line,
		    "%s(): %%%s has no argument to print", a->func, seg->conv);
	if (strcmp(seg->conv, "s") == 0) {
		s = dt_check_asstring(a->c, n);
		if (s == NULL)
			return -EINVAL;
		s->next = n->next;
		*a->at = n = s;
	}
	s = cv->arg == ARG_FLOAT || cv->arg == ARG_LFLOAT ?
	    bits_of(a->c, cv, n) : NULL;
	if (s != NULL) {
		s->next = n->next;
		*a->at = s;
	} else if (!takes(cv, &n->type, n->action)) {
		return wrong_value(a, n, seg);
	}
	a->at = &(*a->at)->next;
	a->n++;
	return 0;
}

static int
take_args(struct args *a, const struct dt_fmtseg *seg)
{
	const struct conv *cv = find_conv(seg->conv);
	int err = 0;

	if (seg->flags & DT_FMT_AGG)
		return dt_diag_set(a->c->diag, D_PRINTF_AGG_CONV, a->s->line,
		    "%s(): %%@%s is for the value of an aggregation, which "
		    "printa() prints", a->func, seg->conv);
	if (cv == NULL)
		return dt_diag_set(a->c->diag, D_SYNTAX, a->s->line,
		    "%s(): there is no conversion %%%s", a->func, seg->conv);
	if (seg->flags & DT_FMT_DYNWIDTH)
		err = take_dynamic(a, "width");
	if (err == 0 && (seg->flags & DT_FMT_DYNPREC))
		err = take_dynamic(a, "precision");
	return err != 0 ? err : take_value(a, cv, seg);
}

int
dt_check_printf(struct dt_check *c, const char *func, struct dt_dstmt *s)
{
	struct args a = { .c = c, .func = func, .s = s, .at = &s->args,
	    .n = 2 };
	const struct dt_fmt *fmt = parse_format(c, func, s);
	size_t i;
	int err = fmt != NULL ? 0 : -EINVAL;

	for (i = 0; err == 0 && i < fmt->nsegs; i++)
		if (fmt->segs[i].conv[0] != '\0')
			err = take_args(&a, &fmt->segs[i]);
	if (err == 0 && *a.at != NULL)
		return dt_diag_set(c->diag, D_PRINTF_ARG_EXTRA, (*a.at)->line,
		    "%s(): argument %u has no conversion in the format", func,
		    a.n);
	return err;
}
