/* SPDX-License-Identifier: MIT */
/* inline.h - names that stand for an expression; private to front/. */
#ifndef DT_INLINE_H
#define DT_INLINE_H

#include "front/parse.h"

struct dt_param {
	const char *name;
	struct dt_type type;
};

struct dt_inline {
	const char *name;
	struct dt_type type;
	int line;
	bool is_array;			/* name[params] */
	uint32_t nparams;
	struct dt_param params[DT_MAXKEYS];
	const struct dt_pnode *expr;
	struct dt_arena *arena;		/* NULL: of the program's arena */
};

/* A copy in an arena of its own; NULL when memory is out. */
struct dt_inline *dt_inline_copy(const struct dt_inline *in);
void dt_inline_destroy(struct dt_inline *in);

#endif /* DT_INLINE_H */
