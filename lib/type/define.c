/* SPDX-License-Identifier: MIT */
/*
 * define.c - structs and unions that a program defines, laid out as in C on
 * LP64.  Repeating a definition gives the same type, so that several programs
 * of a handle can contain it.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "type/dict.h"

#define	NAMELEN		160
#define	MAX_DEPTH	32	/* of structs in structs */

static bool
is_compound(int kind)
{
	return kind == CTF_K_STRUCT || kind == CTF_K_UNION;
}

static size_t align_of(struct dt_types *ts, ctf_id_t id, int depth);

static size_t
widest_member(struct dt_types *ts, ctf_id_t id, int depth)
{
	ctf_next_t *it = NULL;
	size_t max = 1, n;
	const char *name;
	ctf_id_t type;

	(void)dt_btf_open(ts, id);
	while (ctf_member_next(ts->dict, id, &it, &name, &type, 0) >= 0) {
		n = align_of(ts, type, depth + 1);
		if (n > max)
			max = n;
	}
	ctf_next_destroy(it);
	return max;
}

static size_t
align_of(struct dt_types *ts, ctf_id_t id, int depth)
{
	ctf_arinfo_t info;
	ssize_t size;

	id = dt_ctf_resolve(ts, id);
	switch (ctf_type_kind(ts->dict, id)) {
	case CTF_K_STRUCT:
	case CTF_K_UNION:
		return depth < MAX_DEPTH ? widest_member(ts, id, depth) : 8;
	case CTF_K_ARRAY:
		return ctf_array_info(ts->dict, id, &info) == 0 ?
		    align_of(ts, info.ctr_contents, depth) : 1;
	default:
		size = ctf_type_size(ts->dict, id);
		return size > 0 ? (size_t)size : 1;
	}
}

static uint64_t
round_up(uint64_t v, uint64_t to)
{
	return (v + to - 1) / to * to;
}

/*
 * Set the offset of a member from the first free bit; returns the bit after it.
 * A bit-field does not cross a boundary of its type.
 */
static uint64_t
put_member(struct dt_newmember *m, uint64_t at, uint64_t align)
{
	uint64_t unit = 8ull * m->type.size;

	m->bit = m->is_bits ? at : round_up(at, 8 * align);
	if (m->is_bits && (m->bits == 0 || at % unit + m->bits > unit))
		m->bit = round_up(at, unit);
	return m->bit + (m->is_bits ? m->bits : unit);
}

/*
 * Set the members' offsets; returns the size in bytes.  A struct of bit-fields
 * alone has no padding at its end.
 */
static uint64_t
lay_out(struct dt_types *ts, bool is_union, struct dt_newmember *list)
{
	uint64_t at = 0, size = 0, align = 1, a;
	bool only_bits = true;

	for (struct dt_newmember *m = list; m != NULL; m = m->next) {
		a = align_of(ts, (ctf_id_t)m->type.ctf, 0);
		at = put_member(m, is_union ? 0 : at, a);
		if (at > size)
			size = at;
		if (a > align)
			align = a;
		only_bits = only_bits && m->is_bits;
	}
	size = (size + 7) / 8;
	return only_bits ? size : round_up(size, align);
}

static const struct dt_newmember *
skip_gaps(const struct dt_newmember *m)
{
	while (m != NULL && m->is_bits && *m->name == '\0')
		m = m->next;
	return m;
}

/* Does an existing struct have the members of the list? */
static bool
is_same(struct dt_types *ts, ctf_id_t id, const struct dt_newmember *list)
{
	const struct dt_newmember *m = skip_gaps(list);
	ctf_next_t *it = NULL;
	struct dt_type t;
	const char *name;
	ctf_id_t type;
	bool same = true;
	ssize_t bit;

	while (same && (bit = ctf_member_next(ts->dict, id, &it, &name, &type,
	    0)) >= 0) {
		same = m != NULL && strcmp(name, m->name) == 0 &&
		    (uint64_t)bit == m->bit &&
		    dt_ctf_bitfield(ts, &type) == m->bits &&
		    dt_type_byid(ts, (long)type, &t) == 0 &&
		    dt_type_same(ts, &t, &m->type);
		m = m != NULL ? skip_gaps(m->next) : NULL;
	}
	ctf_next_destroy(it);
	return same && m == NULL;
}

static int
add_members(struct dt_types *ts, ctf_id_t id, const struct dt_newmember *list)
{
	int err = 0;

	while ((list = skip_gaps(list)) != NULL && err == 0) {
		ctf_encoding_t e = { .cte_bits = list->bits };
		ctf_id_t type = (ctf_id_t)list->type.ctf;

		if (list->bits != 0)
			type = ctf_add_slice(ts->dict, CTF_ADD_NONROOT, type,
			    &e);
		err = type == CTF_ERR ? dt_ctf_error(ts) : dt_ctf_member(ts,
		    id, list->name, type, list->bit);
		list = list->next;
	}
	return err;
}

static ctf_id_t
find_tag(struct dt_types *ts, bool is_union, const char *tag)
{
	char name[NAMELEN];

	snprintf(name, sizeof(name), "%s %s", is_union ? "union" : "struct",
	    tag);
	return ctf_lookup_by_name(ts->dict, name);
}

int
dt_type_define(struct dt_types *ts, bool is_union, const char *tag,
    struct dt_newmember *list, struct dt_type *out)
{
	ctf_id_t id = tag != NULL ? find_tag(ts, is_union, tag) : CTF_ERR;
	uint64_t size = lay_out(ts, is_union, list);
	int err;

	if (size > UINT32_MAX)
		return -EOVERFLOW;
	if (id != CTF_ERR && is_compound(ctf_type_kind(ts->dict, id)))
		return is_same(ts, id, list) ?
		    dt_type_byid(ts, (long)id, out) : -EEXIST;
	id = is_union ?
	    ctf_add_union_sized(ts->dict, CTF_ADD_ROOT, tag, size) :
	    ctf_add_struct_sized(ts->dict, CTF_ADD_ROOT, tag, size);
	if (id == CTF_ERR)
		return dt_ctf_error(ts);
	err = add_members(ts, id, list);
	return err != 0 ? err : dt_type_byid(ts, (long)id, out);
}

int
dt_type_forward(struct dt_types *ts, bool is_union, const char *tag)
{
	if (find_tag(ts, is_union, tag) != CTF_ERR)
		return 0;
	return ctf_add_forward(ts->dict, CTF_ADD_ROOT, tag,
	    is_union ? CTF_K_UNION : CTF_K_STRUCT) == CTF_ERR ?
	    dt_ctf_error(ts) : 0;
}

/* Does an enum have exactly these enumerators? */
static bool
is_same_enum(struct dt_types *ts, ctf_id_t id, const struct dt_newenum *list)
{
	ctf_next_t *it = NULL;
	bool same = true;
	const char *name;
	int value;

	while (same &&
	    (name = ctf_enum_next(ts->dict, id, &it, &value)) != NULL) {
		same = list != NULL && strcmp(name, list->name) == 0 &&
		    value == list->value;
		list = list != NULL ? list->next : NULL;
	}
	ctf_next_destroy(it);
	return same && list == NULL;
}

int
dt_type_enum(struct dt_types *ts, const char *tag,
    const struct dt_newenum *list, struct dt_type *out)
{
	ctf_id_t id = CTF_ERR;
	char name[NAMELEN];

	snprintf(name, sizeof(name), "enum %s", tag != NULL ? tag : "");
	if (tag != NULL)
		id = ctf_lookup_by_name(ts->dict, name);
	if (id != CTF_ERR && ctf_type_kind(ts->dict, id) == CTF_K_ENUM)
		return is_same_enum(ts, id, list) ?
		    dt_type_byid(ts, (long)id, out) : -EEXIST;
	id = ctf_add_enum(ts->dict, CTF_ADD_ROOT, tag);
	if (id == CTF_ERR)
		return dt_ctf_error(ts);
	for (; list != NULL; list = list->next)
		if (ctf_add_enumerator(ts->dict, id, list->name,
		    list->value) != 0)
			return dt_ctf_error(ts);
	return dt_type_byid(ts, (long)id, out);
}
