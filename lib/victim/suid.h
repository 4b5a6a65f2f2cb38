/* SPDX-License-Identifier: MIT */
/* suid.h - privileges that the file of a program gives. */
#ifndef DT_SUID_H
#define DT_SUID_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * Does the process lack privileges of its program's file?  So it does if it was
 * traced at its exec.
 */
bool dt_suid_lost(pid_t pid);

#endif
