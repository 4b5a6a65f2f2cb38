/* SPDX-License-Identifier: MIT */
/*
 * text.c - writes a type as C declares it.  ctf_type_aname() would do, but
 * corrupts the heap when memory runs out.
 */
#include <stdio.h>
#include <string.h>
#include "type/dict.h"

#define	TEXTLEN		256
#define	NARGS		16

/* The parts of a declaration, around the place of the declared name. */
struct declaration {
	char base[TEXTLEN];		/* the type at the end of the chain */
	char around[TEXTLEN];		/* pointers, arrays and functions */
	int depth;			/* of functions as arguments */
};

/* Append text, truncated if buf is full. */
static void
append(char *buf, size_t len, const char *text)
{
	size_t at = strlen(buf), n = strlen(text);

	if (n > len - 1 - at)
		n = len - 1 - at;
	memcpy(buf + at, text, n);
	buf[at + n] = '\0';
}

static void
put_before(struct declaration *d, const char *text)
{
	char old[TEXTLEN];

	memcpy(old, d->around, sizeof(old));
	d->around[0] = '\0';
	append(d->around, TEXTLEN, text);
	append(d->around, TEXTLEN, old);
}

/* Append to the declarator; a pointer before it needs parentheses. */
static void
put_behind(struct declaration *d, const char *text)
{
	if (d->around[0] != '\0' && d->around[0] != '[') {
		put_before(d, "(");
		append(d->around, TEXTLEN, ")");
	}
	append(d->around, TEXTLEN, text);
}

static void put_type(const struct dt_types *ts, ctf_id_t id,
    struct declaration *d);

static void
put_array(const struct dt_types *ts, ctf_id_t id, struct declaration *d)
{
	ctf_arinfo_t info = { 0 };
	char text[32];

	(void) ctf_array_info(ts->dict, id, &info);
	(void) snprintf(text, sizeof(text), "[%u]", info.ctr_nelems);
	put_behind(d, text);
	put_type(ts, info.ctr_contents, d);
}

static void
join(const struct declaration *d, char *buf, size_t len)
{
	if (len == 0)
		return;
	buf[0] = '\0';
	append(buf, len, d->base);
	if (d->around[0] != '\0')
		append(buf, len, " ");
	append(buf, len, d->around);
}

static void
put_function(const struct dt_types *ts, ctf_id_t id, struct declaration *d)
{
	ctf_id_t args[NARGS];
	ctf_funcinfo_t info = { 0 };
	char text[TEXTLEN] = "(", one[TEXTLEN];

	(void) ctf_func_type_info(ts->dict, id, &info);
	if (ctf_func_type_args(ts->dict, id, NARGS, args) != 0)
		info.ctc_argc = 0;
	for (uint32_t i = 0; i < info.ctc_argc && i < NARGS &&
	    d->depth == 0; i++) {
		struct declaration arg = { .depth = 1 };

		put_type(ts, args[i], &arg);
		join(&arg, one, sizeof(one));
		append(text, TEXTLEN, i == 0 ? "" : ", ");
		append(text, TEXTLEN, one);
	}
	append(text, TEXTLEN, ")");
	put_behind(d, text);
	put_type(ts, info.ctc_return, d);
}

/* Add a qualifier: after the asterisk of a pointer, else before the type. */
static void
put_qualifier(const struct dt_types *ts, ctf_id_t id, const char *word,
    struct declaration *d)
{
	ctf_id_t of = ctf_type_reference(ts->dict, id);

	if (ctf_type_kind(ts->dict, of) == CTF_K_POINTER) {
		if (d->around[0] != '\0')
			put_before(d, " ");
		put_before(d, word);
	} else {
		append(d->base, TEXTLEN, word);
		append(d->base, TEXTLEN, " ");
	}
	put_type(ts, of, d);
}

/* Add the type at the end of the chain to d->base, after its qualifiers. */
static void
put_base(const struct dt_types *ts, ctf_id_t id, struct declaration *d)
{
	int kind = ctf_type_kind_forwarded(ts->dict, id);
	const char *name = ctf_type_name_raw(ts->dict, id);
	ctf_id_t of = ctf_type_reference(ts->dict, id);

	/* a bit-field has the name of its base type */
	if (of != CTF_ERR && (name == NULL || *name == '\0')) {
		put_type(ts, of, d);
		return;
	}
	append(d->base, TEXTLEN, kind == CTF_K_STRUCT ? "struct " :
	    kind == CTF_K_UNION ? "union " : kind == CTF_K_ENUM ? "enum " : "");
	append(d->base, TEXTLEN, name != NULL ? name : "?");
}

static void
put_type(const struct dt_types *ts, ctf_id_t id, struct declaration *d)
{
	switch (ctf_type_kind(ts->dict, id)) {
	case CTF_K_POINTER:
		put_before(d, "*");
		put_type(ts, ctf_type_reference(ts->dict, id), d);
		return;
	case CTF_K_ARRAY:
		put_array(ts, id, d);
		return;
	case CTF_K_FUNCTION:
		put_function(ts, id, d);
		return;
	case CTF_K_CONST:
		put_qualifier(ts, id, "const", d);
		return;
	case CTF_K_VOLATILE:
		put_qualifier(ts, id, "volatile", d);
		return;
	case CTF_K_RESTRICT:
		put_qualifier(ts, id, "restrict", d);
		return;
	}
	put_base(ts, id, d);
}

const char *
dt_type_name(struct dt_types *ts, const struct dt_type *t,
    char *buf, size_t len)
{
	struct declaration d = { .depth = 0 };

	put_type(ts, (ctf_id_t)t->ctf, &d);
	join(&d, buf, len);
	return buf;
}
