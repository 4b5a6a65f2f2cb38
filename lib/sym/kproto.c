/* SPDX-License-Identifier: MIT */
/*
 * kproto.c - the types of the arguments of tracepoints and functions, from the
 * kernel's BTF, as names that D knows.  The first use reads the whole file.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "sym/kbtfile.h"

#define	MAXSTARS	8
#define	MAXDEPTH	64	/* of references: BTF may be corrupt */

static int
note(struct dt_kbtf *kb, uint32_t id, size_t at)
{
	uint32_t n = kb->ntypes < 4096 ? 4096 : kb->ntypes + kb->ntypes / 2;
	uint32_t *v;

	if (id >= kb->ntypes) {
		v = reallocarray(kb->at, n, sizeof(*v));
		if (v == NULL)
			return -ENOMEM;
		memset(v + kb->ntypes, 0, (n - kb->ntypes) * sizeof(*v));
		kb->at = v;
		kb->ntypes = n;
	}
	kb->at[id] = (uint32_t)at + 1;
	return 0;
}

/* Index the type of a tracepoint by its name. */
static int
note_tracepoint(struct dt_kbtf *kb, const struct btf_type *t, uint32_t id)
{
	const char *name = dt_kbtf_string(kb, t->name_off);
	size_t n = strlen(DT_KTRACEPOINT);
	int err;

	if (name == NULL)
		return -EIO;
	if (strncmp(name, DT_KTRACEPOINT, n) != 0)
		return 0;
	err = dt_hash_put(kb->tracepoints, name + n, (void *)(uintptr_t)id);
	return err == -EEXIST ? 0 : err;
}

static int
read_types(struct dt_kbtf *kb)
{
	const struct btf_type *t;
	size_t at = 0, from;
	uint32_t id;
	int err = dt_kbtf_open(kb);

	for (id = 1; err == 0 && at < kb->types.total; id++) {
		from = at;
		err = dt_kbtf_next(kb, &at, &t);
		if (err == 0)
			err = note(kb, id, from);
		if (err == 0 && BTF_INFO_KIND(t->info) == BTF_KIND_TYPEDEF)
			err = note_tracepoint(kb, t, id);
	}
	return err;
}

/* Read all types, once. */
static int
index_types(struct dt_kbtf *kb)
{
	int err;

	if (kb->tracepoints != NULL)
		return 0;
	kb->tracepoints = dt_hash_create();
	if (kb->tracepoints == NULL)
		return -ENOMEM;
	err = read_types(kb);
	if (err != 0) {
		dt_hash_destroy(kb->tracepoints);
		kb->tracepoints = NULL;
	}
	return err;
}

/* The type with this number; NULL: void. */
static const struct btf_type *
type_of(const struct dt_kbtf *kb, uint32_t id)
{
	if (id == 0 || id >= kb->ntypes || kb->at[id] == 0)
		return NULL;
	return (const struct btf_type *)(kb->types.p + kb->at[id] - 1);
}

static bool
is_qualifier(const struct btf_type *t)
{
	switch (BTF_INFO_KIND(t->info)) {
	case BTF_KIND_CONST:
	case BTF_KIND_VOLATILE:
	case BTF_KIND_RESTRICT:
	case BTF_KIND_TYPE_TAG:
		return true;
	}
	return false;
}

/* Strip qualifiers and typedefs; *alias is the last typedef. */
static const struct btf_type *
strip(const struct dt_kbtf *kb, uint32_t id, const struct btf_type **alias)
{
	const struct btf_type *t = type_of(kb, id);
	int depth = 0;

	*alias = NULL;
	while (t != NULL && depth++ < MAXDEPTH && (is_qualifier(t) ||
	    BTF_INFO_KIND(t->info) == BTF_KIND_TYPEDEF)) {
		if (!is_qualifier(t))
			*alias = t;
		t = type_of(kb, t->type);
	}
	return t;
}

/* The keyword before the name of a type of this kind; NULL: not one of D. */
static const char *
word_of(uint32_t kind)
{
	switch (kind) {
	case BTF_KIND_STRUCT:
		return "struct ";
	case BTF_KIND_UNION:
		return "union ";
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64:
		return "enum ";
	case BTF_KIND_INT:
	case BTF_KIND_FLOAT:
		return "";
	}
	return NULL;
}

/*
 * The name of a type.  D may have a typedef of the same name and another size,
 * such as dev_t, so a typedef counts only if nothing else has a name.
 */
static const char *
name_of(struct dt_kbtf *kb, struct dt_arena *a, uint32_t id)
{
	const struct btf_type *alias, *t = strip(kb, id, &alias);
	const char *word = NULL, *name = NULL;
	int stars = 0;

	while (t != NULL && stars < MAXSTARS &&
	    BTF_INFO_KIND(t->info) == BTF_KIND_PTR) {
		stars++;
		t = strip(kb, t->type, &alias);
	}
	if (t != NULL)
		word = word_of(BTF_INFO_KIND(t->info));
	if (word != NULL)
		name = dt_kbtf_string(kb, t->name_off);
	if (word != NULL && name != NULL && *name == '\0' && alias != NULL) {
		word = "";
		name = dt_kbtf_string(kb, alias->name_off);
	}
	if (name == NULL || *name == '\0') {
		name = stars != 0 || t == NULL ? "void" : "int";
		word = "";
	}
	return dt_arena_printf(a, "%s%s%s%.*s", word, name,
	    stars != 0 ? " " : "", stars, "********");
}

/* Describe a value.  D has no struct values: in a register it is an integer. */
static int
value_of(struct dt_kbtf *kb, struct dt_arena *a, uint32_t id,
    struct dt_kvalue *v)
{
	const struct btf_type *alias, *t = strip(kb, id, &alias);
	uint32_t kind = t != NULL ? BTF_INFO_KIND(t->info) : BTF_KIND_UNKN;

	*v = (struct dt_kvalue){ .size = 8 };
	if (kind == BTF_KIND_STRUCT || kind == BTF_KIND_UNION) {
		v->type = t->size <= 4 ? "uint32_t" : "uint64_t";
		v->size = t->size <= 4 ? 4 : 8;
		return 0;
	}
	if (kind == BTF_KIND_INT)
		v->is_signed = (BTF_INT_ENCODING(*(const uint32_t *)(t + 1)) &
		    BTF_INT_SIGNED) != 0;
	else if (kind == BTF_KIND_ENUM || kind == BTF_KIND_ENUM64)
		v->is_signed = BTF_INFO_KFLAG(t->info);
	if ((kind == BTF_KIND_INT || kind == BTF_KIND_ENUM ||
	    kind == BTF_KIND_ENUM64) && t->size < 8)
		v->size = (uint8_t)t->size;
	v->type = name_of(kb, a, id);
	return v->type != NULL ? 0 : -ENOMEM;
}

/* Describe parameters from the first one on; returns their number. */
static int
values_of(struct dt_kbtf *kb, struct dt_arena *a, const struct btf_type *proto,
    uint32_t first, struct dt_kvalue *v, int n)
{
	const struct btf_param *params = (const struct btf_param *)(proto + 1);
	uint32_t vlen = BTF_INFO_VLEN(proto->info);
	int i, err = 0;

	if (n > (int)vlen - (int)first)
		n = vlen < first ? 0 : (int)(vlen - first);
	/* the last parameter of a variadic function has no type */
	for (i = 0; i < n && err == 0; i++)
		err = value_of(kb, a, params[first + (uint32_t)i].type, &v[i]);
	return err == 0 ? n : err;
}

static bool
is_proto(const struct btf_type *t)
{
	return t != NULL && BTF_INFO_KIND(t->info) == BTF_KIND_FUNC_PROTO;
}

int
dt_kbtf_tracepoint_args(struct dt_kbtf *kb, const char *name,
    struct dt_arena *a, struct dt_kvalue *v, int n)
{
	const struct btf_type *t, *alias;
	int err = index_types(kb);

	if (err != 0)
		return err;
	t = strip(kb, (uint32_t)(uintptr_t)dt_hash_get(kb->tracepoints, name),
	    &alias);
	if (t != NULL && BTF_INFO_KIND(t->info) == BTF_KIND_PTR)
		t = strip(kb, t->type, &alias);
	/* the first parameter is the data pointer of the callback */
	return is_proto(t) ? values_of(kb, a, t, 1, v, n) : -ENOENT;
}

static int
index_functions(struct dt_kbtf *kb)
{
	const struct btf_type *t;
	const char *name;
	uint32_t id;
	int err = 0;

	if (kb->functions != NULL)
		return 0;
	kb->functions = dt_hash_create();
	if (kb->functions == NULL)
		return -ENOMEM;
	for (id = 1; err == 0 && (t = type_of(kb, id)) != NULL; id++) {
		if (BTF_INFO_KIND(t->info) != BTF_KIND_FUNC)
			continue;
		name = dt_kbtf_string(kb, t->name_off);
		err = name == NULL ? -EIO : dt_hash_put(kb->functions, name,
		    (void *)(uintptr_t)id);
		err = err == -EEXIST ? 0 : err;
	}
	return err;
}

/* The number of the function's type, or -errno. */
static int
find_function(struct dt_kbtf *kb, const char *name, const struct btf_type **f)
{
	uint32_t id;
	int err = index_types(kb);

	if (err == 0)
		err = index_functions(kb);
	if (err != 0)
		return err;
	id = (uint32_t)(uintptr_t)dt_hash_get(kb->functions, name);
	*f = type_of(kb, id);
	if (*f == NULL || !is_proto(type_of(kb, (*f)->type)))
		return -ENOENT;
	return (int)id;
}

int
dt_kbtf_function(struct dt_kbtf *kb, const char *module, const char *name,
    struct dt_arena *a, struct dt_kvalue *v, int n, struct dt_kvalue *result)
{
	const struct btf_type *t;
	int err = strcmp(module, "vmlinux") == 0 ?
	    find_function(kb, name, &t) : -ENOENT;

	if (err < 0)
		return err;
	t = type_of(kb, t->type);
	*result = (struct dt_kvalue){ .size = 0 };
	err = t->type != 0 ? value_of(kb, a, t->type, result) : 0;
	return err != 0 ? err : values_of(kb, a, t, 0, v, n);
}

int
dt_kbtf_function_type(struct dt_kbtf *kb, const char *name, uint32_t *type)
{
	const struct btf_type *t;
	int id = find_function(kb, name, &t);

	if (id < 0)
		return id;
	*type = (uint32_t)id;
	return BTF_INFO_VLEN(type_of(kb, t->type)->info);
}

/* --- members of members --------------------------------------------------- */

static bool
is_object(const struct btf_type *t)
{
	return t != NULL && (BTF_INFO_KIND(t->info) == BTF_KIND_STRUCT ||
	    BTF_INFO_KIND(t->info) == BTF_KIND_UNION);
}

static bool
find_inner(struct dt_kbtf *kb, const struct btf_type *t, uint32_t base,
    int depth, struct dt_kmember *w)
{
	const struct btf_member *m = (const struct btf_member *)(t + 1);
	const struct btf_type *alias, *inner;
	uint32_t i, bits;
	const char *name;

	for (i = 0; i < BTF_INFO_VLEN(t->info) && !w->found; i++) {
		bits = base + (BTF_INFO_KFLAG(t->info) ?
		    BTF_MEMBER_BIT_OFFSET(m[i].offset) : m[i].offset);
		name = dt_kbtf_string(kb, m[i].name_off);
		if (name != NULL && dt_kbtf_is_named(w->member, name)) {
			w->offset = bits / 8;
			if (w->to != NULL)
				*w->to = w->offset;
			w->found = true;
		}
		inner = strip(kb, m[i].type, &alias);
		if (name != NULL && *name == '\0' && is_object(inner) &&
		    depth < MAXDEPTH)
			(void) find_inner(kb, inner, bits, depth + 1, w);
	}
	return w->found;
}

int
dt_kbtf_inner_members(struct dt_kbtf *kb, struct dt_kmember *m, size_t n)
{
	const struct btf_type *t;
	size_t i, left = 0;
	const char *name;
	uint32_t id;
	int err = index_types(kb);

	for (i = 0; i < n; i++)
		left += !m[i].found;
	for (id = 1; err == 0 && left != 0 && id < kb->ntypes; id++) {
		t = type_of(kb, id);
		if (t == NULL || BTF_INFO_KIND(t->info) != BTF_KIND_STRUCT ||
		    (name = dt_kbtf_string(kb, t->name_off)) == NULL)
			continue;
		for (i = 0; i < n; i++)
			if (!m[i].found && *name != '\0' &&
			    strcmp(name, m[i].type) == 0)
				left -= find_inner(kb, t, 0, 0, &m[i]);
	}
	return err != 0 || left == 0 ? err : -ENOENT;
}
