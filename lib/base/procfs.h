/* SPDX-License-Identifier: MIT */
/*
 * procfs.h - reads /proc/ID of a process or thread.  A caller that needs
 * several facts from a file reads it once and passes its text on.
 */
#ifndef DT_PROCFS_H
#define DT_PROCFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Read the start of /proc/ID/name as a string.  Its length, or -1 and "". */
ssize_t dt_procfs_read(pid_t id, const char *name, char *buf, size_t size);
/* The command's name, without the newline; false and "": not known. */
bool dt_procfs_comm(pid_t id, char *buf, size_t size);

/* From status: the number after a key such as "\nPPid:\t"; 0 if missing. */
uint32_t dt_procfs_number(const char *status, const char *key);
/* The real and effective ids after "\nUid:\t" or "\nGid:\t", if found. */
void dt_procfs_ids(const char *status, const char *key, uint32_t *real,
    uint32_t *effective);
/* The same for a set of signals or capabilities: bits, in hexadecimal. */
uint64_t dt_procfs_set(const char *status, const char *key);
/* Is it dead or a zombie? */
bool dt_procfs_ended(const char *status);

/* From stat: where a field begins; NULL if missing. */
enum dt_statfield {
	DT_STAT_STATE, DT_STAT_PPID, DT_STAT_PGID, DT_STAT_SID, DT_STAT_TTY,
	DT_STAT_FLAGS = 6, DT_STAT_UTIME = 11, DT_STAT_STIME, DT_STAT_CUTIME,
	DT_STAT_CSTIME, DT_STAT_THREADS = 17, DT_STAT_START = 19, DT_STAT_VSIZE,
	DT_STAT_RSS, DT_STAT_CPU = 36, DT_STAT_ARG_START = 45, DT_STAT_ARG_END,
	DT_STAT_EXIT = 49
};
const char *dt_procfs_stat(const char *stat, enum dt_statfield field);
/* The number there; 0 if missing. */
int64_t dt_procfs_field(const char *stat, enum dt_statfield field);

/* When the process began, in ticks after the boot; 0: not known. */
uint64_t dt_procfs_started(pid_t pid);

/* The ids of at most n ancestors of pid, parent first, and a 0 after them. */
void dt_procfs_ancestors(pid_t pid, uint32_t *v, size_t n);

#endif /* DT_PROCFS_H */
