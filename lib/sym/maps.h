/* SPDX-License-Identifier: MIT */
/*
 * maps.h - the mappings of a process, from /proc.  Reading takes no lock that
 * libc shares between threads, as the reading thread may be killed.
 */
#ifndef DT_MAPS_H
#define DT_MAPS_H

#include <stdbool.h>
#include "base/buf.h"
#include "sym/usym.h"

/* All of /proc/PID/maps.  0 or -errno. */
int dt_maps_read(pid_t pid, struct dt_buf *text);
/*
 * The next mapping with code at or after *at, NULL if there is no text; its
 * path points into the text, which is modified.
 */
bool dt_maps_next(char **at, struct dt_umap *m);
/* The same of a mapping that the process can write to. */
bool dt_maps_next_data(char **at, struct dt_umap *m);
/* The same of one that it can read. */
bool dt_maps_next_readable(char **at, struct dt_umap *m);

#endif /* DT_MAPS_H */
