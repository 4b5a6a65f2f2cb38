/* SPDX-License-Identifier: MIT */
/* since.c - functions that are newer than the version a program requires. */
#include <string.h>
#include "base/optval.h"
#include "front/front.h"
#include "front/lex.h"

int64_t
dt_lex_version(const struct dt_lex *l)
{
	return l->env->version != NULL ? l->env->version(l->env->arg) : 0;
}

int
dt_lex_since(const struct dt_lex *l, const char *name)
{
	static const struct {
		const char *name;
		int minor;
	} v[] = {
#define	DT_SINCE(name, minor)	{ name, minor },
#include "tbl/since.h"
#undef DT_SINCE
	};
	int64_t version = dt_lex_version(l);

	if (version == 0 || l->src->is_library)
		return 0;
	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++)
		if (strcmp(v[i].name, name) == 0)
			return version < DT_OPTVAL3(1, v[i].minor, 0) ?
			    v[i].minor : 0;
	return 0;
}
