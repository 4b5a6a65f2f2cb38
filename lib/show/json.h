/* SPDX-License-Identifier: MIT */
/*
 * json.h - values as JSON, for option oformat.  What is written is valid
 * whatever the values are: a byte of a string that is not part of UTF-8 becomes
 * the character of that number, so that strings that differ stay apart most of
 * the time; integers are numbers of up to 64 bits, and rates have one digit
 * behind the point, whatever the locale.
 */
#ifndef DT_JSON_H
#define DT_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include "base/fmt.h"
#include "show/show.h"

/* Where to write; commas come by themselves.  Initialise with { .s = sink }. */
struct dt_json {
	struct dt_sink *s;
	bool more;		/* a comma before what comes next */
};

/* Brackets of either kind; a member's name; values. */
void dt_json_open(struct dt_json *j, char bracket);
void dt_json_close(struct dt_json *j, char bracket);
void dt_json_name(struct dt_json *j, const char *name);
void dt_json_int(struct dt_json *j, int64_t v);
void dt_json_uint(struct dt_json *j, uint64_t v);
/* n bytes, all of them. */
void dt_json_str(struct dt_json *j, const char *p, size_t n);

/* Members whose name and value are at hand. */
void dt_json_named_int(struct dt_json *j, const char *name, int64_t v);
void dt_json_named_uint(struct dt_json *j, const char *name, uint64_t v);
void dt_json_named_str(struct dt_json *j, const char *name, const char *v);

/* A datum or key: number, string, object of a symbol or array of frames. */
void dt_json_datum(struct dt_json *j, const struct dt_show *how,
    const dtrace_recdesc_t *rec, const void *p);
/*
 * A datum that an action of its own has recorded, as an object: its one member,
 * or the first of a symbol's, is called after the action.
 */
void dt_json_action(struct dt_json *j, const struct dt_show *how,
    const dtrace_recdesc_t *rec, const void *p);
/* What dt_json_datum() makes of a symbol or a stack. */
void dt_json_addresses(struct dt_json *j, const struct dt_show *how,
    dtrace_actkind_t action, const void *p, size_t size);
/* Bytes in hexadecimal. */
void dt_json_bytes(struct dt_json *j, const unsigned char *p, size_t n);
/*
 * The members of an aggregation's value: the function's name or buckets, and
 * what options aggdelta, aggpersec and aggpercentiles add.
 */
void dt_json_value(struct dt_json *j, const struct dt_show *how,
    const struct dt_aggshow *v);

#endif
