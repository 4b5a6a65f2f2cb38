/* SPDX-License-Identifier: MIT */
/* regular.h - opens files that a process names. */
#ifndef DT_REGULAR_H
#define DT_REGULAR_H

#include <stdint.h>

/*
 * A descriptor of the regular file that a path names; ino: only if it has this
 * number, 0: any.  -1 and errno, ENOEXEC if another file has the path.
 */
int dt_regular_open(const char *path, uint64_t ino);

#endif /* DT_REGULAR_H */
