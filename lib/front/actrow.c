/* SPDX-License-Identifier: MIT */
/* actrow.c - the actions of D by number and by name. */
#include "base/act.h"
#include "front/ast.h"

#include <string.h>

const struct dt_actrow dt_actrows[DT_NACTS] = {
#define	DT_ACT(id, name, kind, min, max, ...)	\
	[DT_A_##id] = { name, kind, min, max },
#include "tbl/acts.h"
};

int
dt_actrow_find(const char *name)
{
	for (int i = 0; i < DT_NACTS; i++)
		if (strcmp(dt_actrows[i].name, name) == 0)
			return i;
	return -1;
}
