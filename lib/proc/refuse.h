/* SPDX-License-Identifier: MIT */
/* refuse.h - why a process cannot be watched or traced, in words. */
#ifndef DT_REFUSE_H
#define DT_REFUSE_H

#include <stddef.h>
#include <sys/types.h>

/* The reason for err, the 0 or -errno of a look at pid; "" if none is found. */
void dt_refuse_why(pid_t pid, int err, char *buf, size_t n);

#endif
