/* SPDX-License-Identifier: MIT */
/*
 * maps.h - what a process has mapped, in the words of /proc.  No lock of libc's
 * that all threads share is taken, as who reads may be killed.
 */
#ifndef DT_MAPS_H
#define DT_MAPS_H

#include <stdbool.h>
#include "base/buf.h"
#include "sym/usym.h"

/* All of /proc/PID/maps.  0 or -errno. */
int dt_maps_read(pid_t pid, struct dt_buf *text);
/*
 * The next mapping with code in it, at or behind *at, which is NULL if there is
 * no text.  The path is in the text, which is changed for that.
 */
bool dt_maps_next(char **at, struct dt_umap *m);

#endif /* DT_MAPS_H */
