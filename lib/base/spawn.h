/* SPDX-License-Identifier: MIT */
/* spawn.h - runs a program to its end. */
#ifndef DT_SPAWN_H
#define DT_SPAWN_H

/*
 * Run argv[0], a path or a name to find in PATH, with the descriptors in (-1:
 * the caller's standard input) and out.  0, or -errno if it did not start.
 * *status is its wait status, or -1 if another thread has waited for it.
 */
int dt_spawn(char *const argv[], char *const env[], int in, int out,
    int *status);

#endif /* DT_SPAWN_H */
