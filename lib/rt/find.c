/* SPDX-License-Identifier: MIT */
/* find.c - the runtime function of a name; mkrt has sorted the table. */
#include <stdlib.h>
#include <string.h>

#include "rt/table.h"

static int
name_cmp(const void *name, const void *fn)
{
	return strcmp(name, ((const struct dt_func *)fn)->name);
}

const struct dt_func *
dt_rt_find(const char *name)
{
	return bsearch(name, dt_rt_table.funcs, dt_rt_table.nfuncs,
	    sizeof(dt_rt_table.funcs[0]), name_cmp);
}
