/* SPDX-License-Identifier: MIT */
/* dict.h - what the files of lib/type share and nobody else sees. */
#ifndef DT_TYPE_DICT_H
#define DT_TYPE_DICT_H

#include <ctf-api.h>
#include "type/type.h"

struct dt_types {
	ctf_dict_t *dict;
	ctf_id_t string;	/* libctf thinks it a typedef of char * */
	struct dt_type basic[DT_NTYPEIDS];
};

/* libctf's last failure as a negative errno. */
int dt_ctf_error(const struct dt_types *ts);
/* A type that has this very name, made if it is one of tbl/types.h. */
int dt_ctf_named(struct dt_types *ts, const char *name, ctf_id_t *id);
/* Without typedef, const and volatile, but string stays string. */
ctf_id_t dt_ctf_resolve(const struct dt_types *ts, ctf_id_t id);

#endif
