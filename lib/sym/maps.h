/* SPDX-License-Identifier: MIT */
/*
 * maps.h - the mappings of a process, from /proc.  Reading takes no lock of
 * libc, since the reading thread may be killed at any time.
 */
#ifndef DT_MAPS_H
#define DT_MAPS_H

#include <stdbool.h>
#include "base/buf.h"
#include "sym/usym.h"

/* Read all of /proc/PID/maps.  0 or -errno. */
int dt_maps_read(pid_t pid, struct dt_buf *text);
/*
 * Find the next mapping with code, and move *at past it; false: there are no
 * more.  *at may be NULL.  The path points into the text, which is modified.
 */
bool dt_maps_next(char **at, struct dt_umap *m);
/* The same for mappings that the process can write to. */
bool dt_maps_next_data(char **at, struct dt_umap *m);
/* The same for mappings that it can read. */
bool dt_maps_next_readable(char **at, struct dt_umap *m);
/*
 * A path of the mapped file that is valid here, even if the file was deleted or
 * replaced, or is in memory.  False: it has none, or privileges are missing.
 */
bool dt_maps_path(pid_t pid, const struct dt_umap *m, char *buf, size_t size);
/* Open the file of a mapping for reading.  The descriptor, or -1 with errno. */
int dt_maps_open(pid_t pid, const struct dt_umap *m);

#endif /* DT_MAPS_H */
