/* SPDX-License-Identifier: MIT */
/* dict.h - private to the files of lib/type. */
#ifndef DT_TYPE_DICT_H
#define DT_TYPE_DICT_H

#include <ctf-api.h>
#include <stdbool.h>
#include "type/type.h"

struct dt_btf;
struct dt_sourced;

struct dt_types {
	ctf_dict_t *dict;
	bool broken;		/* dict is leaked: closing it would crash */
	ctf_id_t string;	/* for libctf a typedef of char * */
	struct dt_type basic[DT_NTYPEIDS];
	struct dt_type function;
	const char *path;	/* of types of the kernel; NULL: its own */
	struct dt_btf *btf;	/* NULL until a type of the kernel is named */
	struct dt_sourced **sourced;	/* by id; NULL: not of a source */
	size_t nsourced;
	int source_depth;	/* of the struct that gets members now */
	uint32_t *align;	/* by id: of a struct, in bytes; 0: unknown */
	size_t naligns;
	char nokernel[128];	/* why btf could not be read, or "" */
};

/* Flag of an alignment that an attribute has given. */
#define	DT_ALIGN_GIVEN	(1u << 31)

/* libctf's last failure as a negative errno. */
int dt_ctf_error(const struct dt_types *ts);
/*
 * The type of exactly this name.  A type of tbl/types.h, a kernel type with a
 * tag, and with typedefs a kernel typedef are created on first use.
 */
int dt_ctf_named(struct dt_types *ts, const char *name, bool typedefs,
    ctf_id_t *id);
/* Add a member to a struct or union, at this offset in bits. */
int dt_ctf_member(struct dt_types *ts, ctf_id_t owner, const char *name,
    ctf_id_t type, unsigned long at);
/* The width of a bit-field, and in *type its base type; 0: not a bit-field. */
uint32_t dt_ctf_bitfield(const struct dt_types *ts, ctf_id_t *type);
/* Add the members of a struct that is not the program's, on first use. */
int dt_ctf_open(struct dt_types *ts, ctf_id_t id);
/* Strip typedef, const and volatile, but keep string. */
ctf_id_t dt_ctf_resolve(const struct dt_types *ts, ctf_id_t id);

/* btf.c */
/* "struct x", "union x", "enum x", or a typedef of the kernel. */
int dt_btf_named(struct dt_types *ts, const char *name, ctf_id_t *id);
/* Add the members of a struct or union of the kernel, on first use. */
int dt_btf_open(struct dt_types *ts, ctf_id_t id);
void dt_btf_close(struct dt_btf *b);

/* source.c */
/* Is it a struct, union or enum of a source? */
bool dt_source_has(const struct dt_types *ts, ctf_id_t id);
/* The definition of one that is only declared.  -ENOENT: there is none. */
int dt_source_define(struct dt_types *ts, ctf_id_t id, struct dt_type *out);
void dt_source_close(struct dt_types *ts);

#endif
