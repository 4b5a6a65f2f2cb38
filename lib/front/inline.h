/* SPDX-License-Identifier: MIT */
/* inline.h - inlines and translators; private to front/. */
#ifndef DT_INLINE_H
#define DT_INLINE_H

#include "front/parse.h"

struct dt_param {
	const char *name;
	struct dt_type type;
};

/* A name that stands for an expression. */
struct dt_inline {
	const char *name;
	struct dt_type type;
	const char *file;		/* where it is; NULL: the program */
	int line;
	bool is_library;
	bool is_array;			/* name[params] */
	uint32_t nparams;
	struct dt_param params[DT_MAXKEYS];
	const struct dt_pnode *expr;
	struct dt_arena *arena;		/* NULL: it is in the program's */
};

struct dt_xmember {
	const char *name;
	int line;
	const struct dt_pnode *expr;
	struct dt_xmember *next;
};

/* translator out < in.type in.name > { members } */
struct dt_xlator {
	struct dt_type out;		/* a struct or union */
	struct dt_param in;
	const char *file;
	int line;
	struct dt_xmember *members;
	dtrace_attribute_t attr;	/* of each member, if is_rated */
	bool is_rated;
	struct dt_arena *arena;
};

/* Copy to a new arena, which the copy owns; NULL: no memory. */
struct dt_inline *dt_inline_copy(const struct dt_inline *in);
struct dt_xlator *dt_xlator_copy(const struct dt_xlator *x);

#endif /* DT_INLINE_H */
