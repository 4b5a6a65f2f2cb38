/* SPDX-License-Identifier: MIT */
/* objects.h - the program and the libraries of a process, as files. */
#ifndef DT_OBJECTS_H
#define DT_OBJECTS_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * One of them, once each.  path leads to it from here, also where the process
 * has another root; name is the last part of it.  A nonzero return ends the
 * search, and is its result.
 */
typedef int dt_object_f(void *arg, const char *path, const char *name,
    bool is_program);

/*
 * The program is the first.  A child of ours that has not begun has not loaded
 * its libraries yet: they are those that its loader lists.  0, what fn
 * returned, or -errno; -ESRCH: there is no such process.
 */
int dt_objects(pid_t pid, dt_object_f *fn, void *arg);

#endif /* DT_OBJECTS_H */
