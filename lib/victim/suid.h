/* SPDX-License-Identifier: MIT */
/* suid.h - rights that the file of a program gives. */
#ifndef DT_SUID_H
#define DT_SUID_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * Does the file of this process's program give it rights that it does not have?
 * That is so if the process was traced at its exec.
 */
bool dt_suid_lost(pid_t pid);

#endif
