/* SPDX-License-Identifier: MIT */
/* tracefs.h - files of the kernel's tracing. */
#ifndef DT_TRACEFS_H
#define DT_TRACEFS_H

#include <stdio.h>

/* A file in the first directory, for reading; NULL with errno. */
FILE *dt_tracefs_open(const char *name);

#endif
