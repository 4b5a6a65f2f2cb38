/* SPDX-License-Identifier: MIT */
/*
 * mapwatch.h - what all processes map while we watch, so that those that end
 * before they are asked about are known.  It takes CAP_PERFMON.
 */
#ifndef DT_MAPWATCH_H
#define DT_MAPWATCH_H

#include "sym/usym.h"

struct dt_mapwatch;

#define	DT_MAPWATCH_RING	(1u << 17)

/*
 * From now on; 0 or -errno.  Each CPU has room for ring bytes of records, a
 * power of two, but a page at least.
 */
int dt_mapwatch_open(struct dt_mapwatch **wp, size_t ring);
void dt_mapwatch_close(struct dt_mapwatch *w);
/*
 * Tell us what has come since the last time; if there was more than there is
 * room for, us looks at its processes itself.  0 or -ENOMEM.
 */
int dt_mapwatch_read(struct dt_mapwatch *w, struct dt_usyms *us);

#endif
