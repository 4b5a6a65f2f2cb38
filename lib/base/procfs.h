/* SPDX-License-Identifier: MIT */
/* procfs.h - what /proc tells of a process or thread. */
#ifndef DT_PROCFS_H
#define DT_PROCFS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The start of /proc/ID/name, as a string: its length, or -1 (and ""). */
ssize_t dt_procfs_read(pid_t id, const char *name, char *buf, size_t size);
/* A number of a text like that of /proc/ID/status; 0 if it has no such key. */
uint32_t dt_procfs_number(const char *status, const char *key);
/* The ids of the ancestors of pid, parent first, at most n of them, then 0. */
void dt_procfs_ancestors(pid_t pid, uint32_t *v, size_t n);

#endif /* DT_PROCFS_H */
