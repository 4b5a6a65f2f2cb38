/* SPDX-License-Identifier: MIT */
/* refuse.h - why a process cannot be watched, traced or started. */
#ifndef DT_REFUSE_H
#define DT_REFUSE_H

#include <stddef.h>
#include <sys/types.h>

/* The reason for err, the 0 or -errno of a look at pid; "" if none is found. */
void dt_refuse_why(pid_t pid, int err, char *buf, size_t n);
/* The same of a command that could not be started. */
void dt_refuse_start(int err, char *buf, size_t n);

#endif
