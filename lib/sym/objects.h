/* SPDX-License-Identifier: MIT */
/* objects.h - the program and the libraries of a process, as files. */
#ifndef DT_OBJECTS_H
#define DT_OBJECTS_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * Called once for each file.  path leads to it from this process, even if the
 * other one has another root; name is the last part of it.  A nonzero return
 * ends the search, and is its result.
 */
typedef int dt_object_f(void *arg, const char *path, const char *name,
    bool is_program);

/*
 * The program comes first.  For a child of ours that has not loaded its
 * libraries yet, its loader is asked to list them.  0, the result of fn, or
 * -errno; -ESRCH: there is no such process.
 */
int dt_objects(pid_t pid, dt_object_f *fn, void *arg);
/*
 * Only those that it has mapped: no loader is run, whose end a consumer that
 * waits for any child would get to see.
 */
int dt_objects_mapped(pid_t pid, dt_object_f *fn, void *arg);

#endif /* DT_OBJECTS_H */
