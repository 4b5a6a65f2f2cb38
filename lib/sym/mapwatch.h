/* SPDX-License-Identifier: MIT */
/*
 * mapwatch.h - watches the mappings of all processes, since a process may end
 * before its addresses are looked up.  It needs CAP_PERFMON.
 */
#ifndef DT_MAPWATCH_H
#define DT_MAPWATCH_H

#include <stdbool.h>
#include "sym/usym.h"

struct dt_mapwatch;

#define	DT_MAPWATCH_RING	(1u << 17)

/*
 * Start recording; 0 or -errno.  Each CPU has room for `ring` bytes of records,
 * a power of two and at least a page.  With wakes, the descriptors of
 * dt_mapwatch_fds() poll readable once there are records.
 */
int dt_mapwatch_open(struct dt_mapwatch **wp, size_t ring, bool wakes);
struct pollfd;
/*
 * Store at most max descriptors, one for each online CPU, in v, which may be
 * NULL; returns how many there are.
 */
size_t dt_mapwatch_fds(const struct dt_mapwatch *w, struct pollfd *v,
    size_t max);
void dt_mapwatch_close(struct dt_mapwatch *w);
/*
 * Pass the records since the last call to us.  If some were lost, the mappings
 * of all processes in us are read again.  0 or -ENOMEM.
 */
int dt_mapwatch_read(struct dt_mapwatch *w, struct dt_usyms *us);

/* An event of a process. */
enum dt_mapevent {
	DT_MAP_FORKED,			/* it was forked */
	DT_MAP_CODE,			/* it has mapped code of a file */
	DT_MAP_NEWFIRST,		/* another thread has executed a program
					 * and replaced the first one */
};

/*
 * Call fn for each event since the last call, NEWFIRST only of a watch with
 * wakes; path is that of the file mapped, or NULL.  *lost: records were lost,
 * there may be others.  0 or -ENOMEM.
 */
typedef void dt_mapwatch_f(void *arg, pid_t pid, enum dt_mapevent event,
    const char *path);
int dt_mapwatch_procs(struct dt_mapwatch *w, dt_mapwatch_f *fn, void *arg,
    bool *lost);

#endif
