/* SPDX-License-Identifier: MIT */
/*
 * loader.h - asks the dynamic loader what it will do with a program that is
 * about to start.  The loader runs with the privileges of this process, so it
 * is only run for a child of it with the same user id: -ENOENT for others, and
 * for static programs.
 */
#ifndef DT_LOADER_H
#define DT_LOADER_H

#include <sys/types.h>
#include "base/buf.h"

/* The output of "LOADER --list PROGRAM", a path valid here.  0 or -errno. */
int dt_loader_list(pid_t pid, const char *program, struct dt_buf *text);
/*
 * Call fn with a process that has the program and its libraries mapped and
 * relocated, but has not run them, and ends afterwards.  Returns the result of
 * fn, or -errno.
 */
int dt_loader_run(pid_t pid, const char *program,
    int (*fn)(void *arg, pid_t pid), void *arg);

#endif /* DT_LOADER_H */
