/* SPDX-License-Identifier: MIT */
/*
 * btf.c - converts types of the running kernel from its BTF into the container.
 *
 * A program names few of the hundred thousand types, so BTF is loaded when the
 * first is named, and a type is converted when something refers to it.  The
 * members of a struct would need all other types; dt_btf_open() adds them when
 * one is used.  Converted types cannot be found by name in the container,
 * because in D the program's names take precedence over the kernel's.
 */
#include <bpf/btf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include "base/hash.h"
#include "type/dict.h"

#define	MAX_DEPTH	64	/* of references: BTF may be corrupt */
#define	OPENED		0x80000000u

struct dt_btf {
	struct btf *btf;
	struct dt_hash *names;	/* to id + 1; 1: there is no such type */
	ctf_id_t *ctf;		/* by id of BTF; 0: not converted */
	uint32_t *id;		/* by id of CTF: the BTF id of the struct or */
				/* union, OPENED if it has members; or 0 */
	size_t nid;
	uint8_t *names_set;	/* bit set of the names' hashes, or NULL */
	uint32_t nsearches;	/* before names_set was made */
};

#define	NAME_BITS	(1u << 20)
#define	FEW_SEARCHES	8

static int convert(struct dt_types *ts, uint32_t id, int depth,
    ctf_id_t *out);

void
dt_types_kernel(struct dt_types *ts, const char *path)
{
	ts->path = path;
}

const char *
dt_types_nokernel(const struct dt_types *ts)
{
	return ts->nokernel[0] != '\0' ? ts->nokernel : NULL;
}

/* Check the file first: libbpf prints its complaints to stderr. */
static int
check_file(struct dt_types *ts, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), err = errno;
	uint16_t magic = 0;

	if (fd < 0) {
		snprintf(ts->nokernel, sizeof(ts->nokernel), "%.64s: %s", path,
		    strerror(err));
		return -ENODATA;
	}
	if (read(fd, &magic, sizeof(magic)) != (ssize_t)sizeof(magic) ||
	    magic != BTF_MAGIC)
		snprintf(ts->nokernel, sizeof(ts->nokernel),
		    "%.64s is not a BTF file", path);
	close(fd);
	return ts->nokernel[0] != '\0' ? -ENODATA : 0;
}

static int
load(struct dt_types *ts)
{
	const char *path = ts->path != NULL ? ts->path : DT_KERNEL_TYPES;
	struct dt_btf *b;

	if (ts->btf != NULL)
		return 0;
	if (ts->nokernel[0] != '\0' || check_file(ts, path) != 0)
		return -ENODATA;
	b = calloc(1, sizeof(*b));
	if (b == NULL)
		return -ENOMEM;
	b->names = dt_hash_create();
	b->btf = btf__parse_raw(path);
	if (b->btf != NULL)
		b->ctf = calloc(btf__type_cnt(b->btf), sizeof(*b->ctf));
	if (b->names != NULL && b->ctf != NULL) {
		ts->btf = b;
		return 0;
	}
	if (b->btf == NULL)
		snprintf(ts->nokernel, sizeof(ts->nokernel),
		    "%.64s: libbpf cannot read its BTF", path);
	dt_btf_close(b);
	return ts->nokernel[0] != '\0' ? -ENODATA : -ENOMEM;
}

/* Was this struct or union converted from one of the kernel's? */
static bool
is_converted(const struct dt_btf *b, ctf_id_t id)
{
	return id < b->nid && b->id[id] != 0;
}

void
dt_type_tag(struct dt_types *ts, const struct dt_type *t, char *buf,
    size_t len)
{
	struct dt_type r = { .ctf = (long)dt_ctf_resolve(ts,
	    (ctf_id_t)t->ctf) };
	const char *tag;

	dt_type_name(ts, &r, buf, len);
	tag = strchr(buf, ' ');
	if (tag == NULL || tag[1] == '\0' || strchr(tag, '(') != NULL)
		buf[0] = '\0';
}

/* Does the kernel's type of this name have this id? */
static bool
is_named(struct dt_types *ts, const char *name, ctf_id_t id)
{
	ctf_id_t is;

	return dt_btf_named(ts, name, &is) == 0 &&
	    dt_ctf_resolve(ts, is) == id;
}

/* Find a typedef of a struct that has no tag. */
static bool
by_typedef(struct dt_types *ts, ctf_id_t id, char *buf, size_t len)
{
	ctf_id_t end = dt_ctf_resolve(ts, id);

	while (id != end && id != CTF_ERR) {
		if (ctf_type_kind(ts->dict, id) == CTF_K_TYPEDEF) {
			(void) snprintf(buf, len, "%s",
			    ctf_type_name_raw(ts->dict, id));
			if (is_named(ts, buf, end))
				return true;
		}
		id = ctf_type_reference(ts->dict, id);
	}
	return false;
}

/* Does a struct or union of the program contain one of the kernel's? */
static bool
has_kernels(struct dt_types *ts, ctf_id_t id)
{
	enum dt_origin from = DT_ORIGIN_PROGRAM;
	ctf_next_t *it = NULL;
	const char *name;
	char buf[160];
	struct dt_type t;
	ctf_id_t type;

	while (from == DT_ORIGIN_PROGRAM && ctf_member_next(ts->dict, id, &it,
	    &name, &type, 0) >= 0) {
		if (dt_type_byid(ts, (long)type, &t) != 0)
			continue;
		while (t.kind == DT_TYPE_ARRAY &&
		    dt_type_pointee(ts, &t, &t) == 0)
			continue;
		from = dt_type_origin(ts, &t, buf, sizeof(buf));
	}
	ctf_next_destroy(it);
	return from != DT_ORIGIN_PROGRAM;
}

enum dt_origin
dt_type_origin(struct dt_types *ts, const struct dt_type *t, char *buf,
    size_t len)
{
	ctf_id_t id = dt_ctf_resolve(ts, (ctf_id_t)t->ctf);

	/* no type is the kernel's before the kernel's types are read */
	if (ts->btf == NULL || dt_source_has(ts, id) ||
	    (t->kind != DT_TYPE_STRUCT && t->kind != DT_TYPE_UNION))
		return DT_ORIGIN_PROGRAM;
	if (!is_converted(ts->btf, id))
		return has_kernels(ts, id) ? DT_ORIGIN_UNNAMED :
		    DT_ORIGIN_PROGRAM;
	dt_type_tag(ts, t, buf, len);
	if (*buf != '\0')
		return is_named(ts, buf, id) ? DT_ORIGIN_KERNEL :
		    DT_ORIGIN_UNNAMED;
	return by_typedef(ts, (ctf_id_t)t->ctf, buf, len) ?
	    DT_ORIGIN_KERNEL : DT_ORIGIN_UNNAMED;
}

int
dt_type_kernel(struct dt_types *ts, const char *name, struct dt_type *out)
{
	ctf_id_t id;
	int err = dt_btf_named(ts, name, &id);

	return err != 0 ? err : dt_type_byid(ts, (long)id, out);
}

int
dt_types_sum(struct dt_types *ts, uint32_t *sum)
{
	int err = load(ts);
	const void *p;
	uint32_t n;

	*sum = 0;
	if (err != 0)
		return err == -ENODATA ? 0 : err;
	p = btf__raw_data(ts->btf->btf, &n);
	if (p == NULL)
		return -ENOMEM;
	*sum = (uint32_t)crc32_z(0, p, n);
	return 0;
}

void
dt_btf_close(struct dt_btf *b)
{
	if (b == NULL)
		return;
	dt_hash_destroy(b->names);
	btf__free(b->btf);
	free(b->ctf);
	free(b->id);
	free(b->names_set);
	free(b);
}

static const struct btf_type *
type_of(const struct dt_types *ts, uint32_t id)
{
	return btf__type_by_id(ts->btf->btf, id);
}

/* The string at an offset; NULL if it is empty. */
static const char *
name_of(const struct dt_types *ts, uint32_t off)
{
	const char *name = btf__name_by_offset(ts->btf->btf, off);

	return name != NULL && *name != '\0' ? name : NULL;
}

struct enumerator {
	const char *name;
	int64_t value;
};

static uint16_t
nenumerators(const struct btf_type *t)
{
	return btf_is_any_enum(t) ? btf_vlen(t) : 0;
}

static struct enumerator
enumerator(const struct dt_types *ts, const struct btf_type *t, uint16_t i)
{
	const struct btf_enum *e = btf_enum(t) + i;
	const struct btf_enum64 *w = btf_enum64(t) + i;

	if (btf_is_enum64(t))
		return (struct enumerator){ name_of(ts, *(const uint32_t *)w),
		    (int64_t)btf_enum64_value(w) };
	return (struct enumerator){ name_of(ts, e->name_off),
	    btf_kflag(t) ? (int64_t)e->val : (int64_t)(uint32_t)e->val };
}

/* --- which names there are ----------------------------------------------- */

static void
mark(struct dt_btf *b, const char *name)
{
	uint32_t bit;

	if (name == NULL)
		return;
	bit = dt_hash_bytes(name, strlen(name)) % NAME_BITS;
	b->names_set[bit / 8] |= (uint8_t)(1u << bit % 8);
}

static void
mark_all(const struct dt_types *ts)
{
	uint32_t id, n = btf__type_cnt(ts->btf->btf);

	for (id = 1; id < n; id++) {
		const struct btf_type *t = type_of(ts, id);

		if (btf_is_composite(t) || btf_is_any_enum(t) ||
		    btf_is_typedef(t))
			mark(ts->btf, name_of(ts, t->name_off));
		for (uint16_t i = 0; i < nenumerators(t); i++)
			mark(ts->btf, enumerator(ts, t, i).name);
	}
}

/*
 * May a type or an enumerator have this name?  Most names that are looked up
 * are the program's own, and a search of all types for one takes 0.4 ms.  The
 * set of names takes as long as several searches, so a few do without it.
 */
static bool
may_exist(const struct dt_types *ts, const char *name)
{
	struct dt_btf *b = ts->btf;
	uint32_t bit = dt_hash_bytes(name, strlen(name)) % NAME_BITS;

	if (b->names_set == NULL && ++b->nsearches > FEW_SEARCHES) {
		b->names_set = calloc(NAME_BITS / 8, 1);
		if (b->names_set != NULL)
			mark_all(ts);
	}
	return b->names_set == NULL ||
	    (b->names_set[bit / 8] & 1u << bit % 8) != 0;
}

/* --- by name ------------------------------------------------------------ */

static uint32_t
find(const struct dt_types *ts, const char *name)
{
	static const struct {
		const char *word;
		uint32_t kinds[2];
	} tags[] = {
		{ "struct ", { BTF_KIND_STRUCT, 0 } },
		{ "union ", { BTF_KIND_UNION, 0 } },
		{ "enum ", { BTF_KIND_ENUM, BTF_KIND_ENUM64 } },
		{ "", { BTF_KIND_TYPEDEF, 0 } },
	};
	size_t i = 0, k;
	int id;

	while (strncmp(name, tags[i].word, strlen(tags[i].word)) != 0)
		i++;
	if (!may_exist(ts, name + strlen(tags[i].word)))
		return 0;
	for (k = 0; k < 2 && tags[i].kinds[k] != 0; k++) {
		id = btf__find_by_name_kind(ts->btf->btf,
		    name + strlen(tags[i].word), tags[i].kinds[k]);
		if (id > 0)
			return id;
	}
	return 0;
}

int
dt_btf_named(struct dt_types *ts, const char *name, ctf_id_t *out)
{
	uintptr_t id;
	int err = load(ts);

	if (err != 0)
		return err == -ENODATA ? -ENOENT : err;
	id = (uintptr_t)dt_hash_get(ts->btf->names, name);
	if (id == 0) {
		id = find(ts, name) + 1;
		if (dt_hash_put(ts->btf->names, name, (void *)id) != 0)
			return -ENOMEM;
	}
	return id != 1 ? convert(ts, id - 1, 0, out) : -ENOENT;
}

/* --- enumerators ---------------------------------------------------------- */

/* int if it can hold the value, as in C. */
static struct dt_type
enumerator_type(const struct dt_types *ts, const struct btf_type *t,
    int64_t value)
{
	if (value >= INT_MIN && value <= INT_MAX)
		return ts->basic[DT_T_INT];
	if (value >= 0 && value <= UINT_MAX)
		return ts->basic[DT_T_UINT];
	return ts->basic[btf_kflag(t) ? DT_T_LONG : DT_T_ULONG];
}

int
dt_type_enumerator(struct dt_types *ts, const char *name,
    struct dt_type *out, int64_t *value)
{
	uint32_t id, n;
	int err = load(ts);

	if (err != 0)
		return err == -ENODATA ? -ENOENT : err;
	n = may_exist(ts, name) ? btf__type_cnt(ts->btf->btf) : 0;
	for (id = 1; id < n; id++) {
		const struct btf_type *t = type_of(ts, id);

		for (uint16_t i = 0; i < nenumerators(t); i++) {
			struct enumerator e = enumerator(ts, t, i);

			if (e.name == NULL || strcmp(e.name, name) != 0)
				continue;
			*value = e.value;
			*out = enumerator_type(ts, t, e.value);
			return 0;
		}
	}
	return -ENOENT;
}

/* --- symbols -------------------------------------------------------------- */

static int
converted(struct dt_types *ts, uint32_t id, struct dt_type *out)
{
	ctf_id_t ctf;
	int err = convert(ts, id, 0, &ctf);

	return err != 0 ? err : dt_type_byid(ts, (long)ctf, out);
}

int
dt_type_percpu(struct dt_types *ts, const char *name, struct dt_type *out,
    uint64_t *offset)
{
	const struct btf_var_secinfo *v;
	const struct btf_type *section;
	int err = load(ts), id;

	if (err != 0)
		return err == -ENODATA ? -ENOENT : err;
	id = btf__find_by_name_kind(ts->btf->btf, ".data..percpu",
	    BTF_KIND_DATASEC);
	section = id > 0 ? type_of(ts, (uint32_t)id) : NULL;
	v = section != NULL ? btf_var_secinfos(section) : NULL;
	for (uint16_t i = 0; v != NULL && i < btf_vlen(section); i++, v++) {
		const struct btf_type *t = type_of(ts, v->type);
		const char *is = name_of(ts, t->name_off);

		if (is == NULL || strcmp(is, name) != 0)
			continue;
		*offset = v->offset;
		return converted(ts, t->type, out);
	}
	return -ENOENT;
}

int
dt_type_kfunction(struct dt_types *ts, const char *name, struct dt_type *out)
{
	int err = load(ts), id;
	struct dt_type fn;

	if (err != 0)
		return err == -ENODATA ? -ENOENT : err;
	id = btf__find_by_name_kind(ts->btf->btf, name, BTF_KIND_FUNC);
	if (id <= 0)
		return -ENOENT;
	err = converted(ts, type_of(ts, (uint32_t)id)->type, &fn);
	return err != 0 ? err : dt_type_pointer(ts, &fn, out);
}

/* --- conversion ----------------------------------------------------------- */

static int
made(struct dt_types *ts, ctf_id_t id, ctf_id_t *out)
{
	*out = id;
	return id == CTF_ERR ? dt_ctf_error(ts) : 0;
}

static int
add_integer(struct dt_types *ts, const char *name, uint32_t size,
    bool is_signed, ctf_id_t *out)
{
	struct dt_type t;
	int err = dt_type_addint(ts, name, size, is_signed, &t);

	if (err == 0)
		*out = (ctf_id_t)t.ctf;
	return err;
}

/*
 * An integer of the kernel becomes D's integer of the same name and size.  char
 * is then signed, although the kernel is compiled with -funsigned-char.
 */
static int
convert_int(struct dt_types *ts, const struct btf_type *t, ctf_id_t *out)
{
	const char *name = name_of(ts, t->name_off);
	struct dt_type d;

	if (name != NULL && dt_type_lookup(ts, name, &d) == 0 &&
	    d.size == t->size) {
		*out = (ctf_id_t)d.ctf;
		return 0;
	}
	return add_integer(ts, name, t->size,
	    btf_is_int(t) && (btf_int_encoding(t) & BTF_INT_SIGNED), out);
}

/*
 * Convert an enum with its enumerators, for print().  libctf refuses an
 * enumerator that another enum of the container has.
 */
static int
add_enum(struct dt_types *ts, const struct btf_type *t, const char *tag,
    ctf_id_t *out)
{
	int err = made(ts, ctf_add_enum(ts->dict, CTF_ADD_NONROOT, tag), out);

	for (uint16_t i = 0; i < btf_vlen(t) && err == 0; i++) {
		struct enumerator e = enumerator(ts, t, i);

		if (e.name != NULL && ctf_add_enumerator(ts->dict, *out,
		    e.name, (int)e.value) != 0 &&
		    ctf_errno(ts->dict) == ENOMEM)
			err = -ENOMEM;
	}
	return err;
}

/*
 * libctf's enums have 4 bytes and int values; others become integers that are
 * named "enum x".
 */
static int
convert_enum(struct dt_types *ts, const struct btf_type *t, ctf_id_t *out)
{
	const char *tag = name_of(ts, t->name_off);
	bool fits = t->size == 4;
	char name[160];
	uint16_t i;

	for (i = 0; i < btf_vlen(t) && fits; i++)
		fits = enumerator(ts, t, i).value <= INT_MAX;
	if (fits)
		return add_enum(ts, t, tag, out);
	snprintf(name, sizeof(name), "enum %s", tag != NULL ? tag : "");
	return add_integer(ts, name, t->size, btf_kflag(t), out);
}

/* Record the BTF id of a struct or union of the container. */
static int
note(struct dt_btf *b, ctf_id_t ctf, uint32_t id)
{
	size_t n = 2 * (size_t)ctf + 64;
	uint32_t *v;

	if (ctf >= b->nid) {
		v = realloc(b->id, n * sizeof(*v));
		if (v == NULL)
			return -ENOMEM;
		memset(v + b->nid, 0, (n - b->nid) * sizeof(*v));
		b->id = v;
		b->nid = n;
	}
	b->id[ctf] = id;
	return 0;
}

static int
convert_struct(struct dt_types *ts, const struct btf_type *t, uint32_t id,
    ctf_id_t *out)
{
	const char *tag = name_of(ts, t->name_off);
	int err = made(ts, btf_is_struct(t) ?
	    ctf_add_struct_sized(ts->dict, CTF_ADD_NONROOT, tag, t->size) :
	    ctf_add_union_sized(ts->dict, CTF_ADD_NONROOT, tag, t->size), out);

	return err != 0 ? err : note(ts->btf, *out, id);
}

static int
convert_array(struct dt_types *ts, const struct btf_type *t, int depth,
    ctf_id_t *out)
{
	const struct btf_array *a = btf_array(t);
	struct dt_type of, array;
	ctf_id_t id;
	int err = convert(ts, a->type, depth, &id);

	if (err == 0)
		err = dt_type_byid(ts, (long)id, &of);
	if (err == 0)
		err = dt_type_array(ts, &of, a->nelems, &array);
	*out = (ctf_id_t)array.ctf;
	return err;
}

static int
convert_pointer(struct dt_types *ts, const struct btf_type *t, int depth,
    ctf_id_t *out)
{
	struct dt_type to, pointer;
	ctf_id_t id;
	int err = convert(ts, t->type, depth, &id);

	if (err == 0)
		err = dt_type_byid(ts, (long)id, &to);
	if (err == 0)
		err = dt_type_pointer(ts, &to, &pointer);
	*out = (ctf_id_t)pointer.ctf;
	return err;
}

static int
convert_typedef(struct dt_types *ts, const struct btf_type *t, int depth,
    ctf_id_t *out)
{
	ctf_id_t of;
	int err = convert(ts, t->type, depth, &of);

	return err != 0 ? err : made(ts, ctf_add_typedef(ts->dict,
	    CTF_ADD_NONROOT, name_of(ts, t->name_off), of), out);
}

/* A function without its parameters: programs only point to functions. */
static int
convert_function(struct dt_types *ts, const struct btf_type *t, int depth,
    ctf_id_t *out)
{
	ctf_funcinfo_t info = { .ctc_argc = 0 };
	int err = convert(ts, t->type, depth, &info.ctc_return);

	return err != 0 ? err : made(ts, ctf_add_function(ts->dict,
	    CTF_ADD_NONROOT, &info, NULL), out);
}

static int
convert_kind(struct dt_types *ts, const struct btf_type *t, uint32_t id,
    int depth, ctf_id_t *out)
{
	switch (btf_kind(t)) {
	case BTF_KIND_UNKN:
		*out = (ctf_id_t)ts->basic[DT_T_VOID].ctf;
		return 0;
	case BTF_KIND_INT:
	case BTF_KIND_FLOAT:
		return convert_int(ts, t, out);
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64:
		return convert_enum(ts, t, out);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		return convert_struct(ts, t, id, out);
	case BTF_KIND_FWD:
		return made(ts, ctf_add_forward(ts->dict, CTF_ADD_NONROOT,
		    name_of(ts, t->name_off), btf_kflag(t) ? CTF_K_UNION :
		    CTF_K_STRUCT), out);
	case BTF_KIND_ARRAY:
		return convert_array(ts, t, depth, out);
	case BTF_KIND_PTR:
		return convert_pointer(ts, t, depth, out);
	case BTF_KIND_TYPEDEF:
		return convert_typedef(ts, t, depth, out);
	case BTF_KIND_FUNC_PROTO:
		return convert_function(ts, t, depth, out);
	case BTF_KIND_CONST:
	case BTF_KIND_VOLATILE:
	case BTF_KIND_RESTRICT:
	case BTF_KIND_TYPE_TAG:
		/* programs cannot write to the kernel: drop qualifiers */
		return convert(ts, t->type, depth, out);
	default:
		return -EINVAL;
	}
}

static int
convert(struct dt_types *ts, uint32_t id, int depth, ctf_id_t *out)
{
	const struct btf_type *t = type_of(ts, id);
	int err;

	if (t == NULL || depth > MAX_DEPTH)
		return -EINVAL;
	*out = ts->btf->ctf[id];
	if (*out != 0)
		return 0;
	err = convert_kind(ts, t, id, depth + 1, out);
	if (err == 0)
		ts->btf->ctf[id] = *out;
	return err;
}

/* --- members -------------------------------------------------------------- */

/*
 * A bit-field's type.  libctf's enums are signed, but C makes those without
 * negative values unsigned, which matters in a bit-field.
 */
static int
slice(struct dt_types *ts, uint32_t id, uint32_t bits, ctf_id_t *type)
{
	ctf_encoding_t e = { .cte_bits = bits };
	const struct btf_type *t = type_of(ts, id);

	while (btf_is_mod(t) || btf_is_typedef(t) || btf_is_type_tag(t))
		t = type_of(ts, t->type);
	if (btf_is_enum(t) && !btf_kflag(t) && t->size == 4)
		*type = (ctf_id_t)ts->basic[DT_T_UINT].ctf;
	return made(ts, ctf_add_slice(ts->dict, CTF_ADD_NONROOT, *type, &e),
	    type);
}

static int
add_member(struct dt_types *ts, ctf_id_t owner, const struct btf_type *t,
    uint16_t i)
{
	const struct btf_member *m = btf_members(t) + i;
	uint32_t bits = btf_member_bitfield_size(t, i);
	const char *name = name_of(ts, m->name_off);
	ctf_id_t type;
	int err = convert(ts, m->type, 0, &type);

	if (err == 0 && bits != 0)
		err = slice(ts, m->type, bits, &type);
	return err != 0 ? err : dt_ctf_member(ts, owner,
	    name != NULL ? name : "", type, btf_member_bit_offset(t, i));
}

int
dt_btf_open(struct dt_types *ts, ctf_id_t id)
{
	struct dt_btf *b = ts->btf;
	const struct btf_type *t;
	uint16_t i;
	int err = 0;

	if (b == NULL || !is_converted(b, id) || (b->id[id] & OPENED) != 0)
		return 0;
	t = type_of(ts, b->id[id]);
	for (i = 0; i < btf_vlen(t) && err == 0; i++)
		err = add_member(ts, id, t, i);
	b->id[id] |= OPENED;
	return err;
}
