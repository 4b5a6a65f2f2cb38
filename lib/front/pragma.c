/* SPDX-License-Identifier: MIT */
/* pragma.c - the lines that start with #: pragmas, and line numbers. */
#include <ctype.h>
#include <errno.h>
#include <string.h>
#include "base/optval.h"
#include "front/lex.h"
#include "front/scope.h"

/* The part of a control line that has not been read. */
struct words {
	const char *p, *end;
};

static bool
next_word(struct words *w, const char **s, size_t *len)
{
	while (w->p < w->end && isspace((unsigned char)*w->p))
		w->p++;
	*s = w->p;
	while (w->p < w->end && !isspace((unsigned char)*w->p))
		w->p++;
	*len = (size_t)(w->p - *s);
	return *len != 0;
}

static bool
word_is(const char *s, size_t len, const char *word)
{
	return strlen(word) == len && strncmp(s, word, len) == 0;
}

/* Let a compile flag take effect on the text that follows it. */
static void
apply_cflag(struct dt_lex *l, const char *name)
{
	const struct dt_opt *o = dt_opt_find(name);

	if (o != NULL && o->kind == DT_OPTKIND_CFLAG)
		l->cflags |= (uint_t)o->detail;
	else if (o != NULL && o->kind == DT_OPTKIND_CUNFLAG)
		l->cflags &= ~(uint_t)o->detail;
	l->diag->show_tag = l->diag->show_tag ||
	    (l->cflags & DTRACE_C_ETAGS) != 0;
}

static void
set_option(struct dt_lex *l, const char *s, size_t len)
{
	char *name = dt_arena_strndup(l->arena, s, len), *value;
	const char *why = NULL;
	int rc;

	if (name == NULL) {
		dt_diag_nomem(l->diag);
		return;
	}
	value = strchr(name, '=');
	if (value != NULL)
		*value++ = '\0';
	rc = l->env->setopt(l->env->arg, name, value, &why);
	if (rc == -ENOMEM)
		dt_diag_nomem(l->diag);
	else if (rc < 0)
		dt_diag_set(l->diag, D_PRAGMA_OPTSET, l->line,
		    "failed to set option %s: %s", name,
		    why != NULL ? why : "not permitted");
	else
		apply_cflag(l, name);
}

static void
pragma_option(struct dt_lex *l, struct words *w)
{
	const char *s, *s2;
	size_t len, len2;

	if (!next_word(w, &s, &len) || *s == '=' || next_word(w, &s2, &len2))
		dt_diag_set(l->diag, D_PRAGMA_MALFORM, l->line,
		    "malformed option: write #pragma D option name, or "
		    "#pragma D option name=value, without spaces around \"=\"");
	else
		set_option(l, s, len);
}

static const char *const provider_parts[DT_NPROVPARTS] = {
	[DT_PROVPART_PROVIDER] = "provider", [DT_PROVPART_MODULE] = "module",
	[DT_PROVPART_FUNCTION] = "function", [DT_PROVPART_NAME] = "name",
	[DT_PROVPART_ARGS] = "args",
};

/* The provider that this program has declared last under the name. */
static struct dt_provider *
find_provider(const struct dt_lex *l, const char *s, size_t len)
{
	struct dt_provider *v, *last = NULL;

	for (v = l->providers; v != NULL; v = v->next)
		if (word_is(s, len, v->name))
			last = v;
	return last;
}

static void
no_provider(struct dt_lex *l, const char *s, size_t len)
{
	const struct dt_provider *v = dt_scope_provider(l->scope);
	int n = (int)(len > 64 ? 64 : len);

	while (v != NULL && !word_is(s, len, v->name))
		v = v->older;
	if (v != NULL)
		dt_diag_set(l->diag, D_PRAGMA_SCOPE, l->line, "provider %.*s "
		    "was declared by an earlier program: set its attributes "
		    "there", n, s);
	else
		dt_diag_set(l->diag, D_PRAGMA_INVAL, l->line, "no provider "
		    "%.*s is declared before this line", n, s);
}

/* The words behind "attributes N/D/C provider". */
static void
provider_attributes(struct dt_lex *l, struct words *w, dtrace_attribute_t attr)
{
	struct dt_provider *v;
	const char *s;
	size_t len;
	int i;

	if (!next_word(w, &s, &len)) {
		dt_diag_set(l->diag, D_PRAGMA_MALFORM, l->line,
		    "#pragma D attributes names no provider");
		return;
	}
	v = find_provider(l, s, len);
	if (v == NULL) {
		no_provider(l, s, len);
		return;
	}
	(void) next_word(w, &s, &len);
	for (i = 0; i < DT_NPROVPARTS; i++)
		if (word_is(s, len, provider_parts[i]))
			break;
	if (i < DT_NPROVPARTS && !next_word(w, &s, &len))
		v->attr[i] = attr;
	else
		dt_diag_set(l->diag, D_PRAGMA_MALFORM, l->line, "#pragma D "
		    "attributes ... provider %s must end in provider, module, "
		    "function, name or args", v->name);
}

static void
pragma_attributes(struct dt_lex *l, struct words *w)
{
	const char *s;
	size_t len;
	int64_t v;
	char *text;

	(void) next_word(w, &s, &len);
	text = dt_arena_strndup(l->arena, s, len);
	if (text == NULL)
		dt_diag_nomem(l->diag);
	else if (dt_optval_attr(text, &v) != 0)
		dt_diag_set(l->diag, D_PRAGMA_INVAL, l->line, "\"%.64s\" is "
		    "not of the form name/data/class, as "
		    "Evolving/Evolving/Common", text);
	else if (!next_word(w, &s, &len) || !word_is(s, len, "provider"))
		dt_diag_set(l->diag, D_PRAGMA_INVAL, l->line, "#pragma D "
		    "attributes is only supported for a provider");
	else
		provider_attributes(l, w, (dtrace_attribute_t){
		    (dtrace_stability_t)DT_OPTVAL_PART(v, 0),
		    (dtrace_stability_t)DT_OPTVAL_PART(v, 1),
		    (dtrace_class_t)DT_OPTVAL_PART(v, 2) });
}

/* As in C, unknown pragmas are ignored: only those of D are read. */
static void
pragma(struct dt_lex *l, struct words *w)
{
	const char *s;
	size_t len;

	if (!next_word(w, &s, &len) || !word_is(s, len, "D"))
		return;
	if (!next_word(w, &s, &len))
		dt_diag_set(l->diag, D_PRAGMA_MALFORM, l->line,
		    "#pragma D names no directive: write one, as in #pragma D "
		    "option quiet");
	else if (word_is(s, len, "option"))
		pragma_option(l, w);
	else if (word_is(s, len, "attributes"))
		pragma_attributes(l, w);
	else if (word_is(s, len, "depends_on"))
		dt_diag_set(l->diag, D_PRAGMA_DEPEND, l->line,
		    "#pragma D depends_on is not supported: there are no D "
		    "libraries");
	else
		dt_diag_set(l->diag, D_PRAGMA_INVAL, l->line,
		    "#pragma D %.*s is not supported: option and "
		    "attributes are",
		    (int)(len > 40 ? 40 : len), s);
}

/* # 12 "file", as the preprocessor writes it: the next line is line 12. */
static void
line_number(struct dt_lex *l, const char *s, size_t len,
    struct words *w)
{
	const char *name;
	int n = 0;
	size_t i;

	for (i = 0; i < len && isdigit((unsigned char)s[i]) && n < 100000000;
	    i++)
		n = n * 10 + (s[i] - '0');
	if (len == 0 || i < len) {
		dt_diag_set(l->diag, D_PRAGCTL_INVAL, l->line,
		    "#line must be followed by a line number and, if needed, a "
		    "file name in quotes");
		return;
	}
	/* The end of this line adds one. */
	l->line = n - 1;
	if (!next_word(w, &s, &len) || len < 2 || *s != '"')
		return;
	while (w->p < w->end && w->p[-1] != '"')
		w->p++;
	len = (size_t)(w->p - s) - 1;
	len -= len > 0 && s[len] == '"';
	name = dt_arena_strndup(l->arena, s + 1, len);
	if (name != NULL)
		name = dt_scope_filename(l->scope, name);
	if (name == NULL)
		dt_diag_nomem(l->diag);
	else
		l->diag->file = name;
}

static void
control_line(struct dt_lex *l, struct words *w)
{
	const char *s;
	size_t len;

	if (!next_word(w, &s, &len))
		return;
	if (isdigit((unsigned char)*s)) {
		line_number(l, s, len, w);
	} else if (word_is(s, len, "line")) {
		(void) next_word(w, &s, &len);
		line_number(l, s, len, w);
	} else if (word_is(s, len, "pragma")) {
		pragma(l, w);
	} else if (word_is(s, len, "error")) {
		len = (size_t)(w->end - w->p);
		dt_diag_set(l->diag, D_PRAGERR, l->line, "#error%.*s",
		    (int)(len > 200 ? 200 : len), w->p);
	} else if (!word_is(s, len, "ident")) {
		dt_diag_set(l->diag, D_PRAGCTL_INVAL, l->line,
		    "#%.*s is a directive of the preprocessor: set option cpp "
		    "to run it",
		    (int)(len > 40 ? 40 : len), s);
	}
}

void
dt_lex_control(struct dt_lex *l)
{
	struct words w = { .p = l->p + 1, .end = l->p };

	while (w.end < l->end && *w.end != '\n')
		w.end++;
	l->p = w.end;
	control_line(l, &w);
}
