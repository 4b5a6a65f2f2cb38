/* SPDX-License-Identifier: MIT */
/* suid.h - privileges that the file of a program gives. */
#ifndef DT_SUID_H
#define DT_SUID_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * Does the process lack privileges that its program's file gives?  It does if
 * an unprivileged tracer traced its exec.
 */
bool dt_suid_lost(pid_t pid);

#endif
