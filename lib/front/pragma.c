/* SPDX-License-Identifier: MIT */
/* pragma.c - reads lines that start with #: pragmas and line numbers. */
#include <ctype.h>
#include <errno.h>
#include <string.h>
#include "base/optval.h"
#include "front/lex.h"
#include "front/scope.h"

/* The unread part of a control line. */
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

/* Make a compile flag take effect on the text that follows. */
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
		dt_diag_set(l->diag, D_PRAGMA_OPTSET, dt_lex_at(l),
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
		dt_diag_set(l->diag, D_PRAGMA_MALFORM, dt_lex_at(l),
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

/*
 * The last declaration of a provider in the program; NULL with the diagnostic
 * set.
 */
static struct dt_provider *
find_provider(struct dt_lex *l, const char *s, size_t len)
{
	char *name = dt_arena_strndup(l->arena, s, len);
	struct dt_provider *first, *v;

	if (name == NULL) {
		dt_diag_nomem(l->diag);
		return NULL;
	}
	first = v = dt_scope_provider(l->scope, name);
	while (v != NULL && v->arena != l->arena)
		v = v->older;
	if (first == NULL)
		dt_diag_set(l->diag, D_PRAGMA_INVAL, dt_lex_at(l),
		    "no provider %.64s is declared before this line", name);
	else if (v == NULL)
		dt_diag_set(l->diag, D_PRAGMA_SCOPE, dt_lex_at(l),
		    "provider %s was declared by an earlier program: set its "
		    "attributes there", name);
	return v;
}

/* Read the words after "attributes N/D/C provider". */
static void
provider_attributes(struct dt_lex *l, struct words *w, dtrace_attribute_t attr)
{
	struct dt_provider *v;
	const char *s;
	size_t len;
	int i;

	if (!next_word(w, &s, &len)) {
		dt_diag_set(l->diag, D_PRAGMA_MALFORM, dt_lex_at(l),
		    "#pragma D attributes names no provider");
		return;
	}
	v = find_provider(l, s, len);
	if (v == NULL)
		return;
	(void) next_word(w, &s, &len);
	for (i = 0; i < DT_NPROVPARTS; i++)
		if (word_is(s, len, provider_parts[i]))
			break;
	if (i < DT_NPROVPARTS && !next_word(w, &s, &len))
		v->attr[i] = attr;
	else
		dt_diag_set(l->diag, D_PRAGMA_MALFORM, dt_lex_at(l),
		    "#pragma D attributes ... provider %s must end in "
		    "provider, module, function, name or args", v->name);
}

/* --- attributes, binding, depends_on -------------------------------------- */

static struct dt_ident *
find_name(struct dt_lex *l, const char *name)
{
	static const enum dt_idkind kinds[] = { DT_ID_GLOBAL, DT_ID_SELF,
		DT_ID_THIS, DT_ID_AGG };
	struct dt_ident *id = NULL;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]) && id == NULL;
	    i++)
		id = dt_scope_find(l->scope, kinds[i], name);
	return id;
}

/*
 * Add a pragma about a name of this program, or about its next translator.
 * attr is NULL for a pragma that sets no attributes.
 */
static void
add_about(struct dt_lex *l, const char *s, size_t len, bool is_hidden,
    const dtrace_attribute_t *attr)
{
	struct dt_about *a = dt_arena_alloc(l->arena, sizeof(*a));
	const struct dt_ident *id;

	if (a == NULL || (a->name = dt_arena_strndup(l->arena, s, len)) ==
	    NULL) {
		dt_diag_nomem(l->diag);
		return;
	}
	a->line = dt_lex_at(l);
	a->is_hidden = is_hidden;
	a->is_rated = attr != NULL;
	if (attr != NULL)
		a->attr = *attr;
	a->next = l->abouts;
	l->abouts = a;
	id = find_name(l, a->name);
	if (id != NULL && !dt_scope_is_after(l->scope, l->newest, id))
		dt_diag_set(l->diag, D_PRAGMA_SCOPE, dt_lex_at(l),
		    "%s is a name of D or of an earlier program: the pragma "
		    "takes a name that this program defines", a->name);
	else if (id != NULL && is_hidden)
		dt_scope_hide(l->scope, id);
}

bool
dt_lex_ishidden(const struct dt_lex *l, const char *name)
{
	const struct dt_about *a = l->abouts;

	while (a != NULL && (!a->is_hidden || strcmp(a->name, name) != 0))
		a = a->next;
	return a != NULL;
}

const dtrace_attribute_t *
dt_lex_attributes(const struct dt_lex *l, const char *name)
{
	const struct dt_about *a = l->abouts;

	while (a != NULL && (!a->is_rated || strcmp(a->name, name) != 0))
		a = a->next;
	return a != NULL ? &a->attr : NULL;
}

static bool
is_about_translator(const struct dt_about *a)
{
	return strcmp(a->name, "translator") == 0;
}

const dtrace_attribute_t *
dt_lex_xlattributes(struct dt_lex *l)
{
	const dtrace_attribute_t *attr = NULL;

	for (struct dt_about *a = l->abouts; a != NULL; a = a->next) {
		if (!is_about_translator(a) || a->is_used)
			continue;
		a->is_used = true;
		if (a->is_rated && attr == NULL)
			attr = &a->attr;
	}
	return attr;
}

int
dt_lex_checkabouts(struct dt_lex *l)
{
	for (const struct dt_about *a = l->abouts; a != NULL; a = a->next) {
		struct dt_ident *id = find_name(l, a->name);

		if (!a->is_hidden && !a->is_used && id == NULL)
			return dt_diag_set(l->diag, D_PRAGMA_UNUSED, a->line,
			    "the pragma is about %s, which the program does "
			    "not define%s", a->name, is_about_translator(a) ?
			    " after it" : "");
		if (!a->is_rated || id == NULL || id->is_rated)
			continue;
		id->is_rated = true;
		id->attr = a->attr;
	}
	return 0;
}

/* attributes N/D/C name, or N/D/C provider name part */
static void
pragma_attributes(struct dt_lex *l, struct words *w)
{
	const char *s, *more;
	size_t len, nmore;
	dtrace_attribute_t attr;
	int64_t v;
	char *text;

	text = next_word(w, &s, &len) ? dt_arena_strndup(l->arena, s, len) :
	    "";
	if (text == NULL)
		dt_diag_nomem(l->diag);
	else if (!next_word(w, &s, &len))
		dt_diag_set(l->diag, D_PRAGMA_MALFORM, dt_lex_at(l),
		    "malformed attributes: write #pragma D attributes "
		    "name/data/class identifier");
	else if (dt_optval_attr(text, &v) != 0)
		dt_diag_set(l->diag, D_PRAGMA_INVAL, dt_lex_at(l),
		    "\"%.64s\" is not of the form name/data/class, as "
		    "Evolving/Evolving/Common", text);
	if (l->diag->err != 0)
		return;
	attr = dt_optval_attribute(v);
	if (word_is(s, len, "provider"))
		provider_attributes(l, w, attr);
	else if (next_word(w, &more, &nmore))
		dt_diag_set(l->diag, D_PRAGMA_MALFORM, dt_lex_at(l),
		    "#pragma D attributes %s is followed by one name, not by "
		    "%.*s %.*s", text, (int)len, s, (int)nmore, more);
	else
		add_about(l, s, len, false, &attr);
}

/* binding "1.2" name: hide it from programs that require an older version. */
static void
pragma_binding(struct dt_lex *l, struct words *w)
{
	const char *s, *name, *more;
	size_t len, nname, nmore;
	int64_t version, required = dt_lex_version(l);
	char *text;

	if (!next_word(w, &s, &len) || !next_word(w, &name, &nname) ||
	    next_word(w, &more, &nmore) || len < 3 || s[0] != '"' ||
	    s[len - 1] != '"') {
		dt_diag_set(l->diag, D_PRAGMA_MALFORM, dt_lex_at(l),
		    "malformed binding: write #pragma D binding \"1.2\" "
		    "identifier");
		return;
	}
	text = dt_arena_strndup(l->arena, s + 1, len - 2);
	if (text == NULL)
		dt_diag_nomem(l->diag);
	else if (dt_optval_version(text, &version) != 0)
		dt_diag_set(l->diag, D_PRAGMA_INVAL, dt_lex_at(l),
		    "\"%s\" is not a version of D: write x.y or x.y.z", text);
	else
		add_about(l, name, nname, required != 0 && version > required,
		    NULL);
}

static void
pragma_depends(struct dt_lex *l, struct words *w)
{
	const char *kind, *s, *more;
	size_t nkind, len, nmore;
	bool module;
	char *name;

	if (!next_word(w, &kind, &nkind) || !next_word(w, &s, &len) ||
	    next_word(w, &more, &nmore)) {
		dt_diag_set(l->diag, D_PRAGMA_MALFORM, dt_lex_at(l),
		    "malformed depends_on: write #pragma D depends_on provider "
		    "name, or module name");
		return;
	}
	module = word_is(kind, nkind, "module");
	name = dt_arena_strndup(l->arena, s, len);
	/* the order of libraries is known before they are parsed */
	if (name == NULL)
		dt_diag_nomem(l->diag);
	else if (word_is(kind, nkind, "library") && !l->src->is_library)
		dt_diag_set(l->diag, D_PRAGMA_DEPEND, dt_lex_at(l),
		    "only a library can depend on a library: a program gets "
		    "those that it needs");
	else if (!module && !word_is(kind, nkind, "provider") &&
	    !word_is(kind, nkind, "library"))
		dt_diag_set(l->diag, D_PRAGMA_INVAL, dt_lex_at(l),
		    "depends_on is followed by provider, module or library, "
		    "not by %.*s", (int)nkind, kind);
	else if (!l->src->is_library && (l->env->has == NULL ||
	    !l->env->has(l->env->arg, module ? DT_LIB_NEEDS_MODULE :
	    DT_LIB_NEEDS_PROVIDER, name)))
		dt_diag_set(l->diag, D_PRAGMA_DEPEND, dt_lex_at(l),
		    "the program depends on %s %s, which is not here",
		    module ? "module" : "provider", name);
}

static void
pragma_error(struct dt_lex *l, struct words *w)
{
	size_t len = (size_t)(w->end - w->p);

	dt_diag_set(l->diag, D_PRAGERR, dt_lex_at(l), "#error%.*s",
	    (int)(len > 200 ? 200 : len), w->p);
}

typedef void pragma_f(struct dt_lex *l, struct words *w);

static const struct {
	const char *name;
	pragma_f *fn;
} directives[] = {
	{ "option", pragma_option },
	{ "attributes", pragma_attributes },
	{ "binding", pragma_binding },
	{ "depends_on", pragma_depends },
	{ "error", pragma_error },
};

/* Read a pragma of D; as in C, unknown ones are ignored. */
static void
pragma(struct dt_lex *l, struct words *w)
{
	const char *s;
	size_t len, i;

	if (!next_word(w, &s, &len))
		return;
	if (word_is(s, len, "error"))
		pragma_error(l, w);
	if (len >= 4 && strncmp(s, "pack", 4) == 0 && !dt_lex_isident(s[4]))
		dt_lex_pack(l, s + 4, w->end);
	if (!word_is(s, len, "D"))
		return;
	if (!next_word(w, &s, &len))
		dt_diag_set(l->diag, D_PRAGMA_MALFORM, dt_lex_at(l),
		    "#pragma D names no directive: write one, as in #pragma D "
		    "option quiet");
	for (i = 0; l->diag->err == 0 &&
	    i < sizeof(directives) / sizeof(directives[0]); i++)
		if (word_is(s, len, directives[i].name)) {
			directives[i].fn(l, w);
			return;
		}
	dt_diag_set(l->diag, D_PRAGMA_INVAL, dt_lex_at(l),
	    "there is no #pragma D %.*s: there are option, attributes, "
	    "binding, depends_on and error", (int)(len > 40 ? 40 : len), s);
}

/* Read the flag after a file's name: 1, it begins; 2, another one has ended. */
static void
included(struct dt_lex *l, struct words *w)
{
	const char *s;
	size_t len;

	while (next_word(w, &s, &len))
		if (word_is(s, len, "1"))
			l->included++;
		else if (word_is(s, len, "2") && l->included != 0)
			l->included--;
}

/* Read # 12 "file" of the preprocessor: the next line is line 12. */
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
		dt_diag_set(l->diag, D_PRAGMA_MALFORM, dt_lex_at(l),
		    "#line must be followed by a line number and, if needed, a "
		    "file name in quotes");
		return;
	}
	/* the end of this line adds one */
	l->line = n - 1;
	if (!next_word(w, &s, &len) || len < 2 || *s != '"')
		return;
	while (w->p < w->end && w->p[-1] != '"')
		w->p++;
	len = (size_t)(w->p - s) - 1;
	len -= len > 0 && s[len] == '"';
	included(l, w);
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

	if (!next_word(w, &s, &len) || *s == '!')
		return;
	if (isdigit((unsigned char)*s)) {
		line_number(l, s, len, w);
	} else if (word_is(s, len, "line")) {
		(void) next_word(w, &s, &len);
		line_number(l, s, len, w);
	} else if (word_is(s, len, "pragma")) {
		pragma(l, w);
	} else if (word_is(s, len, "error")) {
		pragma_error(l, w);
	} else if (!word_is(s, len, "ident")) {
		dt_diag_set(l->diag, D_PRAGCTL_INVAL, dt_lex_at(l),
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
	control_line(l, &w);
	l->p = w.end;
}
