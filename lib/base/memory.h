/* SPDX-License-Identifier: MIT */
/* memory.h - how much memory this process may take. */
#ifndef DT_MEMORY_H
#define DT_MEMORY_H

#include <stdint.h>

/*
 * Bytes that can be had without swapping: what is available on the machine, or
 * the limit of the process's cgroup or of one above it, if that is less.
 * INT64_MAX if neither is known.  root is put before the paths of /proc and
 * /sys: "" for the real ones.
 */
int64_t dt_memory_available(const char *root);

#endif
