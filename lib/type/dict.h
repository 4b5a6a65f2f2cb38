/* SPDX-License-Identifier: MIT */
/* dict.h - what the files of lib/type share and nobody else sees. */
#ifndef DT_TYPE_DICT_H
#define DT_TYPE_DICT_H

#include <ctf-api.h>
#include "type/type.h"

struct dt_btf;

struct dt_types {
	ctf_dict_t *dict;
	ctf_id_t string;	/* libctf thinks it a typedef of char * */
	struct dt_type basic[DT_NTYPEIDS];
	const char *path;	/* of the kernel's types, or NULL: the usual */
	struct dt_btf *btf;	/* NULL until a type of the kernel is named */
	char nokernel[128];	/* why they could not be read, or "" */
};

/* libctf's last failure as a negative errno. */
int dt_ctf_error(const struct dt_types *ts);
/*
 * A type that has this very name, made if it is one of tbl/types.h or if the
 * kernel has it: a tag, and if asked for a typedef.
 */
int dt_ctf_named(struct dt_types *ts, const char *name, bool typedefs,
    ctf_id_t *id);
/* Without typedef, const and volatile, but string stays string. */
ctf_id_t dt_ctf_resolve(const struct dt_types *ts, ctf_id_t id);

/* btf.c */
/* "struct x", "union x", "enum x", or a typedef of the kernel. */
int dt_btf_named(struct dt_types *ts, const char *name, ctf_id_t *id);
/*
 * Give a struct or union its members, if it is one of the kernel that has not
 * got them yet.
 */
int dt_btf_open(struct dt_types *ts, ctf_id_t id);
void dt_btf_close(struct dt_btf *b);

#endif
