/* SPDX-License-Identifier: MIT */
/*
 * name.c - finds a type by its name.  C allows the words of an integer type in
 * any order, and some are optional; a CTF container has one spelling of each.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "type/dict.h"

enum word {
	W_VOID, W_CHAR, W_SHORT, W_INT, W_LONG, W_SIGNED, W_UNSIGNED,
	W_FLOAT, W_DOUBLE, W_BOOL, W_INT128, W_COMPLEX, W_CONST, W_VOLATILE,
	NWORDS
};

static const char *const words[NWORDS] = {
	"void", "char", "short", "int", "long", "signed", "unsigned",
	"float", "double", "_Bool", "__int128", "_Complex", "const", "volatile",
};

struct spelling {
	unsigned int n[NWORDS];	/* how often each word occurred */
	char named[128];	/* typedef, or "struct tag" */
	unsigned int stars;
};

/*
 * The first rule whose word occurs decides the type, and which other words are
 * allowed.
 */
static const struct rule {
	enum word word;
	const char *name, *uname;	/* uname: unsigned; NULL: invalid */
	bool with_int;			/* "int" is allowed */
	unsigned int longs;		/* how many "long" are allowed */
} rules[] = {
	{ W_VOID, "void", NULL, false, 0 },
	{ W_BOOL, "_Bool", NULL, false, 0 },
	{ W_INT128, "__int128", "unsigned __int128", false, 0 },
	{ W_FLOAT, "float", NULL, false, 0 },
	{ W_DOUBLE, "double", NULL, false, 1 },
	{ W_CHAR, "char", "unsigned char", false, 0 },
	{ W_SHORT, "short", "unsigned short", true, 0 },
	{ W_LONG, "long", "unsigned long", true, 2 },
	{ W_INT, "int", "unsigned int", true, 0 },
	{ W_SIGNED, "int", NULL, false, 0 },
	{ W_UNSIGNED, NULL, "unsigned int", false, 0 },
};

static const struct rule *
rule_of(const struct spelling *s)
{
	size_t i;

	for (i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		if (s->n[rules[i].word] != 0)
			return &rules[i];
	return NULL;
}

/* Are there words that the rule does not allow? */
static bool
clashes(const struct spelling *s, const struct rule *r)
{
	unsigned int sign = s->n[W_SIGNED] + s->n[W_UNSIGNED];
	int w;

	if (sign > 1 || s->n[W_LONG] > r->longs ||
	    (sign != 0 && r->uname == NULL && r->word != W_SIGNED))
		return true;
	for (w = 0; w < W_CONST; w++) {
		if (s->n[w] == 0 || w == W_LONG || w == W_SIGNED ||
		    w == W_UNSIGNED || (w == W_COMPLEX && s->n[w] == 1 &&
		    (r->word == W_FLOAT || r->word == W_DOUBLE)))
			continue;
		if (s->n[w] > 1)
			return true;
		if (w != (int)r->word && !(w == W_INT && r->with_int))
			return true;
	}
	return false;
}

/* The canonical spelling; NULL: the combination is invalid. */
static const char *
canonical(const struct spelling *s)
{
	const struct rule *r = rule_of(s);

	if (s->named[0] != '\0')
		return r == NULL ? s->named : NULL;
	if (r == NULL || clashes(s, r))
		return NULL;
	if (s->n[W_COMPLEX] != 0)
		return r->word == W_FLOAT ? "float _Complex" :
		    s->n[W_LONG] == 1 ? "long double _Complex" :
		    "double _Complex";
	if (r->word == W_DOUBLE && s->n[W_LONG] == 1)
		return "long double";
	if (r->word == W_CHAR && s->n[W_SIGNED] != 0)
		return "signed char";
	if (r->word == W_LONG && s->n[W_LONG] == 2)
		return s->n[W_UNSIGNED] ? "unsigned long long" : "long long";
	return s->n[W_UNSIGNED] ? r->uname : r->name;
}

static bool
is_tagword(const char *p, size_t len)
{
	return (len == 6 && strncmp(p, "struct", len) == 0) ||
	    (len == 5 && strncmp(p, "union", len) == 0) ||
	    (len == 4 && strncmp(p, "enum", len) == 0);
}

/* May a type's name contain c?  ` and . are for module.so`name. */
static bool
is_identchar(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '`' || c == '.';
}

/* Read struct, union or enum and a tag.  Returns their length, or -1. */
static ssize_t
read_tag(struct spelling *s, const char *p, size_t len)
{
	const char *tag = p + len;
	size_t n = 0;
	int need;

	while (isspace((unsigned char)*tag))
		tag++;
	while (is_identchar(tag[n]))
		n++;
	if (n == 0 || s->named[0] != '\0')
		return -1;
	need = snprintf(s->named, sizeof(s->named), "%.*s %.*s", (int)len, p,
	    (int)n, tag);
	return need < (int)sizeof(s->named) ? tag + n - p : -1;
}

/* Read one word.  Returns its length in the text, or -1. */
static ssize_t
read_word(struct spelling *s, const char *p)
{
	size_t len = 0;
	int w;

	while (is_identchar(p[len]))
		len++;
	if (len == 0)
		return -1;
	for (w = 0; w < NWORDS; w++) {
		if (strlen(words[w]) == len && strncmp(words[w], p, len) == 0) {
			s->n[w]++;
			return (ssize_t)len;
		}
	}
	if (is_tagword(p, len))
		return read_tag(s, p, len);
	if (s->named[0] != '\0' || len >= sizeof(s->named))
		return -1;
	memcpy(s->named, p, len);
	return (ssize_t)len;
}

static unsigned int
nqualifiers(const struct spelling *s)
{
	return s->n[W_CONST] + s->n[W_VOLATILE];
}

static int
read_spelling(struct spelling *s, const char *p)
{
	unsigned int before;
	ssize_t n;

	for (; *p != '\0'; p += n) {
		n = 1;
		if (*p == '*')
			s->stars++;
		if (*p == '*' || isspace((unsigned char)*p))
			continue;
		before = nqualifiers(s);
		n = read_word(s, p);
		/* Only const and volatile may follow a star. */
		if (n < 0 || (s->stars != 0 && nqualifiers(s) == before))
			return -EINVAL;
	}
	return 0;
}

/* The kernel's name of a struct that other systems name so, or NULL. */
static const char *
kernel_struct(const char *name)
{
	static const struct dt_text structs[] = {
#define	DT_KSTRUCT(name, of)	{ name, of },
#include "tbl/types.h"
#undef DT_KSTRUCT
	};

	return dt_text_find(structs, sizeof(structs) / sizeof(structs[0]),
	    name);
}

/* Look up "`x" and "vmlinux`x" in the kernel, "C`x" and "D`x" in D's types. */
static int
scoped(struct dt_types *ts, const char *name, ctf_id_t *id)
{
	const char *tick = strchr(name, '`'), *word = strchr(name, ' ');
	const char *module = word != NULL ? word + 1 : name;
	size_t len = (size_t)(tick - module);
	char plain[128];

	snprintf(plain, sizeof(plain), "%.*s%s", (int)(module - name), name,
	    tick + 1);
	if (len == 0 || (len == 7 && strncmp(module, "vmlinux", len) == 0))
		return dt_btf_named(ts, plain, id);
	if (len == 1 && (*module == 'C' || *module == 'D'))
		return dt_ctf_named(ts, plain, false, id);
	return -ENOENT;
}

static int
named(struct dt_types *ts, const char *name, bool typedefs, ctf_id_t *id)
{
	const char *other;
	int err;

	if (strchr(name, '`') != NULL)
		return scoped(ts, name, id);
	err = dt_ctf_named(ts, name, typedefs, id);
	other = err == -ENOENT ? kernel_struct(name) : NULL;
	return other != NULL ? dt_ctf_named(ts, other, typedefs, id) : err;
}

static int
lookup(struct dt_types *ts, const char *name, bool typedefs,
    struct dt_type *out)
{
	struct spelling s = { .stars = 0 };
	const char *canon;
	ctf_id_t id;
	int err = read_spelling(&s, name);

	if (err != 0)
		return err;
	canon = canonical(&s);
	if (canon == NULL)
		return -EINVAL;
	err = named(ts, canon, typedefs, &id);
	if (err == 0)
		err = dt_type_byid(ts, (long)id, out);
	while (err == 0 && s.stars-- > 0)
		err = dt_type_pointer(ts, out, out);
	return err;
}

int
dt_type_lookup(struct dt_types *ts, const char *name, struct dt_type *out)
{
	return lookup(ts, name, false, out);
}

int
dt_type_klookup(struct dt_types *ts, const char *name, struct dt_type *out)
{
	return lookup(ts, name, true, out);
}

int
dt_type_shown(struct dt_types *ts, const char *name, struct dt_type *out)
{
	static const char tag[] = "struct ";
	struct spelling s = { .stars = 0 };
	int err = read_spelling(&s, name);
	ctf_id_t id;

	if (err != 0 || kernel_struct(s.named) == NULL ||
	    strncmp(s.named, tag, strlen(tag)) != 0)
		return dt_type_klookup(ts, name, out);
	id = ctf_add_forward(ts->dict, CTF_ADD_NONROOT, s.named + strlen(tag),
	    CTF_K_STRUCT);
	if (id == CTF_ERR)
		return dt_ctf_error(ts);
	err = dt_type_byid(ts, (long)id, out);
	while (err == 0 && s.stars-- > 0)
		err = dt_type_pointer(ts, out, out);
	return err;
}
