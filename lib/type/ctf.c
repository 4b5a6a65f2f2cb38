/* SPDX-License-Identifier: MIT */
/*
 * ctf.c - D's types as a libctf container.  It starts with the integers; other
 * types are added when they are first named, so that a small program starts
 * fast.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "type/dict.h"

struct integer {
	const char *name;
	uint32_t size;
	bool is_signed;
};

static const struct integer integers[] = {
#define	DT_INTEGER(name, size, is_signed) { name, size, is_signed },
#include "tbl/types.h"
#undef DT_INTEGER
};

struct floating {
	const char *name;
	uint32_t size, format;
};

static const struct floating floatings[] = {
#define	DT_FLOATING(name, size, format) { name, size, format },
#include "tbl/types.h"
#undef DT_FLOATING
};

struct alias {
	const char *name, *of;
};

static const struct alias aliases[] = {
#define	DT_ALIAS(name, of) { name, of },
#include "tbl/types.h"
#undef DT_ALIAS
};

/* The names of enum dt_typeid. */
static const char *const basics[DT_NTYPEIDS] = {
	[DT_T_VOID] = "void",
	[DT_T_CHAR] = "char",
	[DT_T_INT] = "int",
	[DT_T_UINT] = "unsigned int",
	[DT_T_LONG] = "long",
	[DT_T_ULONG] = "unsigned long",
	[DT_T_LLONG] = "long long",
	[DT_T_ULLONG] = "unsigned long long",
	[DT_T_INT64] = "int64_t",
	[DT_T_UINT64] = "uint64_t",
	[DT_T_STRING] = "string",
	[DT_T_CHARPTR] = "char *",
	[DT_T_VOIDPTR] = "void *",
};

#define	NELEMS(a) (sizeof(a) / sizeof((a)[0]))

int
dt_ctf_error(const struct dt_types *ts)
{
	int err = ctf_errno(ts->dict);

	switch (err) {
	case ENOMEM:
		return -ENOMEM;
	case ECTF_NOTYPE:
	case ECTF_BADID:
		return -ENOENT;
	case ECTF_DUPLICATE:
	case ECTF_CONFLICT:
		return -EEXIST;
	case ECTF_FULL:
		return -ENOSPC;
	default:
		return -EINVAL;
	}
}

ctf_id_t
dt_ctf_resolve(const struct dt_types *ts, ctf_id_t id)
{
	while (id != ts->string && id != CTF_ERR) {
		switch (ctf_type_kind(ts->dict, id)) {
		case CTF_K_TYPEDEF:
		case CTF_K_CONST:
		case CTF_K_VOLATILE:
		case CTF_K_RESTRICT:
			id = ctf_type_reference(ts->dict, id);
			break;
		default:
			return id;
		}
	}
	return id;
}

static enum dt_typekind
float_kind(const struct dt_types *ts, ctf_id_t id)
{
	ctf_encoding_t e;

	return ctf_type_encoding(ts->dict, id, &e) == 0 &&
	    (e.cte_format == CTF_FP_SINGLE || e.cte_format == CTF_FP_DOUBLE ||
	    e.cte_format == CTF_FP_LDOUBLE) ? DT_TYPE_FLOAT : DT_TYPE_BYTES;
}

static int
describe_int(const struct dt_types *ts, ctf_id_t id,
    struct dt_type *out)
{
	ctf_encoding_t e;

	if (ctf_type_encoding(ts->dict, id, &e) < 0)
		return dt_ctf_error(ts);
	out->kind = e.cte_bits == 0 ? DT_TYPE_VOID : DT_TYPE_INT;
	out->is_signed = (e.cte_format & CTF_INT_SIGNED) != 0;
	return 0;
}

/* The D kind of a libctf kind; -1: a value cannot have it. */
static int
kind_of(const struct dt_types *ts, ctf_id_t id)
{
	int kind = ctf_type_kind_forwarded(ts->dict, id);

	switch (kind) {
	case CTF_K_INTEGER:	return DT_TYPE_INT;
	case CTF_K_FLOAT:	return float_kind(ts, id);
	case CTF_K_POINTER:	return DT_TYPE_POINTER;
	case CTF_K_ARRAY:	return DT_TYPE_ARRAY;
	case CTF_K_FUNCTION:	return DT_TYPE_FUNCTION;
	case CTF_K_STRUCT:	return DT_TYPE_STRUCT;
	case CTF_K_UNION:	return DT_TYPE_UNION;
	case CTF_K_ENUM:	return DT_TYPE_ENUM;
	default:		return -1;
	}
}

int
dt_type_byid(struct dt_types *ts, long ctf, struct dt_type *out)
{
	ctf_id_t id = dt_ctf_resolve(ts, (ctf_id_t)ctf);
	struct dt_type t = { .ctf = ctf };
	ssize_t size;
	int kind;

	if (id == CTF_ERR)
		return dt_ctf_error(ts);
	if (id == ts->string) {
		t.kind = DT_TYPE_STRING;
		*out = t;
		return 0;
	}
	kind = kind_of(ts, id);
	if (kind < 0)
		return -ENOENT;
	t.kind = kind;
	t.is_signed = t.kind == DT_TYPE_ENUM || t.kind == DT_TYPE_FLOAT;
	if (t.kind == DT_TYPE_INT && describe_int(ts, id, &t) != 0)
		return dt_ctf_error(ts);
	size = ctf_type_size(ts->dict, id);
	if (size > 0 && t.kind != DT_TYPE_FUNCTION)
		t.size = (uint32_t)size;
	*out = t;
	return 0;
}

struct dt_type
dt_type_basic(struct dt_types *ts, enum dt_typeid id)
{
	return ts->basic[id];
}

static int
make_float(struct dt_types *ts, const struct floating *f,
    ctf_id_t *id)
{
	ctf_encoding_t e = { f->format, 0, f->size * 8 };

	*id = ctf_add_float(ts->dict, CTF_ADD_ROOT, f->name, &e);
	return *id == CTF_ERR ? dt_ctf_error(ts) : 0;
}

static int
make_alias(struct dt_types *ts, const struct alias *a,
    ctf_id_t *id)
{
	struct dt_type of;
	int err = dt_type_lookup(ts, a->of, &of);

	if (err != 0)
		return err;
	*id = ctf_add_typedef(ts->dict, CTF_ADD_ROOT, a->name,
	    (ctf_id_t)of.ctf);
	return *id == CTF_ERR ? dt_ctf_error(ts) : 0;
}

static bool
has_tag(const char *name)
{
	return strncmp(name, "struct ", 7) == 0 ||
	    strncmp(name, "union ", 6) == 0 || strncmp(name, "enum ", 5) == 0;
}

/* Newer versions of libctf also find an enum by the name of an enumerator. */
static bool
has_type(struct dt_types *ts, const char *name, ctf_id_t *id)
{
	*id = ctf_lookup_by_name(ts->dict, name);
	return *id != CTF_ERR && (has_tag(name) ||
	    ctf_type_kind(ts->dict, *id) != CTF_K_ENUM);
}

int
dt_ctf_named(struct dt_types *ts, const char *name, bool typedefs,
    ctf_id_t *id)
{
	size_t i;

	if (has_type(ts, name, id))
		return 0;
	for (i = 0; i < NELEMS(aliases); i++)
		if (strcmp(aliases[i].name, name) == 0)
			return make_alias(ts, &aliases[i], id);
	for (i = 0; i < NELEMS(floatings); i++)
		if (strcmp(floatings[i].name, name) == 0)
			return make_float(ts, &floatings[i], id);
	return typedefs || has_tag(name) ? dt_btf_named(ts, name, id) :
	    -ENOENT;
}

int
dt_type_pointer(struct dt_types *ts, const struct dt_type *to,
    struct dt_type *out)
{
	ctf_id_t of = (ctf_id_t)to->ctf;
	ctf_id_t id = ctf_type_pointer(ts->dict, of);

	/* libctf may return the pointer to the type behind a typedef */
	if (id == CTF_ERR || ctf_type_reference(ts->dict, id) != of)
		id = ctf_add_pointer(ts->dict, CTF_ADD_ROOT, of);
	if (id == CTF_ERR)
		return dt_ctf_error(ts);
	return dt_type_byid(ts, (long)id, out);
}

int
dt_type_array(struct dt_types *ts, const struct dt_type *of, uint32_t n,
    struct dt_type *out)
{
	ctf_arinfo_t info = {
		.ctr_contents = (ctf_id_t)of->ctf,
		.ctr_index = (ctf_id_t)ts->basic[DT_T_INT].ctf,
		.ctr_nelems = n,
	};
	ctf_id_t id;

	if (of->kind == DT_TYPE_VOID || of->kind == DT_TYPE_FUNCTION)
		return -EINVAL;
	if ((uint64_t)of->size * n > UINT32_MAX)
		return -EOVERFLOW;
	id = ctf_add_array(ts->dict, CTF_ADD_ROOT, &info);
	if (id == CTF_ERR)
		return dt_ctf_error(ts);
	return dt_type_byid(ts, (long)id, out);
}

int
dt_type_pointee(struct dt_types *ts, const struct dt_type *t,
    struct dt_type *out)
{
	ctf_id_t id = dt_ctf_resolve(ts, (ctf_id_t)t->ctf);
	ctf_arinfo_t info;

	if (t->kind == DT_TYPE_POINTER)
		return dt_type_byid(ts,
		    (long)ctf_type_reference(ts->dict, id), out);
	if (t->kind != DT_TYPE_ARRAY)
		return -EINVAL;
	if (ctf_array_info(ts->dict, id, &info) < 0)
		return dt_ctf_error(ts);
	return dt_type_byid(ts, (long)info.ctr_contents, out);
}

uint32_t
dt_type_nelems(struct dt_types *ts, const struct dt_type *t)
{
	ctf_id_t id = dt_ctf_resolve(ts, (ctf_id_t)t->ctf);
	ctf_arinfo_t info;

	if (t->kind != DT_TYPE_ARRAY ||
	    ctf_array_info(ts->dict, id, &info) < 0)
		return 0;
	return info.ctr_nelems;
}

int
dt_type_text(struct dt_types *ts, uint32_t size, struct dt_type *out)
{
	struct dt_type array;
	int err = dt_type_array(ts, &ts->basic[DT_T_CHAR], size, &array);
	ctf_id_t id;

	if (err != 0)
		return err;
	id = ctf_add_typedef(ts->dict, CTF_ADD_NONROOT, "string",
	    (ctf_id_t)array.ctf);
	return id == CTF_ERR ? dt_ctf_error(ts) :
	    dt_type_byid(ts, (long)id, out);
}

bool
dt_type_istext(struct dt_types *ts, const struct dt_type *t)
{
	return t->kind == DT_TYPE_ARRAY && ctf_type_kind(ts->dict,
	    (ctf_id_t)t->ctf) == CTF_K_TYPEDEF && strcmp(ctf_type_name_raw(
	    ts->dict, (ctf_id_t)t->ctf), "string") == 0;
}

/* Count the typedefs and qualifiers that dt_ctf_resolve() strips. */
static int
references(const struct dt_types *ts, ctf_id_t id)
{
	ctf_id_t end = dt_ctf_resolve(ts, id);
	int n;

	for (n = 0; id != end && id != CTF_ERR; n++)
		id = ctf_type_reference(ts->dict, id);
	return n;
}

int
dt_type_typedef(struct dt_types *ts, const char *name,
    const struct dt_type *of, struct dt_type *out)
{
	struct dt_type old;
	ctf_id_t id;
	int err = dt_ctf_named(ts, name, false, &id);

	if (err == 0) {
		err = dt_type_byid(ts, (long)id, &old);
		if (err == 0 && !dt_type_same(ts, &old, of))
			err = -EEXIST;
		if (err == 0)
			*out = old;
		return err;
	}
	if (err != -ENOENT)
		return err;
	if (references(ts, (ctf_id_t)of->ctf) >= DT_MAXTYPEDEFS)
		return -ELOOP;
	id = ctf_add_typedef(ts->dict, CTF_ADD_ROOT, name, (ctf_id_t)of->ctf);
	if (id == CTF_ERR)
		return dt_ctf_error(ts);
	return dt_type_byid(ts, (long)id, out);
}

static int
make_integers(struct dt_types *ts)
{
	size_t i;

	for (i = 0; i < NELEMS(integers); i++) {
		const struct integer *n = &integers[i];
		ctf_encoding_t e = {
			.cte_format = (n->is_signed ? CTF_INT_SIGNED : 0) |
			    (strcmp(n->name, "char") == 0 ? CTF_INT_CHAR : 0),
			.cte_bits = n->size * 8,
		};

		if (ctf_add_integer(ts->dict, CTF_ADD_ROOT, n->name, &e) ==
		    CTF_ERR)
			return dt_ctf_error(ts);
	}
	return 0;
}

static int
make_string(struct dt_types *ts)
{
	struct dt_type chr;
	int err = dt_type_lookup(ts, "char *", &chr);

	if (err != 0)
		return err;
	ts->string = ctf_add_typedef(ts->dict, CTF_ADD_ROOT, "string",
	    (ctf_id_t)chr.ctf);
	return ts->string == CTF_ERR ? dt_ctf_error(ts) : 0;
}

/*
 * When memory is short, libctf reports a member that it did not add as added,
 * or leaves one behind that it frees twice when the container is closed.
 */
int
dt_ctf_member(struct dt_types *ts, ctf_id_t owner, const char *name,
    ctf_id_t type, unsigned long at)
{
	ctf_membinfo_t info;
	int err = 0;

	if (ctf_add_member_offset(ts->dict, owner, name, type, at) != 0)
		err = dt_ctf_error(ts);
	else if (*name != '\0' &&
	    ctf_member_info(ts->dict, owner, name, &info) != 0)
		err = -ENOMEM;
	ts->broken = ts->broken || err == -ENOMEM;
	return err;
}

static int
make_function(struct dt_types *ts)
{
	ctf_funcinfo_t info = {
		.ctc_return = (ctf_id_t)ts->basic[DT_T_INT].ctf };
	ctf_id_t id = ctf_add_function(ts->dict, CTF_ADD_NONROOT, &info, NULL);

	return id == CTF_ERR ? dt_ctf_error(ts) :
	    dt_type_byid(ts, (long)id, &ts->function);
}

struct dt_type
dt_type_function(struct dt_types *ts)
{
	return ts->function;
}

static int
make_basics(struct dt_types *ts)
{
	int err = 0;
	size_t i;

	for (i = 0; i < DT_NTYPEIDS && err == 0; i++)
		err = dt_type_lookup(ts, basics[i], &ts->basic[i]);
	return err != 0 ? err : make_function(ts);
}

int
dt_types_create(struct dt_types **tsp)
{
	struct dt_types *ts = calloc(1, sizeof(*ts));
	int err;

	if (ts == NULL)
		return -ENOMEM;
	ts->string = CTF_ERR;
	ts->dict = ctf_create(&err);
	if (ts->dict == NULL) {
		free(ts);
		return err == ENOMEM ? -ENOMEM : -EINVAL;
	}
	err = make_integers(ts);
	if (err == 0)
		err = make_string(ts);
	if (err == 0)
		err = make_basics(ts);
	if (err != 0) {
		dt_types_destroy(ts);
		return err;
	}
	*tsp = ts;
	return 0;
}

void
dt_types_destroy(struct dt_types *ts)
{
	if (ts == NULL)
		return;
	dt_btf_close(ts->btf);
	dt_source_close(ts);
	free(ts->align);
	if (!ts->broken)
		ctf_dict_close(ts->dict);
	free(ts);
}

struct ctf_dict *
dt_types_dict(struct dt_types *ts)
{
	return ts->dict;
}
