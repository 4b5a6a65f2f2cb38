/* SPDX-License-Identifier: MIT */
/*
 * mapwatch.h - what all processes map while we watch, so that those that end
 * before they are asked about are known.  It takes CAP_PERFMON.
 */
#ifndef DT_MAPWATCH_H
#define DT_MAPWATCH_H

#include "proc/usym.h"

struct dt_mapwatch;

/* From now on; 0 or -errno. */
int dt_mapwatch_open(struct dt_mapwatch **wp);
void dt_mapwatch_close(struct dt_mapwatch *w);
/* Tell us what has come since the last time.  0 or -ENOMEM. */
int dt_mapwatch_read(struct dt_mapwatch *w, struct dt_usyms *us);

#endif
