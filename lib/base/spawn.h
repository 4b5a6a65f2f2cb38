/* SPDX-License-Identifier: MIT */
/* spawn.h - runs a program to its end. */
#ifndef DT_SPAWN_H
#define DT_SPAWN_H

/*
 * Run argv[0], a path or a name to find in PATH, with these descriptors as
 * standard input (-1: ours) and output.  0, or -errno if it did not start.
 * *status is its wait status, or -1 if another thread has waited for it.
 */
int dt_spawn(char *const argv[], char *const env[], int in, int out,
    int *status);

#endif /* DT_SPAWN_H */
