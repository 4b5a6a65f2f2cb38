/* SPDX-License-Identifier: MIT */
/*
 * member.c - finds members of structs and unions.  For a member of an unnamed
 * struct libctf's own search returns a wrong offset, so offsets are added up
 * here.
 */
#include <errno.h>
#include <string.h>
#include "type/dict.h"

struct found {
	ctf_id_t type;
	uint64_t bit;
};

/* Find the member of this name; NULL: the nth unnamed one, from 0. */
static int
scan(struct dt_types *ts, ctf_id_t id, const char *name, uint32_t nth,
    struct found *f)
{
	ctf_next_t *it = NULL;
	const char *is;
	ssize_t bit;
	int err = -ENOENT;

	while (err == -ENOENT && (bit = ctf_member_next(ts->dict, id, &it,
	    &is, &f->type, 0)) >= 0) {
		if (name != NULL ? strcmp(is, name) != 0 :
		    *is != '\0' || nth-- != 0)
			continue;
		f->bit = (uint64_t)bit;
		err = 0;
	}
	ctf_next_destroy(it);
	return err;
}

static bool
is_compound(const struct dt_types *ts, ctf_id_t id)
{
	int kind = ctf_type_kind(ts->dict, id);

	return kind == CTF_K_STRUCT || kind == CTF_K_UNION;
}

/* Search a struct, then its unnamed members in order, at any depth. */
static int
search(struct dt_types *ts, ctf_id_t id, const char *name, struct found *f)
{
	struct found in;
	uint32_t n;
	int err = dt_ctf_open(ts, id);

	if (err == 0)
		err = scan(ts, id, name, 0, f);
	for (n = 0; err == -ENOENT && scan(ts, id, NULL, n, &in) == 0; n++) {
		in.type = dt_ctf_resolve(ts, in.type);
		if (!is_compound(ts, in.type))
			continue;
		err = search(ts, in.type, name, f);
		if (err == 0)
			f->bit += in.bit;
	}
	return err;
}

/* Replace a forward declaration by the struct or union, if there is one. */
static int
complete(struct dt_types *ts, ctf_id_t *id)
{
	struct dt_type t = { .ctf = (long)*id }, full;
	char name[160];

	if (ctf_type_kind(ts->dict, *id) != CTF_K_FORWARD)
		return is_compound(ts, *id) ? 0 : -EINVAL;
	dt_type_name(ts, &t, name, sizeof(name));
	if ((dt_source_has(ts, *id) ? dt_source_define(ts, *id, &full) :
	    dt_type_lookup(ts, name, &full)) != 0)
		return -ENODATA;
	*id = dt_ctf_resolve(ts, (ctf_id_t)full.ctf);
	return is_compound(ts, *id) ? 0 : -ENODATA;
}

int
dt_type_complete(struct dt_types *ts, struct dt_type *t)
{
	ctf_id_t id = dt_ctf_resolve(ts, (ctf_id_t)t->ctf);
	int err;

	if ((t->kind != DT_TYPE_STRUCT && t->kind != DT_TYPE_UNION) ||
	    ctf_type_kind(ts->dict, id) != CTF_K_FORWARD)
		return 0;
	err = complete(ts, &id);
	return err != 0 ? err : dt_type_byid(ts, (long)id, t);
}

int
dt_type_fill(struct dt_types *ts, const struct dt_type *t)
{
	struct dt_type of = *t;
	int err = 0;

	if (t->kind == DT_TYPE_POINTER)
		err = dt_type_pointee(ts, t, &of);
	return err != 0 ? err :
	    dt_ctf_open(ts, dt_ctf_resolve(ts, (ctf_id_t)of.ctf));
}

/* libctf has a bit-field as a slice: a type with an encoding and a base. */
uint32_t
dt_ctf_bitfield(const struct dt_types *ts, ctf_id_t *type)
{
	ctf_encoding_t e;
	ctf_id_t of;

	if (ctf_type_encoding(ts->dict, *type, &e) < 0)
		return 0;
	of = ctf_type_reference(ts->dict, *type);
	if (of == CTF_ERR)
		return 0;
	*type = of;
	return e.cte_bits;
}

int
dt_type_member(struct dt_types *ts, const struct dt_type *t,
    const char *name, struct dt_member *out)
{
	ctf_id_t id = dt_ctf_resolve(ts, (ctf_id_t)t->ctf);
	struct found f = { 0, 0 };
	int err = complete(ts, &id);

	if (err == 0)
		err = search(ts, id, name, &f);
	if (err != 0)
		return err;
	out->bit = f.bit;
	out->bits = dt_ctf_bitfield(ts, &f.type);
	return dt_type_byid(ts, (long)f.type, &out->type);
}
