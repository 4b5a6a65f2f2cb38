/* SPDX-License-Identifier: MIT */
/*
 * define.c - structs and unions that a program defines, laid out as in C on
 * LP64.  Repeating a definition gives the same type, so that several programs
 * of a handle can contain it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
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

	(void)dt_ctf_open(ts, id);
	while (ctf_member_next(ts->dict, id, &it, &name, &type, 0) >= 0) {
		n = align_of(ts, type, depth + 1);
		if (n > max)
			max = n;
	}
	ctf_next_destroy(it);
	return max;
}

/* The alignment that an attribute has given the type, or 0. */
static uint32_t
given(const struct dt_types *ts, ctf_id_t id)
{
	return id < ts->naligns && (ts->align[id] & DT_ALIGN_GIVEN) != 0 ?
	    ts->align[id] & ~DT_ALIGN_GIVEN : 0;
}

/* Where the alignment of a type is kept; NULL if memory is short. */
static uint32_t *
align_slot(struct dt_types *ts, ctf_id_t id)
{
	size_t n = ts->naligns == 0 ? 256 : ts->naligns;
	uint32_t *grown;

	if (id < ts->naligns)
		return &ts->align[id];
	while (n <= id)
		n *= 2;
	grown = realloc(ts->align, n * sizeof(*grown));
	if (grown == NULL)
		return NULL;
	memset(grown + ts->naligns, 0,
	    (n - ts->naligns) * sizeof(*grown));
	ts->align = grown;
	ts->naligns = n;
	return &grown[id];
}

/*
 * Each struct is searched only once.  A struct that contains two of the next
 * level, and so on for n levels, would otherwise take 2^n steps.
 */
static size_t
align_of_struct(struct dt_types *ts, ctf_id_t id, int depth)
{
	uint32_t *slot = align_slot(ts, id);
	size_t n;

	if (slot != NULL && *slot != 0)
		return *slot;
	if (depth >= MAX_DEPTH)
		return 8;
	n = widest_member(ts, id, depth);
	slot = align_slot(ts, id);	/* the array may have moved */
	if (slot != NULL)
		*slot = (uint32_t)n;
	return n;
}

static size_t
align_of(struct dt_types *ts, ctf_id_t id, int depth)
{
	ctf_id_t end = dt_ctf_resolve(ts, id);
	ctf_arinfo_t info;
	ssize_t size;

	if (end != ts->string) {
		for (; id != end && given(ts, id) == 0; )
			id = ctf_type_reference(ts->dict, id);
		if (given(ts, id) != 0)
			return given(ts, id);
	}
	id = end;
	switch (ctf_type_kind(ts->dict, id)) {
	case CTF_K_STRUCT:
	case CTF_K_UNION:
		return align_of_struct(ts, id, depth);
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

/* The alignment of a member, in bytes; 0: of a bit. */
static uint64_t
member_align(struct dt_types *ts, const struct dt_newstruct *s,
    const struct dt_newmember *m)
{
	uint64_t align = align_of(ts, (ctf_id_t)m->type.ctf, 0);

	if (s->is_packed || m->is_packed)
		align = m->is_bits ? 0 : 1;
	if (s->pack != 0 && align > s->pack)
		align = s->pack;
	return m->align > align ? m->align : align;
}

/*
 * Set the offset of a member from the first free bit; returns the bit after it.
 * A bit-field that is aligned does not cross a boundary of its type.
 */
static uint64_t
put_member(struct dt_newmember *m, uint64_t at, uint64_t align)
{
	uint64_t unit = 8ull * m->type.size;

	m->bit = m->is_bits ? at : round_up(at, 8 * align);
	if (m->is_bits && (m->bits == 0 ||
	    (align != 0 && at % unit + m->bits > unit)))
		m->bit = round_up(at, unit);
	return m->bit + (m->is_bits ? m->bits : unit);
}

/*
 * The size of a struct of D with bit-fields alone on other systems, which give
 * each whole bytes, at a multiple of the power of two that holds them.
 */
static uint64_t
size_of_bits(const struct dt_newstruct *s)
{
	uint64_t at = 0, size = 0, bytes, align;

	for (const struct dt_newmember *m = s->list; m != NULL; m = m->next) {
		if (*m->name == '\0')
			continue;
		bytes = (m->bits + 7) / 8;
		for (align = 1; align < bytes; )
			align *= 2;
		at = s->is_union ? bytes : round_up(at, align) + bytes;
		if (at > size)
			size = at;
	}
	return size;
}

/*
 * Set the members' offsets and the struct's alignment; returns its size in
 * bytes.  A struct of D with bit-fields alone has at least their size on other
 * systems, but the bits lie as in C, because it may describe data of C.
 */
static uint64_t
lay_out(struct dt_types *ts, const struct dt_newstruct *s, uint64_t *align)
{
	uint64_t at = 0, size = 0, a;
	bool only_bits = !s->is_c;

	*align = s->align != 0 ? s->align : 1;
	for (struct dt_newmember *m = s->list; m != NULL; m = m->next) {
		a = member_align(ts, s, m);
		at = put_member(m, s->is_union ? 0 : at, a);
		if (at > size)
			size = at;
		if (a > *align && !(m->is_bits && *m->name == '\0'))
			*align = a;
		only_bits = only_bits && m->is_bits;
	}
	size = (size + 7) / 8;
	if (!only_bits)
		return round_up(size, *align);
	return size > size_of_bits(s) ? size : size_of_bits(s);
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
dt_type_setalign(struct dt_types *ts, const struct dt_type *t, uint32_t align)
{
	uint32_t *slot = align_slot(ts, (ctf_id_t)t->ctf);

	if (slot == NULL)
		return -ENOMEM;
	*slot = align | DT_ALIGN_GIVEN;
	return 0;
}

uint32_t
dt_type_align(struct dt_types *ts, const struct dt_type *t)
{
	return (uint32_t)align_of(ts, (ctf_id_t)t->ctf, 0);
}

static int
add_struct(struct dt_types *ts, const struct dt_newstruct *s, uint64_t size,
    uint64_t align, struct dt_type *out)
{
	ctf_id_t id = s->is_union ?
	    ctf_add_union_sized(ts->dict, CTF_ADD_ROOT, s->tag, size) :
	    ctf_add_struct_sized(ts->dict, CTF_ADD_ROOT, s->tag, size);
	int err;

	if (id == CTF_ERR)
		return dt_ctf_error(ts);
	err = add_members(ts, id, s->list);
	if (err == 0)
		err = dt_type_byid(ts, (long)id, out);
	if (err == 0 && align != align_of(ts, id, 0))
		err = dt_type_setalign(ts, out, (uint32_t)align);
	return err;
}

int
dt_type_define(struct dt_types *ts, const struct dt_newstruct *s,
    struct dt_type *out)
{
	ctf_id_t id = s->tag != NULL ? find_tag(ts, s->is_union, s->tag) :
	    CTF_ERR;
	uint64_t align, size = lay_out(ts, s, &align);

	if (size > UINT32_MAX)
		return -EOVERFLOW;
	if (id == CTF_ERR || !is_compound(ctf_type_kind(ts->dict, id)))
		return add_struct(ts, s, size, align, out);
	return is_same(ts, id, s->list) ? dt_type_byid(ts, (long)id, out) :
	    -EEXIST;
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

bool
dt_type_isenumerator(struct dt_types *ts, const struct dt_type *t,
    const char *name)
{
	int value;

	return t->kind == DT_TYPE_ENUM && ctf_enum_value(ts->dict,
	    dt_ctf_resolve(ts, (ctf_id_t)t->ctf), name, &value) == 0;
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
