/* SPDX-License-Identifier: MIT */
/*
 * json.h - values as JSON, for option oformat.  The output is valid JSON for
 * any value.  A byte that is not part of UTF-8 becomes the character of that
 * number, so that different strings rarely become equal.  Integers have up to
 * 64 bits.  Rates have one decimal, after a point in any locale.
 */
#ifndef DT_JSON_H
#define DT_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include "base/fmt.h"
#include "show/show.h"

/* A writer, which adds the commas.  Initialise with { .s = sink }. */
struct dt_json {
	struct dt_sink *s;
	bool more;		/* the next value needs a comma before it */
};

/* bracket is one of { } [ ]; a member is a name, then a value. */
void dt_json_open(struct dt_json *j, char bracket);
void dt_json_close(struct dt_json *j, char bracket);
void dt_json_name(struct dt_json *j, const char *name);
void dt_json_int(struct dt_json *j, int64_t v);
void dt_json_uint(struct dt_json *j, uint64_t v);
/* A string of n bytes, which may contain NULs. */
void dt_json_str(struct dt_json *j, const char *p, size_t n);

/* A member: name and value. */
void dt_json_named_int(struct dt_json *j, const char *name, int64_t v);
void dt_json_named_uint(struct dt_json *j, const char *name, uint64_t v);
void dt_json_named_str(struct dt_json *j, const char *name, const char *v);

/* A datum or key: a number, a string, a symbol's object, a stack's array. */
void dt_json_datum(struct dt_json *j, const struct dt_show *how,
    const dtrace_recdesc_t *rec, const void *p);
/*
 * A datum with its action, as an object whose only member, or a symbol's first
 * one, has the name of the action.
 */
void dt_json_action(struct dt_json *j, const struct dt_show *how,
    const dtrace_recdesc_t *rec, const void *p);
/* A symbol as members of the open object; a stack as an array. */
void dt_json_addresses(struct dt_json *j, const struct dt_show *how,
    dtrace_actkind_t action, const void *p, size_t size);
/* Bytes in hexadecimal. */
void dt_json_bytes(struct dt_json *j, const unsigned char *p, size_t n);
/*
 * The members of an aggregation's value: one named after the function, or
 * "buckets"; and those of options aggdelta, aggpersec and aggpercentiles.
 */
void dt_json_value(struct dt_json *j, const struct dt_show *how,
    const struct dt_aggshow *v);

#endif
