/* SPDX-License-Identifier: MIT */
/*
 * layout.c - writes a type as text, by which print() shows values without the
 * type itself; show/layout.h has the grammar.
 */
#include <ctf-api.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/buf.h"
#include "type/dict.h"

struct writer {
	struct dt_types *ts;
	struct dt_buf *out;
	int err;
};

static void add(struct writer *w, ctf_id_t id);

/* Write the name of a type in C; one without a tag is "struct ". */
static void
head(struct writer *w, char letter, const struct dt_type *t, uint32_t n)
{
	char name[256];
	size_t len;

	dt_type_name(w->ts, t, name, sizeof(name));
	len = strcspn(name, "(");
	if (strncmp(name + len, "(anon", 5) == 0)
		name[len] = '\0';
	dt_buf_printf(w->out, "%c%u %s", letter, n, name);
	if (strcmp(name, "struct") == 0 || strcmp(name, "union") == 0)
		dt_buf_str(w->out, " ");
	dt_buf_str(w->out, ";");
}

static void
add_enum(struct writer *w, const struct dt_type *t)
{
	ctf_id_t id = dt_ctf_resolve(w->ts, (ctf_id_t)t->ctf);
	ctf_next_t *it = NULL;
	const char *name;
	int value;

	head(w, 'e', t, t->size);
	while ((name = ctf_enum_next(w->ts->dict, id, &it, &value)) != NULL)
		dt_buf_printf(w->out, "%d %s;", value, name);
	ctf_next_destroy(it);
	dt_buf_str(w->out, ".");
}

static void
add_array(struct writer *w, const struct dt_type *t)
{
	struct dt_type of;

	w->err = dt_type_pointee(w->ts, t, &of);
	if (w->err != 0)
		return;
	/* elements without size, such as empty structs, have no values */
	if (of.size == 0) {
		head(w, '?', t, 0);
		return;
	}
	head(w, 'a', t, dt_type_nelems(w->ts, t));
	dt_buf_printf(w->out, "%u ", of.size);
	add(w, (ctf_id_t)of.ctf);
}

/* A type whose values D does not know, as an array of its bytes. */
static void
add_bytes(struct writer *w, const struct dt_type *t)
{
	head(w, 'a', t, t->size);
	dt_buf_str(w->out, "1 u1 unsigned char;");
}

/* Add a member; a bit-field's type is a slice, with its width and base type. */
static void
add_member(struct writer *w, const char *name, ctf_id_t type, uint64_t bit)
{
	uint32_t bits = dt_ctf_bitfield(w->ts, &type);

	dt_buf_printf(w->out, "%llu:%u %s;", (unsigned long long)bit, bits,
	    name);
	add(w, type);
}

static void
add_struct(struct writer *w, const struct dt_type *t)
{
	ctf_id_t id = dt_ctf_resolve(w->ts, (ctf_id_t)t->ctf), type;
	ctf_next_t *it = NULL;
	const char *name;
	ssize_t bit;

	w->err = dt_ctf_open(w->ts, id);
	if (w->err != 0)
		return;
	head(w, 'S', t, t->size);
	while (w->err == 0 && (bit = ctf_member_next(w->ts->dict, id, &it,
	    &name, &type, 0)) >= 0)
		add_member(w, name, type, (uint64_t)bit);
	ctf_next_destroy(it);
	dt_buf_str(w->out, ".");
}

static bool
is_function_pointer(struct dt_types *ts, const struct dt_type *t)
{
	struct dt_type to;

	return t->kind == DT_TYPE_POINTER &&
	    dt_type_pointee(ts, t, &to) == 0 && to.kind == DT_TYPE_FUNCTION;
}

static void
add(struct writer *w, ctf_id_t id)
{
	struct dt_type t;

	w->err = dt_type_byid(w->ts, (long)id, &t);
	if (w->err != 0 || w->out->err != 0)
		return;
	switch (t.kind) {
	case DT_TYPE_INT:
		head(w, !t.is_signed ? 'u' : t.size == 1 ? 'c' : 'i', &t,
		    t.size);
		return;
	case DT_TYPE_ENUM:
		add_enum(w, &t);
		return;
	case DT_TYPE_POINTER:
		head(w, is_function_pointer(w->ts, &t) ? 'F' : 'p', &t, 8);
		return;
	case DT_TYPE_ARRAY:
		add_array(w, &t);
		return;
	case DT_TYPE_STRUCT:
	case DT_TYPE_UNION:
		add_struct(w, &t);
		return;
	case DT_TYPE_FLOAT:
		head(w, 'f', &t, t.size);
		return;
	case DT_TYPE_BYTES:
		add_bytes(w, &t);
		return;
	default:
		head(w, '?', &t, 0);
	}
}

int
dt_type_layout(struct dt_types *ts, const struct dt_type *t,
    struct dt_buf *out)
{
	struct writer w = { .ts = ts, .out = out };

	add(&w, (ctf_id_t)t->ctf);
	return w.err != 0 ? w.err : out->err;
}
