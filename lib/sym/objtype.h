/* SPDX-License-Identifier: MIT */
/*
 * objtype.h - translates types of the debug information of programs and
 * libraries, as they are used, into D's.  Damaged ones have fewer members.
 * Types of the same name and members are one type, in whatever file.
 */
#ifndef DT_OBJTYPE_H
#define DT_OBJTYPE_H

#include <sys/types.h>
#include "type/type.h"

struct dt_objtypes;

/* A file with debug information, or with a separate file that has it. */
struct dt_objfile {
	const char *path;	/* from here */
	dev_t dev;
	ino_t ino;		/* 0: any */
};

struct dt_objtype {
	struct dt_type type;
	const char *full;	/* the name, with the id of the file */
};

/* 0 or -ENOMEM. */
int dt_objtypes_create(struct dt_objtypes **tp, struct dt_types *ts);
/* The types in ts cannot be used after this. */
void dt_objtypes_destroy(struct dt_objtypes *t);

/*
 * The type that is described at an offset of .debug_info; t frees it.
 * -ENOENT: there is no such file; -EINVAL: no such type; -ENOMEM.
 */
int dt_objtypes_find(struct dt_objtypes *t, const struct dt_objfile *file,
    uint64_t at, const struct dt_objtype **out);
/*
 * The first definition of "struct x", "union x", "enum x" or a typedef in the
 * file.  -ENODATA: it has no debug information; -ENOENT: no such type; -ENOMEM.
 */
int dt_objtypes_named(struct dt_objtypes *t, const struct dt_objfile *file,
    const char *name, struct dt_type *out);

#endif /* DT_OBJTYPE_H */
