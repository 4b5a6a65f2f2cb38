/* SPDX-License-Identifier: MIT */
/* scope.h - the names of a handle; private to front/. */
#ifndef DT_SCOPE_H
#define DT_SCOPE_H

#include "front/front.h"

struct dt_types *dt_scope_types(const struct dt_scope *s);
/* The most names of this kind, or arrays, that a scope can have. */
uint32_t dt_scope_limit(enum dt_idkind kind, bool is_array);

/*
 * The identifier of this kind and name, or NULL.  GLOBAL finds built-in
 * variables as well.  The name of an aggregation has no @.
 */
struct dt_ident *dt_scope_find(struct dt_scope *s, enum dt_idkind kind,
    const char *name);
/*
 * Add a name that does not exist yet, and reserve storage for its type.  0,
 * -ENOMEM, or -ENOSPC if there are too many of the kind.
 */
int dt_scope_add(struct dt_scope *s, enum dt_idkind kind, const char *name,
    const struct dt_type *type, struct dt_ident **out);
/* The same for an associative array whose values have this type. */
int dt_scope_add_array(struct dt_scope *s, enum dt_idkind kind,
    const char *name, const struct dt_type *type, const struct dt_type *keys,
    uint32_t nkeys, struct dt_ident **out);
/* Make room for the types of n keys, which the scope frees.  0 or -ENOMEM. */
int dt_scope_add_keys(struct dt_ident *id, uint32_t n);
/* Add an integer constant, which must not exist yet.  0 or -ENOMEM. */
int dt_scope_add_constant(struct dt_scope *s, const char *name,
    const struct dt_type *type, int64_t value, struct dt_ident **out);
/*
 * Add an inline or a translator, which must not exist yet.  The scope owns it,
 * unless this fails.  0 or -ENOMEM.
 */
int dt_scope_add_inline(struct dt_scope *s, struct dt_inline *in);
int dt_scope_add_xlator(struct dt_scope *s, struct dt_xlator *x);
/* The translator defined before `after`, or the last one; NULL: no more. */
const struct dt_xlator *dt_scope_xlator(struct dt_scope *s,
    const struct dt_xlator *after);
/* The newest declaration of a provider, which links to older ones; or NULL. */
struct dt_provider *dt_scope_provider(struct dt_scope *s, const char *name);
/* A declared probe, by its name in D, or NULL. */
const struct dt_provprobe *dt_scope_probe(struct dt_scope *s,
    const char *provider, const char *name);
/*
 * Add what must live until the scope is closed or rolled back; a probe must not
 * exist yet.  0 or -ENOMEM.
 */
int dt_scope_add_provider(struct dt_scope *s, struct dt_provider *v);
int dt_scope_add_probe(struct dt_scope *s, const struct dt_provprobe *p);
/* Copy a name for the life of the handle; NULL: no memory. */
const char *dt_scope_filename(struct dt_scope *s, const char *name);

/* The size of the scope before a program, to roll back to if it fails. */
struct dt_scope_mark {
	const struct dt_ident *newest;
	uint32_t globals, gstrs, nthis, thisstrs, nself, narrays;
	uint32_t nagg, nprobes;
};
struct dt_scope_mark dt_scope_mark(const struct dt_scope *s);
void dt_scope_rollback(struct dt_scope *s, const struct dt_scope_mark *m);
/* Was the identifier added after `newest` was the newest one? */
bool dt_scope_is_after(const struct dt_scope *s, const struct dt_ident *newest,
    const struct dt_ident *id);
/* Hide an identifier: it keeps its place, and its name can be added again. */
void dt_scope_hide(struct dt_scope *s, const struct dt_ident *id);

#endif /* DT_SCOPE_H */
