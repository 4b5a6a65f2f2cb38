/* SPDX-License-Identifier: MIT */
/*
 * procfs.h - what /proc tells of a process or thread.  Whoever asks several
 * things of one file reads it once and then takes its text apart.
 */
#ifndef DT_PROCFS_H
#define DT_PROCFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The start of /proc/ID/name, as a string: its length, or -1 (and ""). */
ssize_t dt_procfs_read(pid_t id, const char *name, char *buf, size_t size);
/* The command's name, without the newline; false (and ""): it is not known. */
bool dt_procfs_comm(pid_t id, char *buf, size_t size);

/* Of status: the number of a key such as "\nPPid:\t"; 0 if it is not there. */
uint32_t dt_procfs_number(const char *status, const char *key);
/* The same for a set of signals or capabilities: bits, in hexadecimal. */
uint64_t dt_procfs_set(const char *status, const char *key);
/* It runs no more, and waits for its parent to take note at most. */
bool dt_procfs_ended(const char *status);

/* Of stat: where a field begins; NULL: it is not there. */
enum dt_statfield { DT_STAT_STATE, DT_STAT_FLAGS = 6, DT_STAT_CPU = 36 };
const char *dt_procfs_stat(const char *stat, enum dt_statfield field);

/* The ids of the ancestors of pid, parent first, at most n of them, then 0. */
void dt_procfs_ancestors(pid_t pid, uint32_t *v, size_t n);

#endif /* DT_PROCFS_H */
