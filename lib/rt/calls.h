/* SPDX-License-Identifier: MIT */
/* calls.h - the runtime functions that a clause may call: tbl/rtfuncs.h. */
#ifndef DT_CALLS_H
#define DT_CALLS_H

#include <stdint.h>

enum dt_rtfn {
	DT_RT_none,
#define	DT_RTFUNC(name, params, needs)	DT_RT_##name,
#include "tbl/rtfuncs.h"
#undef DT_RTFUNC
	DT_NRTFNS
};

struct dt_rtcall {
	const char *name;	/* of the function */
	const char *params;	/* a letter each */
	uint32_t needs;		/* of a clause that calls it */
};

extern const struct dt_rtcall dt_rtcalls[DT_NRTFNS];

#endif
