/* SPDX-License-Identifier: MIT */
/*
 * mapwatch.h - records of the mappings of all processes, for those that end
 * before their addresses are looked up.  It needs CAP_PERFMON.
 */
#ifndef DT_MAPWATCH_H
#define DT_MAPWATCH_H

#include "sym/usym.h"

struct dt_mapwatch;

#define	DT_MAPWATCH_RING	(1u << 17)

/*
 * Start recording; 0 or -errno.  Each CPU has room for `ring` bytes of records,
 * a power of two and at least a page.
 */
int dt_mapwatch_open(struct dt_mapwatch **wp, size_t ring);
void dt_mapwatch_close(struct dt_mapwatch *w);
/*
 * Pass the records since the last call to us.  If some were lost, us reads the
 * mappings of its processes itself.  0 or -ENOMEM.
 */
int dt_mapwatch_read(struct dt_mapwatch *w, struct dt_usyms *us);

#endif
