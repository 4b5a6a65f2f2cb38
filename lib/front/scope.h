/* SPDX-License-Identifier: MIT */
/* scope.h - the names of a handle; what only front/ may ask and do. */
#ifndef DT_SCOPE_H
#define DT_SCOPE_H

#include "front/front.h"

struct dt_types *dt_scope_types(const struct dt_scope *s);

/*
 * By kind and name, the aggregations' without @; GLOBAL finds built-ins too.
 * NULL: there is none.
 */
struct dt_ident *dt_scope_find(struct dt_scope *s, enum dt_idkind kind,
    const char *name);
/*
 * A new name, which must not exist.  The variable gets its place by the type.
 * 0, -ENOMEM, or -ENOSPC: there are too many of the kind.
 */
int dt_scope_add(struct dt_scope *s, enum dt_idkind kind, const char *name,
    const struct dt_type *type, struct dt_ident **out);
/* The same for an associative array of values of this type. */
int dt_scope_add_array(struct dt_scope *s, enum dt_idkind kind,
    const char *name, const struct dt_type *type, const struct dt_type *keys,
    uint32_t nkeys, struct dt_ident **out);
/* The name of a file that #line tells, for the life of the handle, or NULL. */
const char *dt_scope_filename(struct dt_scope *s, const char *name);

/* What a program that fails must give back: everything since the mark. */
struct dt_scope_mark {
	const struct dt_ident *newest;
	uint32_t globals, gstrs, nthis, thisstrs, nself, narrays;
	uint32_t nagg;
};
struct dt_scope_mark dt_scope_mark(const struct dt_scope *s);
void dt_scope_rollback(struct dt_scope *s, const struct dt_scope_mark *m);

#endif /* DT_SCOPE_H */
