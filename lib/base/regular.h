/* SPDX-License-Identifier: MIT */
/* regular.h - opens files that a process names. */
#ifndef DT_REGULAR_H
#define DT_REGULAR_H

#include <stdint.h>

/*
 * Open a regular file for reading, with this inode number, or any if ino is 0.
 * Returns a descriptor, or -1 and errno: ENOEXEC if path is another file.
 */
int dt_regular_open(const char *path, uint64_t ino);

#endif /* DT_REGULAR_H */
