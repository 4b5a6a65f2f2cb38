/* SPDX-License-Identifier: MIT */
/*
 * objtype.c - see objtype.h.  A struct is translated without its members, which
 * type/source.c requests when one is named.  So a program pays for the types
 * that it uses, not for all that pointers lead to.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include "base/arena.h"
#include "base/hash.h"
#include "base/regular.h"
#include "sym/dwarf.h"
#include "sym/dwentry.h"
#include "sym/dwsame.h"
#include "sym/elflink.h"
#include "sym/objtype.h"

#define	MAX_DEPTH	32	/* references from a type to another */
#define	MAX_MEMBERS	4096	/* of a struct; enumerators of an enum */
#define	MAX_ALL		1000000	/* of all structs of a handle */
#define	MAX_DIMS	8

struct object {
	struct dt_typesource source;	/* first: members() gets it */
	struct dt_objtypes *all;
	struct object *next;
	dev_t dev;
	ino_t ino;
	struct dt_elffile elf;		/* has the sections of dw */
	struct dt_dwfile dw;
	struct dt_hash *made;		/* from offset to struct dt_type */
	struct dt_hash *found;		/* and to struct dt_objtype */
	struct dt_hash *defined;	/* from name to offset */
	char id[17];			/* hexadecimal */
};

/* A struct, union or enum with a name. */
struct known {
	struct object *o;
	uint64_t off;
	struct dt_type type;
	struct known *next;		/* of the same name */
};

struct dt_objtypes {
	struct dt_types *ts;
	struct dt_arena *arena;
	struct dt_hash *known;		/* from "struct x" to struct known */
	struct object *objects;
	uint32_t nmembers;
};

/* An entry that is translated. */
struct item {
	struct object *o;
	uint64_t off;
	const struct dt_dwunit *unit;
	struct dt_dwentry e;
	const char *name;		/* "": it has none */
	const char *known_as;		/* or the name of a typedef of it */
	int depth;
};

static int convert(struct object *o, uint64_t off, const char *name, int depth,
    struct dt_type *out);

/* --- tables --------------------------------------------------------------- */

static void
offset_key(uint64_t off, char key[17])
{
	(void) snprintf(key, 17, "%llx", (unsigned long long)off);
}

static int
keep_type(struct object *o, uint64_t off, const struct dt_type *t)
{
	struct dt_type *copy = dt_arena_alloc(o->all->arena, sizeof(*copy));
	char key[17];
	int err;

	if (copy == NULL)
		return -ENOMEM;
	*copy = *t;
	offset_key(off, key);
	err = dt_hash_put(o->made, key, copy);
	return err == -ENOMEM ? err : 0;
}

static bool
is_union(uint64_t tag)
{
	return tag == DW_TAG_union_type;
}

static bool
is_struct(uint64_t tag)
{
	return tag == DW_TAG_structure_type || tag == DW_TAG_class_type ||
	    is_union(tag);
}

/* "struct x"; NULL: it has no name, or memory is short. */
static const char *
full_name(struct object *o, uint64_t tag, const char *name)
{
	return *name == '\0' ? NULL : dt_arena_printf(o->all->arena, "%s %s",
	    is_union(tag) ? "union" : is_struct(tag) ? "struct" : "enum",
	    name);
}

/* The type of this name that is the same, if there is one. */
static const struct known *
find_known(struct item *i, const char *name)
{
	const struct known *k = dt_hash_get(i->o->all->known, name);

	while (k != NULL && !dt_dw_same(&k->o->dw, k->off, &i->o->dw, i->off))
		k = k->next;
	return k;
}

static int
keep_known(struct item *i, const char *name, const struct dt_type *t)
{
	struct dt_objtypes *all = i->o->all;
	struct known *k = dt_arena_alloc(all->arena, sizeof(*k)), *first;

	if (k == NULL)
		return -ENOMEM;
	*k = (struct known){ i->o, i->off, *t, NULL };
	first = dt_hash_get(all->known, name);
	if (first == NULL)
		return dt_hash_put(all->known, name, k);
	k->next = first->next;
	first->next = k;
	return 0;
}

/* --- types ---------------------------------------------------------------- */

static bool
is_size(uint64_t size)
{
	return size == 1 || size == 2 || size == 4 || size == 8 || size == 16;
}

/* Bytes in place of a type that D does not have. */
static int
convert_bytes(struct object *o, uint64_t size, struct dt_type *out)
{
	struct dt_type byte;
	int err = dt_type_lookup(o->all->ts, "unsigned char", &byte);

	if (err != 0 || size == 0 || size > INT32_MAX)
		return err != 0 ? err : -EINVAL;
	return dt_type_array(o->all->ts, &byte, (uint32_t)size, out);
}

/* D has most types of C by the same name. */
static int
convert_base(struct item *i, struct dt_type *out)
{
	struct dt_types *ts = i->o->all->ts;
	uint64_t code = i->e.encoding;
	bool is_float = code == DW_ATE_float;
	const char *name = i->name;

	if (is_float && i->e.size <= 8)
		name = i->e.size == 4 ? "float" : "double";
	if (*name != '\0' && dt_type_lookup(ts, name, out) == 0 &&
	    out->size == i->e.size && (is_float ? !dt_type_isint(out) :
	    out->kind == DT_TYPE_INT))
		return 0;
	if (!is_size(i->e.size) || (code != DW_ATE_boolean &&
	    (code < DW_ATE_signed || code > DW_ATE_unsigned_char) &&
	    code != DW_ATE_UTF))
		return convert_bytes(i->o, i->e.size, out);
	return dt_type_addint(ts, name, (uint32_t)i->e.size,
	    code == DW_ATE_signed || code == DW_ATE_signed_char, out);
}

static int
convert_pointer(struct item *i, struct dt_type *out)
{
	struct dt_types *ts = i->o->all->ts;
	struct dt_type to;
	int err = convert(i->o, i->e.type, "", i->depth + 1, &to);

	if (err == -ENOMEM)
		return err;
	if (err != 0)
		to = dt_type_basic(ts, DT_T_VOID);
	return dt_type_pointer(ts, &to, out);
}

static int
convert_typedef(struct item *i, struct dt_type *out)
{
	struct dt_type of;
	int err = convert(i->o, i->e.type, i->name, i->depth + 1, &of);

	return err != 0 || *i->name == '\0' ? (*out = of, err) :
	    dt_type_addname(i->o->all->ts, i->name, &of, out);
}

static int
convert_array(struct item *i, struct dt_type *out)
{
	struct dt_dwchildren c = dt_dwentry_children(&i->o->dw, i->unit,
	    &i->e);
	uint64_t dims[MAX_DIMS];
	struct dt_dwentry e;
	int n = 0, err;

	while (n < MAX_DIMS && dt_dwchildren_next(&c, &e))
		if (e.tag == DW_TAG_subrange_type)
			dims[n++] = e.count;
	err = n == 0 || c.bad ? -EINVAL :
	    convert(i->o, i->e.type, "", i->depth + 1, out);
	while (err == 0 && n-- > 0)
		err = dims[n] > INT32_MAX ? -EINVAL : dt_type_array(
		    i->o->all->ts, out, (uint32_t)dims[n], out);
	return err;
}

/* --- enums ---------------------------------------------------------------- */

static bool
fits_int(int64_t v)
{
	return v >= INT_MIN && v <= INT_MAX;
}

/* Add the enumerators, or check them (NULL); -ERANGE: int cannot hold one. */
static int
add_enumerators(struct item *i, const struct dt_type *to)
{
	struct dt_dwchildren c = dt_dwentry_children(&i->o->dw, i->unit,
	    &i->e);
	struct dt_dwentry e;
	int n = 0, err = 0;

	while (err == 0 && n < MAX_MEMBERS && dt_dwchildren_next(&c, &e)) {
		if (e.tag != DW_TAG_enumerator)
			continue;
		n++;
		if (!fits_int((int64_t)e.value))
			return -ERANGE;
		if (to != NULL && dt_type_addenumerator(i->o->all->ts, to,
		    dt_dwentry_name(&i->o->dw, i->unit, &e),
		    (int)e.value) == -ENOMEM)
			err = -ENOMEM;
	}
	return err;
}

/* D's enums have 4 bytes and int values; others become integers. */
static int
convert_enum(struct item *i, struct dt_type *out)
{
	const char *name = full_name(i->o, i->e.tag, i->name);
	struct dt_types *ts = i->o->all->ts;
	int err;

	if (!is_size(i->e.size))
		return -EINVAL;
	if (i->e.size != 4 || add_enumerators(i, NULL) != 0)
		return dt_type_addint(ts, name != NULL ? name : "enum",
		    (uint32_t)i->e.size, i->e.size != 4, out);
	err = dt_type_addenum(ts, *i->name != '\0' ? i->name : NULL, out);
	return err != 0 ? err : add_enumerators(i, out);
}

/* --- structs -------------------------------------------------------------- */

static int
convert_struct(struct item *i, struct dt_type *out)
{
	const struct dt_newsource s = {
		.source = &i->o->source, .key = i->off,
		.is_union = is_union(i->e.tag),
		.is_defined = !i->e.is_declaration,
		.tag = *i->name != '\0' ? i->name : NULL,
		.size = (uint32_t)i->e.size,
	};

	if (i->e.size > INT32_MAX)
		return -EINVAL;
	return dt_type_addstruct(i->o->all->ts, &s, out);
}

/* Units that include the same header have the same types. */
static int
convert_named(struct item *i, struct dt_type *out)
{
	bool is_enum = i->e.tag == DW_TAG_enumeration_type;
	const char *name = full_name(i->o, i->e.tag, i->known_as);
	const struct known *k = name != NULL ? find_known(i, name) : NULL;
	int err;

	if (k != NULL) {
		*out = k->type;
		return 0;
	}
	err = is_enum ? convert_enum(i, out) : convert_struct(i, out);
	return err != 0 || name == NULL ? err : keep_known(i, name, out);
}

/* The offset of a member in bits; false: it cannot be known. */
static bool
place(const struct dt_dwentry *e, struct dt_member *m)
{
	uint64_t size = e->size != 0 ? e->size : m->type.size;

	m->bits = (uint32_t)e->bit_size;
	if (e->bit_size > 64 || e->location > INT32_MAX ||
	    (m->bits != 0 && !dt_type_isint(&m->type)))
		return false;
	m->bit = 8 * e->location;
	if (m->bits == 0)
		return true;
	if (e->data_bit_offset != DT_DW_NOWHERE) {
		m->bit = e->data_bit_offset;
		return true;
	}
	/* up to DWARF 3, from the highest bit of an integer of this size */
	if (size > 16 || e->bit_offset > 128 ||
	    8 * size < e->bit_offset + m->bits)
		return false;
	m->bit += 8 * size - e->bit_offset - m->bits;
	return true;
}

/* The members of a base class are members of the derived one. */
static int
add_member(struct object *o, const struct dt_dwunit *u,
    const struct dt_dwentry *e, const struct dt_type *to)
{
	const char *name = dt_dwentry_name(&o->dw, u, e);
	struct dt_member m;
	int err;

	if (e->tag == DW_TAG_inheritance)
		name = "";
	else if (e->tag != DW_TAG_member || e->is_external || e->is_declaration)
		return 0;
	err = convert(o, e->type, "", 0, &m.type);
	if (err == 0 && (*name != '\0' || dt_type_isstruct(&m.type)) &&
	    place(e, &m))
		err = dt_type_addmember(o->all->ts, to, name, &m);
	return err == -ENOMEM ? err : 0;
}

static int
members(struct dt_typesource *source, uint64_t off, const struct dt_type *t)
{
	struct object *o = (struct object *)source;
	const struct dt_dwunit *u = dt_dwfile_unit(&o->dw, off);
	struct dt_dwchildren c;
	struct dt_dwentry e;
	int n = 0, err = 0;

	if (u == NULL || !dt_dwentry_read(&o->dw, u, off, &e))
		return -EINVAL;
	c = dt_dwentry_children(&o->dw, u, &e);
	while (err == 0 && n++ < MAX_MEMBERS &&
	    o->all->nmembers++ < MAX_ALL && dt_dwchildren_next(&c, &e))
		err = add_member(o, u, &e, t);
	return err;
}

/* --- declarations --------------------------------------------------------- */

static int
note_definition(struct object *o, const struct dt_dwunit *u,
    const struct dt_dwentry *e, uint64_t off)
{
	const char *name;
	int err;

	if (e->is_declaration || (!is_struct(e->tag) &&
	    e->tag != DW_TAG_enumeration_type && e->tag != DW_TAG_typedef))
		return 0;
	name = dt_dwentry_name(&o->dw, u, e);
	if (e->tag != DW_TAG_typedef)
		name = full_name(o, e->tag, name);
	if (name == NULL || *name == '\0')
		return 0;
	err = dt_hash_put(o->defined, name, (void *)(uintptr_t)off);
	return err == -ENOMEM ? err : 0;
}

/* Find the types of a unit that are defined outside of functions. */
static int
read_definitions(struct object *o, const struct dt_dwunit *u)
{
	struct dt_dwentry e;
	int err = 0;

	for (uint64_t off = u->first; err == 0 && off < u->end &&
	    dt_dwentry_read(&o->dw, u, off, &e); ) {
		err = note_definition(o, u, &e, off);
		off = e.tag == DW_TAG_subprogram && e.has_children &&
		    e.sibling > off ? e.sibling : e.next;
	}
	return err;
}

static int
find_definitions(struct object *o)
{
	const struct dt_dwunit *v = (const void *)o->dw.units.p;
	size_t n = o->dw.units.len / sizeof(*v);
	int err = 0;

	if (o->defined != NULL)
		return 0;
	o->defined = dt_hash_create();
	if (o->defined == NULL)
		return -ENOMEM;
	for (size_t i = 0; i < n && err == 0; i++)
		if (v[i].addr_size == 8)
			err = read_definitions(o, &v[i]);
	return err;
}

static int
define(struct dt_typesource *source, uint64_t off, struct dt_type *out)
{
	struct object *o = (struct object *)source;
	const struct dt_dwunit *u = dt_dwfile_unit(&o->dw, off);
	struct dt_dwentry e;
	const char *name;
	uint64_t at;
	int err = find_definitions(o);

	if (err != 0)
		return err;
	if (u == NULL || !dt_dwentry_read(&o->dw, u, off, &e))
		return -EINVAL;
	name = full_name(o, e.tag, dt_dwentry_name(&o->dw, u, &e));
	at = name != NULL ? (uintptr_t)dt_hash_get(o->defined, name) : 0;
	return at == 0 ? -ENOENT : convert(o, at, "", 0, out);
}

/* --- any type ------------------------------------------------------------- */

static int
convert_entry(struct item *i, struct dt_type *out)
{
	switch (i->e.tag) {
	case DW_TAG_base_type:
		return convert_base(i, out);
	case DW_TAG_pointer_type: case DW_TAG_reference_type:
	case DW_TAG_rvalue_reference_type:
		return convert_pointer(i, out);
	case DW_TAG_structure_type: case DW_TAG_class_type:
	case DW_TAG_union_type: case DW_TAG_enumeration_type:
		return convert_named(i, out);
	case DW_TAG_typedef:
		return convert_typedef(i, out);
	case DW_TAG_const_type: case DW_TAG_volatile_type:
	case DW_TAG_restrict_type: case DW_TAG_atomic_type:
		return convert(i->o, i->e.type, i->known_as, i->depth + 1,
		    out);
	case DW_TAG_array_type:
		return convert_array(i, out);
	case DW_TAG_subroutine_type:
		*out = dt_type_function(i->o->all->ts);
		return 0;
	default:
		return -EINVAL;
	}
}

/* name: that of a typedef of the type, or "". */
static int
convert(struct object *o, uint64_t off, const char *name, int depth,
    struct dt_type *out)
{
	struct item i = { .o = o, .depth = depth };
	const struct dt_type *made;
	char key[17];
	int err;

	*out = dt_type_basic(o->all->ts, DT_T_VOID);
	if (off == 0)
		return 0;
	i.off = off = dt_dwentry_defined(&o->dw, off);
	offset_key(off, key);
	made = dt_hash_get(o->made, key);
	if (made != NULL) {
		*out = *made;
		return 0;
	}
	i.unit = depth < MAX_DEPTH ? dt_dwfile_unit(&o->dw, off) : NULL;
	if (i.unit == NULL || !dt_dwentry_read(&o->dw, i.unit, off, &i.e))
		return -EINVAL;
	i.name = dt_dwentry_name(&o->dw, i.unit, &i.e);
	i.known_as = *i.name != '\0' ? i.name : name;
	err = convert_entry(&i, out);
	return err != 0 ? err : keep_type(o, off, out);
}

/* --- files ---------------------------------------------------------------- */

static void
object_close(struct object *o)
{
	dt_hash_destroy(o->made);
	dt_hash_destroy(o->found);
	dt_hash_destroy(o->defined);
	dt_dwfile_free(&o->dw);
	dt_elffile_close(&o->elf);
	free(o);
}

/* Keep the sections of this file, if it has them, in place of their owner. */
static int
take_file(void *arg, struct dt_elffile *from)
{
	struct object *o = arg;
	int err;

	dt_dwfile_free(&o->dw);
	err = dt_dwfile_read(&o->dw, from, true);
	if (err == 0) {
		o->elf = *from;
		from->elf = NULL;
	}
	return err;
}

/* The start of the build id, or a checksum of the types. */
static void
set_id(struct object *o, const struct dt_elflink *link)
{
	uint64_t id = 0;

	if (link->idlen >= sizeof(id))
		memcpy(&id, link->id, sizeof(id));
	else
		id = crc32_z(0, o->dw.info.p, o->dw.info.n);
	(void) snprintf(o->id, sizeof(o->id), "%llx", (unsigned long long)id);
}

static int
object_read(struct object *o, const char *path, int fd)
{
	struct dt_elflink link;
	struct dt_elffile f;
	int err = dt_elffile_open(&f, fd);

	if (err == 0) {
		dt_elflink_read(&f, &link);
		err = take_file(o, &f);
		if (err == -ENOENT)
			err = dt_elflink_visit(&f, path, take_file, o);
	}
	if (err == 0)
		set_id(o, &link);
	dt_elffile_close(&f);
	return err;
}

static int
object_open(struct dt_objtypes *t, const struct dt_objfile *file,
    struct object **out)
{
	int fd = dt_regular_open(file->path, file->ino), err;
	struct object *o = fd >= 0 ? calloc(1, sizeof(*o)) : NULL;

	if (fd < 0)
		return -ENOENT;
	err = o != NULL ? object_read(o, file->path, fd) : -ENOMEM;
	(void) close(fd);
	if (o == NULL)
		return err;
	o->source = (struct dt_typesource){ members, define };
	o->all = t;
	o->dev = file->dev;
	o->ino = file->ino;
	o->made = dt_hash_create();
	o->found = dt_hash_create();
	if (err == 0 && (o->made == NULL || o->found == NULL))
		err = -ENOMEM;
	if (err != 0) {
		object_close(o);
		return err;
	}
	o->next = t->objects;
	t->objects = *out = o;
	return 0;
}

static int
add_found(struct object *o, uint64_t at, const char *key,
    const struct dt_objtype **out)
{
	struct dt_objtype *f = dt_arena_alloc(o->all->arena, sizeof(*f));
	char name[160];
	int err;

	if (f == NULL)
		return -ENOMEM;
	err = convert(o, at, "", 0, &f->type);
	if (err != 0)
		return err;
	f->full = dt_arena_printf(o->all->arena, "%s of file %s",
	    dt_type_name(o->all->ts, &f->type, name, sizeof(name)), o->id);
	*out = f;
	return f->full == NULL ? -ENOMEM : dt_hash_put(o->found, key, f);
}

static int
find_object(struct dt_objtypes *t, const struct dt_objfile *file,
    struct object **out)
{
	struct object *o = t->objects;

	while (o != NULL && (o->dev != file->dev || o->ino != file->ino))
		o = o->next;
	*out = o;
	return o != NULL ? 0 : object_open(t, file, out);
}

int
dt_objtypes_find(struct dt_objtypes *t, const struct dt_objfile *file,
    uint64_t at, const struct dt_objtype **out)
{
	struct object *o;
	char key[17];
	int err = find_object(t, file, &o);

	if (err != 0)
		return err;
	offset_key(at, key);
	*out = dt_hash_get(o->found, key);
	return *out != NULL ? 0 : add_found(o, at, key, out);
}

int
dt_objtypes_named(struct dt_objtypes *t, const struct dt_objfile *file,
    const char *name, struct dt_type *out)
{
	struct object *o;
	uint64_t at;
	int err = find_object(t, file, &o);

	if (err != 0)
		return err == -ENOENT ? -ENODATA : err;
	err = find_definitions(o);
	if (err != 0)
		return err;
	at = (uintptr_t)dt_hash_get(o->defined, name);
	return at == 0 ? -ENOENT : convert(o, at, "", 0, out);
}

int
dt_objtypes_create(struct dt_objtypes **tp, struct dt_types *ts)
{
	struct dt_objtypes *t = calloc(1, sizeof(*t));

	if (t == NULL)
		return -ENOMEM;
	t->ts = ts;
	t->arena = dt_arena_create();
	t->known = dt_hash_create();
	if (t->arena != NULL && t->known != NULL) {
		*tp = t;
		return 0;
	}
	dt_objtypes_destroy(t);
	return -ENOMEM;
}

void
dt_objtypes_destroy(struct dt_objtypes *t)
{
	struct object *o, *next;

	if (t == NULL)
		return;
	for (o = t->objects; o != NULL; o = next) {
		next = o->next;
		object_close(o);
	}
	dt_hash_destroy(t->known);
	if (t->arena != NULL)
		dt_arena_destroy(t->arena);
	free(t);
}
