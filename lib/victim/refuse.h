/* SPDX-License-Identifier: MIT */
/* refuse.h - why a process cannot be watched, traced or started. */
#ifndef DT_REFUSE_H
#define DT_REFUSE_H

#include <stddef.h>
#include <sys/types.h>

/* Why a call for process pid has failed with err; "" if not known. */
void dt_refuse_why(pid_t pid, int err, char *buf, size_t n);
/* Why a command could not be started. */
void dt_refuse_start(int err, char *buf, size_t n);

#endif
