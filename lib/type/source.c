/* SPDX-License-Identifier: MIT */
/*
 * source.c - types that a source outside of this folder describes, such as a
 * program's debug information.  Like those of the kernel they cannot be found
 * by name, and get their members when one is used.  The source may be damaged:
 * no struct becomes a part of itself, and the structs inside one are limited,
 * as searches of the members of members would not end.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "type/dict.h"

#define	MAX_INSIDE	10000	/* structs in a struct, at all depths */
#define	MAX_DEPTH	64

struct dt_sourced {
	struct dt_typesource *source;	/* NULL: of an enum */
	uint64_t key;
	enum { CLOSED, OPENING, OPEN } state;
	uint32_t ninside;
};

static struct dt_sourced *
sourced(const struct dt_types *ts, ctf_id_t id)
{
	return id < ts->nsourced ? ts->sourced[id] : NULL;
}

bool
dt_source_has(const struct dt_types *ts, ctf_id_t id)
{
	return sourced(ts, id) != NULL;
}

void
dt_source_close(struct dt_types *ts)
{
	for (size_t i = 0; i < ts->nsourced; i++)
		free(ts->sourced[i]);
	free(ts->sourced);
}

static int
note(struct dt_types *ts, ctf_id_t id, struct dt_typesource *source,
    uint64_t key)
{
	size_t n = 2 * (size_t)id + 64;
	struct dt_sourced **v = ts->sourced;

	if (id >= ts->nsourced) {
		v = realloc(v, n * sizeof(struct dt_sourced *));
		if (v == NULL)
			return -ENOMEM;
		memset(v + ts->nsourced, 0,
		    (n - ts->nsourced) * sizeof(struct dt_sourced *));
		ts->sourced = v;
		ts->nsourced = n;
	}
	v[id] = calloc(1, sizeof(*v[id]));
	if (v[id] == NULL)
		return -ENOMEM;
	v[id]->source = source;
	v[id]->key = key;
	return 0;
}

static int
made(struct dt_types *ts, ctf_id_t id, struct dt_type *out)
{
	return id == CTF_ERR ? dt_ctf_error(ts) :
	    dt_type_byid(ts, (long)id, out);
}

int
dt_type_addint(struct dt_types *ts, const char *name, uint32_t size,
    bool is_signed, struct dt_type *out)
{
	const ctf_encoding_t e = {
		.cte_format = is_signed ? CTF_INT_SIGNED : 0,
		.cte_bits = size * 8,
	};

	return made(ts, ctf_add_integer(ts->dict, CTF_ADD_NONROOT, name, &e),
	    out);
}

int
dt_type_addname(struct dt_types *ts, const char *name,
    const struct dt_type *of, struct dt_type *out)
{
	return made(ts, ctf_add_typedef(ts->dict, CTF_ADD_NONROOT, name,
	    (ctf_id_t)of->ctf), out);
}

int
dt_type_addenum(struct dt_types *ts, const char *tag, struct dt_type *out)
{
	ctf_id_t id = ctf_add_enum(ts->dict, CTF_ADD_NONROOT, tag);
	int err = made(ts, id, out);

	return err != 0 ? err : note(ts, id, NULL, 0);
}

bool
dt_type_sourcevalue(struct dt_types *ts, const struct dt_type *t,
    const char *name, int *value)
{
	ctf_id_t id = dt_ctf_resolve(ts, (ctf_id_t)t->ctf);

	return t->kind == DT_TYPE_ENUM && dt_source_has(ts, id) &&
	    ctf_enum_value(ts->dict, id, name, value) == 0;
}

int
dt_type_addenumerator(struct dt_types *ts, const struct dt_type *t,
    const char *name, int value)
{
	return ctf_add_enumerator(ts->dict, (ctf_id_t)t->ctf, name, value) ==
	    0 ? 0 : dt_ctf_error(ts);
}

int
dt_type_addstruct(struct dt_types *ts, const struct dt_newsource *s,
    struct dt_type *out)
{
	ctf_id_t id = !s->is_defined ? ctf_add_forward(ts->dict,
	    CTF_ADD_NONROOT, s->tag, s->is_union ? CTF_K_UNION :
	    CTF_K_STRUCT) : s->is_union ?
	    ctf_add_union_sized(ts->dict, CTF_ADD_NONROOT, s->tag, s->size) :
	    ctf_add_struct_sized(ts->dict, CTF_ADD_NONROOT, s->tag, s->size);
	int err = made(ts, id, out);

	return err != 0 ? err : note(ts, id, s->source, s->key);
}

int
dt_source_define(struct dt_types *ts, ctf_id_t id, struct dt_type *out)
{
	const struct dt_sourced *s = sourced(ts, id);

	return s->source->define(s->source, s->key, out);
}

/* --- members -------------------------------------------------------------- */

static int
open_at(struct dt_types *ts, ctf_id_t id, int depth)
{
	struct dt_sourced *s = sourced(ts, id);
	struct dt_type t;
	int err;

	if (s == NULL || s->source == NULL || s->state == OPEN)
		return 0;
	if (s->state == OPENING || depth > MAX_DEPTH)
		return -ELOOP;
	err = dt_type_byid(ts, (long)id, &t);
	if (err != 0 || t.size == 0)
		return err;
	s->state = OPENING;
	ts->source_depth = depth;
	err = s->source->members(s->source, s->key, &t);
	s->state = OPEN;
	ts->source_depth = depth - 1;
	return err;
}

int
dt_ctf_open(struct dt_types *ts, ctf_id_t id)
{
	int err = dt_btf_open(ts, id);

	return err != 0 ? err : open_at(ts, id, ts->source_depth + 1);
}

/* The struct or union that is the member, or the element of one. */
static ctf_id_t
struct_inside(struct dt_types *ts, ctf_id_t id)
{
	ctf_arinfo_t info;

	id = dt_ctf_resolve(ts, id);
	while (ctf_type_kind(ts->dict, id) == CTF_K_ARRAY &&
	    ctf_array_info(ts->dict, id, &info) == 0)
		id = dt_ctf_resolve(ts, info.ctr_contents);
	return id;
}

/* Count the structs inside a member, whose members must be known first. */
static int
count_inside(struct dt_types *ts, struct dt_sourced *owner, ctf_id_t member)
{
	struct dt_sourced *s = sourced(ts, struct_inside(ts, member));
	int err;

	if (s == NULL || s->source == NULL)
		return 0;
	err = open_at(ts, struct_inside(ts, member), ts->source_depth + 1);
	if (err != 0)
		return err;
	if (owner->ninside + 1 + s->ninside > MAX_INSIDE)
		return -E2BIG;
	owner->ninside += 1 + s->ninside;
	return 0;
}

/* C makes an enum without negative values unsigned; libctf's are signed. */
static bool
is_unsigned_enum(struct dt_types *ts, const struct dt_type *t)
{
	ctf_next_t *it = NULL;
	int value = 0;

	if (t->kind != DT_TYPE_ENUM)
		return false;
	while (value >= 0 && ctf_enum_next(ts->dict,
	    dt_ctf_resolve(ts, (ctf_id_t)t->ctf), &it, &value) != NULL)
		continue;
	ctf_next_destroy(it);
	return value >= 0;
}

int
dt_type_addmember(struct dt_types *ts, const struct dt_type *to,
    const char *name, const struct dt_member *m)
{
	struct dt_sourced *owner = sourced(ts, (ctf_id_t)to->ctf);
	const ctf_encoding_t e = { .cte_bits = m->bits };
	ctf_id_t type = (ctf_id_t)m->type.ctf;
	uint64_t bits = m->bits != 0 ? m->bits : 8 * (uint64_t)m->type.size;
	int err;

	if (m->bit > 8 * (uint64_t)to->size ||
	    bits > 8 * (uint64_t)to->size - m->bit ||
	    (m->bits != 0 && m->bit % 8 + m->bits > 64))
		return -EINVAL;
	err = count_inside(ts, owner, type);
	if (err != 0)
		return err;
	if (m->bits != 0) {
		if (is_unsigned_enum(ts, &m->type))
			type = (ctf_id_t)ts->basic[DT_T_UINT].ctf;
		type = ctf_add_slice(ts->dict, CTF_ADD_NONROOT, type, &e);
		if (type == CTF_ERR)
			return dt_ctf_error(ts);
	}
	return dt_ctf_member(ts, (ctf_id_t)to->ctf, name, type, m->bit);
}
