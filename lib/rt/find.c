/* SPDX-License-Identifier: MIT */
/* find.c - the runtime functions by name and, for clauses, by number. */
#include <stdlib.h>
#include <string.h>

#include "rt/calls.h"
#include "rt/clause.h"
#include "rt/table.h"

const struct dt_rtcall dt_rtcalls[DT_NRTFNS] = {
#define	DT_RTFUNC(name, params, needs)	\
	[DT_RT_##name] = { "dt_" #name, params, needs },
#include "tbl/rtfuncs.h"
#undef DT_RTFUNC
};

static int
name_cmp(const void *name, const void *fn)
{
	return strcmp(name, ((const struct dt_func *)fn)->name);
}

/* The table is sorted by name: mkrt.c. */
const struct dt_func *
dt_rt_find(const char *name)
{
	return bsearch(name, dt_rt_table.funcs, dt_rt_table.nfuncs,
	    sizeof(dt_rt_table.funcs[0]), name_cmp);
}
