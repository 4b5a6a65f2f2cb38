/* SPDX-License-Identifier: MIT */
/* objects.h - the program and the libraries of a process, as files. */
#ifndef DT_OBJECTS_H
#define DT_OBJECTS_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * Called once for each file.  path is valid in this process, even if the traced
 * one has another root; name is its last part.  A nonzero result ends the
 * search and is returned.
 */
typedef int dt_object_f(void *arg, const char *path, const char *name,
    bool is_program);

/*
 * The program comes first.  For a child of this process that has not loaded its
 * libraries yet, the dynamic loader is run to list them.  0, the result of fn,
 * or -errno; -ESRCH: there is no such process.
 */
int dt_objects(pid_t pid, dt_object_f *fn, void *arg);
/*
 * The same for mapped files only.  No loader is run, which a consumer that
 * waits for any child would reap.
 */
int dt_objects_mapped(pid_t pid, dt_object_f *fn, void *arg);

/* A path of the program that is valid here.  0 or -errno. */
int dt_object_program(pid_t pid, char *path, size_t size);

#endif /* DT_OBJECTS_H */
