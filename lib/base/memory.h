/* SPDX-License-Identifier: MIT */
/* memory.h - how much memory this process may use. */
#ifndef DT_MEMORY_H
#define DT_MEMORY_H

#include <stdint.h>

/*
 * Bytes available without swapping: on the machine, or under the limit of the
 * process's cgroup or one above it, if that is less.  INT64_MAX if neither is
 * known.  root precedes the paths of /proc and /sys: "" for the real ones.
 */
int64_t dt_memory_available(const char *root);

#endif
